/** Rows of heads that stand below titles or inside a table: where new heads begin, a new table does. */

import { type Grid, type GridCell, type GridRow, headerCount, isEntry, isValue, widthOf } from "./table-grid.ts";

/** So many rows below a row are looked at to tell whether it heads them. */
const mostBelow = 12;
const fewestCodes = 3;
const mostTitleRows = 3;
/** A head of two columns is told from a label with its answer by what the first says. */
const cornerWord =
  /^(?:land |permitted |zoning )?(?:uses?(?: categor\w+)?|districts?|zones?|standards?|requirements?|types?(?: of \w+)?|categor(?:y|ies)|activit(?:y|ies))$/i;
const longestTitle = 200;
const twoWords = /\p{L}{3,} .{0,20}\p{L}{3,}/u;
const code = /^\*{0,2}[A-Z][A-Z\d&/.-]{0,9}[a-z]?(?:\s?\(\w{1,3}\))?[*†]{0,2}$/;

/**
 * Marks the rows that head a table below its titles, and parts the table where a row of other heads begins; the title
 * right above such a row goes with it. A row that repeats the heads is marked and parts nothing.
 *
 * Every part keeps the caption of the whole.
 */
export function partedAtHeads(grid: Grid): Grid[] {
  const width = widthOf(grid.rows);
  if (width < 2 || grid.rows.length < 3 || grid.heads) return [grid];
  const blocks = blocksOf(grid.rows, width);
  const [first] = blocks;
  if (!first || (blocks.length === 1 && first.heads.length === 0)) return [grid];
  return blocks.map((block, at) => {
    const end = blocks[at + 1]?.from ?? grid.rows.length;
    const rows = grid.rows.slice(block.from, end).map((row, offset) => {
      const isHead = block.heads.includes(block.from + offset);
      return isHead === row.isHeader || !isHead ? row : { ...row, isHeader: true };
    });
    const caption = grid.caption ?? titleOf(grid.rows.slice(block.from, block.heads[0] ?? block.from), width);
    const footnotes = end === grid.rows.length ? grid.footnotes : [];
    return { ...grid, caption, rows: titlesMarked(rows, width), footnotes };
  });
}

/** A table of heads alone joined with the one right below it that has none; null where they do not belong together. */
export function underHeads(heads: Grid, body: Grid): Grid | null {
  if (heads.rows.length > mostTitleRows || body.rows.length < 2 || body.caption !== null) return null;
  if (body.rows.some((row) => row.isHeader) || body.heads) return null;
  const [width, own] = [widthOf(body.rows), widthOf(heads.rows)];
  // The body may have a column of numbers that the heads leave out.
  const shift = width - own;
  if (own < fewestCodes || shift < 0 || shift > 1) return null;
  const placed = heads.rows.map((row) => ({
    ...row,
    isHeader: false,
    cells: row.cells.map((cell) => moved(cell, shift)),
  }));
  const rows = [...placed, ...body.rows];
  const depth = depthOfHeads(rows, placed.length - 1, width);
  if (depth !== 1) return null;
  return { ...heads, rows: rows.map((row, at) => (at < placed.length ? { ...row, isHeader: true } : row)) };
}

function moved(cell: GridCell, shift: number): GridCell {
  return cell.column === 0
    ? { ...cell, columnSpan: cell.columnSpan + shift }
    : { ...cell, column: cell.column + shift };
}

/** Rows of a table from the title or head they begin with; `heads` are positions of rows in the whole table. */
interface Block {
  readonly from: number;
  readonly heads: number[];
}

function blocksOf(rows: readonly GridRow[], width: number): Block[] {
  const marked = rows.findIndex((row) => !row.isHeader || saysOne(row));
  const blocks: Block[] = [{ from: 0, heads: [] }];
  let labels = marked > 0 ? wordsOf(rows[marked - 1]) : "";
  for (let at = Math.max(marked, 0); at < rows.length; at += 1) {
    const row = rows[at];
    const open = blocks.at(-1);
    if (!row || !open || row.isHeader || saysOne(row)) continue;
    const depth = depthOfHeads(rows, at, width);
    if (depth === 0) continue;
    const heads = Array.from({ length: depth }, (_, offset) => at + offset);
    const words = wordsOf(rows[at + depth - 1]);
    const from = titlesAbove(rows, at, open);
    if (words === labels || (labels === "" && from === open.from)) open.heads.push(...heads);
    else if (from <= open.from) open.heads.push(...heads);
    else blocks.push({ from, heads });
    labels = words;
    at += depth - 1;
  }
  return blocks;
}

