import { analyse } from "../../../ingest/index.ts";
import { type Quantity, quantitiesIn } from "../../text/quantities.ts";
import { type Evidence, headingsOf, saidBy } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { amountsIn, isDefining, speaksOfKinds } from "./amount-gate.ts";
import { isOfOtherActor } from "./time-of-whom.ts";

/**
 * Whether a provision speaks against another one as the answer to a question for an amount: it states other amounts of the
 * kind asked for, in units of the same quantity, of the thing asked about.
 */
export function contradicts(question: QuestionReading, other: Evidence, one: Evidence): boolean {
  return (
    !statesSame(question, other, one) &&
    isOfSameQuantity(question, other, one) &&
    (!namesThing(question, one) || namesThing(question, other)) &&
    !(question.limit === "maximum" && isDefining(other) && !isDefining(one)) &&
    !(isOfUnaskedSign(question, other) && !isOfUnaskedSign(question, one)) &&
    !(isOfOtherActor(question, other) && !isOfOtherActor(question, one))
  );
}

/** Whether two pieces of evidence state the same amounts of the kind asked for; the same numbers, where neither states one of that kind. */
function statesSame(question: QuestionReading, one: Evidence, other: Evidence): boolean {
  const [ofKind, ofOtherKind] = [one, other].map((each) => valuesOf(amountsIn(question, each)));
  const isOfKind = ofKind !== "" || ofOtherKind !== "";
  return isOfKind ? ofKind === ofOtherKind : valuesOf(numbersOf(one)) === valuesOf(numbersOf(other));
}

const numbersOf = ({ cell, text }: Evidence) => quantitiesIn(cell ? cell.value : text);
const valuesOf = (amounts: readonly Quantity[]) => amounts.map(({ value }) => value).join(" ");

/** A rule that names none of the things asked about does not contradict one that names them. */
const namesThing = (question: QuestionReading, one: Evidence) =>
  speaksOfKinds(question, analyse(`${one.lead} ${saidBy(one)} ${headingsOf(one)[0] ?? ""}`));

/** Units of the same quantity, of which a yard is a cubic one; a bare number may be of any. */
const quantities: readonly ReadonlySet<string>[] = [
  "ft inch m mile",
  "yard",
  "sqft sqm sqyd acre",
  "day night week month year hour minute",
  "money",
  "percent",
  "story",
].map((units) => new Set(units.split(" ")));

/** Two limits of one thing in other quantities hold side by side: 24 feet and two stories, 600 square feet and 35 feet. */
function isOfSameQuantity(question: QuestionReading, one: Evidence, other: Evidence): boolean {
  const [own, others] = [one, other].map((each) =>
    amountsIn(question, each).map(({ unit }) => quantities.findIndex((units) => unit !== null && units.has(unit))),
  );
  if (!own?.length || !others?.length || [...own, ...others].includes(-1)) return true;
  return own.some((quantity) => others.includes(quantity));
}

/** What people call signs: "two little boards by the road", "letters on my window". */
const ofSigns =
  /\b(?:signs?|signage|banners?|billboards?|boards?|posters?|letter(?:s|ing)?|logos?|name ?plates?|flags?|neon|displays?|advertis\w*|awnings?)\b/i;

/** Whether a provision is of a sign, which a question that mentions none does not ask about: "Temporary tag sale sign, 3". */
export const isOfUnaskedSign = ({ text }: QuestionReading, one: Evidence): boolean =>
  aSign.test(one.cell ? saidBy(one) : (subject.exec(one.text)?.[0] ?? "")) && !ofSigns.test(text);
const aSign = /\b(?:signs?|signage|billboards?)\b/i;
/** What a sentence is about: the words before its first verb or comma. */
const subject = /^.{0,80}?(?=,|\b(?:shall|must|may|can|is|are|will)\b)/is;
