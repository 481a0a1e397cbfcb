import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileStore } from "../../../../api/storage/file-store.ts";
import { openFolderStore } from "../../../../api/storage/folder-store.ts";

let folder: string;
let store: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-files-"));
  store = await openFolderStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const limits = { maxBytes: 1_000_000, idleTimeoutMs: 5_000 };
async function* piecesOf(...pieces: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}
async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.alloc(1_000);
}
async function* silentAfter(first: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first);
  await new Promise(() => {});
}
async function* brokenAfter(first: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first);
  throw new Error("connection reset");
}
const filesIn = async (part: string) =>
  (await readdir(join(folder, part), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe("a stored file", () => {
  it("comes back byte for byte, with its size, hash and first bytes known", async () => {
    const bytes = randomBytes(300_000);
    const stored = await store.put(
      piecesOf(bytes.subarray(0, 10), bytes.subarray(10, 9_000), bytes.subarray(9_000)),
      limits,
    );
    expect(stored.size).toBe(300_000);
    expect(stored.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(Buffer.from(stored.head).equals(bytes.subarray(0, 65_536))).toBe(true);
    expect(Buffer.from(await new Response(await store.open(stored.key)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(await store.withLocalFile(stored.key, (path) => readFile(path)).then((read) => read.equals(bytes))).toBe(
      true,
    );
    expect(await store.head(stored.key)).toEqual({ size: 300_000 });
  });

  it("may be empty", async () => {
    const stored = await store.put(piecesOf(), limits);
    expect(stored).toMatchObject({ size: 0, sha256: createHash("sha256").digest("hex") });
    expect(await textOf(await store.open(stored.key))).toBe("");
  });

  it("is readable by its owner alone and has a key that nobody can guess", async () => {
    const one = await store.put(piecesOf("same"), limits);
    const two = await store.put(piecesOf("same"), limits);
    expect(one.key).not.toBe(two.key);
    expect((await stat(join(folder, "obj", one.key))).mode & 0o777).toBe(0o600);
  });

  it("is gone after it is deleted, and deleting it again is harmless", async () => {
    const { key } = await store.put(piecesOf("x"), limits);
    await store.delete(key);
    await store.delete(key);
    expect(await store.head(key)).toBeUndefined();
    await expect(store.open(key)).rejects.toMatchObject({ code: "storage.missing" });
  });
});

describe("a file that is refused", () => {
  it.each([
    ["larger than allowed, without reading on", () => endless(), { maxBytes: 10_000 }, "storage.too-large"],
    ["silent for too long", () => silentAfter("some"), { idleTimeoutMs: 20 }, "storage.idle"],
    ["cut off", () => brokenAfter("some"), {}, "storage.interrupted"],
    [
      "not the bytes that were declared",
      () => piecesOf("some"),
      { expectedSha256: "0".repeat(64) },
      "storage.hash-differs",
    ],
  ])("is %s, and leaves nothing behind", async (_, stream, special, code) => {
    await expect(store.put(stream(), { ...limits, ...special })).rejects.toMatchObject({ code });
    expect(await filesIn("tmp")).toEqual([]);
    expect(await filesIn("obj")).toEqual([]);
  });

  it("by the look of its first bytes is not read any further", async () => {
    let pieces = 0;
    async function* counted() {
      for await (const piece of endless()) {
        pieces += 1;
        yield piece;
      }
    }
    const inspect = (head: Uint8Array) => {
      if (head.length === 65_536) throw new Error("not a PDF");
    };
    await expect(store.put(counted(), { ...limits, inspect })).rejects.toThrow("not a PDF");
    expect(pieces).toBe(66);
    expect(await filesIn("tmp")).toEqual([]);
  });

  it("is inspected even when it is shorter than the first bytes asked for", async () => {
    const seen: string[] = [];
    await store.put(piecesOf("ti", "ny"), {
      ...limits,
      inspect: (head) => void seen.push(Buffer.from(head).toString()),
    });
    expect(seen).toEqual(["tiny"]);
  });
});

describe("a key", () => {
  it.each(["../../etc/passwd", "aa/../../../x", "aa/short", "", "/etc/passwd", `aa/${"0".repeat(39)}g`])(
    "of another form is refused: %j",
    async (key) => {
      await expect(store.open(key)).rejects.toMatchObject({ code: "storage.bad-key" });
      await expect(store.delete(key)).rejects.toMatchObject({ code: "storage.bad-key" });
    },
  );

  it("that leads out of the folder through a link is refused", async () => {
    const outside = await mkdtemp(join(tmpdir(), "groundwork-outside-"));
    await mkdir(join(folder, "obj"), { recursive: true });
    await symlink(outside, join(folder, "obj", "ab"));
    await expect(store.open(`ab/${"0".repeat(40)}`)).rejects.toMatchObject({ code: "storage.bad-key" });
    await rm(outside, { recursive: true });
  });
});

describe("the sweep", () => {
  const age = async (path: string) => utimes(path, new Date(0), new Date(0));

  it("removes old files that nobody refers to, and keeps the young and the needed", async () => {
    const [needed, orphan, young] = await Promise.all(["a", "b", "c"].map((text) => store.put(piecesOf(text), limits)));
    for (const stored of [needed, orphan]) await age(join(folder, "obj", stored?.key ?? ""));
    const swept = await store.sweepOrphans(60_000, async (keys) => new Set(keys.filter((key) => key === needed?.key)));
    expect(swept).toBe(1);
    expect(await store.head(needed?.key ?? "")).toBeDefined();
    expect(await store.head(young?.key ?? "")).toBeDefined();
    expect(await store.head(orphan?.key ?? "")).toBeUndefined();
  });

  it("removes what a killed process was still receiving", async () => {
    const arriving = store.put(silentAfter("half"), { ...limits, idleTimeoutMs: 200 }).catch(() => {});
    const [left] = await expect
      .poll(() => filesIn("tmp"))
      .toHaveLength(1)
      .then(() => filesIn("tmp"));
    await age(join(folder, "tmp", left?.name ?? ""));
    expect(await store.sweepOrphans(60_000, async () => new Set())).toBe(1);
    await arriving;
  });
});
