import type { Chunk, IngestReport, ParsedDocument } from "../corpus.ts";

/** Sums up what ingest found in a document. */
export function makeIngestReport(document: ParsedDocument, chunks: readonly Chunk[]): IngestReport {
  const { parser, text, pages, outline, tables, warnings, ocrPages } = document;
  const isEmpty = (page: { charStart: number; charEnd: number }) =>
    text.slice(page.charStart, page.charEnd).trim() === "";
  return {
    parser,
    pages: pages.length === 0 ? null : pages.length,
    characters: text.length,
    headings: outline.length,
    tables: tables.length,
    tableRows: tables.reduce((total, table) => total + table.rows.filter((row) => !row.isHeader).length, 0),
    chunks: chunks.length,
    emptyPages: pages.filter(isEmpty).map((page) => page.page),
    ...(ocrPages === undefined ? {} : { ocrPages }),
    warnings,
  };
}
