import { analyse, type Verdict } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { type QuestionReading, withoutDistricts } from "../question/read-question.ts";
import { factsTold } from "./amounts.ts";
import { comparedWith, exceeds, limitsIn } from "./limits.ts";
import { nameFit } from "./use-names.ts";
import { useWithoutSize, withoutAmounts } from "./without-amounts.ts";

/** "Up to six hens, but no roosters, may be kept on …", "Trucks rated above two tons may not be parked overnight". */
const ruling =
  /^(?:(?:with)?in\s[^,.;:]{3,60},\s*)?(?<ban>no\s)?(?<subject>[^.;:]{3,120}?)\s(?<modal>shall|may|must|can|are|is)\s(?<not>not\s)?(?:be\s)?(?<verb>permitted|allowed|kept|parked|stored|erected|installed|displayed|maintained|raised|prohibited|forbidden|unlawful)\b(?<rest>.*)$/is;
const banning = /^(?:prohibited|forbidden|unlawful)$/i;
/** What the subject of a ruling leaves out: "Up to six hens, but no roosters,". */
const leftOut = /,?\s*but no(?:t|\s)[^,]*,?/i;
/** Words that leave room for more than a ruling says, or make it one on who must approve. */
const otherTerms =
  /\b(?:unless|except\w*|without|waive\w*|modif\w*|approv\w*|permits?|special|conditional|additional|average|when|if|per|each|every|by right|until|such|existing)\b/i;
/** Where a ruling holds: its standing tells whether it is the place asked about. */
const place = /\b(?:in|within)\s+(?:the\s+|any\s+|all\s+)?[^.;]{1,60}?\b(?:districts?|zones?)\b/gi;
/** The number or letter of an item, and the number of a note before its words. */
const mark = /^\s*(?:\(?(?:[a-zA-Z]{1,2}|\d{1,3}|[ivx]{1,5})[.)]\s+|\d+(?:[.-]\d+)+\.?\s+)+(?:\d{1,2}\s(?=[A-Z]))?/;
/** The home or lot that a number is for: "for each single-family dwelling", "per lot". A class of lots stays, as in "per lot of one acre". */
const ofEachHome =
  /\b(?:for|per|on|at)\s+(?:(?:each|every|any|an?|one)\s+)?(?:(?:single|one)[- ]family\s+)?(?:dwelling(?: unit)?|residence|house|household|home|lot|premises|property|parcel)\b(?!\s+(?:of|with|in|that|which|under|over|less|larger)\b)/i;
/** What introduces the conditions below: "…, provided that:". */
const introducesConditions = /,?\s+(?:provided(?:\s+that)?|subject to the following(?: conditions)?)\s*:?\s*$/i;

/**
 * Returns what a sentence on exactly the use asked about rules on it by the limits that it sets: it forbids an amount beyond
 * one of them, and permits others. Undefined for a sentence without limits, or one that depends on more than the question tells.
 */
export function verdictWithinLimits(question: QuestionReading, text: string): Verdict | undefined {
  const whole = text.replace(/\s+/g, " ").replace(mark, "").replace(introducesConditions, "");
  const plain = isOnHomes(question) ? whole.replace(ofEachHome, " ") : whole;
  const { subject = "", rest = "", modal = "", verb = "", ban, not } = ruling.exec(plain)?.groups ?? {};
  const isBan = ban !== undefined || not !== undefined || banning.test(verb);
  // "Hens shall be kept on a lot of three acres" is a standard for what another provision permits.
  const isStandard = !isBan && /^(?:shall|must)$/i.test(modal) && !/^(?:permitted|allowed)$/i.test(verb);
  if (subject === "" || isStandard || otherTerms.test(plain)) return undefined;
  if (limitsIn(question, plain).length === 0) return undefined;
  const asked = new Set(contentTerms(question.text));
  const conditions = withoutAmounts(question, withoutDistricts(rest, question.districts).replace(place, " "));
  const terms = new Set(contentTerms(conditions).filter((term) => !ofKeeping.has(term)));
  if (![...terms].every((term) => asked.has(term))) return undefined;
  // "A barbed wire fence for agriculture" is a fence for which the rest of the sentence names the condition.
  const words = (useWithoutSize(question) ?? "").split(/\s+/);
  const use = words.filter((word) => !contentTerms(word).some((term) => terms.has(term))).join(" ");
  if (nameFit({ ...question, use }, withoutAmounts(question, subject.replace(leftOut, ""))) !== "exact")
    return undefined;
  if (comparedWith(question, plain) === "broken") {
    // What is permitted above an amount may be permitted below it too, but for the area of the lot.
    const denying = limitsIn(question, plain).filter(({ of, limit }) => limit === "max" || of === "lot");
    return isBan || exceeds(factsTold(question), denying) ? "prohibited" : undefined;
  }
  // "Only one shop shall be permitted per lot" permits none: a number for each lot decides on a number that the question tells.
  const isOfNumber = plain === whole || comparedWith(question, plain) === "kept";
  return isBan || !isOfNumber ? undefined : "permitted";
}

/** What is done with a thing that one has, whichever word the question uses, and that it is on a lot. */
const ofKeeping: ReadonlySet<string> = new Set(
  analyse("kept stored parked placed located erected installed maintained consistently residential lot"),
);

/** Whether a question is on one's own home, or on no place at all: what holds for each dwelling holds there. */
const isOnHomes = ({ text, districts }: QuestionReading): boolean =>
  districts.length === 0 ||
  /\b(?:house|home|back ?yard|yard|famil(?:y|ies)|residen(?:ce|tial)|dwelling|kids|wife|husband)\b/i.test(text);
