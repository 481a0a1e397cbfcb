import { citing, fact, joined, type Statement, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import type { ReportCriterion, ReportNote, ReportValue } from "../evidence/criteria-evidence.ts";
import { standards } from "../evidence/questions.ts";
import { answerCell, answerStatements, label, passageKey, recordKey, type SectionContext } from "./context.ts";

/** Returns a row for each standard of a district: its name, and what the ordinance states or why nothing is shown. */
export function standardRows(context: SectionContext, district: string): Statement[][] {
  return standards.map(({ key, label: name }) => [label(name), standardCell(context, key, district)]);
}

/** Standards of a site's layout, by what a row is called. */
const layoutStandards: readonly (readonly [key: string, name: string])[] = [
  ["stall_size", "Size of a parking stall"],
  ["aisle", "Width of a parking aisle"],
  ["building_spacing", "Distance between buildings"],
];

/** Returns a row for each standard of the layout that was located in the ordinance. */
export function layoutRows(context: SectionContext, district: string): Statement[][] {
  return layoutStandards.flatMap(([key, name]) => {
    const cell = criterionCell(context, key, district);
    return cell === undefined ? [] : [[label(name), cell]];
  });
}

/** Whether a standard of a district was found. */
export const isStandardLocated = (context: SectionContext, key: string, district: string): boolean =>
  standardCell(context, key, district).evidence.length > 0;

/** Whether the ordinance was found to provide no value for a standard of a district. */
export function isStandardAbsent({ evidence }: SectionContext, key: string, district: string): boolean {
  const fields = evidence.districts.find(({ zoning_code: code }) => code === district)?.fields ?? {};
  const criteria = (fieldsOf[key] ?? []).map((name) => fields[name]);
  return criteria.some(isNotProvided) && criteria.every((one) => one === undefined || one.kind === "absent");
}

/** Whether the ordinance states several values of a standard, of which none is chosen. */
export function isStandardOpen({ evidence }: SectionContext, key: string, district: string): boolean {
  const fields = evidence.districts.find(({ zoning_code: code }) => code === district)?.fields ?? {};
  return (fieldsOf[key] ?? []).some((name) => {
    const criterion = fields[name];
    return criterion?.kind === "ordinance" && criterion.values.length > 1;
  });
}

/** Fields of the design criteria that a standard is told from. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  min_lot_area: ["lot_area_min"],
  min_lot_frontage: ["lot_frontage_min", "lot_width_min"],
  setback_front: ["setback_front"],
  setback_side: ["setback_side_interior", "setback_side_street"],
  setback_rear: ["setback_rear"],
  max_height: ["height_max", "stories_max"],
  max_lot_coverage: ["coverage_max"],
  max_density: ["density_max"],
  max_far: ["far_max"],
  stall_size: ["stall_w", "stall_l"],
  aisle: ["aisle"],
  building_spacing: ["building_spacing"],
};
const fieldWords: Readonly<Record<string, string>> = {
  ...{ setback_side_interior: "interior side", setback_side_street: "street side" },
  ...{ stall_w: "width", stall_l: "length" },
};

/** Returns what the design criteria state of a standard; undefined where they have no value for it. */
function criterionCell(context: SectionContext, key: string, district: string): Statement | undefined {
  const fields = context.evidence.districts.find(({ zoning_code: code }) => code === district)?.fields ?? {};
  const known = (fieldsOf[key] ?? []).flatMap((name) => {
    const criterion = fields[name];
    const told = criterion === undefined ? undefined : criterionText(context, criterion);
    const word = fieldWords[name];
    return told === undefined ? [] : [word === undefined ? told : fact`${told} ${label(`(${word})`)}`];
  });
  if (known.length > 0) return joined([fact`${joined(known, "; ")}.`, ...qualifications(context, key, fields)]);
  const isProvidedNowhere = (fieldsOf[key] ?? []).some((name) => isNotProvided(fields[name]));
  return isProvidedNowhere ? citing(wording`Not provided in ordinance.`, recordKey(context)) : undefined;
}

/** Returns the special cases and the notes that qualify the values of a standard, each with its source. */
function qualifications(
  context: SectionContext,
  key: string,
  fields: Readonly<Record<string, ReportCriterion>>,
): Statement[] {
  const own = (fieldsOf[key] ?? []).flatMap((name) => fields[name] ?? []);
  const cases = own.flatMap((criterion) => (criterion.kind === "ordinance" ? criterion.cases : []));
  const values = own.flatMap((criterion) =>
    criterion.kind === "ordinance" ? [...criterion.values, ...criterion.cases] : [],
  );
  const notes = values.flatMap((value) => value.notes.map((note) => noteText(context, note, value)));
  const told = cases.map((value) => valueText(context, value));
  const isOpen = own.some((criterion) => criterion.kind === "ordinance" && criterion.values.length > 1);
  return [
    ...(isOpen ? [wording`The ordinance states more than one value; none is chosen here.`] : []),
    ...(told.length === 0 ? [] : [fact`Special cases: ${joined(told, "; ")}.`]),
    ...notes.filter(({ text }, at) => notes.findIndex((other) => other.text === text) === at),
  ];
}

/** Returns a note word for word; where its passage is not known, the value that it qualifies is its source. */
function noteText(context: SectionContext, { text, passage }: ReportNote, value: ReportValue): Statement {
  const [beside] = value.passages;
  const at = passage ?? beside;
  const source = at === undefined ? recordKey(context) : passageKey(context, at);
  const line = text.charAt(0).toUpperCase() + text.slice(1);
  return fact`${named(/[.!?]$/.test(line) ? line : `${line}.`, source)}`;
}

const isNotProvided = (criterion: ReportCriterion | undefined) =>
  criterion?.kind === "absent" && criterion.marker === "NOT_PROVIDED_IN_ORDINANCE";

function criterionText(context: SectionContext, criterion: ReportCriterion): Statement | undefined {
  if (criterion.kind === "absent") return undefined;
  if (criterion.kind === "ordinance") {
    const isOne = criterion.values.length === 1;
    return joined(
      criterion.values.map((value) => (isOne ? valueText(context, value) : placedValue(context, value))),
      "; ",
    );
  }
  const own = fact`${valueText(context, criterion.value)} (provided by the user)`;
  const { extracted } = criterion;
  return extracted === null ? own : fact`${own}; the extracted value is ${valueText(context, extracted)}`;
}

/** Returns a value with the chapter that states it, which tells one of several values from the others. */
function placedValue(context: SectionContext, value: ReportValue): Statement {
  const [passage] = value.passages;
  const chapter = passage?.heading_path[0];
  if (passage === undefined || chapter === undefined) return valueText(context, value);
  return fact`${valueText(context, value)} in ${named(chapter, passageKey(context, passage))}`;
}

function valueText(context: SectionContext, { value, unit, condition, passages }: ReportValue): Statement {
  const keys = passages.map((passage) => passageKey(context, passage));
  const source = keys[0] ?? recordKey(context);
  const amount = typeof value === "number" ? value.toLocaleString("en-US", { maximumFractionDigits: 3 }) : value;
  const told = fact`${named(unit === "percent" || unit === "%" ? `${amount}%` : [amount, unit === null ? "" : (unitWords[unit] ?? unit)].join(" ").trim(), source)}`;
  const limited = condition === null ? told : fact`${told} (${named(condition, source)})`;
  return citing(limited, ...keys);
}

const unitWords: Readonly<Record<string, string>> = {
  sqft: "sq ft",
  sf: "sq ft",
  ratio: "",
  "du/ac": "units per acre",
  du_per_acre: "units per acre",
  stories: "stories",
};

/**
 * Returns what the ordinance states of a standard: from the design criteria where they have it. The rows of a setback table are told apart by their names; where they
 * are not found, what answers the single question is told.
 */
export function standardCell(context: SectionContext, key: string, district: string): Statement {
  const criterion = criterionCell(context, key, district);
  if (criterion !== undefined) return criterion;
  const side = standards.find((one) => one.key === key)?.side;
  const rows = side === undefined ? [] : answerStatements(context, `setbacks.${district}`, 20);
  const found = rows.filter(
    ({ text }, at) =>
      side?.test(text) === true || (text.startsWith("Note:") && side?.test(rows[at - 1]?.text ?? "") === true),
  );
  return found.length === 0 ? answerCell(context, `standard.${key}.${district}`) : joined(found);
}
