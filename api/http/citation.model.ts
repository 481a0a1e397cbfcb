import { type Static, Type } from "@sinclair/typebox";
import type { FactCitation, MarkedCitation } from "../../agent/index.ts";
import type { Citation } from "../../retrieval/index.ts";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** A citation in every response: of a passage, whose quote is verbatim at its offsets, or of a fact of the project. */
export const CitationView = Type.Object(
  {
    kind: Type.Union([Type.Literal("passage"), Type.Literal("fact")], {
      description: "A fact has no place in a text: the members that need one are null",
    }),
    source_document: Type.String({ description: "Title of the document; of a fact, name of its dataset or record" }),
    document_id: nullable(Type.String()),
    document_revision: nullable(Type.Integer()),
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
    char_start: nullable(Type.Integer({ minimum: 0, description: "UTF-16 code units into the text of that revision" })),
    char_end: nullable(Type.Integer({ minimum: 0 })),
    quote: Type.String(),
    relevance_score: nullable(Type.Number({ description: "Null for a fact, which is not ranked" })),
    retrieved_at: nullable(Type.String({ description: "When a fact was recorded; null for a passage" })),
  },
  { $id: "Citation", additionalProperties: false },
);

/** A citation of an answer, with the number that marks it there. */
export const MarkedCitationView = Type.Composite(
  [Type.Object({ marker: Type.Integer({ minimum: 1 }) }), CitationView],
  { $id: "MarkedCitation", additionalProperties: false },
);

export type MarkedCitationJson = Static<typeof MarkedCitationView>;

/** Returns a citation as responses contain it. */
export function citationView(citation: Citation | FactCitation): Static<typeof CitationView> {
  if (citation.kind === "fact") {
    return {
      ...withoutPlace,
      kind: "fact",
      source_document: citation.sourceDocument,
      source_url: citation.sourceUrl,
      quote: citation.quote,
      retrieved_at: citation.retrievedAt?.toISOString() ?? null,
    };
  }
  return {
    kind: "passage",
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
    retrieved_at: null,
  };
}

const withoutPlace = {
  document_id: null,
  document_revision: null,
  section: null,
  heading_path: [],
  page: null,
  page_end: null,
  printed_page: null,
  char_start: null,
  char_end: null,
  relevance_score: null,
};

/** A citation of a stored turn. Those stored before facts could be cited have neither `kind` nor `retrieved_at`. */
export type StoredCitation = Omit<MarkedCitationJson, "kind" | "retrieved_at"> &
  Partial<Pick<MarkedCitationJson, "kind" | "retrieved_at">>;

/** Reads a citation that {@link citationView} wrote. */
export function citationOfView(view: StoredCitation): MarkedCitation {
  const { document_id, document_revision, char_start, char_end } = view;
  if (document_id === null || document_revision === null || char_start === null || char_end === null) {
    return {
      marker: view.marker,
      kind: "fact",
      sourceDocument: view.source_document,
      sourceUrl: view.source_url,
      retrievedAt: view.retrieved_at ? new Date(view.retrieved_at) : null,
      quote: view.quote,
      section: null,
      headingPath: [],
      page: null,
    };
  }
  return {
    kind: "passage",
    marker: view.marker,
    sourceDocument: view.source_document,
    documentId: document_id,
    documentRevision: document_revision,
    sourceUrl: view.source_url,
    section: view.section,
    headingPath: view.heading_path,
    page: view.page,
    pageEnd: view.page_end,
    printedPage: view.printed_page,
    charStart: char_start,
    charEnd: char_end,
    quote: view.quote,
    relevanceScore: view.relevance_score ?? 0,
  };
}

/** A citation as the documentation shows it. */
export const citationExample = {
  kind: "passage" as const,
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
  retrieved_at: null,
};
