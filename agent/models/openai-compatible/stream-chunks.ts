import {
  argumentsText,
  contentText,
  errorIn,
  estimatedUsage,
  idOf,
  isObject,
  isUsage,
  newReplyId,
  type WireObject,
} from "./completion.ts";
import { makeThinkingFilter } from "./thinking.ts";

/** Puts the chunks of one streamed reply into the form that OpenAI documents. */
export interface ChunkStandardizer {
  /** Returns the chunks to pass on for one that arrived. */
  push(chunk: WireObject): readonly WireObject[];
  /** Returns the chunks that the server left out at the end, such as the token count. */
  end(): readonly WireObject[];
  /** True when no text, tool call, refusal or error has arrived. */
  isEmpty(): boolean;
}

/**
 * Makes a standardizer for one reply: its id and those of its tool calls are no other's; tool calls have an index, one
 * id and one name; arguments are text; content is text without reasoning; the finish reason arrives once; token counts
 * are estimated when the server sends none.
 *
 * @param request body of the request
 * @see https://github.com/ollama/ollama/issues/7881 for tool calls without index
 */
export function makeChunkStandardizer(request: string): ChunkStandardizer {
  const thinking = makeThinkingFilter();
  const calls = makeCallNumbers(request);
  const id = newReplyId();
  let base: WireObject = { id, object: "chat.completion.chunk", created: 0, model: "" };
  let finished: string | undefined;
  let isRefused = false;
  let hasUsage = false;
  let characters = 0;

  function standardDelta(delta: WireObject): WireObject {
    const content = thinking.push(contentText(delta.content));
    const tool_calls = Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isObject).map(calls.standard) : [];
    if (typeof delta.refusal === "string" && delta.refusal !== "") isRefused = true;
    characters += content.length + tool_calls.reduce((sum, call) => sum + JSON.stringify(call).length, 0);
    return { role: "assistant", content, ...(tool_calls.length > 0 ? { tool_calls } : {}) };
  }

  return {
    push(chunk) {
      const failed = errorIn(chunk);
      if (failed) {
        characters += 1;
        return [{ error: { ...failed.error, code: failed.status } }];
      }
      const { choices, usage, ...rest } = chunk;
      base = { ...base, ...rest, id };
      hasUsage ||= isUsage(usage);
      const counts = isUsage(usage) ? { usage } : {};
      const choice = Array.isArray(choices) && isObject(choices[0]) ? choices[0] : undefined;
      if (choice === undefined) return isUsage(usage) ? [{ ...base, choices: [], ...counts }] : [];
      const delta = standardDelta(isObject(choice.delta) ? choice.delta : {});
      if (typeof choice.finish_reason === "string") finished ??= choice.finish_reason;
      return [{ ...base, choices: [{ index: 0, delta, finish_reason: null }], ...counts }];
    },
    end() {
      const content = thinking.end();
      characters += content.length;
      const finish_reason = isRefused ? "content_filter" : (finished ?? "stop");
      const last = { ...base, choices: [{ index: 0, delta: { content }, finish_reason }] };
      if (hasUsage) return [last];
      return [last, { ...base, choices: [], usage: estimatedUsage(request.length, characters) }];
    },
    isEmpty: () => characters === 0 && !isRefused && finished !== "length" && finished !== "content_filter",
  };
}

/** Numbers tool calls, and keeps the id and the name of each to its first chunk: readers join repeated ones. */
function makeCallNumbers(request: string) {
  const indexById = new Map<string, number>();
  const begun = new Set<number>();
  let last = -1;

  function indexOf(call: WireObject): number {
    const id = typeof call.id === "string" && call.id !== "" ? call.id : undefined;
    if (id !== undefined && indexById.has(id)) return indexById.get(id) ?? 0;
    const isNew = id !== undefined || (isObject(call.function) && typeof call.function.name === "string");
    if (typeof call.index === "number" && !(isNew && id !== undefined && begun.has(call.index))) return call.index;
    return isNew || last < 0 ? Math.max(-1, ...begun) + 1 : last;
  }

  return {
    standard(call: WireObject): WireObject {
      const index = indexOf(call);
      last = index;
      const called = isObject(call.function) ? call.function : {};
      const text = argumentsText(called.arguments);
      if (begun.has(index)) return { index, function: { arguments: text } };
      begun.add(index);
      if (typeof call.id === "string") indexById.set(call.id, index);
      const id = idOf(call.id, request);
      return { index, id, type: "function", function: { name: called.name ?? "", arguments: text } };
    },
  };
}
