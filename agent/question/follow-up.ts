import { readQuestion } from "../extractive/question/read-question.ts";
import { districtMentions } from "./district-mentions.ts";
import { subjectOfQuestion } from "./question-subject.ts";

/** A question that can be understood without the conversation. */
export interface StandaloneQuestion {
  readonly text: string;
  /** False when the question was complete as asked. */
  readonly isRewritten: boolean;
}

const longestFragment = 9;
/** Questions before the last that a chain of follow-ups may reach back to. */
const longestChain = 6;

/**
 * Rewrites a follow-up question as the full question it means: "And for corner lots?" after "What is the front setback
 * in R-1?" becomes "What is the front setback in R-1 for corner lots?".
 *
 * Deterministic. A question that names its own topic is returned as asked, so a change of subject inherits nothing.
 * @param previous earlier questions as asked, oldest first
 */
export function rewriteFollowUp(previous: readonly string[], question: string): StandaloneQuestion {
  let base: string | null = null;
  for (const earlier of previous.slice(-longestChain)) base = base === null ? earlier : continueQuestion(base, earlier);
  const text = base === null ? question : continueQuestion(base, question);
  return { text, isRewritten: text !== question };
}

const opener =
  /^\s*(?:(?:ok(?:ay)?|so|and|but|or|then|also|well)\b[,\s]+)*(?:(?:what|how)\s+about|what\s+if|and|but|or|then|also|same\s+for)\b[,\s]*/i;
