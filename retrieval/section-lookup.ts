import type { KeywordSegment } from "../ingest/index.ts";
import type { ChunkUnion } from "./chunk-union.ts";
import type { LoadedSegment } from "./keyword/segment-cache.ts";

const numberPattern = String.raw`[0-9a-z]+(?:[.\-:][0-9a-z]+)*(?:\([0-9a-z]{1,4}\))*`;
const announced = new RegExp(
  String.raw`(?:§+|\b(?:sections?|secs?\.?|articles?|arts?\.?|chapters?|ch\.?))\s*(${numberPattern})`,
  "gi",
);
const standing = /(?<![\w.-])(\d[0-9a-z]*(?:[.-][0-9a-z]+)+(?:\([0-9a-z]{1,4}\))*)(?![\w])/gi;

/**
 * Reads the section numbers a question names.
 *
 * A number counts when a word such as "section" or "§" announces it, when it has two separators ("3.1.8"), or when it is
 * all there is: "2.5 stories" and "5-foot setback" name no section.
 */
export function namedSections(query: string): string[] {
  const named = new Set<string>();
  for (const match of query.matchAll(announced)) {
    if (/\d/.test(match[1] ?? "")) named.add(normalSection(match[1] ?? ""));
  }
  for (const match of query.matchAll(standing)) {
    const number = match[1] ?? "";
    const separators = number.replace(/\(.*$/, "").match(/[.-]/g)?.length ?? 0;
    const isAll = query.replace(number, "").replace(/[^\p{L}\p{N}]/gu, "") === "";
    if (separators >= 2 || isAll) named.add(normalSection(number));
  }
  return [...named];
}

/** Brings a section number into the form in which numbers are compared. */
export function normalSection(section: string): string {
  return section
    .toLowerCase()
    .replace(/^(?:sections?|secs?\.?|articles?|arts?\.?|chapters?|ch\.?|§+)\s*/, "")
    .replace(/\s+/g, "")
    .replace(/[.:]+$/, "");
}

/** Tells whether a section is the named one or inside it: 3.1.8 and 3.1(a) are inside 3.1, 3.10 is not. */
export function isWithinSection(section: string | null, named: string): boolean {
  if (section === null) return false;
  const normal = normalSection(section);
  if (!normal.startsWith(named)) return false;
  return normal.length === named.length || !/[0-9a-z]/.test(normal[named.length] ?? "");
}

/** Numbers of the chunks a question names: those of sections numbered exactly so, else those of the sections inside. */
export function lookUpSections(query: string, union: ChunkUnion, loaded: readonly LoadedSegment[]): number[] {
  const found = namedSections(query).flatMap((named) => {
    const exact = chunksWhere(union, loaded, (section) => section === named);
    return exact.length > 0 ? exact : chunksWhere(union, loaded, (section) => isWithinSection(section, named));
  });
  return [...new Set(found)];
}

/**
 * Marks the chunks a section prefix admits: the section and what is inside it, or, where no section is numbered so,
 * every section whose number begins with it.
 */
export function admittedUnder(prefix: string, union: ChunkUnion, loaded: readonly LoadedSegment[]): Uint8Array {
  const normal = normalSection(prefix);
  const within = chunksWhere(union, loaded, (section) => isWithinSection(section, normal));
  const admitted = within.length > 0 ? within : chunksWhere(union, loaded, (section) => section.startsWith(normal));
  const marks = new Uint8Array(union.size);
  for (const number of admitted) marks[number] = 1;
  return marks;
}

/** Sections as they are compared; a segment never changes. */
const normalSections = new WeakMap<KeywordSegment, (string | null)[]>();

function chunksWhere(
  union: ChunkUnion,
  loaded: readonly LoadedSegment[],
  holds: (normalSection: string) => boolean,
): number[] {
  return loaded.flatMap(({ segment, documents }) => {
    const sections =
      normalSections.get(segment) ?? segment.sections.map((section) => section && normalSection(section));
    normalSections.set(segment, sections);
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
