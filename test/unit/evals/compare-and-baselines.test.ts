import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Baseline, baselineFolder, checkBaselines, writeBaselines } from "../../../evals/baselines.ts";
import { compareRuns, lossesIn, readRun } from "../../../evals/compare-runs.ts";
import type { RunRecord } from "../../../evals/run-record.ts";
import { readSuite, suiteFolder } from "../../../evals/suites.ts";
import { summarise } from "../../../evals/summarise.ts";
import { checkTargets } from "../../../evals/targets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-evals-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const words = (at: number) => `question ${at}`;

/** A run of one suite whose questions got these nDCGs, and whose answers these marks. */
function runOf(scores: readonly number[], marks: readonly boolean[] = [], data = "sum-of-data"): RunRecord {
  const queries = scores.map((_, at) => ({
    id: `q${at}`,
    text: words(at),
    jurisdiction: "a",
    splits: ["a"],
    wanted: [],
  }));
  const rankings = scores.map((score, at) => ({
    query: `q${at}`,
    ranked: [],
    measures: { "nDCG@10": score, "recall@10": score },
    coverage: null,
    tookMs: 1,
  }));
  const retrieval = [{ name: "hybrid+rerank", what: "what the service runs", rankings }];
  const answers = marks.map((mark, at) => ({
    query: `q${at}`,
    answer: "Six feet [1].",
    status: "answered",
    marks: { "value right": mark },
    citations: [],
    tookMs: 1,
  }));
  return {
    format: "groundwork-evals/1",
    startedAt: "2026-11-21T00:00:00.000Z",
    seconds: 1,
    commit: null,
    node: "v24",
    configurationHash: "abc",
    configuration: {},
    suites: [
      {
        name: "small",
        scope: "jurisdiction",
        data: { "queries.jsonl": data },
        documents: 1,
        chunks: 1,
        warnings: [],
        queries,
        retrieval,
        answers,
        ...summarise({ queries, retrieval, answers }),
        citations: { checked: 1, misquoted: 0 },
      },
    ],
  };
}

const steady = Array.from({ length: 20 }, (_, at) => 0.5 + at / 100);

describe("a baseline", () => {
  it("holds for the run it was made of, and for one that is better", () => {
    writeBaselines(runOf(steady, [true, false]), folder);
    const same = checkBaselines(runOf(steady, [true, false]), folder);
    expect(same.checks.length).toBeGreaterThan(0);
    expect(same.checks.filter(({ hasRegressed }) => hasRegressed)).toEqual([]);
    const better = checkBaselines(
      runOf(
        steady.map((score) => score + 0.1),
        [true, true],
      ),
      folder,
    );
    expect(better.checks.filter(({ hasRegressed }) => hasRegressed)).toEqual([]);
  });

  it("lets a figure fall by its tolerance and no further", () => {
    writeBaselines(runOf(steady), folder);
    const fallenBy = (fall: number) =>
      checkBaselines(runOf(steady.map((score) => score - fall)), folder).checks.some(
        ({ hasRegressed }) => hasRegressed,
      );
    expect(fallenBy(0.009)).toBe(false);
    expect(fallenBy(0.011)).toBe(true);
  });

  it("lets one answer of a suite be lost, not two", () => {
    const marks = Array.from({ length: 20 }, () => true);
    writeBaselines(runOf(steady, marks), folder);
    const without = (lost: number) =>
      checkBaselines(
        runOf(
          steady,
          marks.map((_, at) => at >= lost),
        ),
        folder,
      ).checks.some((check) => check.hasRegressed);
    expect(without(1)).toBe(false);
    expect(without(2)).toBe(true);
  });

  it("is not compared with figures of other data, and says so", () => {
    writeBaselines(runOf(steady), folder);
    const result = checkBaselines(runOf([0, 0], [], "other"), folder);
    expect(result.checks).toEqual([]);
    expect(result.notes[0]).toMatch(/queries\.jsonl differ from what the baseline was measured on/);
  });

  it("that is not there is told, so that no suite goes unguarded in silence", () => {
    const { checks, notes } = checkBaselines(runOf(steady), join(folder, "empty"));
    expect({ checks, notes }).toEqual({ checks: [], notes: ["small has none; its figures are guarded by nothing"] });
  });

  it("of the sample ordinance is of the questions that are committed with it", () => {
    const { checksums } = readSuite(suiteFolder("alder-falls", folder), folder);
    const baseline = JSON.parse(readFileSync(join(baselineFolder, "alder-falls.json"), "utf8")) as Baseline;
    expect(baseline.data).toEqual(checksums);
  });

  it("is kept apart for searches over everything", () => {
    const run = runOf(steady);
    const everywhere = { ...run, suites: run.suites.map((suite) => ({ ...suite, scope: "all" as const })) };
    writeBaselines(run, folder);
    writeBaselines(everywhere, folder);
    expect(readdirSync(folder).toSorted()).toEqual(["small.all.json", "small.json"]);
  });
});

