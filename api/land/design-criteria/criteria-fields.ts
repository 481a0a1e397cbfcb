import {
  type DimensionId,
  isSameCode,
  type MeasuredRule,
  type ParkingRule,
  type SiteStandardId,
  siteStandardIds,
  type UseRule,
} from "../../../ingest/index.ts";
import type { Citation, CitedNote, CitedRule } from "../../../retrieval/index.ts";
import type { AbsenceMarker, CriterionField, CriterionValue, DistrictCriteria } from "./criteria.ts";
import { useStatusOf } from "./typology-status.ts";

/** Standards that are read from tables and clauses, in the order in which they are listed. */
const dimensionFields: readonly DimensionId[] = [
  ...(["setback_front", "setback_side_interior", "setback_side_street", "setback_rear", "height_max"] as const),
  ...(["stories_max", "far_max", "coverage_max", "impervious_max", "density_max", "lot_area_min"] as const),
  ...(["lot_width_min", "lot_frontage_min", "lot_depth_min", "open_space_min", "landscape_min"] as const),
  "dwelling_unit_area_min",
];
/** Standards of the contract that are not read yet: nothing is claimed about them. */
const unreadFields = ["floodplain_rule", "slope_rule", "release_rate"];
/** Only rules that are right this often are stated as a value; see the card of the rules. */
const leastConfidence = 0.85;
const mostValues = 8;
const mostCases = 4;

/** Returns the standards of a district from the rules that are bound to it, and whether building types are allowed; what has no rule has a marker. */
export function criteriaOf(
  zoningCode: string,
  rules: readonly CitedRule<MeasuredRule>[],
  uses: readonly CitedRule<UseRule>[] = [],
): DistrictCriteria {
  const bound = rules.filter(({ rule }) => rule.districts.some((code) => isSameCode(code, zoningCode)));
  const fields: Record<string, CriterionField | Record<string, CriterionField>> = {};
  for (const field of dimensionFields) {
    fields[field] = fieldOf(bound.filter(({ rule }) => rule.kind === "dimension" && rule.dimension === field));
  }
  fields.open_space_min = openSpaceField(bound);
  fields.parking_ratio = parkingFields(rules);
  const siteField = (field: SiteStandardId) =>
    fieldOf(
      rules.filter(
        ({ rule }) => rule.kind === "site" && rule.standard === field && holdsIn(zoningCode, rule.districts),
      ),
    );
  for (const field of siteStandardIds) fields[field] = siteField(field);
  const ownUses = uses.filter(({ rule }) => holdsIn(zoningCode, rule.districts));
  fields.permit_above = withEntries(siteField("permit_above"), ownUses);
  const status = useStatusOf(ownUses);
  fields.use_status = Object.keys(status).length > 0 ? status : notLocated;
  for (const field of unreadFields) fields[field] = { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };
  const read = dimensionFields.filter((field) => !("marker" in (fields[field] ?? { marker: "" }))).length;
  return {
    zoning_code: zoningCode,
    resolution: bound.length === 0 ? "not_located" : read >= 5 ? "read" : "partly_read",
    fields,
  };
}

/** Sizes above which uses need a permit, with those that entries of the use table state: "Retail store over 40,000 square feet". */
function withEntries(field: CriterionField, uses: readonly CitedRule<UseRule>[]): CriterionField {
  const ofEntries = uses.flatMap(({ rule, citation, notes }): CriterionValue[] => {
    const isSpecial =
      rule.verdict === "conditional" && /\b(?:special|conditional|exception)\b/i.test(rule.source?.said ?? "");
    const value = isSpecial ? sizeOfEntry(rule.words) : undefined;
    return value === undefined ? [] : [{ ...value, condition: rule.words, citations: [citation], notes }];
  });
  const read = "values" in field ? field.values : [];
  const values = [...read, ...ofEntries].slice(0, mostValues);
  return values.length === 0 || "value" in field ? field : { values, basis: null };
}

/** The size from which an entry of a use table is about its use; undefined for an entry of every size. */
function sizeOfEntry(words: string): Pick<CriterionValue, "value" | "unit"> | undefined {
  const [, amount, unit = ""] =
    /\b(?:more than|over|greater than|exceeding|in excess of)\s+([\d,]{1,9})(?:\s+and up to [\d,]{1,9})?\s*(square feet|sq\.?\s?ft\.?|(?:dwelling )?units)\b/i.exec(
      words,
    ) ?? [];
  return amount === undefined
    ? undefined
    : { value: Number(amount.replaceAll(",", "")), unit: /^sq/i.test(unit) ? "sq ft" : "dwelling units" };
}

