import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { syntheticNotice } from "./law-pages.ts";
import { columnsOf, type HeadCell, type LawTable } from "./law-table.ts";
import type { LawBlock, LawCode } from "./law-text.ts";

/** The creation date of the books, so that a book is the same file every time. */
const createdAt = Date.UTC(2022, 9, 1) / 1000;
const books = new Map<LawCode, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * Returns a code as one PDF file with a contents list, every page labelled synthetic. The first call renders it in a
 * separate process; later calls return the same bytes.
 *
 * @throws RenderFailed when it cannot be drawn; the next call tries again
 */
export function lawBook(code: LawCode): Promise<Uint8Array<ArrayBuffer>> {
  const kept = books.get(code);
  if (kept) return kept;
  const book = drawBook(code);
  books.set(code, book);
  book.catch(() => books.delete(code));
  return book;
}

async function drawBook(code: LawCode): Promise<Uint8Array<ArrayBuffer>> {
  const [template, { makeTypstRenderer }] = await Promise.all([
    readFile(join(import.meta.dirname, "law-book.typ"), "utf8"),
    import("../../drawing/typst-renderer.ts"),
  ]);
  const data = {
    ...{ title: code.title, government: code.government, currency: code.currency, notice: syntheticNotice },
    chapters: code.chapters.map(({ blocks }) => blocks.map(bookBlock)),
  };
  const { pdf } = await makeTypstRenderer().render({ template, data, files: {}, createdAt });
  return Uint8Array.from(pdf);
}

const bookBlock = (block: LawBlock) =>
  block.kind === "table" ? { kind: block.kind, ...bookTable(block.table) } : block;

function bookTable(table: LawTable) {
  const { number, title, head, rows, legend = [], notes = [] } = table;
  const columns = columnsOf(table);
  const widths = Array.from({ length: columns }, (_, at) => widthOf(rows.map((cells) => cells[at] ?? "")));
  return { number, title, columns, widths, head: head.map((row) => row.map(headCell)), rows, legend, notes };
}

/** Widths grow slower than texts, so that a column of sentences leaves room for those of numbers. */
const widthOf = (cells: readonly string[]) => Math.max(2, Math.sqrt(Math.max(...cells.map(({ length }) => length))));

const headCell = (cell: HeadCell) =>
  typeof cell === "string" ? { text: cell, columns: 1, rows: 1 } : { columns: 1, rows: 1, ...cell };
