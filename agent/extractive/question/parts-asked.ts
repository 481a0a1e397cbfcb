import type { QuestionReading } from "./read-question.ts";

/** A second thing that is asked for: "… and how far off the back line", "… and for retail stores". */
const secondAsked =
  /\b(?:and|or|plus|also)\s+(?:also\s+)?(?:(?:for|to|by|in|within)\s+)?(?:how|what|which|who|when|where)\b|;\s*(?:how|what|which|who|when|where)\b|\bfor\b[^?.;]{3,80}\band for\b/i;
/** Returns how many things a question asks for, as far as its form tells: one where it tells of none. */
export function partsAsked({ text }: QuestionReading): number {
  return secondAsked.test(text) ? 2 : 1;
}
