import {
  isBetween,
  type KeywordSegment,
  namedReferences,
  readSection,
  type SectionReference,
  waysToWrite,
  withLetterApart,
} from "../ingest/index.ts";
import type { Queryable } from "../migrations/index.ts";
import type { ChunkUnion } from "./chunk-union.ts";
import { findChunksUnder } from "./headings.repository.ts";
import { findItemNumbers } from "./items.repository.ts";
import type { LoadedSegment } from "./keyword/segment-cache.ts";

/** What a reference is looked up in. */
export interface Looked {
  readonly db: Queryable;
  readonly union: ChunkUnion;
  readonly loaded: readonly LoadedSegment[];
}

/** Tells whether a section is the named one or inside it: 3.1.8 and 3.1(a) are inside 3.1, 3.10 is not. */
export function isWithin(section: SectionReference, named: SectionReference): boolean {
  return named.parts.length > 0 && named.parts.every((part, at) => section.parts[at] === part);
}

/**
 * Numbers of the chunks a question names. Of a division and a section, or of two divisions, those that are in both:
 * "Division 3 of Article IV"; where nothing is in both, what each of them holds.
 */
export async function lookUpSections(query: string, looked: Looked): Promise<number[]> {
  let found: { readonly isDivision: boolean; readonly numbers: ReadonlySet<number> }[] = [];
  for (const reference of distinct(namedReferences(query)).slice(0, mostReferences)) {
    const numbers = new Set(await withItem(reference, await chunksOf(reference, looked), looked));
    if (numbers.size > 0) found.push({ isDivision: reference.division !== null, numbers });
  }
  for (const division of found.filter(({ isDivision }) => isDivision)) {
    const others = found
      .filter((one) => one !== division)
      .map((one) => ({ ...one, numbers: inBoth(one.numbers, division.numbers) }));
    if (others.length > 0 && others.every(({ numbers }) => numbers.size > 0)) found = others;
  }
  return [...new Set(found.flatMap(({ numbers }) => [...numbers]))];
}

/** More parts of a code than a question names; each of them costs a look at every section. */
const mostReferences = 12;

function distinct(references: readonly SectionReference[]): SectionReference[] {
  const keyOf = ({ division, parts, through }: SectionReference) => JSON.stringify([division, parts, through]);
  return [...new Map(references.map((reference) => [keyOf(reference), reference])).values()];
}

function inBoth(left: ReadonlySet<number>, right: ReadonlySet<number>): Set<number> {
  return new Set([...left].filter((number) => right.has(number)));
}

/** More chunks than this are not one section. */
const mostChunksOfSection = 200;

/** Of the chunks of a section those that hold the item which is named ("(b)(1)"); all where none is known to. */
async function withItem(
  reference: SectionReference,
  numbers: readonly number[],
  { db, union }: Looked,
): Promise<readonly number[]> {
  const isItem = reference.division === null && reference.through === null && isBelowSection(reference);
  if (!isItem || numbers.length < 2 || numbers.length > mostChunksOfSection) return numbers;
  const places = numbers.map((number) => union.placeOf(number));
  const found = (await findItemNumbers(db, places)).flatMap(({ documentId, ordinal, numbers: items }) => {
    const isHolding = items.some((item) => waysToPart(reference).includes(readSection(item).parts.join(" ")));
    return isHolding ? [(union.firstOf(documentId) ?? 0) + ordinal] : [];
  });
  return found.length > 0 ? found.sort((a, b) => a - b) : numbers;
}

/** Tells whether a number ends in what may be an item: "30-42(b)", "4.3.B", "155-41A". */
const isBelowSection = ({ parts, plainParts }: SectionReference) =>
  parts.length > plainParts || /[a-z]$/.test(parts.at(-1) ?? "") || parts.some((part) => /^\d+[a-z]$/.test(part));

function waysToPart(reference: SectionReference): string[] {
  return [reference, withLetterApart(reference)].flatMap((way) => (way ? [way.parts.join(" ")] : []));
}

