import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { connectToHolder, type StoreHold } from "../../migrations/index.ts";

/** What an operator's command gives back. */
export interface CommandOutcome {
  readonly exitCode: number;
  readonly output: string;
  /** The command that tells how far the work is; absent when none goes on. */
  readonly follow?: readonly string[];
}

type RunCommand = (argv: readonly string[]) => Promise<CommandOutcome>;

const longestRequest = 100_000;
const answerTimeoutMs = 120_000;

/**
 * Serves operators' commands on the socket of the held store: one JSON line in, one JSON line out. Whoever can open
 * the socket owns the store's folder, so no credential is asked.
 */
export function serveOperators(hold: StoreHold, run: RunCommand): void {
  hold.onConnection((socket) => {
    let received = 0;
    socket.on("data", (bytes) => {
      received += bytes.length;
      if (received > longestRequest) socket.destroy();
    });
    createInterface({ input: socket }).once("line", (line) => {
      answer(line, run)
        .then((outcome) => socket.end(`${JSON.stringify(outcome)}\n`))
        .catch(() => socket.destroy());
    });
  });
}

/** Has the process that holds the store run a command; null when nobody holds it. */
export async function askHolder(dataDir: string, argv: readonly string[]): Promise<CommandOutcome | null> {
  const socket = await connectToHolder(dataDir);
  if (socket === null) return null;
  try {
    return await converse(socket, argv);
  } finally {
    socket.destroy();
  }
}

async function answer(line: string, run: RunCommand): Promise<CommandOutcome> {
  const request: unknown = JSON.parse(line);
  const argv = typeof request === "object" && request !== null && "argv" in request ? request.argv : undefined;
  if (!Array.isArray(argv) || !argv.every((argument) => typeof argument === "string")) {
    return { exitCode: 2, output: "the request is not a command\n" };
  }
  return run(argv);
}

function converse(socket: Socket, argv: readonly string[]): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the running service did not answer in time")), answerTimeoutMs);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the running service closed the connection without an answer")));
    const lines = createInterface({ input: socket });
    // The reader of lines passes on an error of the socket as one of its own.
    lines.once("error", reject);
    lines.once("line", (line) => {
      clearTimeout(timer);
      resolve(JSON.parse(line) as CommandOutcome);
    });
    socket.write(`${JSON.stringify({ argv })}\n`);
  });
}
