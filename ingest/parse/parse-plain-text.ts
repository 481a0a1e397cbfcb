import type { Item, Line, RawDocument } from "./lines.ts";
import { decodeText, normaliseText } from "./normalise.ts";
import { printedLinesOf } from "./page-lines.ts";
import { captionOrText } from "./pictures.ts";
import { gridFromPipes, pipeRows } from "./pipe-rows.ts";
import { withoutScatteredHeads } from "./scattered-heads.ts";
import { spacedTables } from "./spaced-tables.ts";
import { finishTables } from "./tables-in-text.ts";

/** Lines longer than this are whole paragraphs: the text was not wrapped by hand. */
const wrappedWidth = 180;

/** Reads a plain text file; a form feed ends a page; rows between pipes, and columns set with spaces, are tables. */
export function parsePlainText(bytes: Uint8Array): RawDocument {
  const text = decodeText(bytes).replace(/\r\n?/g, "\n");
  const sheets = text.split("\f");
  if (sheets.length > 1 && sheets.at(-1)?.trim() === "") sheets.pop();
  const isPaged = sheets.length > 1;
  const width = usualWidth(text);
  const items = sheets.flatMap((sheet, at) => itemsOf(sheet, isPaged ? at + 1 : null, width));
  const parser = "plain-text";
  if (!isPaged)
    return { title: null, items: finishTables(withoutScatteredHeads(items)), pages: [], parser, warnings: [] };
  const printed = printedLinesOf(
    sheets.map((_, at) => at + 1),
    items,
  );
  return {
    title: null,
    items: finishTables(printed.items),
    pages: printed.pages,
    parser,
    warnings: emptyPages(sheets),
  };
}

function emptyPages(sheets: readonly string[]): RawDocument["warnings"] {
  return sheets.flatMap((sheet, at) =>
    sheet.trim() === "" ? [{ code: "page.no-text", message: `Page ${at + 1} holds no text.`, page: at + 1 }] : [],
  );
}

/** A line that only rules something off; it says nothing. */
const rulingLine = /^[-–—=_+~*]{5,}$/;

/** Length that a full line reaches: the 90th percentile, so that a few long lines do not count. */
function usualWidth(text: string): number {
  const lengths = text
    .split(/[\n\f]/)
    .map((line) => line.trim().length)
    .filter((length) => length > 0)
    .sort((left, right) => left - right);
  return Math.max(40, lengths[Math.floor(lengths.length * 0.9)] ?? 0);
}

function itemsOf(sheet: string, page: number | null, width: number): Item[] {
  const items: Item[] = [];
  let rows: string[] = [];
  let opens = true;
  const flush = () => {
    const grid = rows.length > 0 ? gridFromPipes(rows) : null;
    if (grid) items.push({ kind: "table", page, grid });
    rows = [];
  };
  const sources = sheet.split("\n");
  const isRow = pipeRows(sources);
  const spaced = spacedTables(sources.map((source, at) => (isRow[at] ? "" : source)));
  let after = 0;
  for (const [at, source] of sources.entries()) {
    if (at < after) continue;
    const table = spaced.find((each) => each.from === at);
    if (table) {
      flush();
      items.push({ kind: "table", page, grid: table.grid });
      after = table.to + 1;
      opens = true;
      continue;
    }
    if (isRow[at]) {
      rows.push(source);
      continue;
    }
    flush();
    const text = captionOrText(normaliseText(source));
    if (text === "" || rulingLine.test(text)) {
      opens = true;
      continue;
    }
    items.push(lineOf(text, source, { page, opens, width }));
    opens = false;
  }
  flush();
  return items;
}

function lineOf(
  text: string,
  source: string,
  { page, opens, width }: { page: number | null; opens: boolean; width: number },
): Line {
  const isWhole = width > wrappedWidth;
  const fill = Math.min(1, source.trimEnd().length / width);
  return { kind: "line", text, page, level: null, isBold: false, size: 1, opens: opens || isWhole, isWhole, fill };
}
