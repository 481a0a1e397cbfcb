import type { CriteriaSet } from "../criteria-labels.ts";
import {
  countCriteria,
  type JudgedCriterion,
  precisionOf,
  recallOf,
  type TownCriteria,
} from "../measure/measure-criteria.ts";

/** Lines with the figures of each town and set, and the misses by cause. */
export function criteriaLines(towns: readonly TownCriteria[]): string[] {
  const lines = [row(["set", "town", "precision", "recall", "right", "wrong", "several", "missed"])];
  const sets = [...new Set(towns.map(({ set }) => set))];
  for (const set of sets) {
    const own = towns.filter((town) => town.set === set);
    for (const { town, judged } of own) lines.push(figures(set, town, judged));
    if (own.length > 1) {
      lines.push(
        figures(
          set,
          "all",
          own.flatMap(({ judged }) => judged),
        ),
      );
    }
    lines.push(...causes(own.flatMap(({ judged }) => judged)));
  }
  return lines;
}

/** Lines with each standard that is not stated rightly. */
export function missLines(towns: readonly TownCriteria[]): string[] {
  return towns.flatMap(({ town, judged }) =>
    judged
      .filter(({ outcome }) => outcome !== "right")
      .map(({ label, outcome, cause, stated }) =>
        [
          outcome.padEnd(7),
          `${town} ${label.district} ${label.fields[0]}: labelled ${label.values.join(", ")}`,
          ...(stated === "" ? [] : [`stated ${stated.slice(0, 160)}`]),
          ...(cause === null ? [] : [cause]),
          ...(label.quote === null ? [] : [label.quote.replaceAll(/\s+/g, " ").slice(0, 140)]),
        ].join(" | "),
      ),
  );
}

function figures(set: CriteriaSet["name"], town: string, judged: readonly JudgedCriterion[]): string {
  const counts = countCriteria(judged);
  const shares = [precisionOf(counts).toFixed(3), recallOf(counts).toFixed(3)];
  return row([set, town, ...shares, ...[counts.right, counts.wrong, counts.several, counts.missed].map(String)]);
}

function causes(judged: readonly JudgedCriterion[]): string[] {
  const byCause = new Map<string, number>();
  for (const { cause } of judged) if (cause !== null) byCause.set(cause, (byCause.get(cause) ?? 0) + 1);
  return [...byCause]
    .toSorted(([, one], [, other]) => other - one)
    .map(([cause, count]) => `  missed: ${String(count).padStart(3)}  ${cause}`);
}

const row = (cells: readonly string[]) =>
  cells.map((cell, at) => (at < 2 ? cell.padEnd(at === 0 ? 16 : 24) : cell.padStart(10))).join("");
