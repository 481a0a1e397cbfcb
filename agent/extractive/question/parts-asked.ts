import type { QuestionReading } from "./read-question.ts";

/** A second thing that is asked for: "… and how far off the back line", "… and for retail stores". */
const secondAsked =
  /\b(?:and|or|plus|also)\s+(?:also\s+)?(?:(?:for|to|by|in|within)\s+)?(?:how|what|which|who|when|where)\b|;\s*(?:how|what|which|who|when|where)\b|\bfor\b[^?.;]{3,80}\band for\b/i;
/** Two lines of a lot that a distance is asked from: "from the front, the rear and the side line". */
const twoLines = /\b(?:front|side|rear|back)\b[^?.;]{0,30}(?:,|\band\b|&)[^?.;]{0,30}\b(?:front|side|rear|back)\b/i;
const distance = /\bhow (?:far|close|near)\b|\bset ?backs?\b|\byards?\b/i;

/** Each thing of a series: "how big must the lot be, how much frontage and how much can I cover". */
const eachAsked = /(?:^|[,;:.]|\b(?:and|or|plus|also)\b)\s*(?:how|what|which)\b/gi;

/** Returns how many things a question asks for, as far as its form tells: one where it tells of none. */
export function partsAsked({ text }: QuestionReading): number {
  const series = [...text.matchAll(eachAsked)].length;
  if (series > 2) return series;
  return secondAsked.test(text) || (distance.test(text) && twoLines.test(text)) ? 2 : 1;
}
