import { largestOf, smallestOf } from "../large-lists.ts";
import { readLead } from "../lexicon/list-leads.ts";
import { isCapitals } from "../outline/heading-title.ts";
import { parseMarker } from "../outline/section-number.ts";
import type { Item, Line } from "./lines.ts";
import { type PageEdge, sectionHeads } from "./section-heads.ts";

/** A document's items without what a printer put on every page, and the page numbers that were printed there. */
export interface PrintedLines {
  readonly items: Item[];
  readonly pages: { readonly page: number; readonly printedPage: string | null }[];
}

/** How many lines at the top and at the bottom of a page may be running heads. */
const edgeLines = 4;
/** A running line stands on this share of the pages around it, and on this many. */
const runningShare = 0.3;
const fewestRepeats = 3;
/** A line that is so many pages away from the running lines like it is not one of them, where there are so many of them. */
const widestGap = 12;
const fewestAround = 8;
/** In a document of two pages a head can repeat only once. */
const fewestPages = 2;
const pageNumber =
  /^(?:page|pg\.?|p\.)?\s*[-–—[(|]*\s*(?:page\s*)?((?:(?:[A-Z]{1,3}|[IVXLC]{4,6})\s?[-–:.]?)?\d{1,4}(?:[-–.:]\d{1,4})?|[ivxlc]{1,7}|[IVXLC]{1,7})\s*[-–—\])|]*(?:\s*(?:of|\/)\s*\d{1,4}\s*[-–—\])|]*)?(\.?)$/i;
/** Pages counted within a division: "Article I - Page 2", "Art. II Sec. 8 pg. 4". */
const divisionPage =
  /^(?:titles?|chapters?|articles?|parts?|sections?|division|appendix|(?:ch|art|sec)\.)\s*(\d{1,4}[A-Z]?|[IVXLC]{1,6}|[A-Z])\s*[-–—,.:;|]*\s*(?:(?:sections?|secs?\.?|§)\s*(\d{1,3}[A-Z]?)\s*[-–—,.:;|]*\s*)?(?:page|pg\.?|p\.)\s*(\d{1,4})$/i;
const numberAtEdge =
  /(?:^|\bpage\s+|[|\s])((?:[A-Z]{1,2}[-:])?\d{1,4}(?:[-–:]\d{1,3})?|[ivxlc]{1,6})(?:\s*(?:of|\/)\s*\d{1,4})?\s*$|^((?:[A-Z]{1,2}[-:])?\d{1,4}(?:[-–:]\d{1,3})?)\s*(?:[|\s]|$)/i;
/** A full stop closes a page's number only where it does so on so many pages around; else the number is a list's. */
const fewestWithStop = 6;

/** Takes running headers, footers and page numbers out of the lines and keeps the printed numbers. */
export function printedLinesOf(pageNumbers: readonly number[], items: readonly Item[]): PrintedLines {
  const byPage = new Map<number, Item[]>(pageNumbers.map((page) => [page, []]));
  for (const item of items) if (item.page !== null) byPage.get(item.page)?.push(item);
  const pages = pageNumbers.map((page) => ({ page, items: byPage.get(page) ?? [] }));
  const running = withSectionHeads(
    pages.map((page) => page.items),
    runningLines(pages.map((page) => page.items)),
  );
  const dropped = new Set<Item>();
  const titles = titlesAmong(running, items);
  const printed = pages.map((page) => {
    const edges = edgesOf(page.items);
    const heads = edges.filter((line) => running.has(line) && !titles.has(line));
    for (const line of heads) dropped.add(line);
    return { page: page.page, candidates: candidatesOf(page.items, heads) };
  });
  const chosen = chooseNumbers(printed);
  chosen.forEach((choice) => {
    if (choice.line && choice.isAlone) dropped.add(choice.line);
  });
  return {
    items: items.filter((item) => !dropped.has(item)),
    pages: chosen.map(({ page, printedPage }) => ({ page, printedPage })),
  };
}

/**
 * Heads of pages that are a title where they first stand: "SCHEDULE B - STANDARDS" over every page of the schedule, which
 * no other line of its first page or the page before begins.
 */
