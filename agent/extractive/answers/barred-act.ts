import { analyse } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { type Evidence, isTitle, saidBy } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch, isEveryday } from "../question/use-words.ts";
import { standingOf } from "./district-match.ts";

/** What a question asks to do: "live" of "can my son live in our camper". */
const askedAct =
  /\b(?:can|may|could|might)\s+(?:i|we|you|they|he|she|people|somebody|someone|anyone|(?:my|our|his|her|the|an?)\s+\w+)\s+(?:(?:still|also|legally|just|ever)\s+)?(?<act>[a-z]+)\b/i;
/** "No recreational vehicle shall be occupied for …", "the apartment shall not be rented": of what, and what is forbidden. */
const ban =
  /^\W*(?:\w{1,3}[.)]\s+)?(?:no\s+(?<of>[^.;:]{3,80}?)\s+(?:shall|may|must)\s+be|(?<what>[^.;:]{3,80}?)(?:,[^.;:]{0,60})?(?:,?\s+(?:which|that))?\s+(?:shall|may|must)\s+not\s+be)\s+(?<act>[^.;:]{3,160}?)(?<rest>\s+(?:except|unless|other than|but)\b.*|\s+nor\b.*|[.;:].*)?$/is;
/** What a ban excepts, up to the next clause. */
const exception = /^\s*(?:except|unless|other than|but)\b.*?(?=\bnor\b|[.;]|$)/is;
/** Words that tie a ban to a case. */
const someCase =
  /\b(?:if|when|where|until|before|after|within|closer|more than|in excess|during|between|longer|only)\b/i;

/** "in a required front yard", "on any street": where alone it is forbidden. */
const place =
  /\b(?:in|on|within|along|near|at)\s+(?:an?|the|any|such|each)\s+((?:[\w-]+\s+){0,3}?(?:yards?|set-?backs?|streets?|rights?-of-way|sidewalks?|driveways?|lines?|areas?|easements?))\b/gi;

/**
 * Finds the sentence that forbids doing with a thing what the question asks to do with it, in every case but those that it
 * excepts and the question does not name; undefined for a question without such a thing or act.
 */
export function findBarredAct(
  { text, useConcepts, districts }: QuestionReading,
  evidence: readonly Evidence[],
): Evidence | undefined {
  const act = analyse(askedAct.exec(text)?.groups?.act ?? "");
  const things = useConcepts.filter((one) => !isEveryday(one));
  if (act.length === 0 || things.length === 0) return undefined;
  const asked = new Set(analyse(text));
  const known = new Set([...things.flatMap(({ phrases }) => phrases.flat()), ...withRelated([...asked])]);
  // Another word would set some of the things apart: "no unregistered boat".
  const isJustThings = (subject: string) =>
    conceptMatch(things, analyse(subject)) === 1 && contentTerms(subject).every((term) => known.has(term));
  return evidence.find((one) => {
    const { of, what, act: forbidden = "", rest = "" } = ban.exec(one.cell ? "" : saidBy(one))?.groups ?? {};
    if (forbidden === "" || isTitle(one) || standingOf(one, districts).kind === "other") return false;
    if (!isJustThings(of ?? what ?? "") || someCase.test(forbidden)) return false;
    const told = withRelated(analyse(forbidden));
    const isPlaceAsked = [...forbidden.matchAll(place)].every(([, where = ""]) =>
      contentTerms(where).every((term) => asked.has(term)),
    );
    const isExcepted = contentTerms(exception.exec(rest)?.[0] ?? "").some((term) => asked.has(term) && !told.has(term));
    return isPlaceAsked && !isExcepted && act.every((stem) => told.has(stem));
  });
}
