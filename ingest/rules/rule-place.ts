import type { DistrictRegister } from "./district-register.ts";
import { headingDistricts } from "./heading-districts.ts";
import { usesOf } from "./read-parking-rules.ts";
import type { RuleBinding } from "./rule.ts";

/** Chapters on a special form of development, whose standards hold there and not at large. */
const specialChapter =
  /\b(?:special (?:exceptions?|permits?|uses?)|planned|overlay|mixed[- ]use|elderly|cluster|conservation|open space|village(?! of\b)|design (?:district|development)|signs?|nonconform\w*|home occupations?|accessory|definitions?|subdivisions?|wireless|campgrounds?|parks?)\b/i;
/** The heading of a district, whose uses it may name. */
const ofDistrict = /\b(?:districts?|zones?)\b/i;

/** Where a sentence on the layout of sites stands. */
export interface Stand {
  readonly headingPath: readonly string[];
  /** The words that may name its districts and uses. */
  readonly text: string;
  /** What headings name that are on the subject of the rule for any lot, such as parking; null where headings on it are like all others. */
  readonly subject: RegExp | null;
}

/** Returns the districts that a sentence is for: those that it names, else those of the heading; a heading on its subject names none. */
export function districtsAt(
  { headingPath, text, subject }: Stand,
  register: DistrictRegister,
): { readonly districts: readonly string[]; readonly binding: RuleBinding } {
  const named = register.inLabel(text);
  if (named.length > 0) return { districts: named, binding: "sentence" };
  const headings = headingPath.filter((heading) => !subject?.test(heading));
  const inHeading = headingDistricts(headings, register);
  return { districts: inHeading, binding: inHeading.length > 0 ? "heading" : "all" };
}

/** Returns the heading above a rule that belongs to a chapter on a special form of development; undefined where there is none. */
export function specialChapterOf({ headingPath, subject }: Stand, register: DistrictRegister): string | undefined {
  return headingPath.find(
    (heading) =>
      specialChapter.test(heading) &&
      !subject?.test(heading) &&
      !/\bparking\b/i.test(heading) &&
      (register.inLabel(heading).length === 0 || /\boverlay\b/i.test(heading)),
  );
}

/**
 * Returns which uses or lots a rule is for: the sentence or heading that names a use, or the heading of the section where no
 * district is named, nor every lot, and no heading is on the subject. Null: it holds for all.
 */
export function usesAt({ headingPath, text, subject }: Stand, districts: readonly string[]): string | null {
  if (usesNamed(text).length > 0) return text.slice(0, 200);
  const ofUse = headingPath.toReversed().find((heading) => usesNamed(heading).length > 0 && !ofDistrict.test(heading));
  if (ofUse !== undefined) return ofUse;
  if (districts.length > 0) return null;
  const ofOther = headingPath.find((heading) => ofDistrict.test(heading));
  if (ofOther !== undefined) return ofOther;
  const isAtLarge =
    /\b(?:on|upon) (?:one|the same|a|any|a single) lot\b|\bprincipal\b/i.test(text) ||
    headingPath.some((heading) => subject?.test(heading));
  return isAtLarge ? null : (headingPath.at(-1) ?? null);
}

/** Returns the kinds of dwellings and businesses that words name, by their key in `parking_ratio`; every dwelling is none. */
export const usesNamed = (words: string): string[] => usesOf(words).filter((use) => use !== "dwelling");
