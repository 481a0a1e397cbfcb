import type { ListMultipartUploadsCommandOutput, S3Client } from "@aws-sdk/client-s3";
import { inBucket } from "./s3-client.ts";

/** What a sweep looks at: objects and unfinished uploads under a prefix that were begun before a time. */
export interface SweepScope {
  readonly bucket: string;
  readonly prefix: string;
  readonly beforeMs: number;
}

const askedAtOnce = 200;

/** Deletes objects that nobody refers to and uploads that never ended; gives how many. */
export async function sweepBucket(
  client: S3Client,
  scope: SweepScope,
  findReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
  let swept = 0;
  for await (const old of oldKeys(client, scope)) {
    for (let start = 0; start < old.length; start += askedAtOnce) {
      const some = old.slice(start, start + askedAtOnce);
      const referenced = await findReferenced(some);
      for (const key of some.filter((one) => !referenced.has(one))) {
        const command = new DeleteObjectCommand({ Bucket: scope.bucket, Key: scope.prefix + key });
        await inBucket("delete a file", () => client.send(command));
        swept += 1;
      }
    }
  }
  return swept + (await abortOldUploads(client, scope));
}

async function* oldKeys(client: S3Client, { bucket, prefix, beforeMs }: SweepScope): AsyncGenerator<string[]> {
  const { ListObjectsV2Command } = await import("@aws-sdk/client-s3");
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token });
    const page = await inBucket("list files", () => client.send(command));
    yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
      Key !== undefined && isOld(LastModified, beforeMs) ? [Key.slice(prefix.length)] : [],
    );
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

async function abortOldUploads(client: S3Client, { bucket, prefix, beforeMs }: SweepScope): Promise<number> {
  const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import("@aws-sdk/client-s3");
  let aborted = 0;
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const after = page && { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    const list = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after });
    page = await inBucket("list unfinished uploads", () => client.send(list));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!isOld(Initiated, beforeMs)) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
      await inBucket("abort an upload", () => client.send(abort));
      aborted += 1;
    }
  } while (page.IsTruncated === true && page.NextKeyMarker !== undefined);
  return aborted;
}

function isOld(begun: Date | undefined, beforeMs: number): boolean {
  return begun !== undefined && begun.getTime() < beforeMs;
}
