import { randomUUID } from "node:crypto";
import { withoutThinking } from "./thinking.ts";

/** A JSON object as a server sent it. */
export type WireObject = Record<string, unknown>;

/** Tokens of a reply as OpenAI names them. */
export interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/**
 * Returns the value of a JSON text that a model wrote, without the NUL characters in its strings: no database text can
 * contain them.
 */
export function parseStorable(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => (typeof value === "string" ? value.replaceAll("\u0000", "") : value));
}

/** Returns true for a JSON object. */
export function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a chat completion in the form that OpenAI documents, from what a compatible server answered: arguments of
 * tool calls as text, an id for the reply and for each call that no other has, content as text, no reasoning in it, a
 * refusal as `content_filter`, and a token count, estimated when the server sends none.
 *
 * @param request body of the request
 */
export function standardCompletion(completion: WireObject, request: string): WireObject {
  const choices = Array.isArray(completion.choices) ? completion.choices.filter(isObject) : [];
  const standard = choices.map((choice) => standardChoice(choice, request));
  const characters = JSON.stringify(standard.map(({ message }) => message)).length;
  return {
    ...completion,
    id: newReplyId(),
    choices: standard,
    usage: isUsage(completion.usage) ? completion.usage : estimatedUsage(request.length, characters),
  };
}

function standardChoice(choice: WireObject, request: string): WireObject {
  const message = isObject(choice.message) ? choice.message : {};
  const calls = Array.isArray(message.tool_calls)
    ? message.tool_calls.filter(isObject).map((call) => standardCall(call, request))
    : [];
  const isRefusal = typeof message.refusal === "string" && message.refusal !== "";
  return {
    ...choice,
    message: {
      role: "assistant",
      content: withoutThinking(contentText(message.content)),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
    finish_reason: isRefusal ? "content_filter" : (choice.finish_reason ?? "stop"),
  };
}

function standardCall(call: WireObject, request: string): WireObject {
  const called = isObject(call.function) ? call.function : {};
  return {
    id: idOf(call.id, request),
    type: "function",
    function: { name: called.name ?? "", arguments: argumentsText(called.arguments) },
  };
}

/**
 * Returns a new id for a reply. LangChain replaces a message by a later one of the same id, and some servers repeat ids:
 * Ollama draws them from fewer than a thousand.
 */
export function newReplyId(): string {
  return `reply_${randomUUID()}`;
}

/**
 * Returns the id of a tool call; a new one where the server sends none, or one that is in the conversation already,
 * whose call would count as answered.
 *
 * @param request body of the request, which contains the conversation
 */
export function idOf(id: unknown, request: string): string {
  return typeof id === "string" && id !== "" && !request.includes(JSON.stringify(id)) ? id : `call_${randomUUID()}`;
}

/** Returns the arguments of a tool call as JSON text; some servers send the object itself. */
export function argumentsText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** Returns the text of a message's content: a string, or the text parts of a list. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isObject(part) && typeof part.text === "string" ? part.text : "")).join("");
}

/** Returns true when a server sent token counts. */
export function isUsage(usage: unknown): usage is WireUsage {
  return isObject(usage) && typeof usage.prompt_tokens === "number" && typeof usage.completion_tokens === "number";
}

/** Estimates token counts at four characters a token, the rule of thumb for English. */
export function estimatedUsage(requestCharacters: number, replyCharacters: number): WireUsage {
  const prompt_tokens = Math.ceil(requestCharacters / 4);
  const completion_tokens = Math.ceil(replyCharacters / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/**
 * Returns the error that a server reports with status 200, at the top of the body or in its first choice, with the
 * HTTP status that it stands for; undefined when there is none.
 */
export function errorIn(body: WireObject): { readonly status: number; readonly error: WireObject } | undefined {
  const choice = Array.isArray(body.choices) && isObject(body.choices[0]) ? body.choices[0] : undefined;
  const error = isObject(body.error) ? body.error : isObject(choice?.error) ? choice.error : undefined;
  if (error === undefined) {
    if (choice?.finish_reason !== "error") return undefined;
    return { status: 502, error: { message: "the server ended the reply with an error" } };
  }
  const code = Number(error.code ?? error.status);
  return { status: Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502, error };
}
