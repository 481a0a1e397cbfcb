import { endsSentence, wordCount } from "../outline/heading-title.ts";
import type { PlacedHeading } from "../outline/heading-tree.ts";
import type { Item, TableItem } from "./lines.ts";
import { columnLabels, type Grid, isEntry, isValue, widthOf } from "./table-grid.ts";

/** So many pages must end in their tables before that is known to be the way of the file. */
const fewestPages = 3;
const fewestColumns = 3;
/** Of the rows of a table so many must be a label with values, before they are read under the heads of another table. */
const regularShare = 0.7;
const mostLabelColumns = 2;
/** A cell or two that stayed among the lines, where a page break parted the table. */
const mostScraps = 4;
const longestScrap = 5;
/** What a section is called that says nothing but its table. */
const tabular =
  /\b(?:dimension\w*|areas?|bulk|yards?|setbacks?|lots?|heights?|coverage|density|schedules?|tables?|charts?|standards?|requirements?|uses?|parking|spaces|fees?)\b/i;

/** So large a share of the tables at the ends of pages may stand among lines: heads of pages that are set as tables. */
const fewAmidLines = 0.1;

/**
 * Tells whether the tables of a file stand at the ends of their pages, as services for recognising text hand them on: the
 * lines of a page first and then its tables, wherever these were printed.
 */
export function tablesTrail(items: readonly Item[]): boolean {
  const pages = new Set<number>();
  let amidLines = 0;
  for (const [at, item] of items.entries()) {
    if (item.kind !== "table") continue;
    if (item.page === null) return false;
    if (isAmidLines(items, at)) amidLines++;
    else if (items[at - 1]?.page === item.page) pages.add(item.page);
  }
  return pages.size >= fewestPages && amidLines <= pages.size * fewAmidLines;
}

export function isAmidLines(items: readonly Item[], at: number): boolean {
  const next = items[at + 1];
  return next?.kind === "line" && next.page === items[at]?.page;
}

/** Gives a table without heads those of the table before it that it goes on with, where tables stand at the ends of pages. */
export function withHeadsOfPageBefore(items: readonly Item[]): Item[] {
  if (!tablesTrail(items)) return [...items];
  let headed: Headed | null = null;
  return items.map((item) => {
    if (item.kind !== "table" || item.page === null) return item;
    const labels = columnLabels(item.grid);
    if (labels.some((label) => label !== "")) {
      headed = { labels, kind: kindOf(item.grid), section: sectionOfRows(item.grid), page: lastPage(item) };
      return item;
    }
    if (headed === null || headed.labels.length !== labels.length || !goesOn(headed, item)) return item;
    headed.page = lastPage(item);
    return { ...item, grid: { ...item.grid, heads: headed.labels } };
  });
}

/** A table with heads that tables without any may go on with. */
interface Headed {
  readonly labels: readonly string[];
  readonly kind: string;
  /** The section by which its rows are numbered. */
  readonly section: string | undefined;
  page: number;
}

/** Whether a table goes on with one on its page or the page before: by the shape of its rows, or by their numbers. */
function goesOn({ labels, kind, section, page }: Headed, item: TableItem): boolean {
  const { grid } = item;
  const isNext = grid.caption === null && (item.page ?? 0) - page <= 1 && labels.length >= fewestColumns;
  const isNumberedOn = section !== undefined && section === sectionOfRows(grid);
  return isNext && (isNumberedOn || (kind === kindOf(grid) && isRegular(grid)));
}

const lastPage = ({ grid, page }: TableItem) => grid.rows.at(-1)?.page ?? page ?? 0;

/** Figures and permissions are not told under the same heads. */
function kindOf({ rows }: Grid): string {
  const values = rows.flatMap((row) => (row.isHeader ? [] : row.cells.filter((cell) => cell.column > 0)));
  return values.filter((cell) => isValue(cell.text)).length * 2 > values.length ? "figures" : "words";
}

