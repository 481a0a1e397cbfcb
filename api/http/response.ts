import { makeResponse } from "./make-response.ts";
import type { AnyReply, RawReply } from "./operation.ts";
import type { PreparedOperation } from "./prepared-operation.ts";

/** Makes the answer from what a handler returned, after checking it against the declaration where that is on. */
export function responseFrom(answer: AnyReply, prepared: PreparedOperation): Response {
  return answer.isRaw ? rawResponse(answer) : jsonResponse(answer.status, jsonText(answer, prepared), answer.headers);
}

/** Makes the JSON text of an answer, or null for one without a body. */
export function jsonText(answer: AnyReply, prepared: PreparedOperation): string | null {
  const { operation } = prepared;
  const declared = operation.responses[answer.status];
  if (declared === undefined)
    throw new Error(`${operation.operationId} answered the undeclared status ${answer.status}`);
  if (answer.isRaw) throw new Error(`${operation.operationId} answered bytes where JSON was to be recorded`);
  if (answer.body === undefined) {
    if (declared.schema) throw new Error(`${operation.operationId} answered ${answer.status} without its body`);
    return null;
  }
  const text = answer.isShared ? sharedText(answer.body) : JSON.stringify(answer.body);
  const errors = prepared.validateResponse.get(answer.status)?.(JSON.parse(text)) ?? [];
  if (errors.length === 0) return text;
  const faults = errors.map((error) => `${error.field} ${error.message}`).join("; ");
  throw new Error(`${operation.operationId} answered ${answer.status} against its schema: ${faults}`);
}

/** Texts of bodies that are answered more than once, for as long as somebody keeps the body. */
const sharedTexts = new WeakMap<object, string>();

function sharedText(body: unknown): string {
  if (typeof body !== "object" || body === null) return JSON.stringify(body);
  const known = sharedTexts.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(body);
  sharedTexts.set(body, text);
  return text;
}

/** Makes an answer of a JSON text. */
export function jsonResponse(
  status: number,
  text: string | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const type: Record<string, string> = text === null ? {} : { "content-type": "application/json" };
  return makeResponse(status, text, { ...type, "cache-control": "no-store", ...headers });
}

function rawResponse(answer: RawReply): Response {
  return makeResponse(answer.status, answer.body, { "cache-control": "no-store", ...answer.headers });
}
