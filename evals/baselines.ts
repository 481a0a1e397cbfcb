import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outcomeScores } from "./answer-outcome.ts";
import { type RunRecord, type Scope, type SuiteRecord, summaryOf } from "./run-record.ts";
import { everyQuestion } from "./summarise.ts";

/** A figure that later runs must not fall below by more than its tolerance. */
export interface BaselineFigure {
  readonly of: string;
  readonly split: string;
  readonly measure: string;
  readonly value: number;
  readonly tolerance: number;
  readonly n: number;
}

/** The committed figures of a suite. */
export interface Baseline {
  readonly suite: string;
  readonly scope: Scope;
  readonly date: string;
  readonly commit: string | null;
  /** Checksums of what it was measured on: figures of other questions or other law are not compared. */
  readonly data: Readonly<Record<string, string>>;
  readonly figures: readonly BaselineFigure[];
}

/** A figure of a run held against its baseline. */
export interface BaselineCheck {
  readonly suite: string;
  readonly figure: BaselineFigure;
  readonly reached: number;
  readonly hasRegressed: boolean;
}

/** What a run was held against, and what could not be compared, in sentences. */
export interface BaselineResult {
  readonly checks: readonly BaselineCheck[];
  /** Suites that were not compared, and why. */
  readonly notes: readonly string[];
}

/** Baselines lie beside the suites, one file for each. */
export const baselineFolder = join(import.meta.dirname, "baselines");

const keptRetrieval = ["nDCG@10", "recall@5", "recall@10", "MRR@10", "span@5"];
/** Shares that are neither good nor bad by themselves, or better when lower: the score accounts for them. */
const unguardedAnswers = ["quoted", "abstained", "wrong", "failed"];
const keptConfigurations = ["bm25", "keyword", "dense", "hybrid", "hybrid+rerank"];
/** The same code and data give the same figures, so this is what a change may cost, not what chance may. */
const rankingTolerance = 0.01;
/** An answer is right or wrong: one of them may be lost. */
const answersInTolerance = 1;

/** Holds a run against the baselines of its suites in a folder; a configuration that was not measured is left out. */
export function checkBaselines(run: RunRecord, folder: string): BaselineResult {
  const checks: BaselineCheck[] = [];
  const notes: string[] = [];
  for (const suite of run.suites) {
    const path = pathOf(folder, suite);
    if (!existsSync(path)) {
      notes.push(`${suite.name} has none; its figures are guarded by nothing`);
      continue;
    }
    const baseline = JSON.parse(readFileSync(path, "utf8")) as Baseline;
    const differing = Object.keys({ ...baseline.data, ...suite.data }).filter(
      (file) => baseline.data[file] !== suite.data[file],
    );
    if (differing.length > 0) {
      notes.push(`${suite.name}: ${differing.join(", ")} differ from what the baseline was measured on; not compared`);
      continue;
    }
    for (const figure of baseline.figures) {
      const reached = summaryOf(suite, figure)?.mean;
      if (reached === undefined) continue;
      checks.push({ suite: suite.name, figure, reached, hasRegressed: hasRegressed(figure, reached) });
    }
  }
  return { checks, notes };
}

/** Tells whether a figure fell by more than its tolerance. */
export function hasRegressed({ value, tolerance }: BaselineFigure, reached: number): boolean {
  // Figures are written with five decimals: the last one must not decide.
  return reached < value - tolerance - 1e-5;
}

/** Makes a run the baselines of its suites; gives the files it wrote. */
export function writeBaselines(run: RunRecord, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return run.suites.map((suite) => {
    const baseline: Baseline = {
      suite: suite.name,
      scope: suite.scope,
      date: run.startedAt.slice(0, 10),
      commit: run.commit?.id ?? null,
      data: suite.data,
      figures: figuresOf(suite),
    };
    const path = pathOf(folder, suite);
    writeFileSync(path, `${JSON.stringify(baseline, null, 2)}\n`);
    return path;
  });
}

function figuresOf(suite: SuiteRecord): BaselineFigure[] {
  return suite.summary
    .filter(({ of, split, measure }) =>
      of === "answers"
        ? split === everyQuestion && !unguardedAnswers.includes(measure)
        : keptConfigurations.includes(of) && keptRetrieval.includes(measure),
    )
    .filter(({ split }) => split === everyQuestion || ["lay", "term"].includes(split))
    .map(({ of, split, measure, mean, n }) => {
      // One answer that turns from right to wrong moves the mean score by three points.
      const worth = measure === "score" ? outcomeScores.right - outcomeScores.wrong : 1;
      const tolerance =
        of === "answers" ? Math.max(rankingTolerance, (answersInTolerance * worth) / n) : rankingTolerance;
      return { of, split, measure, value: round(mean), tolerance: round(tolerance), n };
    });
}

const round = (value: number) => Math.round(value * 1e5) / 1e5;

function pathOf(folder: string, { name, scope }: SuiteRecord): string {
  return join(folder, scope === "all" ? `${name}.all.json` : `${name}.json`);
}
