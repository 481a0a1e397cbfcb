import type { Chunk, IngestReport, OutlineNode, ParsedDocument } from "../corpus.ts";

/** Sums up what ingest found in a document. */
export function makeIngestReport(document: ParsedDocument, chunks: readonly Chunk[]): IngestReport {
  const { parser, text, pages, outline, tables, warnings, ocrPages, unresolvedReferences } = document;
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
    untitledSections: outline.filter((node) => node.number !== null && node.title === "").length,
    repeatedSections: repeatedNumbers(outline),
    ...(unresolvedReferences === undefined ? {} : { unresolvedReferences }),
    emptyPages: pages.filter(isEmpty).map((page) => page.page),
    ...(ocrPages === undefined ? {} : { ocrPages }),
    warnings,
  };
}

function repeatedNumbers(outline: readonly OutlineNode[]): number {
  const counts = new Map<string, number>();
  for (const { number } of outline) if (number !== null) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1).length;
}
