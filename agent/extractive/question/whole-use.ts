import { type QuestionReading, whatIsNot, withoutDistricts } from "./read-question.ts";
import { conceptsOf, hasTrait, type UseConcept } from "./use-words.ts";

/** What is done with a building's customers in their cars: decided apart from the business it belongs to. */
const driveThrough =
  /\bwith (?:an? |its )?(?:own )?(?:[\w-]+ ){0,2}?(?:drive-?\s?(?:through|thru|up|in))\b|\b(?:drive-?\s?(?:through|thru|up|in))\s+(?:window|lane|service)\b/i;

/** Work that is done where one lives: "run a business out of my house", "bake cakes in my kitchen". */
const workedAt =
  /\b(?:from|at) home\b|\b(?:out of|from|in|inside|at)\s+(?:my|our|his|her|their|a|the)\s+(?:own\s+)?(?:home|house|apartment|condo|residence|dwelling|living room|basement|kitchen|spare (?:bed)?room|bedroom|den|garage)\b(?!\s+(?:[\w-]{1,4}\s+)?(?:zones?|districts?)\b)/i;
const work =
  /\b(?:business(?:es)?|shop|salon|parlou?rs?|office|studio|practice|sell(?:ing)?|bak(?:e|ing)|cook(?:ing)?|sew(?:ing)?|tutor(?:ing)?|teach(?:ing)?|lessons|clients?|customers?|work(?:ing)?(?= (?:as|from))|repair(?:s|ing)?|massage|consult\w*|craft\w*|freelanc\w*)\b/i;

/**
 * A question of permission with the whole use it is about; other questions as they are.
 *
 * A drive-through that comes with a business is part of the use, and a kind of use named anywhere in the question
 * stands in where no phrase after a verb names one ("truck terminal on land zoned B-2, would the city let us?").
 */
export function withWholeUse(question: QuestionReading): QuestionReading {
  const { text, kind, districts, useConcepts: read } = question;
  if (kind !== "permission") return question;
  const isRead = question.useBy !== undefined || read.some((one) => one.kind !== undefined);
  const anywhere = isRead
    ? []
    : conceptsOf(withoutDistricts(text, districts).replace(whatIsNot, " ")).filter(
        ({ kind }) => kind !== undefined && kind !== "single-family",
      );
  const found = anywhere.length > 0 ? anywhere : read;
  const named = isWorkAtHome(text, found) ? workAtHome(found) : found;
  const isServedInCars = driveThrough.test(text) && !named.some((one) => one.kind === "drive-through");
  const whole = isServedInCars ? servedInCars(named) : named;
  // The model reads the use itself, never the place where it is put.
  const useConcepts = question.useBy === undefined ? putThere(text, whole) : whole;
  return { ...question, use: anywhere[0]?.kind ?? question.use, useConcepts };
}

/** "put barbed wire on", "are drones allowed over": a thing, before the words that say where. */
const thing =
  /\b(?:put|place|install|add|attach|hang|keep|have|store|use|fly|mount|string|erect|build)\s+(?:up\s+)?(?:(?:an?|the|my|our|any|some)\s+)?(?<put>(?:[\w-]+\s+){1,4}?)(?:up\s+)?(?:in|on|onto|over|above|at|inside|behind|beside|near|along)\s|^\W*(?:are|is)\s+(?:(?:an?|the|my|our|any)\s+)?(?<asked>(?:[\w-]+\s+){1,4}?)(?:allowed|permitted|legal|ok(?:ay)?)\s+(?:in|on|over|above|at|inside|behind|near|along)\s/i;

/** A thing of no known kind, told by its own words, is what is asked about, and not the kind of place it is put in. */
function putThere(text: string, concepts: readonly UseConcept[]): readonly UseConcept[] {
  const named = thing.exec(text)?.groups;
  const own = conceptsOf(named?.put ?? named?.asked ?? "");
  if (own.length === 0 || own.some(({ kind }) => kind !== undefined)) return concepts;
  const places = concepts.filter(({ kind }) => kind !== undefined);
  return [...own, ...places.map((one) => ({ ...one, weight: Math.min(one.weight, 0.1) }))];
}

function isWorkAtHome(text: string, concepts: readonly UseConcept[]): boolean {
  return workedAt.test(text) && work.test(text) && !concepts.some(({ kind }) => kind === "home occupation");
}

/** Returns whether a text mentions an activity in one's own home. */
export const isAtHome = (text: string): boolean => workedAt.test(text);

/** What is done at home is a home occupation first, whatever is done; that it is a house says where. */
function workAtHome(concepts: readonly UseConcept[]): UseConcept[] {
  const [home] = conceptsOf("home occupation");
  const others = concepts.filter((one) => !hasTrait(one.kind, "home"));
  return home ? [home, ...others.map((one) => ({ ...one, weight: Math.min(one.weight, 0.3) }))] : [...concepts];
}

function servedInCars(concepts: readonly UseConcept[]): UseConcept[] {
  const [drive] = conceptsOf("drive-through");
  return drive ? [drive, ...concepts.map((one) => ({ ...one, weight: Math.min(one.weight, 0.6) }))] : [...concepts];
}
