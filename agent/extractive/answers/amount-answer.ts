import { analyse } from "../../../ingest/index.ts";
import { type Quantity, quantitiesIn } from "../../text/quantities.ts";
import { contentTerms, termCoverage } from "../../text/words.ts";
import { amountsSaidIn, type Evidence, headingsOf, saidBy, saidInFull } from "../evidence/evidence.ts";
import { isSetback, layoutAsked } from "../question/dimensions.ts";
import { statesMeasure, unitAskedIn } from "../question/measures.ts";
import { nearnessTo } from "../question/nearness.ts";
import { makeTermMatch } from "../question/other-words.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch, hasTrait, kindsSaidIn } from "../question/use-words.ts";
import { type ExtractiveAnswer, noAnswer, sentenceOf } from "./answer.ts";
import { notesOf } from "./cell-notes.ts";
import { type Conditions, conditionFit, conditionsIn } from "./conditions.ts";
import { standingOf } from "./district-match.ts";
import { quoteAnswer } from "./quote.ts";
import { termWeights } from "./term-weights.ts";

/**
 * Share of what is asked, by weight, that a provision and its headings speak of; and the same of one among the first
 * passages, its own words included.
 */
const enough = { whole: 0.66, nearby: 0.5 };
/** The same where the question names no kind of amount: any one would do. */
const enoughOfAny = { whole: 0.8, nearby: 0.8 };
/** Share of the things an amount is asked of that a provision must speak of. */
const enoughOfThings = 0.6;
const nearestPassages = 5;
const closely = 0.85;
/** Provisions that fit as well as the best one, and state something else. */
const asClose = 0.97;
const mostSentences = 2;

/** Words that ask for an amount, or speak of land at large: they say nothing of what the amount is of. */
const asking = new Set(
  analyse(
    "regular normal usual typical standard ever biggest smallest largest tallest longest highest lowest shortest max min maximum minimum most least size big small large tall high long " +
      "width height depth length distance far close near deep wide much many feet foot square area acre acres around before after between without with allowed allow legal legally possible build built put stand reach need " +
      "house home property lot land zone zoning district city town county people own inside outside amount number total exactly limit limits bring brings come moved",
  ),
);

/**
 * Answers a question for an amount with the provisions that speak of what it is of and state one of that kind. Where the
 * question names a district they must be of that district; what a term means sets no amount and is only quoted.
 */
export function answerAmount(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const topic = topicOf(question);
  if (topic.length === 0) return noAnswer;
  const weightOf = termWeights(evidence);
  const matchOf = makeTermMatch(question, weightOf);
  const unit = unitAskedIn(question.text);
  const counted = countedIn(question);
  const nearest = new Set([...new Set(evidence.map(({ passage }) => passage))].slice(0, nearestPassages));
  const least = question.measure || question.dimension ? enough : enoughOfAny;
  const asked = { counted, conditions: conditionsIn(question.text) };
  const near = nearnessTo(question.terms);
  const fitting = evidence
    .filter((one) => isOfAmount(question, asked, one))
    .map((one) => {
      const said = analyse(`${one.lead} ${saidInFull(one)}`);
      const own = withRelated(said);
      const titles = headingsOf(one).slice(0, 2).flatMap(analyse);
      const around = withRelated([...own, ...titles]);
      const inside = termCoverage(topic, own, weightOf, matchOf);
      const whole = termCoverage(topic, around, weightOf, matchOf);
      const verbatim = termCoverage(topic, new Set(said), weightOf);
      const isInUnit = amountsIn(question, one).some((amount) => amount.unit === unit);
      const isOfMeasure = question.measure?.title?.test(headingsOf(one)[0] ?? "") === true;
      const score =
        inside +
        whole +
        verbatim * 0.2 +
        one.passage.score * 0.3 +
        near(`${one.lead} ${saidInFull(one)}`) * 0.4 +
        (isInUnit ? 0.2 : 0) +
        (isOfMeasure ? 0.3 : 0);
      // A title that only means something like the topic does not make a provision one on it.
      const isNamed = inside > 0 || termCoverage(topic, new Set(titles), weightOf) > 0;
      return { one, inside, whole, score, isNamed };
    })
    .filter(
      ({ one, inside, whole, isNamed }) =>
        isNamed && (whole >= least.whole || (nearest.has(one.passage) && Math.min(inside, whole) >= least.nearby)),
    )
    .sort((a, b) => b.score - a.score);
  const [best] = fitting;
  if (!best) return noAnswer;
  const section = sectionOf(best.one);
  const chosen = fitting
    .filter(({ one, score }) => score >= best.score * closely && sectionOf(one) === section)
    .slice(0, mostSentences)
    .map(({ one }) => one);
  const isToldElsewhere = fitting.some(
    ({ one, score }) =>
      score >= best.score * asClose && sectionOf(one) !== section && amountsSaid(one) !== amountsSaid(best.one),
  );
  const isOfLimit = question.limit === "maximum" || question.measure?.id === "distance";
  const isOpen = isOfLimit && beginsAtAmount(question, best.one);
  const isOneOfRows = fitting.some(({ one, score }) => score >= best.score * closely && isOtherRow(best.one, one));
  const isOfOther =
    !isOfDimension(question, best.one) ||
    isOfOtherProcedure(question, best.one) ||
    isOfOtherStructure(question, best.one) ||
    isOfOtherKind(question, best.one);
  if (isDefining(best.one) || isToldElsewhere || isOpen || isOneOfRows || isOfOther) return quoteAnswer(chosen);
  const told = chosen.map((one) => ({ one, notes: notesOf(one, evidence) }));
  if (told.some(({ notes }) => notes === undefined)) return quoteAnswer(chosen);
  return { status: "answered", sentences: told.flatMap(({ one, notes = [] }) => [sentenceOf(one), ...notes]) };
}

