import { ChatOpenAI } from "@langchain/openai";

/** Where an OpenAI-compatible service answers. */
export interface OpenAiEndpoint {
  readonly baseUrl?: string | undefined;
  readonly apiKey: string;
  /** For each request, retries apart. */
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Longest reply. */
  readonly maxOutputTokens?: number | undefined;
}

const defaultTimeoutMs = 60_000;
const defaultMaxRetries = 2;
/** Most tokens of one reply, unless the endpoint says otherwise. */
export const longestReplyTokens = 1_500;

/** Makes the client of one model; it connects at its first use. */
export function makeOpenAiModel(endpoint: OpenAiEndpoint, modelId: string): ChatOpenAI {
  return new ChatOpenAI({
    model: modelId,
    apiKey: endpoint.apiKey,
    timeout: endpoint.timeoutMs ?? defaultTimeoutMs,
    maxRetries: endpoint.maxRetries ?? defaultMaxRetries,
    maxTokens: endpoint.maxOutputTokens ?? longestReplyTokens,
    useResponsesApi: false,
    // The only way to see a refusal: the client leaves that member out of its messages.
    __includeRawResponse: true,
    configuration: { ...(endpoint.baseUrl === undefined ? {} : { baseURL: endpoint.baseUrl }) },
  });
}
