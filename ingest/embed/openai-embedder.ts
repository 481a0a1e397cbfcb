import { setTimeout as waitFor } from "node:timers/promises";
import type { Embedder, EmbeddingUse } from "./embedder.ts";
import { batchesOf, fitText } from "./openai-batches.ts";
import {
  type EmbeddingCall,
  type Endpoint,
  embedBatch,
  type IndexedText,
  makeClient,
  openAiBaseUrl,
} from "./openai-endpoint.ts";

/** Where the endpoint answers, which model it runs, and how hard it may be asked. */
export interface OpenAiEmbedderOptions {
  /** Endpoints that want no key take any text. */
  readonly apiKey: string;
  /** With its path, e.g. "http://localhost:11434/v1"; OpenAI's own when left out. */
  readonly baseUrl?: string | null | undefined;
  readonly model: string;
  /** Sent as `dimensions`, for models that can shorten their vectors. */
  readonly shortenTo?: number | undefined;
  /** What the model reads of one text; 8,000 by default. */
  readonly maxInputTokens?: number | undefined;
  /** Texts in one request; 96 by default. */
  readonly maxBatchTexts?: number | undefined;
  /** Estimated tokens in one request; 40,000 by default. */
  readonly maxBatchTokens?: number | undefined;
  /** Requests under way for documents; 3 by default. Queries have a lane of their own: ingest never delays a search. */
  readonly concurrency?: number | undefined;
  /** For one request; 30 s by default. */
  readonly requestTimeoutMs?: number | undefined;
  /** For one batch with its retries and waits; 6 s for queries and 180 s for documents by default. */
  readonly budgetMs?: Partial<Record<EmbeddingUse, number>> | undefined;
  /** Tries of one batch; 3 for queries and 6 for documents by default. */
  readonly maxAttempts?: number | undefined;
  /** Told after each call of `embed` that succeeded. */
  readonly onUsage?: ((usage: EmbeddingUsage) => void) | undefined;
  /** How a retry waits: until the time is over, or the signal aborts and the promise rejects. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
}

/** What one call of `embed` cost. */
export interface EmbeddingUsage {
  readonly use: EmbeddingUse;
  readonly texts: number;
  readonly requests: number;
  /** As the endpoint counted; 0 when it does not say. */
  readonly promptTokens: number;
  /** Indices of texts whose end the model did not see, because they are longer than it reads. */
  readonly shortened: readonly number[];
}

/** An embedder behind an OpenAI-compatible endpoint. */
export interface OpenAiEmbedder extends Embedder {
  /**
   * One unit-length vector for each text, in order; an all-zero one for a text without words.
   *
   * @throws EmbedderUnavailable; the signal's reason when aborted
   */
  embed(texts: readonly string[], use: EmbeddingUse, signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * Asks the endpoint for the vector of one word, to see that it answers and still gives vectors of this size.
   *
   * @throws EmbedderUnavailable; the signal's reason when aborted
   */
  check(signal?: AbortSignal): Promise<void>;
}

/**
 * Makes an embedder of known dimension; nothing is asked of the endpoint until the first text comes.
 *
 * LangChain's `OpenAIEmbeddings` trusts the order of the answer, drops its usage and passes neither an abort signal nor
 * Retry-After on. This speaks through the client which that class wraps, and keeps those promises itself.
 */
export function makeOpenAiEmbedder(options: OpenAiEmbedderOptions & { readonly dimensions: number }): OpenAiEmbedder {
  const { dimensions } = options;
  const embed = makeEmbed(options, dimensions);
  const check = async (signal?: AbortSignal) => void (await embed(["lot"], "query", signal));
  return { id: idOf(options, dimensions), dimensions, embed, check };
}

/**
 * Asks the endpoint once for the size of its vectors and makes the embedder.
 *
 * @throws EmbedderUnavailable; the signal's reason when aborted
 */
export async function openOpenAiEmbedder(
  options: OpenAiEmbedderOptions,
  signal?: AbortSignal,
): Promise<OpenAiEmbedder> {
  const embed = makeEmbed(options, options.shortenTo ?? null);
  const [vector] = await embed(["minimum lot area"], "query", signal);
  return makeOpenAiEmbedder({ ...options, dimensions: vector?.length ?? 0 });
}

/**
 * Gives the model and dimension that an embedder's id names, when it is one of this endpoint; undefined for the vectors of
 * another endpoint, whose questions cannot be embedded here.
 */
export function modelOfEndpoint(
  id: string,
  endpoint: Pick<OpenAiEmbedderOptions, "baseUrl">,
): { readonly model: string; readonly dimensions: number } | undefined {
  const provider = `${providerOf(endpoint.baseUrl)}:`;
  if (!id.startsWith(provider)) return undefined;
  const [, model, dimensions] = /^(.+)\/(\d+)$/.exec(id.slice(provider.length)) ?? [];
  return model === undefined ? undefined : { model, dimensions: Number(dimensions) };
}

/** Another endpoint than OpenAI's is part of the name, since its model of that name may be a different one. */
function idOf(options: OpenAiEmbedderOptions, dimensions: number): string {
  return `${providerOf(options.baseUrl)}:${options.model}/${dimensions}`;
}

function providerOf(baseUrl: string | null | undefined): string {
  const host = new URL(baseUrl ?? openAiBaseUrl).host;
  return host === new URL(openAiBaseUrl).host ? "openai" : `openai@${host}`;
}

function makeEmbed(options: OpenAiEmbedderOptions, dimensions: number | null): OpenAiEmbedder["embed"] {
  const endpoint = endpointOf(options, dimensions);
  const lanes = { query: makeLane(16), document: makeLane(options.concurrency ?? 3) };
  const budgets = { query: 6000, document: 180_000, ...options.budgetMs };

  return async (texts, use, callerSignal) => {
    callerSignal?.throwIfAborted();
    const stop = new AbortController();
    const signal = callerSignal ? AbortSignal.any([callerSignal, stop.signal]) : stop.signal;
    const call: EmbeddingCall = {
      use,
      vectors: new Map(),
      shortened: new Set(),
      signal,
      requests: 0,
      promptTokens: 0,
    };
    const fitted = fitAll(texts, endpoint.maxInputTokens, call.shortened);
    const batches = batchesOf(fitted, { texts: endpoint.batchTexts, tokens: endpoint.maxBatchTokens });
    try {
      await Promise.all(
        batches.map((batch) =>
          lanes[use](async () => {
            signal.throwIfAborted();
            await embedBatch(endpoint, batch, call, performance.now() + budgets[use]);
          }),
        ),
      );
    } catch (error) {
      stop.abort(error);
      throw error;
    }
    options.onUsage?.(usageOf(call, texts.length));
    const size = dimensions ?? call.vectors.values().next().value?.length ?? 0;
    return texts.map((_, index) => call.vectors.get(index) ?? new Float32Array(size));
  };
}

function endpointOf(options: OpenAiEmbedderOptions, dimensions: number | null): Endpoint {
  const requestTimeoutMs = options.requestTimeoutMs ?? 30_000;
  return {
    client: makeClient(options.apiKey, options.baseUrl ?? openAiBaseUrl, requestTimeoutMs),
    model: options.model,
    shortenTo: options.shortenTo,
    dimensions,
    maxInputTokens: options.maxInputTokens ?? 8000,
    maxBatchTokens: options.maxBatchTokens ?? 40_000,
    maxAttempts: { query: options.maxAttempts ?? 3, document: options.maxAttempts ?? 6 },
    requestTimeoutMs,
    wait: options.wait ?? ((ms, signal) => waitFor(ms, undefined, { signal })),
    batchTexts: options.maxBatchTexts ?? 96,
    encoding: "base64",
  };
}

/** The texts that have words: endpoints refuse an empty one, and its whole batch with it. */
function fitAll(texts: readonly string[], maxTokens: number, shortened: Set<number>): IndexedText[] {
  return texts.flatMap((text, index) => {
    if (text.trim() === "") return [];
    const fitted = fitText(text, maxTokens);
    if (fitted.isShortened) shortened.add(index);
    return [{ index, text: fitted.text }];
  });
}

function usageOf(call: EmbeddingCall, texts: number): EmbeddingUsage {
  const { use, requests, promptTokens } = call;
  return { use, texts, requests, promptTokens, shortened: [...call.shortened].sort((one, other) => one - other) };
}

/** Runs at most `width` pieces of work at once, the others in the order they came. */
function makeLane(width: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = [];
  let free = width;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
