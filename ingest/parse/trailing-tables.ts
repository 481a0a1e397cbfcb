import { endsSentence, wordCount } from "../outline/heading-title.ts";
import type { PlacedHeading } from "../outline/heading-tree.ts";
import type { Item, TableItem } from "./lines.ts";
import { columnLabels, type Grid, isEntry, isValue, widthOf } from "./table-grid.ts";

/** So many pages must end in their tables before that is known to be the way of the file. */
const fewestPages = 3;
const fewestColumns = 3;
/** Of the rows of a table so many must be a label with values, before they are read under the heads of another table. */
const regularShare = 0.7;
/** A cell or two that stayed among the lines, where a page break parted the table. */
const mostScraps = 4;
const longestScrap = 5;
/** What a section is called that says nothing but its table. */
const tabular =
  /\b(?:dimension\w*|areas?|bulk|yards?|setbacks?|lots?|heights?|coverage|density|schedules?|tables?|charts?|standards?|requirements?|uses?|parking|spaces|fees?)\b/i;

/**
 * Tells whether all tables of a file stand at the ends of their pages, as services for recognising text hand them on: the
 * lines of a page first and then its tables, wherever these were printed.
 */
function tablesTrail(items: readonly Item[]): boolean {
  const pages = new Set<number>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== "table") continue;
    if (item.page === null) return false;
    const next = items[at + 1];
    if (next?.kind === "line" && next.page === item.page) return false;
    if (items[at - 1]?.page === item.page) pages.add(item.page);
  }
  return pages.size >= fewestPages;
}

/** Gives a table without heads those of the table before it that it goes on with, where tables stand at the ends of pages. */
export function withHeadsOfPageBefore(items: readonly Item[]): Item[] {
  if (!tablesTrail(items)) return [...items];
  let headed: { readonly labels: readonly string[]; readonly kind: string; page: number } | null = null;
  return items.map((item) => {
    if (item.kind !== "table" || item.page === null) return item;
    const labels = columnLabels(item.grid);
    if (labels.some((label) => label !== "")) {
      headed = { labels, kind: kindOf(item.grid), page: lastPage(item) };
      return item;
    }
    const goesOn =
      headed !== null &&
      item.grid.caption === null &&
      item.page - headed.page <= 1 &&
      headed.labels.length === labels.length &&
      labels.length >= fewestColumns &&
      headed.kind === kindOf(item.grid) &&
      isRegular(item.grid);
    if (!goesOn || headed === null) return item;
    headed.page = lastPage(item);
    return { ...item, grid: { ...item.grid, heads: headed.labels } };
  });
}

const lastPage = ({ grid, page }: TableItem) => grid.rows.at(-1)?.page ?? page ?? 0;

/** Figures and permissions are not told under the same heads. */
function kindOf({ rows }: Grid): string {
  const values = rows.flatMap((row) => (row.isHeader ? [] : row.cells.filter((cell) => cell.column > 0)));
  return values.filter((cell) => isValue(cell.text)).length * 2 > values.length ? "figures" : "words";
}

function isRegular(grid: Grid): boolean {
  const width = widthOf(grid.rows);
  const regular = grid.rows.filter(({ cells }) => {
    const [label, ...values] = cells;
    const isLabel = label !== undefined && label.column === 0 && label.columnSpan === 1 && !isEntry(label.text);
    return isLabel && values.length > 0 && values.length < width && values.every((cell) => isEntry(cell.text));
  });
  return regular.length > 0 && regular.length >= grid.rows.length * regularShare;
}

/**
 * Puts tables from the ends of their pages below the headings that they were printed under: headings with hardly anything
 * below them, as many as the page has tables, whose titles speak of what tables tell.
 *
 * Shape   the very items given where nothing is moved
 */
export function withTablesUnderHeadings(items: readonly Item[], headings: readonly PlacedHeading[]): readonly Item[] {
  if (!tablesTrail(items)) return items;
  const empty = emptyHeadings(items, headings);
  const moved = new Map<number, TableItem>();
  for (const [page, tables] of tablesByPage(items)) {
    const own = empty.get(page) ?? [];
    if (own.length !== tables.length) continue;
    for (const [at, place] of own.entries()) {
      const table = tables[at];
      if (table) moved.set(place, table);
    }
  }
  if (moved.size === 0) return items;
  const gone = new Set<Item>(moved.values());
  return items.flatMap((item, at) => {
    const table = moved.get(at);
    return [...(gone.has(item) ? [] : [item]), ...(table ? [table] : [])];
  });
}

function tablesByPage(items: readonly Item[]): Map<number, TableItem[]> {
  const found = new Map<number, TableItem[]>();
  for (const item of items) {
    if (item.kind !== "table" || item.page === null) continue;
    found.set(item.page, [...(found.get(item.page) ?? []), item]);
  }
  return found;
}

/**
 * The last items below headings that stand above another which is not inside them, by the page of that one. Headings
 * without a body one after the other are a list, such as one of uses.
 */
function emptyHeadings(items: readonly Item[], headings: readonly PlacedHeading[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  const isEmpty = (at: number) => isEmptyHeading(items, headings[at], headings[at + 1]);
  for (const [at, heading] of headings.entries()) {
    const next = headings[at + 1];
    const page = next === undefined ? null : (items[next.from]?.page ?? null);
    if (!next || page === null || !isEmpty(at) || !tabular.test(heading.title)) continue;
    const isListed = [at - 1, at + 1].some((beside) => headings[beside]?.depth === heading.depth && isEmpty(beside));
    if (!isListed) found.set(page, [...(found.get(page) ?? []), next.from - 1]);
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
