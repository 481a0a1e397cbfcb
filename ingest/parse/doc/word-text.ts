import { type Item, wholeLine } from "../lines.ts";
import { normaliseText } from "../normalise.ts";
import { makeGrid, type RawRow } from "../table-grid.ts";

/** What has been read, the rows of the table that is open, and the lines since its last row. */
interface Reading {
  readonly items: Item[];
  rows: string[][];
  /** Paragraphs, or the beginning of a row whose cells hold several. */
  pending: string[];
}

/** A row whose cells hold more lines than this is told from paragraphs between two tables no more. */
const mostLinesOfRow = 24;

/**
 * Finds the tables in the text of a Word 97-2003 file, in which every cell ends with a tab, every row with a tab and a
 * line end, and every paragraph with a line end, also inside a cell.
 *
 * A line that ends a row but lacks cells takes the lines before it when they bring the row to the width of its table.
 */
export function itemsOfWordText(text: string): Item[] {
  const reading: Reading = { items: [], rows: [], pending: [] };
  const lines = text.split("\n");
  lines.forEach((line, at) => {
    const isOpen = reading.rows.length > 0;
    if (!endsRow(line) || (!isOpen && cellCount(line) < 2)) reading.pending.push(line);
    else takeRow(reading, line, isOpen ? (reading.rows[0]?.length ?? 0) : widthAhead(lines, at));
  });
  closeTable(reading);
  flushLines(reading);
  return reading.items;
}

const endsRow = (line: string) => line.endsWith("\t");
const cellCount = (line: string) => line.split("\t").length - 1;

/** The width of a table by its first two rows: the cells between the end of the first and the end of the second. */
function widthAhead(lines: readonly string[], at: number): number {
  const own = cellCount(lines[at] ?? "");
  let next = 0;
  for (const line of lines.slice(at + 1, at + 1 + mostLinesOfRow)) {
    next += cellCount(line);
    if (endsRow(line)) return Math.max(own, next);
  }
  return own;
}

function takeRow(reading: Reading, line: string, width: number): void {
  const taken = linesOfRow(reading.pending, line, width);
  const own = reading.pending.splice(reading.pending.length - taken, taken);
  if (reading.pending.length > 0) {
    closeTable(reading);
    flushLines(reading);
  }
  reading.rows.push([...own, line].join("\n").split("\t").slice(0, -1));
}

/** How many of the lines before a row's last line belong to it. */
function linesOfRow(pending: readonly string[], line: string, width: number): number {
  let cells = cellCount(line);
  for (let taken = 1; cells < width && taken <= Math.min(pending.length, mostLinesOfRow); taken += 1) {
    cells += cellCount(pending.at(-taken) ?? "");
    if (cells === width) return taken;
  }
  return 0;
}

function closeTable(reading: Reading): void {
  const { rows, items } = reading;
  const raw = rows.map(
    (row): RawRow => ({
      isHead: null,
      cells: row.map((text, column) => {
        return { text: normaliseText(text), column, columnSpan: 1, rowSpan: 1, isHeader: false };
      }),
    }),
  );
  const filled = raw.flatMap((row) => row.cells.filter((cell) => cell.text !== ""));
  // A row by itself with one text is a form's blank line ("Signed:\t\t") or a frame around words.
  const grid = filled.length > 1 ? makeGrid(raw) : null;
  if (grid) items.push({ kind: "table", page: null, grid });
  else for (const { text } of filled) items.push(wholeLine(text));
  reading.rows = [];
}

function flushLines(reading: Reading): void {
  for (const line of reading.pending) {
    const text = normaliseText(line);
    if (text !== "") reading.items.push(wholeLine(text));
  }
  reading.pending = [];
}
