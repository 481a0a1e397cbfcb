const flagLot = /\b(?:flag|panhandle|pork\s?chop|rear)\s+lots?\b(?!\s+lines?)/i;
/** "Every setback … shall be at least …", "setback distances from all lot lines". */
const everySide =
  /\b(?:every|each|all|any)\s+(?:required\s+|minimum\s+)?(?:setbacks?|yards?)\b|\bfrom\s+(?:all|each|every|any)\s+(?:lot|property)\s+lines?\b/i;
const ofBuildings = /\b(?:setbacks?|yards?|buildings?|dwellings?|principal)\b/i;
const least =
  /\b(?:at least|no less than|not less than|minimum|less than|within)\b[^.;]{0,60}?\b(\d{1,3})\s*(?:feet|foot|ft\b)/gi;
const otherThings =
  /\b(?:accessory|drive\w*|parking|fences?|signs?|wells?|septic|trees?|planting|screen\w*|street lines?|if|where|when|unless|whichever)\b/i;
const [fewest, most] = [5, 200];

/**
 * Returns how far a sentence keeps the buildings of a flag lot from every lot line in feet; undefined for none, and for a sentence
 * on one side of the lot. Of several amounts the greatest counts.
 *
 * @param sentence with its numbers in digits
 * @param heading of its section, which may name the flag lot
 */
export function flagLotSetbackIn(sentence: string, heading: string): number | undefined {
  if (!flagLot.test(`${heading} ${sentence}`) || !everySide.test(sentence) || !ofBuildings.test(sentence))
    return undefined;
  if (otherThings.test(sentence) || !/\b(?:shall|must|no)\b/i.test(sentence)) return undefined;
  const amounts = [...sentence.matchAll(least)]
    .map(([, feet]) => Number(feet))
    .filter((feet) => feet >= fewest && feet <= most);
  return amounts.length === 0 ? undefined : Math.max(...amounts);
}
