import { fork } from "node:child_process";
import { join } from "node:path";

const longestRun = 20 * 60_000;

/**
 * Runs a script of this folder in a process of its own and gives the one message it sends.
 *
 * @throws Error saying how the process ended when it sent none
 */
export function runAlone<Figures>(script: string, given: readonly string[]): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, script), given, {
      serialization: "advanced",
      execArgv: ["--max-old-space-size=12000", "--no-warnings"],
      // LanceDB writes a line for each search otherwise.
      env: { ...process.env, LANCE_LOG: "error", RUST_LOG: "error" },
    });
    const clock = setTimeout(() => child.kill("SIGKILL"), longestRun);
    child.once("message", (figures) => resolve(figures as Figures));
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(clock);
      const reason = signal === null ? `ended with ${code}` : `was ended by ${signal} (it may take 20 minutes)`;
      reject(new Error(reason));
    });
  });
}
