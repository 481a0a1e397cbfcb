import { type Database, newId } from "../../../migrations/index.ts";
import { citePassage, type PassageOrigin, type RetrievalResult, type Retriever } from "../../../retrieval/index.ts";
import { citationView } from "../../http/citation.model.ts";
import type { IdempotencyHandle } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import { searchableDay } from "../as-of.ts";
import type { GetReadyProject } from "../project-gate.ts";
import type { SearchBody, SearchView } from "./search.model.ts";

/** What a search costs, and how it is paid. */
export interface SearchCharge {
  /** Credits of one successful search. */
  readonly price: number;
  /** Throws Problem (402) when the credential could not pay. */
  assertAffordable(principal: Principal): Promise<void>;
  /** Takes the price of one successful search. Joins the caller's transaction. */
  charge(principal: Principal, projectId: string, idempotencyKey: string | undefined): Promise<void>;
}

export interface SearchDeps {
  readonly db: Database;
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
  readonly idempotency: IdempotencyHandle | undefined;
  readonly signal: AbortSignal;
}

/**
 * Searches a project's corpora; a search that fails costs nothing, and one whose process died after it was paid for is
 * made again for nothing.
 */
export function makeSearch(deps: SearchDeps) {
  return async function search(request: SearchRequest): Promise<SearchView> {
    const { principal, projectId, body, idempotency } = request;
    const project = await deps.getReadyProject(principal, projectId);
    const asOf = body.as_of === undefined ? undefined : await searchableDay(deps.db, project.corpusIds, body.as_of);
    const paidSearch = idempotency?.reference;
    if (paidSearch === undefined) await deps.charge.assertAffordable(principal);
    const startedAt = performance.now();
    const found = await deps.retriever.search(
      body.query,
      { corpusIds: project.corpusIds, ...filtersOf(body), asOf },
      { topK: body.top_k ?? 10, rerank: body.rerank ?? true, signal: request.signal },
    );
    const tookMs = performance.now() - startedAt;
    const searchId = paidSearch ?? (await pay(request));
    const embedder = found.embeddingModel === null ? null : deps.embedderName(found.embeddingModel);
    return searchView(found, { searchId, embedder, charged: deps.charge.price, tookMs });
  };

  /** Takes the price and remembers it under the key, both or neither; gives the id of the search that is paid for. */
  async function pay({ principal, projectId, idempotency }: SearchRequest): Promise<string> {
    const searchId = newId("search");
    const charge = () => deps.charge.charge(principal, projectId, idempotency?.key);
    if (idempotency === undefined) await charge();
    else {
      await deps.db.transaction(async () => {
        await charge();
        await idempotency.saveReference(searchId);
      });
    }
    return searchId;
  }
}

function filtersOf(body: SearchBody) {
  if (!body.filters) return {};
  const { corpus_kinds, document_ids, section_prefix } = body.filters;
  return { filters: { corpusKinds: corpus_kinds, documentIds: document_ids, sectionPrefix: section_prefix } };
}

function searchView(
  found: RetrievalResult,
  facts: { searchId: string; embedder: string | null; charged: number; tookMs: number },
): SearchView {
  return {
    search_id: facts.searchId,
    results: found.passages.map((passage) => ({
      rank: passage.rank,
      text: passage.text,
      relevance_score: passage.score,
      why: passage.origins.map((origin) => reasonOf(origin, passage.referredBy)),
      citation: citationView(citePassage(passage)),
    })),
    credits_charged: facts.charged,
    retrieval: {
      embedding_model: facts.embedder,
      reranker: found.rerankerFellBack ? `${found.reranker} (fallback)` : found.reranker,
      took_ms: Math.round(facts.tookMs * 10) / 10,
    },
  };
}

/** Says in words which way a passage was found. */
function reasonOf(origin: PassageOrigin, referredBy: string | undefined): string {
  switch (origin) {
    case "keyword":
      return "It holds words of the query.";
    case "dense":
      return "It is close to the query in meaning.";
    case "lookup":
      return "The query names its section.";
    case "parent":
      return "It is the section around a passage that was found.";
    case "cross_ref":
      return referredBy === undefined ? "A better result refers to it." : `Section ${referredBy} refers to it.`;
  }
}
