/**
 * The thread of the demo town: serves the town on loopback and posts its address. Addresses of the town are stored, so all
 * processes of one store ask for the same port, one after another or at the same time: while another process of this
 * machine serves the town there, this thread waits, and serves it once that process has ended.
 */
import { createServer, type RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { toNodeHandler } from "srvx/node";
import { noticeHeader } from "./town-paths.ts";

if (parentPort === null) throw new Error("town-thread.ts runs in a worker thread only");
const parent = parentPort;
const host = "127.0.0.1";
const takeOverPauseMs = 500;
/** The other process may be starting too. */
const answerTimeoutMs = 10_000;

// The town itself is loaded with the first request.
let answering: Promise<(request: Request) => Promise<Response>> | undefined;

function loadTown(): Promise<(request: Request) => Promise<Response>> {
  answering ??= import("./town-router.ts").then(({ makeTownRouter }) => makeTownRouter());
  return answering;
}

const server = createServer(
  // The type of the handler also covers HTTP/2, which this server does not speak.
  toNodeHandler(async (request) => (await loadTown())(request)) as RequestListener,
);

/** Returns false when the port is taken. */
function listenAt(port: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onListening = () => {
    server.off("error", onError);
    resolve(true);
  };
  const onError = (error: NodeJS.ErrnoException) => {
    server.off("listening", onListening);
    if (error.code === "EADDRINUSE") resolve(false);
    else reject(error);
  };
  server.once("error", onError).once("listening", onListening);
  server.listen(port, host);
  return promise;
}

async function isTownAt(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host}:${port}/`, { signal: AbortSignal.timeout(answerTimeoutMs) });
    return answer.headers.has(noticeHeader);
  } catch {
    return false;
  }
}

async function takeOver(port: number): Promise<void> {
  while (!(await listenAt(port))) await wait(takeOverPauseMs);
}

/** Returns the port of the town: the one that is wanted, or a free one when something else listens there. */
async function openTown(wanted: number): Promise<number> {
  if (await listenAt(wanted)) return boundPort();
  if (await isTownAt(wanted)) {
    void takeOver(wanted);
    return wanted;
  }
  await listenAt(0);
  return boundPort();
}

function boundPort(): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the demo town does not listen");
  return address.port;
}

const origin = `http://${host}:${await openTown(Number((workerData as { port: number }).port))}`;

/** A thread that cannot describe its town ends with the error, which those who wait for the description receive. */
async function postDescription(): Promise<void> {
  const { describeTown } = await import("./describe-town.ts");
  parent.postMessage(describeTown(origin));
}

/** Loads the town and draws a small picture, so that the first request does not wait for either. */
async function warm(): Promise<void> {
  await loadTown();
  const { warmTown } = await import("./warm-town.ts");
  await warmTown();
}

parent.on("message", (asked: "describe" | "warm") => void (asked === "warm" ? warm() : postDescription()));
parent.postMessage({ origin });
