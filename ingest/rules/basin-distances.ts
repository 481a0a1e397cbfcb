import type { SiteStandardId } from "../lexicon/site-standards.ts";

/** How far a basin or an infiltration system keeps from something. */
export interface BasinDistance {
  readonly standard: Extract<SiteStandardId, "basin_lot_line" | "basin_building" | "basin_well" | "basin_septic">;
  /** Feet. */
  readonly value: number;
  readonly condition: string | null;
}

const basins = String.raw`(?:(?:stormwater|storm water|detention|retention|infiltration|bioretention|drainage)\s+)*(?:basins?|ponds?|infiltration (?:systems?|trenches|facilit(?:y|ies))|rain gardens?|bioretention (?:areas?|facilit(?:y|ies)))`;
const subject = new RegExp(
  String.raw`^\W*(?:\(?\w{1,3}[.)]\s+)?(?:(?:no|an?|the|all|any|each|every)\s+)?(?:edge of (?:an?|the|any)\s+)?${basins}\b`,
  "i",
);
/** "It shall be at least …" is about what its section is entitled after. */
const pronoun = /^\W*(?:\(?\w{1,3}[.)]\s+)?(?:it|they|these)\s+(?:shall|must)\b/i;
const ofBasins = /\b(?:basins?|infiltration|detention|retention|bioretention)\b/i;
const isAsked =
  /\b(?:at least|no (?:closer|nearer|less)|not (?:be )?(?:located )?(?:closer|nearer|less|within)|minimum|within)\b/i;
const distance =
  /(?<![\d.])(\d{1,3})(?:\s*(?:feet|foot|ft\b\.?))?\s+(?:from|to|of)\s+(?:(?:an?|any|the|every|all|each)\s+)?([a-z][^,;.]{2,60}?)(?=\s*(?:[,;.]|$)|\s+and\s+(?:at least\s+)?\d)/gi;
const targets: readonly (readonly [BasinDistance["standard"], RegExp])[] = [
  ["basin_lot_line", /^(?:side |rear |side or rear |abutting )?(?:lot|property|boundary) lines?\b/i],
  ["basin_building", /^(?:principal |occupied |habitable )?(?:buildings?|structures?|dwellings?|foundations?)\b/i],
  ["basin_well", /^(?:drinking water |private |public |water supply )*wells?\b/i],
  ["basin_septic", /^(?:septic|subsurface sewage|leach\w*)(?:\s+\w+)?\b/i],
];
const [least, most] = [3, 300];

/**
 * Returns how far a sentence keeps basins and infiltration systems from lot lines, buildings, wells and septic systems.
 *
 * @param sentence with its numbers in digits
 * @param heading of its section, which names the subject of "it"
 */
export function basinDistancesIn(sentence: string, heading: string): BasinDistance[] {
  const isOfBasins = subject.test(sentence) || (pronoun.test(sentence) && ofBasins.test(heading));
  if (!isOfBasins || !isAsked.test(sentence) || !/\b(?:shall|must|no)\b/i.test(sentence)) return [];
  return [...sentence.matchAll(distance)].flatMap(([, amount, words = ""]): BasinDistance[] => {
    const value = Number(amount);
    const [standard, pattern] = targets.find(([, target]) => target.test(words)) ?? [];
    if (!standard || !pattern || value < least || value > most) return [];
    const rest = words.replace(pattern, "").replace(/\b1\b/, "one").trim();
    return [{ standard, value, condition: rest === "" ? null : rest }];
  });
}
