import type { OutlineNode } from "../corpus.ts";
import {
  announcedReferences,
  compareParts,
  readSection,
  type SectionReference,
  withLetterApart,
} from "./section-reference.ts";

/** Words that make "Section 8-24" one of a law outside the code. */
const otherLawAfter =
  /^[^.;\n]{0,60}?\b(?:(?:General |Revised |State )?Statutes|General Laws|Acts?\b|U\.?S\.?C|C\.?F\.?R|Code of [A-Z]|(?:State|Revised|Official|Building|Fire) Code|Code Annotated|Constitution)/;
const otherLawBefore =
  /(?:Statutes|\b[A-Z]\.?\s?G\.?\s?[SL]\.?|U\.?S\.?C\.?|C\.?F\.?R\.?|R\.?[CS]\.?[WA]\.?|O\.?[CR]\.?[GS]\.?A?\.?|General Laws|\bAct),?\s*$/;

/** Sections, and divisions numbered like them ("Chapter 17.64"), of its own code that a text refers to; each once. */
export function referencesIn(text: string): SectionReference[] {
  const references = announcedReferences(text).filter(
    ({ division, parts, charStart, charEnd }) =>
      (division === null || parts.length > 1) &&
      !otherLawAfter.test(text.slice(charEnd, charEnd + 100)) &&
      !otherLawBefore.test(text.slice(Math.max(0, charStart - 30), charStart)),
  );
  return [...new Map(references.map((reference) => [reference.parts.join(" "), reference])).values()];
}

/**
 * Counts the sections that a document refers to and does not have; each counts once. An item that has no heading is there
 * when its section is, and a chapter when a section in it is.
 */
export function countUnresolved(text: string, outline: readonly OutlineNode[]): number {
  const sections = outline.flatMap(({ number }) => (number === null ? [] : [readSection(number)]));
  if (sections.length === 0) return 0;
  const known = new Set(sections.flatMap(({ parts }) => parts.map((_, at) => parts.slice(0, at + 1).join(" "))));
  const ranges = sections.filter((section) => section.through !== null);
  const isThere = (reference: SectionReference) => {
    const least = Math.min(2, reference.plainParts);
    for (let length = reference.parts.length; length >= least; length -= 1) {
      const parts = reference.parts.slice(0, length);
      if (known.has(parts.join(" ")) || ranges.some((range) => isBetween(parts, range))) return true;
    }
    return false;
  };
  return referencesIn(text).filter((reference) => {
    const apart = withLetterApart(reference);
    return !isThere(reference) && !(apart && isThere(apart));
  }).length;
}

/** Tells whether a number lies in a range; an item of its last section does. */
export function isBetween(parts: readonly string[], range: SectionReference): boolean {
  const { through } = range;
  if (through === null || parts.length < range.parts.length) return false;
  return compareParts(parts, range.parts) >= 0 && compareParts(parts.slice(0, through.length), through) <= 0;
}
