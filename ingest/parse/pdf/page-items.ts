import { parseMarker } from "../../outline/section-number.ts";
import type { Item, Line } from "../lines.ts";
import { alignedTables } from "./aligned-tables.ts";
import type { PageContent } from "./page-content.ts";
import { type PageRow, readingOrder, type Strip } from "./reading-order.ts";
import { takeRuledTables } from "./ruled-tables.ts";
import { itemMark, type TextRow, textRowsOf } from "./text-rows.ts";

const fewestDrawingLines = 30;

/** A line whose size is still in points: the document's body size is known only when all pages are read. */
export type SizedItem = Item & { readonly fontSize?: number };

/** Turns what a page draws into lines and tables in reading order. */
export function pageItemsOf(content: PageContent): SizedItem[] {
  const { tables, rest } = takeRuledTables(content.runs, content.rules, content.page);
  const rows: PageRow[] = [...textRowsOf(rest), ...tables].sort((left, right) => left.top - right.top);
  if (rows.length === 0) return [];
  if (tables.length === 0 && isDrawing(rows))
    return rows.flatMap((row) => (row.kind === "text" ? labelsOf(row, content.page) : []));
  return readingOrder(rows, content).flatMap((strip, at) => stripItems(strip, content.page, at === 0));
}

/** A map or a plan: many scraps of text all over the page, and hardly a line that reads on. */
function isDrawing(rows: readonly PageRow[]): boolean {
  const lines = rows.filter((row) => row.kind === "text");
  const reading = lines.filter((row) => row.segments.some((segment) => segment.text.split(" ").length >= 6));
  const scattered = lines.filter((row) => row.segments.length > 1 || (row.segments[0]?.text.length ?? 0) < 20);
  return (
    lines.length >= fewestDrawingLines &&
    reading.length < lines.length * 0.08 &&
    scattered.length > lines.length * 0.7 &&
    isUneven(lines)
  );
}

/** Lines of a table or a list stand at one distance; labels stand anywhere. */
function isUneven(lines: readonly TextRow[]): boolean {
  const lefts = new Set(lines.map((row) => Math.round(row.left / 4)));
  return lefts.size > lines.length * 0.5;
}

function labelsOf(row: TextRow, page: number): (Line & { fontSize: number })[] {
  return row.segments.map(({ text, fontSize }) => ({
    kind: "line",
    text,
    page,
    level: null,
    isBold: false,
    size: 1,
    fontSize,
    opens: true,
    isWhole: true,
    fill: 0,
    isLabel: true,
  }));
}

function stripItems(strip: Strip, page: number, isFirst: boolean): SizedItem[] {
  const items: SizedItem[] = [];
  let run: TextRow[] = [];
  let before: TextRow | undefined;
  const flush = () => {
    const gap = usualGap(strip);
    const tables = alignedTables(run);
    for (let at = 0; at < run.length; at += 1) {
      const table = tables.find((each) => each.from === at);
      const row = run[at];
      if (table) {
        items.push({ kind: "table", page, grid: table.grid });
        at = table.to;
        before = undefined;
      } else if (row) {
        items.push(lineOf(row, before, strip, { page, gap, opens: isFirst || items.length > 0 }));
        before = row;
      }
    }
    run = [];
  };
  for (const row of strip.rows) {
    if (row.kind === "text") {
      run.push(row);
      continue;
    }
    flush();
    items.push(row.item);
    before = undefined;
  }
  flush();
  return items;
}

function lineOf(
  row: TextRow,
  before: TextRow | undefined,
  strip: Strip,
  { page, gap, opens }: { page: number; gap: number; opens: boolean },
): Line & { fontSize: number } {
  const text = row.segments.map((segment) => segment.text).join(" ");
  const characters = row.segments.reduce((sum, segment) => sum + segment.text.length, 0);
  const bold = row.segments.reduce((sum, segment) => sum + segment.text.length * segment.bold, 0);
  const width = Math.max(1, strip.right - strip.left);
  const boldLead = boldLeadOf(row);
  return {
    kind: "line",
    text,
    page,
    level: null,
    isBold: bold >= characters * 0.85 || boldLead >= text.length,
    boldLead,
    size: 1,
    fontSize: Math.round(row.fontSize * 10) / 10,
    // The top of a further column goes on where the column before it ended.
    opens: before === undefined ? opens : opensParagraph(row, before, gap),
    isWhole: false,
    fill: Math.min(1, (row.right - strip.left) / width),
  };
}

function boldLeadOf(row: TextRow): number {
  let lead = 0;
  for (const [at, segment] of row.segments.entries()) {
    const next = row.segments[at + 1];
    const isMark = at === 0 && next !== undefined && next.boldLead > 0 && itemMark.test(segment.text);
    lead += isMark ? segment.text.length : segment.boldLead;
    if (!isMark && segment.boldLead < segment.text.length) break;
    lead += 1;
  }
  return lead;
}

function opensParagraph(row: TextRow, before: TextRow, gap: number): boolean {
  if (row.y - before.y > gap * 1.35 * Math.max(1, row.fontSize / before.fontSize)) return true;
  if (Math.abs(row.fontSize - before.fontSize) > 0.9) return true;
  // A hanging indent goes on below its number; any other indent opens a paragraph.
  const isHanging = parseMarker(before.segments.map((segment) => segment.text).join(" ")) !== null;
  return row.left > before.left + row.fontSize * 0.9 && !isHanging;
}

/** The usual distance between the baselines of neighbouring lines. */
function usualGap(strip: Strip): number {
  const lines = strip.rows.filter((row) => row.kind === "text");
  const gaps: number[] = [];
  lines.forEach((row, at) => {
    const before = lines[at - 1];
    if (before && row.y - before.y > row.fontSize * 0.7 && row.y - before.y < row.fontSize * 2.6)
      gaps.push(row.y - before.y);
  });
  gaps.sort((left, right) => left - right);
  return gaps[Math.floor(gaps.length * 0.35)] ?? (lines[0]?.fontSize ?? 10) * 1.2;
}
