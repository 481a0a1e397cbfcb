/** How a breaker judges its engine. */
export interface CircuitBreakerOptions {
  /** Failures in a row that open it. */
  readonly failuresToOpen: number;
  /** How long it stays open before one call may try the engine again. */
  readonly openMs: number;
  /** Milliseconds on a clock that never goes back; `performance.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** Spares an engine that keeps failing, and its callers the wait for it. */
export interface CircuitBreaker {
  /** True when a call may be made. While open, it lets exactly one through once its time is over. */
  admits(): boolean;
  /** True from its opening until a call has succeeded again. */
  isOpen(): boolean;
  succeeded(): void;
  /** `restMs` keeps it open at least that long at once, for an engine that said when to come back. */
  failed(restMs?: number): void;
  /** The call ended without a verdict on the engine, e.g. because the caller left. */
  abandoned(): void;
}

/**
 * Makes a closed breaker.
 *
 *   closed ── failures in a row ──▶ open ── time over ──▶ one trial ── succeeded ──▶ closed
 *                                    ▲                        │
 *                                    └──────── failed ────────┘
 */
export function makeCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const now = options.now ?? (() => performance.now());
  let failures = 0;
  let openUntil: number | null = null;
  let isOnTrial = false;
  return {
    admits() {
      if (openUntil === null) return true;
      if (isOnTrial || now() < openUntil) return false;
      isOnTrial = true;
      return true;
    },
    isOpen: () => openUntil !== null,
    succeeded() {
      failures = 0;
      openUntil = null;
      isOnTrial = false;
    },
    failed(restMs = 0) {
      failures += 1;
      const isOpening = isOnTrial || failures >= options.failuresToOpen;
      const wait = Math.max(isOpening ? options.openMs : 0, restMs);
      if (wait > 0) openUntil = Math.max(openUntil ?? 0, now() + wait);
      isOnTrial = false;
    },
    abandoned() {
      isOnTrial = false;
    },
  };
}
