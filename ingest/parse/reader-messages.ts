import type { Chunk, ParsedDocument } from "../corpus.ts";
import type { UnreadableCode } from "../errors.ts";

/** What the reading process is asked to do; the bytes come from `path`, or through its standard input when it is null. */
export interface ReadOrder {
  readonly path: string | null;
  readonly mediaType: string;
  readonly filename: string;
  readonly skipPages: readonly number[];
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
  | { readonly kind: "progress"; readonly percent: number }
  | {
      readonly kind: "unreadable";
      readonly code: UnreadableCode;
      readonly detail: string;
      readonly internal: string | undefined;
    }
  | { readonly kind: "failed"; readonly internal: string }
  | { readonly kind: "read"; readonly result: ReadResult };

/** Share of the work, in percent, that is done when all pages are read. */
export const parsedPercent = 80;
