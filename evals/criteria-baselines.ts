import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasRegressed } from "./baselines.ts";
import type { CriteriaSet } from "./criteria-labels.ts";
import { countCriteria, precisionOf, recallOf, type TownCriteria } from "./measure/measure-criteria.ts";

/** The figures of a labelled set of criteria. */
export interface CriteriaFigures {
  readonly set: string;
  /** SHA-256 of the labels: figures of other labels are not compared. */
  readonly labels: string;
  readonly precision: number;
  readonly recall: number;
  readonly n: number;
}

/** A figure held against its baseline, told in a line. */
export interface CriteriaCheck {
  readonly line: string;
  readonly hasRegressed: boolean;
}

const file = "design-criteria.json";
/** The same code and law give the same figures: this is what a change may cost. */
const tolerance = 0.01;

/** Returns the figures of each set over all of its towns. */
export function criteriaFigures(sets: readonly CriteriaSet[], towns: readonly TownCriteria[]): CriteriaFigures[] {
  return sets.map(({ name, checksum }) => {
    const judged = towns.filter(({ set }) => set === name).flatMap((town) => town.judged);
    const counts = countCriteria(judged);
    const [precision, recall] = [precisionOf(counts), recallOf(counts)].map((share) => Math.round(share * 1e5) / 1e5);
    return { set: name, labels: checksum, precision: precision ?? 0, recall: recall ?? 0, n: judged.length };
  });
}

/** Holds figures against those of a folder of baselines. */
export function checkCriteria(figures: readonly CriteriaFigures[], folder: string): CriteriaCheck[] {
  const path = join(folder, file);
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as CriteriaFigures[]) : [];
  return figures.flatMap((now): CriteriaCheck[] => {
    const before = kept.find(({ set }) => set === now.set);
    if (!before || before.labels !== now.labels)
      return [{ line: `${now.set}: no baseline of these labels; not compared`, hasRegressed: false }];
    return (["precision", "recall"] as const).map((measure) => {
      const figure = { of: "criteria", split: "all", measure, value: before[measure], tolerance, n: before.n };
      const isWorse = hasRegressed(figure, now[measure]);
      const told = `${now.set} criteria ${measure} ${now[measure].toFixed(3)}, baseline ${before[measure].toFixed(3)}`;
      return { line: `${isWorse ? "REGRESSED" : "ok"}  ${told}`, hasRegressed: isWorse };
    });
  });
}

/** Makes figures the baselines of a folder; returns the file. */
export function writeCriteriaBaselines(figures: readonly CriteriaFigures[], folder: string): string {
  const path = join(folder, file);
  writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`);
  return path;
}
