import type { Chunk, ParsedDocument } from "../corpus.ts";
import type { UnreadableCode } from "../errors.ts";
import type { DocumentRules } from "../rules/rule.ts";
import type { ReadScan } from "./ocr/scan-reader.ts";
import type { ResultPart } from "./result-parts.ts";

/** The request to the reading process; the bytes are read from `path`, or from standard input when it is null. */
export interface ReadOrder {
  readonly path: string | null;
  readonly mediaType: string;
  readonly filename: string;
  readonly skipPages: readonly number[];
  /** What an earlier process read by OCR before it was lost. */
  readonly scansRead: readonly ReadScan[];
}

/** A document as the reading process returns it. */
export interface ReadResult {
  readonly document: ParsedDocument;
  readonly chunks: readonly Chunk[];
  /** Keyword index of the chunks, packed for storing. */
  readonly keywordSegment: Uint8Array;
  /** The rules that the document states; absent where they are read when they are asked for. */
  readonly rules?: DocumentRules;
}

/** A message of the reading process while it works. */
export type ReaderMessage =
  | { readonly kind: "page"; readonly page: number; readonly pages: number }
  /** The page is a scan: reading it takes longer. */
  | { readonly kind: "scan"; readonly page: number }
  | { readonly kind: "scan-read"; readonly scan: ReadScan }
  | { readonly kind: "progress"; readonly percent: number }
  | {
      readonly kind: "unreadable";
      readonly code: UnreadableCode;
      readonly detail: string;
      readonly internal: string | undefined;
    }
  | { readonly kind: "failed"; readonly internal: string }
  /** Sent many times: the tables and chunks of what was read. */
  | { readonly kind: "part"; readonly part: ResultPart }
  /** The last message: the result without what was in the parts. */
  | { readonly kind: "read"; readonly result: ReadResult };

/** File descriptor on which the reading process reports the processor time it has used, a line of milliseconds each. */
export const cpuChannel = 4;

/** Share of the work, in percent, that is done when all pages are read. */
export const parsedPercent = 80;
