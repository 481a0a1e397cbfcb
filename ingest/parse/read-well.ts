import { readFile } from "node:fs/promises";
import { chunkDocument } from "../chunk/chunk-document.ts";
import { DocumentUnreadable } from "../errors.ts";
import { buildKeywordSegment } from "../keyword/keyword-segment.ts";
import { type ReadOptions, type ReadResult, readDocument } from "./read-document.ts";
import type { UnstructuredOptions, UnstructuredUnavailable } from "./unstructured-client.ts";
import { improvePoorReading } from "./unstructured-reader.ts";

/** A stronger reader, asked for what the local one reads poorly. */
export interface BetterReader extends UnstructuredOptions {
  /** Told when it could not be used and the local reading stands. */
  readonly onFailure?: (error: UnstructuredUnavailable) => void;
}

/**
 * Reads a file locally, and again with the stronger reader when the local reading is poor or found no text.
 *
 * Throws  DocumentUnreadable; the signal's reason when aborted
 */
export async function readDocumentWell(
  source: { readonly path: string },
  info: { readonly mediaType: string; readonly filename: string },
  options: ReadOptions,
  better: BetterReader,
): Promise<ReadResult> {
  const local = await readDocument(source, info, options).catch((error: unknown) => {
    if (error instanceof DocumentUnreadable) return error;
    throw error;
  });
  const read = local instanceof DocumentUnreadable ? local : local.document;
  // Whoever gives the reading up stops what is paid for, too.
  const asked = { ...better, signal: options.signal };
  const document = await improvePoorReading(read, await readFile(source.path), info, asked);
  if (!(local instanceof DocumentUnreadable) && document === local.document) return local;
  const chunks = chunkDocument(document);
  return { document, chunks, keywordSegment: buildKeywordSegment(chunks) };
}
