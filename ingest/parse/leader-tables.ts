import type { Item, Line, TableItem } from "./lines.ts";
import { makeGrid, type RawRow } from "./table-grid.ts";

/** Dots that lead from a label to its value: "Building permit .......... $50.00". */
const dots = /(?:\.\s?|…|_){4,}/;
/** A sum of money, a figure with its unit, or words for none: a bare figure is a page of a list of contents. */
const value =
  /^(?:[$]\s?\d|[<>≤≥]?\d[\d,./-]{0,12}\s?(?:%|["'’”]|(?:feet|foot|ft|sf|sq|square|acres?|ac|percent|inch|inches|in\.|stor(?:y|ies)|spaces?|per|each|days?)\b)|(?:none|n\/a|no (?:fee|charge|minimum|maximum|limit)|varies|actual cost|as set)\b)/iu;
const fewestEntries = 2;
const longestLabel = 160;
const longestValue = 80;

/** An entry of a list, or a line that stands between two entries. */
interface Entry {
  readonly label: string;
  readonly value: string | null;
}

/**
 * Makes tables of lists in which dots lead from a label to its value, as lists of fees and of dimensions are printed.
 *
 * A line between two entries is the first part of the label below it, or, where that label begins with a capital, the
 * name of the entries below it.
 */
export function withLeaderTables(items: readonly Item[]): Item[] {
  const found: Item[] = [];
  for (let at = 0; at < items.length; ) {
    const entries = entriesFrom(items, at);
    const table = tableOf(entries, items[at]?.page ?? null);
    if (table) {
      found.push(table);
      at += entries.length;
    } else {
      const item = items[at];
      if (item) found.push(item);
      at += 1;
    }
  }
  return found;
}

/** The entries of a list that begins here, up to its last entry with a value. */
function entriesFrom(items: readonly Item[], start: number): Entry[] {
  const page = items[start]?.page;
  const entries: Entry[] = [];
  let last = 0;
  for (let at = start; at < items.length; at += 1) {
    const item = items[at];
    if (item?.kind !== "line" || item.page !== page || item.level !== null) break;
    const entry = entryOf(item);
    if (entry === null || (entry.value === null && (at === start || entries.length > last))) break;
    entries.push(entry);
    if (entry.value !== null) last = entries.length;
  }
  return entries.slice(0, last);
}

function entryOf({ text }: Line): Entry | null {
  const led = dots.exec(text);
  const label = text.slice(0, led?.index).trim();
  const said = led ? text.slice(led.index + led[0].length).trim() : "";
  if (said.length <= longestValue && value.test(said) && /\p{L}{2}/u.test(label)) return { label, value: said };
  const isBetween = text.length <= longestLabel && /^\p{Lu}/u.test(text) && !/[.:;]$|\.{4}/.test(text);
  return isBetween ? { label: text, value: null } : null;
}

function tableOf(entries: readonly Entry[], page: number | null): TableItem | null {
  if (entries.filter((entry) => entry.value !== null).length < fewestEntries) return null;
  const rows: RawRow[] = [];
  let wrapped = "";
  for (const [at, entry] of entries.entries()) {
    const next = entries[at + 1];
    if (entry.value === null && next && /^[\p{Ll}\d(&]/u.test(next.label)) {
      wrapped = `${entry.label} `;
      continue;
    }
    rows.push(rowOf(entry.value === null ? [entry.label] : [`${wrapped}${entry.label}`, entry.value]));
    wrapped = "";
  }
  const grid = makeGrid(rows);
  return grid && { kind: "table", page, grid };
}

const rowOf = (texts: readonly string[]): RawRow => ({
  isHead: false,
  cells: texts.map((text, column) => ({
    text: text.replaceAll("|", "/"),
    column,
    columnSpan: 1,
    rowSpan: 1,
    isHeader: false,
  })),
});
