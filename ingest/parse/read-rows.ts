import type { DocumentTable, TableCell, TableRow } from "../corpus.ts";
import { PairedTable } from "./paired-rows.ts";
import { isKeyRow, isLegendText, labelCells, shapeOf, type TableShape } from "./row-labels.ts";
import { isEntry, saysMeasure, widthOf } from "./table-grid.ts";

/** A value of a row with the cells that label it. */
export interface ReadValue {
  readonly cell: TableCell;
  /** The label right before it, in a table of labels and values side by side; null where the row's label holds for it. */
  readonly beside: TableCell | null;
  /** Titles of the block the label stands in, and the label it refines, outermost first. */
  readonly above: readonly string[];
  /** "(min)" or "(max)" of two values under one label. */
  readonly bound: "" | "(min)" | "(max)";
}

/** A row of a table with what labels it. */
export interface ReadRow {
  readonly row: TableRow;
  /** A row that explains symbols is of no group and under no column. */
  readonly kind: "legend" | "group" | "body";
  /** The cell above a group of rows ("Residential uses") that this row is of, or the label of the row that it is a case of. */
  readonly group: TableCell | null;
  /** Cells that label the row; of a table of pairs those that are neither label nor value. */
  readonly labels: readonly TableCell[];
  readonly values: readonly ReadValue[];
  /** Cells that are not mere keys to a figure, those that reach down from above included. */
  readonly cells: readonly TableCell[];
}

/** The rows of a table below its heads, with what is known of the table as a whole. */
export interface ReadTable {
  readonly shape: TableShape;
  readonly isPaired: boolean;
  readonly rows: readonly ReadRow[];
}

const longestGroupLabel = 160;

/** What a row inherits from the rows above it while a table is read from top to bottom, and what holds for all rows. */
interface Reading {
  readonly table: DocumentTable;
  readonly width: number;
  readonly shape: TableShape;
  readonly paired: PairedTable | null;
  /** Label of the group of rows ("Residential uses"), from a row that holds one cell. */
  group: TableCell | null;
  /** Label of the last row that names a dimension and has values; null below the label of a group. */
  dimension: TableCell | null;
  /** Cells that reach down into further rows. */
  open: { cell: TableCell; rowsLeft: number }[];
}

/** Reads which cells of a table label which; rows that only head it, or key it to a figure, are left out. */
export function readRows(table: DocumentTable): ReadTable {
  const shape = shapeOf(table);
  const reading: Reading = {
    table,
    width: Math.max(table.columns.length, widthOf(table.rows)),
    shape,
    paired: PairedTable.of(table, shape.isKeyCell),
    group: null,
    dimension: null,
    open: [],
  };
  const rows: ReadRow[] = [];
  for (const row of table.rows) {
    const inherited = reading.open.filter((each) => each.rowsLeft > 0);
    reading.open = [
      ...inherited.map((each) => ({ ...each, rowsLeft: each.rowsLeft - 1 })),
      ...row.cells.filter((cell) => cell.rowSpan > 1).map((cell) => ({ cell, rowsLeft: cell.rowSpan - 1 })),
    ];
    if (row.isHeader || isKeyRow(row.cells)) continue;
    if (row.cells.every((cell) => isLegendText(cell.text))) {
      rows.push({ row, kind: "legend", group: null, labels: [], values: [], cells: row.cells });
      continue;
    }
    if (opensGroup(row, reading, inherited.length)) reading.group = row.cells[0] ?? null;
    const above = inherited.map((each) => each.cell);
    const read = readRow(row, above, reading);
    if (!isCase(read)) reading.dimension = dimensionOf(read);
    rows.push(read);
  }
  return { shape, isPaired: reading.paired !== null, rows };
}

function opensGroup(row: TableRow, { width, table, paired }: Reading, inherited: number): boolean {
  const [cell, ...others] = row.cells;
  if (paired || !cell || others.length > 0 || inherited > 0 || width < 2 || cell.text.length > longestGroupLabel)
    return false;
  const isNote = (table.notes ?? []).some((note) => note.charStart >= cell.charStart && note.charEnd <= cell.charEnd);
  return (
    (cell.columnSpan >= width || cell.column === 0) &&
    !isNote &&
    !isEntry(cell.text) &&
    !saysMeasure(cell.text) &&
    !isLegendText(cell.text) &&
    !/^\p{Ll}/u.test(cell.text) &&
    table.rows.length > 2
  );
}

/** A row that is a case of the row above: "Abutting a residential district", below "Minimum side yard". */
const ofCase =
  /^\W*(?:not\s+)?(?:abutting|adjoining|adjacent to|next to|bordering|if|where|when|with|without|served by|corner lots?|interior lots?)\b/i;
const dimensionName = /\b(?:yards?|setbacks?|frontage|width|depth|area|height|coverage)\b/i;

const isCase = ({ kind, labels }: ReadRow) => kind === "body" && isCaseLabel(labels[0]?.text ?? "");
const isCaseLabel = (label: string) => ofCase.test(label) && !dimensionName.test(label);

function dimensionOf({ kind, labels: [label], values }: ReadRow): TableCell | null {
  return kind === "body" && label && values.length > 0 && dimensionName.test(label.text) ? label : null;
}

function readRow(row: TableRow, inherited: readonly TableCell[], reading: Reading): ReadRow {
  const { shape } = reading;
  const group = (isCaseLabel(row.cells[0]?.text ?? "") ? reading.dimension : null) ?? reading.group;
  const isGroup = row.cells.length === 1 && row.cells[0]?.text === group?.text;
  const all = [...inherited, ...row.cells].sort((left, right) => left.column - right.column);
  const told = all.filter((cell) => !shape.isKeyCell(cell));
  const cells = told.length > 0 ? told : all;
  const kind = isGroup ? "group" : "body";
  return { row, kind, group, cells, ...contentOf(cells, reading) };
}

function contentOf(cells: readonly TableCell[], { paired, shape }: Reading): Pick<ReadRow, "labels" | "values"> {
  if (!paired) {
    const labels = labelCells(cells, shape);
    const values = cells.filter((cell) => !labels.includes(cell));
    return { labels, values: values.map((cell) => ({ cell, beside: null, above: [], bound: "" })) };
  }
  const { lead, pairs } = paired.read(cells);
  const values = pairs.flatMap(({ above, label, values }) =>
    values.map((cell, at): ReadValue => {
      const bound = values.length !== 2 ? "" : at === 0 ? "(min)" : "(max)";
      return { cell, beside: label, above, bound };
    }),
  );
  return { labels: lead, values };
}
