import type { CohereClientV2 } from "cohere-ai";
import { type CircuitBreaker, makeCircuitBreaker } from "./circuit-breaker.ts";
import type { RerankCandidate, Reranker, RerankQuestion } from "./reranker.ts";

/** Where Cohere answers, which model ranks, and how long a search waits for it. */
export interface CohereRerankerOptions {
  readonly apiKey: string;
  /** Cohere's own address when left out. */
  readonly baseUrl?: string | null | undefined;
  /** E.g. "rerank-v3.5". */
  readonly model: string;
  /** For the whole call, answer read; 1.5 s by default. */
  readonly budgetMs?: number | undefined;
  /** Candidates sent, best of the first stage first; 100 by default. */
  readonly maxDocuments?: number | undefined;
  /** Of one candidate's text; 6,000 by default, about 1,500 tokens. */
  readonly maxCharacters?: number | undefined;
  /** Failures in a row after which Cohere is left alone; 3 by default. */
  readonly failuresToOpen?: number | undefined;
  /** How long it is left alone; 30 s by default. */
  readonly restMs?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** A reranker that leaves Cohere alone for a while after repeated failures. */
export interface CohereReranker extends Reranker {
  /** True while Cohere is left alone: what readiness can tell without paying for a ranking. */
  isResting(): boolean;
}

/** Cohere gave no ranking: the caller ranks by other means and says so. */
export class RerankerUnavailable extends Error {
  readonly code = "reranker.unavailable";

