import { type Evidence, saidBy } from "../evidence/evidence.ts";
import { districtsIn, matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { type Amount, amountsIn, factsTold } from "./amounts.ts";

/** Whether a provision's limits leave room for what a question tells; unknown where it tells nothing that they limit. */
export type Comparison = "broken" | "kept" | "unknown";

/** What a piece of evidence says, a cell with its value. */
export const saidWhole = (one: Evidence) => (one.cell ? `${saidBy(one)}: ${one.cell.value}` : one.text);

/** Returns the limits that a text sets for the districts asked about: "20,000 in R-15 districts and 15,000 in R-10 districts". */
export function limitsIn(question: QuestionReading, text: string): Amount[] {
  const amounts: Amount[] = [];
  for (const one of amountsIn(question, text)) {
    const before = amounts.at(-1);
    const isNext = before?.unit === one.unit && byDistrict.test(text.slice(before.end, one.start));
    amounts.push(isNext && one.limit === null ? { ...one, ...limitOf(before) } : one);
  }
  return amounts.filter(({ limit, end }, at) => {
    if (limit === null) return false;
    const behind = text.slice(end, amounts[at + 1]?.start ?? text.length);
    const named = /^[\s,]*in\s[^.;]*\b(?:districts?|zones?)\b/i.test(behind) ? districtsIn(behind) : [];
    const { districts } = question;
    return (
      named.length === 0 ||
      districts.length === 0 ||
      named.some(({ printed }) => districts.some((one) => matchDistrict(printed, one, true) === "named"))
    );
  });
}

/** What stands between the limits of two districts. */
const byDistrict = /^\s*in\s[^.;]*\b(?:districts?|zones?)\b,?\s*and\s*$/i;
const limitOf = ({ limit, bound, of }: Amount) => ({ limit, bound, of });

/**
 * Compares what a question tells with the limits of a text: one of them is broken, all are kept, or the question does not
 * tell an amount for each. A limit on one kind of amount says nothing of another.
 */
export function comparedWith(question: QuestionReading, text: string): Comparison {
  const [told, limits] = [factsTold(question), limitsIn(question, text)];
  if (exceeds(told, limits)) return "broken";
  const isKept = limits.length > 0 && limits.every(({ of }) => told.some((one) => one.of === of));
  return isKept ? "kept" : "unknown";
}

/** Whether one of the amounts is beyond a limit of its kind; "less than 5,000" and "over 5,000" leave 5,000 out. */
export function exceeds(told: readonly Amount[], limits: readonly Amount[]): boolean {
  return limits.some(({ of, value, limit, bound }) =>
    told.some((one) => {
      if (limit === null || one.of !== of) return false;
      const [inner, outer] = limit === "max" ? ["under", "over"] : ["over", "under"];
      if (one.value === value) return one.bound === outer || (bound === inner && one.bound !== inner);
      return limit === "max" ? one.value > value : one.value < value;
    }),
  );
}

/** What allows other amounts on other terms. */
const onOtherTerms =
  /\b(?:each|every|per|additional|except\w*|unless|otherwise|smaller|waive[drs]?|waivers?|reduc\w+|special|existing|non-?conforming)\b/i;

/**
 * Whether a provision allows a use on lots of one least size only, or up to one number, and the lot or the number of the
 * question is not among them: "provided that the parcel contains at least three acres" of two acres.
 */
export function refusesAmount(question: QuestionReading, text: string): boolean {
  const [told, limits] = [factsTold(question), limitsIn(question, text)];
  return (
    !onOtherTerms.test(text) &&
    (["lot", "things"] as const).some((kind) => {
      const [own, wanted] = [limits, told].map((amounts) => amounts.filter(({ of }) => of === kind));
      const limit = kind === "lot" ? "min" : "max";
      return own?.length === 1 && wanted?.length === 1 && own[0]?.limit === limit && exceeds(wanted, own);
    })
  );
}
