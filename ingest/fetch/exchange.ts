import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { FetchFailed } from "./errors.ts";
import { acceptedEncodings, type FetchedBody, readBody } from "./read-body.ts";

/** The first lines of an answer. */
export type AnswerHead = Pick<IncomingMessage, "statusCode" | "headers">;

/** What an exchange is held to. */
export interface ExchangeLimits {
  readonly idleMs: number;
  readonly maxBytes: number;
}

/** What is sent, and what is taken of the answer. */
export interface ExchangeParts {
  readonly outgoing: OutgoingRequest;
  readonly limits: ExchangeLimits;
  readonly wants: (head: AnswerHead) => boolean;
}

/** What is sent to an address. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  /** Besides those that every request has; these win. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A request with nothing of the caller: no cookies, no credentials. */
export const plainGet: OutgoingRequest = { method: "GET", headers: {}, body: null };

const mostHeaderBytes = 32 * 1024;

/**
 * Sends one request over a connection that was opened for it, and closes the connection. The body is read of an
 * answer that `wants` it.
 *
 * @throws FetchFailed fetch.timeout when nothing comes for as long as the limit says, fetch.too-large,
 *         fetch.unreachable when the connection breaks, fetch.bad-answer; the signal's reason
 */
export async function exchange(
  url: URL,
  socket: Socket,
  { outgoing, limits, wants }: ExchangeParts,
  signal: AbortSignal,
): Promise<{ head: AnswerHead; body: FetchedBody | undefined }> {
  let failure: unknown;
  const stop = (reason: unknown) => {
    failure ??= reason;
    socket.destroy();
  };
  const abort = () => stop(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  socket.setTimeout(limits.idleMs, () => stop(new FetchFailed("fetch.timeout")));
  try {
    signal.throwIfAborted();
    const head = await answerTo(url, socket, outgoing);
    const body = wants(head) ? await readBody(head, limits.maxBytes) : undefined;
    return { head, body };
  } catch (error) {
    throw failure ?? failureFrom(error);
  } finally {
    signal.removeEventListener("abort", abort);
    socket.destroy();
  }
}

function answerTo(url: URL, socket: Socket, outgoing: OutgoingRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request({
    method: outgoing.method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      host: url.host,
      "user-agent": "Groundwork/1.0 (source fetcher)",
      accept: "*/*",
      "accept-encoding": acceptedEncodings,
      ...outgoing.headers,
    },
    createConnection: () => socket,
    maxHeaderSize: mostHeaderBytes,
    insecureHTTPParser: false,
  });
  asked.on("response", (answer) => {
    // Whoever reads the answer learns of it there; of an answer that nobody reads, nobody needs to.
    answer.on("error", () => undefined);
    resolve(answer);
  });
  asked.on("error", reject);
  asked.on("upgrade", () => reject(new FetchFailed("fetch.bad-answer", { internal: "it wants another protocol" })));
  asked.on("close", () => reject(new FetchFailed("fetch.unreachable", { internal: "closed without an answer" })));
  asked.end(outgoing.body ?? undefined);
  return promise;
}

function failureFrom(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const parts = { cause: error, internal: String(error) };
  if (code === "HPE_HEADER_OVERFLOW") return new FetchFailed("fetch.too-large", parts);
  // The codes of the HTTP parser, of zlib and of brotli.
  const isNonsense = /^(HPE_|Z_|ERR__|ERR_BROTLI)/.test(code);
  return new FetchFailed(isNonsense ? "fetch.bad-answer" : "fetch.unreachable", parts);
}
