import { withFigureLines } from "./figure-table-lines.ts";
import { partedAtHeads, underHeads } from "./header-rows.ts";
import { withLeaderTables } from "./leader-tables.ts";
import { type Item, type Line, type TableItem, wholeLine } from "./lines.ts";
import { linesOfListedParagraphs } from "./listed-paragraphs.ts";
import { withMatrixLines } from "./matrix-lines.ts";
import { withRunningTables } from "./running-tables.ts";
import { type Grid, partedAtTitles } from "./table-grid.ts";
import { isContinuation, joinedGrid } from "./table-parts.ts";
import { withListsInPlace } from "./trailing-lists.ts";
import { withHeadsOfPageBefore } from "./trailing-tables.ts";

const captionLine = /^(?:table|schedule|chart)\s+[\dA-Z(][\w.()-]*\b/i;
/** "D. Table 5.01 Lot dimensions": the caption is an item of a list. */
const listMark = /^\(?[A-Za-z0-9]{1,4}[.)]\s+/;
const continuedLine = /\(?\b(?:continued|cont['’]?d|cont\.)\)?\s*$/i;

/** Gives tables their captions out of the lines above them, and joins tables parted by a page break. */
export function finishTables(items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  const read = withListsInPlace(items).flatMap(linesOfListedParagraphs);
  const found = withRunningTables(withFigureLines(withMatrixLines(withLeaderTables(read))));
  for (const item of found.flatMap(partsAtTitles)) {
    const before = joined.at(-1);
    if (
      item.kind === "table" &&
      before?.kind === "table" &&
      isNextPage(before, item) &&
      isContinuation(before.grid, item.grid)
    ) {
      joined[joined.length - 1] = { ...before, grid: joinedGrid(before.grid, item.grid, item.page) };
    } else if (item.kind === "table" && before?.kind === "table" && headed(before, item)) {
      joined[joined.length - 1] = headed(before, item) ?? item;
    } else if (item.kind === "table" && joinsOverCaption(joined, item)) {
      const repeat = joined.pop();
      const first = joined.pop();
      if (first?.kind === "table" && repeat?.kind === "line") joined.push(overCaption(first, repeat, item));
    } else {
      joined.push(item);
    }
  }
  return withHeadsOfPageBefore(joined.map(lineOfLone)).map((item, at) =>
    item.kind === "table" ? { ...item, grid: withCaption(item.grid, joined, at) } : item,
  );
}

/** A row that no table goes on with is a line of what it says. */
function lineOfLone(item: Item): Item {
  if (item.kind !== "table" || item.isLone !== true) return item;
  const texts = item.grid.rows.flatMap((row) => row.cells.map((cell) => cell.text));
  return wholeLine(texts.join(" "), { page: item.page });
}

function partsAtTitles(item: Item): Item[] {
  return item.kind === "table"
    ? partedAtTitles(item.grid)
        .flatMap(partedAtHeads)
        .map((grid) => ({ ...item, grid }))
    : [item];
}

/** The table of heads before a table without any, joined with it. */
function headed(before: TableItem, item: TableItem): TableItem | null {
  const grid = before.page === item.page ? underHeads(before.grid, item.grid) : null;
  return grid ? { ...before, grid } : null;
}

function isNextPage(before: TableItem, next: TableItem): boolean {
  const last = before.grid.rows.at(-1)?.page ?? before.page;
  return last !== null && next.page !== null && next.page === last + 1;
}

function joinsOverCaption(joined: readonly Item[], item: TableItem): boolean {
  const line = joined.at(-1);
  const before = joined.at(-2);
  if (line?.kind !== "line" || before?.kind !== "table" || line.page !== item.page) return false;
  return (
    continuedLine.test(line.text) &&
    isNextPage(before, item) &&
    isContinuation(before.grid, { ...item.grid, caption: null })
  );
}

/** "Table 3 (continued)" over the second part becomes a row of the table, so that no text is lost. */
function overCaption(first: TableItem, caption: Line, item: TableItem): TableItem {
  const row = {
    cells: [{ text: caption.text, column: 0, columnSpan: 1, rowSpan: 1 }],
    isHeader: true,
    ...(caption.page === null ? {} : { page: caption.page }),
  };
  return { ...first, grid: joinedGrid(first.grid, { ...item.grid, rows: [row, ...item.grid.rows] }, item.page) };
}

function withCaption(grid: Grid, items: readonly Item[], at: number): Grid {
  const before = items[at - 1];
  const named = before?.kind === "line" && before.text.length < 250 ? before.text.replace(listMark, "") : "";
  const above = captionLine.test(named) ? named : null;
  return { ...grid, caption: grid.caption ?? above };
}
