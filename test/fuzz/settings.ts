import fc, { type IAsyncProperty } from "fast-check";

/** How long a fuzz runs, and from which seed: a short run with a fixed seed unless `npm run fuzz` says otherwise. */
export const fuzzSettings = {
  runs: Number(process.env.FUZZ_RUNS ?? 20),
  seed: Number(process.env.FUZZ_SEED ?? 20_261_121),
  seconds: Number(process.env.FUZZ_SECONDS ?? 300),
} as const;

/** Milliseconds that one fuzzed test may take, with what the smallest example takes to find. */
export const fuzzTimeoutMs = fuzzSettings.seconds * 1_000 + 60_000;

/**
 * Runs one of several properties until its runs, or its share of the time, are used up.
 *
 * @throws Error with the smallest request that breaks it, and the command that sends it again
 */
export async function fuzz<Values>(property: IAsyncProperty<Values>, name: string, properties: number): Promise<void> {
  const { runs, seed, seconds } = fuzzSettings;
  const interruptAfterTimeLimit = (seconds * 1_000) / properties;
  const outcome = await fc.check(property, { seed, numRuns: runs, interruptAfterTimeLimit });
  if (!outcome.failed || outcome.counterexample === null) return;
  const cause = outcome.errorInstance;
  const again = `npm run fuzz -- --seed ${seed} --runs ${runs} --only ${name}`;
  throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n\nAgain: ${again}`);
}
