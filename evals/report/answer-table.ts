import { servedConfiguration } from "../measure/configurations.ts";
import type { AnswerRecord, SuiteRecord } from "../run-record.ts";
import { everyQuestion, splitsOf } from "../summarise.ts";

/** A split of fewer questions tells little in one line. */
const leastShown = 4;
const curvePoints = [0.2, 0.4, 0.6, 0.8, 1];

/** Outcomes of a suite's answers by split, and how the share of wrong ones grows with the share that is asserted. */
export function answerTable(suite: SuiteRecord): string[] {
  if (suite.answers.length === 0) return [];
  const answers = new Map(suite.answers.map((answer) => [answer.query, answer]));
  const asked = suite.queries.filter(({ id }) => answers.has(id));
  const lines = ["split".padEnd(24) + columns.map(([name]) => name.padStart(11)).join("")];
  const splits = splitsOf(asked);
  for (const split of [...splits.slice(1), everyQuestion]) {
    const members = asked.filter(({ splits: own }) => split === everyQuestion || own.includes(split));
    if (members.length < leastShown) continue;
    const given = members.flatMap(({ id }) => answers.get(id) ?? []);
    lines.push(split.slice(0, 23).padEnd(24) + columns.map(([, figure]) => figure(given).padStart(11)).join(""));
  }
  return ["", "answers by split", ...lines, ...curveLines(suite)];
}

const count = (given: readonly AnswerRecord[], outcome: string) =>
  given.filter((answer) => answer.outcome === outcome).length;
const asserted = (given: readonly AnswerRecord[]) => count(given, "right") + count(given, "wrong");

const columns: readonly (readonly [string, (given: readonly AnswerRecord[]) => string])[] = [
  ["n", (given) => String(given.length)],
  ["right", (given) => String(count(given, "right"))],
  ["quoted", (given) => String(count(given, "quoted"))],
  ["holding it", (given) => String(given.filter(({ marks }) => marks["quote holds the answer"]).length)],
  ["abstained", (given) => String(count(given, "abstained"))],
  ["wrong", (given) => String(count(given, "wrong"))],
  ["score", (given) => String(count(given, "right") - 2 * count(given, "wrong"))],
  ["coverage", (given) => (asserted(given) / given.length).toFixed(2)],
  ["risk", (given) => (asserted(given) === 0 ? "-" : (count(given, "wrong") / asserted(given)).toFixed(2))],
];

/** Assertions in the order of how much of the question's words was found: risk of the first 20 %, 40 % and so on. */
function curveLines(suite: SuiteRecord): string[] {
  const served = suite.retrieval.find(({ name }) => name === servedConfiguration);
  const coverage = new Map(served?.rankings.map((ranking) => [ranking.query, ranking.coverage ?? 0]));
  if (coverage.size === 0) return [];
  const ordered = suite.answers
    .filter(({ outcome }) => outcome === "right" || outcome === "wrong")
    .toSorted((a, b) => (coverage.get(b.query) ?? 0) - (coverage.get(a.query) ?? 0));
  if (ordered.length === 0) return [];
  const points = curvePoints.map((share) => {
    const first = ordered.slice(0, Math.ceil(share * ordered.length));
    const ofAll = first.length / suite.answers.length;
    return `${ofAll.toFixed(2)}: ${(count(first, "wrong") / first.length).toFixed(2)}`;
  });
  return ["", `risk by coverage, the questions whose words were found best first: ${points.join("   ")}`];
}
