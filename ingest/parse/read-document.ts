import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { DocumentUnreadable } from "../errors.ts";
import { type ReadScan, scanPageTimeoutMs } from "./ocr/scan-reader.ts";
import { tookTooLong, tookTooMuchMemory } from "./overruns.ts";
import { parsedPercent, type ReaderMessage, type ReadOrder, type ReadResult } from "./reader-messages.ts";
import { ReadingClock } from "./reading-clock.ts";
import { ResultInParts } from "./result-parts.ts";

export type { ReadResult } from "./reader-messages.ts";

/** Where the bytes are: a file that the reading process opens itself, or bytes that are piped to it. */
export type ReadSource = { readonly path: string } | { readonly bytes: Uint8Array };

/** Bounds of one reading, and how to watch and stop it. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** 0..100, rising. */
  readonly onProgress?: (percent: number) => void;
  /** For the whole document, without the time that its scanned pages take: each of them has a limit of its own. */
  readonly timeoutMs?: number;
  /** Heap of the reading process; a document that needs more is refused. */
  readonly memoryMb?: number;
  /** A page that takes longer is left out, with a warning. */
  readonly pageTimeoutMs?: number;
}

const readerProcess = join(import.meta.dirname, "reader-process.ts");
const defaults = { timeoutMs: 120_000, memoryMb: 512, pageTimeoutMs: 20_000 } as const;
/** So many pages may be left out one after another; a file with more of them is not worth the time. */
const mostSkippedPages = 5;
/** What drawing a scanned page and handing it on may take besides its recognition. */
const scanMarginMs = 60_000;
const keptErrorOutput = 4000;

/**
 * Reads a document in a process of its own: parse, outline, chunks, keyword index.
 *
 * The process has a heap of its own and no environment; it is killed when time runs out or the caller gives up, and a
 * page on which it hangs or breaks is left out on the next try.
 *
 * Throws  DocumentUnreadable; the signal's reason when aborted
 */
export async function readDocument(
  source: ReadSource,
  info: { readonly mediaType: string; readonly filename: string },
  options: ReadOptions = {},
): Promise<ReadResult> {
  const clock = new ReadingClock(options.timeoutMs ?? defaults.timeoutMs);
  const skipPages: number[] = [];
  const scansRead: ReadScan[] = [];
  for (;;) {
    options.signal?.throwIfAborted();
    const path = "path" in source ? source.path : null;
    const outcome = await new Reading({ ...info, path, skipPages, scansRead }, source, { ...options, clock, scansRead })
      .outcome;
    if (outcome.kind === "read") {
      options.onProgress?.(100);
      return outcome.result;
    }
    skipPages.push(outcome.page);
    if (skipPages.length > mostSkippedPages) throw outcome.reason;
  }
}

type Outcome =
  | { readonly kind: "read"; readonly result: ReadResult }
  | { readonly kind: "lost-page"; readonly page: number; readonly reason: DocumentUnreadable };

interface LifeOptions extends ReadOptions {
  readonly clock: ReadingClock;
  /** Takes what is read by OCR, for the next life. */
  readonly scansRead: ReadScan[];
}

/** One life of a reading process. */
class Reading {
  readonly outcome: Promise<Outcome>;
  readonly #child: ChildProcess;
  readonly #options: LifeOptions;
  #settle: { resolve: (outcome: Outcome) => void; reject: (reason: unknown) => void };
  #pageTimer: NodeJS.Timeout | undefined;
  #errorOutput = "";
  #percent = 0;
  #page: number | null = null;
  #isClosed = false;
  readonly #mediaType: string;
  readonly #parts = new ResultInParts();

