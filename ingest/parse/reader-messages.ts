import type { Chunk, ParsedDocument } from "../corpus.ts";
import type { UnreadableCode } from "../errors.ts";
import type { ReadScan } from "./ocr/scan-reader.ts";
import type { ResultPart } from "./result-parts.ts";

/** What the reading process is asked to do; the bytes come from `path`, or through its standard input when it is null. */
export interface ReadOrder {
  readonly path: string | null;
  readonly mediaType: string;
  readonly filename: string;
  readonly skipPages: readonly number[];
  /** What an earlier process read by OCR before it was lost. */
  readonly scansRead: readonly ReadScan[];
}

/** A document as the reading process hands it back. */
export interface ReadResult {
  readonly document: ParsedDocument;
  readonly chunks: readonly Chunk[];
  /** Keyword index of the chunks, packed for storing. */
  readonly keywordSegment: Uint8Array;
}

/** What the reading process says while it works. */
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
  /** Comes many times: the tables and chunks of what was read. */
  | { readonly kind: "part"; readonly part: ResultPart }
  /** All has been told: the result without what its parts held. */
  | { readonly kind: "read"; readonly result: ReadResult };

/** Share of the work, in percent, that is done when all pages are read. */
export const parsedPercent = 80;
