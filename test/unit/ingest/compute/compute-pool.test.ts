import { afterEach, describe, expect, it } from "vitest";
import { type ComputePool, inlineCompute, makeComputePool } from "../../../../ingest/index.ts";
import { probe } from "../../../support/probe-tasks.ts";

const pools: ComputePool[] = [];
function pool(...bounds: Parameters<typeof makeComputePool>): ComputePool {
  const made = makeComputePool(...bounds);
  pools.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.stop()));
});

const endless = { ms: 60_000 };

describe.each([
  ["inlineCompute", () => inlineCompute],
  ["makeComputePool", () => pool()],
])("%s", (_name, make) => {
  it("returns the result of a task", async () => {
    expect(await make().run(probe.double, { number: 21 })).toBe(42);
  });

  it("throws the error of a task with its name, message and fields", async () => {
    const failure = make().run(probe.refuse, { code: "probe.refused" });
    await expect(failure).rejects.toMatchObject({
      name: "RangeError",
      message: "the input is refused",
      code: "probe.refused",
      limit: 3,
    });
  });

  it("throws the reason of a signal that is aborted before the start", async () => {
    const signal = AbortSignal.abort(new Error("the caller left"));
    await expect(make().run(probe.double, { number: 1 }, { signal })).rejects.toThrow("the caller left");
  });

  it("refuses input that cannot be copied to a thread", async () => {
    const uncopyable = { number: 1, toNumber: () => 1 };
    await expect(make().run(probe.double, uncopyable)).rejects.toThrow("could not be cloned");
  });
});

describe("makeComputePool", () => {
  it("leaves the event loop free while a task runs", async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await pool().run(probe.spin, { ms: 300 });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
  });

  it("returns the buffers that a task has left, although its thread only waits for work", async () => {
    const one = pool({ interactive: { threads: 1 } });
    await one.run(probe.litter, { megabytes: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await one.run(probe.countBuffers, undefined)).toBeLessThan(2 * 1024 * 1024);
  });

  it("keeps the state of a task module between the tasks of a thread", async () => {
    const one = pool({ interactive: { threads: 1 } });
    await one.run(probe.countCalls, undefined);
    expect(await one.run(probe.countCalls, undefined)).toBe(2);
  });

  it("runs tasks of a lane at the same time, up to its threads", async () => {
    const two = pool({ interactive: { threads: 2 } });
    const [first, second] = await Promise.all([two.run(probe.spin, { ms: 1_000 }), two.run(probe.spin, { ms: 1_000 })]);
    expect(Math.max(first.startedAt, second.startedAt)).toBeLessThan(Math.min(first.endedAt, second.endedAt));
  });

  it("stops a task at its deadline and runs the next one", async () => {
    const one = pool({ interactive: { threads: 1 } });
    const late = one.run({ ...probe.spin, deadlineMs: 300 }, endless);
    const next = one.run(probe.double, { number: 4 });
    await expect(late).rejects.toMatchObject({ code: "compute.deadline-exceeded", task: "spin" });
    expect(await next).toBe(8);
  });

  it("does not count the wait for a thread towards the deadline", async () => {
    const one = pool({ interactive: { threads: 1 } });
    const first = one.run(probe.spin, { ms: 1_500 });
    const second = one.run({ ...probe.spin, deadlineMs: 1_400 }, { ms: 10 });
    await first;
    expect((await second).endedAt).toBeGreaterThan(0);
  });

  it("stops a running task when its signal is aborted", async () => {
    const one = pool({ interactive: { threads: 1 } });
    const caller = new AbortController();
    const running = one.run(probe.spin, endless, { signal: caller.signal });
    setTimeout(() => caller.abort(new Error("the caller left")), 200);
    await expect(running).rejects.toThrow("the caller left");
    expect(await one.run(probe.double, { number: 1 })).toBe(2);
  });

  it("drops a waiting task when its signal is aborted", async () => {
    const one = pool({ interactive: { threads: 1 } });
    const first = one.run(probe.spin, { ms: 400 });
    const caller = new AbortController();
    const waiting = one.run(probe.double, { number: 1 }, { signal: caller.signal });
    caller.abort(new Error("the caller left"));
    await expect(waiting).rejects.toThrow("the caller left");
    await first;
    expect(await one.run(probe.double, { number: 1 })).toBe(2);
  });

  it("refuses a task when too many wait, and takes one again later", async () => {
    const one = pool({ interactive: { threads: 1, maxWaiting: 1 } });
    const running = one.run(probe.spin, { ms: 300 });
    const waiting = one.run(probe.double, { number: 1 });
    await expect(one.run(probe.double, { number: 2 })).rejects.toMatchObject({ code: "compute.overloaded" });
    await Promise.all([running, waiting]);
    expect(await one.run(probe.double, { number: 3 })).toBe(6);
  });

  it("fails a task that needs more memory than its thread may use, and runs the next one", async () => {
    const one = pool({ interactive: { threads: 1, memoryMb: 64 } });
    const hoarding = one.run({ ...probe.hoard, deadlineMs: 120_000 }, undefined);
    await expect(hoarding).rejects.toMatchObject({ code: "compute.out-of-memory" });
    expect(await one.run(probe.double, { number: 1 })).toBe(2);
  }, 130_000);

  it("fails a task whose thread exits, and runs the next one", async () => {
    const one = pool({ interactive: { threads: 1 } });
    await expect(one.run(probe.die, undefined)).rejects.toMatchObject({ code: "compute.failed" });
    expect(await one.run(probe.double, { number: 1 })).toBe(2);
  });

  it("runs interactive tasks while every background thread is busy", async () => {
    const both = pool({ background: { threads: 1 }, interactive: { threads: 1 } });
    const background = both.run({ ...probe.spin, lane: "background" }, { ms: 1_500 });
    const { startedAt } = await both.run(probe.spin, { ms: 1 });
    expect(startedAt).toBeLessThan((await background).endedAt);
  });

  it("fails running and waiting tasks when it is stopped", async () => {
    const one = makeComputePool({ interactive: { threads: 1 } });
    const running = one.run(probe.spin, endless);
    const waiting = one.run(probe.double, { number: 1 });
    const settled = Promise.allSettled([running, waiting]);
    await one.stop();
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "compute.stopped" } });
    }
    await expect(one.run(probe.double, { number: 1 })).rejects.toMatchObject({ code: "compute.stopped" });
  });
});
