import { type Compute, type Embedder, exactScanUpTo, inlineCompute } from "../ingest/index.ts";
import type { Database } from "../migrations/index.ts";
import { makeChunkCache } from "./chunk-cache.ts";
import { expandToSection } from "./cite.ts";
import { SearchUnavailable } from "./errors.ts";
import { type FirstStage, type FirstStageDeps, type HybridSettings, runFirstStage } from "./first-stage.ts";
import { denseShare } from "./fusion.ts";
import type { Expansions } from "./keyword/question.ts";
import { makeSegmentCache, type SegmentCache } from "./keyword/segment-cache.ts";
import { makeLiveUnions } from "./live-unions.ts";
import type { RetrievalResult, Retriever } from "./passage.ts";
import { passagesOf, withoutRepetition } from "./passages.ts";
import { makeLinearReranker } from "./rerank/linear-reranker.ts";
import type { Reranker } from "./rerank/reranker.ts";
import { makeAskedRules } from "./rules/asked-rules.ts";
import { makeDistrictLookup } from "./rules/find-district-chunks.ts";
import { makeRuleReader, type RuleReader } from "./rules/read-rules.ts";
import { type OnStage, startStageClock } from "./stage-clock.ts";

/** What a hybrid retriever is made of. */
export interface HybridRetrieverDeps {
  readonly db: Database;
  /** The embedder, or how each search learns which one is live now; null searches by keywords alone. */
  readonly embedder: Embedder | (() => Promise<Embedder | null>);
  /** Shared between retrievers of one process; made with its defaults when absent. */
  readonly segments?: SegmentCache;
  /** Reads the rules of ordinances, and may be shared with other readers of them; a separate one is made when absent. */
  readonly rules?: RuleReader;
  /** Words of ordinance language that everyday words suggest; none when absent. */
  readonly expansions?: Expansions;
  /** A stronger reranker; the local one stands in when it fails. */
  readonly reranker?: Reranker;
  /** Runs the local reranker; it runs on the calling thread when absent. */
  readonly compute?: Compute | undefined;
  /** Called when the reranker failed and the local one replaced it. */
  readonly onRerankerFailure?: (error: unknown) => void;
  /** Told how long each stage of a search took. */
  readonly onStage?: OnStage;
  readonly settings?: Partial<HybridSettings>;
}

const standardSettings: HybridSettings = {
  useKeyword: true,
  useDense: true,
  useSectionLookup: true,
  referenceShare: 0.6,
  legDepth: 200,
  exactScanUpTo,
  rerankDepth: 60,
  context: { before: 0.3, after: 0.1 },
  denseShare,
  fusion: "convex",
};

/**
 * Makes the retriever of the service: keyword and dense legs over the same live revisions, fused, reranked, cited.
 *
 * Every search reads the revisions of its corpora first, so a publication is visible at once and no search sees half
 * of one.
 */
export function makeHybridRetriever(deps: HybridRetrieverDeps): Retriever {
  const stages: FirstStageDeps = {
    db: deps.db,
    unions: makeLiveUnions(),
    chunks: makeChunkCache(),
    askedRules: makeAskedRules(),
    liveEmbedder: typeof deps.embedder === "function" ? deps.embedder : oneEmbedder(deps.embedder),
    segments: deps.segments ?? makeSegmentCache(deps.compute),
    expansions: deps.expansions ?? (() => []),
    settings: { ...standardSettings, ...deps.settings },
    onStage: deps.onStage,
  };
  const compute = deps.compute ?? inlineCompute;
  const localReranker = makeLinearReranker(compute);
  const rules = deps.rules ?? makeRuleReader({ db: deps.db, compute });
  const findOfDistrict = makeDistrictLookup({ db: deps.db, compute, rules });

  async function rerank(query: string, stage: FirstStage, signal: AbortSignal | undefined) {
    const reranker = deps.reranker ?? localReranker;
    const question = { query, idf: stage.idf, meant: stage.meant };
    try {
      const scores = await reranker.rerank(question, stage.candidates, signal);
      return { scores, reranker: reranker.name, fellBack: false };
    } catch (error) {
      signal?.throwIfAborted();
      if (reranker === localReranker) throw error;
      deps.onRerankerFailure?.(error);
      const scores = await localReranker.rerank(question, stage.candidates, signal);
      return { scores, reranker: localReranker.name, fellBack: true };
    }
  }

  return {
    async search(query, scope, options = {}) {
      const topK = options.topK ?? 10;
      if (!Number.isInteger(topK) || topK < 1 || topK > 50) throw new RangeError("topK lies between 1 and 50");
      options.signal?.throwIfAborted();
      return asUnavailable(options.signal, async (): Promise<RetrievalResult> => {
        const reach = options.rerank === false ? 0 : ((deps.reranker ?? localReranker).reach ?? 1);
        const stage = await runFirstStage(stages, query, scope, { topK, reach });
        options.signal?.throwIfAborted();
        const stageEnded = startStageClock(deps.onStage);
        const ranked =
          options.rerank === false
            ? { scores: stage.candidates.map((candidate) => candidate.fused), reranker: "none", fellBack: false }
            : await rerank(query, stage, options.signal);
        if (options.rerank !== false) stageEnded("rerank");
        const chunks = stage.candidates.map((candidate, at) => ({ ...candidate, final: ranked.scores[at] ?? 0 }));
        return {
          passages: passagesOf(withoutRepetition(chunks), stage.union).slice(0, topK),
          coverage: stage.coverage,
          embeddingModel: stage.denseModel,
          reranker: ranked.reranker,
          rerankerFellBack: ranked.fellBack,
        };
      });
    },
    ofDistrict: (request, scope, { topK = 10, signal } = {}) =>
      asUnavailable(signal, () => findOfDistrict(request, scope, { topK, signal })),
    expand: (passage, options) =>
      asUnavailable(undefined, () => expandToSection(deps.db, passage, options?.maxCharacters ?? 8_000)),
  };
}

function oneEmbedder(embedder: Embedder): () => Promise<Embedder> {
  return async () => embedder;
}

async function asUnavailable<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RangeError || error instanceof TypeError) throw error;
    throw new SearchUnavailable("the index, the embedder or the database could not be reached", { cause: error });
  }
}