function titlesAmong(running: ReadonlySet<Item>, items: readonly Item[]): ReadonlySet<Item> {
  const titles = new Map<string, Line>();
  for (const item of items) {
    const name = item.kind === "line" && running.has(item) ? divisionIn(item) : null;
    if (item.kind === "line" && name !== null && !titles.has(name)) titles.set(name, item);
  }
  const pagesOf = ({ page }: Line) => [page, (page ?? 0) - 1];
  const near = new Set([...titles.values()].flatMap(pagesOf));
  const named = new Set(
    items.flatMap((item) =>
      item.kind === "line" && near.has(item.page) && !running.has(item)
        ? `${item.page} ${divisionIn(item, false)}`
        : [],
    ),
  );
  const isNamedBeside = (name: string, line: Line) => pagesOf(line).some((page) => named.has(`${page} ${name}`));
  return new Set([...titles].filter(([name, line]) => !isNamedBeside(name, line)).map(([, line]) => line));
}

/** The division that a line names in capitals, with a title behind it if one is needed. */
function divisionIn({ text }: Line, needsTitle = true): string | null {
  const marker = parseMarker(text);
  if (marker?.kind !== "word" || (needsTitle && (marker.rest === "" || !isCapitals(text)))) return null;
  return marker.number.toUpperCase();
}

/** Lines at the edge of a page: the first and the last few, tables aside. */
function edgesOf(items: readonly Item[]): Line[] {
  const lines = items.filter((item): item is Line => item.kind === "line");
  return [...new Set([...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)])];
}

function withSectionHeads(pages: readonly (readonly Item[])[], running: ReadonlySet<Item>): ReadonlySet<Item> {
  const lines = pages.map((items) => items.filter((item): item is Line => item.kind === "line"));
  const isPrinted = (line: Line) => running.has(line) || printedNumber(line) !== null;
  const edges = (side: (own: readonly Line[]) => readonly Line[]): PageEdge[] =>
    lines.map((own, at) => ({ at, lines: side(own) }));
  return new Set<Item>([
    ...running,
    ...sectionHeads(
      edges((own) => own.slice(0, edgeLines)),
      isPrinted,
    ),
    ...sectionHeads(
      edges((own) => own.slice(-edgeLines).reverse()),
      isPrinted,
    ),
  ]);
}

