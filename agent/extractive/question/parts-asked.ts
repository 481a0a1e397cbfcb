import { measures } from "./measures.ts";
import { limitAsked, type QuestionReading } from "./read-question.ts";

/** A second thing that is asked for: "… and how far off the back line", "… and for retail stores". */
const secondAsked =
  /\b(?:and|or|plus|also)\s+(?:also\s+)?(?:(?:for|to|by|in|within)\s+)?(?:how|what|which|who|when|where)\b|;\s*(?:how|what|which|who|when|where)\b|\bfor\b[^?.;]{3,80}\band for\b/i;
/** Returns how many things a question asks for, as far as its form tells: one where it tells of none. */
export function partsAsked({ text }: QuestionReading): number {
  return secondAsked.test(text) ? 2 : 1;
}

const eachAsked = /[,;]?\s+(?:and|or|plus|also)\s+(?=(?:how|what)\b)/i;

/**
 * Parts a question for amounts of several kinds into one question for each, about the same thing: "how wide must my driveway
 * be and how steep can it get". Any other question is one part.
 */
export function amountsAsked(question: QuestionReading): readonly QuestionReading[] {
  const parts = question.text.split(eachAsked).flatMap((part) => {
    const measure = measures.find((one) => one.asked.test(part));
    return measure ? [{ ...question, measure, limit: limitAsked(part) }] : [];
  });
  return new Set(parts.map(({ measure }) => measure)).size > 1 ? parts : [question];
}
