import { afterSpace, type Layout, type RunningTable, startsLine, type TableReader, wordEnd } from "./running-table.ts";
import { makeGrid, type RawRow } from "./table-grid.ts";
import { headsIn, isDistrict, type RunningHeads, type Stretch } from "./table-heads.ts";
import { cellsOfRun, isAgainst, type RunningValue, valueAt, valuesFrom } from "./table-values.ts";

/** A row as it stands in the text: its label, and its cells, or null where it cannot be told which value is whose. */
interface FigureRow {
  readonly label: Stretch;
  readonly cells: readonly RunningValue[] | null;
  readonly end: number;
}

const mostLabelWords = 14;
const mostLabelCharacters = 110;
const longestWordyRow = 400;
/** Rows that make a table; with two columns more of them, since two figures may stand side by side by chance. */
const fewestRows = 2;
const mostRows = 400;
const fewestNarrowRows = 3;
/** Words of sentences; a label has none of them. */
const sentenceWords =
  /\b(?:shall|must|may|will|is|are|be|been|has|have|which|that|provided|pursuant|accordance|sections?|exceed)\b|[;:?!]\s|[a-z]{3}\.\s+[A-Z]|\(\d{1,2}\)\s+[A-Z]/;
/** A line that opens a section, or an item of a list, is no part of a label that began above it. */
const sectionLine = /^(?:§|sec(?:tion|\.)|article|chapter|\d+(?:[.-]\d+)+\.?)\s/i;
const itemLine = /^(?:§|sec(?:tion|\.)|article|chapter|\d+(?:[.-]\d+)+\.?|\(?[A-Za-z0-9]{1,3}[.)])\s/i;
const measure =
  /\b(?:area|size|width|depth|frontage|yards?|setbacks?|front|rear|sides?|height|coverage|ratio|far|density|stories|storeys|units?|spaces?|feet|acre(?:s|age)?|min|max|minimum|maximum)\b/i;

/**
 * Reads tables of figures that have run together: "District Lot Area Lot Width Height R-1 20,000 100 35 R-2 …", or with
 * districts above the columns, "R-1 R-2 Lot area 20,000 10,000 …".
 *
 * They are tables when their rows have as many values as there are heads. A row that has not keeps its words
 * together, so that no value is put under a head by guess.
 */
export function runningFigures(text: string, layout: Layout = "words"): TableReader {
  const all = headsIn(text);
  let next = 0;
  return (from) => {
    for (; next < all.length; next += 1) {
      const heads = all[next];
      const table = heads && heads.start >= from ? tableBelow(text, heads, layout) : null;
      if (table) return table;
    }
    return null;
  };
}

function tableBelow(text: string, heads: RunningHeads, layout: Layout): RunningTable | null {
  if (layout === "lines" && !startsLine(text, heads.start)) return null;
  const rows = wholeRows(rowsAfter(text, heads, layout));
  const full = rows.filter((row) => row.cells !== null);
  const last = rows.at(-1);
  if (!last || full.length < (heads.width < 3 ? fewestNarrowRows : fewestRows)) return null;
  if (full.length < rows.length * 0.6 || !isSound(text, heads, full)) return null;
  const grid = gridOf(text, heads, rows);
  return grid && { start: heads.start, end: last.end, grid };
}

function rowsAfter(text: string, heads: RunningHeads, layout: Layout): FigureRow[] {
  const rows: FigureRow[] = [];
  const labels = new Set<string>();
  for (let at = afterSpace(text, heads.end); at < text.length && rows.length < mostRows; ) {
    const row = rowAt(text, at, heads, layout) ?? (rows.length === 0 ? null : wordyRow(text, at, heads, layout));
    if (!row) break;
    const label = text.slice(row.label.start, row.label.end);
    // A district that stands twice stands there for two cases, which nothing tells apart.
    if (heads.kind === "dimensions" && row.cells && labels.has(label)) return [];
    labels.add(label);
    rows.push(row);
    at = afterSpace(text, row.end);
  }
  return rows;
}

