import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { makeStaticEmbedder } from "../../ingest/index.ts";
import { migrate, openEmbedded } from "../../migrations/index.ts";
import {
  candidateFeatures,
  degreesOf,
  featureWeights,
  makeHybridRetriever,
  makeLayExpansions,
  type PassageFeatures,
  type RerankCandidate,
  type Reranker,
} from "../../retrieval/index.ts";
import { publishSuite } from "../measure/publish-suite.ts";
import { mean, ndcg } from "../metrics.ts";
import { fitListwise, type JudgedList, weighed } from "./listwise-fit.ts";
import { suiteOfFold } from "./suite-of-fold.ts";

/** The score of the first stage, which has the weight 1, and the features in the order of the shipped weights. */
const names = Object.keys(featureWeights) as (keyof PassageFeatures)[];
const shipped = [1, ...names.map((name) => featureWeights[name])];

interface AskedList extends JudgedList {
  /** Records of each candidate, for the measure. */
  readonly records: readonly (readonly string[])[];
  readonly relevant: ReadonlyMap<string, number>;
}

/**
 * Fits the weights of the local reranker to residents' questions and measures them on towns that neither the fit nor the
 * embedding model has seen questions of; prints them beside the shipped ones. What is shipped stands in
 * `retrieval/rerank/feature-weights.ts`, rounded by a person.
 *
 *   npm run train:reranker -- --fold part/of=MODEL=LIKELIHOOD...
 *
 * Each MODEL is an embedding model that `npm run train` wrote with the same `--fold`, with the question model that
 * `npm run train:questions` put beside it, and LIKELIHOOD what `npm run train:likelihood` wrote so; at least two parts.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { fold: { type: "string", multiple: true, default: [] } } });
  if (values.fold.length < 2) throw new Error("write --fold part/of=FILE at least twice, of models trained without it");
  const folds: AskedList[][] = [];
  for (const written of values.fold) {
    const [fold = "", model = "", likelihood = ""] = written.split("=");
    folds.push(await listsOf(fold, resolve(model), pathToFileURL(resolve(likelihood)).href));
    console.error(`${fold}: ${folds.at(-1)?.length} questions`);
  }
  folds.forEach((held, at) => {
    const others = folds.filter((_, other) => other !== at).flat();
    const [before, after] = [shipped, fitListwise(others, shipped.length)].map((weights) => measured(held, weights));
    console.log(
      `${values.fold[at]}: nDCG@10 ${before?.toFixed(3)} with the shipped weights, ${after?.toFixed(3)} fitted`,
    );
  });
  const [ofFirstStage = 1, ...fitted] = fitListwise(folds.flat(), shipped.length);
  names.forEach((name, at) => {
    const weight = (fitted[at] as number) / ofFirstStage;
    console.log(`${name.padEnd(14)} ${featureWeights[name].toFixed(2)} shipped, ${weight.toFixed(2)} fitted`);
  });
}

/** Returns the candidates of every question of a fold with their features, found by a model that has not seen the questions. */
async function listsOf(fold: string, model: string, sayings: string): Promise<AskedList[]> {
  const suite = suiteOfFold(fold);
  const embedder = makeStaticEmbedder({ path: model });
  const db = await openEmbedded();
  try {
    await migrate(db);
    const published = await publishSuite(db, embedder, suite);
    const lists: AskedList[] = [];
    let relevant: ReadonlyMap<string, number> = new Map();
    const recorder: Reranker = {
      name: "recorder",
      async rerank(question, candidates) {
        const request = { question, candidates, model: pathToFileURL(model).href, sayings };
        const degrees = degreesOf(request);
        const features = candidateFeatures(request, degrees);
        const records = candidates.map((candidate) => published.recordsAt(...placeOf(candidate)));
        lists.push({
          features: candidates.map(({ fused }, at) => [
            degrees.firstStage * fused,
            ...names.map((name) => (features[at] as PassageFeatures)[name]),
          ]),
          answers: records.map((some) => some.some((record) => relevant.has(record))),
          records,
          relevant,
        });
        return candidates.map(({ fused }) => fused);
      },
    };
    // The learned wordings were learned from these questions, so only the written rules suggest words.
    const expansions = makeLayExpansions(undefined, () => []);
    const retriever = makeHybridRetriever({ db, embedder, expansions, reranker: recorder });
    for (const query of suite.queries) {
      relevant = query.relevant;
      await retriever.search(query.text, { corpusIds: [published.corpusIds.get(query.jurisdiction) ?? ""] });
    }
    return lists;
  } finally {
    await db.close();
  }
}

/** Where a candidate stands; the retriever hands on what it found, which holds more than a reranker reads. */
function placeOf(candidate: RerankCandidate): [documentId: string, charStart: number, charEnd: number] {
  const { row } = candidate as RerankCandidate & {
    readonly row: { readonly documentId: string; readonly charStart: number; readonly charEnd: number };
  };
  return [row.documentId, row.charStart, row.charEnd];
}

function measured(lists: readonly AskedList[], weights: readonly number[]): number {
  return mean(
    lists.map((list) => {
      const scores = weighed(list, weights);
      const order = [...scores.keys()].sort((one, other) => (scores[other] as number) - (scores[one] as number));
      const ranked = [...new Set(order.flatMap((at) => list.records[at] ?? []))];
      return ndcg(ranked, list.relevant, 10);
    }),
  );
}

await main();
