import { createHash, randomBytes } from "node:crypto";
import { type Engine, type EngineAnswer, type EngineCall, startEngine } from "./engine-server.ts";

/** A bucket as the stand-in keeps it. */
export interface S3Bucket {
  /** By key. */
  readonly objects: Map<string, StoredObject>;
  /** Unfinished multipart uploads by id. */
  readonly uploads: Map<string, { readonly key: string; readonly started: Date; readonly parts: Map<number, Buffer> }>;
}

/** An object and when it was stored. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly stored: Date;
}

/** The bucket name and access key the stand-in accepts; every other is refused. */
export const s3Account = {
  bucket: "groundwork",
  region: "us-east-1",
  accessKeyId: "AKIDTEST",
  secretAccessKey: "secret-for-tests",
} as const;

/** Starts an S3-compatible engine with one bucket, addressed by path. */
export async function startS3Server(): Promise<Engine & { readonly bucket: S3Bucket }> {
  const bucket: S3Bucket = { objects: new Map(), uploads: new Map() };
  const engine = await startEngine((call) => answerS3(call, bucket));
  return Object.assign(engine, { bucket });
}

function answerS3(call: EngineCall, bucket: S3Bucket): EngineAnswer {
  const url = new URL(call.path, "http://s3");
  const [, name = "", ...rest] = url.pathname.split("/");
  const key = decodeURIComponent(rest.join("/"));
  const refused = refuse(call, name);
  if (refused) return refused;
  const query = url.searchParams;
  if (key === "") return answerBucket(call, bucket, query);
  const uploadId = query.get("uploadId");
  if (call.method === "POST" && query.has("uploads")) return startUpload(bucket, key);
  if (uploadId !== null) return answerUpload(call, bucket, key, uploadId, query);
  return answerObject(call, bucket, key);
}

function refuse(call: EngineCall, name: string): EngineAnswer | null {
  if (name !== s3Account.bucket) return problem(404, "NoSuchBucket");
  const authorization = call.headers.authorization ?? "";
  const scope = `Credential=${s3Account.accessKeyId}/`;
  if (!authorization.startsWith("AWS4-HMAC-SHA256 ") || !authorization.includes(scope))
    return problem(403, "InvalidAccessKeyId");
  const signed = call.headers["x-amz-content-sha256"];
  const isSigned = typeof signed === "string" && /^[0-9a-f]{64}$/.test(signed);
  if (isSigned && createHash("sha256").update(call.body).digest("hex") !== signed)
    return problem(400, "XAmzContentSHA256Mismatch");
  return null;
}

function answerBucket(call: EngineCall, bucket: S3Bucket, query: URLSearchParams): EngineAnswer {
  if (call.method === "HEAD") return { headers: { "x-amz-bucket-region": s3Account.region } };
  if (query.has("uploads")) {
    const uploads = [...bucket.uploads].map(
      ([id, upload]) =>
        `<Upload><Key>${escapeXml(upload.key)}</Key><UploadId>${id}</UploadId><Initiated>${upload.started.toISOString()}</Initiated></Upload>`,
    );
    return xml("ListMultipartUploadsResult", `<IsTruncated>false</IsTruncated>${uploads.join("")}`);
  }
  if (query.get("list-type") !== "2") return problem(501, "NotImplemented");
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? query.get("start-after") ?? "";
  const limit = Number(query.get("max-keys") ?? 1000);
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, limit);
  const isTruncated = page.length < keys.length;
  const contents = page.map((key) => {
    const object = bucket.objects.get(key);
    return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${object?.stored.toISOString()}</LastModified><Size>${object?.bytes.length}</Size></Contents>`;
  });
  const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? "")}</NextContinuationToken>` : "";
  return xml(
    "ListBucketResult",
    `<KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}`,
  );
}

function answerObject(call: EngineCall, bucket: S3Bucket, key: string): EngineAnswer {
  const object = bucket.objects.get(key);
  switch (call.method) {
    case "PUT": {
      bucket.objects.set(key, { bytes: call.body, contentType: contentTypeOf(call), stored: new Date() });
      return { headers: { etag: etagOf(call.body) } };
    }
    case "DELETE":
      bucket.objects.delete(key);
      return { status: 204 };
    case "HEAD":
    case "GET": {
      if (!object) return problem(404, "NoSuchKey");
      const range = /^bytes=(\d+)-(\d*)$/.exec(call.headers.range ?? "");
      const start = Number(range?.[1] ?? 0);
      const end = range?.[2] ? Math.min(Number(range[2]) + 1, object.bytes.length) : object.bytes.length;
      if (start >= object.bytes.length && object.bytes.length > 0) return problem(416, "InvalidRange");
      const headers = {
        "content-type": object.contentType,
        etag: etagOf(object.bytes),
        "last-modified": object.stored.toUTCString(),
        ...(range ? { "content-range": `bytes ${start}-${end - 1}/${object.bytes.length}` } : {}),
      };
      return { status: range ? 206 : 200, headers, body: object.bytes.subarray(start, end) };
    }
    default:
      return problem(501, "NotImplemented");
  }
}

function startUpload(bucket: S3Bucket, key: string): EngineAnswer {
  const id = randomBytes(8).toString("hex");
  bucket.uploads.set(id, { key, started: new Date(), parts: new Map() });
  return xml(
    "InitiateMultipartUploadResult",
    `<Bucket>${s3Account.bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId>`,
  );
}

function answerUpload(
  call: EngineCall,
  bucket: S3Bucket,
  key: string,
  uploadId: string,
  query: URLSearchParams,
): EngineAnswer {
  const upload = bucket.uploads.get(uploadId);
  if (!upload || upload.key !== key) return problem(404, "NoSuchUpload");
  if (call.method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), call.body);
    return { headers: { etag: etagOf(call.body) } };
  }
  if (call.method === "DELETE") {
    bucket.uploads.delete(uploadId);
    return { status: 204 };
  }
  const named = [...call.body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((match) => Number(match[1]));
  const parts = named.map((number) => upload.parts.get(number));
  if (parts.length === 0 || parts.includes(undefined)) return problem(400, "InvalidPart");
  const bytes = Buffer.concat(parts as Buffer[]);
  bucket.objects.set(key, { bytes, contentType: "application/octet-stream", stored: new Date() });
  bucket.uploads.delete(uploadId);
  return xml("CompleteMultipartUploadResult", `<Key>${escapeXml(key)}</Key><ETag>${escapeXml(etagOf(bytes))}</ETag>`);
}

const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;
const contentTypeOf = (call: EngineCall) => call.headers["content-type"] ?? "application/octet-stream";

function xml(root: string, content: string): EngineAnswer {
  return {
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`,
  };
}

function problem(status: number, code: string): EngineAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
