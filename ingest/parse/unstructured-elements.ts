import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { childElements } from "./html-nodes.ts";
import { gridFromTable } from "./html-table.ts";
import { type Item, type RawDocument, wholeLine } from "./lines.ts";
import { normaliseText } from "./normalise.ts";
import { printedLinesOf } from "./page-lines.ts";
import { finishTables } from "./tables-in-text.ts";
import type { UnstructuredElement } from "./unstructured-client.ts";

/** What a printer put on the page and no reader reads; page numbers are taken from it first. */
const furniture = new Set(["Header", "Footer", "PageNumber"]);
/** Never a running head, however alike two pages are. */
const prose = new Set(["NarrativeText", "ListItem"]);
/** A page number beyond this is an error of the other side, not a page. */
const mostPages = 20_000;
// A title stands out as bold, larger type does: whether it is a heading is then decided as for any other document.
const titleType = { isBold: true, size: 1.25 };

/**
 * Turns elements into lines and tables as a parser hands them on.
 *
 * Range   `pageCount` is what is known of the file, so that pages without any element are listed too; 0 for formats
 *         without pages
 */
export function rawFromElements(
  elements: readonly UnstructuredElement[],
  pageCount: number,
  parser: string,
): RawDocument {
  const items: Item[] = [];
  const printedOnly = new Set<Item>();
  const isTitleSaidOnce = findTitlesSaidOnce(elements);
  const protectedItems = new Set<Item>();
  let page: number | null = pageCount > 0 ? 1 : null;
  for (const element of elements) {
    const said = element.pageNumber ?? 0;
    if (page !== null && said <= mostPages) page = Math.max(page, said);
    const item = itemOf(element, page);
    if (item === null) continue;
    items.push(item);
    if (furniture.has(element.type)) printedOnly.add(item);
    else if (prose.has(element.type) || isTitleSaidOnce(element)) protectedItems.add(item);
  }
  if (page === null) {
    const text = items.filter((item) => !printedOnly.has(item));
    return { title: null, items: finishTables(text), pages: [], parser, warnings: [] };
  }
  const pages = Array.from({ length: Math.max(pageCount, page) }, (_, at) => at + 1);
  const printed = printedLinesOf(pages, items);
  const kept = new Set(printed.items);
  const text = items.filter((item) => !printedOnly.has(item) && (kept.has(item) || protectedItems.has(item)));
  return { title: null, items: finishTables(text), pages: printed.pages, parser, warnings: [] };
}

/** Tells titles that stand once: "4.1 Purpose" and "5.1 Purpose" are alike but for the number, and no running head. */
function findTitlesSaidOnce(elements: readonly UnstructuredElement[]): (element: UnstructuredElement) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of elements) counts.set(text, (counts.get(text) ?? 0) + 1);
  return ({ type, text }) => type === "Title" && counts.get(text) === 1;
}

function itemOf(element: UnstructuredElement, page: number | null): Item | null {
  const grid = element.tableHtml === null ? null : gridFromHtml(element.tableHtml);
  if (grid !== null) return { kind: "table", page, grid };
  const text = normaliseText(element.text);
  if (text === "") return null;
  if (element.type === "Title") return wholeLine(text, { page, ...titleType });
  // Running text may go on over the turn of a page; everything else is whole by itself.
  const isRunning = element.type === "NarrativeText" || element.type === "UncategorizedText";
  return wholeLine(text, { page, isWhole: !isRunning, fill: 0 });
}

function gridFromHtml(html: string) {
  const table = findTable(childElements(parseFragment(html)));
  return table ? gridFromTable(table) : null;
}

function findTable(elements: readonly DefaultTreeAdapterTypes.Element[]): DefaultTreeAdapterTypes.Element | undefined {
  for (const element of elements) {
    const table = element.tagName === "table" ? element : findTable(childElements(element));
    if (table) return table;
  }
  return undefined;
}
