/** What a server answers, before a dialect has changed it. */
export interface WireReply {
  readonly id: string;
  readonly model: string;
  readonly content: string;
  readonly refusal?: string | undefined;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  readonly finishReason: string;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
}

type Body = Readonly<Record<string, unknown>>;

/** How one kind of server departs from OpenAI's documentation. */
export interface ChatDialect {
  /** Returns the refusal of a request, where this server refuses it. */
  refuses?(body: Body): { readonly status: number; readonly body: unknown } | undefined;
  /** Returns a whole reply. */
  completion(reply: WireReply, body: Body): unknown;
  /** Returns the lines of an event stream: data of events, or comments that begin with a colon. */
  events(reply: WireReply, body: Body): readonly (string | object)[];
}

const piecesOf = (text: string, size: number) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];

const standardCalls = (reply: WireReply) =>
  reply.calls.map((call, at) => ({ id: `call_${reply.id}_${at}`, type: "function", function: call }));

const chunk = (reply: WireReply, delta: object, finish_reason: string | null = null, more: object = {}) => ({
  id: reply.id,
  object: "chat.completion.chunk",
  created: 1,
  model: reply.model,
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});

const usageChunk = (reply: WireReply) => ({ ...chunk(reply, {}), choices: [], usage: reply.usage });
const wantsUsage = (body: Body) => (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage;
const openAiError = (message: string, param: string | null, code: string | null) => ({
  error: { message, type: "invalid_request_error", param, code },
});

/** OpenAI's API with a model that does not reason. */
export const openai: ChatDialect = {
  completion: (reply) => ({
    id: reply.id,
    object: "chat.completion",
    created: 1,
    model: reply.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: reply.calls.length > 0 || reply.refusal ? null : reply.content,
          ...(reply.refusal ? { refusal: reply.refusal } : {}),
          ...(reply.calls.length > 0 ? { tool_calls: standardCalls(reply) } : {}),
        },
        finish_reason: reply.finishReason,
      },
    ],
    usage: reply.usage,
  }),
  events: (reply, body) => [
    chunk(reply, { role: "assistant", content: reply.calls.length > 0 ? null : "", refusal: null }),
    ...piecesOf(reply.content, 7).map((content) => chunk(reply, { content })),
    ...(reply.refusal ? piecesOf(reply.refusal, 9).map((refusal) => chunk(reply, { refusal })) : []),
    ...standardCalls(reply).flatMap(({ function: called, ...call }, index) => [
      chunk(reply, { tool_calls: [{ index, ...call, function: { name: called.name, arguments: "" } }] }),
      ...piecesOf(called.arguments, 5).map((text) =>
        chunk(reply, { tool_calls: [{ index, function: { arguments: text } }] }),
      ),
    ]),
    chunk(reply, {}, reply.finishReason),
    ...(wantsUsage(body) ? [usageChunk(reply)] : []),
    "[DONE]",
  ],
};

/** OpenAI's API with a reasoning model: another name for the output limit, and no temperature. */
export const openaiReasoning: ChatDialect = {
  ...openai,
  refuses(body) {
    if ("max_tokens" in body) {
      const message =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
      return { status: 400, body: openAiError(message, "max_tokens", "unsupported_parameter") };
    }
    if ("temperature" in body && body.temperature !== 1) {
      const message = "Unsupported value: 'temperature' does not support 0.2 with this model.";
      return { status: 400, body: openAiError(message, "temperature", "unsupported_value") };
    }
    return undefined;
  },
};

