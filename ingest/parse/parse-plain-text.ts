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
  const width = usualWidth(text);
  const parser = "plain-text";
  if (sheets.length === 1) {
    const items = withoutScatteredHeads(itemsOf(text, null, width));
    return { title: null, items: finishTables(items), pages: [], parser, warnings: [] };
  }
  const items = withoutHeadsInTables(sheets, width).flatMap((sheet, at) => itemsOf(sheet, at + 1, width));
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

/** A head of a page has two parts at most, or names two sections; with more it may be the head of a table. */
const mayBeHead = (line: string): boolean => /§[^§]*§/.test(line) || line.split(/ {2,}|\t+/).length <= 2;

/** So many lines away from a table a head can be read as a row of it, once the lines around it are known. */
const besideTable = 3;

/** The pages without those of their running heads that beside columns would be read as rows of a table. */
function withoutHeadsInTables(sheets: readonly string[], width: number): readonly string[] {
  const places = new Map<Item, { readonly sheet: number; readonly at: number }>();
  const pages = sheets.map((sheet) => sheet.split("\n"));
  for (const [sheet, sources] of pages.entries()) {
    for (const [at, source] of sources.entries()) {
      const text = normaliseText(source);
      if (text === "" || !mayBeHead(source.trim())) continue;
      places.set(lineOf(text, source, { page: sheet + 1, opens: true, width }), { sheet, at });
    }
  }
  const numbers = sheets.map((_, at) => at + 1);
  const kept = new Set(printedLinesOf(numbers, [...places.keys()]).items);
  const heads = Map.groupBy(
    [...places].flatMap(([line, place]) => (kept.has(line) ? [] : [place])),
    ({ sheet }) => sheet,
  );
  return pages.map((lines, sheet) => {
    const own = heads.get(sheet) ?? [];
    const tables = own.length === 0 ? [] : spacedTables(lines);
    const inTables = own.filter(({ at }) =>
      tables.some(({ from, to }) => from - besideTable <= at && at <= to + besideTable),
    );
    const taken = new Set(inTables.map(({ at }) => at));
    return withNotesBefore(lines.map((line, at) => (taken.has(at) ? "" : line))).join("\n");
  });
}

/** The first line of a note that editors set at the foot of a page: "3. Editor's Note: The power …". */
const noteAtFoot = /^\s*\d{1,3}[.)]?\s+editor['’]?s\s+note\b/i;
const opensLine = /^\s*(?:§|\(?[A-Za-z0-9]{1,3}[.)]\s)/;

/** Behind the notes at the foot stand no more lines of a page than its date and its number take. */
const mostBelowNotes = 2;

/**
 * The lines of a page with the notes at its foot before the last item or paragraph of the page, where that goes on over the
 * page: a note would else part its sentence.
 */
function withNotesBefore(lines: readonly string[]): readonly string[] {
  const isBlank = (line: string | undefined) => (line ?? "").trim() === "";
  const foot = lines.findIndex((line) => noteAtFoot.test(line));
  const last = lines.findLastIndex((line, at) => at < foot && !isBlank(line));
  if (last < 0 || /[.;:]["”’)\]]?\d?$/.test((lines[last] ?? "").trim())) return lines;
  const lastNote = lines.findLastIndex((line) => noteAtFoot.test(line));
  const closing = lines.findIndex((line, at) => at > lastNote && isBlank(line));
  const end = closing < 0 ? lines.length : closing;
  const isAtFoot = lines
    .slice(foot, end)
    .every((line) => isBlank(line) || noteAtFoot.test(line) || !opensLine.test(line));
  if (!isAtFoot || lines.slice(end).filter((line) => !isBlank(line)).length > mostBelowNotes) return lines;
  const opens = lines.findLastIndex((line, at) => at <= last && (opensLine.test(line) || isBlank(lines[at - 1])));
  // The title of a section stays before what is noted in it.
  const from = opens < last && /^\s*(?:§|sec)/i.test(lines[opens] ?? "") ? opens + 1 : opens;
  const [notes, broken] = [lines.slice(foot, end), lines.slice(from, last + 1)];
  return [...lines.slice(0, from), ...notes, "", ...broken, ...lines.slice(end)];
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
