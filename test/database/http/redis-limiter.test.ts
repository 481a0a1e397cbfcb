import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeRedisLimiter } from "../../../api/http/redis-limiter.ts";

const redisUrl = process.env.TEST_REDIS_URL;
const ignore = () => {};
const limiterAt = (url: string, prefix = `test-${randomBytes(6).toString("hex")}:`) =>
  makeRedisLimiter(url, { prefix, onError: ignore });

describe.skipIf(redisUrl === undefined)("limits counted in Redis (skipped without TEST_REDIS_URL)", () => {
  it("admit as many calls as the window holds, however many come at once and from however many processes", async () => {
    const prefix = `test-${randomBytes(6).toString("hex")}:`;
    const processes = [limiterAt(redisUrl ?? "", prefix), limiterAt(redisUrl ?? "", prefix)];
    const verdicts = await Promise.all(
      Array.from({ length: 100 }, (_, at) => processes[at % 2]?.take("key:search", 8, 60_000)),
    );
    expect(verdicts.filter((verdict) => verdict?.isAdmitted)).toHaveLength(8);
    for (const verdict of verdicts) expect(verdict?.resetMs).toBeGreaterThan(0);
    for (const one of processes) one.close();
  });

  it("count each key by itself, and free a call when it leaves the window", async () => {
    const limiter = limiterAt(redisUrl ?? "");
    const take = async (key: string, windowMs = 60_000) => (await limiter.take(key, 1, windowMs)).isAdmitted;
    expect(await take("a")).toBe(true);
    expect(await take("a")).toBe(false);
    expect(await take("b")).toBe(true);
    // The call of a moment ago lies outside of a window this short.
    await expect.poll(() => take("a", 1)).toBe(true);
    limiter.close();
  });
});

describe("a limiter whose Redis is away", () => {
  it("says so instead of hanging", async () => {
    const limiter = limiterAt("redis://127.0.0.1:1");
    await expect(limiter.take("a", 1, 1_000)).rejects.toThrow();
    limiter.close();
  });
});