const structuresIn = (text: string) => kindsSaidIn(text).filter((kind) => hasTrait(kind, "structure"));
const structuresOf = (one: Evidence) => structuresIn([saidBy(one), one.lead].join(" ").replace(noFence, " "));
/** Plants and walls against noise are no fences, though laws call them barriers. */
const noFence = /\b(?:natural|living|vegetat\w+|landscap\w+|visual|sound|noise)\s+barriers?\b/gi;

/** Returns whether a provision does not mention the accessory structure that is asked about: it is on hedges, and the question on a fence. */
function isOfOtherStructure({ text }: QuestionReading, one: Evidence): boolean {
  const asked = structuresIn(text);
  if (asked.length === 0) return false;
  const around = [...structuresOf(one), ...structuresIn(headingsOf(one).join(" "))];
  return !asked.some((kind) => around.includes(kind));
}

/** Returns whether a provision is on another thing than the question: on a pool where the building is asked about, or the other way round. */
export function isOfAnotherThing(question: QuestionReading, one: Evidence): boolean {
  const isOnStructure = structuresIn(question.text).length === 0 && structuresOf(one).length > 0;
  return isOnStructure || isOfOtherStructure(question, one);
}

/** Whether an amount is asked of a procedure that neither a provision nor its title names: the fee of a certificate is none of a special permit. */
export function isOfOtherProcedure({ text }: QuestionReading, one: Evidence): boolean {
  const procedure = conditionsIn(text).get("procedure");
  const told = conditionsIn([one.lead, saidBy(one), ...headingsOf(one)].join("\n")).get("procedure");
  return procedure !== undefined && ![...procedure].some((name) => told?.has(name));
}

/** The width of an aisle "between stalls" says nothing of their size. */
const ofAisle = /\baisles?\b/i;

/** Whether an amount is asked of the layout of sites, and no sentence on just that kind of stall or building states it. */
export function isOfOtherKind(question: QuestionReading, one: Evidence): boolean {
  const asked = layoutAsked(question.text);
  if (!asked) return false;
  const { dimension, kind } = asked;
  const said = `${one.lead} ${saidBy(one)}`;
  const [amount] = amountsIn(question, one);
  if (one.cell !== null || ofAisle.test(one.text.slice(0, amount?.start)) || !dimension.told.test(said)) return true;
  if (kind === undefined) return dimension.notTold?.test(said) === true;
  const held = withRelated(wordsAround(one));
  return analyse(kind).some((stem) => !held.has(stem));
}

/** What the amount is of: the telling words of the sentence that asks for it, since others tell the story around it. */
function topicOf({ text, terms }: QuestionReading): string[] {
  const telling = terms.filter((term) => !asking.has(term));
  const stems = new Set(analyse(text.split(/[.!?]\s+/).findLast((sentence) => asksAmount.test(sentence)) ?? ""));
  const own = telling.filter((term) => stems.has(term));
  return own.length >= 2 ? own : telling;
}

const asksAmount = /\b(?:how|what|which|when|until|max(?:imum)?|min(?:imum)?|\w+est|most|least|limit)\b/i;

/** A column has another value in another row, and what is asked fits both. */
function isOtherRow({ passage, cell }: Evidence, other: Evidence): boolean {
  return (
    cell !== null &&
    passage === other.passage &&
    cell.column === other.cell?.column &&
    cell.label !== other.cell.label &&
    cell.value !== other.cell.value
  );
}

const sectionOf = ({ passage }: Evidence) => `${passage.documentId} ${passage.parent.charStart}`;

/** The numbers that a piece of evidence states, in their order. */
export const amountsSaid = ({ cell, text }: Evidence) =>
  quantitiesIn(cell ? cell.value : text)
    .map(({ value }) => value)
    .join(" ");

