import { analyse, isResidentialDistrict } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf, isTitle, saidBy } from "../evidence/evidence.ts";
import { bansAside, type Ruling, readRuling } from "../evidence/ruling-sentence.ts";
import { type QuestionReading, whatIsNot } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch, conceptsOf, hasTrait, isEveryday, kindsIn } from "../question/use-words.ts";
import { elsewhere, isOfSpecialLand, isOnOtherMatter, standingOf } from "./district-match.ts";

/** Words that add no case: "in any district", "within the town", "at any time", "required" of a yard. */
const everywhere =
  /\b(?:in|within|on|throughout)\s+(?:(?:any|all|every|each)\s+(?:(?:zoning|other)\s+)?(?:districts?|zones?|lots?|premises|property|parcels?)\b|the\s+(?:town|city|village|county)\b(?!\s+(?:\w+\s+)?(?:districts?|zones?)\b)(?:\s+of\s+(?:(?:new|north|south|east|west)\s+)?\w+)?)|\b(?:at any time|there|required(?=\s+(?:front|side|rear|yards?|set-?backs?))|while\s+(?:parked|stored|kept)(?:\s+or\s+(?:parked|stored|kept))?)\b/gi;
/** What people do in what they live in: "occupied for dwelling purposes". */
const forLiving =
  /\bfor\s+(?:(?:human|permanent|dwelling|living|sleeping|residential)(?:\s+(?:or|and)\s+|\s+))+(?:purposes|quarters|habitation)\b/gi;
/** The districts of a class: "in all residential districts", "in any business or industrial zone", "RESIDENTIAL DISTRICTS". */
const ofClass =
  /(?:\b(?:in|within|on)\s+(?:(?:an?|any|all|each|every|the)\s+)?)?\b(?<class>(?:residential|residence|business|commercial|industrial)(?:\s+(?:or|and)\s+(?:residential|business|commercial|industrial))?)\s+(?:zoning\s+)?(?:districts?|zones?|lots?|property)\b/gi;
/** A district by its name or its code; whether it is the one asked about is read apart. */
const inDistrict =
  /\b(?:in|within|from)\s+(?:(?:the|any|an?|all|designated)\s+)*(?:[\w/&-]+,?\s+){1,8}?(?:[Dd]istricts?|[Zz]ones?)\b(?:\s+\([A-Z\d-]+\))?|\bin\s+[A-Z][A-Z\d-]{0,6}\b/g;
/** Words that tie a ruling to a case, and amounts: it decides nothing at large. */
const someCase =
  /\b(?:if|when|where|until|before|after|closer|nearer|more than|less than|fewer|exceed\w*|in excess|within an?|during|between|longer|larger|only|without)\b|\d/i;
/** Words of one kind in a row, of which a question means one: "front or side", "rented, leased or sold". */
const alternatives = /\b[\w-]+(?:,\s+[\w-]+)*,?\s+(?:or|and)\s+[\w-]+\b/g;
/** An exception on which somebody decides, or that stands elsewhere, may be the case of the question. */
const byApproval =
  /\bunless\b|\bbut\b|\bsubject to\b|\bprovided\b|\bso long\b|\b(?:permits?|permitted|allowed|approv(?:al|ed by)|authori\w+|board|commission|exception|sections?|herein|otherwise)\b|§/i;
/** Verbs and nouns that say no more than that a thing is there. */
const plain = new Set(
  analyse(
    "permitted allowed kept keep used use using erected erect established located placed installed maintained maintain constructed built have create created displayed stand purpose purposes manner part portion property premises lot structure structures building buildings accessory principal",
  ),
);

/** Whether a question is on land where people live: by its districts, or without these by its words. */
function isOnResidentialLand({ districts, text }: QuestionReading): boolean {
  if (districts.length === 0) return atHome.test(text);
  return districts.every(({ codes, names }) => isResidentialDistrict(codes[0] ?? names[0] ?? "", names[0] ?? null));
}

const atHome =
  /\bat home\b|\bresiden(?:tial|ce)\b|\b(?:my|our|his|her|their)\s+(?:own\s+)?(?:[\w-]+\s+)?(?:house|home|(?:back|front)?\s?yard|driveway)\b|\bhouse lots?\b/i;

const classesIn = (text: string) => [...text.matchAll(ofClass)].map(({ groups }) => groups?.class ?? "");

function isOfClass(question: QuestionReading, named: string): boolean {
  if (/resid/i.test(named)) return isOnResidentialLand(question);
  const classes = named.split(/\s+(?:or|and)\s+/i).map((one) => one.toLowerCase());
  return (
    question.districts.length > 0 &&
    question.districts.every(({ names }) => classes.some((one) => names.some((name) => name.includes(one))))
  );
}

