/** What was stored. */
export interface StoredFile {
  /** Random; says nothing of the file and is never shown to a caller. */
  readonly key: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** The first bytes, up to 65,536. */
  readonly head: Uint8Array;
}

/** How long a sender may take. Only the time in which its bytes are waited for counts, not the time to store them. */
export interface SenderPace {
  /** Longest silence. */
  readonly idleTimeoutMs: number;
  /** For the whole file; any time unless stated. */
  readonly timeLimitMs?: number | undefined;
  /** On average, once `graceMs` are over; any pace unless stated, or when it is 0. */
  readonly minBytesPerSecond?: number | undefined;
  /** 30 s unless stated. */
  readonly graceMs?: number | undefined;
}

export interface PutOptions extends SenderPace {
  readonly maxBytes: number;
  readonly expectedSha256?: string | undefined;
  /** Sees the first bytes before the rest is taken; throwing there refuses the file. */
  readonly inspect?: (head: Uint8Array) => void;
}

/** Files that the service keeps, wherever they are: a folder of this machine, or a bucket. */
export interface FileStore {
  /**
   * Stores a stream whole, or not at all.
   *
   * @throws StorageRefused; whatever `inspect` throws
   */
  put(stream: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile>;
  /** Throws StorageRefused `storage.missing` when there is no such file. */
  open(key: string): Promise<ReadableStream<Uint8Array>>;
  /** Gives the work a path where the file can be read until it resolves. */
  withLocalFile<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result>;
  head(key: string): Promise<{ readonly size: number } | undefined>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  /**
   * Deletes what nobody refers to and what was never finished, older than `olderThanMs`; gives how many.
   *
   * `findReferenced` is asked, some keys at a time, which of them are still needed.
   */
  sweepOrphans(
    olderThanMs: number,
    findReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number>;
  /** Throws when files cannot be written. */
  check(): Promise<void>;
}

/** A file that is not taken or not there, by `code`. */
export class StorageRefused extends Error {
  readonly code:
    | "storage.too-large"
    | "storage.idle"
    | "storage.too-slow"
    | "storage.interrupted"
    | "storage.hash-differs"
    | "storage.missing"
    | "storage.bad-key";
  constructor(code: StorageRefused["code"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StorageRefused";
    this.code = code;
  }
}
