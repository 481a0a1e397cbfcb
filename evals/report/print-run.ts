import type { BaselineResult } from "../baselines.ts";
import { thousands } from "../chat-model.ts";
import { addUses } from "../measure/model-meter.ts";
import { type RunRecord, retrievalMeasures, type SuiteRecord, type SuiteUse, summaryOf } from "../run-record.ts";
import { everyQuestion } from "../summarise.ts";
import type { TargetCheck } from "../targets.ts";
import { answerTable } from "./answer-table.ts";
import { readingLines } from "./print-reading.ts";

/** A suite's tables as lines of text: retrieval by split and configuration, differences, answers. */
export function suiteLines(suite: SuiteRecord): string[] {
  const lines = [
    "",
    `## ${suite.name}: ${suite.queries.length} questions, ${suite.chunks} chunks, scope ${suite.scope}`,
  ];
  for (const warning of suite.warnings) lines.push(`warning: ${warning}`);
  if (suite.retrieval.length > 0) lines.push("", ...retrievalLines(suite));
  const served = suite.differences.filter(({ split, measure }) => split === everyQuestion && measure === "nDCG@10");
  if (served.length > 0) lines.push("", "nDCG@10, paired differences over all questions [95 %], p");
  for (const row of served)
    lines.push(
      `${`${row.of} - ${row.against}`.padEnd(32)} ${signed(row.mean)} [${signed(row.low)}, ${signed(row.high)}]  p ${row.p.toFixed(3)}`,
    );
  const answers = suite.summary.filter(({ of, split }) => of === "answers" && split === everyQuestion);
  if (answers.length > 0) lines.push("", "answers");
  for (const row of answers)
    lines.push(
      `${row.measure.padEnd(32)} ${row.mean.toFixed(3)} [${row.low.toFixed(3)}, ${row.high.toFixed(3)}]  ${Math.round(row.mean * row.n)} of ${row.n}`,
    );
  lines.push(...answerTable(suite));
  if (suite.use) lines.push("", useLine(suite.use));
  if (suite.reading) lines.push("", "how well the law was read", ...readingLines(suite.reading));
  const { checked, misquoted } = suite.citations;
  lines.push("", `quotes that do not stand at their span: ${misquoted} of ${checked}`);
  return lines;
}

/** With more configurations than these only the whole suite is printed, not its splits. */
const mostPrinted = 6;
/** A split of fewer questions tells little in one line; the report has it with its interval. */
const leastPrinted = 8;

function retrievalLines(suite: SuiteRecord): string[] {
  const splits = [...new Set(suite.summary.map(({ split }) => split))];
  const header = ["configuration".padEnd(14), "split".padEnd(24), "   n", ...retrievalMeasures.map(column)].join(" ");
  const lines = [header];
  // Many configurations by many splits are for the report; here they would be pages of figures.
  const size = (split: string) => suite.summary.find((row) => row.split === split && row.of !== "answers")?.n ?? 0;
  const isTelling = (split: string) => split !== everyQuestion && size(split) >= leastPrinted;
  const shown = suite.retrieval.length > mostPrinted ? [] : splits.filter(isTelling);
  for (const split of [...shown, everyQuestion]) {
    for (const { name } of suite.retrieval) {
      const n = summaryOf(suite, { of: name, split, measure: "nDCG@10" })?.n;
      if (n === undefined) continue;
      const cells = retrievalMeasures.map((measure) => {
        const row = summaryOf(suite, { of: name, split, measure });
        return (row ? row.mean.toFixed(3) : "-").padStart(Math.max(measure.length, 7));
      });
      lines.push([name.padEnd(14), split.slice(0, 24).padEnd(24), String(n).padStart(4), ...cells].join(" "));
    }
  }
  return lines;
}

const column = (measure: string) => measure.padStart(7);

/** A number with its sign, three decimals. */
export function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** What a suite took of the chat model, as one line. */
export function useLine({
  turns,
  failedTurns,
  calls,
  failedCalls,
  inputTokens,
  outputTokens,
  credits,
}: SuiteUse): string {
  return (
    `chat model: ${turns} turns, ${failedTurns} ${failedTurns === 1 ? "question" : "questions"} failed, ` +
    `${calls} calls (${failedCalls} failed), ${thousands(inputTokens)} input and ${thousands(outputTokens)} output tokens, ` +
    `${credits.toFixed(3)} credits by RATES`
  );
}

/** What a whole run took of its chat model; undefined for a run without one. */
export function totalUse(run: RunRecord): SuiteUse | undefined {
  const uses = run.suites.flatMap(({ use }) => use ?? []);
  if (uses.length === 0) return undefined;
  const sum = (of: (use: SuiteUse) => number) => uses.reduce((total, use) => total + of(use), 0);
  return {
    ...addUses(uses),
    turns: sum(({ turns }) => turns),
    failedTurns: sum(({ failedTurns }) => failedTurns),
    credits: sum(({ credits }) => credits),
  };
}

/** One line that says what a run was of. */
export function runLine(run: RunRecord): string {
  const commit = run.commit
    ? `${run.commit.id.slice(0, 10)}${run.commit.isClean ? "" : " with changes"}`
    : "no checkout";
  return `${run.startedAt}, commit ${commit}, configuration ${run.configurationHash}, ${run.seconds} s`;
}

/** Targets that a run measured, each with what was reached. */
export function targetLines(targets: readonly TargetCheck[]): string[] {
  if (targets.length === 0) return [];
  const lines = targets.map(({ target, reached }) => {
    const bounds = [
      target.atLeast === undefined ? "" : `at least ${target.atLeast}`,
      target.atMost === undefined ? "" : `at most ${target.atMost}`,
    ].filter(Boolean);
    const what = `${target.suite}, ${target.split}: ${target.of} ${target.measure}`;
    return `${reached.isReached ? "reached" : "missed "}  ${what.padEnd(80)} ${reached.value.toFixed(3)}  (${bounds.join(", ")})`;
  });
  return ["", "targets", ...lines];
}

/** What regressed beyond its tolerance, what could not be compared, and how much was compared. */
export function baselineLines({ checks, notes }: BaselineResult): string[] {
  const regressed = checks.filter(({ hasRegressed }) => hasRegressed);
  const lines = regressed.map(
    ({ suite, figure, reached }) =>
      `REGRESSED  ${suite}, ${figure.split}: ${figure.of} ${figure.measure} ${reached.toFixed(3)}, baseline ${figure.value.toFixed(3)}, tolerance ${figure.tolerance.toFixed(3)}`,
  );
  if (checks.length > 0) lines.push(`baselines: ${checks.length - regressed.length} of ${checks.length} figures hold`);
  return [...notes.map((note) => `baselines: ${note}`), ...lines];
}
