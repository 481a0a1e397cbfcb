import { analyse, isResidentialDistrict } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf, isTitle } from "../evidence/evidence.ts";
import type { District } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { standingOf } from "./district-match.ts";
import { isOfOtherUse } from "./permission-gate.ts";

/** "Chain link fences are not permitted in a front yard", "No barbed wire is allowed in all residential zones". */
const ban =
  /^\W*(?:\w{1,3}[.)]\s+)?(?:no\s+(?<of>[^.;:]{3,80}?)\s+(?:is|are|shall be|may be)\s+(?:permitted|allowed)|(?<what>[^.;:]{3,80}?)\s+(?:(?:is|are|shall be)\s+(?:\w+ly\s+)?(?:prohibited|forbidden|not\s+(?:permitted|allowed))|(?:shall|may|must)\s+not\s+be\s+(?:permitted|allowed|used)))(?<where>\s[^.;:]*)?[.;]?\s*$/is;
/** "Razor wire, barbed wire and electrified wire" are three things. */
const eachThing = /\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/i;
/** "in a front yard", "in any required side or rear yard". */
const place =
  /\b(?:in|within|on|along)\s+(?:an?|the|any|all|each|required)?\s*(?:required\s+)?(?<yard>(?:front|side|rear|street side|corner side|back)(?:\s+or\s+(?:side|rear))?\s+(?:yards?|set-?backs?))\b/gi;
const residential =
  /\b(?:in|within)\s+(?:an?|any|all|each|every|the)?\s*residen(?:tial|ce)\s+(?:zoning\s+)?(?:districts?|zones?)\b/gi;
/** "Accessory dwelling units are not allowed in detached structures." */
const inDetached =
  /\b(?:in|within)\s+(?:an?\s+|any\s+)?detached\s+(?:structures?|buildings?|accessory (?:structures?|buildings?))\b/gi;
const asksForDetached = /\bdetached\b|\bseparate (?:building|structure|garage)\b|\b(?:barn|shed|outbuilding)\b/i;
/** Headings under which a ban that names no place holds on all land. */
const ofAllLand =
  /\b(?:all|any|every)\s+(?:zoning\s+)?(?:districts?|zones?)\b|\bgeneral\s+(?:regulations|provisions|requirements|standards)\b|\bprohibited\b/i;
/** Chapters whose bans hold on some land only. */
const ofSomeLand = /\b(?:overlay|historic|flood\w*|aquifer|watershed|airport|planned|park)\b/i;
/** What may come behind a thing that a question names: it says where that goes. */
const goesOn = new Set(["be", "on", "onto", "over", "along", "around", "atop", "in", "at", "for"]);

/**
 * Finds the sentence that forbids a thing in the place where the question would put it: a yard, the residential
 * districts, or anywhere; undefined where a sentence forbids more things, or in other places.
 */
export function findBarredPlace(question: QuestionReading, evidence: readonly Evidence[]): Evidence | undefined {
  const asked = new Set(analyse(question.text));
  return evidence.find((one) => {
    const { of, what, where = "" } = ban.exec(one.cell ? "" : one.text)?.groups ?? {};
    const subject = of ?? what;
    if (subject === undefined || isTitle(one) || standingOf(one, question.districts).kind === "other") return false;
    if (headingsOf(one).some((heading) => ofSomeLand.test(heading))) return false;
    const yards = [...where.matchAll(place)].map(({ groups }) => groups?.yard ?? "");
    const isOfClass = where.match(residential) !== null;
    const isOfDetached = where.match(inDetached) !== null;
    if (yards.length === 0 && !isOfClass && !isOfDetached && !isOnAllLand(question, one)) return false;
    if (isOfDetached && !asksForDetached.test(question.text)) return false;
    if (isOfClass && !isResidential(question.districts)) return false;
    // "In a side or rear yard" forbids in each of them.
    const isPlaceAsked = yards.every((yard) => yard.split(/\s+or\s+/i).some((part) => namesYard(part, asked)));
    const rest = contentTerms(where.replace(place, " ").replace(residential, " ").replace(inDetached, " "));
    return isPlaceAsked && rest.length === 0 && subject.split(eachThing).some((name) => isThingAsked(question, name));
  });
}

/** Whether the section of a ban is on all land, and on no use that the question does not name. */
const isOnAllLand = (question: QuestionReading, one: Evidence) =>
  headingsOf(one).some((heading) => ofAllLand.test(heading)) &&
  !headingsOf(one).some((heading) => ofClass.test(heading)) &&
  !isOfOtherUse(question, one, headingsOf(one));

/** A chapter on the districts of one class. */
const ofClass = /\b(?:residen(?:ce|tial)|business|commercial|industrial)\s+(?:zoning\s+)?(?:districts?|zones?)\b/i;

/** "Front yard" and "front setback" are one place. */
const namesYard = (part: string, asked: ReadonlySet<string>) =>
  contentTerms(part.replace(/\b(?:yards?|set-?backs?)\b/gi, " ")).every((term) => asked.has(term));

const isResidential = (districts: readonly District[]) =>
  districts.length > 0 &&
  districts.every(({ codes, names }) => isResidentialDistrict(codes[0] ?? names[0] ?? "", names[0] ?? null));

/** Whether a name is the thing that a question would put somewhere: all of what it asks about, or what "on my fence" follows. */
function isThingAsked({ text, use }: QuestionReading, name: string): boolean {
  const stems = contentTerms(name);
  const said = contentTerms(use ?? "");
  if (stems.length === 0 || !stems.every((stem) => said.includes(stem))) return false;
  if (said.every((stem) => stems.includes(stem))) return true;
  const words = text.toLowerCase().match(/[\w-]+/g) ?? [];
  return words.some(
    (_, at) =>
      stems.every((stem, offset) => analyse(words[at + offset] ?? "").includes(stem)) &&
      goesOn.has(words[at + stems.length] ?? ""),
  );
}
