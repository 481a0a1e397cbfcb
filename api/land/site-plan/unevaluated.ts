import { dwellingUses, usesNamed } from "../../../ingest/index.ts";
import type { CriterionValue } from "../design-criteria/criteria.ts";
import type { ParkingUse } from "./parking-use.ts";

/** Returns whether a case is about dwellings of other kinds alone, or about no dwellings where nothing else is built. */
export function isOfOtherUse(words: string, uses: readonly ParkingUse[]): boolean {
  const kinds = usesNamed(words);
  const isOfDwellings = kinds.length > 0 && kinds.every((kind) => dwellingUses.includes(kind));
  if (isOfDwellings) return !uses.some(({ criteria }) => kinds.some((kind) => criteria.includes(kind)));
  return /\bnon-?residential (?:use|building)/i.test(words) && uses.every(({ base }) => base === "dwelling unit");
}

/** Returns the clause of a value in quotation marks with its place; nothing without one. */
export const quoted = ({ citations: [citation] }: CriterionValue): string[] =>
  citation ? [`“${citation.quote}” (${citation.section ?? citation.sourceDocument})`] : [];

/** Whether the words of a case are a whole sentence of the ordinance, which states the value too. */
export const isSentence = (words: string) =>
  words.length > 60 && /\b(?:shall|must|required?|provided?|minimum|least)\b/i.test(words);

/** Returns in words that concepts are not checked against a standard, with its values, cases and clauses; nothing without a value. */
export function unevaluated(values: readonly CriterionValue[], name: string): string[] {
  if (values.length === 0) return [];
  const told = values.map(({ value, unit, condition, citations: [citation] }) => {
    const place = citation?.section ?? citation?.sourceDocument;
    const where = place === undefined ? "" : ` (${place})`;
    if (condition !== null && isSentence(condition)) return `“${condition}”${where}`;
    return `at least ${value} ${unit ?? ""}${condition === null ? "" : ` for ${condition}`}${where}`;
  });
  return [`Not evaluated: ${name}: ${told.join("; ")}.`];
}
