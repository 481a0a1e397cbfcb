import type { Logger } from "./logger.ts";

/** Something to be put in order from time to time; gives how many things it touched. */
export interface Chore {
  readonly name: string;
  run(): Promise<number>;
}

const everyMs = 60_000;

/**
 * Runs the chores now and every minute, one after the other, and gives the function that ends them. A chore that fails
 * is told to the log and tried again a minute later; several processes may run the same chores at once.
 */
export function startHousekeeping(chores: readonly Chore[], logger: Logger): () => Promise<void> {
  let isOver = false;
  let round = Promise.resolve();
  const start = () => {
    round = round.then(async () => {
      for (const chore of chores) {
        if (isOver) return;
        await chore.run().then(
          (touched) => {
            if (touched > 0) logger.info({ chore: chore.name, touched }, "chore done");
          },
          (error: unknown) => logger.warn({ chore: chore.name, error: String(error) }, "chore failed"),
        );
      }
    });
  };
  start();
  const timer = setInterval(start, everyMs);
  return async () => {
    isOver = true;
    clearInterval(timer);
    await round;
  };
}