/** An amount in the unit of a dimension that a provision does not speak of may be of anything. */
function isOfDimension({ dimension }: QuestionReading, one: Evidence): boolean {
  return !dimension || (dimension.id !== "parking" && dimension.told.test(`${one.lead} ${saidBy(one)}`));
}

/** Whether a provision states an amount of the kind asked for, of the thing, on the condition and in the district asked about. */
function isOfAmount(
  question: QuestionReading,
  { counted, conditions }: { readonly counted: readonly string[]; readonly conditions: Conditions },
  one: Evidence,
): boolean {
  const { districts } = question;
  const isAnywhere = districts.length === 0 || (question.isSiteDistrict && !question.dimension);
  const standing = isAnywhere ? "general" : standingOf(one, districts).kind;
  return (
    statesAmount(question, counted, one) &&
    speaksOfAll(counted, one) &&
    speaksOfKinds(question, wordsAround(one)) &&
    (question.dimension && districts.length > 0 ? standing === "named" : standing !== "other") &&
    !statesOtherLimit(question, one) &&
    !isOfOtherPlace(question, one) &&
    conditionFit(conditions, conditionsIn(`${one.lead} ${saidBy(one)}`)) !== "excludes"
  );
}

/** Whether a provision states an amount of the kind asked for; where no kind is named, any number will do. */
function statesAmount(question: QuestionReading, counted: readonly string[], one: Evidence): boolean {
  const { measure, dimension } = question;
  const said = one.cell ? one.cell.value : one.text;
  if (counted.length > 0) return countsThings(said);
  if (measure && !dimension) return statesMeasure(measure, said, amountsSaidIn(one));
  return amountsIn(question, one).length > 0 || (!dimension && countsThings(said));
}

/** Whether words mention most of the kinds of things whose amount is asked for; true where the question names none. */
export function speaksOfKinds({ subject }: QuestionReading, words: readonly string[]): boolean {
  const kinds = subject.filter(({ phrases }) => phrases.length > 1);
  return kinds.length === 0 || conceptMatch(kinds, words) >= enoughOfThings;
}

/** Units of amounts that count no things. */
const ofNoThings = new Set(
  "ft m inch mile yard sqft sqm sqyd acre percent money day night week month year hour minute mph".split(" "),
);

const number = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice)\b/i;
/** Numbers that count nothing: the mark of an item, a section that is referred to. */
const reference =
  /^\W*(?:\(?\w{1,4}[.)]\s*)+|\b(?:sub)?(?:section|article|chapter|paragraph|table|appendix)s?\s+[\w.()-]+|§+\s*[\w.()-]+/gi;

/** Whether a text states a number that may count things. */
function countsThings(said: string): boolean {
  const amounts = quantitiesIn(said);
  let bare = said;
  for (const { start, end, unit: measured } of amounts.toReversed())
    if (measured !== null && ofNoThings.has(measured)) bare = `${bare.slice(0, start)} ${bare.slice(end)}`;
  return number.test(bare.replace(reference, " "));
}

/** Whether a provision names what a question counts. */
function speaksOfAll(counted: readonly string[], one: Evidence): boolean {
  const held = withRelated(wordsAround(one));
  return counted.every((stem) => held.has(stem));
}

const wordsAround = (one: Evidence) => analyse([saidInFull(one), one.lead, ...headingsOf(one).slice(0, 2)].join(" "));

