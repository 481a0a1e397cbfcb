/**
 * The process that reads one document and ends: it parses, chunks and builds the keyword index away from the process
 * that serves callers. It opens no database and no network; its only way out is the channel to the process above it.
 */
import { readFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { chunkDocument } from "../chunk/chunk-document.ts";
import { DocumentUnreadable } from "../errors.ts";
import { buildKeywordSegment } from "../keyword/keyword-segment.ts";
import { rulesOfDocument } from "../rules/extract-rules.ts";
import type { ScanOptions } from "./ocr/scan-reader.ts";
import { tooComplex, tookTooMuchMemory } from "./overruns.ts";
import { parseDocument } from "./parse-document.ts";
import { parsedPercent, type ReaderMessage, type ReadOrder, type ReadResult } from "./reader-messages.ts";
import { partsOfResult, withoutParts } from "./result-parts.ts";

const chunkedPercent = 85;

new Worker(new URL("./cpu-meter.ts", import.meta.url)).unref();
process.once("disconnect", () => process.exit(1));
process.once("message", (order: ReadOrder) => {
  void read(order)
    .then(tell, (error: unknown) => sayWhy(order.mediaType, error))
    .finally(() => process.disconnect());
});

async function read(order: ReadOrder): Promise<ReadResult> {
  const bytes =
    order.path === null ? new Uint8Array(await buffer(process.stdin)) : new Uint8Array(await readFile(order.path));
  const { mediaType, filename, skipPages, scansRead } = order;
  const onPage = (page: number, pages: number) => {
    void send({ kind: "page", page, pages });
    void send({ kind: "progress", percent: Math.floor(((page - 1) / pages) * parsedPercent) });
  };
  const scans: ScanOptions = {
    readBefore: scansRead,
    onScan: (page) => void send({ kind: "scan", page }),
    onScanRead: (scan) => void send({ kind: "scan-read", scan }),
  };
  const document = await parseDocument({ bytes, mediaType, filename }, { skipPages, onPage, scans });
  await send({ kind: "progress", percent: parsedPercent });
  const chunks = chunkDocument(document);
  await send({ kind: "progress", percent: chunkedPercent });
  return { document, chunks, keywordSegment: buildKeywordSegment(chunks), rules: rulesOfDocument(document, chunks) };
}

/** Sends the result in parts, each after the one before it is written: the process above unpacks them between its own work. */
async function tell(result: ReadResult): Promise<void> {
  for (const part of partsOfResult(result)) await send({ kind: "part", part });
  flushCompileCache();
  await send({ kind: "read", result: withoutParts(result) });
}

async function sayWhy(mediaType: string, error: unknown): Promise<void> {
  if (error instanceof DocumentUnreadable) {
    const { code, detail, internal } = error;
    return send({ kind: "unreadable", code, detail, internal });
  }
  const internal = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // An error of the system, such as a file that cannot be opened, may pass; one of the reader's code is met again.
  if (error instanceof Error && "syscall" in error) return send({ kind: "failed", internal });
  const { code, detail } = /allocation failed/i.test(internal)
    ? tookTooMuchMemory(mediaType, internal)
    : tooComplex(internal);
  return send({ kind: "unreadable", code, detail, internal });
}

function send(message: ReaderMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
