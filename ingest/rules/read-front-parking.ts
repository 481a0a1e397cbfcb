import { siteMeasureOf } from "../lexicon/site-standards.ts";
import { type Clause, clausesOutsideTables } from "./clauses.ts";
import type { DistrictRegister } from "./district-register.ts";
import { frontParkingIn } from "./front-parking.ts";
import { inDigits } from "./number-words.ts";
import type { SiteRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { districtsAt, specialChapterOf, usesAt } from "./rule-place.ts";

const confidence = 0.9;
const longestSentence = 500;
const onParking = /\bparking\b|\bloading\b|\bdriveways?\b/i;
/** Headings on the layout of any site; another heading may be that of one use. */
const onLayout =
  /\bparking\b|\bsites?\b|\bdesign\b|\bstandards?\b|\brequirements?\b|\bdevelopments?\b|\bgeneral\b|\bdimension\w*|\byards?\b|\bsetbacks?\b|\blocation\b|\bbuild-to\b|\bdistricts?\b|\bzones?\b/i;

/** Returns where the sentences of a chunk keep parking out of the front of lots, in feet behind a building or a setback. */
export function readFrontParking(chunk: RuleChunk, register: DistrictRegister): SiteRule[] {
  const path = chunk.headingPath;
  if (path.some((heading) => /\bdefinitions?\b/i.test(heading))) return [];
  const clauses = clausesOutsideTables(chunk, longestSentence);
  return clauses.flatMap(({ text, start, end }, at): SiteRule[] => {
    const stated = frontParkingIn(inDigits(text));
    if (stated === undefined) return [];
    const { standard, value, condition } = stated;
    const stand = { headingPath: path, text: `${leadOf(clauses, at)} ${text}`, subject: onParking };
    const { districts, binding } = districtsAt(stand, register);
    const heading = path.at(-1) ?? "";
    const ofHeading = onLayout.test(heading) || register.inLabel(heading).length > 0 ? null : heading;
    const special = specialChapterOf(stand, register) ?? usesAt(stand, districts) ?? ofHeading;
    return [
      {
        ...{ kind: "site", standard, ...siteMeasureOf(standard), value, districts, binding, notes: [], confidence },
        conditions: [condition, special].flatMap((one) => one ?? []),
        evidence: { chunk: chunk.ordinal, charStart: start, charEnd: end },
      },
    ];
  });
}

/** A line that introduces a list of rules for some districts: "Within the BP district:". */
const leadsList = /^\W*(?:with)?in\b[^.;]*\b(?:districts?|zones?)\b[^.;]*:$/i;
const longestList = 8;

/** The line above a list that an item may belong to; "" where there is none. */
const leadOf = (clauses: readonly Clause[], at: number): string =>
  clauses.slice(Math.max(0, at - longestList), at).findLast(({ text }) => leadsList.test(text))?.text ?? "";
