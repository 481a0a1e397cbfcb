import { makeAdmission } from "../../../ingest/index.ts";
import { makeCircuitBreaker } from "./circuit-breaker.ts";
import { ProviderFault } from "./provider-fault.ts";

/** How one host of a provider is asked: so many requests at once, and none while it fails. */
export interface ServiceLane {
  readonly slots: ReturnType<typeof makeAdmission>;
  /** @throws ProviderFault busy while the service is left alone */
  assertOpen(name: string): void;
  /** Notes how a request ended: what it threw, or how it ended without throwing. */
  judge(outcome: unknown): void;
}

const mostLanes = 500;

/** Makes the lanes of a provider, one for each origin: one host that fails does not keep others from being asked. */
export function makeServiceLanes(options: { readonly concurrency: number; readonly now: () => number }): {
  of(origin: string): ServiceLane;
} {
  const lanes = new Map<string, ServiceLane>();
  return {
    of(origin) {
      const known = lanes.get(origin);
      if (known) return known;
      const [oldest] = lanes.keys();
      if (lanes.size >= mostLanes && oldest !== undefined) lanes.delete(oldest);
      const lane = makeLane(options);
      lanes.set(origin, lane);
      return lane;
    },
  };
}

function makeLane({ concurrency, now }: { readonly concurrency: number; readonly now: () => number }): ServiceLane {
  const breaker = makeCircuitBreaker({ failuresToOpen: 5, openMs: 30_000, longestPauseMs: 600_000, now });
  let lastFailure = "";
  return {
    slots: makeAdmission(concurrency, Number.POSITIVE_INFINITY),
    assertOpen(name) {
      const waitMs = breaker.waitMs();
      if (waitMs === 0) return;
      // Whoever comes while the circuit is open never sees the failures that opened it.
      throw new CircuitOpen(
        "busy",
        `${name} failed repeatedly or asked to wait, so requests to it are paused.${lastFailure}`,
        {
          retryAfterSeconds: waitMs / 1_000,
          internal: "circuit open",
        },
      );
    },
    judge(outcome) {
      // What was not asked tells nothing.
      if (outcome instanceof CircuitOpen) return;
      if (outcome === "answered") return breaker.succeeded();
      if (!(outcome instanceof ProviderFault)) return breaker.abandoned();
      if (outcome.kind === "passing") {
        lastFailure = ` Last failure: ${outcome.detail}`;
        return breaker.failed();
      }
      if (outcome.kind === "busy") return breaker.pause(outcome.retryAfterSeconds * 1_000);
      // It answered, although not what was hoped for.
      return breaker.succeeded();
    },
  };
}

class CircuitOpen extends ProviderFault {}
