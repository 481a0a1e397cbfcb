import { join } from "node:path";
import { DatabaseUnavailable, EngineStopped, MigrationRefused, StoreHeld } from "../../migrations/index.ts";
import { type Config, ConfigRefused, readConfig } from "./config.ts";
import type { Logger } from "./logger.ts";

/** The folder of the project: `DATA_DIR` is in it unless it is set. */
export const projectFolder = join(import.meta.dirname, "../..");

/** Returns this process's settings, or ends the process with the list of all faults in them. */
export function configOfProcess(): Config {
  try {
    return readConfig(process.env, projectFolder);
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}

/** Ends a process that could not start: prints one sentence for what an operator can fix, the stack for the rest. */
export function endUnstarted(error: unknown): never {
  process.stderr.write(`could not start: ${sentenceFor(error) ?? stackOf(error)}\n`);
  process.exit(1);
}

/** Why a process ends: a signal, or an error that nothing caught. */
export type EndReason = { readonly signal: string } | { readonly fault: unknown };

/** Longest time from the reason to end until the process is gone, whatever its drain waits for. */
const longestEndMs = 60_000;

/** SQLSTATEs with which a server refuses a connection: wrong user or password, not allowed in, no such database. */
const refusedConnections = new Set(["28P01", "28000", "3D000", "42501"]);

function sentenceFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StoreHeld || error instanceof MigrationRefused || error instanceof EngineStopped)
    return error.message;
  if (error instanceof DatabaseUnavailable) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
    return `${error.message}${cause}; check DATABASE_URL and that the server runs`;
  }
  const code = "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") return error.message;
  return refusedConnections.has(code) ? `the database refused it: ${error.message}; check DATABASE_URL` : undefined;
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/**
 * Calls `end` once, at the first signal to end, the first error that nothing caught, or when `stopped` resolves: a part
 * that the process cannot do without has ended. After such an error the state of the process is unknown, so it takes no
 * new work; work under way may finish. Later errors are ignored because the process is ending already. A second signal
 * ends the process at once, so that it always stops when a person insists.
 */
export function onceAskedToEnd(end: (reason: EndReason) => void, stopped?: Promise<unknown>): void {
  let isAsked = false;
  const ask = (reason: EndReason) => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => process.exit(1), longestEndMs).unref();
    end(reason);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isAsked) process.exit(1);
      ask({ signal });
    });
  }
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (fault: unknown) => ask({ fault }));
  }
  void stopped?.then((fault) => ask({ fault }));
}

/** Logs why the process ends and returns the exit code it ends with once it is drained. */
export function logEnd(reason: EndReason, logger: Logger): number {
  if ("signal" in reason) {
    logger.info({ signal: reason.signal }, "draining");
    return 0;
  }
  const { fault } = reason;
  const error = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  logger.error({ error }, "draining after an error that nothing caught");
  return 1;
}