  constructor(internal: string, options: { cause?: unknown } = {}) {
    super(internal, options);
    this.name = "RerankerUnavailable";
  }
}

// A relevance never falls below the floor, so a candidate that was not sent never passes one that was.
const floor = 1e-6;
// Below what Cohere distinguishes: the first stage decides between equal relevances and nothing else.
const tieBreak = 1e-9;

/**
 * Makes a reranker that asks Cohere.
 *
 * One try within the time budget, never a second: a search that waits is worse than one ranked locally. After repeated
 * failures it refuses at once for a while, so that an outage costs no search its budget.
 */
export function makeCohereReranker(options: CohereRerankerOptions): CohereReranker {
  const client = makeClient(options);
  const breaker = makeCircuitBreaker({
    failuresToOpen: options.failuresToOpen ?? 3,
    openMs: options.restMs ?? 30_000,
    now: options.now,
  });
  return {
    name: `cohere:${options.model}`,
    isResting: () => breaker.isOpen(),
    async rerank(question, candidates, callerSignal) {
      callerSignal?.throwIfAborted();
      const sent = chooseSent(candidates, options.maxDocuments ?? 100);
      if (sent.length === 0) return candidates.map((candidate) => floor * candidate.fused);
      if (!breaker.admits()) throw new RerankerUnavailable("Cohere failed repeatedly and is left alone for a while");
      const relevances = await askGuarded(client, breaker, options, question, sent, callerSignal);
      const bySent = new Map(sent.map((candidate, at) => [candidate, relevances[at] ?? 0]));
      return candidates.map((candidate) => {
        const relevance = bySent.get(candidate);
        if (relevance === undefined) return floor * candidate.fused * 0.999;
        return floor + (1 - floor - tieBreak) * relevance + tieBreak * candidate.fused;
      });
    },
  };
}

/** The best of the first stage that have any text: Cohere refuses an empty document, and the whole call with it. */
function chooseSent(candidates: readonly RerankCandidate[], limit: number): RerankCandidate[] {
  const worded = candidates.filter((candidate) => candidate.text.trim() !== "");
  return worded.sort((one, other) => other.fused - one.fused).slice(0, limit);
}

async function askGuarded(
  client: () => Promise<CohereClientV2>,
  breaker: CircuitBreaker,
  options: CohereRerankerOptions,
  question: RerankQuestion,
  sent: readonly RerankCandidate[],
  callerSignal: AbortSignal | undefined,
): Promise<number[]> {
  try {
    const relevances = await ask(await client(), options, question, sent, callerSignal);
    breaker.succeeded();
    return relevances;
  } catch (error) {
    if (callerSignal?.aborted) {
      breaker.abandoned();
      throw callerSignal.reason;
    }
    breaker.failed(restAskedFor(error));
    if (error instanceof RerankerUnavailable) throw error;
    throw new RerankerUnavailable(`Cohere could not be asked: ${wordsOf(error)}`, { cause: error });
  }
}

async function ask(
  client: CohereClientV2,
  options: CohereRerankerOptions,
  question: RerankQuestion,
  sent: readonly RerankCandidate[],
  callerSignal: AbortSignal | undefined,
): Promise<number[]> {
  const budgetMs = options.budgetMs ?? 1500;
  const budget = AbortSignal.timeout(budgetMs);
  const signal = callerSignal ? AbortSignal.any([budget, callerSignal]) : budget;
  const call = client.rerank(
    {
      model: options.model,
      query: question.query,
      documents: sent.map((candidate) => shorten(candidate.text, options.maxCharacters ?? 6000)),
    },
    { abortSignal: signal, maxRetries: 0, timeoutInSeconds: budgetMs / 1000 },
  );
  // The client lets go of its timeout once the headers are in: the race also ends an answer that stalls half-way.
  const answer: unknown = await Promise.race([call, whenAborted(signal)]);
  return readRelevances(answer, sent.length);
}

function readRelevances(answer: unknown, count: number): number[] {
  const results = (answer as { results?: unknown } | null)?.results;
  if (!Array.isArray(results) || results.length !== count) {
    const held = Array.isArray(results) ? `${results.length} results` : "no results";
    throw new RerankerUnavailable(`Cohere's answer holds ${held} for ${count} documents`);
  }
  const relevances = new Array<number>(count).fill(Number.NaN);
  for (const result of results as { index?: unknown; relevanceScore?: unknown }[]) {
    const { index, relevanceScore } = result ?? {};
    if (typeof index !== "number" || typeof relevanceScore !== "number" || !Number.isNaN(relevances[index]))
      throw new RerankerUnavailable("Cohere's answer names a document twice, one that was not sent, or no score");
    relevances[index] = Math.min(Math.max(relevanceScore, 0), 1);
  }
  if (relevances.some(Number.isNaN)) throw new RerankerUnavailable("Cohere's answer holds a score that is no number");
  return relevances;
}

/** Cuts at a line or a word within the last tenth, else inside a word; never inside a character. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const before = text.slice(0, limit);
  const end = Math.max(before.lastIndexOf("\n"), before.lastIndexOf(" "));
  if (end >= limit * 0.9) return before.slice(0, end);
  return /[\uD800-\uDBFF]$/.test(before) ? before.slice(0, -1) : before;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Retry-After of a refusal in milliseconds, at most a minute: an engine cannot switch itself off for a day. */
function restAskedFor(error: unknown): number {
  const headers = (error as { rawResponse?: { headers?: unknown } } | null)?.rawResponse?.headers;
  if (!(headers instanceof Headers)) return 0;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds, 60) * 1000 : 0;
}

function wordsOf(error: unknown): string {
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  return statusCode === undefined ? (message ?? "no answer") : `status ${statusCode}`;
}

/** Loaded at the first call: a service without Cohere never pays for the library. */
function makeClient(options: CohereRerankerOptions): () => Promise<CohereClientV2> {
  let client: Promise<CohereClientV2> | undefined;
  return () => {
    client ??= import("cohere-ai").then(
      ({ CohereClientV2 }) =>
        new CohereClientV2({
          token: options.apiKey,
          ...(options.baseUrl ? { baseUrl: options.baseUrl } : { environment: "https://api.cohere.com" }),
          clientName: "groundwork",
        }),
    );
    return client;
  };
}
