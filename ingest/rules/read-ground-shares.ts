import { beforeException, clausesOutsideTables } from "./clauses.ts";
import type { DistrictRegister } from "./district-register.ts";
import { groundSharesIn } from "./landscaped-shares.ts";
import { inDigits } from "./number-words.ts";
import type { DimensionRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { districtsAt, specialChapterOf, usesAt } from "./rule-place.ts";

const confidence = 0.9;
const longestSentence = 500;
/** Headings on the planting or the open space of any lot. */
const onGround =
  /\blandscap\w+|\b(?:usable |common )?open space\b(?! (?:development|residential|subdivision|conservation|zone|district))/i;
const caseWords = /\b(?:if|where|when|unless|whichever|existing|more than \d+|or more)\b/i;

/** Returns the least shares of lots that the sentences of a chunk ask to be landscaped or open, by district. */
export function readGroundShares(chunk: RuleChunk, register: DistrictRegister): DimensionRule[] {
  const { headingPath, ordinal } = chunk;
  if (headingPath.some((heading) => /\bdefinitions?\b/i.test(heading))) return [];
  return clausesOutsideTables(chunk, longestSentence).flatMap(({ text, start, end }) =>
    groundSharesIn(inDigits(beforeException(text))).map(({ dimension, value, unit, lots }): DimensionRule => {
      const stand = { headingPath, text: lots, subject: onGround };
      const { districts, binding } = districtsAt(stand, register);
      const special = specialChapterOf(stand, register);
      const conditions = [caseWords.test(text) ? text.slice(0, 200) : null, special ?? usesAt(stand, districts)];
      return {
        ...{ kind: "dimension", dimension, limit: "min", isNone: false, value, unit, notes: [], confidence },
        districts: districts.length > 0 ? districts : register.entries.map(({ code }) => code),
        ...{ binding, conditions: conditions.flatMap((one) => one ?? []) },
        evidence: { chunk: ordinal, charStart: start, charEnd: end },
      };
    }),
  );
}
