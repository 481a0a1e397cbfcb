import { type Static, Type } from "@sinclair/typebox";
import type { DocumentRow } from "./document.repository.ts";

const nullableString = Type.Union([Type.String(), Type.Null()]);
const nullableInteger = Type.Union([Type.Integer(), Type.Null()]);

const IngestReportView = Type.Object({
  parser: Type.String(),
  pages: nullableInteger,
  characters: Type.Integer(),
  headings: Type.Integer(),
  tables: Type.Integer(),
  table_rows: Type.Integer(),
  chunks: Type.Integer(),
  untitled_sections: Type.Optional(Type.Integer({ description: "Numbered sections without a title" })),
  repeated_sections: Type.Optional(
    Type.Integer({ description: "Section numbers that stand over more than one section" }),
  ),
  unresolved_references: Type.Optional(
    Type.Integer({ description: "Sections that the text refers to and the document does not have" }),
  ),
  empty_pages: Type.Array(Type.Integer(), { description: "Pages that held no readable text" }),
  ocr_pages: Type.Array(Type.Object({ page: Type.Integer(), confidence: Type.Number({ minimum: 0, maximum: 1 }) }), {
    description: "Pages that were read by OCR, each with the confidence of its reading",
  }),
  warnings: Type.Array(
    Type.Object({ code: Type.String(), message: Type.String(), page: Type.Optional(Type.Integer()) }),
  ),
});

/** A document of a project's knowledge base, with what ingest found in it. */
export const DocumentView = Type.Object(
  {
    document_id: Type.String(),
    document_revision: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    kind: Type.Union(["ordinance", "supplemental", "upload", "gis"].map((kind) => Type.Literal(kind))),
    source_url: nullableString,
    pages: nullableInteger,
    chunks: Type.Integer(),
    indexed_at: Type.String(),
    ingest_report: IngestReportView,
  },
  { $id: "Document" },
);
export type DocumentView = Static<typeof DocumentView>;

/** A document as the documentation shows it. */
export const documentExample = {
  document_id: "doc_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  document_revision: 1,
  title: "Zoning Ordinance of the Town of Alder Falls (sample)",
  kind: "ordinance",
  source_url: null,
  pages: 84,
  chunks: 412,
  indexed_at: "2026-11-21T09:01:12.000Z",
  ingest_report: {
    parser: "pdf",
    pages: 84,
    characters: 251_730,
    headings: 96,
    tables: 7,
    table_rows: 88,
    chunks: 412,
    untitled_sections: 0,
    repeated_sections: 1,
    unresolved_references: 3,
    empty_pages: [],
    ocr_pages: [{ page: 84, confidence: 0.91 }],
    warnings: [],
  },
};

/** Writes a document as callers read it. */
export function documentView(row: DocumentRow): DocumentView {
  const { tableRows, emptyPages, ocrPages = [], ...counted } = row.ingest_report;
  const { untitledSections, repeatedSections, unresolvedReferences, ...report } = counted;
  return {
    document_id: row.id,
    document_revision: row.revision,
    title: row.title,
    kind: row.kind,
    source_url: row.source_url,
    pages: report.pages,
    chunks: row.chunk_count,
    indexed_at: row.published_at.toISOString(),
    ingest_report: {
      ...report,
      table_rows: tableRows,
      ...(untitledSections === undefined ? {} : { untitled_sections: untitledSections }),
      ...(repeatedSections === undefined ? {} : { repeated_sections: repeatedSections }),
      ...(unresolvedReferences === undefined ? {} : { unresolved_references: unresolvedReferences }),
      empty_pages: [...emptyPages],
      ocr_pages: ocrPages.map((page) => ({ ...page, confidence: Math.round(page.confidence * 100) / 100 })),
      warnings: report.warnings.map((warning) => ({ ...warning })),
    },
  };
}
