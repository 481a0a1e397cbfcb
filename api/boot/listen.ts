import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Server, ServerRequest } from "srvx";
import { serve } from "srvx/node";
import type { HttpApp } from "../http/app.ts";
import { lingerOnClose } from "./lingering-close.ts";
import { isBodyAbandoned, requestBody } from "./request-body.ts";
import { answerUnreadable } from "./unreadable-requests.ts";

/** Where an application listens, and how long its connections may last. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** For a request with its body to arrive; Node's own limit, five minutes, unless stated. */
  readonly requestTimeoutMs?: number;
  /** For a connection to rest between two requests; Node's own limit unless stated. */
  readonly keepAliveTimeoutMs?: number;
}

/** Serves an application over HTTP/1.1 and resolves once it listens; the caller closes the server. */
export async function listen(app: HttpApp, options: ListenOptions): Promise<Server> {
  const { requestTimeoutMs: requestTimeout, keepAliveTimeoutMs: keepAliveTimeout } = options;
  const server: Server = serve({
    fetch: (request) => respond(app, request, () => server.node?.server?.listening === false),
    hostname: options.host,
    port: options.port,
    gracefulShutdown: false,
    node: {
      // The application refuses such a request itself, with a reason.
      requireHostHeader: false,
      ...(requestTimeout === undefined ? {} : { requestTimeout }),
      ...(keepAliveTimeout === undefined ? {} : { keepAliveTimeout }),
    },
    silent: true,
    manual: true,
  });
  const { server: http } = server.node as { server: HttpServer };
  lingerOnClose(http);
  answerUnreadable(http, app);
  await server.serve();
  await server.ready();
  return server;
}

/** Methods of requests without a body; a `Request` cannot be made with the last of them. */
const bodiless = new Set(["GET", "HEAD", "TRACE"]);

/** `isClosing` is asked once the response is there: a connection that is kept open then would hold up the drain. */
async function respond(app: HttpApp, request: ServerRequest, isClosing: () => boolean): Promise<Response> {
  const { req, res } = (request.runtime?.node ?? {}) as { req?: IncomingMessage; res?: ServerResponse };
  const received = req && !bodiless.has(request.method) ? withBody(request, req) : request;
  const response = await app.fetch(received, { address: request.ip ?? "" });
  if (req && res && (isBodyAbandoned(req) || isClosing())) res.setHeader("connection", "close");
  return response;
}

/** Returns a request whose body, however it is read or cloned, is the one that can be abandoned while it flows. */
function withBody({ url, method, headers, signal }: ServerRequest, req: IncomingMessage): Request {
  return new Request(url, { method, headers, signal, body: requestBody(req), duplex: "half" });
}