/** A row: the words up to the first value, and the values that follow them. */
function rowAt(text: string, from: number, { width, kind }: RunningHeads, layout: Layout): FigureRow | null {
  let at = from;
  for (let words = 0; words < mostLabelWords && at < text.length; words += 1) {
    const value = words > 0 ? valueAt(text, at) : null;
    if (value && value.kind !== "mark" && !isPartOfCode(text, at, value)) {
      const run = valuesFrom(text, at);
      const end = run.at(-1)?.end ?? at;
      const label = { start: from, end: from + text.slice(from, at).trimEnd().length };
      if (!isLabel(text, label, layout) || !endsCell(text, end, layout) || holdsTwoRows(text, label)) return null;
      const cells = cellsOfRun(run, width);
      // Too few values next to words are a sentence; in a table of districts one row may have lost its empty cells.
      if (cells === null && (kind === "districts" || !isDistrict(text.slice(label.start, label.end)))) return null;
      return { label, cells, end };
    }
    at = afterSpace(text, wordEnd(text, at));
    if (at - from > mostLabelCharacters) return null;
  }
  return null;
}

/** "PD As the master plan says R-1": the row before the district's own has words in place of values. */
function holdsTwoRows(text: string, { start, end }: Stretch): boolean {
  const words = text.slice(start, end).split(/\s+/);
  return words.length > 3 && isDistrict(words[0] ?? "") && isDistrict(words.at(-1) ?? "");
}

/** "R 1 Uses": a figure of one or two digits after a letter, before more words, is part of a district's symbol. */
function isPartOfCode(text: string, at: number, value: RunningValue): boolean {
  const isShort =
    /^\d{1,2}$/.test(text.slice(at, value.end)) && /(?<!\S)[A-Z]{1,3}\s$/.test(text.slice(Math.max(0, at - 5), at));
  return isShort && valueAt(text, afterSpace(text, value.end)) === null;
}

/** A row that has words in place of values ("PD As the master plan says"), up to the next district's row. */
function wordyRow(text: string, from: number, heads: RunningHeads, layout: Layout): FigureRow | null {
  if (heads.kind !== "dimensions" || !isDistrict(text.slice(from, wordEnd(text, from)))) return null;
  for (let at = afterSpace(text, wordEnd(text, from)); at < Math.min(text.length, from + longestWordyRow); ) {
    const isStart = isDistrict(text.slice(at, wordEnd(text, at))) && (layout === "words" || startsLine(text, at));
    const next = isStart ? rowAt(text, at, heads, layout) : null;
    if (next?.cells) {
      const end = from + text.slice(from, at).trimEnd().length;
      return { label: { start: from, end }, cells: null, end };
    }
    at = afterSpace(text, wordEnd(text, at));
  }
  return null;
}

