import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FileStore, PutOptions } from "../../../api/storage/file-store.ts";
import { openS3Store, type S3StoreOptions } from "../../../api/storage/s3-file-store.ts";
import { s3Account, startS3Server } from "../../support/engines/s3-server.ts";

let engine: Awaited<ReturnType<typeof startS3Server>>;
let folder: string;
let store: FileStore;

const storeOf = (options: Partial<S3StoreOptions> = {}) =>
  openS3Store({ ...s3Account, endpoint: engine.url, temporaryFolder: folder, ...options });

beforeEach(async () => {
  engine = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), "groundwork-bucket-"));
  store = await storeOf();
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const limits: PutOptions = { maxBytes: 60_000_000, idleTimeoutMs: 5_000 };
const megabyte = 1024 * 1024;

async function* piecesOf(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
async function* brokenAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* piecesOf(bytes);
  throw new Error("connection reset");
}
async function* silentAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* piecesOf(bytes);
  await new Promise(() => {});
}
const bytesOf = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const nothingKept = () => engine.bucket.objects.size === 0 && engine.bucket.uploads.size === 0;

describe("a file in a bucket", () => {
  it.each([
    ["empty", 0],
    ["smaller than a part", 300_000],
    ["exactly one part", 8 * megabyte],
    ["several parts", 21 * megabyte + 17],
  ])("comes back byte for byte, with its size, hash and first bytes known: %s", async (_name, size) => {
    const bytes = randomBytes(size);
    const stored = await store.put(piecesOf(bytes), limits);
    expect(stored).toMatchObject({ size, sha256: sha256(bytes) });
    expect(stored.head.length).toBeGreaterThanOrEqual(Math.min(size, 4096));
    expect(Buffer.from(stored.head).equals(bytes.subarray(0, stored.head.length))).toBe(true);
    expect((await bytesOf(await store.open(stored.key))).equals(bytes)).toBe(true);
    expect(await store.head(stored.key)).toEqual({ size });
    expect(engine.bucket.uploads.size).toBe(0);
  });

  it("has a random key and is asked for by path, signed, without any public access", async () => {
    const one = await store.put(piecesOf(Buffer.from("same")), limits);
    const two = await store.put(piecesOf(Buffer.from("same")), limits);
    expect(one.key).not.toBe(two.key);
    for (const call of engine.calls) {
      expect(call.path).toMatch(/^\/groundwork\/obj\//);
      expect(call.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 /);
      expect(call.headers["x-amz-acl"]).toBeUndefined();
    }
  });

  it("goes where the settings say, whatever the environment says", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
    vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDOTHER");
    vi.stubEnv("AWS_REGION", "eu-north-1");
    const told = await storeOf();
    await told.put(piecesOf(Buffer.from("x")), limits);
    vi.unstubAllEnvs();
    expect(engine.calls[0]?.headers.authorization).toContain(`Credential=${s3Account.accessKeyId}/`);
    expect(engine.calls[0]?.headers.authorization).toContain("/us-east-1/s3/");
  });

  it("lies on disk, for its owner alone, only while it is worked on", async () => {
    const { key } = await store.put(piecesOf(Buffer.from("article 5")), limits);
    const [path, text, mode] = await store.withLocalFile(key, async (at) => [
      at,
      await readFile(at, "utf8"),
      (await stat(at)).mode & 0o777,
    ]);
    expect([text, mode]).toEqual(["article 5", 0o600]);
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(store.withLocalFile(key, () => Promise.reject(new Error("the reader failed")))).rejects.toThrow(
      "the reader failed",
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it("is gone after it is deleted, and deleting it again is harmless", async () => {
    const { key } = await store.put(piecesOf(Buffer.from("x")), limits);
    await store.delete(key);
    await store.delete(key);
    expect(await store.head(key)).toBeUndefined();
    await expect(store.open(key)).rejects.toMatchObject({ code: "storage.missing" });
    await expect(store.withLocalFile(key, async () => 1)).rejects.toMatchObject({ code: "storage.missing" });
  });

  it.each(["../secrets", "ab/short", "obj/ab", ""])(
    "is never looked for under a key of another form: %j",
    async (key) => {
      await expect(store.open(key)).rejects.toMatchObject({ code: "storage.bad-key" });
      await expect(store.head(key)).rejects.toMatchObject({ code: "storage.bad-key" });
      await expect(store.delete(key)).rejects.toMatchObject({ code: "storage.bad-key" });
      expect(engine.calls.length).toBe(0);
    },
  );
});

describe("a file that is refused", () => {
  const large = randomBytes(20 * megabyte);

  it.each([
    ["too large", () => piecesOf(large), { maxBytes: 19 * megabyte }, "storage.too-large"],
    ["silent for too long", () => silentAfter(large), { idleTimeoutMs: 100 }, "storage.idle"],
    ["cut off", () => brokenAfter(large), {}, "storage.interrupted"],
    ["not what was declared", () => piecesOf(large), { expectedSha256: "0".repeat(64) }, "storage.hash-differs"],
    ["too large, before its first part", () => piecesOf(large), { maxBytes: 10_000 }, "storage.too-large"],
  ] as const)("leaves neither object nor parts behind: %s", async (_name, stream, more, code) => {
    await expect(store.put(stream(), { ...limits, ...more })).rejects.toMatchObject({ code });
    expect(nothingKept()).toBe(true);
  });

  it("is refused by its first bytes before anything is sent", async () => {
    const inspect = () => {
      throw new Error("that is no PDF");
    };
    await expect(store.put(piecesOf(large), { ...limits, inspect })).rejects.toThrow("that is no PDF");
    expect(nothingKept()).toBe(true);
  });
});

describe("a bucket that misbehaves", () => {
  const several = randomBytes(17 * megabyte);

  it.each([
    ["status 500", { kind: "status", status: 500 }],
    ["status 503", { kind: "status", status: 503 }],
    ["a dropped connection", { kind: "reset" }],
  ] as const)("is asked again, and the file is stored whole: %s", async (_name, misbehaviour) => {
    engine.misbehave(misbehaviour, { kind: "well" }, misbehaviour);
    const { key } = await store.put(piecesOf(several), limits);
    expect((await bytesOf(await store.open(key))).equals(several)).toBe(true);
  });

  it.each([
    ["status 500", { kind: "status", status: 500 }],
    ["status 403", { kind: "status", status: 403 }],
    ["a dropped connection", { kind: "reset" }],
  ] as const)("ends every call as storage.unavailable when it keeps on: %s", async (_name, misbehaviour) => {
    const { key } = await store.put(piecesOf(Buffer.from("x")), limits);
    engine.misbehaveAlways(misbehaviour);
    const unavailable = { code: "storage.unavailable" };
    await expect(store.put(piecesOf(several), limits)).rejects.toMatchObject(unavailable);
    await expect(store.open(key)).rejects.toMatchObject(unavailable);
    await expect(store.withLocalFile(key, async () => 1)).rejects.toMatchObject(unavailable);
    await expect(store.head(key)).rejects.toMatchObject(unavailable);
    await expect(store.delete(key)).rejects.toMatchObject(unavailable);
    await expect(store.check()).rejects.toMatchObject(unavailable);
    await expect(store.sweepOrphans(0, async () => new Set())).rejects.toMatchObject(unavailable);
  });

  it("ends as storage.unavailable when it hangs, and takes no endless stream meanwhile", async () => {
    const hasty = await storeOf({ requestTimeoutMs: 100, maxAttempts: 1 });
    engine.misbehaveAlways({ kind: "hang" });
    let taken = 0;
    const endless = (async function* () {
      for (;;) {
        taken += megabyte;
        yield Buffer.alloc(megabyte);
      }
    })();
    await expect(hasty.put(endless, { ...limits, maxBytes: 1e12 })).rejects.toMatchObject({
      code: "storage.unavailable",
    });
    expect(taken).toBeLessThan(64 * megabyte);
    await expect(hasty.check()).rejects.toMatchObject({ code: "storage.unavailable" });
  });

  it("never passes half a file off as a whole one", async () => {
    const { key } = await store.put(piecesOf(several), limits);
    engine.misbehave({ kind: "truncate" });
    await expect(bytesOf(await store.open(key))).rejects.toThrow();
    const impatient = await storeOf({ idleTimeoutMs: 100 });
    engine.misbehave({ kind: "stall" });
    await expect(bytesOf(await impatient.open(key))).rejects.toThrow();
  });

  it("gives a reader the whole file after breaking off twice, and gives up after the third time", async () => {
    const { key } = await store.put(piecesOf(several), limits);
    engine.misbehave({ kind: "truncate" }, { kind: "truncate" });
    expect((await store.withLocalFile(key, (path) => readFile(path))).equals(several)).toBe(true);
    engine.misbehaveAlways({ kind: "truncate" });
    await expect(store.withLocalFile(key, async () => 1)).rejects.toMatchObject({ code: "storage.unavailable" });
    expect(await readdir(folder)).toEqual([]);
  });

  it("is told apart from a bucket or a key that does not exist", async () => {
    const elsewhere = await storeOf({ bucket: "another" });
    await expect(elsewhere.check()).rejects.toMatchObject({ code: "storage.unavailable" });
    const stranger = await storeOf({ accessKeyId: "AKIDOTHER" });
    await expect(stranger.check()).rejects.toMatchObject({ code: "storage.unavailable" });
    await expect(store.check()).resolves.toBeUndefined();
  });
});

describe("the sweep of a bucket", () => {
  const hour = 3_600_000;

  function age(key: string): void {
    const object = engine.bucket.objects.get(`obj/${key}`);
    if (object === undefined) throw new Error(`there is no ${key}`);
    engine.bucket.objects.set(`obj/${key}`, { ...object, stored: new Date(Date.now() - 2 * hour) });
  }

  it("deletes what is old and unreferenced, and nothing else", async () => {
    const [kept, orphan, young] = await Promise.all(
      ["kept", "orphan", "young"].map((text) => store.put(piecesOf(Buffer.from(text)), limits)),
    );
    age(kept?.key ?? "");
    age(orphan?.key ?? "");
    const asked: string[] = [];
    const swept = await store.sweepOrphans(hour, async (keys) => {
      asked.push(...keys);
      return new Set([kept?.key ?? ""]);
    });
    expect(swept).toBe(1);
    expect(asked.sort()).toEqual([kept?.key, orphan?.key].sort());
    expect([...engine.bucket.objects.keys()].sort()).toEqual([`obj/${kept?.key}`, `obj/${young?.key}`].sort());
  });

  it("goes through every page of a large bucket", async () => {
    const stored = new Date(Date.now() - 2 * hour);
    for (let at = 0; at < 1234; at += 1) {
      const key = `obj/ab/${at.toString(16).padStart(40, "0")}`;
      engine.bucket.objects.set(key, { bytes: Buffer.alloc(1), contentType: "", stored });
    }
    let largest = 0;
    const swept = await store.sweepOrphans(hour, async (keys) => {
      largest = Math.max(largest, keys.length);
      return new Set(keys.filter((key) => key.endsWith("0")));
    });
    expect(swept).toBe(1234 - 78);
    expect(engine.bucket.objects.size).toBe(78);
    expect(largest).toBeLessThanOrEqual(200);
  });

  it("removes the parts of uploads that never ended", async () => {
    const started = new Date(Date.now() - 2 * hour);
    engine.bucket.uploads.set("old", { key: "obj/ab/1", started, parts: new Map() });
    engine.bucket.uploads.set("young", { key: "obj/ab/2", started: new Date(), parts: new Map() });
    expect(await store.sweepOrphans(hour, async () => new Set())).toBe(1);
    expect([...engine.bucket.uploads.keys()]).toEqual(["young"]);
  });

  it("passes on what the asked database threw", async () => {
    const { key } = await store.put(piecesOf(Buffer.from("x")), limits);
    age(key);
    const failing = store.sweepOrphans(hour, () => Promise.reject(new Error("the database is down")));
    await expect(failing).rejects.toThrow("the database is down");
    expect(engine.bucket.objects.size).toBe(1);
  });
});