const reason =
  /^(?:but\s+|and\s+)?(?:why(?:\s+not)?|how\s+come|why(?:\s+is|['’]s)\s+(?:that|this|it)(?:\s+so)?|for what reason)$/i;
const source =
  /^(?:and\s+)?(?:where(?:\s+(?:does|do|is|can|did)\b.{0,25}\b(?:say|says|written|read|stated|find|see)\s*(?:so|that|this|it)?|['’]s that)|where(?:\s+is)?\s+(?:that|this|it)(?:\s+(?:written|stated|said))?|(?:which|what)\s+(?:section|article|page|rule|paragraph)\s+(?:is|says|states)\s+(?:that|this|it|so)|(?:can|could) you (?:show|tell|point)\b.{0,30}\b(?:where|section|source|that|so)\b.*|(?:what is|what['’]s) (?:the|your) source(?: for (?:that|this|it))?|says who)$/i;

/** Continues one question by the next; the next comes back as it is when it does not depend on the first. */
function continueQuestion(base: string, asked: string): string {
  const said = asked.trim().replace(/[\s?.!]+$/, "");
  if (reason.test(said) || source.test(said)) return `${sentence(base)} ${sentence(said)}`;
  const added = said.replace(opener, "").trim();
  const place = placed.exec(added)?.groups?.district;
  const addition = place ?? added;
  const isOpened = addition !== said;
  if (addition === "") return asked;
  if (place === undefined && supposed.test(said)) return `${bare(base)} if ${addition}?`;
  const isFragment = !finite.test(addition);
  if (isFragment && (isOpened || dependsByForm(addition))) return continueByFragment(base, addition) ?? asked;
  const referred = withoutPronoun(base, addition);
  if (referred !== null) return referred;
  return withInheritedDistrict(base, addition, isOpened) ?? (joined.test(said) ? sentence(addition) : asked);
}

/** A follow-up that names a district by saying where the lot is: "if the parcel is IP-25", "my lot is zoned R-2". */
const placed =
  /^(?:if|when|suppose)?\s*(?:the|my|our|this|that)?\s*(?:parcel|lot|land|property|site|house|place|district|zone|zoning|it|we)(?:['’](?:s|re)|\s+(?:is|are|was|were|lies))\s+(?:zoned\s+|located\s+)?(?:in\s+|as\s+)?(?:an?\s+|the\s+)?(?<district>[A-Z]{1,5}\d{0,3}(?:-[A-Z\d]{1,4})*(?:\s+(?:district|zone))?|[\w-]+(?:\s[\w-]+){0,2}\s(?:district|zone))(?:\s+instead)?$/;

const supposed = /^\s*(?:(?:and|but|so|ok(?:ay)?)\b[,\s]+)*what\s+if\b/i;
const joined = /^\s*(?:and|but|or|then|also|so)\b/i;

/** A verb that makes a question of its own. */
const finite =
  /\b(?:is|are|was|were|can|could|may|might|must|should|do|does|did|will|would|has|have|needs?|says?|applies|apply)\b|^(?:who|what|which)\s+[a-z]+s\b/i;
const leading = /^(?:for|on|in|at|if|with|without|near|along|behind|within|inside|outside|when|under|over)\b/i;
const bareManner = /^how\s+(\w+)$/i;
const manner = /^how\s+(?:many|much|often|long|far|high|tall|wide|deep|big|large|close|near)\b/i;

/** Fragments that mean nothing alone even when nothing links them to the question before. */
function dependsByForm(addition: string): boolean {
  if (addition.split(/\s+/).length > longestFragment) return false;
  const rest = districtMentions(addition).reduce((text, one) => text.replace(one, ""), addition);
  const isDistrict = rest !== addition && filler.test(rest);
  return isDistrict || leading.test(addition) || manner.test(addition);
}

const filler = /^\s*(?:(?:in|for|the|a|an|zoning|district|districts|zone|zones|instead)\b[\s,]*)*$/i;
const side = /\b(front|side|rear|back)\b/i;
const sidePhrase = /\b(?:street\s+)?(?:front|side|rear|back)\b/i;
const measure =
  /\b(?:height|width|depth|size|area|coverage|frontage|setback|setbacks|yard|yards|density|length|ratio|parking|spaces)\b/i;

function continueByFragment(base: string, addition: string): string | null {
  if (addition.split(/\s+/).length > longestFragment + 3 || / for (?:an?|the|my)\s/i.test(addition)) return null;
  const swapped = swapDistrict(base, addition);
  if (swapped !== null) return swapped;
  const how = bareManner.exec(addition)?.[1];
  if (how !== undefined && /\bhow\s+\w+/i.test(base)) return sentence(base.replace(/\bhow\s+\w+/i, `how ${how}`));
  const ofSide = swapSide(base, addition);
  if (ofSide !== null) return ofSide;
  if (leading.test(addition)) return swapPlace(base, addition) ?? `${bare(base)} ${addition}?`;
  const subject = subjectOfQuestion(base);
  if (manner.test(addition))
    return sentence(`${addition}${subject === null ? "" : ` for ${subject}`}${inDistrictOf(base, addition)}`);
  if (measure.test(addition)) return askMeasure(base, addition);
  return subject === null ? `${bare(base)} for ${addition}?` : sentence(base.replace(subject, addition));
}

/** Puts the addition's district in place of the base's when the addition is only a district. */
function swapDistrict(base: string, addition: string): string | null {
  const [wanted] = districtMentions(addition);
  if (wanted === undefined || !filler.test(addition.replace(wanted, ""))) return null;
  const [first, ...others] = districtMentions(base);
  if (first === undefined) return `${bare(base)} in the ${wanted} district?`;
  const alone = others.reduce(
    (text, one) => text.replace(new RegExp(`\\s*(?:,|and|or)\\s+(?:the\\s+)?${escaped(one)}`), ""),
    base,
  );
  return sentence(alone.replace(first, wanted));
}

/** "The side?", "in the back yard?" after a question that names another side. */
function swapSide(base: string, addition: string): string | null {
  const wanted = side.exec(addition)?.[1];
  if (wanted === undefined || !sidePhrase.test(base)) return null;
  const rest = addition
    .replace(side, "")
    .replace(/\b(?:the|each|either|in|on|at|from|for|of|yard|yards|setback|setbacks|minimum)\b/gi, "");
  return rest.trim() === "" ? sentence(base.replace(sidePhrase, wanted)) : null;
}

/** "Behind the frontage area?" after a question of what is in the frontage area. */
function swapPlace(base: string, addition: string): string | null {
  const noun = /\b(?:the|an?)\s+((?:\w+\s)?\w+)$/i.exec(addition)?.[1];
  if (noun === undefined) return null;
  const place = new RegExp(
    String.raw`\b(?:on|in|at|near|along|behind|within|inside|outside)\s+(?:the|an?)\s+${escaped(noun)}\b`,
    "i",
  );
  return place.test(base) ? sentence(base.replace(place, addition)) : null;
}

function askMeasure(base: string, addition: string): string {
  const named = addition.replace(/^(?:the|its|their)\s+/i, "");
  const ofLot = /^(?:width|depth|area|size|frontage)$/i.test(named) && /\blot\b/i.test(base) ? `lot ${named}` : named;
  const subject = subjectOfQuestion(base);
  const [district] = districtMentions(addition).length > 0 ? [] : districtMentions(base);
  const of = subject === null || /\b(?:house|home|dwelling|building)s?$/i.test(subject) ? "" : ` of ${subject}`;
  return `What is the ${ofLot}${of}${district === undefined ? "" : ` in the ${district} district`}?`;
}

const pronoun =
  /\b(?:it|they|them|its|their|that|this|those|these|(?<=\b(?:each|every|that|this|another|the)\s)one)\b/i;
/** What refers to something done, or to some of several, which the subject alone does not say. */
const wide = /\bof\s+(?:them|those|these)\b|\b(?:that|this)\b(?!\s+one\b)/i;
/** A pronoun that refers to nothing: "how late can it be", "is it allowed to", "a shed that is". */
const expletive =
  /\bhow\s+(?:loud|late|early|noisy|bright|dark|quiet)\s+(?:can|may)\s+it\s+be\b|\b(?:is|would|was)\s+it\s+(?:\w+\s+)?(?:to|that|if)\b|\b(?:take|takes|cost|costs)\s+to\b|(?:[a-z]{3,})\s+that\s+(?:is|are|was|were|has|have|can|may|does|do|\w+s)\b|\bthat\s+(?:an?|the|my|i|we)\b|\b(?:this|that|these|those)\s+(?:town|city|county|code|ordinance|district|zone)\b|\bone\s+of\s+(?:the|my)\b/i;
const ownSubject =
  /,\s*(?:can|may|must|is|are|does|do|how)\b.*\b(?:it|they)\b|\b(?:if|when)\s+(?:an?|the|my|our)\s+\w+.*\b(?:it|they)\b|\b(?:an?|my|our)\s+\w+(?:\s\w+)?\s+and\b.*\b(?:it|they|them)\b/i;

/** Puts the base's subject in place of the pronoun of a question; null when it has none that refers back. */
function withoutPronoun(base: string, addition: string): string | null {
  if (!pronoun.test(addition) || expletive.test(addition) || ownSubject.test(addition)) return null;
  const subject = subjectOfQuestion(base);
  if (subject === null || wide.test(addition)) return `${sentence(addition)} ${sentence(base)}`;
  const owner = `${subject}${subject.endsWith("s") ? "'" : "'s"}`;
  const named = addition.replace(pronoun, (word) => (/^(?:its|their)$/i.test(word) ? owner : subject));
  const text = named.replace(/\b(each|every|that|this|another|the)\s+(?:an?|the)\s+/i, "$1 ");
  return sentence(`${text}${inDistrictOf(base, text)}`);
}

/** Dimensions that belong to a district, not to a thing. */
const districtDimensions =
  /setback|height|lot area|lot width|lot depth|frontage|coverage|density|stories|floor area ratio/;

/** Adds the base's district to a question about a dimension of a district that names none; null when it needs none. */
function withInheritedDistrict(base: string, addition: string, isOpened: boolean): string | null {
  const context = { zoningCodes: [], jurisdiction: null };
  const { dimension, subject } = readQuestion(addition, context);
  const isOfDistrict = dimension !== null && districtDimensions.test(dimension.id);
  // "How much of the lot may be covered": the words of the dimension are no subject beside it.
  const ofDimension = dimension?.asked.exec(addition)?.[0].toLowerCase() ?? "";
  const hasOwnSubject = subject.some(({ phrases }) => !phrases.some(([term = ""]) => ofDimension.includes(term)));
  const definite = /\b(?:does|do|must|can|may|should|is|are)\s+the\s+(\w+)/i.exec(addition)?.[1];
  const topic = subjectOfQuestion(base);
  if (isOpened && definite !== undefined && isOfDistrict && topic !== null && !base.includes(definite))
    return sentence(`${addition} for ${topic}`);
  if (!isOfDistrict || hasOwnSubject) return null;
  const place = inDistrictOf(base, addition);
  return place === "" ? null : sentence(`${addition}${place}`);
}

function inDistrictOf(base: string, text: string): string {
  const [district] = districtMentions(base);
  return district === undefined || districtMentions(text).length > 0 ? "" : ` in the ${district} district`;
}

function bare(text: string): string {
  return text.trim().replace(/[\s?.!]+$/, "");
}

/** Writes a question with a capital and a question mark. */
function sentence(text: string): string {
  const plain = bare(text);
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}?`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
