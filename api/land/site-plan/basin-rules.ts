import { isResidentialDistrict } from "../../../ingest/index.ts";
import type { CriterionValue, DistrictCriteria } from "../design-criteria/criteria.ts";
import { valuesOf } from "../interview/interview-context.ts";
import type { BasinRules, RuleSource, RuleValue } from "./engine/plan-input.ts";
import { quoted } from "./unevaluated.ts";

const notLocated: RuleValue = { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };
const unmapped = { basin_well: "wells", basin_septic: "septic systems" } as const;

/**
 * Returns how far a district keeps the stormwater basin from lot lines and buildings: the greatest distance of all cases, as a concept
 * decides none of them. What no map of the site shows is returned in words.
 *
 * @param cite returns the source of a value and keeps its citation under a reference
 */
export function basinRulesOf(
  criteria: DistrictCriteria | undefined,
  cite: (value: CriterionValue, ref: string) => RuleSource,
): { readonly rules: BasinRules; readonly unevaluated: readonly string[] } {
  const greatest = (field: string, values: readonly CriterionValue[]): RuleValue => {
    const [first] = values.toSorted((one, other) => Number(other.value) - Number(one.value));
    return first ? { value: Number(first.value), unit: "ft", source: cite(first, field) } : notLocated;
  };
  const isResidential = criteria !== undefined && isResidentialDistrict(criteria.zoning_code, null);
  const lines = valuesOf(criteria, "basin_lot_line");
  const holding = lines.filter(
    ({ condition }) => condition === null || (ofResidential.test(condition) && isResidential),
  );
  const others = lines.filter((value) => !holding.includes(value));
  const missing = Object.entries(unmapped).flatMap(([field, name]) =>
    valuesOf(criteria, field).map((value) => ({ name, value })),
  );
  const names = [...new Set(missing.map(({ name }) => name))].join(" and ");
  const quotes = new Set(missing.flatMap(({ value }) => quoted(value)));
  return {
    rules: {
      lotLine: greatest("basin_lot_line", holding),
      building: greatest("basin_building", valuesOf(criteria, "basin_building")),
    },
    unevaluated: [
      ...others.flatMap(quoted).map((quote) => `Not evaluated: ${quote}.`),
      ...[...quotes].map((quote) => `Not evaluated for ${names}, which no map of the site shows: ${quote}.`),
    ],
  };
}

const ofResidential = /^in (?:an?|any|the) residential (?:district|zone)$/i;
