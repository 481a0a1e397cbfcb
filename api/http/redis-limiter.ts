import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type { RateLimiter } from "./rate-limit.ts";

/**
 * One window of one key, as a sorted set of the instants of admitted calls on Redis's own clock.
 *
 * KEYS[1]  the window
 * ARGV[1]  how many calls it holds
 * ARGV[2]  its length in milliseconds
 * ARGV[3]  a name for this call, since two calls may share an instant
 * @returns whether the call was admitted (1 or 0), how many calls the window holds now, and in how many milliseconds the
 *          oldest of them leaves it
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local held = redis.call('ZCARD', KEYS[1])
local admitted = 0
if held < limit then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], window)
  held = held + 1
  admitted = 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local reset = 0
if oldest[2] then reset = tonumber(oldest[2]) + window - now end
return { admitted, held, reset }
`;

const answerTimeoutMs = 1_000;

/** A limiter whose windows are in Redis, so that several processes count together. */
export interface RedisLimiter extends RateLimiter {
  close(): void;
}

/**
 * Makes the limiter over Redis.
 *
 * @throws when Redis does not answer within a second; who asks decides whether to let the call through
 */
export function makeRedisLimiter(
  url: string,
  options: { readonly prefix?: string; readonly onError: (error: Error) => void },
): RedisLimiter {
  const redis = new Redis(url, {
    commandTimeout: answerTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: true,
    keyPrefix: options.prefix ?? "groundwork:limit:",
  });
  redis.on("error", options.onError);
  let calls = 0;
  const processName = randomUUID();
  return {
    async take(key, limit, windowMs) {
      calls += 1;
      const answer = await redis.eval(takeScript, 1, key, limit, windowMs, `${processName}.${calls}`);
      const [admitted, held, resetMs] = answer as [number, number, number];
      return { isAdmitted: admitted === 1, limit, remaining: Math.max(0, limit - held), resetMs: Math.max(0, resetMs) };
    },
    close: () => redis.disconnect(),
  };
}
