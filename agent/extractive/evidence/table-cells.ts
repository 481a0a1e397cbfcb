import type { RowSentence } from "../../../ingest/index.ts";
import type { Passage } from "../../../retrieval/index.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import type { TextUnit } from "../../text/sentences.ts";
import { namesAnyDistrict } from "../question/districts.ts";

/** A value of a table with what labels it; offsets count in the document. */
export interface TableCellEvidence {
  readonly label: string;
  /** The row above that holds a label only: "Minimum yards". */
  readonly group: string;
  /** What the row is of beside its label, in the cells between the label and the first value: "Two-family dwelling". */
  readonly qualifier: string;
  readonly column: string;
  /** What the column of the labels is headed: "District". */
  readonly labelHead: string;
  readonly value: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The line that labels the columns, when the passage holds it. */
  readonly header: { readonly charStart: number; readonly charEnd: number } | null;
}

interface Cell {
  readonly text: string;
  readonly start: number;
}

const mostHeaderLines = 3;
const longestColumnLabel = 60;

interface Header {
  readonly cells: readonly Cell[];
  readonly line: TextUnit;
}

/** Reads the tables of a passage, those parsed as tables and those that only look like one, into labelled values. */
export function cellsOf(passage: Passage, units: readonly TextUnit[]): TableCellEvidence[] {
  const found: TableCellEvidence[] = [];
  let headers: Header[] = [];
  let group = "";
  let lastEnd = -10;
  let hasData = false;
  let spanning = "";
  for (const line of units) {
    if (line.kind !== "table-line") continue;
    if (line.charStart - lastEnd > 1) {
      headers = [];
      group = "";
      hasData = false;
      spanning = "";
    }
    lastEnd = line.charEnd;
    const cells = withoutEnumerator(splitLine(line.text));
    const row = rowAt(passage, line);
    const [first, ...rest] = cells;
    if (!first) continue;
    if (!hasData && headers.length < mostHeaderLines && isHeaderLine(row, rest)) headers.push({ cells, line });
    else if (rest.every((cell) => cell.text === "" || cell.text === first.text)) group = first.text;
    else {
      hasData = true;
      const header = wholeHeader(headers, cells.length);
      const isSpanned = opensBlank(line.text) || goesOnUnder(spanning, first.text);
      if (!isSpanned) spanning = isValueLike(first.text) ? "" : first.text;
      const above = isSpanned && spanning !== "" ? spanning : group === "" ? groupInSentence(row) : group;
      found.push(...cellsOfLine(passage, { line, cells, row, header, group: above }));
    }
  }
  return found.concat(cellsOfRowsElsewhere(passage, units));
}

/** A line without a first cell goes on with the label of the row above, which spans it. */
function opensBlank(line: string): boolean {
  return line.startsWith("|") && !line.trimEnd().endsWith("|");
}

/** A row whose label names no dimension, after one that does, is a case of it: "Abutting a residence district" of a yard. */
function goesOnUnder(above: string, label: string): boolean {
  return (
    setsDimension.test(above) && !dimensional.test(label) && !namesAnyDistrict(label, true) && /[a-z]{3}/.test(label)
  );
}

const setsDimension =
  /^\W*(?:min|max)(?:imum)?\b.*\b(?:area|size|width|depth|height|setbacks?|yards?|coverage|frontage|ratio|density)\b/i;
const dimensional =
  /\b(?:min|max|minimum|maximum|area|size|width|depth|heights?|stor(?:y|ies)|setbacks?|yards?|coverage|frontage|spaces?|parking|ratio|density|length|distance|number|units?|space|surface|separation)\b/i;

/** The label above a group of rows, where the parser has put it into the row's sentence: "Setbacks, minimum (ft.), Rear, …". */
function groupInSentence(row: RowSentence | undefined): string {
  if (!row || row.label === "") return "";
  const at = row.sentence.indexOf(`, ${row.label}, `);
  const group = at > 0 ? row.sentence.slice(0, at) : "";
  return group.length <= longestColumnLabel ? group : "";
}

