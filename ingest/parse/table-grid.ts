import { wordCount } from "../outline/heading-title.ts";
import { codesApart, codesIn } from "./heads-of-codes.ts";
import { symbolCharacters } from "./symbol-characters.ts";

/** A cell of a table as parsed, without a place in the text yet; never empty. */
export interface GridCell {
  readonly text: string;
  readonly column: number;
  readonly columnSpan: number;
  readonly rowSpan: number;
}

/** A row as parsed; rows without any text are left out. */
export interface GridRow {
  readonly cells: readonly GridCell[];
  readonly isHeader: boolean;
  /** Page of the row in a table that runs over several pages. */
  readonly page?: number;
}

/** A table as parsed. */
export interface Grid {
  readonly caption: string | null;
  readonly rows: readonly GridRow[];
  readonly footnotes: readonly string[];
  /** The labels of its columns where they stand over a table before it. */
  readonly heads?: readonly string[];
}

/** The widest table that is read as one: storing and showing a row takes work for each of its cells. */
export const mostColumns = 1_000;

/** A row as a parser reads it: a cell may be empty and may say that it is a header. */
export interface RawRow {
  readonly cells: readonly (GridCell & { readonly isHeader: boolean })[];
  /** True inside a table head, false inside a body, null where the source does not tell. */
  readonly isHead: boolean | null;
  readonly page?: number;
}