/** Where a ruling holds: for every lot and case, in the case that the question is about, or in some other one. */
export function reachOf(question: QuestionReading, one: Evidence, ruling: Ruling): "all" | "asked" | "other" {
  const { act, where } = ruling;
  const classes = classesIn(where);
  if (classes.some((named) => !isOfClass(question, named))) return "other";
  const asked = wordsOf(question);
  const isSaid = (term: string) => asked.has(term) || plain.has(term);
  const isOfDistrict = standingOf(one, question.districts).kind === "named";
  const general = `${act} ${where}`.replace(everywhere, " ").replace(ofClass, " ").replace(forLiving, "to live");
  const rest = isOfDistrict ? general.replace(inDistrict, " ") : general;
  if (someCase.test(rest) || isExcepted(ruling, withRelated(analyse(question.text)))) return "other";
  const said = waysIn(rest, isSaid).find((way) => contentTerms(way).every(isSaid));
  if (said === undefined) return "other";
  const isWide = classes.length === 0 && !isOfDistrict && contentTerms(said).every((term) => plain.has(term));
  return isWide ? "all" : "asked";
}

/** Whether a permission is for a case that the question may not mean; that it needs an approval is none. */
export const isOfCase = (question: QuestionReading, one: Evidence, ruling: Ruling): boolean =>
  someCase.test(ruling.where.replace(/\bonly\s+(?:by|with|upon|as|after|subject to)\b/i, " ")) ||
  /\b(?:but|except|unless|other than|provided)\b/i.test(ruling.exception) ||
  ((/\b(?:districts?|zones?)\b/i.test(ruling.where) || (onLot.test(ruling.where) && onLot.test(question.text))) &&
    reachOf(question, one, ruling) === "other");

/** Where on its lot a thing is: what is permitted in rear yards is not so in a front yard. */
const onLot = /\b(?:(?:front|side|rear|back)\s?(?:yards?|lines?)?|backyards?|yards?|roofs?|driveways?)\b/i;

/** The words of a question, those that stand for them, and the names of what it is about. */
function wordsOf(question: QuestionReading): ReadonlySet<string> {
  const text = question.text.replace(/\bback\s?yard/gi, "rear yard $&");
  const own = analyse(`${text} ${isOnResidentialLand(question) ? "residential" : ""}`);
  const concepts = [...question.useConcepts, ...conceptsOf(question.text)];
  return new Set([...withRelated(own), ...concepts.flatMap(({ phrases }) => phrases.flat())]);
}

/** The acts of a ruling one by one, "rented, converted or sold", each with the place behind the last; of "front or side" the one said. */
function waysIn(rest: string, isSaid: (term: string) => boolean): readonly string[] {
  const acts = rest.trim().split(/,\s+(?:or\s+)?|\s+or\s+/);
  if (acts.length > 1 && acts.every((act) => /^[a-z]+(?:ed|ld|t)\b/i.test(act))) {
    const place = /\s(?:in|on|within|at|along|near)\s.*$/.exec(acts.at(-1) ?? "")?.[0] ?? "";
    return acts.map((act, at) => (at < acts.length - 1 ? act + place : act));
  }
  const isOneSaid = (word: string) => contentTerms(word).every(isSaid);
  return [rest.replace(alternatives, (words) => words.split(/,?\s+(?:or|and)\s+|,\s+/).find(isOneSaid) ?? words)];
}

/** Whether the case of a question may be among what a ruling excepts: somebody decides on it, or half of its words are said. */
function isExcepted({ verdict, exception }: Ruling, asked: ReadonlySet<string>): boolean {
  // On conditions a use is permitted all the same.
  if (verdict === "permitted" && !/\b(?:except|unless|other than)\b/i.test(exception)) return false;
  const terms = contentTerms(exception.replace(/^\W*(?:except|other than)\b/i, ""));
  return (
    byApproval.test(exception) ||
    (terms.length > 0 && terms.filter((term) => asked.has(term)).length * 2 >= terms.length)
  );
}

/**
 * Finds the sentence that forbids what a question asks about: the very thing, alone or in a series, with what would be done
 * with it and the place where it would be; undefined where a sentence forbids more things, in other places, or in some case.
 */
export function findStatedBan(question: QuestionReading, evidence: readonly Evidence[]): Evidence | undefined {
  return evidence.find((one) => {
    const said = saidBy(one);
    const clauses = startsWithCase.test(said) ? [] : said.split(/[;.]\s+/);
    // A clause behind a semicolon is a sentence too: "Restaurants; drive-throughs are not permitted".
    const whole = [said, ...clauses].flatMap((text) => readRuling(text) ?? []);
    const rulings = one.cell || isTitle(one) ? [] : [...whole, ...bansAside(said)];
    return rulings.some((ruling) => bans(question, one, ruling));
  });
}

const startsWithCase = /^\W*(?:except|unless|where|when|if|notwithstanding)\b/i;

