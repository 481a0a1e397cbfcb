import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressGroup } from "../../../../api/http/client-address.ts";
import { limitHeaders, makeMemoryLimiter, retryAfterSeconds } from "../../../../api/http/rate-limit.ts";

describe("the memory limiter", () => {
  it("never admits more than the limit in any window, wherever the window begins", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 80 }),
        async (limit, gaps) => {
          let now = 1_000_000;
          const limiter = makeMemoryLimiter(() => now);
          const admitted: number[] = [];
          for (const gap of gaps) {
            now += gap;
            if ((await limiter.take("key", limit, 60_000)).isAdmitted) admitted.push(now);
          }
          for (const start of admitted) {
            const inWindow = admitted.filter((at) => at >= start && at < start + 60_000);
            expect(inWindow.length).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });

  it("admits the call that comes after the wait it asked for", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 50_000 }), async (limit, gap) => {
        let now = 5_000;
        const limiter = makeMemoryLimiter(() => now);
        for (let call = 0; call < limit; call++) {
          await limiter.take("key", limit, 60_000);
          now += gap / limit;
        }
        const verdict = await limiter.take("key", limit, 60_000);
        if (verdict.isAdmitted) return;
        now += retryAfterSeconds(verdict) * 1000;
        expect((await limiter.take("key", limit, 60_000)).isAdmitted).toBe(true);
      }),
    );
  });

  it("does not count the calls that it refused", async () => {
    let now = 0;
    const limiter = makeMemoryLimiter(() => now);
    await limiter.take("key", 1, 60_000);
    for (now = 1_000; now < 60_000; now += 1_000) {
      expect((await limiter.take("key", 1, 60_000)).isAdmitted).toBe(false);
    }
    expect((await limiter.take("key", 1, 60_000)).isAdmitted).toBe(true);
  });

  it("tells where the caller stands in whole seconds", async () => {
    const limiter = makeMemoryLimiter(() => 0);
    expect(limitHeaders(await limiter.take("key", 2, 60_000))).toEqual({
      "ratelimit-limit": "2",
      "ratelimit-remaining": "1",
      "ratelimit-reset": "60",
    });
  });
});

describe("an address group", () => {
  it("is the IPv4 address itself, also when it is written as IPv6", () => {
    expect(addressGroup("203.0.113.7")).toBe("203.0.113.7");
    expect(addressGroup("::ffff:203.0.113.7")).toBe("203.0.113.7");
  });

  it("is the same for all spellings of a /64 of IPv6 and another for the next", () => {
    const group = addressGroup("2001:db8:0:1::1");
    for (const same of ["2001:DB8:0:1:ffff:ffff:ffff:ffff", "2001:0db8:0000:0001::", "2001:db8:0:1::1%eth0"]) {
      expect(addressGroup(same)).toBe(group);
    }
    for (const other of ["2001:db8:0:2::1", "2001:db8::1", "::1"]) expect(addressGroup(other)).not.toBe(group);
    expect(addressGroup("::1")).toBe("0:0:0:0::/64");
  });
});