/** The place of the first of the titles right above a row that are of no block before it. */
function titlesAbove(rows: readonly GridRow[], at: number, { from, heads }: Block): number {
  const lowest = Math.max(from, (heads.at(-1) ?? from - 1) + 1, at - mostTitleRows);
  let start = at;
  while (start > lowest && rows[start - 1] && saysOne(rows[start - 1] as GridRow)) start -= 1;
  return start;
}

/** How many rows from here on head the columns below; 0 for a row of the table's body. */
function depthOfHeads(rows: readonly GridRow[], at: number, width: number): number {
  const row = rows[at];
  if (!row || row.cells.length < 2) return 0;
  const until = rows.findIndex((below, position) => position > at + 1 && position <= at + mostBelow && saysOne(below));
  const below = rows.slice(at, until < 0 ? at + mostBelow : until);
  if (headsByCodes(below, width)) return 1;
  const isBelowTitle = at === 0 || saysOne(rows[at - 1] as GridRow);
  if (!isBelowTitle || row.cells.slice(1).some((cell) => isEntry(cell.text))) return 0;
  if (row.cells.length === 2 && !cornerWord.test(row.cells[0]?.text ?? "")) return 0;
  const raw = below.map(({ cells }) => ({ isHead: null, cells: cells.map((cell) => ({ ...cell, isHeader: false })) }));
  return Math.min(headerCount(raw, width), 3);
}

/** Tells whether the first of some rows names districts or counts ("R-1 | R-2 | B-1", "1 | 2 | 3") that no row below repeats as values. */
function headsByCodes([first, ...below]: readonly GridRow[], width: number): boolean {
  const heads = (first?.cells ?? []).filter((cell) => cell.column > 0 && cell.text !== "");
  const named = isWords(first?.cells[0]) && first?.cells[0] ? heads.filter((cell) => cell !== first.cells[0]) : heads;
  if (named.length < fewestCodes || named.length < width / 3 || below.length < 2) return false;
  const texts = named.map((cell) => cell.text);
  if (new Set(texts).size !== texts.length) return false;
  const values = below.flatMap((row) => row.cells.filter((cell) => cell.column > 0).map((cell) => cell.text));
  const held = new Set(values);
  if (texts.some((text) => held.has(text))) return false;
  const answered = below.filter((row) => row.cells.some((cell) => cell.column > 0 && isEntry(cell.text)));
  if (answered.length < below.length / 2) return false;
  return texts.every((text) => code.test(text) && !/^(?:NA|N\/A|NP|P|X)$/i.test(text)) || countsUp(texts);
}

const isWords = (cell: GridCell | undefined) =>
  cell !== undefined && /\p{L}{3}/u.test(cell.text) && !isValue(cell.text);

/** "Studio | 1 | 2 | 3": figures that rise by one, after words or none. */
function countsUp(texts: readonly string[]): boolean {
  const figures = texts.filter((text) => /^\d{1,2}\+?$/.test(text)).map((text) => Number.parseInt(text, 10));
  return (
    figures.length >= fewestCodes &&
    figures.length >= texts.length - 1 &&
    figures.slice(1).every((figure, at) => figure - (figures[at] ?? 0) === 1)
  );
}

/** Tells whether a row says one thing, in one cell or in a cell repeated. */
function saysOne({ cells }: GridRow): boolean {
  return new Set(cells.map((cell) => cell.text)).size === 1;
}

const wordsOf = (row: GridRow | undefined) => (row?.cells ?? []).map((cell) => cell.text).join("|");

/** Titles above the first heads are no rows of the body. */
function titlesMarked(rows: readonly GridRow[], width: number): GridRow[] {
  const first = rows.findIndex((row) => row.isHeader && !saysOne(row));
  return rows.map((row, at) => (at < first && !row.isHeader && isTitle(row, width) ? { ...row, isHeader: true } : row));
}

function titleOf(rows: readonly GridRow[], width: number): string | null {
  const titles = rows.filter((row) => saysOne(row) && isTitle(row, width)).map((row) => row.cells[0]?.text ?? "");
  return titles.length === 0 ? null : titles.join(" – ").slice(0, 240);
}

/** Values and sentences entitle nothing. */
function isTitle({ cells }: GridRow, width: number): boolean {
  const [only] = cells;
  if (only === undefined || width < 2 || only.text.length > longestTitle) return false;
  return !isEntry(only.text) || twoWords.test(only.text);
}
