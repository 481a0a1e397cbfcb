import { type Evidence, saidBy } from "../evidence/evidence.ts";
import type { QuestionReading } from "./read-question.ts";

/** Spaces of which the requirements for cars say nothing, by their names. */
const kinds: readonly RegExp[] = [
  /\b(?:electric\w*|evs?|charg(?:ers?|ing))\b/i,
  /\b(?:bi(?:cycle|ke)s?|motorcycles?)\b/i,
  /\bloading\b/i,
  /\b(?:handicap\w*|accessible|disab\w+)\b/i,
  /\b(?:trucks?|trailers?|boats?|rvs?|recreational vehicles?)\b/i,
];

/** Returns the names of the spaces that a question on parking asks for, where they are none for cars at large: "how many chargers". */
export function otherSpacesAsked({ dimension, text }: QuestionReading): RegExp | undefined {
  return dimension?.id === "parking" ? kinds.find((names) => names.test(text)) : undefined;
}

/** Whether evidence is about the kind of spaces that a question asks for: a requirement for car spaces does not answer a question on chargers. */
export function speaksOfSpaces(question: QuestionReading, one: Evidence): boolean {
  const names = otherSpacesAsked(question);
  return !names || names.test([one.lead, saidBy(one), one.cell?.value ?? "", ...one.passage.headingPath].join(" "));
}
