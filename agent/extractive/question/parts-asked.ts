import { measures } from "./measures.ts";
import { limitAsked, type QuestionReading } from "./read-question.ts";

/** A further thing that is asked for: "… and how far off the back line". */
const joinedAsked =
  /(?:\b(?:and|or|plus|also)\s+(?:also\s+)?(?:(?:for|to|by|in|within)\s+)?|;\s*)(?:how|what|which|who|when|where)\b/gi;
/** One of a series behind the first: "How much land do I need, how much of it along the street". */
const listedAsked = /,\s*(?:how|what)\b/gi;
const asking = /\b(?:how|what)\b/i;
/** What asks something: a story before it asks nothing, "my wife wants to let rooms; how many guests may stay". */
const asksBefore =
  /\b(?:how|what|which|who|when|where|max(?:imum)?|min(?:imum)?)\b|(?:^|[.,;:?!]\s*)(?:can|could|may|must|do|does|is|are|would)\b/i;
/** One thing of two: "… for offices and for retail stores". */
const forEach = /\bfor\b[^?.;]{3,80}\band for\b/i;

/** Returns how many things a question asks for, as far as its form tells: one where it tells of none. */
export function partsAsked({ text }: QuestionReading): number {
  const joined = [...text.matchAll(joinedAsked)].filter(({ index }) => asksBefore.test(text.slice(0, index))).length;
  // "In the R-15 zone, how close …" asks for one thing.
  const listed = text.split(/[?.;]/).flatMap((clause) => {
    const first = asking.exec(clause);
    return first ? (clause.slice(first.index + 1).match(listedAsked) ?? []) : [];
  });
  return 1 + Math.max(joined + listed.length, forEach.test(text) ? 1 : 0);
}

const asksDistance =
  /\b(?:how (?:far|close|near|many feet)|what distance|distances?|set-?backs?|how (?:much|many)\b[^?]*\bfrom)\b/i;
const eachLine = /\bfrom\s+(?:the|each|every|any|my|our|both|either|an?)\s+[a-z]/gi;

/** Returns from how many lines a question asks the distance: "how many feet from the road, from the neighbors and from the back line". */
export function linesAsked(text: string): number {
  return Math.max(
    ...text.split(/[?!.;]/).map((one) => (asksDistance.test(one) ? [...one.matchAll(eachLine)].length : 0)),
  );
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
