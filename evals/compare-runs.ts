import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { numbersOf } from "./answer-outcome.ts";
import { BadArgument } from "./command-line.ts";
import {
  answerMeasures,
  type QueryRecord,
  type RetrievalMeasure,
  type RunRecord,
  retrievalMeasures,
  type SuiteRecord,
} from "./run-record.ts";
import { estimateDifference, type PairedEstimate } from "./statistics.ts";

/** One measure of one configuration in both runs, over the questions both asked. */
export interface ComparedRow extends PairedEstimate {
  readonly suite: string;
  readonly of: string;
  readonly measure: string;
  readonly before: number;
  readonly after: number;
}

/** A question whose result changed. */
export interface ChangedQuestion {
  readonly suite: string;
  readonly of: string;
  readonly measure: string;
  readonly query: string;
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** Two runs held against each other. */
export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** Furthest apart first. */
  readonly changed: readonly ChangedQuestion[];
  /** What makes the comparison less than one of like with like, in sentences. */
  readonly cautions: readonly string[];
}

/**
 * Reads the record of a run: a `run.json`, or the folder that holds one.
 *
 * @throws BadArgument when it is not there or of another format
 */
export function readRun(path: string): RunRecord {
  const given = resolve(path);
  const file = existsSync(given) && statSync(given).isDirectory() ? join(given, "run.json") : given;
  if (!existsSync(file)) throw new BadArgument(`${path}: no run there; give a folder of evals/runs or its run.json`);
  try {
    const run: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof run === "object" && run !== null && "format" in run && run.format === "groundwork-evals/1")
      return run as RunRecord;
  } catch {
    // Told below.
  }
  throw new BadArgument(`${path}: not a run of this format; measure again with npm run evals`);
}

/** Compares two runs question by question, suite by suite, configuration by configuration. */
export function compareRuns(before: RunRecord, after: RunRecord): Comparison {
  const rows: ComparedRow[] = [];
  const changed: ChangedQuestion[] = [];
  const cautions: string[] = [];
  if (before.configurationHash !== after.configurationHash)
    cautions.push(`the configurations differ: ${before.configurationHash} and ${after.configurationHash}`);
  for (const suite of after.suites) {
    const earlier = before.suites.find(({ name }) => name === suite.name);
    if (!earlier) {
      cautions.push(`${suite.name} is only in the second run`);
      continue;
    }
    cautions.push(...cautionsOf(earlier, suite));
    for (const { of, measure, pairs } of pairsOf(earlier, suite)) {
      const values = (side: "before" | "after") => pairs.map((pair) => pair[side]);
      const difference = estimateDifference(values("before"), values("after"));
      const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
      const sides = { before: mean(values("before")), after: mean(values("after")) };
      rows.push({ suite: suite.name, of, measure, ...sides, ...difference });
      if (measure === "nDCG@10" || of === "answers")
        changed.push(
          ...changedOf(
            suite,
            of,
            measure,
            pairs.filter((pair) => pair.before !== pair.after),
          ),
        );
    }
  }
  for (const { name } of before.suites)
    if (!after.suites.some((suite) => suite.name === name)) cautions.push(`${name} is only in the first run`);
  changed.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  return { rows, changed, cautions };
}

/** Rows that fell by more than chance explains: the whole interval lies below 0. */
export function lossesIn({ rows }: Comparison): readonly ComparedRow[] {
  return rows.filter(({ high, measure, of }) => high < 0 && (of === "answers" || measure === "nDCG@10"));
}

function cautionsOf(before: SuiteRecord, after: SuiteRecord): string[] {
  const cautions: string[] = [];
  const files = new Set([...Object.keys(before.data), ...Object.keys(after.data)]);
  const differing = [...files].filter((file) => before.data[file] !== after.data[file]);
  if (differing.length > 0)
    cautions.push(
      `${after.name}: ${differing.join(", ")} differ; only questions of the same id and words are compared`,
    );
  if (before.scope !== after.scope) cautions.push(`${after.name}: scopes differ, ${before.scope} and ${after.scope}`);
  return cautions;
}

interface Pair {
  readonly query: string;
  readonly before: number;
  readonly after: number;
}

function* pairsOf(before: SuiteRecord, after: SuiteRecord) {
  const words = new Map(before.queries.map(({ id, text }) => [id, text]));
  const same = new Set(after.queries.filter(({ id, text }) => words.get(id) === text).map(({ id }) => id));
  for (const { name, rankings } of after.retrieval) {
    const earlier = before.retrieval.find((configuration) => configuration.name === name)?.rankings ?? [];
    for (const measure of retrievalMeasures) {
      const pairs = joined(scores(earlier, measure), scores(rankings, measure), same);
      if (pairs.length > 0) yield { of: name, measure, pairs };
    }
  }
  for (const measure of answerMeasures) {
    const marks = ({ answers }: SuiteRecord) =>
      new Map(
        answers.flatMap((answer) => {
          const value = numbersOf(answer)[measure];
          return value === undefined ? [] : [[answer.query, value] as const];
        }),
      );
    const pairs = joined(marks(before), marks(after), same);
    if (pairs.length > 0) yield { of: "answers", measure, pairs };
  }
}

function scores(rankings: SuiteRecord["retrieval"][number]["rankings"], measure: RetrievalMeasure) {
  return new Map(
    rankings.flatMap(({ query, measures }) => {
      const value = measures[measure];
      return value === undefined ? [] : [[query, value] as const];
    }),
  );
}

function joined(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  same: ReadonlySet<string>,
): Pair[] {
  return [...after].flatMap(([query, value]) => {
    const earlier = before.get(query);
    return earlier === undefined || !same.has(query) ? [] : [{ query, before: earlier, after: value }];
  });
}

function changedOf(suite: SuiteRecord, of: string, measure: string, pairs: readonly Pair[]): ChangedQuestion[] {
  const queries = new Map<string, QueryRecord>(suite.queries.map((query) => [query.id, query]));
  return pairs.map((pair) => ({ suite: suite.name, of, measure, text: queries.get(pair.query)?.text ?? "", ...pair }));
}
