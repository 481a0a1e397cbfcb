import type { Item } from "../parse/lines.ts";
import type { AcceptedHeadings } from "./accept-headings.ts";
import { type ContentsList, contentsTitle, isProse, leader, titleKey, trailingPage } from "./contents-list.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { wordCount } from "./heading-title.ts";
import { type Marker, parseMarker } from "./section-number.ts";

/** Lines of a list may be parted by so many others: a page number, a letter of an index. */
const widestGap = 3;
const fewestEntries = 3;
/** Without a title and without headings of the document in it, only a long list in the order of its pages is one. */
const fewestUntitled = 8;
/** A document that is hardly more than a list of contents is searched as it stands. */
const largestShare = 0.5;
const longestEntryWords = 24;
const pageAtEnd = /(?:^|[\s.…_])((?:(?:[IVXLC]{1,5}|[A-Z])[-:.])?\d{1,4}(?:[-:]\d{1,3})?)$/;

const fewestRows = 5;
/** So far above a table may stand the title that makes it a table of contents. */
const titleReach = 8;

/** What tells of one entry whether it lists something of the document. */
interface Entry {
  /** Its title is that of a heading, or its number is, with a title that does not contradict it. */
  readonly isOfHeading: boolean;
  readonly isOfNumber: boolean;
  /** The page it names. */
  readonly page: string | null;
  /** Dots or a rule lead from its title to its page. */
  readonly isLed: boolean;
}

/**
 * The items that list what a document holds and say nothing else: tables of contents, and a chapter's list of its
 * sections.
 *
 * Dots also lead to dimensions ("Front yard ...... 30"), and a page of rules may stand under "Contents": a stretch counts
 * only when its entries come again as headings, or name pages in their order.
 */
export function itemsOfContents(
  items: readonly Item[],
  contents: ContentsList,
  { headings, listed }: AcceptedHeadings,
): ReadonlySet<number> {
  const known = knownHeadings(headings);
  const listedItems = listed.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, step) => from + step));
  const found = new Set<number>();
  for (const run of [...runsOf(contents.items), ...runsOf(new Set(listedItems))]) {
    if (!isListing(items, run, known)) continue;
    for (const at of withSmallPrint(items, run)) if (isEntryItem(items[at], known)) found.add(at);
  }
  items.forEach((item, at) => {
    if (item.kind === "table" && isListingTable(items, at, known)) found.add(at);
  });
  return sizeOf([...found].flatMap((at) => items[at] ?? [])) > sizeOf(items) * largestShare ? new Set() : found;
}

function runsOf(places: ReadonlySet<number>): number[][] {
  const runs: number[][] = [];
  for (const at of [...places].sort((left, right) => left - right)) {
    const open = runs.at(-1);
    if (open && at - (open.at(-1) ?? at) <= widestGap) open.push(at);
    else runs.push([at]);
  }
  return runs;
}

function isListing(items: readonly Item[], run: readonly number[], known: KnownHeadings): boolean {
  const texts = run.flatMap((at) => textsOf(items[at]));
  const isTitled = texts.some((text) => contentsTitle.test(text));
  const entries = texts.filter((text) => !contentsTitle.test(text) && /\p{L}{2}/u.test(text)).map(entryOf(known));
  const count = (test: (entry: Entry) => boolean) => entries.filter(test).length;
  const ofHeadings = count((entry) => entry.isOfHeading);
  const pages = entries.flatMap((entry) => entry.page ?? []);
  if (entries.length < fewestEntries) return false;
  if (ofHeadings >= entries.length * 0.5) return true;
  const isPaged = pages.length >= entries.length * 0.6 && isOrdered(pages);
  if (isTitled) return isPaged || count((entry) => entry.isOfHeading || entry.isLed) >= entries.length * 0.5;
  const isLed = count((entry) => entry.isLed) >= entries.length * 0.6;
  return entries.length >= fewestUntitled && isPaged && (isLed || ofHeadings >= entries.length * 0.3);
}

/** A run with the page numbers and leaders that stand between its entries. */
function withSmallPrint(items: readonly Item[], run: readonly number[]): number[] {
  const isSmall = (at: number) => textsOf(items[at]).every((text) => !/\p{L}{4}/u.test(text));
  return run.flatMap((at, which) => {
    const next = run[which + 1] ?? at;
    const between = Array.from({ length: Math.max(0, next - at - 1) }, (_, step) => at + 1 + step);
    return [at, ...between.filter(isSmall)];
  });
}

