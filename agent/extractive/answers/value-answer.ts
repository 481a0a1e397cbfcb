import { analyse } from "../../../ingest/index.ts";
import { quantitiesIn, unitNamedIn } from "../../text/quantities.ts";
import { termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf, saidBy } from "../evidence/evidence.ts";
import { type Dimension, dimensions } from "../question/dimensions.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch } from "../question/use-words.ts";
import {
  amountsIn,
  casesIn,
  holdsAsAsked,
  isCrowded,
  isOfOtherPlace,
  isOfTemporaryThing,
  opensCase,
  statesOtherLimit,
  titlesOf,
  withoutShares,
} from "./amount-gate.ts";
import { type ExtractiveAnswer, noAnswer, withWord } from "./answer.ts";
import { assertedWithNotes } from "./cell-notes.ts";
import { type Conditions, conditionFit, conditionsIn, conditionsOf } from "./conditions.ts";
import { type DistrictStanding, standingOf } from "./district-match.ts";
import { quoteAnswer } from "./quote.ts";
import { contradicts } from "./rivals.ts";

/** A provision that states a value of the dimension asked for. */
interface StatedValue {
  readonly one: Evidence;
  readonly standing: DistrictStanding;
  readonly rank: number;
  /** It names the dimension itself, is bound to the district asked about or set for all, and is for no case of its own. */
  readonly isBound: boolean;
}

/** Provisions that rank so near to the best one may be meant as well. */
const closely = 0.03;
const enoughOfSubject = 0.6;

/**
 * Answers a question for a dimension by what passages state, where no rule was read at ingest. A value is asserted where
 * one provision is bound to the district and the thing asked about, and no other near it states another value; else the
 * nearest are quoted.
 */
export function answerValue(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const { dimension } = question;
  if (!dimension) return noAnswer;
  const asked = conditionsIn(question.text);
  const found = evidence
    .flatMap((one) => statedValue(question, dimension, one, asked) ?? [])
    .sort((a, b) => b.rank - a.rank);
  // What the district itself sets for its lots comes before what is set for some use or place in any district.
  const own = found.filter(({ standing }) => standing.kind === "named");
  const stated = own.length > 0 && question.subject.length === 0 && !question.isSiteDistrict ? own : found;
  const [best] = stated;
  if (!best) return noAnswer;
  const near = stated.filter((other) => other.rank >= best.rank - closely);
  const isOne = near.every(
    (other) => !other.isBound || isNarrowerLabel(other.one, best.one) || !contradicts(question, other.one, best.one),
  );
  const { standing, one } = best;
  const isSaid = standing.kind !== "named" || (standing.where === "sentence" && one.cell === null);
  const place = isSaid ? "" : `In the ${withWord(standing.district.printed)}`;
  const asserted = best.isBound && isOne && assertedWithNotes([one], evidence, place);
  return asserted || quoteAnswer(near.map((other) => other.one));
}

/** Whether a cell has all labels of another one and further words, and so is of a part of what that one is of: "Max height, first story" beside "Max height". */
function isNarrowerLabel(one: Evidence, other: Evidence): boolean {
  if (!one.cell || !other.cell) return false;
  const [words, fewer] = [saidBy(one), saidBy(other)].map((said) => new Set(analyse(said)));
  return (
    words !== undefined && fewer !== undefined && words.size > fewer.size && [...fewer].every((word) => words.has(word))
  );
}

function statedValue(
  question: QuestionReading,
  dimension: Dimension,
  one: Evidence,
  asked: Conditions,
): StatedValue | undefined {
  const told = toldBy(dimension, one);
  if (told === 0 || !statesValue(question, dimension, one)) return undefined;
  const standing = standingOf(one, question.districts);
  if (question.districts.length > 0 && standing.kind === "other") return undefined;
  const around = [saidBy(one), one.lead, ...headingsOf(one).slice(0, 2)].join(" ");
  const isOfSubject =
    question.subject.length === 0 || conceptMatch(question.subject, analyse(around)) >= enoughOfSubject;
  const conditions = conditionsOf(`${one.lead} ${saidBy(one)}`, headingsOf(one)[0] ?? "");
  const fit = conditionFit(asked, conditions);
  const isOfOther = [statesOtherLimit, isOfOtherPlace, isOfTemporaryThing].some((isOf) => isOf(question, one));
  if (!isOfSubject || fit === "excludes" || isOfOther) return undefined;
  const cases = casesIn(`${saidBy(one)} ${one.lead}`, question.text);
  const casesAround = casesIn([saidBy(one), one.lead, ...titlesOf(question, one)].join(" "), question.text);
  const words = termCoverage(question.terms, withRelated(analyse(`${one.lead} ${saidBy(one)}`)));
  const isNamed = standing.kind === "named";
  const isOfOwn = question.districts.length === 0 ? standing.kind === "general" : isNamed;
  const holds = isOfOwn || question.subject.length > 0 || dimension.isForAll === true;
  return {
    one,
    standing,
    rank:
      told +
      (isNamed ? 0.5 : 0) +
      (fit === "fits" ? 0.3 : 0) +
      words * 0.6 +
      one.passage.score * 0.15 -
      Math.min((cases + casesAround + (opensCase(question, one) ? 2 : 0)) * 0.1, 0.4),
    isBound: told >= 0.85 && holds && cases <= 1 && !isCrowded(one) && holdsAsAsked(question, one),
  };
}

/** How plainly a provision is about a dimension: by its own words, by its lead, by its heading; 0 where it is not. */
function toldBy({ id, told, notTold }: Dimension, one: Evidence): number {
  const own = one.cell ? saidBy(one) : withoutShares(one.text.replace(sortingStories, " "));
  const [heading = ""] = headingsOf(one);
  if (notTold?.test(own)) return 0;
  // "Living units | 6 per acre": the value says of what it is.
  if (told.test(own) || (id === "density" && one.cell && told.test(one.cell.value))) return 1;
  const isOfOther = dimensions.some((other) => other.id !== id && !isSideOf(other.id, id) && other.told.test(own));
  if (isOfOther) return 0;
  if (told.test(one.lead) && !notTold?.test(one.lead)) return one.lead.length < 60 ? 0.95 : 0.85;
  return told.test(heading) && !notTold?.test(heading) ? 0.8 : 0;
}

const isSideOf = (other: string, id: string) => other === "setbacks" && id.endsWith(" setback");

/** Stories by which another dimension is set: "one foot for each story over the first". */
const sortingStories =
  /\b(?:each|every|per|additional|first|second|upper) stor(?:y|ey)\b|\b(?:buildings?|structures?|dwellings?) of [\w-]+ stor(?:y|ies)\b/gi;

const noValue = /^(?:none|n\/?a|no (?:minimum|maximum|limit|requirement)|not (?:applicable|required|regulated))\b/i;

/** Whether a provision states a value in a unit of the dimension; a bare number of a table in the unit of its labels. */
function statesValue(question: QuestionReading, dimension: Dimension, one: Evidence): boolean {
  if (amountsIn(question, one).length > 0) return true;
  const bare = quantitiesIn(one.cell ? one.cell.value : one.text).filter(({ unit }) => unit === null);
  if (!one.cell) return dimension.id === "floor area ratio" && bare.length > 0;
  if (noValue.test(one.cell.value)) return true;
  const named = [one.cell.label, one.cell.column, one.cell.group].flatMap((label) => unitNamedIn(label) ?? [])[0];
  return bare.length > 0 && (named === undefined || dimension.units.includes(named.unit));
}
