import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A service started by a script: its address, what a first start prints, and the process. */
export interface StartedService {
  readonly baseUrl: string;
  /** The key that a first start prints; null on a store that had one before. */
  readonly key: string | null;
  /** The link on which the password of the account area is set; null like the key. */
  readonly accountLink: string | null;
  readonly process: ChildProcess;
  /** Milliseconds from the start of the process to the first answer of `/ready`. */
  readonly readyMs: number;
  /** Asks the process to drain and waits until it has ended. */
  stop(): Promise<void>;
  /** Ends the process without a word, as a machine that fails does. */
  kill(): Promise<void>;
}

/**
 * Environment of `npm start`: glibc returns freed memory to the system, of which compiling leaves 80 to 150 MB, and the threads
 * share two arenas in place of eight for each core.
 */
const memorySettings = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };
/** The script and flags of `npm start`; a benchmark may name another script, with its arguments. */
const serverScript: readonly string[] = ["--max-semi-space-size=16", join(import.meta.dirname, "../api/server.ts")];

/**
 * Starts the service as its own process, on the port named or a free one, and waits until it is ready. `onStep` is called
 * with each step of the start that the process logs.
 *
 * @throws  Error when another process listens on the port named, and with what the process wrote when it ends before it
 *   is ready
 */
export async function startService(
  environment: Readonly<Record<string, string>>,
  script = serverScript,
  onStep?: (step: string) => void,
): Promise<StartedService> {
  const port = environment.PORT ? await unusedPort(Number(environment.PORT)) : await freePort();
  const baseUrl = `http://localhost:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, script, {
    env: { ...memorySettings, ...process.env, LOG_LEVEL: "warn", ...environment, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let key: string | null = null;
  let accountLink: string | null = null;
  let written = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    key ??= /^API key: (gw_live_\S+)/.exec(line)?.[1] ?? null;
    accountLink ??= /^Account set-up link.*: (http\S+)$/.exec(line)?.[1] ?? null;
  });
  child.stderr.on("data", (bytes) => {
    written = (written + String(bytes)).slice(-8_000);
  });
  if (onStep) createInterface({ input: child.stderr }).on("line", (line) => reportStep(line, onStep));
  let hasEnded = false;
  child.once("exit", () => {
    hasEnded = true;
  });
  while (!(await isReady(baseUrl))) {
    if (hasEnded) throw new Error(`the service ended before it was ready:\n${written}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (hasEnded) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    baseUrl,
    key,
    accountLink,
    process: child,
    readyMs: performance.now() - startedAt,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

function reportStep(line: string, onStep: (step: string) => void): void {
  try {
    const { msg, step } = JSON.parse(line);
    if (msg === "starting") onStep(String(step));
  } catch {
    // What is not JSON is part of an error, which is kept as it is.
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Makes sure that it is this service which answers, and not another that had the port before. */
async function unusedPort(port: number): Promise<number> {
  try {
    return await openPort(port);
  } catch {
    throw new Error(`port ${port} of 127.0.0.1 cannot be had; stop what listens on it, or name another with PORT`);
  }
}

/** A port of this machine that nobody listens on at the moment. */
export const freePort = (): Promise<number> => openPort(0);

async function openPort(port: number): Promise<number> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port could be had");
  return address.port;
}
