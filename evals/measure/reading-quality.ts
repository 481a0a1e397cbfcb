import {
  type DocumentTable,
  type ParsedDocument,
  symbolCharacters,
  type TableCell,
  type TableRow,
} from "../../ingest/index.ts";
import type { CodeReading } from "../run-record.ts";

/** How well a code was read, in counts that add up over codes. */
export interface ReadingQuality {
  readonly characters: number;
  /** Characters below a heading of their own: not before the first one, and not in an overlong section. */
  readonly charactersUnderHeading: number;
  readonly sections: number;
  /** Sections whose own text, without that of their subsections, is longer than `longestOwnText`. */
  readonly overlongSections: number;
  /** Without those of contents. */
  readonly tables: number;
  /** Tables of which at least one column has a label. */
  readonly tablesWithHeader: number;
  /** Cells that hold a figure, a symbol or a permission, and are no label. */
  readonly valueCells: number;
  readonly valuesWithColumn: number;
  /** Values of tables without heads that stand alone beside a label of their own: there is no column to label. */
  readonly valuesBesideLabel: number;
  readonly valuesWithRow: number;
  readonly valuesWithBoth: number;
  /** Tables with three cells or more that hold symbols only. */
  readonly symbolTables: number;
  /** Of them those that have a legend for more than half of their symbols. */
  readonly symbolTablesWithLegend: number;
}

/** Characters of own text from which a section is likely to have lost a heading. */
export const longestOwnText = 15_000;
const fewestSymbolCells = 3;
const longestValue = 60;
const symbol = new RegExp(String.raw`^(?:[A-Z]{1,3}\d?|[${symbolCharacters}xX*])$`);
const figure = /^[<>≤≥~+]?\s?[$]?\.?\d|\d\s?(?:%|["'’”]|(?:feet|foot|ft|sq|acres?|percent|inch|stor|spaces?)\b)/i;
const told =
  /^(?:n\/?a|none|yes|no|[-–—]+|(?:not |un)?(?:permitted|allowed|prohibited|required)|(?:special|conditional) (?:use|permit|exception))\b/i;

/** Counts how well a document was read: headings, long sections, labels of cells, legends. */
function readingQuality(document: ParsedDocument): ReadingQuality {
  const { text, contents = [] } = document;
  const isListed = ({ charStart }: DocumentTable) =>
    contents.some((span) => span.charStart <= charStart && charStart < span.charEnd);
  const tables = document.tables.filter((table) => !isListed(table));
  const sections = document.outline.filter((node) => node.isItem !== true);
  const starts = sections.map(({ heading }) => heading.charStart);
  const ends = [...starts.slice(1), text.length];
  const own = sections.map(({ heading }, at) => (ends[at] ?? text.length) - heading.charEnd);
  const values = tables.flatMap(valuesOf);
  const symbolic = tables.map(symbolsOf).flatMap((symbols, at) => (symbols.size > 0 ? [{ symbols, at }] : []));
  return {
    characters: text.length,
    charactersUnderHeading: own.filter((length) => length <= longestOwnText).reduce((sum, length) => sum + length, 0),
    sections: sections.length,
    overlongSections: own.filter((length) => length > longestOwnText).length,
    tables: tables.length,
    tablesWithHeader: tables.filter(({ columns }) => columns.some((label) => label !== "")).length,
    valueCells: values.length,
    valuesWithColumn: values.filter(({ column }) => column).length,
    valuesBesideLabel: values.filter(({ beside }) => beside).length,
    valuesWithRow: values.filter(({ row }) => row).length,
    valuesWithBoth: values.filter(({ column, row }) => column && row).length,
    symbolTables: symbolic.length,
    symbolTablesWithLegend: symbolic.filter(({ symbols, at }) => isExplained(symbols, tables[at])).length,
  };
}

/** Measures how well a code was read; nothing for records that stand as they were given. */
export function readingOf(code: string, document: ParsedDocument): CodeReading[] {
  return document.parser === "sections" ? [] : [{ code, parser: document.parser, quality: readingQuality(document) }];
}

/** The sums of several codes. */
export function addQualities(all: readonly ReadingQuality[]): ReadingQuality {
  const sum = (of: keyof ReadingQuality) => all.reduce((total, each) => total + each[of], 0);
  return {
    characters: sum("characters"),
    charactersUnderHeading: sum("charactersUnderHeading"),
    sections: sum("sections"),
    overlongSections: sum("overlongSections"),
    tables: sum("tables"),
    tablesWithHeader: sum("tablesWithHeader"),
    valueCells: sum("valueCells"),
    valuesWithColumn: sum("valuesWithColumn"),
    valuesBesideLabel: sum("valuesBesideLabel"),
    valuesWithRow: sum("valuesWithRow"),
    valuesWithBoth: sum("valuesWithBoth"),
    symbolTables: sum("symbolTables"),
    symbolTablesWithLegend: sum("symbolTablesWithLegend"),
  };
}

interface ValueLabels {
  readonly column: boolean;
  readonly row: boolean;
  readonly beside: boolean;
}

/** Which labels each value of a table has. */
function valuesOf(table: DocumentTable): ValueLabels[] {
  return table.rows.flatMap((row) =>
    row.isHeader
      ? []
      : row.cells.flatMap((cell, at) => (isValue(cell, row, at) ? [labelsOf(cell, row, at, table)] : [])),
  );
}

/** A first cell labels its row, unless it says the same as all others or the row has no label of words. */
function isValue({ text }: TableCell, row: TableRow, at: number): boolean {
  if (at === 0 || row.cells.length < 2) return false;
  return text.length <= longestValue && (symbol.test(text) || figure.test(text) || told.test(text));
}

function labelsOf(cell: TableCell, row: TableRow, at: number, table: DocumentTable): ValueLabels {
  const columns = table.columns.slice(cell.column, cell.column + cell.columnSpan);
  const isHeadless = table.columns.every((label) => label === "");
  const isAlone = !isValueAt(row, at - 1) && !isValueAt(row, at + 1);
  return {
    column: columns.some((label) => label !== ""),
    row: row.cells.some((each) => each.column < cell.column && each.text !== ""),
    beside: isHeadless && isAlone,
  };
}

function isValueAt(row: TableRow, at: number): boolean {
  const cell = row.cells[at];
  return cell !== undefined && isValue(cell, row, at);
}

function symbolsOf(table: DocumentTable): ReadonlySet<string> {
  const held = table.rows.flatMap((row) =>
    row.isHeader ? [] : row.cells.slice(1).flatMap(({ text }) => (symbol.test(text) ? [text] : [])),
  );
  return new Set(held.length >= fewestSymbolCells ? held : []);
}

function isExplained(symbols: ReadonlySet<string>, table: DocumentTable | undefined): boolean {
  const known = new Set((table?.legend ?? []).map((entry) => entry.symbol));
  return [...symbols].filter((each) => known.has(each)).length * 2 > symbols.size;
}
