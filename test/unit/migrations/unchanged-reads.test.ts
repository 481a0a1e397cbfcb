import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSharedRead } from "../../../migrations/shared-read.ts";
import { makeUnchangedReads } from "../../../migrations/unchanged-reads.ts";

/** A read that ends when it is told to. */
function makeHeldRead() {
  const held: { end(value: string): void; fail(error: Error): void }[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      held.push({ end: resolve, fail: reject });
    });
  return { held, read };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("a read that callers share", () => {
  it("gives nobody what was looked at before they asked, and begins at most one read more for all who wait", async () => {
    const { held, read } = makeHeldRead();
    const shared = makeSharedRead(read);
    const first = shared();
    const waiting = [shared(), shared(), shared()];
    expect(held).toHaveLength(1);
    held[0]?.end("old");
    expect(await first).toBe("old");
    await settle();
    expect(held).toHaveLength(2);
    held[1]?.end("new");
    expect(await Promise.all(waiting)).toEqual(["new", "new", "new"]);
  });

  it("fails for those who share it, and is tried anew for the next", async () => {
    const { held, read } = makeHeldRead();
    const shared = makeSharedRead(read);
    const first = shared();
    const second = shared();
    held[0]?.fail(new Error("lost"));
    await expect(first).rejects.toThrow("lost");
    await settle();
    held[1]?.end("found");
    expect(await second).toBe("found");
    const third = shared();
    held[2]?.end("found again");
    expect(await third).toBe("found again");
  });

  it("is never older than the call, in whatever order calls, changes and answers come", async () => {
    const step = fc.constantFrom("ask", "change", "go on");
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 30 }), async (scheduler, steps) => {
        let state = 0;
        const shared = makeSharedRead(async () => {
          await scheduler.schedule(Promise.resolve());
          const seen = state;
          await scheduler.schedule(Promise.resolve());
          return seen;
        });
        const asked: Promise<{ seen: number; atLeast: number }>[] = [];
        for (const each of steps) {
          if (each === "change") state += 1;
          else if (each === "go on") await (scheduler.count() > 0 ? scheduler.waitOne() : settle());
          else {
            const atLeast = state;
            asked.push(shared().then((seen) => ({ seen, atLeast })));
          }
        }
        const answers = await scheduler.waitFor(Promise.all(asked));
        for (const { seen, atLeast } of answers) expect(seen).toBeGreaterThanOrEqual(atLeast);
      }),
    );
  });
});

describe("what was read while the mark of changes stays the same", () => {
  const makeReads = () => {
    const store = { mark: "1" as string | undefined };
    let reads = 0;
    const unchanged = makeUnchangedReads<string>({ changes: async () => store.mark });
    const read = async () => {
      reads += 1;
      return `${store.mark} read ${reads}`;
    };
    return { store, unchanged, read, count: () => reads };
  };

  it("is read once, also by callers who ask at the same time", async () => {
    const { unchanged, read, count } = makeReads();
    const given = await Promise.all([unchanged("a", read), unchanged("a", read)]);
    expect([...given, await unchanged("a", read)]).toEqual(Array(3).fill("1 read 1"));
    expect(count()).toBe(1);
  });

  it("is read again under another mark, under another name, and always where there is no mark", async () => {
    const { store, unchanged, read } = makeReads();
    await unchanged("a", read);
    expect(await unchanged("b", read)).toBe("1 read 2");
    store.mark = "2";
    expect(await unchanged("a", read)).toBe("2 read 3");
    store.mark = undefined;
    expect(await unchanged("a", read)).toBe("undefined read 4");
    expect(await unchanged("a", read)).toBe("undefined read 5");
  });

  it("is not kept when the read failed", async () => {
    const { unchanged, read } = makeReads();
    await expect(unchanged("a", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect(await unchanged("a", read)).toBe("1 read 1");
  });
});
