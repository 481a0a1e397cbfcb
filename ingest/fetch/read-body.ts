import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { FetchFailed } from "./errors.ts";

/** A body as it was before it was packed for the way. */
export interface FetchedBody {
  readonly bytes: Buffer;
  /** Of those bytes, in hexadecimal. */
  readonly sha256: string;
}

/** The ways of packing that are understood, as a request says it. */
export const acceptedEncodings = "gzip, deflate, br";

/**
 * Reads the body of an answer and unpacks it. Bytes are counted as they come and again as they are unpacked, so neither
 * an endless body nor a small one that unpacks into a huge one is ever held in memory.
 *
 * @throws FetchFailed fetch.too-large beyond so many bytes, fetch.bad-answer; what breaks the answer's stream
 */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<FetchedBody> {
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw new FetchFailed("fetch.too-large");
  const chunks: Buffer[] = [];
  const hash = createHash("sha256");
  for await (const chunk of counted(unpacked(answer, maxBytes), maxBytes)) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), sha256: hash.digest("hex") };
}

async function* unpacked(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  const packed = counted(answer, maxBytes);
  const first = await packed.next();
  if (first.done) return;
  const whole = joined(first.value, packed);
  const unpacker = unpackerOf(answer.headers["content-encoding"] ?? "", first.value);
  // What breaks either of them reaches whoever reads the last one.
  yield* unpacker ? pipeline(Readable.from(whole), unpacker, () => undefined) : whole;
}

function unpackerOf(encoding: string, head: Buffer): Transform | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "deflate":
      // The standard means the zlib format, whose first byte says so; many servers send the bare stream.
      return ((head[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      throw new FetchFailed("fetch.bad-answer", { internal: `content-encoding ${encoding.slice(0, 100)}` });
  }
}

async function* counted(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchFailed("fetch.too-large");
    yield chunk;
  }
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
