import { spawn } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectToHolder, holdStore, StoreHeld } from "../../migrations/index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the hold on an embedded store", () => {
  it("is had by one of ten that ask at once", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => holdStore(folder)));
    const held = outcomes.filter((outcome) => outcome.status === "fulfilled");
    expect(held).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(StoreHeld);
      else await outcome.value.release();
    }
  });

  it("is free again after a release", async () => {
    await (await holdStore(folder)).release();
    await (await holdStore(folder)).release();
    expect(await connectToHolder(folder)).toBeNull();
  });

  it("is free again after its process was killed", async () => {
    const module = join(import.meta.dirname, "../../migrations/store-lock.ts");
    const holder = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      `const { holdStore } = await import(${JSON.stringify(module)});
       await holdStore(${JSON.stringify(folder)});
       console.log("held");`,
    ]);
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    await expect(holdStore(folder)).rejects.toBeInstanceOf(StoreHeld);
    holder.kill("SIGKILL");
    await new Promise((resolve) => holder.once("exit", resolve));
    await (await holdStore(folder)).release();
  });

  it("carries a conversation with its holder, and lets nobody else in", async () => {
    const hold = await holdStore(folder);
    hold.onConnection((socket) => socket.end("hello"));
    const socket = await connectToHolder(folder);
    const heard = await new Promise<string>((resolve) => socket?.on("data", (bytes) => resolve(String(bytes))));
    expect(heard).toBe("hello");
    expect((await stat(join(folder, "groundwork.sock"))).mode & 0o777).toBe(0o600);
    await hold.release();
  });
});
