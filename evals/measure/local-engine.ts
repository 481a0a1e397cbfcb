import { makeAgent, makeModelCatalogue, type PreviousTurn, type TurnOutcome } from "../../agent/index.ts";
import { type Embedder, inlineCompute, makeStaticEmbedder } from "../../ingest/index.ts";
import { migrate, openEmbedded } from "../../migrations/index.ts";
import {
  citeSpan,
  type Expansions,
  makeHybridRetriever,
  makeLayExpansions,
  makeLinearReranker,
  makeSegmentCache,
  type Passage,
  type SearchScope,
  verifyCitation,
} from "../../retrieval/index.ts";
import type { ChatModel } from "../chat-model.ts";
import type { EvalQuery } from "../eval-folder.ts";
import type { Scope } from "../run-record.ts";
import type { Suite } from "../suites.ts";
import { exactConfiguration } from "./configurations.ts";
import type { Engine, Found, FoundPassage, GivenAnswer } from "./engine.ts";
import { makeExactBm25 } from "./exact-bm25.ts";
import { makeModelMeter } from "./model-meter.ts";
import { type PublishedSuite, publishSuite } from "./publish-suite.ts";

const searchDepth = 50;

/** How a suite is measured in this process. */
export interface LocalEngineOptions {
  readonly scope: Scope;
  readonly embedder?: Embedder;
  /** Words of the law that a question suggests; the service's own when absent. */
  readonly expansions?: Expansions;
  /** Files of the local reranker; the shipped ones when absent. */
  readonly learned?: { readonly wordVectors?: URL; readonly sayings?: URL };
  /** The chat model that answers; the local reader when absent. */
  readonly model?: ChatModel | undefined;
}

/**
 * Publishes a suite into an embedded database in memory and makes the service's own retriever and agent over it.
 *
 * @throws DocumentUnreadable
 */
export async function openLocalEngine(suite: Suite, options: LocalEngineOptions): Promise<Engine> {
  const embedder = options.embedder ?? makeStaticEmbedder();
  const db = await openEmbedded();
  await migrate(db);
  const published = await publishSuite(db, embedder, suite);
  const segments = makeSegmentCache();
  const expansions = options.expansions ?? makeLayExpansions();
  const reranker = makeLinearReranker(inlineCompute, options.learned);
  const scopeOf = ({ jurisdiction }: EvalQuery): SearchScope => {
    const own = options.scope === "jurisdiction" ? published.corpusIds.get(jurisdiction) : undefined;
    return { corpusIds: own ? [own] : [...published.corpusIds.values()] };
  };
  const { model } = options;
  const meter = makeModelMeter();
  const agent = makeAgent({
    retriever: makeHybridRetriever({ db, embedder, segments, expansions, reranker }),
    catalogue: makeModelCatalogue(model ? { ...model.catalogue, onModelCall: meter.onModelCall } : {}),
    citeSpan: (passage, charStart, charEnd, score) => citeSpan(db, passage, { charStart, charEnd }, score),
    verifyCitation: (citation) => verifyCitation(db, citation),
  });

  /** Asks a question after the earlier questions of its conversation; `tookMs` is the time of its own turn. */
  async function converse(query: EvalQuery): Promise<{ outcome: TurnOutcome; tookMs: number }> {
    const previousTurns: PreviousTurn[] = [];
    const turn = (question: string) =>
      agent.answer({ question, scope: scopeOf(query), modelId: model?.id ?? null, previousTurns });
    for (const question of query.followUp?.previous ?? []) {
      const { answer, citations } = await turn(question);
      previousTurns.push({ question, answer, citations });
    }
    const startedAt = performance.now();
    const outcome = await turn(query.text);
    return { outcome, tookMs: performance.now() - startedAt };
  }

  return {
    documents: published.documentCount,
    chunks: published.chunks.length,
    reading: published.reading,
    recordView: published.recordView,
    search(configuration) {
      if (configuration.name === exactConfiguration.name) return exactSearch(published, options.scope);
      const retriever = makeHybridRetriever({
        db,
        embedder,
        segments,
        reranker,
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
      meter.take();
      const done = await converse(query).catch((error: unknown) => {
        // A fault of the local reader is one of this code, so it ends the run.
        if (!model) throw error;
        return { failure: reasonOf(error) };
      });
      const use = model ? { use: meter.take() } : {};
      if ("failure" in done) {
        const tookMs = performance.now() - startedAt;
        return { text: "", status: "failed", citations: [], tookMs, failure: done.failure, ...use };
      }
      const { outcome, tookMs } = done;
      const citations = outcome.citations.map((citation) => ({
        section: citation.section,
        page: citation.page,
        headingPath: citation.headingPath,
        quote: citation.quote,
        records:
          citation.kind === "fact"
            ? []
            : published.recordsAt(citation.documentId, citation.charStart, citation.charEnd),
        stands: citation.kind === "fact" ? null : stands(published, citation.documentId, citation, citation.quote),
      }));
      return { text: outcome.answer, status: outcome.answerStatus, citations, tookMs, ...use };
    },
    close: () => db.close(),
  };
}

/** The code and the first line of an error. */
function reasonOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? `${String(error.code)}: ` : "";
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `${code}${line}`;
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
