import { STATUS_CODES } from "node:http";
import { FastResponse } from "srvx/node";

/**
 * Makes an answer that says its length and the phrase of its status; a stream goes without a length.
 *
 * The answer keeps its body as it was given until somebody reads it, so that a text goes to the socket in one piece and
 * not through a stream of its own.
 */
export function makeResponse(
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  headers: Readonly<Record<string, string>>,
): Response {
  const length = body === null ? undefined : lengthOf(body);
  return new FastResponse(body, {
    status,
    statusText: STATUS_CODES[status] ?? "",
    headers: length === undefined ? headers : { "content-length": String(length), ...headers },
  });
}

function lengthOf(body: string | Uint8Array | ReadableStream<Uint8Array>): number | undefined {
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : undefined;
}
