import { describe, expect, it } from "vitest";
import type {
  CriterionField,
  CriterionValue,
  DistrictCriteria,
} from "../../../../api/land/design-criteria/criteria.ts";
import { densityBasis } from "../../../../api/land/site-plan/density-basis.ts";
import { disclosedDecisions } from "../../../../api/land/site-plan/disclosed-decisions.ts";
import type { PlanDecision } from "../../../../api/land/site-plan/plan-decisions.repository.ts";
import type { Program } from "../../../../api/land/site-plan/planning.ts";
import { ruleInputs } from "../../../../api/land/site-plan/rule-inputs.ts";
import { shortRows } from "../../../../api/land/site-plan/short-rows.ts";
import { inventedConcept } from "../../../support/invented-concept.ts";
import { oneZone, ordinaryRules, sites } from "../../../support/site-plan/plan-cases.ts";

const read = (value: number, unit: string, notes: readonly string[] = []) =>
  ({
    ...{ value, unit, basis: null, cases: [], notes: notes.map((text) => ({ text, citation: null })) },
    provenance: { kind: "ordinance", citations: [] },
  }) as unknown as CriterionField;
const valueFor = (value: number, condition: string): CriterionValue => ({
  ...{ value, condition, unit: "stalls per dwelling unit", citations: [], notes: [] },
});
const wholeSite = { zoneId: "z1", mix: { shares: undefined, units: undefined } };
const unevaluatedOf = (fields: DistrictCriteria["fields"]) =>
  ruleInputs({
    criteria: { zoning_code: "GC", resolution: "read", fields },
    answer: () => undefined,
    uses: [{ use: "multifamily", base: "dwelling unit", criteria: ["multifamily", "dwelling"], ...wholeSite }],
  }).unevaluated;

describe("what a concept is not checked against", () => {
  it("includes the notes of the table to setbacks, each once with the sides it is about, and not how a side street has its setback", () => {
    const note = "note 4: More along a lot line shared with a residential district.";
    const side = read(20, "ft", [note]);
    const street = read(40, "ft", ["On a corner lot the front setback of the district applies along both streets."]);
    const fields = { setback_side_interior: side, setback_rear: side, setback_side_street: street };
    expect(unevaluatedOf({ ...fields, setback_front: read(40, "ft") })).toEqual([
      `Not evaluated: interior side setback, rear setback: “${note}”`,
    ]);
  });

  it("includes the parking ratios of a use of which none holds in all cases, each with its value", () => {
    const visitors = "Multifamily dwelling, visitors, where there are more than 10 dwelling units";
    const multifamily = { values: [valueFor(1.25, "one bedroom"), valueFor(0.1, visitors)], basis: null };
    expect(unevaluatedOf({ parking_ratio: { multifamily } })).toEqual([
      `Not evaluated: parking ratios for multifamily: at least 1.25 stalls per dwelling unit for one bedroom; at least 0.1 stalls per dwelling unit for ${visitors}.`,
    ]);
  });

  it("leaves out charging and bicycle places that it is checked against", () => {
    const places = { ...valueFor(0.1, "A lot with 30 or more parking spaces shall have stations."), unit: "%" };
    const bicycles = valueFor(
      0.5,
      "A multifamily dwelling shall have 1 covered bicycle space for every 2 dwelling units.",
    );
    const fields = {
      ev: { values: [places], basis: null },
      bicycle: { values: [{ ...bicycles, unit: "bicycle spaces per dwelling unit" }], basis: null },
    };
    const { rules, unevaluated } = ruleInputs({
      criteria: { zoning_code: "GC", resolution: "read", fields },
      answer: () => undefined,
      uses: [{ use: "multifamily", base: "dwelling unit", criteria: ["multifamily", "dwelling"], ...wholeSite }],
    });
    expect(unevaluated).toEqual([]);
    expect(rules.charging).toMatchObject([{ base: "stall", ratio: 0.001, fromStalls: 30 }]);
    expect(rules.bicycles).toMatchObject([{ base: "dwelling_unit", ratio: 0.5, fromStalls: 0 }]);
  });

  it("leaves out standards of other dwellings, and of nonresidential uses where only dwellings are built", () => {
    const ofApartments =
      "A multifamily dwelling shall have 1 bicycle space for every 2 dwelling units, unless each has a garage.";
    const ofShops =
      "A nonresidential use with 20 or more parking spaces shall have 1 bicycle space for every 10 of them, if near a trail.";
    const fields = { bicycle: { values: [valueFor(0.5, ofApartments), valueFor(0.1, ofShops)], basis: null } };
    const told = (use: string, base: string) =>
      ruleInputs({
        criteria: { zoning_code: "GC", resolution: "read", fields },
        ...{ answer: () => undefined, uses: [{ use, base, criteria: [use], ...wholeSite }] },
      }).unevaluated;
    expect(told("multifamily", "dwelling unit")).toEqual([`Not evaluated: bicycle parking: “${ofApartments}”.`]);
    expect(told("retail", "1,000 sq ft")).toEqual([`Not evaluated: bicycle parking: “${ofShops}”.`]);
    expect(told("townhouse", "dwelling unit")).toEqual([]);
  });

  it("includes no parking ratio where one holds in all cases", () => {
    const dwelling = { values: [valueFor(1, "accessory dwelling")], basis: null };
    const multifamily = read(1.5, "stalls per dwelling unit");
    expect(unevaluatedOf({ parking_ratio: { multifamily, dwelling } })).toEqual([]);
  });
});