/** A line with its figures masked: "Page 12" and "Page 13" are one running line. */
function mask(text: string): string {
  // A date of issue says the same on every page; other figures count up.
  if (/^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(text)) return text;
  return text
    .replace(/\d+/g, "#")
    .replace(/\b[ivxlc]+\b/g, "#")
    .replace(/[^\p{L}#]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** "A. Uses Permitted" at the top of several pages is the title of a list on each of them. */
const isTitleOfList = (text: string) => /^\(?[A-Za-z0-9]{1,3}[.)]\s/.test(text) && readLead(text) !== undefined;

/** A line without words and with at least this many figures has more than a page number: a date of issue, for example. */
const fewestFigures = 3;

interface Occurrence {
  readonly line: Line;
  readonly at: number;
}

/**
 * The running lines of a document. Lines of one pattern stand at the edges of many pages, and each of them either says
 * the same as another, or carries a number that keeps its distance from the page: so headings at the top of a page,
 * which share a pattern and nothing else, stay.
 */
function runningLines(pages: readonly (readonly Item[])[]): ReadonlySet<Item> {
  const groups = new Map<string, Occurrence[]>();
  pages.forEach((items, at) => {
    for (const line of edgesOf(items)) {
      if (isTitleOfList(line.text)) continue;
      const key = mask(line.text);
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ line, at });
    }
  });
  const running = new Set<Item>();
  const fewest = Math.max(fewestPages, Math.min(fewestRepeats, pages.length));
  for (const [key, group] of groups) {
    // A bare number is judged by the sequence of numbers, not by how often one stands there; "240:3  06 - 2025" is none.
    const isBare = !/\p{L}|\d/u.test(key) && key.split(" ").length < fewestFigures;
    if (isBare || key === "page #" || group.length < fewest) continue;
    for (const line of runningIn(group, fewest)) running.add(line);
  }
  return running;
}

function runningIn(group: readonly Occurrence[], fewest: number): Line[] {
  const texts = countsOf(group.map(({ line }) => line.text));
  const distances = countsOf(group.flatMap(distancesOf));
  const kept = group.filter(
    (each) =>
      (texts.get(each.line.text) ?? 0) > 1 || distancesOf(each).some((distance) => (distances.get(distance) ?? 0) > 2),
  );
  const own = withoutOutliers(kept);
  const places = new Set(own.map((each) => each.at));
  const stretch = largestOf(places) - smallestOf(places) + 1;
  // Chapters carry heads of their own: the share is taken over the stretch of pages that carry this one.
  const share = places.size < 6 ? 0.45 : runningShare;
  return places.size >= fewest && places.size >= stretch * share ? own.map((each) => each.line) : [];
}

/** A list of contents says what a chapter's head says, far from the chapter: a single line so far away is none of them. */
function withoutOutliers(group: readonly Occurrence[]): readonly Occurrence[] {
  const places = [...new Set(group.map((each) => each.at))];
  if (places.length < fewestAround) return group;
  const [first = 0, second = 0] = places;
  const [beforeLast = 0, last = 0] = places.slice(-2);
  const from = second - first > widestGap ? second : first;
  const to = last - beforeLast > widestGap ? beforeLast : last;
  return group.filter(({ at }) => at >= from && at <= to);
}

const distancesOf = ({ line, at }: Occurrence) => (line.text.match(/\d+/g) ?? []).map((figure) => at - Number(figure));

function countsOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

interface NumberCandidate {
  readonly line: Line;
  readonly number: string;
  /** The line holds the number and nothing else. */
  readonly isAlone: boolean;
  /** What closes the number; with a full stop it may also be a list's. */
  readonly stop: "" | ".";
}

/** The page number that a line holds and nothing else, as "12", "A-12" or "III-12"; null when it holds none. */
function printedNumber({ text, level }: Line): Omit<NumberCandidate, "line"> | null {
  if (level !== null) return null;
  const division = divisionPage.exec(text);
  if (division) {
    const [, outer, inner, page] = division;
    const number = [outer, inner, page].filter((each) => each !== undefined).join("-");
    return { number, isAlone: true, stop: "" };
  }
  const [, number, stop] = pageNumber.exec(text) ?? [];
  return number === undefined ? null : { number, isAlone: true, stop: stop === "." ? "." : "" };
}

function candidatesOf(items: readonly Item[], heads: readonly Line[]): NumberCandidate[] {
  const lines = edgesOf(items);
  const isOutermost = (line: Line) => line === lines[0] || line === lines.at(-1);
  const alone = lines.flatMap((line): NumberCandidate[] => {
    const printed = printedNumber(line);
    return printed && (printed.stop === "" || isOutermost(line)) ? [{ line, ...printed }] : [];
  });
  const inHeads = heads.flatMap((line): NumberCandidate[] => {
    const match = numberAtEdge.exec(line.text);
    const number = match?.[1] ?? match?.[2];
    return number === undefined ? [] : [{ line, number, isAlone: false, stop: "" }];
  });
  return [...alone.reverse(), ...inHeads];
}

interface ChosenNumber {
  readonly page: number;
  readonly printedPage: string | null;
  readonly line: Line | null;
  readonly isAlone: boolean;
}

/** Chooses, page by page, the number that runs on from its neighbours: the same distance from the page of the file. */
function chooseNumbers(pages: readonly { page: number; candidates: readonly NumberCandidate[] }[]): ChosenNumber[] {
  const offsets = pages.map(({ page, candidates }) =>
    candidates.map((each) => `${offsetOf(each.number, page)}${each.stop}`),
  );
  return pages.map(({ page, candidates }, at) => {
    let best: NumberCandidate | undefined;
    let bestSupport = 0;
    candidates.forEach((candidate, which) => {
      const offset = offsets[at]?.[which];
      if (offset === undefined) return;
      let support = 0;
      for (let near = Math.max(0, at - 5); near <= Math.min(pages.length - 1, at + 5); near += 1) {
        if (near !== at && offsets[near]?.includes(offset)) support += 1;
      }
      if (support > bestSupport && support >= (candidate.stop === "." ? fewestWithStop : 1)) {
        best = candidate;
        bestSupport = support;
      }
    });
    if (!best) return { page, printedPage: null, line: null, isAlone: false };
    return { page, printedPage: best.number, line: best.line, isAlone: best.isAlone };
  });
}

/** What is constant along a run of pages: the prefix of the number and its distance from the page of the file. */
function offsetOf(number: string, page: number): string {
  if (/^[ivxlc]+$/i.test(number)) return `roman:${page - romanValue(number)}`;
  const match = /^(.*?)(\d+)$/.exec(number);
  return `${match?.[1] ?? ""}:${page - Number(match?.[2] ?? 0)}`;
}

function romanValue(numeral: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  const letters = [...numeral.toLowerCase()].map((letter) => values[letter] ?? 0);
  return letters.reduce((total, value, at) => total + (value < (letters[at + 1] ?? 0) ? -value : value), 0);
}
