import { type SenderPace, StorageRefused } from "./file-store.ts";

const defaultGraceMs = 30_000;

/**
 * Passes a stream on for as long as its sender keeps the pace: a sender that gives a byte now and then would otherwise
 * hold a connection, and its place in the store, for ever.
 *
 * @throws StorageRefused `storage.idle`, `storage.too-slow`; `storage.interrupted` when the stream breaks off
 */
export async function* keptInPace(stream: AsyncIterable<Uint8Array>, pace: SenderPace): AsyncGenerator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  let isEnded = false;
  let waitedMs = 0;
  let bytes = 0;
  try {
    for (;;) {
      const askedAt = performance.now();
      const next = await inTime(iterator.next(), nearestLimit(pace, waitedMs, bytes));
      waitedMs += performance.now() - askedAt;
      if (next.done) {
        isEnded = true;
        return;
      }
      bytes += next.value.byteLength;
      yield next.value;
    }
  } catch (error) {
    if (error instanceof StorageRefused) throw error;
    throw new StorageRefused("storage.interrupted", "the file stopped arriving", { cause: error });
  } finally {
    // Tells the sender to stop; not awaited, because a sender that is silent never answers.
    if (!isEnded) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

/** How long the next bytes may still be waited for, and what is said when they do not come. */
interface Limit {
  readonly ms: number;
  readonly refusal: () => StorageRefused;
}

function nearestLimit(pace: SenderPace, waitedMs: number, bytes: number): Limit {
  const { idleTimeoutMs, timeLimitMs, minBytesPerSecond = 0, graceMs = defaultGraceMs } = pace;
  const limits: Limit[] = [refused(idleTimeoutMs, "storage.idle", `nothing arrived for ${idleTimeoutMs / 1000} s`)];
  if (timeLimitMs !== undefined) {
    const text = `the whole file did not arrive within ${timeLimitMs / 1000} s`;
    limits.push(refused(timeLimitMs - waitedMs, "storage.too-slow", text));
  }
  if (minBytesPerSecond > 0) {
    const coveredMs = graceMs + (bytes / minBytesPerSecond) * 1000;
    const text = `the file arrived more slowly than ${minBytesPerSecond} bytes a second`;
    limits.push(refused(coveredMs - waitedMs, "storage.too-slow", text));
  }
  return limits.reduce((nearest, limit) => (limit.ms < nearest.ms ? limit : nearest));
}

const refused = (ms: number, code: "storage.idle" | "storage.too-slow", text: string): Limit => ({
  ms,
  refusal: () => new StorageRefused(code, text),
});

async function inTime<Result>(work: Promise<Result>, limit: Limit): Promise<Result> {
  if (limit.ms <= 0) {
    work.catch(() => {});
    throw limit.refusal();
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(limit.refusal()), limit.ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
