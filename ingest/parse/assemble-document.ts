import type { DocumentTable, OutlineNode, PageSpan, ParsedDocument, Span, TableRow } from "../corpus.ts";
import { citedItems } from "../outline/cited-items.ts";
import { countUnresolved } from "../outline/cross-references.ts";
import { detectHeadings } from "../outline/detect-headings.ts";
import { endsSentence } from "../outline/heading-title.ts";
import type { PlacedHeading } from "../outline/heading-tree.ts";
import { joinBareNumbers } from "./bare-numbers.ts";
import { withLabels } from "./cell-labels.ts";
import type { RawDocument } from "./lines.ts";
import { mendMisreadMarks } from "./misread-marks.ts";
import { type Block, type Piece, paragraphsOf } from "./paragraphs.ts";
import { columnLabels, type Grid, type GridRow } from "./table-grid.ts";
import { legendOfTable, linesOnMarks, textsOfLegends } from "./table-legend.ts";
import { notesOfTable } from "./table-notes.ts";
import { lastPartsOf } from "./table-parts.ts";
import { withTablesUnderHeadings } from "./trailing-tables.ts";

/** What stands between the cells of a row in a document's text. */
export const cellSeparator = " | ";

/** Writes a document's text out of what a parser found, and keeps the span of everything it writes. */
export function assembleDocument(raw: RawDocument): ParsedDocument {
  const read = joinBareNumbers(mendMisreadMarks(raw.items));
  const asRead = detectHeadings(read);
  const items = withTablesUnderHeadings(read, asRead.headings);
  const detected = items === read ? asRead : detectHeadings(items);
  const { headings } = detected;
  const writer = new DocumentWriter();
  for (const block of paragraphsOf(items, detected)) writer.write(block);
  const text = writer.text();
  const outline = outlineOf(headings, writer.headingSpans, text.length);
  const tables = explained(text, outline, writer.tables);
  const notes = tables.flatMap((table) => table.notes ?? []);
  const cited = citedItems(text, outline, { unread: [...tables, ...writer.contents], notes }, detected.style);
  return {
    title: raw.title ?? titleFrom(headings),
    text,
    pages: pageSpans(raw.pages, writer.pageStarts, text.length),
    outline,
    unresolvedReferences: countUnresolved(text, outline),
    ...(cited.length === 0 ? {} : { items: cited }),
    tables,
    ...(writer.contents.length === 0 ? {} : { contents: writer.contents }),
    parser: raw.parser,
    warnings: raw.warnings,
    ...(raw.ocrPages === undefined ? {} : { ocrPages: raw.ocrPages }),
    ...(raw.mapLayers === undefined ? {} : { mapLayers: raw.mapLayers }),
  };
}

/** Gives tables their notes and legends out of the text around them. */
function explained(text: string, outline: readonly OutlineNode[], tables: readonly DocumentTable[]): DocumentTable[] {
  const listed = textsOfLegends(text);
  const told = linesOnMarks(text, outline);
  const lastParts = lastPartsOf(tables);
  const partsOf = Map.groupBy(tables, (_, at) => lastParts[at]);
  const found = tables.map((table, at) => {
    const parts = partsOf.get(at) ?? [table];
    return notesOfTable(text, outline, table, { end: tables[at + 1]?.charStart ?? text.length, parts });
  });
  return tables.map((table, at) => {
    const { notes: own, footnotes } = found[at] ?? { notes: [], footnotes: [] };
    const below = found[lastParts[at] ?? at]?.notes ?? [];
    const notes = [...own, ...below.filter(({ marker }) => !own.some((note) => note.marker === marker))];
    const legend = legendOfTable({ text, outline, tables, listed, told }, table);
    return withLabels({
      ...table,
      footnotes: [...table.footnotes, ...footnotes],
      ...(notes.length === 0 ? {} : { notes }),
      ...(legend.length === 0 ? {} : { legend }),
    });
  });
}

/** Short lines that end no sentence stand in a list or a column rather than as paragraphs. */
function isScrap(pieces: readonly Piece[]): boolean {
  const text = pieces.map((piece) => piece.text).join("");
  return text.length < 60 && !endsSentence(text);
}

class DocumentWriter {
  readonly pageStarts = new Map<number, number>();
  readonly headingSpans = new Map<number, Span>();
  readonly tables: DocumentTable[] = [];
  readonly contents: Span[] = [];
  readonly #parts: string[] = [];
  #length = 0;
  #wasListItem = false;
  #blocks = 0;
  #lastContentsBlock = -1;