const captionText = /^(?:table|figure|map|chart|exhibit|schedule)\b[\s\S]{0,200}$/i;
const valueStart = /^[<>≤≥±~+(]?\s*[$]?\.?\d/;
/** "12. Cemetery": a label with its place in a list. */
const listedLabel = /^\d{1,3}\.\s+\p{Lu}\p{L}/u;
/** What use tables write for permitted, special permit, not permitted; and what stands for nothing. */
const codeValue = new RegExp(
  String.raw`^(?:[A-Z]{1,3}\d?|[A-Z](?:\s?[/,]\s?[A-Z]{1,2})+|[-–—*xX${symbolCharacters}]+|n\/?a|none|yes|no)$`,
  "i",
);
/** What use tables say in words instead: "Permitted", "Special permit", "Not permitted", "Site plan". */
const permissionWord =
  /^(?:not? |un)?(?:permit(?:ted|s? required)?|allowed|prohibited|excluded|special|conditional|administrative|limited|accessory|zoning|site plan)(?: (?:uses?|exception|approval|review|permit)){0,2}(?: required)?$|^(?:as of|by)[ -]right$/i;
const betweenPermissions = / ?[/,;&] ?| (?:or|and|with) /i;
const longestPermission = 60;
const longestHeaderWords = 18;
/** A figure with its unit or a sum of money that closes a text: what it says is a rule, and no name of other rows. */
const measuredEnd =
  /(?:[$] ?\d[\d,.]{0,12}|(?<![\w-])\d[\d,.]{0,12}\)? ?(?:%|["'’”]|(?:feet|foot|ft|sf|sq|square feet|acres?|percent|inch|inches|stories|spaces?)\b)\.?)$/i;
/** A figure with its unit is a value, whatever words it carries. */
const measure =
  /^[<>≤≥~]?\s*[$]?\d[\d,.]*\s*(?:%|["'’”]|(?:feet|foot|ft|sf|sq|square|acres?|percent|inch|inches|in\.|stor(?:y|ies)|spaces?|du|units? per|m|metres?|meters?|days?|years?)\b)/i;
/** What the first column of such a table is called in its header. */
const headerWord =
  /^(?:land )?(?:uses?|use categor\w+|districts?|zones?|zoning|standards?|requirements?|dimensions?|types?|items?|categor\w+|symbols?|abbreviations?|activit\w+|sign|building|columns?)\b/i;

/**
 * Makes a grid: leaves out what is empty, closes repeated cells, finds the header rows and a caption inside the table.
 *
 * Cells stay as they are where the source says itself which of them span.
 */
export function makeGrid(
  rawRows: readonly RawRow[],
  caption: string | null = null,
  { statesSpans = false }: { readonly statesSpans?: boolean } = {},
): Grid | null {
  const width = widthOf(rawRows);
  const closed = statesSpans ? rawRows : rawRows.map((row) => ({ ...row, cells: withoutRepeats(row.cells, width) }));
  const rows = closed.map((row) => ({ ...row, cells: codesApart(row.cells, width) }));
  const filled = rows.filter((row) => row.cells.some((cell) => cell.text !== ""));
  if (filled.length === 0) return null;
  const inner = innerCaption(filled, width);
  const headers = headerCount(filled.slice(inner ? 1 : 0), width) + (inner ? 1 : 0);
  return {
    caption: caption ?? inner,
    footnotes: [],
    rows: filled.map((row, at) => ({
      cells: row.cells
        .filter((cell) => cell.text !== "")
        .map(({ text, column, columnSpan, rowSpan }) => ({ text, column, columnSpan, rowSpan })),
      isHeader: at < headers,
      ...(row.page === undefined ? {} : { page: row.page }),
    })),
  };
}

/** The number of columns that the cells of some rows reach. */
export function widthOf(
  rows: readonly { readonly cells: readonly Pick<GridCell, "column" | "columnSpan">[] }[],
): number {
  let width = 0;
  for (const { cells } of rows) for (const cell of cells) width = Math.max(width, cell.column + cell.columnSpan);
  return width;
}

/** Some sources write a spanning cell once for each column it spans; here it is one cell again. */
function withoutRepeats(cells: RawRow["cells"], width: number): RawRow["cells"] {
  const isAllOne = cells.length > 1 && cells.length >= width && new Set(cells.map((cell) => cell.text)).size === 1;
  const kept: RawRow["cells"][number][] = [];
  for (const cell of cells) {
    const before = kept.at(-1);
    const isRepeat =
      before !== undefined &&
      before.text === cell.text &&
      cell.text !== "" &&
      before.column + before.columnSpan === cell.column &&
      (isAllOne ? /\p{L}{4}/u.test(cell.text) : severalWords.test(cell.text) || codesIn(cell.text).length > 0);
    if (before && (isRepeat || isCutOff(before.text, cell.text))) {
      kept[kept.length - 1] = { ...before, text: cell.text, columnSpan: before.columnSpan + cell.columnSpan };
    } else {
      kept.push(cell);
    }
  }
  return kept;
}

const severalWords = /\p{L}{3}\S*\s\S*\s/u;

const fewestWordsOfProse = 4;

/** Some readers give a paragraph twice: cut off in one column, whole in the next. */
function isCutOff(text: string, next: string): boolean {
  return next.startsWith(text) && wordCount(text) >= fewestWordsOfProse;
}

function innerCaption(rows: readonly RawRow[], width: number): string | null {
  const first = rows[0]?.cells.filter((cell) => cell.text !== "") ?? [];
  const [only] = first;
  if (first.length !== 1 || !only || width < 2 || rows.length < 2) return null;
  const isWide = only.columnSpan >= width || only.column === 0;
  if (isEntry(only.text) || saysMeasure(only.text) || /[;,]$/.test(only.text)) return null;
  if (isWide && captionText.test(only.text)) return only.text;
  // A second row that says one thing across the table makes a block of the two: a title and what stands below it.
  const below = rows[1]?.cells.filter((cell) => cell.text !== "") ?? [];
  const opensBlock = below.length === 1 && (below[0]?.columnSpan ?? 0) >= width;
  return only.columnSpan >= width && !opensBlock ? only.text : null;
}

/** How many of the first rows head the columns: those that the source marks, else as their look tells. */
export function headerCount(rows: readonly RawRow[], width: number): number {
  if (isTitlesOfPairs(rows)) return 0;
  const marked = rows.findIndex((row) => !isMarkedHeader(row));
  if (marked > 0) return marked + furtherHeaders(rows, marked, width);
  const first = rows[0];
  if (marked < 0 || !first || rows.length < 2 || width < 2) return 0;
  if (isTitleOfHeads(rows, width)) return 1 + headerCount(rows.slice(1), width);
  if (holdsPairs(rows.slice(1)) || !isHeaderByLook(rows, width)) return 0;
  const depth = Math.max(1, ...first.cells.filter((cell) => cell.text !== "").map((cell) => Math.min(cell.rowSpan, 4)));
  return depth + furtherHeaders(rows, depth, width);
}

/** Tells whether rows are labels with their answers side by side: "Stories | 3 | Depth | 30 ft". */
function holdsPairs(rows: readonly RawRow[]): boolean {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.text !== "").map((cell) => cell.text));
  return rows.length > 0 && filled.filter(isRowOfPairs).length * 2 >= rows.length;
}

/** Two labels at least: a label, a value and dashes are a row of values, some of which are not set. */
function isRowOfPairs(texts: readonly string[]): boolean {
  const labels = texts.filter((text, at) => at % 2 === 0 && !onlyDashes.test(text));
  const arePairs = texts.every((text, at) => {
    if (at % 2 === 1) return isEntry(text);
    return onlyDashes.test(text) ? onlyDashes.test(texts[at + 1] ?? "-") : !isEntry(text);
  });
  return labels.length > 1 && arePairs;
}

const onlyDashes = /^[-–—]+$/;

/** A first row that stands over the labels of pairs side by side entitles blocks; it names no column of values. */
function isTitlesOfPairs([first, ...others]: readonly RawRow[]): boolean {
  const titles = first?.cells.filter((cell) => cell.text !== "") ?? [];
  if (titles.length < 2 || titles.some((cell) => isValue(cell.text))) return false;
  const body = others.map((row) => row.cells.filter((cell) => cell.text !== ""));
  const isLabels = (column: number) => {
    const answered = body.map((cells) => {
      const at = cells.findIndex((cell) => cell.column === column);
      const [cell, next] = [cells[at], cells[at + 1]];
      if (!cell) return null;
      return !isValue(cell.text) && next !== undefined && isValue(next.text);
    });
    const told = answered.filter((each) => each !== null);
    return told.length >= 2 && told.filter((each) => each).length >= told.length * 0.6;
  };
  return titles.every((cell) => isLabels(cell.column));
}

/**
 * A row that says one thing, away from the labels of rows, above a row of heads: "ZONING DISTRICTS" above their names, or
 * "MINIMUM" and "MAXIMUM" above the standards of a district.
 */
function isTitleOfHeads([first, second, ...others]: readonly RawRow[], width: number): boolean {
  const cells = first?.cells.filter((cell) => cell.text !== "") ?? [];
  const [title] = cells;
  if (!title || !second || width < 3) return false;
  const saysOne = new Set(cells.map((cell) => cell.text)).size === 1;
  if (areLimits(cells) ? others.length < 1 : !saysOne || others.length < 2) return false;
  const isApart = title.column > 0 && title.rowSpan === 1 && !isEntry(title.text) && !saysMeasure(title.text);
  const heads = second.cells.filter((cell) => cell.text !== "").length;
  return isApart && heads > cells.length && heads >= width - 1 && isHeaderByLook([second, ...others], width);
}

/** Words for a least and a most, each in a cell of its own, say which columns they are of only where they span them. */
const areLimits = (cells: readonly Pick<GridCell, "text" | "columnSpan">[]) =>
  cells.every(({ text, columnSpan }) => columnSpan === 1 && /^(?:min|max)(?:imum|\.)?s?$/i.test(text));

function isMarkedHeader(row: RawRow): boolean {
  if (row.isHead === true) return true;
  const texts = row.cells.filter((cell) => cell.text !== "");
  return texts.length > 1 && texts.every((cell) => cell.isHeader) && !texts.slice(1).some((cell) => isValue(cell.text));
}

function isHeaderByLook(rows: readonly RawRow[], width: number): boolean {
  const [first, ...others] = rows;
  const cells = first?.cells.filter((cell) => cell.text !== "") ?? [];
  if (cells.length < 2 || cells.length < width / 3) return false;
  if (cells.some((cell) => cell.text.split(/\s+/).length > longestHeaderWords)) return false;
  if (opensNumberedRows(rows)) return false;
  if (cells.slice(1).some((cell) => measure.test(cell.text) || /^[$]\s?\d/.test(cell.text))) return false;
  const label = cells[0]?.column === 0 ? cells[0].text : "";
  if (headerWord.test(label) && label.split(/\s+/).length <= 6 && others.length >= 2) return true;
  if (cells.slice(1).some((cell) => valueStart.test(cell.text) && !/\p{L}{3}/u.test(cell.text))) return false;
  const below = others.flatMap((row) => row.cells.filter((cell) => cell.column > 0 && cell.text !== ""));
  if (cells.length > 2 && (saysOneMark(cells) || recursBelow(cells, others))) return false;
  // A row of answers above other answers is a row like them; above crosses or dots it heads their columns.
  if ([cells.slice(1), below].every((some) => some.some((cell) => isEntry(cell.text) && !isValue(cell.text))))
    return false;
  const values = below.filter((cell) => isEntry(cell.text)).length;
  const isCorner = !first?.cells.some((cell) => cell.column === 0 && cell.text !== "");
  if (isCorner && cells.length >= 2) return true;
  if (width === 2)
    return values >= below.length * 0.6 && !cells.some((cell) => isValue(cell.text)) && others.length >= 2;
  return (
    values >= below.length * 0.3 && !cells.slice(1).every((cell) => codeValue.test(cell.text) && cell.text.length < 2)
  );
}

/** Whether the labels of the first two rows are numbered 1 and 2: "1. Minimum Lot Area" above "2. Minimum Lot Width". */
function opensNumberedRows(rows: readonly RawRow[]): boolean {
  const labels = rows.slice(0, 2).map(({ cells }) => cells.find(({ text }) => text !== "")?.text ?? "");
  return labels.length === 2 && labels.every((label, at) => listedLabel.test(label) && label.startsWith(`${at + 1}.`));
}

const fewestMarks = 3;

/** Whether most cells behind the label are the same mark of a use table. */
function saysOneMark([, ...cells]: RawRow["cells"]): boolean {
  const marks = cells.filter(({ text }) => codeValue.test(text) && /^[A-Z]{1,4}$/.test(text));
  const isMost = (text: string) => marks.filter((mark) => mark.text === text).length * 2 > cells.length;
  return marks.length >= fewestMarks && marks.some(({ text }) => isMost(text));
}

/** Whether most cells behind the label are repeated in their columns below, apart from rows that print the heads again: a row of heads is not. */
function recursBelow([label, ...cells]: RawRow["cells"], others: readonly RawRow[]): boolean {
  const keyOf = ({ column, text }: GridCell) => `${column} ${text}`;
  const rows = others.filter((row) => row.cells.find(({ text }) => text !== "")?.text !== label?.text);
  const below = new Set(rows.flatMap((row) => row.cells.map(keyOf)));
  return cells.filter((cell) => below.has(keyOf(cell))).length * 2 > cells.length;
}

/** Rows of labels right below a header with spanning cells name the columns inside the spans. */
function furtherHeaders(rows: readonly RawRow[], from: number, width: number): number {
  const above = rows[from - 1]?.cells.filter((cell) => cell.text !== "") ?? [];
  const spans = above.some((cell) => cell.columnSpan > 1) || (above.length > 0 && above.length < width / 2);
  const row = rows[from];
  if (!spans || !row || rows.length - from < 2) return 0;
  const cells = row.cells.filter((cell) => cell.text !== "");
  const isLabels =
    cells.length > 1 &&
    cells.every((cell) => !isValue(cell.text) || /^[A-Z]{1,4}-?\d/.test(cell.text)) &&
    cells.length >= above.length;
  const hasValuesBelow = rows
    .slice(from + 1)
    .some((below) => below.cells.some((cell) => cell.column > 0 && isEntry(cell.text)));
  return isLabels && hasValuesBelow ? 1 : 0;
}

/** Tells whether a cell holds a figure or a code rather than words that label other cells. */
export function isValue(text: string): boolean {
  return (valueStart.test(text) && !listedLabel.test(text)) || codeValue.test(text.replace(noteReference, ""));
}

/** "None (See Note a)" is "None". */
const noteReference = /\s*\((?:see )?notes? [\w, ]{1,20}\)$/i;

/** Tells whether a cell holds a value: a figure, a code, or what a use table says of a use in words. */
export function isEntry(text: string): boolean {
  if (isValue(text)) return true;
  return text.length <= longestPermission && text.split(betweenPermissions).every((part) => permissionWord.test(part));
}

/** Tells whether a text ends in a figure with its unit, as a rule does and the name of a group does not. */
export function saysMeasure(text: string): boolean {
  return measuredEnd.test(text);
}

/** Tells whether a text is what a schedule of parking asks for, however long: "1 for each 250 sq. ft. of floor area". */
export const saysRate = (text: string): boolean => /^\d[\d.,/]*\s+(?:spaces?\s+)?(?:for|per)\s/i.test(text);

/** What stands over the names of districts and tells of none of them. */
const generalHead =
  /^(?:zoning |land use |use |base |existing )?(?:districts?|zones?|zoning)(?: (?:codes?|classifications?|designations?|names?|symbols?))?$/i;

/** One label a column: the header rows above it, top to bottom, joined with " / ". */
export function columnLabels(grid: Grid): string[] {
  if (grid.heads) return [...grid.heads];
  const width = widthOf(grid.rows);
  const labels: string[][] = Array.from({ length: width }, () => []);
  for (const [at, row] of grid.rows.entries()) {
    if (!row.isHeader) break;
    if (row.cells.length === 1 && row.cells[0]?.text === grid.caption) continue;
    if (isTitleOnly(row.cells) && grid.rows[at + 1]?.isHeader === true) continue;
    const isGeneral =
      row.cells.every((cell) => cell.column > 0 && generalHead.test(cell.text)) ||
      (row.cells.length < width / 2 && areLimits(row.cells));
    if (isGeneral && grid.rows[at + 1]?.isHeader === true) continue;
    for (const cell of row.cells) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1) {
        if (labels[column]?.at(-1) !== cell.text) labels[column]?.push(cell.text);
      }
    }
  }
  return labels.map((parts) => parts.join(" / "));
}

/** One text that opens a table from its first column, or is too long for a head, is the title of all columns. */
function isTitleOnly(cells: readonly GridCell[]): boolean {
  const [first, ...others] = cells;
  if (!first || others.some((cell) => cell.text !== first.text)) return false;
  return first.column === 0 || first.text.length > longestSpanningHead || tableTitle.test(first.text);
}

const longestSpanningHead = 40;
const tableTitle = /\b(?:schedule|table|chart|districts?|zones?|regulations?|matrix)\b/i;

/** A row that is the title of a table: "Table 4-C Standards of the R-2 district". */
const titleRow = /^(?:TABLE|Table|SCHEDULE|Schedule)\s+(?=[\w.()-]*\d)[\dA-Z(][\w.()-]*(?:\s*[:.–—-])?\s+\p{Lu}/u;
const longestTitle = 160;

/** Parts a grid where a row is the title of a further table: what stands below it is not of the table above. */
export function partedAtTitles(grid: Grid): Grid[] {
  const starts = grid.rows.flatMap((row, at) => (at > 0 && isTitleRow(row) ? [at] : []));
  if (starts.length === 0 || grid.rows.length < 3) return [grid];
  const ends = [...starts, grid.rows.length];
  const first: Grid = { ...grid, rows: grid.rows.slice(0, starts[0]) };
  const others = starts.flatMap((start, at) => {
    const rows = grid.rows.slice(start, ends[at + 1]);
    const raw = rows.map((row) => ({
      ...row,
      isHead: null,
      cells: row.cells.map((cell) => ({ ...cell, isHeader: false })),
    }));
    return makeGrid(raw) ?? [];
  });
  return [first, ...others];
}

function isTitleRow({ cells }: GridRow): boolean {
  const [only, ...more] = cells;
  return only !== undefined && more.length === 0 && only.text.length <= longestTitle && titleRow.test(only.text);
}
