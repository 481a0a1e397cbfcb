import type { DocumentTable, LegendEntry, RowCell, RowSentence, TableCell, TableNote, TableRow } from "../corpus.ts";
import { noteMarksIn, readCell, withoutMarks } from "../parse/note-marks.ts";
import { type ReadRow, type ReadTable, type ReadValue, readRows } from "../parse/read-rows.ts";
import { marksIn } from "../parse/table-legend.ts";

const areaUnit = /\((?:in )?(?:ac(?:res?)?\.?|sq(?:uare|\.)? ?(?:ft\.?|feet)|s\.?f\.?)\)/i;
const landName = /\b(?:lot|parcel|tract|site)\b/i;
const dimensionName = /\b(?:area|size|acreage|width|depth|frontage|coverage|footprint|floor|building|space)\b/i;

/** What holds for all rows of a table. */
interface Reading {
  readonly table: DocumentTable;
  readonly read: ReadTable;
  readonly notes: ReadonlyMap<string, TableNote>;
  readonly markers: ReadonlySet<string>;
  /** Every text of a cell, for telling "P1" with a note from a symbol of its own. */
  readonly texts: ReadonlySet<string>;
}

/**
 * Puts the rows of a table into words, one sentence a row, so that each can be found and read on its own.
 *
 * Works in both directions of reading: with districts down the side ("R-2, minimum lot area: 7,000 square feet") and
 * with districts across the top ("Minimum lot area, R-1: 10,000; R-2: 7,000"), and for rows of labels and values that
 * no header names. Rows that only head a table, or key it to a figure, have none.
 */
export function rowSentences(table: DocumentTable): RowSentence[] {
  const reading: Reading = {
    table,
    read: readRows(table),
    notes: new Map((table.notes ?? []).map((note) => [note.marker, note])),
    markers: new Set((table.notes ?? []).map((note) => note.marker)),
    texts: new Set(table.rows.flatMap((row) => row.cells.map((cell) => cell.text))),
  };
  return reading.read.rows.map((read) =>
    read.kind === "legend" ? legendSentence(read.row) : sentenceOf(read, reading),
  );
}

/** A row that explains the symbols of the table says so by itself: it is of no group and under no column. */
function legendSentence({ charStart, charEnd, cells }: TableRow): RowSentence {
  const sentence = cells.map((cell) => cell.text).join("; ");
  return { charStart, charEnd, sentence, label: sentence, cells: [] };
}

function sentenceOf(read: ReadRow, reading: Reading): RowSentence {
  const { table } = reading;
  const { row, cells, group, kind } = read;
  const { label, opening, values } = contentOf(read, reading);
  const said = joinValues(values);
  const lead = [kind === "group" || group === null ? "" : group.text, opening].filter((part) => part !== "").join(", ");
  const separator = values.length > 0 && values[0]?.column !== "" ? ", " : ": ";
  const body = said === "" ? lead : lead === "" ? said : `${lead}${separator}${said}`;
  const caption = table.caption === null || body.includes(table.caption) ? "" : ` (${table.caption})`;
  const legend = legendOf(cells, table);
  return {
    charStart: row.charStart,
    charEnd: row.charEnd,
    sentence: `${body}${notesInWords(values)}${caption}`,
    label,
    cells: values,
    ...(table.caption === null ? {} : { caption: table.caption }),
    ...(legend.length === 0 ? {} : { legend }),
  };
}

/** What a row says; `opening` is the part of its label that no value repeats. */
interface RowContent {
  readonly label: string;
  readonly opening: string;
  readonly values: RowCell[];
}

function contentOf({ labels, values: read }: ReadRow, reading: Reading): RowContent {
  const { markers, table } = reading;
  const named = (some: readonly TableCell[]) => some.map((cell) => labelText(cell.text, markers)).join(", ");
  if (reading.read.isPaired) {
    const besides = [...new Set(read.flatMap(({ beside }) => beside ?? []))];
    const opening = named(labels);
    const label = besides.length === 1 && opening === "" ? named(besides) : opening;
    return { label, opening, values: read.map((value) => pairedCell(value, reading)) };
  }
  const marks = labels.flatMap((cell) => noteMarksIn(cell.text));
  const values = read.map(({ cell }) => {
    const column = reading.read.shape.isLabelled ? columnLabel(cell, table) : "";
    return rowCell(cell, withoutMarks(column, markers), [...marks, ...noteMarksIn(column)], reading);
  });
  // Before a value the sentence sets a colon of its own; dots only lead the eye to the value.
  const label = values.length > 0 ? named(labels).replace(/(?<=[^\s.])(?:[\s.]{4,}|\s?:)$/, "") : named(labels);
  return { label, opening: label, values };
}

/** A label without the marks of notes, the dash of a list, and the letter that keys it to a figure ("(B) Height of mass"). */
function labelText(text: string, markers: ReadonlySet<string>): string {
  return withoutMarks(text, markers).replace(/^(?:\([A-Z]\)\s+(?=\p{Lu})|[-–—•·▪]\s+(?=\p{L}))/u, "");
}

/** Two values under "(min/max)" are the least and the greatest. */
const bothBounds = /\(\s*min(?:\.|imum)?\s*\/\s*max(?:\.|imum)?\s*\)/i;

function pairedCell({ cell, beside, above, bound }: ReadValue, reading: Reading): RowCell {
  const label = beside?.text ?? "";
  const column = [...above, label].map((part) => labelText(part, reading.markers)).join(" / ");
  return rowCell(cell, column.replace(bothBounds, bound === "" ? "$&" : bound), noteMarksIn(label), reading);
}

function rowCell(cell: TableCell, column: string, marks: readonly string[], reading: Reading): RowCell {
  const read = readCell(cell.text, reading.markers, reading.texts);
  const notes = [...new Set([...read.marks, ...marks])].flatMap((mark) => reading.notes.get(mark) ?? []);
  return {
    column,
    value: read.value,
    charStart: cell.charStart,
    charEnd: cell.charStart + read.value.length,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function columnLabel(cell: TableCell, table: DocumentTable): string {
  const labels = table.columns.slice(cell.column, cell.column + cell.columnSpan).filter((label) => label !== "");
  return [...new Set(labels)].map(withDimension).join(", ");
}

/** "Min. Lot or Development Site (ac)": the unit tells the dimension that the head leaves out. */
function withDimension(label: string): string {
  const unit = landName.test(label) && !dimensionName.test(label) ? areaUnit.exec(label) : null;
  return unit ? `${label.slice(0, unit.index)}area ${label.slice(unit.index)}` : label;
}

/** Values under one label share it: "Depth (min/max): 24 ft, 32 ft". */
function joinValues(values: readonly RowCell[]): string {
  return values
    .map(({ column, value }, at) => {
      if (column === "") return value;
      return values[at - 1]?.column === column ? value : `${column}: ${value}`;
    })
    .join("; ");
}

/** The notes that the row's values point to, each once. */
function notesInWords(values: readonly RowCell[]): string {
  const notes = new Map(values.flatMap((value) => value.notes ?? []).map((note) => [note.marker, note]));
  const printed = (marker: string) => (/^\w+$/.test(marker) ? `(${marker})` : marker);
  return [...notes.values()].map(({ marker, text }) => `; note ${printed(marker)}: ${text}`).join("");
}

function legendOf(cells: readonly TableCell[], table: DocumentTable): LegendEntry[] {
  if (table.legend === undefined) return [];
  const symbols = new Set(cells.flatMap((cell) => marksIn(cell.text)));
  return table.legend.filter((entry) => symbols.has(entry.symbol));
}
