import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SenderPace } from "../../../../api/storage/file-store.ts";
import { keptInPace } from "../../../../api/storage/sender-pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Gives so many bytes each time so much time is over, for ever. */
async function* drip(bytes: number, everyMs: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    yield new Uint8Array(bytes);
  }
}

async function* allAtOnce(pieces: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < pieces; piece++) yield new Uint8Array(1_000);
}

/** Takes the stream to its end by the clock of the test; the work on each piece takes `workMs`. */
async function take(stream: AsyncIterable<Uint8Array>, pace: SenderPace, workMs = 0) {
  let bytes = 0;
  const startedAt = performance.now();
  const taking = (async () => {
    for await (const piece of keptInPace(stream, pace)) {
      bytes += piece.byteLength;
      if (workMs > 0) await new Promise((resolve) => setTimeout(resolve, workMs));
    }
    return "whole";
  })().catch((error: { code: string; message: string }) => error);
  await vi.advanceTimersByTimeAsync(10_000_000);
  const outcome = await taking;
  return { bytes, outcome, isAt: performance.now() - startedAt };
}

const pace = { idleTimeoutMs: 60_000, timeLimitMs: 3_600_000, minBytesPerSecond: 4_096 };

describe("a sender", () => {
  it("that gives a byte before each silence would be too long is given up after half a minute", async () => {
    const { outcome, bytes } = await take(drip(1, 10_000), pace);
    expect(outcome).toMatchObject({
      code: "storage.too-slow",
      message: expect.stringContaining("4096 bytes a second"),
    });
    expect(bytes).toBeLessThanOrEqual(3);
  });

  it("that keeps the pace, but takes longer than a file may take, is given up then", async () => {
    const { outcome, bytes } = await take(drip(50_000, 10_001), pace);
    expect(outcome).toMatchObject({ code: "storage.too-slow", message: expect.stringContaining("3600 s") });
    expect(bytes).toBe(50_000 * 359);
  });

  it("that is silent is told so, whatever else is asked of it", async () => {
    const { outcome } = await take(drip(1, 100_000_000), { ...pace, minBytesPerSecond: 0 });
    expect(outcome).toMatchObject({ code: "storage.idle" });
  });

  it("may be slow at times when its average is not, and is held to no pace where none is asked", async () => {
    async function* unsteady() {
      yield new Uint8Array(4_096 * 100);
      await new Promise((resolve) => setTimeout(resolve, 55_000));
      yield new Uint8Array(1);
      await new Promise((resolve) => setTimeout(resolve, 55_000));
    }
    expect((await take(unsteady(), pace)).outcome).toBe("whole");
    const { outcome, bytes } = await take(drip(1, 30_001), { idleTimeoutMs: 60_000, timeLimitMs: 3_600_000 });
    expect([outcome, bytes]).toEqual([expect.objectContaining({ code: "storage.too-slow" }), 119]);
  });

  it("does not answer for the time that the store takes", async () => {
    expect((await take(allAtOnce(100), pace, 60_000)).outcome).toBe("whole");
  });
});