/** Whether most rows are a label, or its number and the label, with values behind it. */
function isRegular(grid: Grid): boolean {
  const width = widthOf(grid.rows);
  const regular = grid.rows.filter(({ cells }) => {
    const labels = cells.findIndex((cell) => cell.column >= mostLabelColumns || isEntry(cell.text));
    const values = labels < 0 ? [] : cells.slice(labels);
    const isLabelled = labels > 0 && cells[0]?.column === 0;
    return isLabelled && values.length > 0 && cells.length <= width && values.every((cell) => isEntry(cell.text));
  });
  return regular.length > 0 && regular.length >= grid.rows.length * regularShare;
}

/**
 * Puts tables from the ends of their pages below the headings that they were printed under: one whose rows are numbered
 * below the heading with the number of theirs, the others below those that lack a table, where the page has as many of these
 * as tables. A list of headings without a body counts only where each of them has a table.
 *
 * Shape   the very items given where nothing is moved
 */
export function withTablesUnderHeadings(items: readonly Item[], headings: readonly PlacedHeading[]): readonly Item[] {
  if (!tablesTrail(items)) return items;
  const gaps = gapsByPage(items, headings);
  const numbered = endsByNumber(items, headings);
  const moved = new Map<number, TableItem[]>();
  const move = (behind: number, table: TableItem) => moved.set(behind, [...(moved.get(behind) ?? []), table]);
  for (const [page, tables] of tablesByPage(items)) {
    const ends = tables.map((table) => numbered.get(page)?.get(sectionOfRows(table.grid) ?? ""));
    for (const [at, end] of ends.entries()) if (end !== undefined) move(end, tables[at] as TableItem);
    const others = tables.filter((_, at) => ends[at] === undefined);
    const taken = new Set<number | null | undefined>(ends);
    const all = (gaps.get(page) ?? []).filter(({ behind }) => !taken.has(behind));
    const unlisted = all.filter(({ isListed }) => !isListed);
    // Where text follows on the page, its table was printed there; that of the last heading may stand on the next page.
    const amidText = unlisted.filter(({ behind }) => behind !== null);
    const fitting = [unlisted, all, amidText].find(({ length }) => length === others.length) ?? [];
    if (!fitting.every((gap, at) => mayHold(gap, others[at] as TableItem))) continue;
    for (const [at, { behind }] of fitting.entries()) if (behind !== null) move(behind, others[at] as TableItem);
  }
  if (moved.size === 0) return items;
  const gone = new Set<Item>([...moved.values()].flat());
  return items.flatMap((item, at) => [...(gone.has(item) ? [] : [item]), ...(moved.get(at) ?? [])]);
}

const sectionNumber = /^\W*(\d+(?:\.\d+)+)/;

/** The number of the section that numbered rows belong to: "21.6" for rows from "21.6.1" on. */
function sectionOfRows({ rows }: Grid): string | undefined {
  const [number] = rows.flatMap(({ cells }) => sectionNumber.exec(cells[0]?.text ?? "")?.[1] ?? []);
  return number?.replace(/\.\d+$/, "");
}

/** The last items of the sections that have a heading with a number, by the page that it stands on and by that number. */
function endsByNumber(items: readonly Item[], headings: readonly PlacedHeading[]): Map<number, Map<string, number>> {
  const found = new Map<number, Map<string, number>>();
  const following: PlacedHeading[] = [];
  for (const heading of headings.toReversed()) {
    while ((following.at(-1)?.depth ?? 0) > heading.depth) following.pop();
    const next = following.at(-1);
    following.push(heading);
    const line = items[heading.from];
    const number = line?.kind === "line" ? sectionNumber.exec(line.text)?.[1] : undefined;
    if (number === undefined || !line || line.page === null || !next || items[next.from - 1]?.page !== line.page)
      continue;
    const ofPage = found.get(line.page) ?? new Map<string, number>();
    // Of two headings with one number on a page the later one counts.
    if (!ofPage.has(number)) found.set(line.page, ofPage.set(number, next.from - 1));
  }
  return found;
}

