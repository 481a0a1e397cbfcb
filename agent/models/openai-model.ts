import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { ChatOpenAI, ChatOpenAICompletions } from "@langchain/openai";
import type { ModelSettings } from "./model-settings.ts";
import { makeCompatibleFetch } from "./openai-compatible/compatible-fetch.ts";

/** Where an OpenAI-compatible service answers. */
export interface OpenAiEndpoint {
  readonly baseUrl?: string | undefined;
  readonly apiKey: string;
  /** Milliseconds for each request, excluding retries. */
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
}

const defaultTimeoutMs = 60_000;
const defaultMaxRetries = 2;

/**
 * Returns a client for one model. It connects at its first call.
 *
 * @param callbacks observe every call. They are part of the constructor's fields because LangChain copies a client from
 *   its fields when it binds tools.
 */
export function makeOpenAiModel(
  endpoint: OpenAiEndpoint,
  modelId: string,
  settings: ModelSettings,
  callbacks: readonly BaseCallbackHandler[] = [],
): ChatOpenAI {
  const fields = {
    model: modelId,
    apiKey: endpoint.apiKey,
    timeout: endpoint.timeoutMs ?? defaultTimeoutMs,
    maxRetries: endpoint.maxRetries ?? defaultMaxRetries,
    maxTokens: settings.maxOutputTokens,
    useResponsesApi: false,
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    ...(settings.reasoningEffort === null ? {} : { modelKwargs: { reasoning_effort: settings.reasoningEffort } }),
    configuration: {
      ...(endpoint.baseUrl === undefined ? {} : { baseURL: endpoint.baseUrl }),
      fetch: makeCompatibleFetch(),
    },
  };
  return new ChatOpenAI({ ...fields, callbacks: [...callbacks], completions: new CompletionsWithFinishReason(fields) });
}

/** Streams as LangChain does, and keeps in the message what LangChain keeps beside it: finish reason and model name. */
class CompletionsWithFinishReason extends ChatOpenAICompletions {
  override async *_streamResponseChunks(
    ...args: Parameters<ChatOpenAICompletions["_streamResponseChunks"]>
  ): ReturnType<ChatOpenAICompletions["_streamResponseChunks"]> {
    for await (const chunk of super._streamResponseChunks(...args)) {
      const { finish_reason, model_name } = chunk.generationInfo ?? {};
      if (finish_reason !== undefined) {
        chunk.message.response_metadata = { ...chunk.message.response_metadata, finish_reason, model_name };
      }
      yield chunk;
    }
  }
}