const caseBefore =
  /\b(?:over|above|under|below|exceed(?:s|ing)|in excess of|(?:more|greater|larger|taller|higher|less|fewer|smaller) than)\s+(?:\w+\s+){0,2}?\(?$/i;

/** "No person shall stay for more than …": a limit. */
const negatedBefore = /\b(?:no|not|never|nor|neither|without)\b[^.;:]*$/i;

/** Whether every amount of a provision only says from where on it holds, and so limits nothing: "turbines over 60 feet require …". */
export function beginsAtAmount(question: QuestionReading, one: Evidence): boolean {
  const amounts = one.cell === null ? amountsIn(question, one) : [];
  const opensCase = (before: string) => caseBefore.test(before) && !negatedBefore.test(before);
  return amounts.length > 0 && amounts.every(({ start }) => opensCase(one.text.slice(0, start)));
}

/** What a question counts: "hens" of "How many hens may I keep?". */
function countedIn({ text, measure }: QuestionReading): string[] {
  if (measure?.id !== "count") return [];
  const counted =
    /\bhow many\s+(?:different\s+|total\s+)?([\w-]+(?:\s+[\w-]+){0,2}?)(?=\s+(?:do|does|did|can|could|may|might|must|should|are|is|was|will|shall|would|have|has|per|in|on|an?|the|need|at|for|of|to|make)\b|\s*[?.]?$)/i.exec(
      text,
    )?.[1];
  return counted === undefined ? [] : contentTerms(counted).slice(-1);
}

const areas = new Set(["sqft", "sqm", "acre"]);

/** The amounts of the kind asked for; a size given as an area is told by that, not by the lengths beside it. */
export function amountsIn({ dimension, measure }: QuestionReading, one: Evidence): Quantity[] {
  const units = dimension?.units ?? measure?.units;
  const [least, most] = dimension?.range ?? [0, Number.POSITIVE_INFINITY];
  const isBelieved = ({ value, unit }: Quantity) => unit !== units?.[0] || (least <= value && value <= most);
  const fitting = amountsSaidIn(one).filter(
    (amount) => (units ? amount.unit !== null && units.includes(amount.unit) : true) && isBelieved(amount),
  );
  const ofArea = fitting.filter(({ unit }) => unit !== null && areas.has(unit));
  return ofArea.length > 0 ? ofArea : fitting;
}

/** What a term means sets no amount. */
export function isDefining(one: Evidence): boolean {
  return headingsOf(one)
    .slice(0, 2)
    .some((heading) => /\bdefin|\bglossary\b/i.test(heading));
}

/** A rule for things in front yards does not hold in back yards, nor one for a park on its lots; which setback is meant the dimension tells. */
export function isOfOtherPlace({ text, dimension }: QuestionReading, one: Evidence): boolean {
  if (isOfWhole(text, one)) return true;
  if (dimension && isSetback(dimension)) return false;
  const [asked, held] = [yardsIn(text), yardsIn(saidBy(one))];
  return asked.length > 0 && held.length > 0 && !asked.some((yard) => held.includes(yard));
}

/** "A lot in a mobile home park": the park is larger, and what is said of it without a word on its lots says nothing of them. */
const partOfWhole =
  /\b(?:lots?|stands?|spaces?|sites?|pads?)\b[^?]{0,20}\b(?:in|within|of|inside)\s+(?:an?|the|my|our|any)\s+(?:[\w-]+\s+){0,3}(?:park|development|subdivision|campground|complex|community)\b/i;
const ofParts = /\b(?:lots?|stands?|spaces?|sites?|pads?)\b/i;

function isOfWhole(question: string, one: Evidence): boolean {
  return partOfWhole.test(question) && !ofParts.test(`${one.lead} ${saidBy(one)}`);
}

/** Whether a limit holds in front yards only, of which the question says nothing: fences "in the required front yard". */
export function isOfUnaskedYard({ text, dimension }: QuestionReading, one: Evidence): boolean {
  if (dimension && isSetback(dimension)) return false;
  return yardsIn(text).length === 0 && inFrontYard.test(saidBy(one)) && !yardsIn(saidBy(one)).includes("back");
}

const inFrontYard =
  /\b(?:in|within|into)\s+(?:an?|the|any|each|every)\s+(?:required\s+|minimum\s+)?front\s+(?:yard|set-?back)s?\b/i;

function yardsIn(text: string): string[] {
  const isFront = /\bfront\s*(?:yards?|set-?backs?|lot lines?)\b|\bin front of\b/i.test(text);
  const isBack =
    /\bback\s?yards?\b|\b(?:rear|side)(?:\s*(?:,|or|and)\s*\w+)?\s*(?:yards?|set-?backs?|lot lines?)\b/i.test(text);
  return [...(isFront ? ["front"] : []), ...(isBack ? ["back"] : [])];
}

const mostSaid =
  /\b(?:no|not) (?:more|greater|larger|higher|taller|wider|longer)\b|\bmax(?:imum)?\b|\b(?:not|never) exceed|\bup to\b|\bat most\b/i;
const leastSaid =
  /\b(?:no|not) (?:less|fewer|smaller|closer|nearer|narrower)\b|\bmin(?:imum)?\b|\bat least\b|\bor more\b/i;

/** Where the words stand that make an amount a most or a least: in its clause, before it or right behind. */
const clauseBefore = /[^,;.]{0,60}$/;
const clauseBehind = /^[^,;.]{0,20}/;

/**
 * Tells whether all amounts of a provision are of the other limit: a most is no answer to a question for the least, nor
 * a least to one for the most.
 */
export function statesOtherLimit(question: QuestionReading, one: Evidence): boolean {
  if (question.limit === null) return false;
  const [wanted, other] = question.limit === "minimum" ? [leastSaid, mostSaid] : [mostSaid, leastSaid];
  const text = one.cell ? one.cell.value : one.text;
  const label = one.cell ? saidBy(one) : "";
  const amounts = amountsIn(question, one);
  return (
    amounts.length > 0 &&
    amounts.every(({ start, end }) => {
      const said = `${label} ${clauseBefore.exec(text.slice(0, start))?.[0] ?? ""} ${clauseBehind.exec(text.slice(end))?.[0] ?? ""}`;
      return other.test(said) && !wanted.test(said);
    })
  );
}
