import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStore } from "./file-store.ts";
import { inBucket, isMissing, makeS3Client, type S3Account, storageErrorOf } from "./s3-client.ts";
import { sweepBucket } from "./s3-sweep.ts";
import { downloadObject, type OpenBucket, objectKey, objectPrefix, openObject, uploadStream } from "./s3-transfer.ts";

/** The bucket and how patient the service is with it. */
export interface S3StoreOptions extends S3Account {
  /** Where files lie while a reader needs a path; the system's temporary folder by default. */
  readonly temporaryFolder?: string | undefined;
  /** For one request up to the headers of its answer; 30 s by default. */
  readonly requestTimeoutMs?: number | undefined;
  /** Longest silence of the bucket while a file is read; 30 s by default. */
  readonly idleTimeoutMs?: number | undefined;
  /** Tries of one request, with backoff between them; 3 by default. */
  readonly maxAttempts?: number | undefined;
}

const checkTimeoutMs = 5000;

/**
 * Keeps files in an S3-compatible bucket. Nothing in it is made public and no address of it ever leaves the service.
 *
 * An upload that breaks off leaves no object; its parts are removed at once, or by the sweep. Every call throws
 * StorageUnavailable when the bucket cannot be reached or refuses us.
 */
export async function openS3Store(options: S3StoreOptions): Promise<FileStore> {
  const { HeadObjectCommand, DeleteObjectCommand, PutObjectCommand } = await import("@aws-sdk/client-s3");
  const requestTimeoutMs = options.requestTimeoutMs ?? 30_000;
  const client = await makeS3Client(options, { requestTimeoutMs, maxAttempts: options.maxAttempts ?? 3 });
  const { bucket } = options;
  const opened: OpenBucket = { client, bucket, idleTimeoutMs: options.idleTimeoutMs ?? 30_000 };

  return {
    put: (stream, limits) => uploadStream(opened, stream, limits),
    open: async (key) => ReadableStream.from(await openObject(opened, key)),
    withLocalFile: (key, work) =>
      withTemporaryFolder(options.temporaryFolder ?? tmpdir(), async (folder) => {
        const path = join(folder, "content");
        await downloadObject(opened, key, path);
        return work(path);
      }),
    async head(key) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: objectKey(key) }));
        return { size: found.ContentLength ?? 0 };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw storageErrorOf("look for a file", error);
      }
    },
    async delete(key) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: objectKey(key) });
      await inBucket("delete a file", () => client.send(command));
    },
    sweepOrphans: (olderThanMs, findReferenced) =>
      sweepBucket(client, { bucket, prefix: objectPrefix, beforeMs: Date.now() - olderThanMs }, findReferenced),
    async check() {
      const command = new PutObjectCommand({ Bucket: bucket, Key: "check", Body: Buffer.alloc(0) });
      const abortSignal = AbortSignal.timeout(Math.min(requestTimeoutMs, checkTimeoutMs));
      await inBucket("take a file", () => client.send(command, { abortSignal }));
    },
  };
}

async function withTemporaryFolder<Result>(parent: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, "file-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
