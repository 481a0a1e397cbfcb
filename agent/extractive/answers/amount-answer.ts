import { analyse } from "../../../ingest/index.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import { contentTerms, termCoverage } from "../../text/words.ts";
import { amountsSaidIn, type Evidence, headingsOf, saidBy, saidInFull } from "../evidence/evidence.ts";
import { termsAsked } from "../question/asking-sentence.ts";
import { statesMeasure } from "../question/measures.ts";
import { nearnessTo } from "../question/nearness.ts";
import { makeTermMatch } from "../question/other-words.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch, type UseConcept } from "../question/use-words.ts";
import {
  amountsIn,
  countsNothing,
  holdsAsAsked,
  isOfOtherPlace,
  isOfTemporaryThing,
  speaksOfKinds,
  statesDistance,
  statesOtherLimit,
  withoutShares,
  wordsAround,
} from "./amount-gate.ts";
import { type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { assertedWithNotes } from "./cell-notes.ts";
import { type Conditions, conditionFit, conditionsIn } from "./conditions.ts";
import { standingOf } from "./district-match.ts";
import { quoteAnswer } from "./quote.ts";
import { contradicts, isOfUnaskedSign } from "./rivals.ts";
import { termWeights } from "./term-weights.ts";

/**
 * Share of what is asked, by weight, that a provision and its headings speak of; and the same of one among the first
 * passages, its own words included.
 */
const enough = { whole: 0.66, nearby: 0.5 };
/** The same where the question names no kind of amount: any one would do. */
const enoughOfAny = { whole: 0.8, nearby: 0.8 };
const nearestPassages = 5;
const closely = 0.85;
/** Provisions that fit as well as the best one, and state something else. */
const asClose = 0.97;
const mostSentences = 2;

/** Words that ask for an amount, or speak of land at large: they say nothing of what the amount is of. */
const asking = new Set(
  analyse(
    "regular normal usual typical standard ever biggest smallest largest tallest longest highest lowest shortest max min maximum minimum most least size big small large tall high long " +
      "width height depth length distance far close near deep wide steep much many feet foot square area acre acres around before after between without with allowed allow legal legally possible build built put stand reach need " +
      "house home property lot land zone zoning district city town county people own yard inside outside amount number total exactly limit limits bring brings come moved",
  ),
);

/**
 * Answers a question for an amount with the provisions that speak of what it is of and state one of that kind. Where the
 * question names a district they must be of that district.
 */
export function answerAmount(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const topic = topicOf(question);
  if (topic.length === 0) return noAnswer;
  const weightOf = termWeights(evidence);
  const matchOf = makeTermMatch(question, weightOf);
  const nearest = new Set([...new Set(evidence.map(({ passage }) => passage))].slice(0, nearestPassages));
  const least = question.measure || question.dimension ? enough : enoughOfAny;
  const conditions = conditionsIn(question.text);
  const near = nearnessTo(question.terms);
  const fitting = evidence
    .filter((one) => isOfAmount(question, conditions, one))
    .map((one) => {
      const said = analyse(`${one.lead} ${saidInFull(one)}`);
      const own = withRelated(said);
      const titles = headingsOf(one).slice(0, 2).flatMap(analyse);
      const around = withRelated([...own, ...titles]);
      const inside = termCoverage(topic, own, weightOf, matchOf);
      const whole = termCoverage(topic, around, weightOf, matchOf);
      const verbatim = termCoverage(topic, new Set(said), weightOf);
      const isOfMeasure = question.measure?.title?.test(headingsOf(one)[0] ?? "") === true;
      const score =
        inside +
        whole +
        verbatim * 0.2 +
        one.passage.score * 0.3 +
        near(`${one.lead} ${saidInFull(one)}`) * 0.4 +
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
  const isNamed = (one: Evidence) => standingOf(one, question.districts).kind === "named";
  // What is said of the very district asked about goes before what is said of none.
  const isOfDistrict = question.districts.length > 0 && isNamed(best.one);
  const isToldElsewhere = fitting.some(
    ({ one, score }) =>
      score >= best.score * asClose &&
      sectionOf(one) !== section &&
      contradicts(question, one, best.one) &&
      (!isOfDistrict || isNamed(one)),
  );
  const isOneOfRows = fitting.some(({ one, score }) => score >= best.score * closely && isOtherRow(best.one, one));
  const holds = isOfDimension(question, best.one) && holdsAsAsked(question, best.one);
  const asserted = holds && !isToldElsewhere && !isOneOfRows && assertedWithNotes(chosen, evidence);
  return asserted || quoteAnswer(chosen);
}

/** What the amount is of: the telling words of the sentence that asks for it, since others tell the story around it. */
function topicOf(question: QuestionReading): string[] {
  const isOfSize = question.measure?.id === "size in feet";
  const isTelling = (term: string) => !asking.has(term) && !(isOfSize && keeping.has(term));
  const own = termsAsked(question).filter(isTelling);
  return own.filter((term) => !ofMoney.has(term)).length >= 2 ? own : question.terms.filter(isTelling);
}

/** "What does it cost to file?" names nothing that a fee could be for: the sentence before it does. */
const ofMoney = new Set(analyse("cost costs fee fees charge charges pay price"));

/** The law limits the size of a boat, whether it is kept, stored or parked. */
const keeping = new Set(analyse("keep kept keeping"));

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

/** An amount in the unit of a dimension that a provision does not speak of may be of anything. */
function isOfDimension({ dimension }: QuestionReading, one: Evidence): boolean {
  return !dimension || (dimension.id !== "parking" && dimension.told.test(withoutShares(`${one.lead} ${saidBy(one)}`)));
}

/** Whether a provision states an amount of the kind asked for, of the thing, on the condition and in the district asked about. */
function isOfAmount(question: QuestionReading, conditions: Conditions, one: Evidence): boolean {
  const { districts } = question;
  const isAnywhere = districts.length === 0 || (question.isSiteDistrict && !question.dimension);
  const standing = isAnywhere ? "general" : standingOf(one, districts).kind;
  return (
    statesAmount(question, one) &&
    speaksOfCounted(question, one) &&
    speaksOfKinds(question, wordsAround(one)) &&
    (question.dimension && districts.length > 0 ? standing === "named" : standing !== "other") &&
    !statesOtherLimit(question, one) &&
    !isOfOtherPlace(question, one) &&
    !isOfTemporaryThing(question, one) &&
    !statesDistance(question, one) &&
    !isOfUnaskedSign(question, one) &&
    conditionFit(conditions, conditionsIn(`${one.lead} ${saidBy(one)}`)) !== "excludes"
  );
}

/** Whether a provision states an amount of the kind asked for; where no kind is named, any number will do. */
function statesAmount(question: QuestionReading, one: Evidence): boolean {
  const { measure, dimension } = question;
  const said = one.cell ? one.cell.value : one.text;
  if (measure?.id === "count") return countsThings(said);
  if (measure && !dimension) return statesMeasure(measure, said, amountsSaidIn(one));
  return amountsIn(question, one).length > 0 || (!dimension && countsThings(said));
}

/** Least share of the words of a kind for which a text counts as mentioning that kind. */
const isSpokenOf = 0.6;
const number = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice)\b/i;
/** Numbers that count nothing: the number of a section, the mark of an item, a section that is referred to. */
const reference =
  /^\W*\d{1,3}(?:\.\d{1,3})+\.?(?=\s)|^\W*(?:\(?\w{1,4}[.)]\s*)+|\b(?:sub)?(?:section|article|chapter|paragraph|table|appendix)s?\s+[\w.()-]+|§+\s*[\w.()-]+/gi;

/** Whether a text states a number that may count things. */
function countsThings(said: string): boolean {
  const amounts = quantitiesIn(said);
  let bare = said;
  for (const { start, end, unit } of amounts.toReversed())
    if (countsNothing(unit)) bare = `${bare.slice(0, start)} ${bare.slice(end)}`;
  return number.test(bare.replace(reference, " "));
}

/** Whether a provision names what a question counts, by its own word or as its kind: "hens" of "How many hens may I keep?". */
function speaksOfCounted({ text, measure, subject }: QuestionReading, one: Evidence): boolean {
  if (measure?.id !== "count") return true;
  const counted =
    /\bhow many\s+(?:different\s+|total\s+)?([\w-]+(?:\s+[\w-]+){0,2}?)(?=\s+(?:do|does|did|can|could|may|might|must|should|are|is|was|will|shall|would|have|has|per|in|on|an?|the|need|at|for|of|to|make)\b|\s*[?.]?$)/i.exec(
      text,
    )?.[1];
  const stem = contentTerms(counted ?? "").at(-1);
  if (stem === undefined) return true;
  const words = wordsAround(one);
  const isKindOf = ({ phrases, asked = [] }: UseConcept) => [...phrases, ...asked].some((each) => each.includes(stem));
  return (
    withRelated(words).has(stem) || subject.some((kind) => isKindOf(kind) && conceptMatch([kind], words) >= isSpokenOf)
  );
}
