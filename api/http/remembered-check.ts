import type { ReadinessCheck } from "./service-routes.ts";

/** How long an outcome is worth something; `now` in milliseconds on a clock that never goes back. */
export interface RememberOptions {
  readonly forMs?: number;
  readonly now?: () => number;
}

/**
 * Makes a check whose outcome is asked for as often as one likes and found out at most every 30 s: for parts that cost
 * money or time to ask. Callers that come while it is being found out wait for the same outcome.
 */
export function remembered(check: ReadinessCheck["check"], options: RememberOptions = {}): ReadinessCheck["check"] {
  const forMs = options.forMs ?? 30_000;
  const now = options.now ?? (() => performance.now());
  let last: { readonly outcome: ReturnType<ReadinessCheck["check"]>; readonly askedAt: number } | undefined;
  return () => {
    if (last === undefined || now() - last.askedAt >= forMs) {
      // The signal of one caller must not end what others wait for: the check keeps a time limit of its own.
      last = { outcome: check(AbortSignal.timeout(rememberedTimeoutMs)), askedAt: now() };
      last.outcome.catch(() => undefined);
    }
    return last.outcome;
  };
}

const rememberedTimeoutMs = 10_000;
