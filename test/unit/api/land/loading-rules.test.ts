import { describe, expect, it } from "vitest";
import type {
  CriterionField,
  CriterionValue,
  DistrictCriteria,
} from "../../../../api/land/design-criteria/criteria.ts";
import { loadingRulesOf } from "../../../../api/land/site-plan/loading-rules.ts";
import type { ParkingUse } from "../../../../api/land/site-plan/parking-use.ts";
import { floorAreaWords } from "../../../../ingest/index.ts";
import type { Citation } from "../../../../retrieval/index.ts";

const source = { kind: "ordinance" as const, ref: "loading", statement: "Zoning Ordinance, 8.10" };
const shops: ParkingUse = {
  ...{ zoneId: "z1", use: "retail", base: "1,000 sq ft", criteria: ["retail"] },
  mix: { shares: undefined, units: undefined },
};
const homes: ParkingUse = { ...shops, use: "multifamily", base: "dwelling unit", criteria: ["multifamily"] };
const floorArea = { over: 5000, upTo: 20_000, each: null, eachOver: 0 };
const stated = (more: Partial<CriterionValue>): CriterionValue => ({
  ...{ value: 1, unit: "loading spaces", condition: floorAreaWords(floorArea), floorArea, notes: [] },
  citations: [{ quote: "Loading spaces shall be provided.", section: "8.10" } as Citation],
  ...more,
});
const criteria = (fields: Readonly<Record<string, readonly CriterionValue[]>>): DistrictCriteria => ({
  ...{ zoning_code: "GC", resolution: "read" },
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, values]): [string, CriterionField] => [name, { values, basis: null }]),
  ),
});

describe("the loading spaces of a concept", () => {
  it("are those of the floor area for all uses that are no dwellings", () => {
    const { rules, unevaluated } = loadingRulesOf(criteria({ loading: [stated({})] }), [shops], () => source);
    expect(rules).toEqual([{ ...floorArea, spaces: 1, source }]);
    expect(unevaluated).toEqual([]);
    expect(loadingRulesOf(criteria({ loading: [stated({})] }), [homes], () => source).rules).toEqual([]);
  });

  it("are named with their clause where a case or the number is not known", () => {
    const named = ["Not evaluated: “Loading spaces shall be provided.” (8.10)."];
    const ofCase = stated({ condition: `${floorAreaWords(floorArea)}; 12.4 Mill conversions` });
    expect(loadingRulesOf(criteria({ loading: [ofCase] }), [shops], () => source).unevaluated).toEqual(named);
    const { floorArea: _, ...clause } = stated({ condition: null });
    const without = criteria({ loading: [], loading_asked: [clause] });
    expect(loadingRulesOf(without, [shops], () => source)).toEqual({ rules: [], unevaluated: named });
  });
});
