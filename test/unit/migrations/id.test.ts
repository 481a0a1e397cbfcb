import { afterEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../migrations/index.ts";

afterEach(() => vi.useRealTimers());

describe("an identifier", () => {
  it("shows its kind and is a UUID of version 7", () => {
    expect(newId("project")).toMatch(/^prj_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  });

  it("sorts after those that were made before it, within one millisecond too", () => {
    const ids = Array.from({ length: 20_000 }, () => newId("document"));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("sorts after those that were made before the clock was set back", () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    const before = newId("document");
    vi.setSystemTime(Date.now() - 30_000);
    expect(newId("document") > before).toBe(true);
  });
});
