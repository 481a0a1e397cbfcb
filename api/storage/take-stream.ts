import { createHash } from "node:crypto";
import { type PutOptions, StorageRefused } from "./file-store.ts";
import { keptInPace } from "./sender-pace.ts";

/** What has passed through; complete once the stream has ended. */
export interface TakenStream {
  readonly size: number;
  readonly sha256: string;
  readonly head: Uint8Array;
}

const headBytes = 65_536;

/**
 * Passes a stream on to a writer, piece by piece, counting and hashing it and holding it to its limits.
 *
 * @throws StorageRefused; whatever `inspect` or `write` throws
 */
export async function takeStream(
  stream: AsyncIterable<Uint8Array>,
  options: PutOptions,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<TakenStream> {
  const hash = createHash("sha256");
  let size = 0;
  let head = Buffer.alloc(0);
  let isInspected = false;
  const held: Uint8Array[] = [];
  const release = async () => {
    isInspected = true;
    options.inspect?.(head);
    for (const piece of held.splice(0)) await write(piece);
  };
  for await (const piece of keptInPace(stream, options)) {
    size += piece.byteLength;
    if (size > options.maxBytes) {
      throw new StorageRefused("storage.too-large", `the file is larger than ${options.maxBytes} bytes`);
    }
    hash.update(piece);
    if (isInspected) await write(piece);
    else {
      head = Buffer.concat([head, piece]).subarray(0, headBytes);
      held.push(piece);
      if (size >= headBytes) await release();
    }
  }
  if (!isInspected) await release();
  const sha256 = hash.digest("hex");
  if (options.expectedSha256 !== undefined && options.expectedSha256.toLowerCase() !== sha256) {
    throw new StorageRefused("storage.hash-differs", "the bytes that arrived do not have the declared SHA-256");
  }
  return { size, sha256, head };
}
