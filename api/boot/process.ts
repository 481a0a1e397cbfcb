import { join } from "node:path";
import { MigrationRefused, StoreHeld } from "../../migrations/index.ts";
import { type Config, ConfigRefused, readConfig } from "./config.ts";

/** The folder of the project: where `DATA_DIR` stands unless it is set. */
export const projectFolder = join(import.meta.dirname, "../..");

/** Reads this process's settings, or ends it with the list of what is wrong with them. */
export function configOfProcess(): Config {
  try {
    return readConfig(process.env, projectFolder);
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}

/** Ends a process that could not start: in one sentence for what a person can mend, with the stack for the rest. */
export function endUnstarted(error: unknown): never {
  const isForPeople = error instanceof StoreHeld || error instanceof MigrationRefused || isAddressInUse(error);
  const text = error instanceof Error ? (isForPeople ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`could not start: ${text}\n`);
  process.exit(1);
}

/**
 * Calls the function once, at the first signal to end; a second signal ends the process at once, so that a person is
 * never left with a process that does not stop.
 */
export function onceAskedToEnd(end: (signal: string) => void): void {
  let isAsked = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isAsked) process.exit(1);
      isAsked = true;
      end(signal);
    });
  }
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
