import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How long a sender may go on before its connection is cut: time enough to read the response. */
const lingerMs = 2_000;

/**
 * Lets a client that is still sending read the response that ends its connection: the response is sent, bytes that
 * arrive after it are dropped for two seconds, and only then, or when the client hangs up, is the connection closed.
 * Closed at once, it would be reset by the next byte that arrives, and the response could be lost with it.
 *
 * @see RFC 9112 section 9.6, "Tear-down"
 */
export function lingerOnClose(server: Pick<Server, "on">): void {
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // A request that is given up lets go of its connection.
    const { socket } = request;
    // Before Node's own listener, which ends the connection by `destroySoon` when this response is its last.
    response.prependListener("finish", () => {
      if (request.complete) {
        // Node drops a body that nobody read; one that was read in part would block the next request.
        if (request.readableDidRead && !request.readableEnded) request.resume();
        return;
      }
      socket.destroySoon = () => {
        socket.end();
        request.resume();
        const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
        socket.once("close", () => clearTimeout(cut));
      };
    });
  });
}
