import { type Quantity, quantitiesIn } from "../../text/quantities.ts";
import { converted } from "../../text/units.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { hasTrait, kindsIn } from "../question/use-words.ts";
import { factsTold } from "./amounts.ts";

/**
 * Leaves out the cells of a table that are for lots of another size than a question tells, or for another kind of home than
 * it names: of "Less than 20,000 sq. ft." and "20,000 sq. ft. to under 1 acre" the row for half an acre, of "Single-family"
 * and "Two-family" the column of a duplex. A table with no cell for the case asked about stays whole.
 */
export function cellsAsked(question: QuestionReading, evidence: readonly Evidence[]): readonly Evidence[] {
  const lot = factsTold(question).find(({ of, bound }) => of === "lot" && bound === null)?.value;
  const home = question.useConcepts.find(({ kind }) => hasTrait(kind, "home"))?.kind;
  const choices = [...(lot === undefined ? [] : [bySize(lot)]), ...(home === undefined ? [] : [byHome(home)])];
  return choices.reduce(leaveOut, evidence);
}

/** Whether a label is one for the case asked about; undefined for a label of no such case. */
type Choice = (label: string) => boolean | undefined;

function leaveOut(evidence: readonly Evidence[], isAsked: Choice): readonly Evidence[] {
  const ofCase = (one: Evidence) => {
    const { label = "", column = "", group = "" } = one.cell ?? {};
    return isAsked(column) ?? isAsked(label) ?? isAsked(group);
  };
  const cases = new Map(evidence.map((one) => [one, one.cell ? ofCase(one) : undefined]));
  const chosen = new Set(evidence.filter((one) => cases.get(one) === true).map(({ passage }) => passage));
  return evidence.filter((one) => cases.get(one) !== false || !chosen.has(one.passage));
}

/** A label that is a range of areas and no more, its areas as "#". */
const ranges: readonly (readonly [form: RegExp, least: boolean, most: boolean])[] = [
  [/^(?:less than|under|up to|below|smaller than|not over|no more than) #$/, false, true],
  [/^(?:more than|over|above|greater than|at least|larger than) #$/, true, false],
  [/^# (?:and over|or over|or more|and up|or larger|or greater|and above)$/, true, false],
  [
    /^(?:between |over |more than )?# (?:to|and|but|up to) (?:(?:less than|under|up to|below|not over) )?#$/,
    true,
    true,
  ],
];

/** A label with its amounts as "#", without marks and without words that say that it is on lots. */
function formOf(label: string): string {
  let form = label;
  for (const { start, end } of quantitiesIn(label).toReversed()) form = `${form.slice(0, start)} # ${form.slice(end)}`;
  const words =
    form
      .toLowerCase()
      .replace(/[-–—]/g, " to ")
      .replace(/\+/g, " or more ")
      .match(/[a-z]+|#/g) ?? [];
  return words.filter((word) => !ofLots.has(word)).join(" ");
}

const ofLots: ReadonlySet<string> = new Set(
  "lot lots parcel parcels area areas size sizes of with containing in".split(" "),
);

const isArea = ({ unit }: Quantity) => unit === "sqft" || unit === "acre" || unit === "sqm";

/** Chooses by the area of the lot, in square feet; where ranges meet, the one that begins there holds it. */
const bySize =
  (lot: number): Choice =>
  (label) => {
    const form = formOf(label);
    const range = ranges.find(([one]) => one.test(form));
    const printed = quantitiesIn(label);
    const unit = printed.findLast(isArea)?.unit;
    if (!range || !unit) return undefined;
    const values = printed.map((one) => converted(one.value, isArea(one) ? (one.unit ?? unit) : unit, "sqft") ?? 0);
    const [, hasLeast, hasMost] = range;
    const [least, most] = [hasLeast ? (values[0] ?? 0) : 0, hasMost ? (values.at(-1) ?? 0) : Number.POSITIVE_INFINITY];
    const isUpTo = /\b(?:up to|not over|no more than)\b/.test(form);
    return least <= lot && (isUpTo ? lot <= most : lot < most);
  };

/** Chooses by the kind of home; a label for whatever else there is holds no home that has its own. */
const byHome =
  (home: string): Choice =>
  (label) => {
    if (/^\W*(?:all\s+)?others?\b[\s\w]*$/i.test(label)) return false;
    const kinds = kindsIn(label).filter((kind) => hasTrait(kind, "home"));
    return kinds.length === 0 ? undefined : kinds.includes(home);
  };
