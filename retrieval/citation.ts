import type { Span } from "../ingest/index.ts";

/** A reference to a span of a document. Offsets count UTF-16 code units. */
export interface Citation extends Span {
  readonly kind: "passage";
  readonly documentId: string;
  readonly documentRevision: number;
  readonly sourceDocument: string;
  readonly sourceUrl: string | null;
  /** Number of the smallest section, or item of a section, that holds the whole quote: "30-42", "30-42(b)(1)". */
  readonly section: string | null;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly pageEnd: number | null;
  readonly printedPage: string | null;
  /** The document's text at the span, verbatim. */
  readonly quote: string;
  readonly relevanceScore: number;
}
