const startedAt = performance.now();

/** True where a person reads standard error: progress and logs are then short lines of text instead of JSON. */
export const isTerminal = process.stderr.isTTY === true;

/** Writes a progress line of the start to standard error, where a person reads it; does nothing otherwise. */
export function sayProgress(text: string): void {
  if (isTerminal) process.stderr.write(`${text}\n`);
}

/** Returns the seconds since the process began to load, with one decimal. */
export function secondsSinceStart(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
