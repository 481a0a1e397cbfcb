/** Lets a fixed number of holders in at a time; others wait in order, up to a limit. */
export interface Admission {
  /**
   * Resolves to false at once when too many wait already, else to true when a place is free; the holder must `leave`.
   *
   * @throws the reason of the signal when it is aborted while waiting
   */
  enter(signal: AbortSignal | undefined): Promise<boolean>;
  leave(): void;
}

/** Makes an admission with `places` places and at most `maxWaiting` waiting. */
export function makeAdmission(places: number, maxWaiting: number): Admission {
  let free = places;
  const waiting = new Set<() => void>();
  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return true;
      }
      if (waiting.size >= maxWaiting) return false;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const onAbort = () => {
        waiting.delete(resolve);
        reject(signal?.reason);
      };
      waiting.add(resolve);
      signal?.addEventListener("abort", onAbort, { once: true });
      await promise.finally(() => signal?.removeEventListener("abort", onAbort));
      return true;
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) {
        free += 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
