import { addQualities } from "../measure/reading-quality.ts";
import type { CodeReading } from "../run-record.ts";

/** What the columns of `readingRows` say. */
export const readingHeads = [
  "code",
  "reader",
  "characters",
  "under a heading",
  "sections",
  "overlong",
  "tables",
  "with header",
  "values",
  "with column",
  "label beside",
  "neither",
  "with row",
  "with both",
  "symbol tables",
  "with legend",
] as const;

/** One row for each code and one for all together: how much is under a heading, how many values carry their labels. */
export function readingRows(readings: readonly CodeReading[]): string[][] {
  const all: CodeReading = { code: "all", parser: "", quality: addQualities(readings.map(({ quality }) => quality)) };
  return [...readings, ...(readings.length > 1 ? [all] : [])].map(({ code, parser, quality }) => [
    code,
    parser,
    String(quality.characters),
    share(quality.charactersUnderHeading, quality.characters),
    String(quality.sections),
    String(quality.overlongSections),
    String(quality.tables),
    String(quality.tablesWithHeader),
    String(quality.valueCells),
    share(quality.valuesWithColumn, quality.valueCells),
    share(quality.valuesBesideLabel, quality.valueCells),
    share(quality.valueCells - quality.valuesWithColumn - quality.valuesBesideLabel, quality.valueCells),
    share(quality.valuesWithRow, quality.valueCells),
    share(quality.valuesWithBoth, quality.valueCells),
    String(quality.symbolTables),
    String(quality.symbolTablesWithLegend),
  ]);
}

/** The same as lines of text with columns of one width. */
export function readingLines(readings: readonly CodeReading[]): string[] {
  const rows = [[...readingHeads], ...readingRows(readings)];
  const widths = readingHeads.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
}

const share = (part: number, whole: number) => (whole === 0 ? "-" : (part / whole).toFixed(3));
