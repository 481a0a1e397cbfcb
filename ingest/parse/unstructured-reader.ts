import { join } from "node:path";
import { type Compute, computeTask } from "../compute/compute.ts";
import type { ParsedDocument } from "../corpus.ts";
import { DocumentUnreadable } from "../errors.ts";
import type * as work from "./elements.task.ts";
import { poorConfidence } from "./ocr/ocr-confidence.ts";
import type { ReadResult } from "./reader-messages.ts";
import { partitionFile, type UnstructuredOptions, UnstructuredUnavailable } from "./unstructured-client.ts";

const elementsTask = computeTask<typeof work, "readElements">({
  module: join(import.meta.dirname, "elements.task.ts"),
  name: "readElements",
  lane: "background",
  deadlineMs: 300_000,
});

/** What is known of a file before it is sent. Its own name is never sent. */
export interface FileInfo {
  readonly mediaType: string;
  /** Pages of the file, when something could count them. */
  readonly pages?: number | null | undefined;
}

const extensions: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/msword": "doc",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/tiff": "tiff",
};
const paged = /^(?:application\/pdf|image\/)/;

/** A page with fewer characters than this has no usable text: a scan, a map, a lone page number. */
const fewestCharacters = 40;
/** A document is poor when more than this share of its pages have no usable text. */
const poorShare = 0.2;

/**
 * Returns whether a reading left out so much that another reader should try: no text, or many pages without text or read
 * by OCR with a low confidence.
 */
export function isPoorReading(document: ParsedDocument): boolean {
  if (document.text.trim() === "") return true;
  const guessed = new Set(
    document.ocrPages?.filter((each) => each.confidence < poorConfidence).map((each) => each.page),
  );
  const poor = document.pages.filter((page) => {
    const text = document.text.slice(page.charStart, page.charEnd);
    return guessed.has(page.page) || text.replace(/\s+/g, "").length < fewestCharacters;
  });
  return document.pages.length > 0 && poor.length > document.pages.length * poorShare;
}

/** Unstructured, and where its elements become a document. */
export interface BetterReader extends UnstructuredOptions {
  readonly compute: Compute;
  /** Called when Unstructured could not be used and the local reading is kept. */
  readonly onFailure?: ((error: UnstructuredUnavailable) => void) | undefined;
}

/**
 * Returns what Unstructured reads in a file, or undefined when `localText` has at least as many readable words.
 *
 * @throws UnstructuredUnavailable, also when it found no text or its elements cannot be read
 * @throws ComputeFailed `compute.overloaded`, `compute.stopped`; the reason of the signal when it is aborted
 */
export async function readWithUnstructured(
  bytes: Uint8Array,
  info: FileInfo,
  reader: BetterReader,
  localText: string | null = null,
): Promise<ReadResult | undefined> {
  const extension = extensions[info.mediaType];
  if (extension === undefined) throw new UnstructuredUnavailable(`Unstructured is not asked to read ${info.mediaType}`);
  const { compute, signal, strategy = "hi_res" } = reader;
  const elements = await partitionFile({ bytes, name: `document.${extension}` }, reader);
  const pageCount = paged.test(info.mediaType) ? Math.max(info.pages ?? 1, 1) : 0;
  const reading = await compute
    .run(elementsTask, { elements, pageCount, parser: `unstructured-${strategy}`, localText }, { signal })
    .catch((error: unknown) => {
      if (signal?.aborted || isPassing(error)) throw error;
      throw new UnstructuredUnavailable("the elements of Unstructured could not be read", { cause: error });
    });
  if (reading.kind === "empty") throw new UnstructuredUnavailable("Unstructured found no text in the file");
  return reading.kind === "better" ? reading.result : undefined;
}

/** Returns whether the pool, and not the elements, is the cause of an error. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "compute.overloaded" || code === "compute.stopped";
}

/**
 * Returns the better reading of a file: the local one, unless it is poor and Unstructured read more.
 *
 * `local` is the local reading, or the error that says why there is none. When Unstructured fails, the local reading is
 * returned with a warning.
 *
 * @throws DocumentUnreadable the local error, when neither could read the file
 * @throws ComputeFailed `compute.overloaded`, `compute.stopped`; the reason of the signal when it is aborted
 */
export async function improvePoorReading(
  local: ReadResult | DocumentUnreadable,
  bytes: () => Promise<Uint8Array>,
  info: FileInfo,
  reader: BetterReader,
): Promise<ReadResult> {
  const isUnread = local instanceof DocumentUnreadable;
  if (isUnread && local.code !== "document.no-text") throw local;
  if (!isUnread && !isPoorReading(local.document)) return local;
  const pages = info.pages ?? (isUnread ? null : local.document.pages.length);
  const localText = isUnread ? null : local.document.text;
  try {
    const better = await readWithUnstructured(await bytes(), { ...info, pages }, reader, localText);
    if (better !== undefined) return better;
  } catch (error) {
    if (!(error instanceof UnstructuredUnavailable)) throw error;
    reader.onFailure?.(error);
    if (!isUnread) return withWarning(local);
  }
  if (isUnread) throw local;
  return local;
}

function withWarning({ document, ...rest }: ReadResult): ReadResult {
  return { ...rest, document: { ...document, warnings: [...document.warnings, fallBackWarning] } };
}

const fallBackWarning = {
  code: "better-reader-failed",
  message:
    "Many pages have no text or were read by OCR with a low confidence, and the service that reads scans did not answer. The document has what could be read without it; upload the file again later for a better reading.",
} as const;
