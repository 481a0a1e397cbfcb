import type { IncomingMessage } from "node:http";

/**
 * Returns the body of a request as a stream that a reader may leave at any time: canceling it stops the reading and
 * nothing else. Node's own adapter (`Readable.toWeb`) destroys the connection when it is canceled, so the response is
 * lost, and it throws outside of the request when more bytes are already on their way.
 */
export function requestBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return ReadableStream.from<Uint8Array>(incoming.iterator({ destroyOnReturn: false }));
}

/** Returns true when a reader left the body before its last byte arrived: what follows on the connection is not a request. */
export function isBodyAbandoned(incoming: IncomingMessage): boolean {
  return incoming.readableDidRead && !incoming.complete;
}
