import type { S3Client } from "@aws-sdk/client-s3";
import { StorageRefused } from "./file-store.ts";
import { StorageUnavailable } from "./storage-unavailable.ts";

/** Which bucket, and as whom. */
export interface S3Account {
  /** E.g. "https://s3.us-east-1.amazonaws.com". */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Makes a client that addresses the bucket by path, which every S3-compatible store understands.
 *
 * Where, as whom and how often is all told here: nothing of it is left to environment variables or profile files.
 */
export async function makeS3Client(
  account: S3Account,
  limits: { readonly requestTimeoutMs: number; readonly maxAttempts: number },
): Promise<S3Client> {
  const { S3Client } = await import("@aws-sdk/client-s3");
  return new S3Client({
    endpoint: account.endpoint,
    region: account.region,
    credentials: { accessKeyId: account.accessKeyId, secretAccessKey: account.secretAccessKey },
    forcePathStyle: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    defaultsMode: "standard",
    retryMode: "standard",
    maxAttempts: limits.maxAttempts,
    // Checksums in trailers are newer than many compatible stores; the signature already covers every body we send.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: Math.min(5000, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
}

/** Runs a call to the bucket and turns what it throws into the errors of this room. */
export async function inBucket<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw storageErrorOf(what, error);
  }
}

/** The error of this room for one that the client threw; errors of ours pass as they are. */
export function storageErrorOf(what: string, error: unknown): Error {
  if (error instanceof StorageRefused || error instanceof StorageUnavailable) return error;
  if (isMissing(error)) return new StorageRefused("storage.missing", "the file is not there", { cause: error });
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new StorageUnavailable(`the bucket failed to ${what} (${said})`, { cause: error });
}

/** True when the store says that there is no such object; a missing bucket is not that. */
export function isMissing(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return name === "NoSuchKey" || name === "NotFound";
}