/** The words of a table line that is no row of values but an item of a list: "a. | Banks"; undefined for other lines. */
export function listItemIn(line: TextUnit): string | undefined {
  const cells = splitLine(line.text).filter((cell) => cell.text !== "");
  const words = withoutEnumerator(cells);
  const [first] = words;
  const isOne = words.every((cell) => cell.text === first?.text);
  return first && isOne && cells.length > 1 && first.text.length > 3 && !isValueLike(first.text)
    ? first.text
    : undefined;
}

/** The line of a header that has a label for each column, spanning all header lines. */
function wholeHeader(headers: readonly Header[], columns: number): Header | null {
  const [first] = headers;
  const last = headers.at(-1);
  const fitting = headers.findLast((one) => one.cells.length === columns) ?? last;
  if (!first || !last || !fitting) return null;
  return {
    cells: fitting.cells,
    line: { ...fitting.line, charStart: first.line.charStart, charEnd: last.line.charEnd },
  };
}

/** A first cell that only numbers the row gives way to the text it numbers. */
function withoutEnumerator(cells: readonly Cell[]): readonly Cell[] {
  const [first, second] = cells;
  if (!first || !second || isValueLike(second.text)) return cells;
  return /^(?:\(?[a-z]{1,2}[.)]|\(?[ivx]{1,5}[.)]|\(?\d+[.)]?|\d+(?:[.-]\d+)+[a-z]?\.?|[A-Z]\.)$/i.test(first.text)
    ? cells.slice(1)
    : cells;
}

function cellsOfLine(
  passage: Passage,
  read: {
    line: TextUnit;
    cells: readonly Cell[];
    row: RowSentence | undefined;
    header: Header | null;
    group: string;
  },
): TableCellEvidence[] {
  const { line, cells, row, header, group } = read;
  const [first, ...rest] = cells;
  const offset = passage.charStart + line.charStart;
  const { charStart = 0, charEnd = 0 } = header?.line ?? {};
  const found: TableCellEvidence[] = [];
  const qualifiers = qualifiersIn(rest, header);
  for (const [at, cell] of rest.entries()) {
    if (cell.text === "" || cell.text === first?.text || labelsTheNext(rest, at)) continue;
    const valueStart = offset + cell.start;
    const parsed = row?.cells.find(
      (one) => one.charStart <= valueStart && valueStart < Math.max(one.charEnd, one.charStart + 1),
    )?.column;
    const printed = header?.cells.length === cells.length ? header.cells[at + 1]?.text : undefined;
    const column = [parsed, printed].find((label) => label !== undefined && label !== "" && !isValueLike(label)) ?? "";
    const nearest = column === "" && isValueLike(cell.text) ? nearestLabel(rest.slice(0, at)) : undefined;
    const isQualified = at >= qualifiers.length && qualifiers.length > 0;
    const labels =
      nearest === undefined
        ? { label: first?.text ?? "", group, qualifier: isQualified ? qualifiers.join(", ") : "", column }
        : {
            label: nearest,
            group: first && (isQualified || namesAnyDistrict(first.text, true)) ? first.text : group,
            qualifier: "",
            column: "",
          };
    const last = found.at(-1);
    const value = { value: cell.text, valueStart, valueEnd: valueStart + cell.text.length };
    if (last && nearest !== undefined && last.label === nearest) {
      found[found.length - 1] = { ...last, value: `${last.value}, ${cell.text}`, valueEnd: value.valueEnd };
      continue;
    }
    found.push({
      ...labels,
      ...value,
      labelHead: header?.cells.length === cells.length ? (header.cells[0]?.text ?? "") : "",
      lineStart: offset,
      lineEnd: passage.charStart + line.charEnd,
      header:
        header && labels.column !== ""
          ? { charStart: passage.charStart + charStart, charEnd: passage.charStart + charEnd }
          : null,
    });
  }
  return found;
}

/** The texts between a row's label and its first value say what the row is of; under a district's column they are values. */
function qualifiersIn(rest: readonly Cell[], header: Header | null): string[] {
  const firstValue = rest.findIndex((cell) => cell.text !== "" && isValueLike(cell.text));
  const before = rest.slice(0, Math.max(firstValue, 0));
  const isText = before.every(({ text }, at) => {
    const column = header?.cells.length === rest.length + 1 ? (header.cells[at + 1]?.text ?? "") : "";
    return text.length <= longestColumnLabel && !namesAnyDistrict(column, true);
  });
  return isText ? before.map((cell) => cell.text).filter((text) => /[A-Za-z]{3}/.test(text)) : [];
}

