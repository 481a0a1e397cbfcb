import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../../evals/metrics.ts";

const healthPauseMs = 5;

/** A watch over what `GET /health` takes, asked one after another on a connection of its own. */
export interface HealthWatch {
  /** Ends the watch and returns percentiles of the times, in milliseconds. */
  stop(): Promise<{ readonly p50: number; readonly p99: number }>;
}

/** Starts asking `GET /health` of a service until the watch is stopped. */
export function watchHealth(baseUrl: string): HealthWatch {
  const times: number[] = [];
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const from = performance.now();
      await (await fetch(`${baseUrl}/health`)).text();
      times.push(performance.now() - from);
      await wait(healthPauseMs);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
    },
  };
}