/** Tells what in a list belongs to it: neither a sentence nor a table of other things does. */
function isEntryItem(item: Item | undefined, known: KnownHeadings): boolean {
  if (item?.kind === "line") return !isProse(item) || entryOf(known)(item.text).isOfHeading;
  const entries = textsOf(item).map(entryOf(known));
  const pages = entries.flatMap((entry) => entry.page ?? []);
  const ofNumbers = entries.filter((entry) => entry.isOfNumber).length;
  return ofNumbers >= entries.length * 0.4 || (pages.length >= entries.length * 0.6 && isOrdered(pages));
}

/** A table is a list of contents by the numbers of sections in it, or by pages in their order under such a title. */
function isListingTable(items: readonly Item[], at: number, known: KnownHeadings): boolean {
  const texts = textsOf(items[at]);
  const entries = texts.map(entryOf(known));
  if (entries.length < fewestRows) return false;
  const count = (test: (entry: Entry) => boolean) => entries.filter(test).length;
  if (count((entry) => entry.isOfNumber) >= entries.length * 0.6) return true;
  const pages = entries.flatMap((entry) => entry.page ?? []);
  const isPaged = pages.length >= entries.length * 0.6 && isOrdered(pages);
  const above = items.slice(Math.max(0, at - titleReach), at).flatMap((item) => textsOf(item));
  const isTitled = above.some((text) => contentsTitle.test(text)) || /\bpage$/i.test(texts[0] ?? "");
  if (isTitled && count((entry) => entry.isOfNumber) >= entries.length * 0.4) return true;
  return isPaged && (isTitled || count((entry) => entry.isOfHeading) >= entries.length * 0.3);
}

function textsOf(item: Item | undefined): string[] {
  if (item?.kind === "line") return [item.text];
  return item?.grid.rows.map((row) => row.cells.map((cell) => cell.text).join(" ")) ?? [];
}

function entryOf({ titles, byNumber }: KnownHeadings): (text: string) => Entry {
  return (text) => {
    const page = pageAtEnd.exec(text)?.[1];
    const isEntry = wordCount(text) <= longestEntryWords;
    const said = isEntry ? text.replace(leader, "").replace(trailingPage, "") : "";
    const marker = parseMarker(said);
    const title = titleKey(marker?.rest ?? said);
    const own = marker && isTelling(marker) ? byNumber.get(numberKey(marker.number)) : undefined;
    const isOfNumber = own?.some((other) => agree(title, other)) ?? false;
    return {
      isOfHeading: isOfNumber || titles.has(title) || titles.has(titleKey(said)),
      isOfNumber,
      page: page === undefined || !isEntry ? null : page,
      isLed: isEntry && leader.test(text),
    };
  };
}

/** Pages of a list rise, or begin again in a further part, but for a few that were read wrongly. */
function isOrdered(pages: readonly string[]): boolean {
  const steps = pages.slice(1).map((page, at) => isRising(pages[at] ?? "", page));
  return new Set(pages).size > 1 && steps.filter((step) => step).length >= steps.length * 0.85;
}

function isRising(before: string, next: string): boolean {
  const parts = (page: string) => /^(?:([A-Z]+)[-:.])?(\d+)(?:[-:](\d+))?$/.exec(page)?.slice(1) ?? [];
  const [beforePart, beforeFirst = "0", beforeSecond = "0"] = parts(before);
  const [nextPart, nextFirst = "0", nextSecond = "0"] = parts(next);
  if (beforePart !== nextPart) return true;
  return (Number(nextFirst) - Number(beforeFirst) || Number(nextSecond) - Number(beforeSecond)) >= 0;
}

/** The headings of a document by what a list of them may say. */
interface KnownHeadings {
  readonly titles: ReadonlySet<string>;
  readonly byNumber: ReadonlyMap<string, readonly string[]>;
}

function knownHeadings(headings: readonly HeadingCandidate[]): KnownHeadings {
  const byNumber = new Map<string, string[]>();
  for (const { marker, title } of headings) {
    if (!marker || !isTelling(marker)) continue;
    const key = numberKey(marker.number);
    byNumber.set(key, [...(byNumber.get(key) ?? []), titleKey(title)]);
  }
  const titles = headings.map(({ title }) => titleKey(title)).filter((key) => key.length >= 3);
  return { titles: new Set(titles), byNumber };
}

/** "3" stands before anything; "3.1" and "Article 3" name one section. */
const isTelling = (marker: Marker) => marker.kind === "word" || marker.parts.length > 1;

/** An entry agrees with a heading when one title is the beginning of the other, or the entry has none. */
function agree(entry: string, heading: string): boolean {
  return entry === "" || (heading !== "" && (entry.startsWith(heading) || heading.startsWith(entry)));
}

const numberKey = (number: string) => `#${number.toLowerCase().replace(/\s+/g, " ")}`;

function sizeOf(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + textsOf(item).reduce((own, text) => own + text.length, 0), 0);
}
