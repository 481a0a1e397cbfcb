import {
  type Agent,
  type CiteSpan,
  type ModelCatalogue,
  makeAgent,
  makeSummariser,
  type VerifyCitation,
} from "../../agent/index.ts";
import type { Compute, Embedder } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import {
  type CohereReranker,
  citeSpan,
  makeHybridRetriever,
  makeLayExpansions,
  makeRuleReader,
  type Retriever,
  type RuleReader,
  verifyCitation,
} from "../../retrieval/index.ts";
import type { Observation } from "./compose-observation.ts";
import type { Config } from "./config.ts";
import { makeCatalogue, makeReranker } from "./engines.ts";
import { type LiveEmbedder, makeLiveEmbedder } from "./live-embedder.ts";
import type { Logger } from "./logger.ts";

/** What finds passages and makes answers of them. */
export interface Answering {
  readonly liveEmbedder: LiveEmbedder;
  /** The configured stronger reranker; undefined where the local one ranks. */
  readonly reranker: CohereReranker | undefined;
  readonly rules: RuleReader;
  readonly retriever: Retriever;
  readonly catalogue: ModelCatalogue;
  readonly agent: Agent;
  readonly summarise: ReturnType<typeof makeSummariser>;
}

/** Puts embedder, retriever, models, agent and summaries together. */
export function composeAnswering(
  config: Config,
  parts: {
    readonly db: Database;
    readonly logger: Logger;
    readonly observed: Observation;
    readonly compute: Compute;
    /** Instead of the local embedder. */
    readonly embedder: Embedder | undefined;
  },
): Answering {
  const { db, logger, observed, compute, embedder } = parts;
  const liveEmbedder = makeLiveEmbedder(db, config, { compute, replaced: embedder, onEmbedding: observed.onEmbedding });
  const reranker = makeReranker(config);
  const rules = makeRuleReader({ db, compute });
  const retriever = makeHybridRetriever({
    ...{ db, rules },
    embedder: liveEmbedder.forSearch,
    expansions: makeLayExpansions(),
    compute,
    ...(reranker ? { reranker } : {}),
    onRerankerFailure: (error) => {
      observed.onRerankerFailure();
      logger.warn({ error: String(error) }, "the local reranker stood in");
    },
    onStage: observed.onStage,
  });
  const catalogue = makeCatalogue(config, observed.onModelCall);
  const citing = {
    citeSpan: ((passage, charStart, charEnd, score) =>
      citeSpan(db, passage, { charStart, charEnd }, score)) satisfies CiteSpan,
    verifyCitation: ((citation) => verifyCitation(db, citation)) satisfies VerifyCitation,
  };
  const agent = makeAgent({ retriever, catalogue, ...citing, compute, logger });
  const summarise = makeSummariser({ catalogue, ...citing, compute });
  return { liveEmbedder, reranker, rules, retriever, catalogue, agent, summarise };
}
