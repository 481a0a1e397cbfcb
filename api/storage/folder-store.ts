import { randomBytes } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { Readable } from "node:stream";
import { type FileStore, type PutOptions, StorageRefused, type StoredFile } from "./file-store.ts";
import { StorageUnavailable } from "./storage-unavailable.ts";
import { takeStream } from "./take-stream.ts";

const sweptAtOnce = 200;
/** Bytes that are written to learn whether a file can be stored: an empty file needs no room on a full disk. */
const probeBytes = 65_536;

/**
 * Keeps files in a folder of this machine: `tmp/` while they arrive, `obj/<two digits>/<random>` when they are whole.
 *
 * A file is flushed before it is moved and its folder after, so that a file with a key is never half there. Nothing of a
 * caller's own name ever becomes part of a path.
 */
export async function openFolderStore(folder: string): Promise<FileStore> {
  await mkdir(join(folder, "tmp"), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "obj"), { recursive: true, mode: 0o700 });
  const root = await realpath(folder);
  const temporary = join(root, "tmp");
  const objects = join(root, "obj");

  async function pathOf(key: string): Promise<string> {
    if (!/^[0-9a-f]{2}\/[0-9a-f]{40}$/.test(key)) throw new StorageRefused("storage.bad-key", "that is not a file key");
    const path = join(objects, key);
    const real = await realpath(dirname(path)).catch(() => dirname(path));
    if (!real.startsWith(objects + sep)) throw new StorageRefused("storage.bad-key", "that key leads out of the store");
    return path;
  }

  async function existing(key: string): Promise<string> {
    const path = await pathOf(key);
    const found = await stat(path).catch(nothing);
    if (!found?.isFile()) throw new StorageRefused("storage.missing", "the file is not there");
    return path;
  }

  async function put(stream: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile> {
    const name = randomBytes(20).toString("hex");
    const arriving = join(temporary, name);
    const key = `${name.slice(0, 2)}/${randomBytes(20).toString("hex")}`;
    const file = await open(arriving, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      const taken = await takeStream(stream, options, (piece) => writeWhole(file, piece));
      await file.sync();
      await file.close();
      const path = await pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(arriving, path);
      await flushFolder(dirname(path));
      await flushFolder(objects);
      return { key, ...taken };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(arriving, { force: true });
      throw hasNoRoom(error)
        ? new StorageUnavailable("the folder of files takes no more bytes", { cause: error })
        : error;
    }
  }

  return {
    put,
    async open(key) {
      return Readable.toWeb(createReadStream(await existing(key))) as ReadableStream<Uint8Array>;
    },
    withLocalFile: async (key, work) => work(await existing(key)),
    async head(key) {
      const found = await stat(await pathOf(key)).catch(nothing);
      return found?.isFile() ? { size: found.size } : undefined;
    },
    async delete(key) {
      await rm(await pathOf(key), { force: true });
    },
    async sweepOrphans(olderThanMs, findReferenced) {
      const before = Date.now() - olderThanMs;
      let swept = 0;
      for (const name of await readdir(temporary)) swept += await removeIfOlder(join(temporary, name), before);
      for (const part of await readdir(objects)) {
        const keys = (await readdir(join(objects, part)).catch(() => [])).map((name) => `${part}/${name}`);
        for (let start = 0; start < keys.length; start += sweptAtOnce) {
          const some = keys.slice(start, start + sweptAtOnce);
          const referenced = await findReferenced(some);
          const orphans = some.filter((key) => !referenced.has(key));
          for (const key of orphans) swept += await removeIfOlder(join(objects, key), before);
        }
      }
      return swept;
    },
    async check() {
      const probe = join(temporary, randomBytes(20).toString("hex"));
      const file = await open(probe, "wx", 0o600);
      try {
        await writeWhole(file, Buffer.alloc(probeBytes));
        await file.sync();
      } finally {
        await file.close();
        await rm(probe, { force: true });
      }
    },
  };
}

/** Returns true for the error of a full disk, a used-up quota, a size limit or a disk that went read-only or broke. */
function hasNoRoom(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO"].includes(code);
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.byteLength; ) {
    written += (await file.write(piece, written, piece.byteLength - written)).bytesWritten;
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeIfOlder(path: string, before: number): Promise<number> {
  const found = await stat(path).catch(nothing);
  if (!found?.isFile() || found.mtimeMs >= before) return 0;
  await rm(path, { force: true });
  return 1;
}

function nothing(error: unknown): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  return undefined;
}
