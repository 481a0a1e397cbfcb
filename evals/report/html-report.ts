import { percentile } from "../metrics.ts";
import { type RunRecord, retrievalMeasures, type SuiteRecord, type SummaryRow, summaryOf } from "../run-record.ts";
import { everyQuestion } from "../summarise.ts";
import type { TargetCheck } from "../targets.ts";
import { intervalPlot } from "./interval-plot.ts";
import { html, type Markup, table } from "./markup.ts";
import { readingHeads, readingRows } from "./print-reading.ts";
import { signed, totalUse, useLine } from "./print-run.ts";
import { worstAnswers, worstRankings } from "./question-sections.ts";
import { reportStyle } from "./report-style.ts";

/** The report of a run as one page that needs nothing from elsewhere. */
export function reportPage(run: RunRecord, targets: readonly TargetCheck[]): string {
  const commit = run.commit ? `${run.commit.id.slice(0, 12)}${run.commit.isClean ? "" : " with changes"}` : "unknown";
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evals of ${run.startedAt.slice(0, 10)}</title><style>${{ markup: reportStyle }}</style></head><body>
<h1>Groundwork evals</h1>
<p class="quiet">${run.startedAt.slice(0, 16).replace("T", " ")} UTC, commit ${commit}, configuration ${run.configurationHash}, Node ${run.node}, ${run.seconds} s</p>
${modelSection(run)}
<nav>${run.suites.map(({ name }) => html`<a href="#${name}">${name}</a>`)}</nav>
<p>Figures are means over questions; below each stands the interval that holds it in 95 of 100 resamplings of the questions.</p>
${targets.length > 0 ? targetSection(targets) : null}
${run.suites.map(suiteSection)}
</body></html>
`;
  return page.markup;
}

function modelSection(run: RunRecord): Markup | null {
  const { model } = run;
  if (!model) return null;
  const { inputCreditsPer1k, outputCreditsPer1k, isListed } = model.rate;
  const settings = Object.entries(model.settings).map(([name, value]) => `${name} ${value ?? "default"}`);
  const used = totalUse(run);
  return html`<p>Answers of <strong>${model.id}</strong> at ${model.endpoint.replace(/^https?:\/\//, "")} (${settings.join(", ")}).
${used ? html`In all, ${useLine(used)}: ` : null}${inputCreditsPer1k} for 1,000 input and ${outputCreditsPer1k} for 1,000 output tokens${isListed ? "" : ", the price of models that RATES does not list"}, without the fee of a turn.</p>`;
}

function targetSection(targets: readonly TargetCheck[]): Markup {
  const rows = targets.map(({ target, reached }) => [
    `${target.suite === "*" ? "every suite" : target.suite}${target.split === everyQuestion ? "" : `, ${target.split}`}`,
    `${target.of} ${target.measure}`,
    `${target.atLeast === undefined ? `at most ${target.atMost ?? 0}` : `at least ${target.atLeast.toFixed(2)}`}`,
    reached.isReached
      ? html`<span class="good">${reached.value.toFixed(3)}</span>`
      : html`<span class="bad">${reached.value.toFixed(3)}, missed</span>`,
  ]);
  return html`<h3>Targets</h3>${table(["suite", "measure", "target", "reached"], rows)}`;
}

function suiteSection(suite: SuiteRecord): Markup {
  const { checked, misquoted } = suite.citations;
  const scope = suite.scope === "all" ? "over everything" : "inside the question's jurisdiction";
  return html`<h2 id="${suite.name}">${suite.name}</h2>
<p class="quiet">${suite.queries.length} questions, ${suite.documents} ${suite.documents === 1 ? "document" : "documents"}, ${suite.chunks} chunks, searched ${scope}.
Quotes that do not stand at their span: <span class="${misquoted > 0 ? "bad" : "good"}">${misquoted} of ${checked}</span>.</p>
${suite.warnings.map((warning) => html`<p class="bad">${warning}</p>`)}
${suite.retrieval.length > 0 ? retrievalSection(suite) : null}
${suite.answers.length > 0 ? answersSection(suite) : null}
${suite.reading ? html`<h3>How well the law was read</h3>${table(readingHeads, readingRows(suite.reading))}` : null}`;
}

function retrievalSection(suite: SuiteRecord): Markup {
  const splits = [...new Set(suite.summary.flatMap(({ of, split }) => (of === "answers" ? [] : [split])))];
  const others = splits.filter((split) => split !== everyQuestion);
  const rows = suite.retrieval.flatMap(
    ({ name }) => summaryOf(suite, { of: name, split: everyQuestion, measure: "nDCG@10" }) ?? [],
  );
  return html`<h3>Retrieval</h3>${intervalPlot("nDCG@10", rows)}
${retrievalTable(suite, everyQuestion)}
${others.length > 0 ? html`<details><summary>By split: ${others.join(", ")}</summary>${others.map((split) => html`<h3>${split}</h3>${retrievalTable(suite, split)}`)}</details>` : null}
${suite.differences.length > 0 ? html`<details><summary>Paired differences between configurations</summary>${differenceTable(suite)}</details>` : null}
<details><summary>What the configurations are, and how long a search took</summary>${configurationTable(suite)}</details>
${worstRankings(suite)}`;
}

function retrievalTable(suite: SuiteRecord, split: string): Markup {
  const measured = retrievalMeasures.filter((measure) =>
    suite.retrieval.some(({ name }) => summaryOf(suite, { of: name, split, measure })),
  );
  const rows = suite.retrieval.map(({ name }) => [
    name,
    String(summaryOf(suite, { of: name, split, measure: "nDCG@10" })?.n ?? 0),
    ...measured.map((measure) => cell(summaryOf(suite, { of: name, split, measure }))),
  ]);
  return table(["configuration", "n", ...measured], rows);
}

function cell(row: SummaryRow | undefined): Markup {
  if (!row) return html`–`;
  return html`${row.mean.toFixed(3)}<small>${row.low.toFixed(3)}–${row.high.toFixed(3)}</small>`;
}

function differenceTable(suite: SuiteRecord): Markup {
  const rows = suite.differences.map((row) => {
    const isTold = row.low > 0 || row.high < 0;
    const tone = isTold ? (row.mean > 0 ? "good" : "bad") : "quiet";
    return [
      `${row.of} − ${row.against}`,
      row.split,
      row.measure,
      html`<span class="${tone}">${signed(row.mean)}</span><small>${signed(row.low)} to ${signed(row.high)}</small>`,
      row.p.toFixed(3),
    ];
  });
  return html`<p class="quiet">Coloured where the interval leaves out 0. p is of a permutation test; many pairs are
compared, so take a single small p with care.</p>${table(["configurations", "split", "measure", "difference", "p"], rows)}`;
}

function configurationTable(suite: SuiteRecord): Markup {
  const rows = suite.retrieval.map(({ name, what, rankings }) => {
    const times = rankings.map(({ tookMs }) => tookMs);
    return [name, what, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)];
  });
  return table(["configuration", "what it is", "p50 ms", "p95 ms"], rows);
}

function answersSection(suite: SuiteRecord): Markup {
  const rows = suite.summary.filter(({ of }) => of === "answers");
  const splits = [...new Set(rows.map(({ split }) => split))];
  const tableOf = (split: string) =>
    table(
      ["judged", "share", "questions"],
      rows
        .filter((row) => row.split === split)
        .map((row) => [row.measure, cell(row), `${Math.round(row.mean * row.n)} of ${row.n}`]),
    );
  const others = splits.filter((split) => split !== everyQuestion);
  return html`<h3>Answers</h3>${suite.use ? html`<p class="quiet">${useLine(suite.use)}</p>` : null}${tableOf(everyQuestion)}
${others.length > 0 ? html`<details><summary>By split</summary>${others.map((split) => html`<h3>${split}</h3>${tableOf(split)}`)}</details>` : null}
${permissionTable(suite)}
${worstAnswers(suite)}`;
}

/** Labelled decisions against those that were read from the answers. */
function permissionTable(suite: SuiteRecord): Markup | null {
  const asked = suite.answers.filter(({ decided }) => decided !== undefined);
  if (asked.length === 0) return null;
  const columns = ["permitted", "conditional", "restricted", "undecided", "quoted", "abstained", "failed"] as const;
  const labels = Map.groupBy(asked, ({ wanted = [] }) => wanted.join(" or "));
  const rows = [...labels].map(([label, answers]) => [
    label,
    ...columns.map((column) => {
      const count = answers.filter(({ decided }) => decided === column).length;
      const isRight = answers[0]?.wanted?.some((one) => one === column) === true;
      const tone = isRight ? "good" : column === "quoted" || column === "abstained" ? "quiet" : "bad";
      return count === 0 ? "" : html`<span class="${tone}">${count}</span>`;
    }),
  ]);
  return html`<h3>Permission of uses</h3>${table(["labelled", ...columns.map((column) => `answered ${column}`)], rows)}`;
}
