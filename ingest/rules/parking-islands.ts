/** "No row shall have more than 15 spaces without an island", "not more than 16 spaces in any row without being interrupted by an island". */
const withoutIsland =
  /\b(?:no|not)\b[^.;]{0,80}?\b(?:more than\s+)(\d{1,2})\s+(?:\w+\s+){0,2}?(?:spaces|stalls)\b[^.;]{0,90}\b(?:without|unless|interrupted|separated|broken|divided)\b[^.;]{0,80}\bislands?\b/i;
/** "Landscaped islands shall occur at least every 10 parking spaces", "one landscape island for every 10 parking spaces". */
const everyFew = /\bislands?\b[^.;,]{0,60}?\b(?:every|each)\s+(\d{1,2})\s+(?:\w+\s+)?(?:spaces|stalls)\b/i;
/** "Islands shall not be separated by more than 12 parking spaces". */
const apart =
  /\bislands?\b[^.;]{0,30}\bnot\s+be\s+(?:separated|spaced|apart)\b[^.;]{0,20}\bmore than\s+(\d{1,2})\s+(?:\w+\s+)?(?:spaces|stalls)\b/i;
/** Islands that end rows, what grows on islands, and how large they are. */
const otherThings =
  /\b(?:trees?|shrubs?|plants|caliper|square feet|sq\.?\s?ft|set of|terminal|should|pumps?|gasoline|charging|loading)\b/i;
/** The size of a parking lot as what an island needs. */
const ofSomeLots =
  /\b(?:where|if|when|unless)\b|\b(?:containing|with|of)\s+(?:more than\s+)?\d+\s+(?:or more|or fewer|or less)\b|\b(?:for the first|\d+ or (?:more|fewer))\b/i;
const [least, most] = [5, 40];

/** A rule on how many stalls lie between two islands of a row. */
export interface IslandRule {
  /** Stalls. */
  readonly value: number;
  readonly condition: string | null;
}

/**
 * Returns after how many stalls of a row a sentence asks for an island; undefined for none.
 *
 * @param sentence with its numbers in digits
 */
export function islandRuleIn(sentence: string): IslandRule | undefined {
  if (!/\b(?:shall|must|no|not|required?)\b/i.test(sentence) || otherThings.test(sentence)) return undefined;
  const stated = withoutIsland.exec(sentence) ?? everyFew.exec(sentence) ?? apart.exec(sentence);
  const value = Number(stated?.[1]);
  if (!stated || !(value >= least && value <= most)) return undefined;
  return { value, condition: ofSomeLots.test(sentence) ? sentence.slice(0, 200) : null };
}
