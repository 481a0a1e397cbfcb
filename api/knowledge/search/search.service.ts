import { newId } from "../../../migrations/index.ts";
import { citePassage, type RetrievalResult, type Retriever } from "../../../retrieval/index.ts";
import type { Principal } from "../../access/principal.ts";
import { citationView } from "../citation.model.ts";
import type { GetReadyProject } from "../project-gate.ts";
import type { SearchBody, SearchView } from "./search.model.ts";

/** What a search costs, and how it is paid. */
export interface SearchCharge {
  /** Throws Problem (402) when the credential could not pay. */
  assertAffordable(principal: Principal): Promise<void>;
  /** Takes the price of one successful search and gives it. */
  charge(principal: Principal, projectId: string, idempotencyKey: string | undefined): Promise<number>;
}

export interface SearchDeps {
  readonly getReadyProject: GetReadyProject;
  readonly retriever: Retriever;
  readonly charge: SearchCharge;
  /** What callers read for an embedder's id, which may name the address of an endpoint. */
  readonly embedderName: (embedderId: string) => string;
}

export interface SearchRequest {
  readonly principal: Principal;
  readonly projectId: string;
  readonly body: SearchBody;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}

/** Searches a project's corpora; a search that fails costs nothing. */
export function makeSearch(deps: SearchDeps) {
  return async function search(request: SearchRequest): Promise<SearchView> {
    const { principal, projectId, body } = request;
    const project = await deps.getReadyProject(principal, projectId);
    await deps.charge.assertAffordable(principal);
    const startedAt = performance.now();
    const found = await deps.retriever.search(
      body.query,
      { corpusIds: project.corpusIds, ...filtersOf(body) },
      { topK: body.top_k ?? 10, rerank: body.rerank ?? true, signal: request.signal },
    );
    const tookMs = performance.now() - startedAt;
    const charged = await deps.charge.charge(principal, projectId, request.idempotencyKey);
    const embedder = found.embeddingModel === null ? null : deps.embedderName(found.embeddingModel);
    return searchView(found, embedder, charged, tookMs);
  };
}

function filtersOf(body: SearchBody) {
  if (!body.filters) return {};
  const { corpus_kinds, document_ids, section_prefix } = body.filters;
  return { filters: { corpusKinds: corpus_kinds, documentIds: document_ids, sectionPrefix: section_prefix } };
}

function searchView(found: RetrievalResult, embedder: string | null, charged: number, tookMs: number): SearchView {
  return {
    search_id: newId("search"),
    results: found.passages.map((passage) => ({
      rank: passage.rank,
      text: passage.text,
      relevance_score: passage.score,
      citation: citationView(citePassage(passage)),
    })),
    credits_charged: charged,
    retrieval: {
      embedding_model: embedder,
      reranker: found.rerankerFellBack ? `${found.reranker} (fallback)` : found.reranker,
      took_ms: Math.round(tookMs * 10) / 10,
    },
  };
}