/** A text between values is no value but the label of what follows it. */
function labelsTheNext(cells: readonly Cell[], at: number): boolean {
  const cell = cells[at];
  const next = cells.slice(at + 1).find((one) => one.text !== "");
  const isAfterValue = at > 0 && cells.slice(0, at).some((one) => isValueLike(one.text) || one.text === "");
  const isLabel = cell !== undefined && cell.text.length < longestColumnLabel && !isValueLike(cell.text);
  return isLabel && next !== undefined && isValueLike(next.text) && (isAfterValue || cells.length === 2);
}

/** In a line of several labels and values the label next to a value is its own: "Lot width | 40 ft | Height | 30 ft". */
function nearestLabel(before: readonly Cell[]): string | undefined {
  return before.findLast((cell) => /[A-Za-z]{3}/.test(cell.text) && !isValueLike(cell.text))?.text;
}

/** Rows whose line the text does not show as a table line: read from the parser's own cells. */
function cellsOfRowsElsewhere(passage: Passage, units: readonly TextUnit[]): TableCellEvidence[] {
  const lines = units.filter((unit) => unit.kind === "table-line");
  return passage.rows
    .filter((row) => !lines.some((line) => row === rowAt(passage, line)))
    .flatMap((row) =>
      row.cells.flatMap((cell) =>
        cell.value.trim() === ""
          ? []
          : [
              {
                label: row.label,
                group: groupInSentence(row),
                qualifier: "",
                labelHead: "",
                column: isValueLike(cell.column) ? "" : cell.column,
                value: cell.value,
                lineStart: row.charStart,
                lineEnd: row.charEnd,
                valueStart: cell.charStart,
                valueEnd: cell.charEnd,
                header: null,
              },
            ],
      ),
    )
    .filter((cell) => cell.label !== cell.value);
}

function splitLine(text: string): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const part of text.split("|")) {
    const trimmed = part.trim();
    const isPicture = /^\[image\b[^\]]*\]$/i.test(trimmed);
    cells.push({ text: isPicture ? "" : trimmed, start: at + (part.length - part.trimStart().length) });
    at += part.length + 1;
  }
  if (text.startsWith("|")) cells.shift();
  if (text.trimEnd().endsWith("|")) cells.pop();
  while (cells.length > 2 && cells[0]?.text === "") cells.shift();
  return cells;
}

function rowAt(passage: Passage, line: TextUnit): RowSentence | undefined {
  const start = passage.charStart + line.charStart;
  const end = passage.charStart + line.charEnd;
  return passage.rows.find((row) => row.charStart < end && start < row.charEnd);
}

/** The first lines of a table label its columns unless they hold values themselves. */
function isHeaderLine(row: RowSentence | undefined, rest: readonly Cell[]): boolean {
  const filled = rest.filter((cell) => cell.text !== "");
  if (filled.length === 0 || row?.cells.some((cell) => cell.column !== "")) return false;
  if (filled.some((cell) => cell.text.length > longestColumnLabel)) return false;
  return filled.filter((cell) => isValueLike(cell.text)).length * 2 < filled.length;
}

/** A text that is an amount or a permission letter rather than a label. */
export function isValueLike(text: string): boolean {
  if (
    /^(?:no (?:minimum|maximum|limit|requirement)|not (?:required|applicable|regulated|permitted))\b.{0,12}$/i.test(
      text.trim(),
    )
  )
    return true;
  if (/^(?:[PSCXNYA]|SP|SE|SUP|CUP|NP|N\/?A|none|-+|–|•|✓|●)\*?$/i.test(text.trim())) return true;
  if (/^[\d.,]+\s+(?:[a-z]+\s+)?(?:per|for each|for every)\b/i.test(text.trim())) return true;
  const quantities = quantitiesIn(text);
  const first = quantities[0];
  if (!first) return false;
  const covered = quantities.reduce((sum, one) => sum + one.end - one.start, 0);
  return covered * 2 >= text.replace(/\s+/g, " ").length || (first.start <= 1 && first.unit !== null);
}
