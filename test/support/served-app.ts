import { serve } from "srvx/node";
import type { HttpApp } from "../../api/http/app.ts";
import { freePort } from "../../evals/start-service.ts";

/** An application that listens on this machine, for what cannot call it in the process. */
export interface ServedApp {
  readonly baseUrl: string;
  readonly port: number;
  /** Ends its connections too. */
  close(): Promise<void>;
}

/** How an application is served. */
export interface ServeOptions {
  /** From {@link freeAddress}, where the application had to know it before; else one is found. */
  readonly baseUrl?: string;
  /** Where callers seem to come from. */
  readonly clientAddress?: string;
  /** Gives the token that every request gets on its way, for tools that cannot sign in. */
  readonly token?: () => string;
}

/** An address of this machine that nobody listens on. */
export async function freeAddress(): Promise<string> {
  return `http://localhost:${await freePort()}`;
}

/** Serves an application over HTTP. */
export async function serveApp(app: Pick<HttpApp, "fetch">, options: ServeOptions = {}): Promise<ServedApp> {
  const { clientAddress = "127.0.0.1", token } = options;
  const baseUrl = options.baseUrl ?? (await freeAddress());
  const port = Number(new URL(baseUrl).port);
  const server = serve({
    fetch: (request) => {
      const incoming = request.runtime?.node?.req;
      if (incoming && token) incoming.headers.authorization = `Bearer ${token()}`;
      return app.fetch(request, { address: clientAddress });
    },
    hostname: "localhost",
    port,
    gracefulShutdown: false,
    silent: true,
    manual: true,
  });
  await server.serve();
  await server.ready();
  return { baseUrl, port, close: () => server.close(true) };
}
