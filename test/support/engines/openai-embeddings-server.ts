import { createHash } from "node:crypto";
import { type Engine, type EngineAnswer, type EngineCall, startEngine } from "./engine-server.ts";

/** How the endpoint differs from the one of OpenAI. */
export interface EmbeddingsEndpoint {
  readonly dimensions?: number;
  /** Lists the vectors last first; `index` still tells where each belongs. */
  readonly isReversed?: boolean;
  /** Sends floats whatever encoding was asked for, as many local servers do. */
  readonly isFloatsOnly?: boolean;
  /** Refuses larger batches with 413. */
  readonly maxBatch?: number;
  /** Refuses longer texts with 400 `context_length_exceeded`. */
  readonly maxCharacters?: number;
  /** Answers 400 when told to send base64. */
  readonly refusesBase64?: boolean;
}

/** The request as the protocol has it. */
export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format?: "float" | "base64";
  readonly dimensions?: number;
}

/** Starts an endpoint that answers `POST /v1/embeddings`; its base URL is `${url}/v1`. */
export function startEmbeddingsServer(endpoint: EmbeddingsEndpoint = {}): Promise<Engine> {
  return startEngine((call) => answerEmbeddings(call, endpoint));
}

/** The vector this endpoint gives a text, before any normalisation: the same text always gets the same one. */
export function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (let at = 0; at < dimensions; at += 1) {
    const digest = createHash("sha256").update(`${at}:${text}`).digest();
    vector[at] = digest.readInt32LE(0) / 2 ** 28;
  }
  return vector;
}

/** The request a call carried. */
export function embeddingsRequestOf(call: EngineCall): EmbeddingsRequest {
  return JSON.parse(call.body.toString()) as EmbeddingsRequest;
}

/** Answers one call of the embeddings route: for an engine that speaks more of the protocol than this one. */
export function answerEmbeddings(call: EngineCall, endpoint: EmbeddingsEndpoint): EngineAnswer {
  if (call.method !== "POST" || call.path !== "/v1/embeddings") return refusal(404, "no such route", "not_found");
  const request = embeddingsRequestOf(call);
  if (!Array.isArray(request.input) || request.input.some((text) => text === ""))
    return refusal(400, "'$.input' is invalid", "invalid_request_error");
  if (request.input.length > (endpoint.maxBatch ?? 2048))
    return refusal(413, `batch size ${request.input.length} > maximum allowed batch size`, "validation");
  if (request.input.some((text) => text.length > (endpoint.maxCharacters ?? Number.POSITIVE_INFINITY)))
    return refusal(400, "This model's maximum context length is exceeded", "context_length_exceeded");
  if (endpoint.refusesBase64 && request.encoding_format === "base64")
    return refusal(400, "encoding_format base64 is not supported", "invalid_request_error");
  const dimensions = request.dimensions ?? endpoint.dimensions ?? 8;
  const data = request.input.map((text, index) => {
    const vector = vectorOf(text, dimensions);
    const isBase64 = request.encoding_format === "base64" && !endpoint.isFloatsOnly;
    const embedding = isBase64 ? Buffer.from(vector.buffer).toString("base64") : [...vector];
    return { object: "embedding", index, embedding };
  });
  const tokens = request.input.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return {
    body: {
      object: "list",
      model: request.model,
      data: endpoint.isReversed ? data.reverse() : data,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    },
  };
}

function refusal(status: number, message: string, code: string): EngineAnswer {
  return { status, body: { error: { message, type: "invalid_request_error", param: null, code } } };
}
