/** What a limiter says of one call. */
export interface LimitVerdict {
  readonly isAdmitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the next call becomes free again; 0 when none was used. */
  readonly resetMs: number;
}

/** Counts calls in an exact sliding window, in this process or in a store that several share. */
export interface RateLimiter {
  /** Takes one call from the window of the key, if there is one left; a refused call is not counted. */
  take(key: string, limit: number, windowMs: number): Promise<LimitVerdict>;
}

const mostKeys = 50_000;

/**
 * Makes a limiter that remembers the instants of the calls it admitted, so that "N a minute" holds for every minute.
 *
 * Keys that were not used for the longest time are forgotten beyond 50,000 of them.
 */
export function makeMemoryLimiter(now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, number[]>();
  return {
    async take(key, limit, windowMs) {
      const at = now();
      const kept = inWindow(windows.get(key) ?? [], at - windowMs);
      const isAdmitted = kept.length < limit;
      if (isAdmitted) kept.push(at);
      // Set anew, so that the map's order is the order of last use.
      windows.delete(key);
      windows.set(key, kept);
      if (windows.size > mostKeys) forgetOldest(windows);
      const oldest = kept[0];
      return {
        isAdmitted,
        limit,
        remaining: Math.max(0, limit - kept.length),
        resetMs: oldest === undefined ? 0 : Math.max(1, oldest + windowMs - at),
      };
    },
  };
}

/** A limiter that admits everything: for `RATE_LIMITS=off` on loopback. */
export const noLimits: RateLimiter = {
  take: async (_key, limit) => ({ isAdmitted: true, limit, remaining: limit, resetMs: 0 }),
};

/** Headers that tell a caller where it stands in a window. */
export function limitHeaders(verdict: LimitVerdict): Record<string, string> {
  return {
    "ratelimit-limit": String(verdict.limit),
    "ratelimit-remaining": String(verdict.remaining),
    "ratelimit-reset": String(Math.ceil(verdict.resetMs / 1000)),
  };
}

/** Whole seconds a refused caller should wait. */
export function retryAfterSeconds(verdict: LimitVerdict): number {
  return Math.max(1, Math.ceil(verdict.resetMs / 1000));
}

/** Those after the window's beginning; a clock that was put back leaves the instants out of order. */
function inWindow(instants: number[], beginning: number): number[] {
  return instants.every((instant) => instant > beginning)
    ? instants
    : instants.filter((instant) => instant > beginning);
}

function forgetOldest(windows: Map<string, number[]>): void {
  const [oldest] = windows.keys();
  if (oldest !== undefined) windows.delete(oldest);
}
