import { describe, expect, it } from "vitest";
import type { CriterionValue, DistrictCriteria } from "../../../../api/land/design-criteria/criteria.ts";
import { permitsBySize } from "../../../../api/land/site-plan/permit-sizes.ts";
import { inventedConcept } from "../../../support/invented-concept.ts";

const criteria = (value: number, unit: string, condition: string): DistrictCriteria => {
  const stated: CriterionValue = { ...{ value, unit, condition }, citations: [], notes: [] };
  return {
    ...{ zoning_code: "LI", resolution: "read" },
    fields: { permit_above: { values: [stated], basis: null } },
  };
};

describe("a permit that the size of a concept needs", () => {
  const building = (gfa: number, units = 0) => {
    const [object] = inventedConcept().plan.objects.filter(({ objectType }) => objectType === "building");
    if (!object) throw new Error("the concept has no building");
    return { objects: [{ ...object, zoneId: "z1", measurements: { gfa_sf: gfa, units } }] };
  };
  const warehouse = [{ zoneId: "z1", uses: [{ criteria: ["warehouse", "industrial"] }] }];
  const homes = [{ zoneId: "z1", uses: [{ criteria: ["multifamily"] }] }];
  const rule = criteria(100_000, "sq ft", "A warehouse or distribution building");

  it("is named where the largest building is larger than the clause allows without it", () => {
    expect(permitsBySize(building(120_000), rule, warehouse)).toEqual([
      "The size of this concept needs a special permit: its largest building has 120,000 sq ft. “A warehouse or distribution building of more than 100,000 sq ft”.",
    ]);
    expect(permitsBySize(building(100_000), rule, warehouse)).toEqual([]);
  });

  it("is that of the use of the zone, up to the size of the entry, and by dwellings where these are counted", () => {
    expect(permitsBySize(building(120_000), rule, homes)).toEqual([]);
    const upTo = criteria(5000, "sq ft", "Warehouse over 5,000 and up to 40,000 square feet");
    expect(permitsBySize(building(30_000), upTo, warehouse)).toHaveLength(1);
    expect(permitsBySize(building(50_000), upTo, warehouse)).toEqual([]);
    const units = criteria(12, "dwelling units", "Multifamily dwellings");
    expect(permitsBySize(building(20_000, 13), units, homes)).toHaveLength(1);
    expect(permitsBySize(building(20_000, 12), units, homes)).toEqual([]);
  });
});