  text(): string {
    return this.#parts.join("");
  }

  write(block: Block): void {
    const isListItem =
      block.kind !== "table" && (block.isListItem || (block.kind === "paragraph" && isScrap(block.pieces)));
    this.#blocks += 1;
    if (this.#length > 0) this.#append(isListItem && this.#wasListItem ? "\n" : "\n\n");
    this.#wasListItem = isListItem;
    const charStart = this.#length;
    if (block.kind === "table") this.#writeTable(block.grid, block.page);
    else if (block.kind === "paragraph") this.#writePieces(block.pieces);
    else this.#writeHeading(block);
    if (block.kind !== "heading" && block.isContents) this.#addContents({ charStart, charEnd: this.#length });
  }

  /** Entries that follow one another are one list. */
  #addContents(span: Span): void {
    const before = this.contents.at(-1);
    const isNext = before !== undefined && this.#lastContentsBlock === this.#blocks - 1;
    if (before && isNext) this.contents[this.contents.length - 1] = { ...before, charEnd: span.charEnd };
    else this.contents.push(span);
    this.#lastContentsBlock = this.#blocks;
  }

  #writeHeading(block: Extract<Block, { kind: "heading" }>): void {
    this.headingSpans.set(block.heading, this.#writePieces(block.pieces));
    if (block.body.length === 0) return;
    this.#append(" ");
    this.#writePieces(block.body);
  }

  #writePieces(pieces: readonly Piece[]): Span {
    const charStart = this.#length;
    for (const piece of pieces) {
      this.#append(piece.joint);
      this.#startPage(piece.page);
      this.#append(piece.text);
    }
    return { charStart, charEnd: this.#length };
  }

  #writeTable(grid: Grid, page: number | null): void {
    const charStart = this.#length;
    const rows = grid.rows.map((row, at) => {
      if (at > 0) this.#append("\n");
      this.#startPage(row.page ?? page);
      return this.#writeRow(row);
    });
    const { caption, footnotes } = grid;
    this.tables.push({ charStart, charEnd: this.#length, caption, columns: columnLabels(grid), rows, footnotes });
  }

  #writeRow(row: GridRow): TableRow {
    const charStart = this.#length;
    const cells = row.cells.map((cell, at) => {
      if (at > 0) this.#append(cellSeparator);
      const start = this.#length;
      this.#append(cell.text);
      const { text, column, columnSpan, rowSpan } = cell;
      return { charStart: start, charEnd: this.#length, text, column, columnSpan, rowSpan };
    });
    return { charStart, charEnd: this.#length, cells, isHeader: row.isHeader };
  }

  #startPage(page: number | null): void {
    if (page !== null && !this.pageStarts.has(page)) this.pageStarts.set(page, this.#length);
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}

/** Page spans cover the text without a gap: white space between two pages belongs to the first. */
function pageSpans(pages: RawDocument["pages"], starts: ReadonlyMap<number, number>, length: number): PageSpan[] {
  let next = length;
  const spans: PageSpan[] = [];
  for (const [at, { page, printedPage }] of [...pages.entries()].reverse()) {
    const charStart = at === 0 ? 0 : Math.min(next, starts.get(page) ?? next);
    spans.push({ page, printedPage, charStart, charEnd: next });
    next = charStart;
  }
  return spans.reverse();
}

function outlineOf(
  headings: readonly PlacedHeading[],
  spans: ReadonlyMap<number, Span>,
  length: number,
): OutlineNode[] {
  return headings.map((heading, index) => {
    const own = spans.get(index) ?? { charStart: 0, charEnd: 0 };
    let charEnd = length;
    for (let at = index + 1; at < headings.length; at += 1) {
      if ((headings[at]?.depth ?? 0) <= heading.depth) {
        charEnd = spans.get(at)?.charStart ?? length;
        break;
      }
    }
    const { number, title, depth, parent } = heading;
    const isItem = heading.itemDepth === undefined ? {} : ({ isItem: true } as const);
    const section = { charStart: own.charStart, charEnd };
    return { number, title, level: depth, parent, heading: own, section, ...isItem };
  });
}

function titleFrom(headings: readonly PlacedHeading[]): string | null {
  const first = headings[0];
  if (!first || first.from > 12) return null;
  return [first.number, first.title].filter((part) => part !== null && part !== "").join(" ") || null;
}
