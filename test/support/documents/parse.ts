import type { OutlineNode, ParsedDocument } from "../../../ingest/index.ts";
import { parseDocument } from "../../../ingest/index.ts";
import { xlsxType } from "./made-workbook.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Parses plain text. */
export const parseText = (text: string): Promise<ParsedDocument> =>
  parseDocument({ bytes: bytesOf(text), mediaType: "text/plain", filename: "code.txt" });

/** Parses Markdown. */
export const parseMarkdownText = (text: string): Promise<ParsedDocument> =>
  parseDocument({ bytes: bytesOf(text), mediaType: "text/markdown", filename: "code.md" });

/** Parses the body of an HTML page. */
export const parseHtmlText = (body: string): Promise<ParsedDocument> =>
  parseDocument({
    bytes: bytesOf(`<!doctype html><html><body>${body}</body></html>`),
    mediaType: "text/html",
    filename: "code.html",
  });

/** Parses a PDF. */
export const parsePdfBytes = (bytes: Uint8Array): Promise<ParsedDocument> =>
  parseDocument({ bytes, mediaType: "application/pdf", filename: "code.pdf" });

/** Parses a Word file. */
export const parseDocxBytes = (bytes: Uint8Array): Promise<ParsedDocument> =>
  parseDocument({
    bytes,
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    filename: "code.docx",
  });

/** Parses an Excel workbook. */
export const parseWorkbook = (bytes: Uint8Array): Promise<ParsedDocument> =>
  parseDocument({ bytes, mediaType: xlsxType, filename: "tables.xlsx" });

/** Parses a CSV file. */
export const parseCsvText = (content: string | Uint8Array): Promise<ParsedDocument> =>
  parseDocument({
    bytes: typeof content === "string" ? bytesOf(content) : content,
    mediaType: "text/csv",
    filename: "table.csv",
  });

/** The outline as lines, indented by depth: "  1.2 Purpose". */
export function outlineLines({ outline }: ParsedDocument): string[] {
  return outline.map((node) => `${"  ".repeat(node.level - 1)}${headingOf(node)}`);
}

/** A heading as it is cited: number and title. */
export function headingOf(node: OutlineNode): string {
  return [node.number, node.title].filter((part) => part !== null && part !== "").join(" ");
}
