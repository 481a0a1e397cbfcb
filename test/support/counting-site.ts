import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { SelfSigned } from "./self-signed.ts";

/** A web server on loopback that counts who comes. */
export interface CountingSite {
  readonly port: number;
  /** `http://127.0.0.1:port`, or `https://localhost:port`. */
  readonly origin: string;
  /** Connections that reached it, whether or not anything was asked on them. */
  connections(): number;
  /** Method and path of each request. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Starts one; the answer is the test's. */
export async function startCountingSite(
  answer: RequestListener,
  options: { readonly host?: string; readonly port?: number; readonly tls?: SelfSigned } = {},
): Promise<CountingSite> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    return answer(request, response);
  };
  const server: Server = options.tls ? createSecureServer(options.tls, listener) : createServer(listener);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: options.tls ? `https://localhost:${port}` : `http://${options.host ?? "127.0.0.1"}:${port}`,
    connections: () => connections,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