/** The least share of open space; without one the least area for each dwelling unit. */
function openSpaceField(bound: readonly CitedRule<MeasuredRule>[]): CriterionField {
  const all = bound.filter(({ rule }) => rule.kind === "dimension" && rule.dimension === "open_space_min");
  const shares = all.filter(({ rule }) => rule.unit === "%" && rule.value !== null);
  return fieldOf(shares.length > 0 ? shares : all);
}

/** A rule without districts holds in all of them. */
const holdsIn = (zoningCode: string, districts: readonly string[]) =>
  districts.length === 0 || districts.some((code) => isSameCode(code, zoningCode));

function fieldOf(all: readonly CitedRule<MeasuredRule>[]): CriterionField {
  // What holds for all districts gives way to what is said of this one.
  const own = all.filter(({ rule }) => rule.binding !== "all");
  const cited = own.length > 0 ? own : all;
  const plain = cited.filter(({ rule }) => rule.conditions.length === 0 && rule.confidence >= leastConfidence);
  const amounts = new Set(plain.map(({ rule }) => amountOf(rule)));
  const [first] = plain;
  if (first && amounts.size === 1) {
    const { rule } = first;
    if (rule.kind === "dimension" && rule.isNone) return { marker: "NOT_PROVIDED_IN_ORDINANCE" };
    const others = cited.filter(({ rule: other }) => other.conditions.length > 0).map(valueIn);
    return {
      ...{ value: rule.value ?? 0, unit: rule.unit, basis: basisOf(rule, others) },
      ...{ notes: notesOf(plain), cases: others.slice(0, mostCases) },
      provenance: { kind: "ordinance", citations: distinct(plain.map(({ citation }) => citation)) },
    };
  }
  const values = cited.filter(({ rule }) => rule.value !== null).map(valueIn);
  return values.length === 0
    ? notLocated
    : { values: values.slice(0, mostValues), basis: "No value holds in all cases: none is chosen." };
}

const notLocated: { readonly marker: AbsenceMarker } = { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };

const amountOf = (rule: MeasuredRule) => (rule.kind === "dimension" && rule.isNone ? "none" : rule.value);

function valueIn({ rule, citation, notes }: CitedRule<MeasuredRule>): CriterionValue {
  const condition = rule.conditions.join("; ");
  return {
    value: rule.value ?? 0,
    unit: rule.unit,
    condition: condition === "" ? null : condition,
    citations: [citation],
    notes,
    ...(rule.kind === "site" && rule.neighbors ? { neighbors: rule.neighbors } : {}),
    ...(rule.kind === "site" && rule.floorArea ? { floorArea: rule.floorArea } : {}),
  };
}

/** Notes and special cases that belong to a value. */
function basisOf({ notes }: MeasuredRule, others: readonly CriterionValue[]): string | null {
  const cases = others.slice(0, mostCases).map(({ value, unit, condition }) => `${value} ${unit ?? ""} (${condition})`);
  const told = [...notes, ...(cases.length === 0 ? [] : [`Special cases: ${cases.join("; ")}`])];
  return told.length === 0 ? null : told.join(" ").slice(0, 1000);
}

/** Returns the notes of rules, each once. */
function notesOf(cited: readonly CitedRule<MeasuredRule>[]): CitedNote[] {
  const notes = cited.flatMap((one) => one.notes);
  return notes.filter(({ text }, at) => notes.findIndex((other) => other.text === text) === at);
}

function distinct(citations: readonly Citation[]): Citation[] {
  const seen = new Set<string>();
  return citations.filter(({ documentId, charStart, charEnd }) => {
    const key = `${documentId} ${charStart} ${charEnd}`;
    return seen.has(key) ? false : Boolean(seen.add(key));
  });
}

function parkingFields(rules: readonly CitedRule<MeasuredRule>[]): CriterionField | Record<string, CriterionField> {
  const byUse = new Map<string, CitedRule<MeasuredRule>[]>();
  for (const cited of rules) {
    if (cited.rule.kind !== "parking") continue;
    const { use, value } = cited.rule as ParkingRule;
    if (use === null || value === null) continue;
    byUse.set(use, [...(byUse.get(use) ?? []), cited]);
  }
  return byUse.size === 0 ? notLocated : Object.fromEntries([...byUse].map(([use, cited]) => [use, fieldOf(cited)]));
}