describe("two runs compared", () => {
  it("have no difference with themselves", () => {
    const { rows, changed, cautions } = compareRuns(runOf(steady, [true]), runOf(steady, [true]));
    expect(rows.every(({ mean, p }) => mean === 0 && p === 1)).toBe(true);
    expect(changed).toEqual([]);
    expect(cautions).toEqual([]);
  });

  it("name the questions that changed most first, and a sure loss", () => {
    const after = steady.map((score, at) => score - 0.1 - at / 1_000);
    const comparison = compareRuns(runOf(steady), runOf(after));
    expect(comparison.changed[0]?.text).toBe(words(19));
    expect(lossesIn(comparison).map(({ measure }) => measure)).toEqual(["nDCG@10"]);
    expect(lossesIn(compareRuns(runOf(after), runOf(steady)))).toEqual([]);
  });

  it("leave out questions whose words differ, and caution that the data does", () => {
    const before = runOf(steady);
    const after = runOf(steady, [], "other");
    const [suite] = after.suites;
    if (!suite) throw new Error("the run has a suite");
    const reworded = {
      ...suite,
      queries: suite.queries.map((query, at) => (at === 0 ? { ...query, text: "new" } : query)),
    };
    const comparison = compareRuns(before, { ...after, suites: [reworded], configurationHash: "def" });
    expect(comparison.rows[0]?.n).toBe(19);
    expect(comparison.cautions).toHaveLength(2);
  });

  it("are read from a folder or a file, and refused when they are no runs", () => {
    writeFileSync(join(folder, "run.json"), JSON.stringify(runOf(steady)));
    expect(readRun(folder)).toEqual(JSON.parse(readFileSync(join(folder, "run.json"), "utf8")));
    expect(() => readRun(join(folder, "none"))).toThrow(/no run there/);
    writeFileSync(join(folder, "other.json"), "{}");
    expect(() => readRun(join(folder, "other.json"))).toThrow(/not a run of this format/);
  });
});

describe("a target", () => {
  const target = {
    suite: "small",
    scope: "jurisdiction",
    split: "all",
    of: "hybrid+rerank",
    measure: "nDCG@10",
  } as const;

  it("is reached from its figure on, and left out where nothing was measured", () => {
    const reached = (atLeast: number) =>
      checkTargets(runOf([0.5, 0.7]), [{ ...target, atLeast }])[0]?.reached.isReached;
    expect(reached(0.6)).toBe(true);
    expect(reached(0.61)).toBe(false);
    expect(checkTargets(runOf([0.5]), [{ ...target, suite: "other", atLeast: 0 }])).toEqual([]);
  });

  it("can be of a difference between configurations, and of quotes over all suites", () => {
    const checks = checkTargets(runOf([0.5]), [
      { ...target, of: "hybrid+rerank - hybrid+rerank", atLeast: -0.001, atMost: 0.001 },
      { ...target, suite: "*", of: "citations", measure: "misquoted", atMost: 0 },
    ]);
    expect(checks.map(({ reached }) => reached)).toEqual([
      { value: 0, isReached: true },
      { value: 0, isReached: true },
    ]);
  });
});
