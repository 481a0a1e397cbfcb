import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { compileCacheEnvironment } from "../compute/compile-cache.ts";
import { DocumentUnreadable } from "../errors.ts";
import { type ReadScan, scanPageTimeoutMs } from "./ocr/scan-reader.ts";
import { machineTooBusy, tookTooLong, tookTooMuchMemory } from "./overruns.ts";
import { cpuChannel, parsedPercent, type ReaderMessage, type ReadOrder, type ReadResult } from "./reader-messages.ts";
import { ReadingClock, type SpentTime } from "./reading-clock.ts";
import { ResultInParts } from "./result-parts.ts";

export type { ReadResult } from "./reader-messages.ts";

/** Where the bytes are: a file that the reading process opens itself, or bytes that are piped to it. */
export type ReadSource = { readonly path: string } | { readonly bytes: Uint8Array };

/** Bounds of one reading, and how to watch and stop it. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** 0..100, rising. */
  readonly onProgress?: (percent: number) => void;
  /**
   * Processor time for the whole document, without its scanned pages: each of them has a limit of its own. The wall time
   * may be ten times as long, because a busy machine is no fault of the document.
   */
  readonly timeoutMs?: number;
  /** Heap of the reading process, in megabytes; a document that needs more is refused. */
  readonly memoryMb?: number;
  /** Processor time for one page; a page that takes longer is left out, with a warning. */
  readonly pageTimeoutMs?: number;
}

const readerProcess = join(import.meta.dirname, "reader-process.ts");
const defaults = { timeoutMs: 120_000, memoryMb: 512, pageTimeoutMs: 20_000 } as const;
/** How many pages may be left out; a file with more of them is refused. */
const mostSkippedPages = 5;
/** Time for drawing a scanned page and sending it, besides its recognition. */
const scanMarginMs = 60_000;
const keptErrorOutput = 4000;
/** Wall time that is allowed for each unit of processor time. */
const patience = 10;
const leastWallMs = 30_000;

/**
 * Returns a document with its chunks and keyword index, read in a process of its own.
 *
 * It is a process and not a thread, because a parser that runs out of memory, or breaks in native code (canvas, image
 * and OCR libraries), takes its whole process with it. The process has its own heap and no environment; it is killed
 * when time runs out or the caller aborts, and a page on which it hangs or breaks is left out on the next try.
 *
 * @throws DocumentUnreadable; the signal's reason when aborted
 */
export async function readDocument(
  source: ReadSource,
  info: { readonly mediaType: string; readonly filename: string },
  options: ReadOptions = {},
): Promise<ReadResult> {
  const clock = new ReadingClock(withPatience(options.timeoutMs ?? defaults.timeoutMs));
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
  #pageClock: ReadingClock | undefined;
  #cpuMs = 0;
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
      env: compileCacheEnvironment(),
      execArgv: [`--max-old-space-size=${options.memoryMb ?? defaults.memoryMb}`],
      serialization: "advanced",
      stdio: ["pipe", "ignore", "pipe", "ipc", "pipe"],
    });
    options.clock.start(0, (spent) => this.#end(this.#tooSlow("the time for the whole document ran out", spent)));
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
    const meter = child.stdio[cpuChannel] as Readable | undefined;
    meter?.on("data", (data: Buffer) => this.#tick(data.toString("latin1")));
    meter?.on("error", () => undefined);
    child.on("message", (message: ReaderMessage) => this.#onMessage(message));
    child.on("error", (error) => this.#end(failed(error.message)));
    child.on("close", (code, signal) => this.#onDeath(this.#reasonOfDeath(code, signal)));
  }

  /** Takes lines of the meter; the last whole one counts. */
  #tick(lines: string): void {
    if (this.#isClosed) return;
    const cpuMs = Number(lines.split("\n").at(-2));
    if (!Number.isFinite(cpuMs) || cpuMs < this.#cpuMs) return;
    this.#cpuMs = cpuMs;
    this.#options.clock.tick(cpuMs);
    this.#pageClock?.tick(cpuMs);
  }

  #onMessage(message: ReaderMessage): void {
    // A process that was given up may have sent messages before.
    if (this.#isClosed) return;
    if (message.kind !== "progress") this.#pageClock?.pause();
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
      this.#watchPage(message.page, { cpuMs: Number.POSITIVE_INFINITY, wallMs: scanPageTimeoutMs + scanMarginMs });
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
    this.#pageClock?.pause();
  }

  #tell(percent: number): void {
    if (percent > this.#percent) {
      this.#percent = percent;
      this.#options.onProgress?.(percent);
    }
  }

  #watchPage(page: number, limits = withPatience(this.#options.pageTimeoutMs ?? defaults.pageTimeoutMs)): void {
    this.#page = page;
    this.#pageClock = new ReadingClock(limits);
    this.#pageClock.start(this.#cpuMs, (spent) =>
      this.#finish({ kind: "lost-page", page, reason: this.#tooSlow(`hung on page ${page}`, spent) }),
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

  #tooSlow(internal: string, spent: SpentTime): DocumentUnreadable {
    return spent === "wall" ? machineTooBusy(internal) : tookTooLong(this.#mediaType, internal);
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
    this.#pageClock?.pause();
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    this.#child.kill("SIGKILL");
  }
}

const withPatience = (cpuMs: number) => ({ cpuMs, wallMs: Math.max(leastWallMs, cpuMs * patience) });

function failed(internal: string): DocumentUnreadable {
  const detail =
    "The document could not be read. Upload it again; if it fails again, save it once more in its program and upload the new file.";
  return new DocumentUnreadable("document.reader-failed", detail, { internal });
}
