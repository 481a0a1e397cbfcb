import { setTimeout as wait } from "node:timers/promises";
import type { EvalQuery } from "../eval-folder.ts";
import {
  type CitationView,
  makeServiceClient,
  type PassageCitationView,
  type ServiceClient,
  ServiceRefused,
  type TurnView,
} from "../service-client.ts";
import type { Suite } from "../suites.ts";
import type { Engine, FoundPassage } from "./engine.ts";
import { prepareSuite, type RecordView } from "./publish-suite.ts";
import { makeRecordMatcher } from "./record-matcher.ts";

const searchDepth = 50;
/** Quotes of a search that are looked up; each is a request of its own. */
const quotesLookedUp = 1;
const mostWaits = 20;
const longestWaitSeconds = 120;

/** A project of a running service. */
export interface ServiceProject {
  readonly url: string;
  readonly projectId: string;
  readonly key: string;
}

/** The server is not reachable, or slower than the client's time limit. */
export class ServiceUnreachable extends Error {
  constructor(url: string, options: ErrorOptions) {
    const why = options.cause instanceof Error ? `: ${options.cause.message}` : "";
    super(`--server ${url} did not answer${why}; check that it runs and that the address is right`, options);
    this.name = "ServiceUnreachable";
  }
}

interface SearchReply {
  readonly results: readonly {
    readonly text: string;
    readonly relevance_score: number;
    readonly citation: PassageCitationView;
  }[];
}

/**
 * Opens an engine on a project of a running service that already contains the law of the suite. Searches and questions
 * go over HTTP, and passages are matched to the suite's records by their words. A citation of a fact belongs to no record
 * and has no span to check.
 *
 * Retries after the time that a 429 or 503 names. Costs credits as the service charges them.
 *
 * @throws ServiceRefused for any other refusal
 * @throws ServiceUnreachable when the server does not answer
 */
export async function openServiceEngine(suite: Suite, project: ServiceProject): Promise<Engine> {
  const client = patient(makeServiceClient(project.url, project.key), project.url);
  const base = `/v1/projects/${encodeURIComponent(project.projectId)}`;
  const views = await recordViews(suite);
  const recordsOf = makeRecordMatcher([...views].map(([id, { text }]) => ({ id, text })));
  const { documents, chunks } = await countDocuments(client, base);

  /** Returns whether the quote of a citation is verbatim at its span of the stored text. */
  async function stands(citation: PassageCitationView): Promise<boolean> {
    const { document_id, document_revision, char_start, char_end } = citation;
    const place = `revision=${document_revision}&char_start=${char_start}&char_end=${char_end}`;
    const { text } = await client<{ text: string }>("GET", `${base}/documents/${document_id}/text?${place}`);
    return text === citation.quote;
  }

  return {
    documents,
    chunks,
    recordView: (id) => views.get(id),
    search: (configuration) => async (query) => {
      const body = { query: query.text, top_k: searchDepth, rerank: configuration.reranks };
      const startedAt = performance.now();
      const reply = await client<SearchReply>("POST", `${base}/search`, body);
      const tookMs = performance.now() - startedAt;
      const passages: FoundPassage[] = [];
      for (const [at, { text, relevance_score, citation }] of reply.results.entries())
        passages.push({
          text,
          heading: citation.heading_path.join(" > "),
          records: recordsOf(text),
          score: relevance_score,
          origins: [],
          stands: at < quotesLookedUp ? await stands(citation) : null,
        });
      return { passages, coverage: null, tookMs };
    },
    async answer(query: EvalQuery) {
      const ask = (question: string, before?: TurnView) =>
        client<TurnView>("POST", `${base}/messages`, {
          question,
          ...(before ? { previous_turn_id: before.turn_id } : {}),
        });
      let before: TurnView | undefined;
      for (const question of query.followUp?.previous ?? []) before = await ask(question, before);
      const startedAt = performance.now();
      const turn = await ask(query.text, before);
      const tookMs = performance.now() - startedAt;
      const citations = [];
      for (const citation of turn.citations)
        citations.push({
          section: citation.section,
          page: citation.page,
          headingPath: citation.heading_path,
          quote: citation.quote,
          records: isFact(citation) ? [] : recordsOf(citation.quote),
          stands: isFact(citation) ? null : await stands(citation),
        });
      return { text: turn.answer ?? "", status: turn.answer_status ?? turn.status, citations, tookMs };
    },
    close: async () => undefined,
  };
}

function isFact(citation: CitationView): citation is Exclude<CitationView, PassageCitationView> {
  return citation.kind === "fact";
}

async function recordViews(suite: Suite): Promise<ReadonlyMap<string, RecordView>> {
  const views = new Map<string, RecordView>();
  for await (const prepared of prepareSuite(suite)) for (const [id, view] of prepared.views) views.set(id, view);
  return views;
}

async function countDocuments(client: PatientClient, base: string): Promise<{ documents: number; chunks: number }> {
  let documents = 0;
  let chunks = 0;
  for (let cursor = ""; ; ) {
    const page = await client<{
      data: readonly { ingest_report?: { chunks?: number } | null }[];
      next_cursor?: string | null;
    }>("GET", `${base}/documents?limit=100${cursor}`);
    documents += page.data.length;
    chunks += page.data.reduce((sum, document) => sum + (document.ingest_report?.chunks ?? 0), 0);
    if (!page.next_cursor) return { documents, chunks };
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

type PatientClient = <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;

/** Retries after the time that a refusal names, at most twenty times; a refusal without a time is final. */
function patient(client: ServiceClient, url: string): PatientClient {
  return async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    for (let waits = 0; ; waits++) {
      try {
        return await client.request<Reply>(method, path, body);
      } catch (error) {
        if (!(error instanceof ServiceRefused)) throw new ServiceUnreachable(url, { cause: error });
        const seconds = Number(error.problem.retry_after_seconds);
        if (!(seconds >= 0) || waits >= mostWaits) throw error;
        await wait(Math.min(seconds, longestWaitSeconds) * 1_000 + 50);
      }
    }
  };
}