  constructor(order: ReadOrder, source: ReadSource, options: LifeOptions) {
    this.#options = options;
    this.#mediaType = order.mediaType;
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.outcome = promise;
    this.#settle = { resolve, reject };
    this.#child = fork(readerProcess, [], {
      env: {},
      execArgv: [`--max-old-space-size=${options.memoryMb ?? defaults.memoryMb}`],
      serialization: "advanced",
      stdio: ["pipe", "ignore", "pipe", "ipc"],
    });
    options.clock.start(() => this.#end(this.#tooSlow("the time for the whole document ran out")));
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#listen();
    this.#child.send(order, (error) => error && this.#end(failed(error.message)));
    if ("bytes" in source) this.#child.stdin?.write(source.bytes);
    this.#child.stdin?.end();
  }

  #listen(): void {
    const child = this.#child;
    // A child that dies early closes its input; its exit says why.
    child.stdin?.on("error", () => undefined);
    child.stderr?.on("data", (data: Buffer) => {
      this.#errorOutput = (this.#errorOutput + data.toString("utf8")).slice(-keptErrorOutput);
    });
    child.on("message", (message: ReaderMessage) => this.#onMessage(message));
    child.on("error", (error) => this.#end(failed(error.message)));
    child.on("close", (code, signal) => this.#onDeath(this.#reasonOfDeath(code, signal)));
  }

  #onMessage(message: ReaderMessage): void {
    // A process that has been given up may still have spoken before.
    if (this.#isClosed) return;
    if (message.kind !== "progress") clearTimeout(this.#pageTimer);
    if (message.kind !== "scan") this.#options.clock.resume();
    if (message.kind === "part") this.#parts.take(message.part);
    else if (message.kind === "read") this.#finish({ kind: "read", result: this.#parts.whole(message.result) });
    else if (message.kind === "unreadable") {
      const { code, detail, internal } = message;
      this.#end(new DocumentUnreadable(code, detail, internal === undefined ? {} : { internal }));
    } else if (message.kind === "failed") this.#end(failed(message.internal));
    else if (message.kind === "page") this.#watchPage(message.page);
    else if (message.kind === "scan") {
      this.#options.clock.pause();
      this.#watchPage(message.page, scanPageTimeoutMs + scanMarginMs);
    } else if (message.kind === "scan-read") {
      this.#options.scansRead.push(message.scan);
      this.#watchPage(message.scan.content.page);
    } else {
      if (message.percent >= parsedPercent) this.#leavePages();
      this.#tell(message.percent);
    }
  }

  #leavePages(): void {
    this.#page = null;
    clearTimeout(this.#pageTimer);
  }

  #tell(percent: number): void {
    if (percent > this.#percent) {
      this.#percent = percent;
      this.#options.onProgress?.(percent);
    }
  }

  #watchPage(page: number, allowed = this.#options.pageTimeoutMs ?? defaults.pageTimeoutMs): void {
    this.#page = page;
    this.#pageTimer = setTimeout(
      () => this.#finish({ kind: "lost-page", page, reason: this.#tooSlow(`hung on page ${page}`) }),
      allowed,
    );
  }

  /** A page that brings the process down is left out like one on which it hangs. */
  #onDeath(reason: DocumentUnreadable): void {
    if (this.#page === null) this.#end(reason);
    else this.#finish({ kind: "lost-page", page: this.#page, reason });
  }

  #reasonOfDeath(code: number | null, signal: string | null): DocumentUnreadable {
    const internal = `exit ${code ?? signal}: ${this.#errorOutput}`;
    if (/heap out of memory|Allocation failed/i.test(this.#errorOutput)) {
      return tookTooMuchMemory(this.#mediaType, internal);
    }
    return failed(internal);
  }

  #tooSlow(internal: string): DocumentUnreadable {
    return tookTooLong(this.#mediaType, internal);
  }

  readonly #onAbort = (): void => this.#end(this.#options.signal?.reason);

  #finish(outcome: Outcome): void {
    this.#close();
    this.#settle.resolve(outcome);
  }

  #end(reason: unknown): void {
    this.#close();
    this.#settle.reject(reason);
  }

  #close(): void {
    this.#isClosed = true;
    this.#options.clock.pause();
    clearTimeout(this.#pageTimer);
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    this.#child.kill("SIGKILL");
  }
}

function failed(internal: string): DocumentUnreadable {
  const detail = "The document could not be read. Try once more; if it fails again, save it anew and upload that file.";
  return new DocumentUnreadable("document.reader-failed", detail, { internal });
}
