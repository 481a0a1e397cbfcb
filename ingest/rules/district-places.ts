import type { DistrictRegister } from "./district-register.ts";
import { headingDistricts } from "./heading-districts.ts";
import type { DistrictPlace, Rule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

/** Returns where an ordinance rules on the uses and the standards of each of its districts, in the order of the text. */
export function districtPlaces(
  chunks: readonly RuleChunk[],
  rules: readonly Rule[],
  register: DistrictRegister,
): DistrictPlace[] {
  const ofStandards = new Map<number, Set<string>>();
  for (const rule of rules) {
    if (rule.kind !== "dimension" || rule.binding === "all") continue;
    const held = ofStandards.get(rule.evidence.chunk) ?? new Set<string>();
    for (const code of rule.districts) held.add(code);
    ofStandards.set(rule.evidence.chunk, held);
  }
  return chunks.flatMap((chunk): DistrictPlace[] => {
    const standards = [...(ofStandards.get(chunk.ordinal) ?? [])];
    const uses = districtsOfUses(chunk, register);
    return [
      ...(uses.length > 0 ? [{ chunk: chunk.ordinal, subject: "uses" as const, districts: uses }] : []),
      ...(standards.length > 0 ? [{ chunk: chunk.ordinal, subject: "standards" as const, districts: standards }] : []),
    ];
  });
}

/** Words of headings and leads of lists of uses. */
const ofUses =
  /\b(?:uses?|permitted|prohibited|special (?:permits?|exceptions?)|conditional|by right|as of right|permissible)\b/i;
/** Cells that tell a verdict: a mark, or a word of permission. */
const mark = /^\W{0,2}(?:[A-Z]{1,4}\d?|[●•■✓✔xX]|yes|no|permitted|prohibited|conditional|special)\W{0,3}$/i;

function districtsOfUses(chunk: RuleChunk, register: DistrictRegister): string[] {
  const found = new Set<string>();
  for (const { cells } of chunk.rows) {
    for (const { column, value } of cells) {
      if (value.trim() === "" || mark.test(value)) for (const code of register.inLabel(column)) found.add(code);
    }
  }
  const isOfUses = chunk.headingPath.slice(-2).some((heading) => ofUses.test(heading)) || ofUses.test(chunk.text);
  if (isOfUses) for (const code of headingDistricts(chunk.headingPath, register)) found.add(code);
  return [...found];
}
