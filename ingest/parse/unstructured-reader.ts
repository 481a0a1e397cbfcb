import type { ParsedDocument } from "../corpus.ts";
import { DocumentUnreadable } from "../errors.ts";
import { assembleDocument } from "./assemble-document.ts";
import { poorConfidence } from "./ocr/ocr-confidence.ts";
import { textQuality } from "./ocr/text-quality.ts";
import { partitionFile, type UnstructuredOptions, UnstructuredUnavailable } from "./unstructured-client.ts";
import { rawFromElements } from "./unstructured-elements.ts";

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

/** A page with fewer characters than this holds no text worth the name: a scan, a map, a stray page number. */
const fewestCharacters = 40;
/** A document is poor when more than this share of its pages are so. */
const poorShare = 0.2;

/**
 * Tells whether a reading left out so much that another reader should try: no text, or many pages without any or read
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

/**
 * Reads a file with Unstructured.
 *
 * Throws  UnstructuredUnavailable, also when it found no text; the signal's reason when aborted
 */
export async function readWithUnstructured(
  bytes: Uint8Array,
  info: FileInfo,
  options: UnstructuredOptions,
): Promise<ParsedDocument> {
  const extension = extensions[info.mediaType];
  if (extension === undefined) throw new UnstructuredUnavailable(`Unstructured is not asked to read ${info.mediaType}`);
  const elements = await partitionFile({ bytes, name: `document.${extension}` }, options);
  const pages = paged.test(info.mediaType) ? Math.max(info.pages ?? 1, 1) : 0;
  const document = assembleDocument(rawFromElements(elements, pages, `unstructured-${options.strategy ?? "hi_res"}`));
  if (document.text.trim() === "") throw new UnstructuredUnavailable("Unstructured found no text in the file");
  return document;
}

/**
 * Gives the better reading of a file: the local one unless it is poor and Unstructured read more.
 *
 * `local` is the local reading, or the error that says there was no text in it. When Unstructured fails the local
 * reading stands, with a warning that tells so.
 * Throws  the local error when neither could read the file; the signal's reason when aborted
 */
export async function improvePoorReading(
  local: ParsedDocument | DocumentUnreadable,
  bytes: Uint8Array,
  info: FileInfo,
  options: UnstructuredOptions & { readonly onFailure?: ((error: UnstructuredUnavailable) => void) | undefined },
): Promise<ParsedDocument> {
  const isUnread = local instanceof DocumentUnreadable;
  if (isUnread && local.code !== "document.no-text") throw local;
  if (!isUnread && !isPoorReading(local)) return local;
  try {
    const pages = info.pages ?? (isUnread ? null : local.pages.length);
    const better = await readWithUnstructured(bytes, { ...info, pages }, options);
    return isUnread || wordsIn(better) > wordsIn(local) ? better : local;
  } catch (error) {
    if (!(error instanceof UnstructuredUnavailable)) throw error;
    options.onFailure?.(error);
    if (isUnread) throw local;
    return { ...local, warnings: [...local.warnings, fallBackWarning] };
  }
}

const fallBackWarning = {
  code: "better-reader-failed",
  message:
    "Many pages hold no text or were read by OCR with a low confidence, and the service that reads scans did not answer. What could be read without it is here; upload the file again later for a better reading.",
} as const;

/** Words that look as words do: what OCR guessed at does not count. */
function wordsIn(document: ParsedDocument): number {
  return textQuality(document.text).readableWords;
}
