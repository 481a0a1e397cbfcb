/** Keeps a service that fails from being asked again and again. */
export interface CircuitBreaker {
  /** Milliseconds until the service may be asked; 0 when it may be asked now. Once it may, one request goes ahead as a probe. */
  waitMs(): number;
  succeeded(): void;
  failed(): void;
  /** The service asked not to be asked for so long. */
  pause(milliseconds: number): void;
  /** A request ended without telling anything of the service, such as one that its caller gave up. */
  abandoned(): void;
}

/** When a circuit opens, and for how long. */
export interface CircuitOptions {
  readonly failuresToOpen: number;
  readonly openMs: number;
  readonly longestPauseMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/**
 * Makes a breaker: closed until so many requests in a row have failed, then open for a time, then half-open for one
 * request, whose outcome closes or opens it again.
 *
 * @see M. Nygard, Release It!, "Circuit Breaker"
 */
export function makeCircuitBreaker({ failuresToOpen, openMs, longestPauseMs, now }: CircuitOptions): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;
  return {
    waitMs() {
      const wait = openUntil - now();
      if (wait > 0) return wait;
      if (failures < failuresToOpen) return 0;
      if (isProbing) return openMs;
      isProbing = true;
      return 0;
    },
    succeeded() {
      failures = 0;
      openUntil = 0;
      isProbing = false;
    },
    failed() {
      failures += 1;
      isProbing = false;
      if (failures >= failuresToOpen) openUntil = Math.max(openUntil, now() + openMs);
    },
    pause(milliseconds) {
      isProbing = false;
      openUntil = Math.max(openUntil, now() + Math.min(milliseconds, longestPauseMs));
    },
    abandoned() {
      isProbing = false;
    },
  };
}
