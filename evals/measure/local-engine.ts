import { makeAgent, makeModelCatalogue } from "../../agent/index.ts";
import { type Embedder, makeStaticEmbedder } from "../../ingest/index.ts";
import { migrate, openEmbedded } from "../../migrations/index.ts";
import {
  citeSpan,
  makeHybridRetriever,
  makeLayExpansions,
  makeSegmentCache,
  type Passage,
  type SearchScope,
  verifyCitation,
} from "../../retrieval/index.ts";
import type { EvalQuery } from "../eval-folder.ts";
import type { Scope } from "../run-record.ts";
import type { Suite } from "../suites.ts";
import { exactConfiguration } from "./configurations.ts";
import type { Engine, Found, FoundPassage, GivenAnswer } from "./engine.ts";
import { makeExactBm25 } from "./exact-bm25.ts";
import { type PublishedSuite, publishSuite } from "./publish-suite.ts";

const searchDepth = 50;

/** How a suite is measured in this process. */
export interface LocalEngineOptions {
  readonly scope: Scope;
  readonly embedder?: Embedder;
}

/**
 * Publishes a suite into an embedded database in memory and makes the service's own retriever and agent over it.
 *
 * Throws  DocumentUnreadable
 */
export async function openLocalEngine(suite: Suite, options: LocalEngineOptions): Promise<Engine> {
  const embedder = options.embedder ?? makeStaticEmbedder();
  const db = await openEmbedded();
  await migrate(db);
  const published = await publishSuite(db, embedder, suite);
  const segments = makeSegmentCache();
  const expansions = makeLayExpansions();
  const scopeOf = ({ jurisdiction }: EvalQuery): SearchScope => {
    const own = options.scope === "jurisdiction" ? published.corpusIds.get(jurisdiction) : undefined;
    return { corpusIds: own ? [own] : [...published.corpusIds.values()] };
  };
  const agent = makeAgent({
    retriever: makeHybridRetriever({ db, embedder, segments, expansions }),
    catalogue: makeModelCatalogue(),
    citeSpan: (passage, charStart, charEnd, score) => citeSpan(db, passage, { charStart, charEnd }, score),
    verifyCitation: (citation) => verifyCitation(db, citation),
  });

  return {
    documents: published.documentCount,
    chunks: published.chunks.length,
    recordView: published.recordView,
    search(configuration) {
      if (configuration.name === exactConfiguration.name) return exactSearch(published, options.scope);
      const retriever = makeHybridRetriever({
        db,
        embedder,
        segments,
        settings: configuration.settings,
        ...(configuration.expands ? { expansions } : {}),
      });
      return async (query) => {
        const startedAt = performance.now();
        const found = await retriever.search(query.text, scopeOf(query), {
          topK: searchDepth,
          rerank: configuration.reranks,
        });
        const tookMs = performance.now() - startedAt;
        return { passages: found.passages.map((one) => asFound(published, one)), coverage: found.coverage, tookMs };
      };
    },
    async answer(query): Promise<GivenAnswer> {
      const startedAt = performance.now();
      const outcome = await agent.answer({ question: query.text, scope: scopeOf(query), modelId: null });
      const citations = outcome.citations.map((citation) => ({
        section: citation.section,
        page: citation.page,
        headingPath: citation.headingPath,
        quote: citation.quote,
        records: published.recordsAt(citation.documentId, citation.charStart, citation.charEnd),
        stands: stands(published, citation.documentId, citation, citation.quote),
      }));
      return { text: outcome.answer, status: outcome.answerStatus, citations, tookMs: performance.now() - startedAt };
    },
    close: () => db.close(),
  };
}

function asFound(published: PublishedSuite, passage: Passage): FoundPassage {
  const { documentId, charStart, charEnd, text, headingPath, score, origins } = passage;
  return {
    text,
    heading: headingPath.join(" > "),
    records: published.recordsAt(documentId, charStart, charEnd),
    score,
    origins,
    stands: stands(published, documentId, passage, text),
  };
}

/** Compares a quote with the text that was published: the store's own check has no part in it. */
function stands(
  published: PublishedSuite,
  documentId: string,
  { charStart, charEnd }: { charStart: number; charEnd: number },
  quote: string,
): boolean {
  return quote !== "" && published.textOf(documentId)?.slice(charStart, charEnd) === quote;
}

function exactSearch(published: PublishedSuite, scope: Scope): (query: EvalQuery) => Promise<Found> {
  const byJurisdiction = Map.groupBy(published.chunks, ({ jurisdiction }) => (scope === "all" ? "" : jurisdiction));
  const indexes = new Map(
    [...byJurisdiction].map(([name, chunks]) => [
      name,
      { chunks, search: makeExactBm25(chunks.map((one) => one.chunk)) },
    ]),
  );
  const everything = { chunks: published.chunks, search: makeExactBm25(published.chunks.map((one) => one.chunk)) };
  return async (query) => {
    const startedAt = performance.now();
    const { chunks, search } = indexes.get(scope === "all" ? "" : query.jurisdiction) ?? everything;
    const passages = search(query.text)
      .slice(0, searchDepth)
      .flatMap((at): FoundPassage[] => {
        const found = chunks[at];
        if (!found) return [];
        const { chunk, records } = found;
        const heading = chunk.headingPath.join(" > ");
        return [{ text: chunk.indexText, heading, records, score: 0, origins: ["keyword"], stands: null }];
      });
    return { passages, coverage: null, tookMs: performance.now() - startedAt };
  };
}
