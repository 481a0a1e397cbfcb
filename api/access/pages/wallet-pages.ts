import type { LedgerRow, SpendRow } from "../../commerce/wallet/ledger.repository.ts";
import type { Ledger } from "../../commerce/wallet/ledger.ts";
import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { accountPage } from "./account-page.ts";
import type { PageRoutes } from "./page-routes.ts";
import { credits, table, time } from "./widgets.ts";

/** What the wallet's page shows. */
export interface WalletPagesDeps {
  readonly wallet: { balance(orgId: string): Promise<{ available: number; held: number }> };
  readonly ledger: Ledger;
  /** Returns what an operation does, in words; undefined for one that this version does not have. */
  readonly operationTitle: (operationId: string) => string | undefined;
}

const rowsOnPage = 25;

/** What a movement does to the available credits: a charge from a reservation was taken when it was reserved. */
const kinds: Readonly<Record<LedgerRow["kind"], { name: string; effect: 1 | 0 | -1 }>> = {
  grant: { name: "Granted", effect: 1 },
  reserve: { name: "Reserved", effect: -1 },
  settle: { name: "Charged from reserved", effect: 0 },
  release: { name: "Released", effect: 1 },
  debit: { name: "Charged", effect: -1 },
};

const surfaces: Readonly<Record<string, string>> = { api: "API", mcp: "Connected app" };

/** Declares the wallet's page: owners read the whole ledger, members what their own credentials did. */
export function walletPages(pages: PageRoutes, { wallet, ledger, operationTitle }: WalletPagesDeps): PlainRoute[] {
  return [
    pages.page("/account/wallet", async ({ session, url }) => {
      const before = url.searchParams.get("before");
      const scope = scopeOf(session);
      const balance = await wallet.balance(session.organizationId);
      const spend = await ledger.spendOfMonth(scope);
      const { rows, next } = await ledger.page(scope, { before, limit: rowsOnPage });
      const isWhole = session.role === "owner";
      return accountPage({
        title: "Wallet",
        session,
        current: "wallet",
        body: html`<h1>Wallet</h1>
<p class="lead">Credits of ${session.organizationName}. They pay for searches, answers, summaries, reports and the setting up
of projects; reading is free.</p>
${balanceStats(balance, spend, isWhole)}
<section class="card" aria-labelledby="spend">
<h2 id="spend">${isWhole ? "Spent" : "Spent by your credentials"} this month</h2>
${spendTable(spend)}
</section>
<section class="card" aria-labelledby="ledger">
<h2 id="ledger">Ledger</h2>
<p class="soft">${
          isWhole
            ? "Every movement of credits, newest first. The sum of the last column is the number of available credits."
            : "Movements that your keys and apps caused, newest first. Owners see all of them."
        } Work reserves credits before it runs; its cost is charged from them and the rest is released.</p>
${ledgerTable(rows, operationTitle)}
${pager("/account/wallet", before, next)}
</section>`,
      });
    }),
  ];
}

/** What a session may read of the ledger. */
export function scopeOf(session: Session): { organizationId: string; userId: string | null } {
  return { organizationId: session.organizationId, userId: session.role === "owner" ? null : session.userId };
}

/** Links to the newest and to the older rows of a long table. */
export function pager(path: string, before: string | null, next: string | null): Html | "" {
  if (before === null && next === null) return "";
  return html`<nav class="pager" aria-label="Pages of the table">${
    before === null ? "" : html`<a class="button quiet" href="${path}">Newest</a>`
  }${next === null ? "" : html`<a class="button quiet" href="${path}?before=${next}" rel="next">Older</a>`}</nav>`;
}

function balanceStats(
  { available, held }: { available: number; held: number },
  spend: readonly SpendRow[],
  isWhole: boolean,
): Html {
  const of = (surface: string) =>
    spend.filter((row) => row.surface === surface).reduce((sum, row) => sum + row.spent, 0);
  const whose = isWhole ? "" : "by your credentials, ";
  return html`<dl class="stats">
<div><dt>Available</dt><dd>${credits(available)}<small>credits to spend now</small></dd></div>
<div><dt>Reserved</dt><dd>${credits(held)}<small>held for running work</small></dd></div>
<div><dt>Spent through the API</dt><dd>${credits(of("api"))}<small>${whose}this month</small></dd></div>
<div><dt>Spent through apps</dt><dd>${credits(of("mcp"))}<small>${whose}this month</small></dd></div>
</dl>`;
}

function spendTable(rows: readonly SpendRow[]): Html {
  return table<SpendRow>({
    caption: "Credits spent this month, by credential",
    rows,
    empty: "Nothing was charged this month.",
    columns: [
      { name: "Key or app", cell: (row) => credentialOf(row) },
      { name: "Channel", cell: (row) => surfaces[row.surface ?? ""] ?? "–" },
      { name: "Charges", isNumber: true, cell: (row) => credits(row.charges) },
      { name: "Credits", isNumber: true, cell: (row) => credits(row.spent) },
    ],
  });
}

function ledgerTable(rows: readonly LedgerRow[], operationTitle: WalletPagesDeps["operationTitle"]): Html {
  return table<LedgerRow>({
    caption: "Ledger",
    rows,
    empty: "There are no movements here.",
    columns: [
      {
        name: "Movement",
        cell: (row) =>
          html`<span><b>${kinds[row.kind].name}</b><span class="sub">${reasonOf(row, operationTitle)}</span></span>`,
      },
      { name: "When, UTC", cell: (row) => time(row.created_at) },
      { name: "Key or app", cell: (row) => credentialOf(row) },
      { name: "Channel", cell: (row) => surfaces[row.surface ?? ""] ?? "–" },
      { name: "Amount", isNumber: true, cell: (row) => credits(row.amount) },
      { name: "Available", isNumber: true, cell: (row) => signed(row.amount * kinds[row.kind].effect) },
    ],
  });
}

function signed(change: number): string {
  if (change === 0) return "0";
  return `${change > 0 ? "+" : "−"}${credits(Math.abs(change))}`;
}

function reasonOf(row: LedgerRow, operationTitle: WalletPagesDeps["operationTitle"]): Html {
  if (row.kind === "grant") return html`${row.note}`;
  const title = operationTitle(row.operation) ?? row.operation;
  if (row.project_id === null) return html`${title}`;
  if (row.project_name === null) return html`${title}, in a deleted project`;
  return html`${title}, in <a href="/account/projects/${row.project_id}">${row.project_name}</a>`;
}

function credentialOf(row: { credential_id: string | null; credential_name: string | null }): Html {
  if (row.credential_id === null) return html`<span class="soft">–</span>`;
  return row.credential_name === null
    ? html`<code>${row.credential_id}</code>`
    : html`<span>${row.credential_name}</span>`;
}
