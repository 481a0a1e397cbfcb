import type { Passage } from "../../../retrieval/index.ts";
import { readSection, type SectionReference, waysToWrite } from "../../../retrieval/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { RuleReference } from "./rule-references.ts";

/**
 * The evidence that stands in the sections, divisions and tables a rule names, in its own document, or in its corpus
 * where a code is kept in several.
 */
export function evidenceReferredTo(
  { sections, tables }: Pick<RuleReference, "sections" | "tables">,
  from: Evidence,
  evidence: readonly Evidence[],
): Evidence[] {
  const held = evidence.filter(
    (one) =>
      one.passage.corpusId === from.passage.corpusId &&
      one !== from &&
      (sections.some((section) => standsIn(one.passage, section)) || tables.some((table) => isOfTable(one, table))),
  );
  const own = held.filter(({ passage }) => passage.documentId === from.passage.documentId);
  return own.length > 0 ? own : held;
}

/** Tells whether a passage stands in the part of a code that is named, or, where an item has no heading, around it. */
export function standsIn({ section, headingPath }: Passage, named: SectionReference): boolean {
  if (named.division !== null) {
    const heading = divisionHeading(named);
    return headingPath.some((one) => heading.test(one)) || standsUnderNumber(headingPath, named);
  }
  const numbers = [section, ...headingPath].flatMap((one) => (one === null ? [] : [readSection(one)]));
  return numbers.some(
    (number) =>
      number.division === null && number.parts.length > 0 && (isWithin(number, named) || isAroundItem(number, named)),
  );
}

function isWithin(section: SectionReference, named: SectionReference): boolean {
  return named.through === null && named.parts.every((part, at) => section.parts[at] === part);
}

/** "§ 30-42(b)(1)" stands in § 30-42, which has no headings for its items. */
function isAroundItem(section: SectionReference, named: SectionReference): boolean {
  return (
    section.parts.length >= Math.min(2, named.plainParts) &&
    section.parts.length >= named.plainParts &&
    section.parts.length < named.parts.length &&
    section.parts.every((part, at) => named.parts[at] === part)
  );
}

/** "Article 5", "ARTICLE V. - SUPPLEMENTARY STANDARDS", "Chapter 17.64". */
function divisionHeading({ division, parts }: SectionReference): RegExp {
  const [first = "", ...rest] = parts;
  const written = [`(?:${waysToWrite(first).join("|")})`, ...rest].join("[-. –—]?");
  return new RegExp(String.raw`^\s*${division}\s+(?:no\.?\s*)?["“]?${written}(?![-.–—]?[a-z0-9])`, "i");
}

/** "Article 8" of a code whose headings say "8 Parking" and "8.2 Spaces". */
function standsUnderNumber(headingPath: readonly string[], { division, parts }: SectionReference): boolean {
  const [first = ""] = parts;
  if (division !== "article" && division !== "chapter") return false;
  const written = waysToWrite(first).find((way) => /^\d/.test(way));
  if (written === undefined || parts.length > 1) return false;
  return headingPath.slice(0, 2).some((one) => new RegExp(String.raw`^\s*${written}\.?\s+[A-Z]`).test(one));
}

function isOfTable({ cell, lead, passage, ...one }: Evidence, table: string): boolean {
  if (!cell) return false;
  const named = new RegExp(String.raw`\btable\s+(?:no\.?\s*)?${table.replace(/[.-]/g, "\\$&")}(?![\w-]|\.\d)`, "i");
  return [lead, ...headingsOf({ cell, lead, passage, ...one }).slice(0, 1)].some((text) => named.test(text));
}