/** Whether a table can belong to a place: one of dimensions does not belong to a list of uses. */
function mayHold({ said }: Gap, { grid }: TableItem): boolean {
  const labels = grid.rows.map(({ cells }) => cells[0]?.text ?? "");
  const ofDimensions = labels.filter((label) => dimensional.test(label)).length * 2 > labels.length;
  return !(ofDimensions && /\buses\b/i.test(said) && !dimensional.test(said));
}

const dimensional = /\b(?:min(?:imum|\.)|max(?:imum|\.)|area|frontage|yards?|setbacks?|height|coverage)\b/i;

function tablesByPage(items: readonly Item[]): Map<number, TableItem[]> {
  const found = new Map<number, TableItem[]>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== "table" || item.page === null || isAmidLines(items, at)) continue;
    found.set(item.page, [...(found.get(item.page) ?? []), item]);
  }
  return found;
}

/** "PRINCIPAL USES LEGEND": the marks of the tables in the sections below. */
const legend = /\b(?:legend|key)\W*$/i;

/** A place where a table is missing. */
interface Gap {
  /** The item that the table belongs behind; null below the last heading of a page, where its tables stand already. */
  readonly behind: number | null;
  /** The heading, or the line that announces the table. */
  readonly said: string;
  /** One of several headings without a body, one after the other, which may be a list such as one of uses. */
  readonly isListed: boolean;
}

/**
 * The places where tables are missing, by the page whose tables may belong there: below headings that speak of what tables
 * tell and have nothing below them, and behind a line that announces something and is followed by the next heading.
 */
function gapsByPage(items: readonly Item[], headings: readonly PlacedHeading[]): Map<number, Gap[]> {
  const found = new Map<number, Gap[]>();
  const note = (page: number | null | undefined, gap: Gap) => {
    if (typeof page === "number") found.set(page, [...(found.get(page) ?? []), gap]);
  };
  const isEmpty = (at: number) => isEmptyHeading(items, headings[at], headings[at + 1]);
  for (const [at, heading] of headings.entries()) {
    const next = headings[at + 1];
    const body = items.slice(heading.to + 1, next?.from ?? items.length);
    const firstTable = body.findIndex(({ kind }) => kind === "table");
    const last = items[heading.to + (firstTable < 0 ? body.length : firstTable)];
    const isAnnounced = last?.kind === "line" && /:\s*$/.test(last.text);
    const said = isAnnounced ? last.text : heading.title;
    const isLackingTable = ({ depth }: PlacedHeading) =>
      depth <= heading.depth && (isAnnounced || (isEmpty(at) && tabular.test(heading.title)));
    if (firstTable >= 0) {
      const isBare = firstTable === 0 && heading.length === null && tabular.test(heading.title);
      if (isBare || isAnnounced) note(body[firstTable]?.page, { behind: null, said, isListed: false });
    } else if (next && (isLackingTable(next) || (body.length === 0 && legend.test(heading.title)))) {
      const isBeside = (one: number) => headings[one]?.depth === heading.depth && isEmpty(one);
      const isListed = !isAnnounced && (isBeside(at - 1) || isBeside(at + 1));
      note(items[next.from]?.page, { behind: next.from - 1, said, isListed });
    }
  }
  return found;
}

function isEmptyHeading(
  items: readonly Item[],
  heading: PlacedHeading | undefined,
  next: PlacedHeading | undefined,
): boolean {
  if (!heading || !next || next.depth > heading.depth || heading.length !== null) return false;
  const body = items.slice(heading.to + 1, next.from);
  // A page break may have left the first cells of the table among the lines.
  const isTurned = items[heading.to]?.page !== items[next.from]?.page;
  return body.length === 0 || (isTurned && body.length <= mostScraps && body.every(isScrap));
}

const isScrap = (item: Item) =>
  item.kind === "line" && wordCount(item.text) <= longestScrap && !endsSentence(item.text);
