import type { QuestionReading } from "./read-question.ts";
import { conceptsOf, type UseConcept } from "./use-words.ts";

/** What is done with a building's customers in their cars: decided apart from the business it belongs to. */
const driveThrough =
  /\bwith (?:an? |its )?(?:own )?(?:[\w-]+ ){0,2}?(?:drive-?\s?(?:through|thru|up|in))\b|\b(?:drive-?\s?(?:through|thru|up|in))\s+(?:window|lane|service)\b/i;

/** "At my house" says where, not what. */
const whereOneLives = "single-family";

/**
 * A question of permission with the whole use it is about; other questions as they are.
 *
 * A drive-through that comes with a business is part of the use, and a kind of use named anywhere in the question
 * stands in where no phrase after a verb names one ("truck terminal on land zoned B-2, would the city let us?").
 */
export function withWholeUse(question: QuestionReading): QuestionReading {
  const { text, kind, useConcepts: read } = question;
  if (kind !== "permission") return question;
  const anywhere = read.some((one) => one.kind !== undefined)
    ? []
    : conceptsOf(text).filter((one) => one.kind !== undefined && one.kind !== whereOneLives);
  const named = anywhere.length > 0 ? anywhere : read;
  const isServedInCars = driveThrough.test(text) && !named.some((one) => one.kind === "drive-through");
  const useConcepts = isServedInCars ? servedInCars(named) : named;
  return { ...question, use: anywhere[0]?.kind ?? question.use, useConcepts };
}

function servedInCars(concepts: readonly UseConcept[]): UseConcept[] {
  const [drive] = conceptsOf("drive-through");
  return drive ? [drive, ...concepts.map((one) => ({ ...one, weight: Math.min(one.weight, 0.6) }))] : [...concepts];
}
