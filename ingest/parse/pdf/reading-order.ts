import { largestOf, smallestOf } from "../../large-lists.ts";
import type { TableItem } from "../lines.ts";
import { rowFrom, type TextRow } from "./text-rows.ts";

/** A table on a page, taking its place among the printed lines. */
export interface TableRowBlock {
  readonly kind: "table";
  readonly top: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly item: TableItem;
}

export type PageRow = TextRow | TableRowBlock;

/** Rows that are read one after the other, in a column with its own margins. */
export interface Strip {
  readonly rows: readonly PageRow[];
  readonly left: number;
  readonly right: number;
}

const fewestColumnRows = 8;
/** Rows that a second column may have where text ends in its middle, if nearly no row crosses the gutter. */
const fewestLastRows = 3;
/** A running head stands this many of its sizes away from the text, within so many rows of the edge. */
const edgeGap = 1.9;
const mostEdgeRows = 2;
/** Heads and feet stand in this share of the page's height. */
const edgeShare = 0.1;
/** Words in a half line of prose; cells of a table are shorter. */
const proseWords = 4;

/** Puts the rows of a page into reading order: down one column, then down the next, with full-width rows between. */
export function readingOrder(rows: readonly PageRow[], { width, height }: { width: number; height: number }): Strip[] {
  const { head, body, foot } = withoutEdges(rows, height);
  const gutter = findGutter(body, width);
  if (gutter === null) return [stripOf(rows)];
  const strips: Strip[] = head.length > 0 ? [stripOf(head)] : [];
  let left: PageRow[] = [];
  let right: PageRow[] = [];
  const flush = () => {
    if (left.length > 0) strips.push(stripOf(left));
    if (right.length > 0) strips.push(stripOf(right));
    left = [];
    right = [];
  };
  let wide: PageRow[] = [];
  for (const row of body) {
    if (crosses(row, gutter)) {
      flush();
      wide.push(row);
      continue;
    }
    if (wide.length > 0) strips.push(stripOf(wide));
    wide = [];
    if (row.kind === "table") (row.right <= gutter ? left : right).push(row);
    else splitRow(row, gutter, left, right);
  }
  flush();
  if (wide.length > 0) strips.push(stripOf(wide));
  return foot.length > 0 ? [...strips, stripOf(foot)] : strips;
}

/** Rows that stand apart at the top and the bottom of a page: running heads belong to no column. */
function withoutEdges(rows: readonly PageRow[], height: number): { head: PageRow[]; body: PageRow[]; foot: PageRow[] } {
  const isApart = (row: PageRow | undefined, next: PageRow | undefined) =>
    row?.kind === "text" && next?.kind === "text" && next.y - row.y > edgeGap * Math.max(row.fontSize, next.fontSize);
  let from = 0;
  let to = rows.length;
  for (let at = 0; at < mostEdgeRows; at += 1) {
    const [top, bottom] = [rows[at], rows.at(-1 - at)];
    // Heads and feet of two lines stand together; a heading at the foot of a column stands apart from the page's foot.
    const joinsHead = at === 0 || !isApart(rows[at - 1], top);
    const joinsFoot = at === 0 || !isApart(bottom, rows.at(-at));
    if (top && top.y < height * edgeShare && joinsHead && isApart(top, rows[at + 1])) from = at + 1;
    if (bottom && bottom.y > height * (1 - edgeShare) && joinsFoot && isApart(rows.at(-2 - at), bottom))
      to = rows.length - 1 - at;
  }
  return { head: rows.slice(0, from), body: rows.slice(from, to), foot: rows.slice(to) };
}

function splitRow(row: TextRow, gutter: number, left: PageRow[], right: PageRow[]): void {
  const before = row.segments.filter((segment) => middleOf(segment) <= gutter);
  const after = row.segments.filter((segment) => middleOf(segment) > gutter);
  if (before.length > 0) left.push(rowFrom(before));
  if (after.length > 0) right.push(rowFrom(after));
}

/** Finds an upright white band near the middle that most lines leave free, with prose on both sides. */
function findGutter(rows: readonly PageRow[], width: number): number | null {
  const lines = rows.filter((row) => row.kind === "text");
  const extent = [smallestOf(lines.map((row) => row.left)), largestOf(lines.map((row) => row.right))] as const;
  const span = extent[1] - extent[0];
  if (lines.length < fewestColumnRows || span < width * 0.4) return null;
  const places: { at: number; crossing: number; both: number }[] = [];
  for (let at = extent[0] + span * 0.3; at <= extent[0] + span * 0.7; at += 2) {
    const crossing = lines.filter((row) => crosses(row, at)).length;
    const both = lines.filter((row) => !crosses(row, at) && row.left < at && row.right > at).length;
    places.push({ at, crossing, both });
  }
  const best = middleOfBest(places);
  if (!best || best.both < fewestLastRows) return null;
  const isFull = best.both >= fewestColumnRows && best.both >= lines.length * 0.3;
  if (best.crossing > lines.length * (isFull ? 0.35 : 0.1)) return null;
  return isProseBeside(lines, best.at) ? best.at : null;
}

/** The middle of the widest band that the fewest lines cross. */
function middleOfBest<Place extends { crossing: number; both: number }>(places: readonly Place[]): Place | undefined {
  const fewest = smallestOf(places.map((place) => place.crossing));
  let widest: Place[] = [];
  let band: Place[] = [];
  for (const place of places) {
    band = place.crossing === fewest ? [...band, place] : [];
    if (band.length > widest.length) widest = band;
  }
  return widest[Math.floor(widest.length / 2)];
}

function isProseBeside(lines: readonly TextRow[], gutter: number): boolean {
  const sides = [
    lines.flatMap((row) => sideText(row, gutter, true)),
    lines.flatMap((row) => sideText(row, gutter, false)),
  ];
  return sides.every((texts) => {
    const wordy = texts.filter((text) => text.split(" ").length >= proseWords).length;
    return texts.length >= fewestLastRows && wordy >= texts.length * 0.6;
  });
}

function sideText(row: TextRow, gutter: number, isLeft: boolean): string[] {
  if (crosses(row, gutter)) return [];
  const text = row.segments.filter((segment) => segment.right <= gutter === isLeft).map((segment) => segment.text);
  return text.length === 0 ? [] : [text.join(" ")];
}

const middleOf = (segment: { left: number; right: number }) => (segment.left + segment.right) / 2;

function crosses(row: PageRow, at: number): boolean {
  if (row.kind === "table") return row.left < at - 4 && row.right > at + 4;
  return row.segments.some((segment) => segment.left < at - 2 && segment.right > at + 2);
}

function stripOf(rows: readonly PageRow[]): Strip {
  const rights = rows.map((row) => row.right).sort((left, right) => left - right);
  return { rows, left: smallestOf(rows.map((row) => row.left)), right: rights[Math.floor(rights.length * 0.95)] ?? 0 };
}
