import { CsvError, type Options, parse } from "csv-parse/sync";
import { DocumentUnreadable } from "../../errors.ts";
import type { RawDocument } from "../lines.ts";
import { decodeText, normaliseText } from "../normalise.ts";
import { assertRowFits, mostCells, type SheetCell, type SheetRow } from "./sheet-rows.ts";
import { itemsOfSheet } from "./sheet-tables.ts";

const delimiters = [",", ";", "\t", "|"] as const;
/** Records and characters that tell the delimiter. */
const sampledRecords = 50;
const sampledCharacters = 262_144;
/** A field longer than this is a quote that was never closed. */
const longestRecord = 1_000_000;
/** Spreadsheet programs write the delimiter into the first line on request: "sep=;". */
const separatorLine = /^sep=([,;\t|])\r?\n/i;
/** A date or a figure by itself, as programs write them: "7,000", "2026-03-01", "$1.50", "12 %". */
const plainNumber = /^[($€£+-]*\d[\d.,/:\s-]*%?\)?$/;

const rules: Options = {
  bom: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  // A quote inside a field that is not quoted is an inch mark: 6" curb.
  relax_quotes: true,
  // Blank lines part tables, so they are kept.
  skip_empty_lines: false,
  max_record_size: longestRecord,
};

/**
 * Reads a file of separated values: the delimiter is found by which one parts the records evenly (comma, semicolon, tab
 * or bar), the encoding by its mark, else UTF-8, else Windows-1252. Fields stay the text they are: nothing is computed,
 * and a field that begins with "=" is text like any other.
 *
 * Range   500,000 filled fields
 * @throws document.too-large, document.truncated
 */
export function parseCsv(bytes: Uint8Array): RawDocument {
  const decoded = decodeText(bytes);
  const said = separatorLine.exec(decoded);
  const text = said ? decoded.slice(said[0].length) : decoded;
  const delimiter = said?.[1] ?? delimiterOf(text);
  const { rows, uneven } = rowsOf(text, delimiter);
  const warnings =
    uneven > 0
      ? [{ code: "csv.uneven-rows", message: `${uneven} rows hold more fields than the first row of the table has.` }]
      : [];
  return { title: null, items: itemsOfSheet(rows, { expectsHeader: true }), pages: [], parser: "csv", warnings };
}

function rowsOf(text: string, delimiter: string): { rows: SheetRow[]; uneven: number } {
  const rows: SheetRow[] = [];
  let filled = 0;
  let index = 0;
  let width = 0;
  let uneven = 0;
  const take = (record: readonly string[]): null => {
    const cells: SheetCell[] = [];
    for (const [column, field] of record.entries()) {
      const own = normaliseText(field);
      if (own === "") continue;
      cells.push({ text: own, column, columnSpan: 1, rowSpan: 1, isNumber: plainNumber.test(own) });
    }
    filled += cells.length;
    if (filled > mostCells) throw tooManyFields();
    assertRowFits(cells);
    if (cells.length > 0) rows.push({ index, cells });
    const last = (cells.at(-1)?.column ?? -1) + 1;
    if (cells.length === 0) width = 0;
    else if (width === 0 && cells.length > 1) width = record.length;
    else if (width > 0 && last > width) uneven += 1;
    index += 1;
    return null;
  };
  try {
    parse(text, { ...rules, delimiter, on_record: take });
  } catch (error) {
    if (error instanceof CsvError) throw brokenCsv(error);
    throw error;
  }
  return { rows, uneven };
}

/** The delimiter that parts most of the first records into the same number of fields; a comma when none does. */
function delimiterOf(text: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const score = evenness(text.slice(0, sampledCharacters), delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function evenness(sample: string, delimiter: string): number {
  try {
    const records = parse(sample, { ...rules, delimiter, to: sampledRecords });
    const widths = records.map((record) => record.length).filter((width) => width > 1);
    const counts = new Map<number, number>();
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
    const [width, times] = [...counts].sort((left, right) => right[1] - left[1] || right[0] - left[0])[0] ?? [0, 0];
    // More columns decide only between delimiters that part as many records.
    return records.length === 0 ? 0 : times / records.length + Math.min(width, 100) / 10_000;
  } catch {
    return 0;
  }
}

function brokenCsv(error: CsvError): DocumentUnreadable {
  const line = typeof error.lines === "number" ? ` near line ${error.lines}` : "";
  const detail = `A quoted field${line} is never closed. Close it or save the table as CSV again, and upload the new file.`;
  return new DocumentUnreadable("document.truncated", detail, { internal: error.message, cause: error });
}

function tooManyFields(): DocumentUnreadable {
  const detail = `The table holds more than ${mostCells.toLocaleString("en-US")} filled fields. Split it and upload the parts.`;
  return new DocumentUnreadable("document.too-large", detail);
}
