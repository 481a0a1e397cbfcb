const one = "(?:one|1|a single)";
const building = String.raw`(?:principal|main|primary)\s+(?:residential\s+|dwelling\s+)?(?:buildings?|structures?)\b`;
/** "A lot shall have no more than 1 principal building", "only 1 principal building shall be erected on any lot". */
const noMore = new RegExp(
  String.raw`\b(?:no|not)\s+(?:be\s+)?more\s+than\s+${one}\s+${building}|\bonly\s+${one}\s+${building}`,
  "i",
);
const onOneLot =
  /\b(?:on|upon)\s+(?:any|a|one|each|the same|a single)\s+(?:one\s+)?(?:residential\s+)?(?:building\s+)?(?:lot|parcel)\b|\b(?:a|each|any|every|no)\s+(?:residential\s+)?lot\s+(?:shall|may|contain)/i;
const ofSomeLots =
  /\b(?:residential|residence|dwelling|if|where|when|until|unless|special permit|containing|smaller|larger|nonconforming)\b/i;
/** Exceptions that take ordinary development out of the rule. */
const wideException =
  /\b(?:multi\w*|apartments?|townhouses?|non-?residential|commercial|industrial|business|planned|group|districts?|zones?|permitted|authoriz\w*|housing|parks?)\b/i;
/** An exception at the beginning, up to the words of the rule. */
const leadingException =
  /^\W*(?:\(?\w{1,4}[.)]\s+)?(?:except|with the exception)\b.*?(?=\b(?:there\s+shall|only\s+one|no\s+more|not\s+more|(?:a|each|any|every)\s+lot)\b)/i;

/** The rule that a lot has one principal building. */
export interface OneBuilding {
  /** The sentence without an exception at its beginning: the districts of an exception are not those of the rule. */
  readonly text: string;
  readonly condition: string | null;
}

/** Returns the rule of a sentence that a lot has no more than one principal building; undefined for none. */
export function oneBuildingIn(sentence: string, main: string): OneBuilding | undefined {
  const leading = leadingException.exec(main)?.[0] ?? "";
  const text = main.slice(leading.length);
  if (!noMore.test(text) || !onOneLot.test(text) || !/\b(?:shall|may|must)\b/i.test(text)) return undefined;
  const exceptions = `${leading} ${sentence.slice(main.length)}`;
  const isCase = ofSomeLots.test(text) || wideException.test(exceptions);
  return { text, condition: isCase ? sentence.slice(0, 200) : null };
}