/** What a section's number is written with; a prefix with other signs is none. */
const numberSigns = /^[\p{L}\p{N}\p{Pd}\s§.,:;&()["“”\]]+$/u;

/**
 * Marks the chunks a section prefix admits: the section or division and what is inside it, or, where nothing is numbered
 * so, every section whose number begins with it.
 */
export async function admittedUnder(prefix: string, looked: Looked): Promise<Uint8Array> {
  const { union } = looked;
  const marks = new Uint8Array(union.size);
  const reference = readSection(prefix);
  if (reference.parts.length === 0 || !numberSigns.test(prefix)) return marks;
  const inside = reference.division === null ? chunksWhere(looked, (section) => isWithin(section, reference)) : [];
  const found = inside.length > 0 ? inside : await chunksOf(reference, looked);
  const beginning = reference.parts.join(" ");
  const admitted =
    found.length > 0 ? found : chunksWhere(looked, (section) => section.parts.join(" ").startsWith(beginning));
  for (const number of admitted) marks[number] = 1;
  return marks;
}

/** Numbers of the chunks of a section or division, in the order of the documents. */
async function chunksOf(reference: SectionReference, looked: Looked): Promise<number[]> {
  if (reference.division === null) return sectionChunks(reference, looked);
  const places = await findChunksUnder(looked.db, looked.union.documents, headingPatterns(reference));
  const numbers = places.flatMap(({ documentId, ordinal }) => {
    const first = looked.union.firstOf(documentId);
    return first === undefined ? [] : [first + ordinal];
  });
  if (numbers.length > 0) return numbers.sort((a, b) => a - b);
  // "Article 5" of a code whose headings say "5" alone; "Title 5" is more often a title of other law.
  if (reference.division !== "article" && reference.division !== "chapter") return [];
  const [number = "", ...rest] = reference.parts;
  const written = waysToWrite(number).find((way) => /^\d/.test(way));
  return written === undefined ? [] : sectionChunks({ ...reference, parts: [written, ...rest] }, looked);
}

/**
 * The chunks of sections numbered exactly so, with the items below them; else of a range that holds the number; else of
 * what is inside it. An item that no heading has ("(b)(1)") is looked for in what encloses it.
 */
export function sectionChunks(reference: SectionReference, looked: Looked): number[] {
  const found = chunksNumbered(reference, looked);
  const apart = found.length > 0 || reference.through !== null ? null : withLetterApart(reference);
  return apart ? chunksNumbered(apart, looked) : found;
}

function chunksNumbered(reference: SectionReference, looked: Looked): number[] {
  if (reference.through !== null) return chunksWhere(looked, (section) => isBetween(section.parts, reference));
  for (let length = reference.parts.length; length > 0; length--) {
    const named = { ...reference, parts: reference.parts.slice(0, length) };
    const isItself = (section: SectionReference) =>
      isWithin(section, named) && !/^\d/.test(section.parts[length] ?? "item");
    const exact = chunksWhere(looked, isItself);
    if (exact.length > 0) return exact;
    const ranged = chunksWhere(looked, (section) => section.through !== null && isBetween(named.parts, section));
    if (ranged.length > 0) return ranged;
    const isPrefix = length < reference.plainParts && /^\d/.test(reference.parts[length] ?? "");
    const inside = isPrefix ? [] : chunksWhere(looked, (section) => isWithin(section, named));
    if (inside.length > 0) return inside;
    // "155-44" says nothing of what else stands in 155.
    if (length <= Math.min(2, reference.plainParts)) return [];
  }
  return [];
}

/** More divisions than a code has. */
const longestRange = 100;

/** What a division's number counts; not a number for a letter. */
function countOf(number: string): number {
  return Number(waysToWrite(number).find((way) => /^\d+$/.test(way)));
}

/** Regular expressions of PostgreSQL that headings of the divisions match; a range gives one for each number in it. */
function headingPatterns({ division, parts, through }: SectionReference): string[] {
  const [first = "", ...rest] = parts;
  const last = through?.[0];
  const from = countOf(first);
  const count = last === undefined || rest.length > 0 ? 1 : countOf(last) - from + 1;
  const isRange = count > 1 && count <= longestRange;
  const numbers = isRange ? Array.from({ length: count }, (_, at) => `${from + at}`) : [first];
  return numbers.map((number) => {
    const written = [`(${waysToWrite(number).join("|")})`, ...rest].join("[-. –—]?");
    return `^\\s*${division}\\s+(no\\.?\\s*)?["“]?${written}(?![-.–—]?[a-z0-9])`;
  });
}

/** Sections as they are compared; a segment never changes. */
const readSections = new WeakMap<KeywordSegment, (SectionReference | null)[]>();

function chunksWhere({ union, loaded }: Looked, holds: (section: SectionReference) => boolean): number[] {
  return loaded.flatMap(({ segment, documents }) => {
    const sections = readSections.get(segment) ?? readOf(segment);
    readSections.set(segment, sections);
    return documents.flatMap(({ documentId, offset }, at) => {
      const end = documents[at + 1]?.offset ?? segment.chunkCount;
      const first = union.firstOf(documentId) ?? 0;
      const numbers: number[] = [];
      for (let position = offset; position < end; position++) {
        const section = sections[position];
        if (section && holds(section)) numbers.push(first + position - offset);
      }
      return numbers;
    });
  });
}

function readOf({ sections }: KeywordSegment): (SectionReference | null)[] {
  const known = new Map<string, SectionReference>();
  return sections.map((section) => {
    if (section === null) return null;
    const read = known.get(section) ?? readSection(section);
    known.set(section, read);
    return read;
  });
}
