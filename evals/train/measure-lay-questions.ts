import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { makeStaticEmbedder } from "../../ingest/index.ts";
import { makeLayExpansions, makeLearnedWordings, readLayRules } from "../../retrieval/index.ts";
import { chooseConfigurations, servedConfiguration } from "../measure/configurations.ts";
import { openLocalEngine } from "../measure/local-engine.ts";
import { measureRetrieval } from "../measure/measure-retrieval.ts";
import { estimateDifference, estimateMean } from "../statistics.ts";
import type { Suite } from "../suites.ts";
import { suiteOfFold } from "./suite-of-fold.ts";

const measures = ["nDCG@10", "recall@10"] as const;
const shownConfigurations = ["keyword", "dense", "hybrid", servedConfiguration];

/**
 * Measures the whole retriever on the residents' questions of the towns of a fold, with a model that was trained with
 * the same `--fold` and has seen none of their questions, with its question model, and with the wordings and the likelihood learned so; with `--before`, against another
 * model without learned wordings.
 *
 *   node evals/train/measure-lay-questions.ts --fold part/of --after FILE --likelihood FILE [--wordings FILE] [--before FILE]
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      before: { type: "string" },
      after: { type: "string" },
      fold: { type: "string" },
      wordings: { type: "string" },
      likelihood: { type: "string" },
    },
  });
  const { before, after, fold, likelihood } = values;
  if (after === undefined || fold === undefined || likelihood === undefined)
    throw new Error("write --fold part/of --after FILE --likelihood FILE [--wordings FILE] [--before FILE]");
  const suite = suiteOfFold(fold);
  const now = await measure(suite, after, likelihood, values.wordings);
  const old = before === undefined ? undefined : await measure(suite, before, likelihood);
  console.log(`fold ${fold}: ${suite.queries.length} questions of ${suite.documents.length} towns`);
  for (const [name, rankings] of now) {
    for (const measure of measures) {
      const reached = rankings.map((ranking) => ranking[measure]);
      const { mean, low, high } = estimateMean(reached);
      const line = `${name}  ${measure}  ${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
      const earlier = old?.get(name)?.map((ranking) => ranking[measure]);
      console.log(earlier ? `${line}, ${movedText(earlier, reached)}` : line);
    }
  }
  for (const line of townLines(suite, now.get(servedConfiguration) ?? [])) console.log(line);
}

type Measured = Readonly<Record<(typeof measures)[number], number>>;

async function measure(
  suite: Suite,
  model: string,
  likelihood: string,
  wordings?: string,
): Promise<Map<string, Measured[]>> {
  const embedder = makeStaticEmbedder({ path: resolve(model) });
  // Without a file of the fold no learned wordings: the shipped ones were learned from these questions.
  const learned = wordings === undefined ? () => [] : makeLearnedWordings(resolve(wordings));
  const expansions = makeLayExpansions(readLayRules(), learned);
  const engine = await openLocalEngine(suite, {
    scope: "jurisdiction",
    embedder,
    expansions,
    learned: { wordVectors: pathToFileURL(resolve(model)), sayings: pathToFileURL(resolve(likelihood)) },
  });
  try {
    const measured = new Map<string, Measured[]>();
    for (const configuration of chooseConfigurations(shownConfigurations)) {
      const { record } = await measureRetrieval(engine, configuration, suite.queries, { shows: false });
      measured.set(
        configuration.name,
        record.rankings.map((ranking) => ({
          "nDCG@10": ranking.measures["nDCG@10"] ?? 0,
          "recall@10": ranking.measures["recall@10"] ?? 0,
        })),
      );
    }
    return measured;
  } finally {
    await engine.close();
  }
}

function movedText(before: readonly number[], after: readonly number[]): string {
  const { mean, low, high, p } = estimateDifference(before, after);
  return `${mean >= 0 ? "+" : ""}${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}], p ${p.toFixed(4)}`;
}

function townLines(suite: Suite, rankings: readonly Measured[]): string[] {
  const towns = Map.groupBy(suite.queries.keys(), (at) => suite.queries[at]?.jurisdiction ?? "");
  return [...towns].map(([town, places]) => {
    const [gain, found] = measures.map((measure) => estimateMean(places.map((at) => rankings[at]?.[measure] ?? 0)));
    return `${town} (${places.length})  ${gain?.mean.toFixed(3)} / ${found?.mean.toFixed(3)}`;
  });
}

await main();
