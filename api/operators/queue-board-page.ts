import { accountPage } from "../access/pages/account-page.ts";
import { type Column, table, time } from "../access/pages/widgets.ts";
import { type Html, html } from "../http/pages/html.ts";
import type { BoardRow } from "./queue-board.repository.ts";

/** Where the board stands. */
export const queueBoardPath = "/ops/queue";

/** What the board shows. */
export interface QueueBoard {
  readonly at: Date;
  readonly counts: readonly { readonly name: string; readonly state: string; readonly jobs: number }[];
  readonly oldestDueSeconds: number;
  readonly waiting: readonly BoardRow[];
  readonly running: readonly BoardRow[];
  readonly failed: readonly BoardRow[];
  readonly canRetry: (name: string) => boolean;
}

const states = ["queued", "running", "failed", "canceled", "succeeded"] as const;
type State = (typeof states)[number];
const stateNames: Readonly<Record<State, string>> = {
  queued: "Waiting",
  running: "Running",
  failed: "Failed",
  canceled: "Canceled",
  succeeded: "Succeeded",
};

/** Answers with the board as it stands; every button is a form, so it works without scripts. */
export function queueBoardPage(board: QueueBoard, notice: { tone: "good" | "bad"; text: string } | null): Response {
  const total = (state: State) => sum(board, (count) => count.state === state);
  return accountPage({
    title: "Job queue",
    session: null,
    notice,
    body: html`<h1>Job queue</h1>
<p class="lead">As the store had it at ${time(board.at)} UTC. Reload the page to see it anew.</p>
<dl class="stats">
<div><dt>Waiting</dt><dd>${total("queued")}<small>${
      board.oldestDueSeconds > 0 ? `oldest due for ${lasting(board.oldestDueSeconds)}` : "none is overdue"
    }</small></dd></div>
<div><dt>Running</dt><dd>${total("running")}</dd></div>
<div><dt>Failed</dt><dd>${total("failed")}</dd></div>
<div><dt>Succeeded</dt><dd>${total("succeeded")}<small>in the last day</small></dd></div>
</dl>
${section("Running", total("running"), board.running, runningColumns, "Nothing is being worked on.")}
${section("Waiting", total("queued"), board.waiting, waitingColumns, "Nothing waits.")}
${section("Failed", total("failed"), board.failed, failedColumns(board.canRetry), "Nothing has failed.")}
<section class="card"><h2>By kind and state</h2>${kindsTable(board)}</section>`,
  });
}

function section(
  title: string,
  all: number,
  rows: readonly BoardRow[],
  columns: readonly Column<BoardRow>[],
  empty: string,
): Html {
  const isCut = all > rows.length;
  return html`<section class="card"><h2>${title}</h2>
${isCut ? html`<p class="soft">The first ${rows.length} of ${all}.</p>` : ""}
${table({ caption: `Jobs: ${title.toLowerCase()}`, columns, rows, empty })}</section>`;
}

const jobColumn: Column<BoardRow> = {
  name: "Job",
  cell: (row) =>
    html`<span><b>${row.name}</b><span class="sub"><code>${row.id}</code></span>${[row.org_id, row.project_id].map(
      (id) => id && html`<span class="sub"><code>${id}</code></span>`,
    )}</span>`,
};

const attemptColumn: Column<BoardRow> = {
  name: "Attempt",
  isNumber: true,
  cell: (row) => {
    const lost = row.interruptions > 0 ? html`<span class="sub">${row.interruptions} cut short</span>` : "";
    return html`<span>${row.attempt} of ${row.max_attempts}${lost}</span>`;
  },
};

const errorColumn: Column<BoardRow> = {
  name: "Error",
  cell: ({ error }) =>
    error === null
      ? html`<span class="soft">–</span>`
      : html`<span><code>${error.code}</code><span class="sub">${error.detail}</span></span>`,
};

const runningColumns: readonly Column<BoardRow>[] = [
  jobColumn,
  {
    name: "Progress",
    cell: (row) =>
      html`<span>${row.percent} %<span class="sub">${row.stage === "" ? "begun" : row.stage}</span></span>`,
  },
  attemptColumn,
  { name: "Lease", cell: (row) => leaseBadge(row) },
  { name: "Began", cell: (row) => time(row.started_at) },
  { name: "Actions", isNameHidden: true, cell: (row) => cancelForm(row) },
];

const waitingColumns: readonly Column<BoardRow>[] = [
  jobColumn,
  {
    name: "Due",
    cell: ({ due_seconds }) =>
      due_seconds < 0
        ? html`<span class="badge">in ${lasting(-due_seconds)}</span>`
        : html`<span class="badge ${due_seconds > 60 ? "bad" : "good"}">for ${lasting(due_seconds)}</span>`,
  },
  attemptColumn,
  { name: "Asked for", cell: (row) => time(row.created_at) },
  { ...errorColumn, name: "Last error" },
  { name: "Actions", isNameHidden: true, cell: (row) => cancelForm(row) },
];

function failedColumns(canRetry: QueueBoard["canRetry"]): readonly Column<BoardRow>[] {
  return [
    jobColumn,
    errorColumn,
    attemptColumn,
    { name: "Failed", cell: (row) => time(row.finished_at) },
    {
      name: "Actions",
      isNameHidden: true,
      cell: (row) =>
        canRetry(row.name)
          ? html`<form method="post" action="${queueBoardPath}/${row.id}/retry"><button class="quiet" aria-label="Retry ${row.id}">Retry</button></form>`
          : html`<span class="soft small">Its caller asks again.</span>`,
    },
  ];
}

function leaseBadge({ lease_seconds, is_canceling }: BoardRow): Html {
  if (is_canceling) return html`<span class="badge warn">being canceled</span>`;
  if (lease_seconds === null || lease_seconds < 0) return html`<span class="badge bad">ran out</span>`;
  return html`<span class="badge good">${lasting(lease_seconds)} left</span>`;
}

/** Opens before it can be pressed: what is canceled does not come back by itself. */
function cancelForm(row: BoardRow): Html {
  if (row.is_canceling) return html`<span class="soft small">–</span>`;
  return html`<details><summary aria-label="Cancel ${row.id}">Cancel</summary>
<form method="post" action="${queueBoardPath}/${row.id}/cancel"><button class="danger quiet" aria-label="Cancel for good: ${row.id}">Cancel for good</button></form></details>`;
}

function kindsTable(board: QueueBoard): Html {
  const names = [...new Set(board.counts.map((count) => count.name))];
  return table<string>({
    caption: "Jobs by kind and state",
    empty: "No job was ever asked for.",
    rows: names,
    columns: [
      { name: "Kind", cell: (name) => name },
      ...states.map((state) => ({
        name: stateNames[state],
        isNumber: true,
        cell: (name: string) => sum(board, (count) => count.name === name && count.state === state),
      })),
    ],
  });
}

function sum(board: QueueBoard, admits: (count: QueueBoard["counts"][number]) => boolean): number {
  return board.counts.reduce((total, count) => total + (admits(count) ? count.jobs : 0), 0);
}

/** A length of time in its largest whole unit. */
function lasting(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
