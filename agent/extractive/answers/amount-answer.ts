import { analyse } from "../../../ingest/index.ts";
import { type Quantity, quantitiesIn } from "../../text/quantities.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { makeTermMatch } from "../question/other-words.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptsOf } from "../question/use-words.ts";
import { type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { contradicts } from "./contradictions.ts";
import { standingOf } from "./district-match.ts";
import { sentenceOfCell } from "./table-sentence.ts";
import { sentenceOfText } from "./text-sentence.ts";

/** Share of what a question is about, by weight, that a provision must speak of itself. */
const enough = 0.6;
/** What stands further down was found for a few of the words only. */
const nearestPassages = 5;
/** A word no evidence holds, in any wording known, is likely what the documents do not speak of. */
const unheardWeight = 3;
/** A word that only the heading above says counts less than one the provision says itself. */
const headingShare = 0.7;
const asksAmount =
  /\bhow (?:much|many|big|large|small|tall|high|wide|narrow|far|close|near|long|deep|old|soon|late|early)\b|\b(?:max(?:imum)?|min(?:imum)?|biggest|largest|smallest|tallest|highest|lowest|longest|shortest|most|least|size|limit|deadline)\b|\bwhat\b.*\b(?:pay|cost|fee|fine|height|width|depth|area|distance|percent\w*|ratio|density|size)\b|\b(?:days|months|years|hours|feet|acres)\b/i;

/** Words that ask for an amount, or speak of land at large: they say nothing of what the amount is of. */
const asking = new Set(
  analyse(
    "regular normal usual typical standard ever biggest smallest largest tallest longest highest lowest shortest max min maximum minimum most least size big small large tall high long " +
      "far close near deep wide much many feet foot square area acre acres around before after between without with allowed allow legal legally possible build built put stand reach need " +
      "house home property lot land zone zoning district city town county people own inside outside amount number total exactly",
  ),
);

/**
 * Answers a question for an amount with the one provision, among the first passages found, that speaks of all the
 * question is about and states an amount of the kind asked for; for questions whose dimension or subject could not be
 * read more exactly. Where the question names a district, the provision must be of that district.
 */
export function answerAmount(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const topic = topicOf(question);
  if (topic.length === 0 || !(question.dimension || question.measure || asksAmount.test(question.text)))
    return noAnswer;
  const share = topicShare(question, topic, evidence);
  const [best] = evidence
    .filter((one) => one.marker <= nearestPassages && holdsAmount(question, one) && isOfDistrict(question, one))
    .filter((one) => !statesOtherLimit(question, one) && !contradicts(question, one))
    .map((one) => ({ one, ...share(one) }))
    .filter(({ own, whole }) => own >= enough && whole >= enough)
    .sort((a, b) => b.own + b.whole + b.around - a.own - a.whole - a.around || a.one.marker - b.one.marker);
  if (!best) return noAnswer;
  const { one } = best;
  const sentence = one.cell ? sentenceOfCell(one, one.cell, standingOf(one, question.districts)) : sentenceOfText(one);
  return { status: "answered", sentences: [sentence] };
}

/**
 * What the amount is of: the telling words of the sentence that asks for it, since others tell the story around it; of
 * the whole question where that sentence alone says too little.
 */
function topicOf({ text, terms }: QuestionReading): string[] {
  const telling = terms.filter((term) => !asking.has(term) && !/^\d/.test(term));
  const asked = text
    .split(/[.!?]\s+/)
    .filter((sentence) => asksAmount.test(sentence))
    .at(-1);
  const stems = new Set(analyse(asked ?? ""));
  const own = telling.filter((term) => stems.has(term));
  return own.length >= 2 ? own : telling;
}

/**
 * Makes the measure of how much of a topic a provision speaks of: in its own words, with its headings, and, to part
 * equals, how many words of the whole question stand there.
 */
function topicShare(question: QuestionReading, topic: readonly string[], evidence: readonly Evidence[]) {
  const own = new Map(evidence.map((one) => [one, withRelated(analyse(`${one.lead} ${one.text}`))]));
  const weights = new Map(topic.map((term) => [term, 0]));
  for (const held of own.values()) {
    for (const term of topic) if (held.has(term)) weights.set(term, (weights.get(term) ?? 0) + 1);
  }
  const weightOf = (term: string) => {
    const count = weights.get(term) ?? 0;
    return count === 0 ? unheardWeight : Math.log(1 + evidence.length / (count + 1));
  };
  const wordings = makeTermMatch(question, weightOf);
  const kinds = conceptsOf(question.text).filter(({ asked }) => asked !== undefined);
  const matchOf = (term: string, held: ReadonlySet<string>) => {
    const isSaidOtherwise = kinds.some(
      ({ asked, phrases }) =>
        asked?.some((words) => words.includes(term)) && phrases.some((words) => words.every((word) => held.has(word))),
    );
    return Math.max(wordings(term, held), isSaidOtherwise ? 1 : 0);
  };
  return (one: Evidence) => {
    const held = own.get(one) ?? new Set();
    const above = withRelated(headingsOf(one).slice(0, 2).flatMap(analyse));
    let full = 0;
    let ownShare = 0;
    let wholeShare = 0;
    for (const term of topic) {
      const weight = weightOf(term);
      const said = matchOf(term, held);
      full += weight;
      ownShare += weight * said;
      wholeShare += weight * Math.max(said, headingShare * matchOf(term, above));
    }
    const told = question.terms.filter((term) => held.has(term) || above.has(term)).length;
    return { own: ownShare / full, whole: wholeShare / full, around: told / (2 * question.terms.length) };
  };
}

function holdsAmount(question: QuestionReading, one: Evidence): boolean {
  return amountsIn(question, textOf(one)).length > 0;
}

function textOf({ cell, text }: Evidence): string {
  return cell ? cell.value : text;
}

const areas = new Set(["sqft", "sqm", "acre"]);

/** The amounts of the kind asked for; a size given as an area is told by that, not by the lengths beside it. */
function amountsIn(question: QuestionReading, text: string): Quantity[] {
  const units = question.dimension?.units ?? question.measure?.units;
  const fitting = quantitiesIn(text).filter(({ unit }) => (units ? unit !== null && units.includes(unit) : true));
  const ofArea = fitting.filter(({ unit }) => unit !== null && areas.has(unit));
  return ofArea.length > 0 ? ofArea : fitting;
}

function isOfDistrict(question: QuestionReading, one: Evidence): boolean {
  if (question.districts.length === 0 || question.isSiteDistrict) return true;
  return standingOf(one, question.districts).kind === "named";
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
  const text = textOf(one);
  const label = one.cell ? `${one.cell.group} ${one.cell.label} ${one.cell.column}` : "";
  const amounts = amountsIn(question, text);
  return (
    amounts.length > 0 &&
    amounts.every(({ start, end }) => {
      const said = `${label} ${clauseBefore.exec(text.slice(0, start))?.[0] ?? ""} ${clauseBehind.exec(text.slice(end))?.[0] ?? ""}`;
      return other.test(said) && !wanted.test(said);
    })
  );
}
