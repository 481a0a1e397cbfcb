import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpApp, UnreadableCode } from "../http/app.ts";

/** Node's names for the ways in which a request can fail to be read; every other one is a malformed request. */
const codes: Readonly<Record<string, UnreadableCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * Lets the application answer the requests that Node, or the adapter above it, would answer with a bare status: those
 * that cannot be parsed, whose target is no URL, or that expect something unknown. Their responses are problem documents
 * with a request id, as all others are.
 */
export function answerUnreadable(server: Server, app: Pick<HttpApp, "refuseUnreadable">): void {
  const answering = new WeakMap<object, ServerResponse>();
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    answering.set(request.socket, response);
    const { headers, url = "" } = request;
    // HTTP/1.1 requires the header. Without it, or with a target that is no URL, the application refuses the host.
    if (request.httpVersion === "1.1") headers.host ??= "";
    if (isTarget(url)) return;
    request.url = "/";
    headers.host = "";
  });
  // RFC 9110 section 10.1.1 allows an unknown expectation to be ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const current = answering.get(socket);
    const isMidResponse = current?.headersSent && !current.writableFinished;
    if (error.code === "ECONNRESET" || !socket.writable || isMidResponse) {
      socket.destroy(error);
      return;
    }
    const code = codes[error.code ?? ""] ?? "malformed_request";
    void app.refuseUnreadable(code, { address: socket.remoteAddress ?? "" }).then((response) => end(socket, response));
  });
}

/** Origin form, `*`, or an absolute URL: RFC 9112 section 3.2. */
function isTarget(url: string): boolean {
  return url.startsWith("/") || url === "*" || /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}

/** Writes a response by hand, where Node has no response object, and closes the connection. */
async function end(socket: Socket, response: Response): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = [...response.headers].filter(([name]) => name !== "content-length");
  const head = [
    `HTTP/1.1 ${response.status} ${response.statusText}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    `date: ${new Date().toUTCString()}`,
    "connection: close",
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]), () => socket.destroySoon());
}
