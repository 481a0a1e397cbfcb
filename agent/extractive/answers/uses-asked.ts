import type { QuestionReading } from "../question/read-question.ts";
import { conceptsOf, isHomeOccupation } from "../question/use-words.ts";

/**
 * Parts a question for several uses into one question for each: "a bakery and a tavern". A use with what belongs to it
 * ("a shop with a drive-through") and work done at home are one.
 */
export function usesAsked(question: QuestionReading): QuestionReading[] {
  const { use, useConcepts } = question;
  if (use === null || useConcepts.some(isHomeOccupation)) return [question];
  const parts = use
    .split(/\s*,\s*(?:and|or)?\s*|\s+(?:and|or|plus|as well as)\s+|\s*&\s*/i)
    .filter((part) => part.trim() !== "");
  const read = parts.map((part) => ({ part, concepts: conceptsOf(part) }));
  const kinds = read.map(({ concepts }) => concepts[0]?.kind);
  const isSeveral =
    parts.length > 1 && kinds.every((kind) => kind !== undefined) && new Set(kinds).size === parts.length;
  if (!isSeveral) return [question];
  return read.map(({ part, concepts }) => ({
    ...question,
    use: part.replace(/^(?:an?|the)\s+/i, ""),
    useConcepts: concepts,
    text: question.text.replace(use, part),
  }));
}