/** Azure OpenAI: a first chunk without choices, and an older API version that knows fewer arguments. */
export const azure: ChatDialect = {
  ...openai,
  refuses(body) {
    if (!("reasoning_effort" in body)) return undefined;
    return { status: 400, body: openAiError("Unrecognized request argument supplied: reasoning_effort", null, null) };
  },
  events: (reply, body) => [
    { id: "", object: "", created: 0, model: "", choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
    ...openai.events(reply, body),
  ],
};

/** OpenRouter: comments between events, reasoning beside the content, the finish reason sent twice. */
export const openrouter: ChatDialect = {
  ...openai,
  events: (reply, body) => [
    ": OPENROUTER PROCESSING",
    chunk(reply, { role: "assistant", content: "", reasoning: "The user asks about lots." }),
    ": OPENROUTER PROCESSING",
    ...openai.events(reply, body).slice(1, -1),
    chunk(reply, { role: "assistant", content: "" }, reply.finishReason),
    usageChunk(reply),
    "[DONE]",
  ],
};

/** vLLM: strict about arguments it does not know, reasoning inside the content, no token count unless asked for. */
export const vllm: ChatDialect = {
  ...openai,
  refuses(body) {
    for (const parameter of ["reasoning_effort", "parallel_tool_calls"]) {
      if (!(parameter in body)) continue;
      const detail = [{ type: "extra_forbidden", loc: ["body", parameter], msg: "Extra inputs are not permitted" }];
      return { status: 422, body: { detail } };
    }
    return undefined;
  },
  completion: (reply, body) => openai.completion({ ...reply, content: withThinking(reply) }, body),
  events: (reply, body) => openai.events({ ...reply, content: withThinking(reply) }, body),
};

const withThinking = ({ content, calls }: WireReply) =>
  calls.length > 0 ? content : `<think>\nFirst I compare [1] and 2 < 3.\n</think>\n\n${content}`;

/** Ollama: each tool call whole in one chunk without index, ids or not, arguments as an object in some versions. */
export const ollama: ChatDialect = {
  completion: (reply, body) => {
    const standard = openai.completion(reply, body) as { choices: { message: Record<string, unknown> }[] };
    const message = standard.choices[0]?.message;
    if (message?.tool_calls) message.tool_calls = objectCalls(reply);
    return standard;
  },
  events: (reply) => [
    ...piecesOf(reply.content, 4).map((content) => chunk(reply, { role: "assistant", content })),
    ...objectCalls(reply).map((call) => chunk(reply, { role: "assistant", content: "", tool_calls: [call] })),
    chunk(reply, { role: "assistant", content: "" }, "stop"),
    "[DONE]",
  ],
};

const objectCalls = (reply: WireReply) =>
  reply.calls.map((call) => ({ id: "", function: { name: call.name, arguments: JSON.parse(call.arguments) } }));

/** Ollama with models whose tool calls are lost in a stream. */
export const ollamaLosingCalls: ChatDialect = {
  ...ollama,
  events: (reply, body) => ollama.events({ ...reply, calls: [] }, body),
};

/** llama.cpp: repeats id and name in every chunk of a call, sends its timings, and has no token count in streams. */
export const llamacpp: ChatDialect = {
  completion: (reply, body) => ({ ...(openai.completion(reply, body) as object), timings: { predicted_n: 9 } }),
  events: (reply) => [
    chunk(reply, { role: "assistant", content: null }),
    ...piecesOf(reply.content, 6).map((content) => chunk(reply, { content })),
    ...standardCalls(reply).flatMap((call, index) =>
      piecesOf(call.function.arguments, 8).map((text) =>
        chunk(reply, { tool_calls: [{ ...call, index, function: { ...call.function, arguments: text } }] }),
      ),
    ),
    chunk(reply, {}, reply.finishReason, { timings: { predicted_n: 9 } }),
    "[DONE]",
  ],
};

/** A gateway that does not stream: it answers a request for a stream with one whole reply, content in parts. */
export const withoutStreams: ChatDialect = {
  ...openai,
  completion: (reply, body) => {
    const standard = openai.completion(reply, body) as {
      choices: { message: Record<string, unknown> }[];
      usage: unknown;
    };
    const message = standard.choices[0]?.message;
    if (message && typeof message.content === "string") message.content = [{ type: "text", text: message.content }];
    return { ...standard, usage: undefined };
  },
  events: () => [],
};

/** Every dialect by the name of the server that speaks it. */
export const chatDialects = {
  openai,
  "openai, a reasoning model": openaiReasoning,
  azure,
  openrouter,
  vllm,
  ollama,
  "ollama, a model whose calls are lost in streams": ollamaLosingCalls,
  "llama.cpp": llamacpp,
  "a gateway without streams": withoutStreams,
} as const satisfies Record<string, ChatDialect>;
