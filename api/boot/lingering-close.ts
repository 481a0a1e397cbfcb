import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How long a sender may go on before its connection is cut: time enough to read the answer. */
const lingerMs = 2_000;

/**
 * Lets a sender who is still sending read the answer that ends its connection: the answer goes out, what arrives after
 * it is dropped for two seconds, and only then, or when the sender hangs up, is the connection closed. Closed at once,
 * it would be reset by the next byte that arrives, and the answer could be lost with it.
 *
 * Source  RFC 9112 section 9.6, "Tear-down"
 */
export function lingerOnClose(server: Pick<Server, "on">): void {
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // A request that is given up lets go of its connection.
    const { socket } = request;
    // Before Node's own listener, which ends the connection by `destroySoon` where the answer is its last.
    response.prependListener("finish", () => {
      if (request.complete) return;
      socket.destroySoon = () => {
        socket.end();
        request.resume();
        const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
        socket.once("close", () => clearTimeout(cut));
      };
    });
  });
}
