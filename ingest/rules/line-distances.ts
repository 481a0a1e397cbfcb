import type { DimensionRule } from "./rule.ts";
import type { Amount } from "./values-in.ts";

type LineDistance = Pick<DimensionRule, "dimension" | "limit" | "unit" | "value">;

/** What a sentence, also behind its title, keeps away from the lines of its lot: "F. Setbacks. No structure shall extend". */
const keptAway =
  /^(?:\W*\w{1,3}[.)])?(?:\W*[A-Z][^.;]{3,60}\.)?\W*(?:no|all|every|each|any)\s+(?:part\s+of\s+an?y?\s+)?(?:(?:principal|main)\s+)?(?:buildings?|structures?|dwellings?|houses?)\b(?:(?!\b(?:used|for|on|over|hous\w+|contain\w+)\b)[^.;]){0,60}\b(?:shall|must|will|may)\b/i;
/** What comes before the first amount where that is a least distance: "less than", "at least"; "within" only behind "no". */
const leastDistance =
  /\b(?:less|nearer|closer)\s+(?:to\b[^.;]{0,40}\s+)?than\s*$|\b(?:at\s+least|set\s?-?back|minimum\s+of)\s*$/i;
const forbiddenWithin = /\bno\s[^.;]*\bwithin\s*$/i;
/** "… from the front lot line", "… of any side or rear lot line". */
const fromLines =
  /^\W{0,3}(?:from|of|to)\s+(?:(?:the|an?|any|each|either|every)\s+)?(front|street|side|rear)(?:\s+(?:lot\s+line\s+)?(?:and|or)\s+(side|rear))?\s+(?:(?:lot|property|boundary)\s+)?lines?\b/i;
const setbackOf: Readonly<Record<string, DimensionRule["dimension"]>> = {
  front: "setback_front",
  street: "setback_front",
  side: "setback_side_interior",
  rear: "setback_rear",
};

/**
 * Returns the setbacks that one sentence sets by the lines of a lot: "No structure shall extend less than 50 feet from the front lot
 * line or 30 feet from any side or rear lot line." None where one of its amounts is of something else.
 *
 * @param amounts those of the sentence, in its order
 */
export function lineDistancesIn(sentence: string, amounts: readonly Amount[]): LineDistance[] {
  const before = sentence.slice(0, amounts[0]?.start ?? 0);
  const isLeast = leastDistance.test(before) || forbiddenWithin.test(before);
  if (!isLeast || !keptAway.test(sentence)) return [];
  const read = amounts.map(({ value, unit, end }) => {
    const [, first = "", second = ""] = fromLines.exec(sentence.slice(end, end + 80)) ?? [];
    const sides = unit === "ft" ? [first, second] : [];
    return sides.flatMap((side): LineDistance[] => {
      const dimension = setbackOf[side.toLowerCase()];
      return dimension ? [{ dimension, limit: "min", unit: "ft", value }] : [];
    });
  });
  return read.every((one) => one.length > 0) ? read.flat() : [];
}