function bans(question: QuestionReading, one: Evidence, ruling: Ruling): boolean {
  if (ruling.verdict !== "prohibited" || !isOnThingAsked(question, ruling.subject)) return false;
  if (standingOf(one, question.districts).kind === "other" || !isOnLandAsked(question, one)) return false;
  const reach = reachOf(question, one, ruling);
  if (reach === "other" || isOfOtherUse(question, one)) return false;
  return reach === "asked" || ruling.where.search(everywhere) >= 0 || isOnAllLand(question, one);
}

/** Whether a series of things has the one asked about in it, and names it by no word that the question does not say. */
function isOnThingAsked(asked: QuestionReading, subject: string): boolean {
  // "Five chickens, no rooster" asks for no rooster.
  const question = { ...asked, text: asked.text.replace(whatIsNot, " ") };
  const { text, use, useConcepts } = question;
  const kinds = useConcepts.filter(
    ({ kind }) => kind !== undefined && !(hasTrait(kind, "home") && hasTrait(kind, "everyday")),
  );
  const main = kinds.find((one) => !isEveryday(one)) ?? kinds[0];
  const known = wordsOf(question);
  const named = contentTerms(use ?? "");
  return subject.split(eachThing).some((part) => {
    const stems = contentTerms(part.replace(determiner, ""));
    if (someCase.test(part) || stems.every((stem) => plain.has(stem)) || !stems.every((stem) => known.has(stem)))
      return false;
    if (main !== undefined && conceptMatch([main], analyse(part)) === 1) return true;
    return named.length > 0 && (named.every((stem) => stems.includes(stem)) || isPutThere(text, stems));
  });
}

const eachThing = /\s*[,;]\s*(?:(?:and|or|and\/or)\s+)?|\s+(?:and|or|and\/or)\s+/i;
const determiner = /^\s*(?:(?:any|such|all|the|an?|new)\s+)+/i;
/** What may come behind a thing that a question names: it says where that goes. */
const goesOn = new Set(["be", "on", "onto", "over", "along", "around", "atop", "in", "at", "for", "yard", "area"]);

/** Whether a question names a thing in so many words and goes on with where it would be: "barbed wire on my fence". */
function isPutThere(text: string, stems: readonly string[]): boolean {
  const words = text.toLowerCase().match(/[\w-]+/g) ?? [];
  return words.some(
    (_, at) =>
      stems.every((stem, offset) => withRelated(analyse(words[at + offset] ?? "")).has(stem)) &&
      goesOn.has(words[at + stems.length] ?? ""),
  );
}

/** Whether an entry is in a list of uses that are prohibited on all land: "The following uses are prohibited throughout all zones". */
export const isBannedEverywhere = ({ lead }: Evidence): boolean => /\bprohibited\b/i.test(lead) && everyZone.test(lead);
const everyZone =
  /\b(?:all|any|every|each)\s+(?:zoning\s+)?(?:districts?|zones?)\b|\b(?:throughout|anywhere|in) the (?:town|city|village|county)\b/i;

/** Headings under which a ruling that names no place holds on all land. */
const ofAllLand =
  /\b(?:all|any|every)\s+(?:zoning\s+)?(?:districts?|zones?)\b|\bgeneral\s+(?:regulations|provisions|requirements|standards)\b|\bprohibited\b/i;
/** Whether a provision is in no chapter on special land, and in none on a class of districts to which the question does not belong. */
export function isOnLandAsked(question: QuestionReading, one: Evidence): boolean {
  return (
    !isOfSpecialLand(one) &&
    headingsOf(one)
      .flatMap(classesIn)
      .every((named) => isOfClass(question, named))
  );
}

/** Whether a ruling that names no place holds on all land: under a heading on all of it, or on an animal or an event. */
function isOnAllLand({ text, useConcepts: [use] }: QuestionReading, one: Evidence): boolean {
  const isThingOfAnyLot = hasTrait(use?.kind, "accessory") && !hasTrait(use?.kind, "structure");
  const isUnderAll = headingsOf(one).some((heading) => ofAllLand.test(heading));
  return isThingOfAnyLot || (isUnderAll && (!isOnOtherMatter(one) || elsewhere.test(text)));
}

/**
 * Whether a section, or a chapter around it, is on a use that the question does not name: what home occupations leave out
 * may be allowed elsewhere. A structure such as a sign or a fence does not count as a use here.
 */
export function isOfOtherUse({ text, useConcepts }: QuestionReading, one: Evidence): boolean {
  const asked = new Set(kindsIn(text));
  const isWider = (kind: string) => conceptMatch(useConcepts.slice(0, 1), analyse(kind)) === 1;
  return headingsOf(one)
    .map((heading) => kindsIn(heading).filter((kind) => !hasTrait(kind, "structure")))
    .some((kinds) => kinds.length > 0 && !kinds.some((kind) => asked.has(kind) || isWider(kind)));
}
