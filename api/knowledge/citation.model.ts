import { type Static, Type } from "@sinclair/typebox";
import type { Citation } from "../../retrieval/index.ts";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** A citation as every surface writes it; the quote stands verbatim at the offsets of the stored text. */
export const CitationView = Type.Object(
  {
    source_document: Type.String({ description: "Title of the document" }),
    document_id: Type.String(),
    document_revision: Type.Integer(),
    source_url: nullable(Type.String()),
    section: nullable(
      Type.String({
        description:
          "Number of the smallest section that holds the quote; of a lettered or numbered item in it, with the item: 30-42(b)(1)",
      }),
    ),
    heading_path: Type.Array(Type.String(), { description: "Headings from the top of the document down" }),
    page: nullable(Type.Integer({ minimum: 1, description: "Page of the file; null for formats without pages" })),
    page_end: nullable(Type.Integer({ minimum: 1 })),
    printed_page: nullable(Type.String({ description: "What the page itself says" })),
    char_start: Type.Integer({ minimum: 0, description: "UTF-16 code units into the text of that revision" }),
    char_end: Type.Integer({ minimum: 0 }),
    quote: Type.String(),
    relevance_score: Type.Number(),
  },
  { $id: "Citation", additionalProperties: false },
);

/** A citation of an answer, with the number that marks it there. */
export const MarkedCitationView = Type.Composite(
  [Type.Object({ marker: Type.Integer({ minimum: 1 }) }), CitationView],
  { $id: "MarkedCitation", additionalProperties: false },
);

export type MarkedCitationJson = Static<typeof MarkedCitationView>;

/** Writes a citation as callers read it. */
export function citationView(citation: Citation): Static<typeof CitationView> {
  return {
    source_document: citation.sourceDocument,
    document_id: citation.documentId,
    document_revision: citation.documentRevision,
    source_url: citation.sourceUrl,
    section: citation.section,
    heading_path: [...citation.headingPath],
    page: citation.page,
    page_end: citation.pageEnd,
    printed_page: citation.printedPage,
    char_start: citation.charStart,
    char_end: citation.charEnd,
    quote: citation.quote,
    relevance_score: citation.relevanceScore,
  };
}

/** Reads a citation that {@link citationView} wrote. */
export function citationOfView(view: MarkedCitationJson): Citation & { readonly marker: number } {
  return {
    marker: view.marker,
    sourceDocument: view.source_document,
    documentId: view.document_id,
    documentRevision: view.document_revision,
    sourceUrl: view.source_url,
    section: view.section,
    headingPath: view.heading_path,
    page: view.page,
    pageEnd: view.page_end,
    printedPage: view.printed_page,
    charStart: view.char_start,
    charEnd: view.char_end,
    quote: view.quote,
    relevanceScore: view.relevance_score,
  };
}

/** A citation as the documentation shows it. */
export const citationExample = {
  source_document: "Zoning Ordinance of the Town of Alder Falls (sample)",
  document_id: "doc_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  document_revision: 1,
  source_url: null,
  section: "5.5",
  heading_path: ["Article 5 Dimensional Standards", "5.5 Fences and Walls"],
  page: null,
  page_end: null,
  printed_page: null,
  char_start: 14_210,
  char_end: 14_280,
  quote: "A fence or wall in a front yard shall be no taller than four (4) feet.",
  relevance_score: 0.93,
};
