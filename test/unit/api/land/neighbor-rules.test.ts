import { describe, expect, it } from "vitest";
import type { CriterionField } from "../../../../api/land/design-criteria/criteria.ts";
import { neighborRulesOf } from "../../../../api/land/site-plan/neighbor-rules.ts";

const source = { kind: "ordinance", ref: null, statement: "Zoning, 10.3" } as const;
const use = (name: string, base: string) => ({
  zoneId: "zone-1",
  mix: { shares: null, units: undefined },
  use: name,
  base,
  criteria: [name],
});

/** The buffer of 20 ft beside R-1 as it holds in a case for uses in the district RM, and what is not evaluated. */
function bufferFor(rest: string, uses = [use("multifamily", "dwelling unit")]) {
  const condition = `abutting R-1${rest === "" ? "" : `; ${rest}`}`;
  const value = { value: 20, unit: "ft", condition, citations: [], notes: [], neighbors: ["R-1"] };
  const buffer: CriterionField = { values: [value], basis: null };
  const criteria = { zoning_code: "RM", resolution: "read", fields: { buffer_by_adjacency: buffer } } as const;
  const { rules, unevaluated } = neighborRulesOf(criteria, uses, () => source);
  return { feet: rules.map(({ feet }) => feet), unevaluated };
}

describe("a buffer beside other districts", () => {
  it.each(["", "Multifamily dwelling in the RM district", "DIVISION 6 RM MULTIFAMILY RESIDENTIAL"])(
    "holds for apartments in the case: %s",
    (rest) => {
      expect(bufferFor(rest)).toEqual({ feet: [20], unevaluated: [] });
    },
  );

  it("does not hold in a case on another use, and is named as not evaluated where nothing decides the case", () => {
    expect(bufferFor("Institution in the R-2 or RM district")).toEqual({
      feet: [],
      unevaluated: [
        "Not evaluated: buffer beside other districts: at least 20 ft for abutting R-1; Institution in the R-2 or RM district.",
      ],
    });
    expect(bufferFor("Nonresidential use in the RM district")).toEqual({ feet: [], unevaluated: [] });
    expect(bufferFor("Nonresidential use in the RM district", [use("retail", "1,000 sq ft")]).feet).toEqual([20]);
  });
});
