import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../evals/start-service.ts";

/** One process of a service of several: an API or a worker, which can be killed and started again. */
export interface ServiceProcess {
  readonly name: string;
  readonly role: "server" | "worker";
  /** Where it listens, the same after every start; of a worker nobody asks. */
  readonly baseUrl: string;
  /** False from the moment it is killed or asked to end until it takes calls or jobs again. */
  readonly isUp: boolean;
  /** Counts its starts: an answer that was lost in one life may be asked for in the next. */
  readonly life: number;
  /** What it logged as errors, in all its lives. */
  readonly errors: readonly string[];
  start(): Promise<void>;
  /** Ends it without a word. */
  kill(): Promise<void>;
  /** Asks it to end, waits, and gives its exit code. */
  drain(): Promise<number | null>;
}

const readyWord = { server: "listening", worker: "taking jobs" } as const;

/** Makes a process of the service; settings are environment variables as an operator would write them. */
export async function makeServiceProcess(
  name: string,
  role: ServiceProcess["role"],
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const port = await freePort();
  const errors: string[] = [];
  let child: ChildProcess | undefined;
  let isUp = false;
  let life = 0;

  async function end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    isUp = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, "exit");
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }

  return {
    name,
    role,
    baseUrl: `http://localhost:${port}`,
    errors,
    get isUp() {
      return isUp;
    },
    get life() {
      return life;
    },
    async start() {
      const started = spawn(process.execPath, [join(import.meta.dirname, `../../api/${role}.ts`)], {
        env: { ...process.env, ...settings, PORT: String(port), LOG_LEVEL: "info" },
        stdio: ["ignore", "ignore", "pipe"],
      });
      child = started;
      life += 1;
      await new Promise<void>((resolve, reject) => {
        let written = "";
        createInterface({ input: started.stderr }).on("line", (line) => {
          const { level, msg } = readLine(line);
          if (msg === readyWord[role]) resolve();
          if (level !== "info" && level !== "warn") errors.push(`${name}: ${line}`);
          written = `${written}${line}\n`.slice(-8_000);
        });
        started.once("exit", () => reject(new Error(`${name} ended before it was ready:\n${written}`)));
      });
      isUp = true;
    },
    kill: async () => void (await end("SIGKILL")),
    drain: () => end("SIGTERM"),
  };
}

/** A line that is not of the log is what a process says when it falls. */
function readLine(line: string): { level?: string; msg?: string } {
  try {
    return JSON.parse(line) as { level?: string; msg?: string };
  } catch {
    return {};
  }
}