function isLabel(text: string, { start, end }: Stretch, layout: Layout): boolean {
  const words = text.slice(start, end);
  if (!/\p{L}/u.test(words) || sentenceWords.test(words) || count(words, "(") !== count(words, ")")) return false;
  if (words.split("\n").some((line, at) => (at > 0 ? itemLine : sectionLine).test(line))) return false;
  return layout === "lines" ? startsLine(text, start) : /^[\p{Lu}(½¼¾\d]/u.test(words);
}

/** Between cells of lines stands a line end; a value in running words is not the start of a clause: "20 feet from …". */
function endsCell(text: string, end: number, layout: Layout): boolean {
  if (layout === "words") return /^(?:\s+[^\p{Ll}\s,;.]|\s*$)/u.test(text.slice(end, end + 8));
  return /^[^\S\n]*(?:\n|$)/.test(text.slice(end, end + 8));
}

/** Rows up to the last whole one; a mark after its last value may number what follows: "35 feet (2) Parking". */
function wholeRows(rows: readonly FigureRow[]): readonly FigureRow[] {
  const whole = rows.slice(0, rows.findLastIndex((row) => row.cells !== null) + 1);
  const last = whole.at(-1);
  const value = last?.cells?.at(-1);
  if (!last?.cells || !value || value.bareEnd === value.end) return whole;
  return [
    ...whole.slice(0, -1),
    { ...last, cells: [...last.cells.slice(0, -1), { ...value, end: value.bareEnd }], end: value.bareEnd },
  ];
}

function isSound(text: string, heads: RunningHeads, rows: readonly FigureRow[]): boolean {
  const labels = rows.map((row) => text.slice(row.label.start, row.label.end));
  const isFigures = rows.some((row) => row.cells?.some((cell) => cell.kind === "figure"));
  if (!isFigures) return false;
  if (heads.kind === "districts" && labels.filter((label) => measure.test(label)).length < labels.length * 0.5)
    return false;
  const columns = columnsOf(text, heads);
  return rows.every((row, at) =>
    row.cells?.every((cell, column) => !isAgainst(`${labels[at]} ${columns[column + 1] ?? ""}`, cell)),
  );
}

/** What stands above each column. */
function columnsOf(text: string, { rows }: RunningHeads): string[] {
  const columns: string[] = [];
  for (const { start, end, column, columnSpan } of rows.flat()) {
    for (let at = column; at < column + columnSpan; at += 1)
      columns[at] = `${columns[at] ?? ""} ${text.slice(start, end)}`.trim();
  }
  return columns;
}

function gridOf(text: string, heads: RunningHeads, rows: readonly FigureRow[]): RunningTable["grid"] | null {
  const words = ({ start, end }: Stretch) => text.slice(start, end).replace(/\s+/g, " ").trim();
  const cell = (each: Stretch, column: number, columnSpan = 1) => ({
    text: words(each),
    column,
    columnSpan,
    rowSpan: 1,
    isHeader: false,
  });
  const head = heads.rows.map((row, at): RawRow => {
    const corner = at === 0 && heads.corner ? [cell(heads.corner, 0)] : [];
    return { isHead: true, cells: [...corner, ...row.map((each) => cell(each, each.column, each.columnSpan))] };
  });
  const body = rows.flatMap(({ label, cells, end }): RawRow[] => {
    // Outside the column of labels, so that it is neither a group's label nor a value of any column.
    if (cells === null) return [{ isHead: false, cells: [cell({ start: label.start, end }, 1)] }];
    const own = sideOf(text, label);
    const values = cells.map((each, at) => cell(each, at + 1));
    const group: RawRow[] =
      own.start > label.start ? [{ isHead: false, cells: [cell({ start: label.start, end: own.start }, 0)] }] : [];
    return [...group, { isHead: false, cells: [cell(own, 0), ...values] }];
  });
  return makeGrid([...head, ...body], null, { statesSpans: true });
}

/** "Minimum yards (ft.) Front" is the side "Front" in a group "Minimum yards (ft.)". */
function sideOf(text: string, label: Stretch): Stretch {
  const match =
    /^(?:[\w.]+\s+){0,3}(?:yards|setbacks)\b(?:\s+requirements)?(?:,?\s*\(?(?:in\s+)?(?:feet|ft\.?)\)?)?\s*[:.]?\s+(?=(?:front|rear|side|each side|one side|interior side|street side)\b)/i.exec(
      text.slice(label.start, label.end),
    );
  if (match) return { start: label.start + match[0].length, end: label.end };
  return underTitle(text, label);
}

/** "RESIDENTIAL DISTRICTS" in a line of its own, or in capitals, above "R-1" opens a group of rows. */
function underTitle(text: string, label: Stretch): Stretch {
  const words = text.slice(label.start, label.end);
  const line = words.lastIndexOf("\n") + 1;
  if (line > 0 && isDistrict(words.slice(line))) return { start: label.start + line, end: label.end };
  const title = /^(?:[A-Z][A-Z&,/()-]+\s+){2,}(?=[A-Z][a-z])/.exec(words)?.[0] ?? "";
  return { start: label.start + title.length, end: label.end };
}

const count = (words: string, sign: string) => words.split(sign).length - 1;
