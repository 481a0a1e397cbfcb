import { describe, expect, it } from "vitest";
import { makeCircuitBreaker } from "../../../../retrieval/rerank/circuit-breaker.ts";

function breakerAt() {
  const clock = { ms: 0 };
  return { clock, breaker: makeCircuitBreaker({ failuresToOpen: 3, openMs: 1000, now: () => clock.ms }) };
}

describe("a circuit breaker", () => {
  it("opens after as many failures in a row as it was told, and not before", () => {
    const { breaker } = breakerAt();
    breaker.failed();
    breaker.failed();
    expect(breaker.admits()).toBe(true);
    breaker.failed();
    expect(breaker.admits()).toBe(false);
  });

  it("forgets failures at the first success", () => {
    const { breaker } = breakerAt();
    for (let round = 0; round < 5; round += 1) {
      breaker.failed();
      breaker.failed();
      breaker.succeeded();
    }
    expect(breaker.admits()).toBe(true);
  });

  it("lets exactly one call through when its time is over, and closes when that succeeds", () => {
    const { breaker, clock } = breakerAt();
    for (let failure = 0; failure < 3; failure += 1) breaker.failed();
    clock.ms = 999;
    expect(breaker.admits()).toBe(false);
    clock.ms = 1000;
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
    expect(breaker.isOpen()).toBe(true);
    breaker.succeeded();
    expect(breaker.isOpen()).toBe(false);
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  });

  it("opens again when the trial fails, and offers another when the trial was abandoned", () => {
    const { breaker, clock } = breakerAt();
    for (let failure = 0; failure < 3; failure += 1) breaker.failed();
    clock.ms = 1000;
    expect(breaker.admits()).toBe(true);
    breaker.abandoned();
    expect(breaker.admits()).toBe(true);
    breaker.failed();
    expect(breaker.admits()).toBe(false);
    clock.ms = 2000;
    expect(breaker.admits()).toBe(true);
  });

  it("rests at once for as long as the engine asked", () => {
    const { breaker, clock } = breakerAt();
    breaker.failed(5000);
    expect(breaker.admits()).toBe(false);
    clock.ms = 4999;
    expect(breaker.admits()).toBe(false);
    clock.ms = 5000;
    expect(breaker.admits()).toBe(true);
  });
});
