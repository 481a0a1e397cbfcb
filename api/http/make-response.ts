import { STATUS_CODES } from "node:http";

/** Makes an answer that says its length and the phrase of its status; a stream goes without a length. */
export function makeResponse(
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  headers: Readonly<Record<string, string>>,
): Response {
  const length = body === null ? undefined : lengthOf(body);
  return new Response(body, {
    status,
    statusText: STATUS_CODES[status] ?? "",
    headers: length === undefined ? headers : { "content-length": String(length), ...headers },
  });
}

function lengthOf(body: string | Uint8Array | ReadableStream<Uint8Array>): number | undefined {
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : undefined;
}
