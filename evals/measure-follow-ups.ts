import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rewriteFollowUp } from "../agent/index.ts";
import { makeStaticEmbedder } from "../ingest/index.ts";
import { EvalFolderUnreadable, type EvalQuery } from "./eval-folder.ts";
import { chooseConfigurations, servedConfiguration } from "./measure/configurations.ts";
import { openLocalEngine } from "./measure/local-engine.ts";
import { measureRetrieval } from "./measure/measure-retrieval.ts";
import { mean } from "./metrics.ts";
import type { RankingRecord } from "./run-record.ts";
import { estimateDifference } from "./statistics.ts";
import { dataFolder, readSuite, SuiteMissing, suiteFolder } from "./suites.ts";

/** A follow-up with the conversation before it and the full question it means. */
interface FollowUp {
  readonly query: EvalQuery;
  readonly kind: string;
  readonly previous: readonly string[];
  readonly standalone: string;
  /** False where nothing of the conversation belongs to the question. */
  readonly inherits: boolean;
}

const wordings = ["as asked", "rewritten", "written in full"] as const;
const measures = ["recall@5", "nDCG@10"] as const;
const say = (text = "") => process.stdout.write(`${text}\n`);

/**
 * Measures the rewriting of follow-up questions: searches with the question as asked, as rewritten, and as a person
 * wrote it in full, and prints recall@5 and nDCG@10 of each by kind of follow-up.
 *
 *   npm run evals:follow-ups -- [--model file] [--list]
 *
 * `--list` prints each rewriting. Exit status 2 when the law or a label cannot be read.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { model: { type: "string" }, list: { type: "boolean" } } });
  const data = dataFolder();
  const folder = suiteFolder("follow-ups", data);
  const suite = readSuite(folder, data);
  const followUps = readFollowUps(join(folder, "queries.jsonl"), suite.queries);
  const rewritten = followUps.map(({ previous, query }) => rewriteFollowUp(previous, query.text));
  if (values.list)
    followUps.forEach(({ previous, query, kind }, at) => {
      say(`${query.id}  ${kind}\n  ${[...previous, query.text].join(" / ")}\n  ${rewritten[at]?.text}`);
    });
  const engine = await openLocalEngine(suite, {
    scope: "jurisdiction",
    ...(values.model === undefined ? {} : { embedder: makeStaticEmbedder({ path: values.model }) }),
  });
  try {
    const [configuration] = chooseConfigurations([servedConfiguration]);
    if (!configuration) throw new Error(`no configuration ${servedConfiguration}`);
    const texts = [
      followUps.map(({ query }) => query.text),
      rewritten.map(({ text }) => text),
      followUps.map(({ standalone }) => standalone),
    ];
    const measured: (readonly RankingRecord[])[] = [];
    for (const wording of texts) {
      const queries = followUps.map(({ query }, at) => ({ ...query, text: wording[at] ?? query.text }));
      const { record } = await measureRetrieval(engine, configuration, queries, { shows: false });
      measured.push(record.rankings);
    }
    const valuesOf = (wording: number, measure: (typeof measures)[number], chosen: ReadonlySet<string>) =>
      (measured[wording] ?? []).filter(({ query }) => chosen.has(query)).map((one) => one.measures[measure] ?? 0);
    printTable(followUps, valuesOf);
    const all = new Set(followUps.map(({ query }) => query.id));
    for (const [before, after] of [
      [0, 1],
      [2, 1],
    ] as const) {
      const difference = estimateDifference(valuesOf(before, "nDCG@10", all), valuesOf(after, "nDCG@10", all));
      const { mean: moved, low, high, p } = difference;
      say(
        `nDCG@10, ${wordings[after]} less ${wordings[before]}: ${moved.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}], p ${p.toFixed(3)}`,
      );
    }
  } finally {
    await engine.close();
  }
}

function printTable(
  followUps: readonly FollowUp[],
  valuesOf: (wording: number, measure: (typeof measures)[number], chosen: ReadonlySet<string>) => number[],
): void {
  say(`${"recall@5 / nDCG@10".padEnd(20)}${"n".padStart(4)}${wordings.map((name) => name.padStart(18)).join("")}`);
  const kinds = [...new Set(followUps.map(({ kind }) => kind))];
  for (const kind of [...kinds, "all"]) {
    const chosen = new Set(followUps.filter((one) => kind === "all" || one.kind === kind).map(({ query }) => query.id));
    const cells = wordings.map((_, wording) =>
      measures
        .map((measure) => mean(valuesOf(wording, measure, chosen)).toFixed(3))
        .join(" / ")
        .padStart(18),
    );
    say(`${kind.padEnd(20)}${String(chosen.size).padStart(4)}${cells.join("")}`);
  }
}

/** @throws EvalFolderUnreadable naming the line and the label that is missing */
function readFollowUps(path: string, queries: readonly EvalQuery[]): FollowUp[] {
  const byId = new Map(queries.map((query) => [query.id, query]));
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, at): FollowUp[] => {
    if (line === "") return [];
    const { _id, metadata } = JSON.parse(line) as { _id: string; metadata: Readonly<Record<string, unknown>> };
    const { kind, previous, standalone, inherits } = metadata;
    const query = byId.get(_id);
    if (!query) throw new EvalFolderUnreadable(path, at + 1, `${_id} has no judged record in qrels.tsv`);
    if (!Array.isArray(previous) || previous.length === 0 || !previous.every((one) => typeof one === "string"))
      throw new EvalFolderUnreadable(path, at + 1, "metadata.previous must be a list of earlier questions");
    if (typeof kind !== "string" || typeof standalone !== "string" || typeof inherits !== "boolean")
      throw new EvalFolderUnreadable(path, at + 1, "metadata needs kind, standalone and inherits (true or false)");
    return [{ query, kind, previous, standalone, inherits }];
  });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SuiteMissing || error instanceof EvalFolderUnreadable)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
