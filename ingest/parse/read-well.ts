import { readFile } from "node:fs/promises";
import { DocumentUnreadable } from "../errors.ts";
import { type ReadOptions, type ReadResult, readDocument } from "./read-document.ts";
import { type BetterReader, improvePoorReading } from "./unstructured-reader.ts";

/**
 * Reads a file locally, and again with Unstructured when the local reading is poor or found no text.
 *
 * @throws DocumentUnreadable; ComputeFailed `compute.overloaded`, `compute.stopped`
 * @throws the reason of the signal when it is aborted; requests to Unstructured are stopped, too
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
  return improvePoorReading(local, () => readFile(source.path), info, { ...better, signal: options.signal });
}
