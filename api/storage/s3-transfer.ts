import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import { type PutOptions, StorageRefused, type StoredFile } from "./file-store.ts";
import { inBucket, storageErrorOf } from "./s3-client.ts";
import { StorageUnavailable } from "./storage-unavailable.ts";
import { takeStream } from "./take-stream.ts";

/** A bucket with its client. */
export interface OpenBucket {
  readonly client: S3Client;
  readonly bucket: string;
  /** Longest silence while a file is read. */
  readonly idleTimeoutMs: number;
}

/** Objects stand under this, as `obj/<key>`. */
export const objectPrefix = "obj/";

// A part is held in memory until the bucket has it; 10,000 of them are allowed, far beyond the largest upload.
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
const downloadTries = 3;

/**
 * Gives the name of a key's object.
 *
 * @throws StorageRefused `storage.bad-key`
 */
export function objectKey(key: string): string {
  if (!/^[0-9a-f]{2}\/[0-9a-f]{40}$/.test(key)) throw new StorageRefused("storage.bad-key", "that is not a file key");
  return objectPrefix + key;
}

/**
 * Stores a stream in parts under a new random key; it becomes an object only when it is whole.
 *
 * @throws StorageRefused, StorageUnavailable; whatever `inspect` throws
 */
export async function uploadStream(
  { client, bucket }: OpenBucket,
  stream: AsyncIterable<Uint8Array>,
  limits: PutOptions,
): Promise<StoredFile> {
  const { Upload } = await import("@aws-sdk/lib-storage");
  const key = `${randomBytes(1).toString("hex")}/${randomBytes(20).toString("hex")}`;
  const body = new PassThrough({ highWaterMark: 1024 * 1024 });
  const upload = new Upload({
    client,
    params: { Bucket: bucket, Key: objectKey(key), Body: body, ContentType: "application/octet-stream" },
    partSize: partBytes,
    queueSize: partsAtOnce,
  });
  const uploaded = upload.done();
  let failure: Error | undefined;
  uploaded.catch((error: unknown) => {
    failure = storageErrorOf("store a file", error);
    body.destroy(failure);
  });
  // What ends the body is thrown below; without a listener it would end the process.
  body.on("error", () => {});
  try {
    const taken = await takeStream(stream, limits, async (piece) => {
      if (failure) throw failure;
      if (!body.write(piece)) await once(body, "drain");
    });
    body.end();
    await uploaded;
    return { key, ...taken };
  } catch (error) {
    const why = failure ?? error;
    body.destroy(why instanceof Error ? why : undefined);
    // The library removes the parts that are already there before it gives up.
    await uploaded.catch(() => {});
    throw why;
  }
}

/** Opens a file for reading; what breaks off or falls silent half-way ends in an error, never as a short file. */
export async function openObject(from: OpenBucket, key: string): Promise<AsyncGenerator<Uint8Array>> {
  const { GetObjectCommand } = await import("@aws-sdk/client-s3");
  const command = new GetObjectCommand({ Bucket: from.bucket, Key: objectKey(key) });
  const answer = await inBucket("give a file", () => from.client.send(command));
  if (!(answer.Body instanceof Readable)) throw new StorageUnavailable("the bucket answered without a file");
  return withoutLongSilence(answer.Body, from.idleTimeoutMs);
}

/** Copies a file to a path, readable by this user only; one that breaks off half-way is read again from its start. */
export async function downloadObject(from: OpenBucket, key: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pipeline(await openObject(from, key), createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      // One that could not be opened was tried often enough by the client.
      if (attempt === downloadTries || !(error instanceof ReadingBrokeOff)) throw error;
    }
  }
}

/** The connection ended or fell silent while a file was being read. */
class ReadingBrokeOff extends StorageUnavailable {}

/** The pieces of a body; silence counts only while a piece is asked for, so a slow reader is not cut off. */
async function* withoutLongSilence(body: Readable, idleTimeoutMs: number): AsyncGenerator<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      timer = setTimeout(() => body.destroy(new Error(`nothing came for ${idleTimeoutMs} ms`)), idleTimeoutMs);
      const next = await iterator.next();
      clearTimeout(timer);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw new ReadingBrokeOff("the bucket broke off while a file was read", { cause: error });
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