describe("the density of a concept", () => {
  const { objects, metrics } = inventedConcept().plan;
  const density = { value: 6.8, unit: "du/ac", limit: 7, marker: null, status: "pass", source: null } as const;
  const measured = { ...metrics, density };
  const { site } = oneZone(sites.five_acres ?? expect.fail(), "townhomes");
  const input = { site, rules: ordinaryRules };

  it("is stated without the wetland of the site where the ordinance limits it and takes out no land", () => {
    // 18 units on 115,300 sq ft less a wetland of 70 by 60 ft.
    expect(densityBasis({ objects, metrics: measured }, input)).toEqual([
      "Density is measured on the whole site. Without its mapped wetland and floodway (4,200 sq ft) it is 7.06 du/ac, of at most 7: check which land the ordinance counts.",
    ]);
  });

  it("is not stated again without a wetland or without a limit", () => {
    const dry = objects.filter(({ objectType }) => objectType !== "wetland");
    expect(densityBasis({ objects: dry, metrics: measured }, input)).toEqual([]);
    expect(densityBasis({ objects, metrics: { ...metrics, density: { ...density, limit: null } } }, input)).toEqual([]);
  });

  it("is stated on the area that the ordinance counts, with the land that no map shows", () => {
    const source = { kind: "ordinance", ref: null, statement: "Zoning, 5.6" } as const;
    const lands = (["wetland", "slope"] as const).map((land) => ({ land, value: land === "slope" ? 25 : 100, source }));
    const rules = { ...ordinaryRules, uncounted: { density: lands, far: [] } };
    const mapped = { ...site, mapped: ["wetland"] as const };
    const area = { ...metrics.site_area, value: 111_100 } as (typeof metrics)[string];
    expect(densityBasis({ objects, metrics: { ...measured, net_site_area: area } }, { site: mapped, rules })).toEqual([
      "Density is counted on 111,100 sq ft of the 115,300 sq ft of the site: the ordinance takes out wetlands, slopes from 25 % (Zoning, 5.6). Not taken out, because no map of the site shows it: slopes from 25 %.",
    ]);
  });
});

describe("rows of townhomes", () => {
  const { objects } = inventedConcept().plan;
  const withHomes = (homes: number) =>
    objects.map((object) => ({ ...object, measurements: { ...object.measurements, units: homes } }));

  it("of one or two homes are said to be other dwellings, in zones of townhomes only", () => {
    expect(shortRows({ objects: withHomes(2) }, ["z1"])).toEqual([
      "Two homes stand in a row; codes commonly count townhouses from three in a row. Check whether a two-family dwelling is governed by other rules.",
    ]);
    expect(shortRows({ objects: withHomes(1) }, ["z1"])[0]).toContain("a single-family dwelling");
    expect(shortRows({ objects: withHomes(3) }, ["z1"])).toEqual([]);
    expect(shortRows({ objects: withHomes(2) }, [])).toEqual([]);
  });
});

describe("an override", () => {
  const conflict = { code: "use_not_permitted", rule: "use_status", limit: "prohibited", proposed: "Townhomes" };
  const overridden = (citations: readonly object[]) => {
    const decision: PlanDecision = {
      ...{ seq: 1, decided_at: new Date(0), actor: "usr_1", kind: "override", key: "use_status", zone_id: null },
      ...{ value: { ...conflict, citations }, unit: null, statement: "", reason: "A variance.", subject: null },
      status: "active",
    };
    // The list of overrides does not need the program.
    return disclosedDecisions([decision], { program: {} as Program, conflicts: [conflict] })[0]?.source;
  };

  it("is disclosed with the clause of its rule, or with none where the conflict cites none", () => {
    expect(overridden([{ source_document: "Zoning Ordinance", section: "4.1" }])).toBe("Zoning Ordinance, 4.1");
    expect(overridden([{ source_document: "Zoning Ordinance", section: null }])).toBe("Zoning Ordinance");
    expect(overridden([])).toBeNull();
  });
});
