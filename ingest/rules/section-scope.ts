import type { DistrictRegister } from "./district-register.ts";
import { nearestDistricts } from "./heading-districts.ts";
import type { DimensionRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

/** Forms of development and kinds of lots that have standards of their own beside those of their district. */
const specialForm =
  /\bopen[- ]space (?:conservation|residential|subdivisions?|developments?|communit\w+|design|preservation|plan\w*)\b|\bcluster(?:ed|ing)?\b|\bconservation (?:areas?|subdivisions?|developments?|design)\b|\bplanned (?:[\w-]+ ){0,2}developments?\b|\bfloating zones?\b|\b(?:lot|average) (?:size )?averag\w+\b|\bzero[- ]lot[- ]line\b|\b(?:rear|flag|interior) lots?\b|\b(?:affordable|workforce|elderly|senior|age-restricted) housing\b|\b(?:density|development) bonus(?:es)?\b|\bspecial (?:uses|standards|requirements|regulations|provisions) (?:for|with) (?:\w+ )?(?:uses|standards)\b/i;
const ofDistrict = /\b(?<!floating )(?:districts?|zones?)\b/i;
/** "Non-residential uses in suburban districts": standards of a part of the uses of the district that the heading names. */
const ofSomeUses =
  /\b(?:non-?residential|commercial|multi-?family|two-family|townhouse)\s+(?:uses?|housing|dwellings?|developments?|residences)\b[^.;]*\b(?:in|of|for)\b/i;
/** Lists of uses that need an approval: where a page ends with a table, it is read behind the list that the page began. */
const usesByApproval = /\bspecial (?:permit|exception|use)s?\b|\bpermit uses?\b|\bconditional uses?\b/i;
/** A sentence by which the standards behind it are of one district or form: "For all property within the AR-IP zoning district, the following minimum standards shall apply". */
const scopeSentence =
  /^[^.;:]{0,60}\b(?:within|in|for)\s+(?:the\s+|an?\s+|any\s+)?([A-Z][A-Z0-9]{0,4}(?:-[A-Z0-9]{1,5})?)\s+(?:zoning\s+)?(?:districts?|zones?)\b[^.;]{0,80}\bfollowing\b/;

/**
 * Returns the heading that makes what stands below it a case of its district: a section on cluster developments in the
 * chapter of R-1 sets no general standards of R-1. Undefined where the section is about the district at large.
 */
export function scopeOfSection(headingPath: readonly string[], register: DistrictRegister): string | undefined {
  const { at } = nearestDistricts(headingPath, register);
  const ofUses = headingPath.slice(Math.max(at, 0)).find((heading) => ofSomeUses.test(heading));
  if (ofUses !== undefined) return ofUses;
  const below = headingPath
    .slice(at + 1)
    .filter((heading) => !ofDistrict.test(heading) && register.inLabel(heading).length === 0);
  return below.find((heading) => specialForm.test(heading)) ?? below.find((heading) => usesByApproval.test(heading));
}

/** A lead that takes what it introduces out of the general sections: "Notwithstanding Section 28, houses in the "North Area" shall comply with the following:" */
const exceptingLead =
  /^\W{0,8}(?:\d{1,4}[A-Z]{0,3}(?:\(\w{1,4}\))?\W{1,4})?Notwithstanding\b(?:[^.;:]|\.(?=\d)){3,400}?\bfollowing\b[^.;:]{0,60}:/;

/** Returns the lead that makes what a chunk states a case; a chunk that goes on with the section of another has the lead of that one. */
export function exceptingLeads(chunks: readonly RuleChunk[]): (string | undefined)[] {
  let section = "";
  let lead: string | undefined;
  return chunks.map(({ text, headingPath }) => {
    const own = exceptingLead.exec(text)?.[0];
    const path = headingPath.join("\n");
    lead = own ?? (path === section ? lead : undefined);
    section = path;
    return lead?.replace(/\s+/g, " ").trim().slice(0, longestCase);
  });
}

const longestCase = 200;

/** Whether a heading is of a form of development, or of uses by approval, which have standards of their own. */
export const isOfSpecialForm = (heading: string): boolean => specialForm.test(heading) || usesByApproval.test(heading);

/** Whether a table that names the district of a standard itself stands in a list of uses by chance: it sets no terms for them. */
export function isOfSchedule({ binding }: DimensionRule, scope: string): boolean {
  return (binding === "row" || binding === "column") && !specialForm.test(scope);
}

/** Returns the code that a sentence names as the district of what follows it; undefined for any other sentence. */
export function districtOfScope(sentence: string): string | undefined {
  return scopeSentence.exec(sentence.slice(0, 300))?.[1];
}
