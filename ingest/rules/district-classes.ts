import { isResidentialDistrict } from "../lexicon/residential-districts.ts";
import type { DistrictRegister } from "./district-register.ts";

/** "Uses permitted in all residential zones", "special exceptions in any residence district". */
const ofResidences =
  /\b(?:in|for)\s+(?:all|any|each|every|the)\s+residen(?:tial|ce)\s+(?:zoning\s+)?(?:zones?|districts?)\b/i;
/** "3 RESIDENTIAL DISTRICTS": a chapter on all of them. */
const chapterOnResidences =
  /^\W*(?:(?:section|article|chapter|part)\s+)?(?:[\dIVX][\w.-]*\W+)?residen(?:tial|ce)\s+(?:zoning\s+)?(?:zones|districts)\W*$/i;
/** Districts with homes that have uses of their own beside those of the residential ones. */
const withOwnUses =
  /\b(?:overlay|floating|planned|development|cluster|special|village|elderly|senior|affordable|workforce|mobile|multiple|multi-?family|apartments?)\b/i;

/** Returns whether a heading is the title of a chapter on a class of districts, and nothing more. */
export const isChapterOnClass = (heading: string): boolean => chapterOnResidences.test(heading);

/** Returns the districts that a heading or a line names by their class; none where it names no class. */
export function districtsOfClass(label: string, { entries }: DistrictRegister): string[] {
  if (!ofResidences.test(label) && !isChapterOnClass(label)) return [];
  return entries
    .filter(({ code, name }) => isResidentialDistrict(code, name) && !withOwnUses.test(`${name ?? ""}`))
    .map(({ code }) => code);
}
