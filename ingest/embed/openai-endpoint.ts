import type { OpenAIClient } from "@langchain/openai";
import type { EmbeddingUse } from "./embedder.ts";
import type { EmbedderUnavailable } from "./errors.ts";
import { readEmbeddings } from "./openai-answer.ts";
import { estimateTokens, fitText } from "./openai-batches.ts";
import { readFailure } from "./openai-failure.ts";

/** OpenAI's own address, asked when no other is named. */
export const openAiBaseUrl = "https://api.openai.com/v1";

/** A text and its place in the call it came with. */
export interface IndexedText {
  readonly index: number;
  readonly text: string;
}

/** An endpoint as configured, and what its refusals have taught. */
export interface Endpoint {
  readonly client: () => Promise<OpenAIClient>;
  readonly model: string;
  readonly shortenTo: number | undefined;
  /** Size every vector must have; null while it is still to be learned. */
  readonly dimensions: number | null;
  readonly maxInputTokens: number;
  readonly maxBatchTokens: number;
  readonly maxAttempts: Readonly<Record<EmbeddingUse, number>>;
  readonly requestTimeoutMs: number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Texts one request may hold: halved whenever the endpoint finds a request too large. */
  batchTexts: number;
  /** Turned to "float" by an endpoint that refuses base64. */
  encoding: "base64" | "float";
}

/** What the batches of one call share. */
export interface EmbeddingCall {
  readonly use: EmbeddingUse;
  /** By index; a text without a vector keeps its place empty. */
  readonly vectors: Map<number, Float32Array>;
  readonly shortened: Set<number>;
  readonly signal: AbortSignal;
  requests: number;
  promptTokens: number;
}

/**
 * Gives the client of an endpoint: no retries of its own, nothing read from the environment, nothing logged.
 *
 * Cost    the library is loaded at the first call, a third of a second that a service without an endpoint never pays
 */
export function makeClient(apiKey: string, baseUrl: string, timeoutMs: number): () => Promise<OpenAIClient> {
  const make = async () => {
    const { OpenAIClient } = await import("@langchain/openai");
    return new OpenAIClient({
      apiKey,
      baseURL: baseUrl,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      logLevel: "off",
      maxRetries: 0,
      timeout: timeoutMs,
    });
  };
  let client: Promise<OpenAIClient> | undefined;
  return () => {
    client ??= make();
    return client;
  };
}

/**
 * Embeds one batch into `call.vectors`, with retries, until `deadline` on the clock of `performance.now()`.
 *
 * A refusal for size cuts the batch in two, and a single text to its half, until the endpoint takes it.
 * @throws EmbedderUnavailable; the reason of `call.signal` when that is aborted
 */
export async function embedBatch(
  endpoint: Endpoint,
  batch: readonly IndexedText[],
  call: EmbeddingCall,
  deadline: number,
): Promise<void> {
  const budget = AbortSignal.timeout(Math.max(Math.ceil(deadline - performance.now()), 0));
  const signal = AbortSignal.any([call.signal, budget]);
  for (let attempt = 1; ; attempt += 1) {
    const { encoding } = endpoint;
    try {
      return await sendBatch(endpoint, batch, call, encoding, signal);
    } catch (thrown) {
      call.signal.throwIfAborted();
      const failed = readFailure(thrown, Date.now());
      if (failed.next === "smaller") return embedSmaller(endpoint, batch, call, deadline, failed.error);
      if (failed.next === "floats" && encoding === "base64") {
        endpoint.encoding = "float";
        continue;
      }
      const pauseMs = failed.next === "again" ? (failed.waitMs ?? backoff(attempt)) : 0;
      // A wait that ends after the deadline helps nobody: the caller learns now what it would learn then.
      const isTooLate = performance.now() + pauseMs >= deadline;
      if (failed.next !== "again" || attempt >= endpoint.maxAttempts[call.use] || isTooLate) throw failed.error;
      await endpoint.wait(pauseMs, call.signal).catch((error: unknown) => {
        call.signal.throwIfAborted();
        throw error;
      });
    }
  }
}

async function sendBatch(
  endpoint: Endpoint,
  batch: readonly IndexedText[],
  call: EmbeddingCall,
  encoding: Endpoint["encoding"],
  signal: AbortSignal,
): Promise<void> {
  const client = await endpoint.client();
  call.requests += 1;
  const answer = await client.embeddings.create(
    {
      model: endpoint.model,
      input: batch.map((one) => one.text),
      encoding_format: encoding,
      ...(endpoint.shortenTo === undefined ? {} : { dimensions: endpoint.shortenTo }),
    },
    // The client's own timeout ends with the headers; this one holds for the body too.
    { signal: AbortSignal.any([signal, AbortSignal.timeout(endpoint.requestTimeoutMs)]) },
  );
  const vectors = readEmbeddings(answer, batch.length, endpoint.dimensions);
  for (const [at, vector] of vectors.entries()) {
    const one = batch[at];
    if (one !== undefined) call.vectors.set(one.index, vector);
  }
  call.promptTokens += answer.usage?.prompt_tokens ?? 0;
}

async function embedSmaller(
  endpoint: Endpoint,
  batch: readonly IndexedText[],
  call: EmbeddingCall,
  deadline: number,
  refusal: EmbedderUnavailable,
): Promise<void> {
  const [only] = batch;
  if (batch.length > 1) {
    const half = Math.ceil(batch.length / 2);
    endpoint.batchTexts = Math.min(endpoint.batchTexts, half);
    await embedBatch(endpoint, batch.slice(0, half), call, deadline);
    return embedBatch(endpoint, batch.slice(half), call, deadline);
  }
  if (only === undefined || only.text.length < 200) throw refusal;
  call.shortened.add(only.index);
  // Half of the estimate, since the estimate was too low for this text and this model.
  const { text } = fitText(only.text, Math.floor(estimateTokens(only.text) / 2));
  return embedBatch(endpoint, [{ index: only.index, text }], call, deadline);
}

/** Between a half and the whole of 0.5 s, 1 s, 2 s, …, at most 20 s: callers that failed together come back apart. */
function backoff(attempt: number): number {
  return Math.min(500 * 2 ** (attempt - 1), 20_000) * (0.5 + Math.random() / 2);
}
