import type { Item, Line } from "../parse/lines.ts";
import { endsSentence, isCapitals, wordCount } from "./heading-title.ts";
import { parseMarker } from "./section-number.ts";

/** Which items belong to a table of contents, and what it lists. */
export interface ContentsList {
  readonly items: ReadonlySet<number>;
  /** Titles listed, as keys made by {@link titleKey}: what the document itself calls a heading. */
  readonly titles: ReadonlySet<string>;
}

/** Dots or a rule between an entry and its page. */
export const leader = /(?:\.\s?){4,}\s*\S{0,8}$|…{2,}|(?<!_\s?)(?:_\s?){5,}\s*\d+$|(?:\.\s?){5,}/;
/** What stands over a table of contents. */
export const contentsTitle = /^(?:table of contents|contents|table des mati[eè]res|index)(?:\s*[-–—:].{0,60})?$/i;
/** The page at the end of an entry. */
export const trailingPage = /\s+(?:[A-Z]{1,2}-)?\d{1,4}(?:\s?[-–]\s?\d{1,4})?$/;
const longestContents = 900;

/** A title in the form in which a table of contents and the heading itself agree. */
export function titleKey(text: string): string {
  return text
    .replace(leader, "")
    .replace(/\([^)]*\)/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Finds tables of contents: lines with dot leaders, and what stands under a "Contents" heading until the body begins. */
export function findContents(items: readonly Item[]): ContentsList {
  const found = new Set<number>();
  const titles = new Set<string>();
  items.forEach((item, index) => {
    if (item.kind === "line" && item.level === null && isLeaderLine(item.text)) found.add(index);
  });
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item?.kind === "line" && contentsTitle.test(item.text) && !found.has(index)) {
      index = markZone(items, index, found) - 1;
    }
  }
  for (const index of found) {
    const item = items[index];
    if (item?.kind === "line") addTitles(item.text, titles);
    else for (const row of item?.grid.rows ?? []) for (const cell of row.cells) addTitles(cell.text, titles);
  }
  return { items: found, titles };
}

function isLeaderLine(text: string): boolean {
  return leader.test(text) && /[\p{L}\d]/u.test(text) && !/_{3}/.test(text);
}

/** Marks a zone from its title on; returns where the body begins. */
function markZone(items: readonly Item[], start: number, found: Set<number>): number {
  const seen = new Map<string, number>();
  let prose = 0;
  let entries = 0;
  let firstProse = start;
  let index = start + 1;
  for (; index < items.length && index - start < longestContents; index += 1) {
    const item = items[index];
    if (!item) break;
    if (item.kind === "table") {
      if (!isContentsTable(item)) break;
      continue;
    }
    if (contentsTitle.test(item.text)) continue;
    const key = entryKey(item);
    const first = key === null ? undefined : seen.get(key);
    if (found.has(index)) {
      if (key !== null) seen.set(key, index);
      continue;
    }
    if (key !== null && first !== undefined && index - first > 2) break;
    if (key !== null) seen.set(key, index);
    if (isProse(item)) {
      if (prose === 0) firstProse = index;
      prose += 1;
      if (prose >= 2) break;
    } else if (key !== null) {
      prose = 0;
      entries += 1;
    }
  }
  // Fewer entries than this is a heading that happens to be called so, or the whole list is in tables and leaders.
  const end = prose >= 2 ? bodyStart(items, start, firstProse) : index;
  if (entries < 3 && prose >= 2) return start + 1;
  for (let at = start; at < end; at += 1) found.add(at);
  return Math.max(end, start + 1);
}

/** Where the body begins: at the top of the page with the first prose, else at the headings right above that prose. */
function bodyStart(items: readonly Item[], start: number, firstProse: number): number {
  const page = items[firstProse]?.page ?? null;
  let at = firstProse;
  if (page !== null) {
    while (at > start + 1 && items[at - 1]?.page === page) at -= 1;
    if (at > start + 1) return at;
    at = firstProse;
  }
  for (let back = 0; back < mostHeadingsAbove && at > start + 1; back += 1) {
    const before = items[at - 1];
    if (before?.kind !== "line" || isProse(before) || wordCount(before.text) > 14) break;
    at -= 1;
  }
  return at;
}

const mostHeadingsAbove = 4;

function entryKey(line: Line): string | null {
  const text = line.text.replace(leader, "").replace(trailingPage, "");
  const marker = parseMarker(text);
  if (marker && (marker.kind === "word" || (marker.kind === "section" && marker.parts.length > 1))) {
    return `${marker.word ?? ""}:${marker.number.toUpperCase()}`;
  }
  if (marker?.word === "section") return `section:${marker.number.toUpperCase()}`;
  if (isCapitals(text) && wordCount(text) <= 12) return titleKey(text);
  return null;
}

/** Tells whether a line says something in a sentence, as no entry of a list does. */
export const isProse = (line: Line) =>
  wordCount(line.text) >= 9 &&
  (endsSentence(line.text) || line.fill > 0.85) &&
  /\p{Ll}{3,}\s\p{Ll}{2,}\s\p{Ll}/u.test(line.text);

function isContentsTable(item: Extract<Item, { kind: "table" }>): boolean {
  const rows = item.grid.rows;
  const short = rows.filter((row) => row.cells.every((cell) => wordCount(cell.text) <= 16)).length;
  const numbered = rows.filter((row) => {
    const last = row.cells.at(-1)?.text ?? "";
    const first = row.cells[0]?.text ?? "";
    return /^\d{1,4}(?:\s?[-–]\s?\d{1,4})?$/.test(last) || parseMarker(`${first} X`) !== null;
  }).length;
  return short === rows.length && numbered >= rows.length * 0.6;
}

function addTitles(entry: string, titles: Set<string>): void {
  const text = entry.replace(leader, "").replace(trailingPage, "");
  const key = titleKey(text);
  if (key.length >= 4 && wordCount(key) <= longestListedWords) titles.add(key);
  const rest = parseMarker(text)?.rest;
  if (rest) titles.add(titleKey(rest));
}

const longestListedWords = 14;
