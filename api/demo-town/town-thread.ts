/** The thread of the demo town: listens on loopback and tells its address. The town itself is loaded with the first request. */
import { parentPort } from "node:worker_threads";
import { serve } from "srvx/node";

if (parentPort === null) throw new Error("town-thread.ts runs in a worker thread only");
const port = parentPort;
let answering: Promise<(request: Request) => Promise<Response>> | undefined;

const server = serve({
  hostname: "127.0.0.1",
  port: 0,
  silent: true,
  gracefulShutdown: false,
  fetch: async (request) => {
    answering ??= import("./town-router.ts").then(({ makeTownRouter }) => makeTownRouter());
    return (await answering)(request);
  },
});
await server.ready();
const { origin } = new URL(server.url ?? "");
/** Loads the town and draws a small picture, so that the first request does not wait for either. */
async function warm(): Promise<void> {
  answering ??= import("./town-router.ts").then(({ makeTownRouter }) => makeTownRouter());
  const { warmTown } = await import("./warm-town.ts");
  await warmTown();
}
/** A thread that cannot describe its town ends with the error, which those who wait are told. */
async function tell(): Promise<void> {
  const { describeTown } = await import("./describe-town.ts");
  port.postMessage(describeTown(origin));
}
port.on("message", (asked: "describe" | "warm") => void (asked === "warm" ? warm() : tell()));
port.postMessage({ origin });
