import type { OutlineNode, PageSpan } from "../ingest/index.ts";
import type { Queryable } from "../migrations/index.ts";
import { findRevisionStructure, findTextPieces } from "./document-text.repository.ts";

/** A span of stored text and where it stands. */
export interface DocumentSpan {
  readonly text: string;
  /** The span as served: the end of the text bounds it. */
  readonly charStart: number;
  readonly charEnd: number;
  readonly section: string | null;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly pageEnd: number | null;
  readonly printedPage: string | null;
}

/** Reads stored text of a revision at a span; shorter than asked where the text ends. */
export async function readText(
  db: Queryable,
  documentId: string,
  revision: number,
  charStart: number,
  charEnd: number,
): Promise<string> {
  if (!(charStart >= 0) || !(charEnd > charStart)) return "";
  const pieces = await findTextPieces(db, { documentId, revision, charStart, charEnd });
  const first = pieces[0];
  if (!first) return "";
  const joined = pieces.map((piece) => piece.piece).join("");
  return joined.slice(charStart - first.charStart, charEnd - first.charStart);
}

/** Reads a span of a published revision with its pages and headings; undefined when there is no such revision. */
export async function readDocumentSpan(
  db: Queryable,
  documentId: string,
  revision: number,
  charStart: number,
  charEnd: number,
): Promise<DocumentSpan | undefined> {
  const structure = await findRevisionStructure(db, documentId, revision);
  if (!structure) return undefined;
  const start = Math.min(Math.max(charStart, 0), structure.characterCount);
  const end = Math.min(Math.max(charEnd, start), structure.characterCount);
  const headings = headingsAt(structure.outline, start);
  return {
    text: await readText(db, documentId, revision, start, end),
    charStart: start,
    charEnd: end,
    section: headings.findLast((node) => node.number !== null)?.number ?? null,
    headingPath: headings.map(headingText),
    ...pagesAt(structure.pages, start, end),
  };
}

/** The pages a span lies on: those it shares at least one character with. */
export function pagesAt(pages: readonly PageSpan[], charStart: number, charEnd: number) {
  const touched = pages.filter((page) => page.charStart < Math.max(charEnd, charStart + 1) && page.charEnd > charStart);
  const first = touched[0];
  const last = touched.at(-1);
  return { page: first?.page ?? null, pageEnd: last?.page ?? null, printedPage: first?.printedPage ?? null };
}

/** The headings above a place, from the top down. */
function headingsAt(outline: readonly OutlineNode[], at: number): OutlineNode[] {
  return outline
    .filter((node) => node.section.charStart <= at && at < node.section.charEnd)
    .toSorted((a, b) => a.level - b.level || a.section.charStart - b.section.charStart);
}

function headingText(node: OutlineNode): string {
  return [node.number, node.title].filter((part) => part !== null && part !== "").join(" ");
}
