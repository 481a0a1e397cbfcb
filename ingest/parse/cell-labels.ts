import type { CellLabels, CellUnit, DocumentTable, Span, TableCell, TableLabel, TableRow } from "../corpus.ts";
import { type ReadRow, type ReadValue, readRows } from "./read-rows.ts";
import { widthOf } from "./table-grid.ts";

/** Units by how they are printed, the longest form first; the name is what is stored. */
const units: readonly (readonly [name: CellUnit["name"], printed: string])[] = [
  ["du/ac", String.raw`(?:dwelling )?units? (?:per|\/) ?(?:net |gross )?acre|d\.?u\.?(?:'?s)? ?(?:per|\/) ?ac(?:re)?`],
  ["sq ft", String.raw`sq(?:uare|\.)? ?(?:feet|foot|ft\.?)|s\.?f\.?(?![a-z])|sq\.? ?(?:ft\.?)?(?=\W|$)`],
  ["ac", String.raw`acres?|ac\.?(?=\W|$)`],
  ["stories", "stor(?:y|ies|eys?)"],
  ["spaces", "parking spaces?|spaces"],
  ["in", String.raw`inch(?:es)?|in\.(?=\W|$)`],
  ["ft", String.raw`feet|foot|ft\.?(?=\W|$)|lin(?:ear|\.) (?:feet|ft\.?)`],
  ["%", "%|per ?cent(?:age)?"],
  ["m²", String.raw`sq(?:uare|\.)? ?(?:met(?:re|er)s?|m)|m²`],
  ["m", "met(?:re|er)s?"],
  ["$", "[$]|dollars?"],
];
const besideFigure = units.map(
  ([name, printed]) => [name, new RegExp(String.raw`\d[\d,.]* ?(?:${printed})|^[$] ?\d`, "i")] as const,
);
const inHead = units.map(
  ([name, printed]) => [name, new RegExp(String.raw`(?<![\p{L}\d])(?:${printed})(?![\p{L}])`, "iu")] as const,
);
/** "35'" and "6\"" beside a figure. */
const feetMark = /\d ?['’′](?!\d)/;
const inchMark = /\d ?(?:["”″]|'')/;
/** Labels take several times the memory of a cell. */
const mostLabelledCells = 50_000;
const figure = /\d/;

/**
 * Gives every value of a table the labels of its row, group and column and its unit, and every row the columns it leaves
 * blank, so that nothing has to be told from the text again. A table with more than `mostLabelledCells` cells is data
 * rather than law, and stays as it is.
 */
export function withLabels(table: DocumentTable): DocumentTable {
  if (table.rows.reduce((sum, { cells }) => sum + cells.length, 0) > mostLabelledCells) return table;
  const heads = table.rows.filter((row) => row.isHeader);
  const columns = headOfColumns(table, heads);
  const labels = new Map<TableCell, CellLabels>();
  for (const read of readRows(table).rows) {
    if (read.kind === "body")
      for (const value of read.values) labels.set(value.cell, labelsOf(value, read, { table, columns }));
  }
  const width = Math.max(table.columns.length, widthOf(table.rows));
  const reaching = new Array<number>(width).fill(0);
  const rows = table.rows.map((row): TableRow => {
    const blanks = blanksOf(row, reaching, width);
    return {
      ...row,
      cells: row.cells.map((cell) => {
        const own = labels.get(cell);
        return own ? { ...cell, labels: own } : cell;
      }),
      ...(blanks.length === 0 ? {} : { blanks }),
    };
  });
  return { ...table, rows };
}

/** The lowest head over each column, for the place of its label. */
function headOfColumns(table: DocumentTable, heads: readonly TableRow[]): (Span | null)[] {
  const found: (Span | null)[] = table.columns.map(() => null);
  for (const { cells } of heads) {
    for (const cell of cells) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1) {
        const label = table.columns[column] ?? "";
        if (label.endsWith(cell.text)) found[column] = { charStart: cell.charStart, charEnd: cell.charEnd };
      }
    }
  }
  return found;
}

function labelsOf(
  { cell, beside, above, bound }: ReadValue,
  { labels, group }: ReadRow,
  { table, columns }: { table: DocumentTable; columns: readonly (Span | null)[] },
): CellLabels {
  const row = beside ? named([beside]) : named(labels);
  const block = above.join(" / ");
  const title = block === "" ? (group ? named([group]) : null) : { text: block, charStart: null, charEnd: null };
  const columnText = [...new Set(table.columns.slice(cell.column, cell.column + cell.columnSpan))]
    .filter(Boolean)
    .join(", ");
  const head = columns.slice(cell.column, cell.column + cell.columnSpan).find((each) => each !== null);
  const column = beside || columnText === "" ? null : { text: columnText, ...placeOf(head) };
  const unit = unitOf(cell.text, [
    ["column", column?.text ?? ""],
    ["row", row?.text ?? ""],
    ["group", title?.text ?? ""],
    ["caption", table.caption ?? ""],
  ]);
  return {
    ...(row === null ? {} : { row: bound === "" ? row : { ...row, text: `${row.text} ${bound}` } }),
    ...(title === null || title.text === row?.text ? {} : { group: title }),
    ...(column === null ? {} : { column }),
    ...(unit === null ? {} : { unit }),
  };
}

const placeOf = (span: Span | null | undefined) => ({
  charStart: span?.charStart ?? null,
  charEnd: span?.charEnd ?? null,
});

/** Several cells as one label, placed at the last of them, which says the most. */
function named(cells: readonly TableCell[]): TableLabel | null {
  const last = cells.at(-1);
  if (!last) return null;
  const text = [...new Set(cells.map((cell) => cell.text))].join(", ");
  return { text, charStart: last.charStart, charEnd: last.charEnd };
}

/** The unit of a figure as its cell prints it, else the nearest label that names one. */
function unitOf(value: string, labels: readonly (readonly [from: CellUnit["from"], text: string])[]): CellUnit | null {
  if (!figure.test(value)) return null;
  const own = besideFigure.find(([, pattern]) => pattern.test(value));
  if (own) return { name: own[0], from: "cell" };
  if (feetMark.test(value)) return { name: "ft", from: "cell" };
  if (inchMark.test(value)) return { name: "in", from: "cell" };
  for (const [from, text] of labels) {
    const named = inHead.find(([, pattern]) => pattern.test(text));
    if (named) return { name: named[0], from };
  }
  return null;
}

/** Columns without a cell in a row, from above or its own; only of rows that hold more than one cell. */
function blanksOf({ cells, isHeader }: TableRow, reaching: number[], width: number): number[] {
  const filled = new Set<number>();
  for (const [column, rowsLeft] of reaching.entries()) {
    if (rowsLeft > 0) filled.add(column);
    reaching[column] = Math.max(0, rowsLeft - 1);
  }
  for (const cell of cells) {
    for (let column = cell.column; column < Math.min(width, cell.column + cell.columnSpan); column += 1) {
      filled.add(column);
      reaching[column] = Math.max(reaching[column] ?? 0, cell.rowSpan - 1);
    }
  }
  if (isHeader || cells.length < 2 || filled.size === width) return [];
  return Array.from({ length: width }, (_, column) => column).filter((column) => !filled.has(column));
}
