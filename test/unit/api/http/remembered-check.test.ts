import { describe, expect, it } from "vitest";
import { remembered } from "../../../../api/http/remembered-check.ts";

describe("a remembered check", () => {
  it("is made once for all who ask within its time, whatever came of it, and again after", async () => {
    let now = 0;
    let asked = 0;
    let isDown = false;
    const check = remembered(
      async () => {
        asked += 1;
        if (isDown) throw new Error("no answer");
        return undefined;
      },
      { forMs: 30_000, now: () => now },
    );
    const { signal } = new AbortController();
    await Promise.all([check(signal), check(signal)]);
    isDown = true;
    now = 29_999;
    await check(signal);
    expect(asked).toBe(1);
    now = 30_000;
    await expect(check(signal)).rejects.toThrow("no answer");
    isDown = false;
    now = 59_999;
    await expect(check(signal)).rejects.toThrow("no answer");
    expect(asked).toBe(2);
    now = 60_000;
    await check(signal);
    expect(asked).toBe(3);
  });
});
