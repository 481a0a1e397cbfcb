import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { PlacesRule, WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import { oneZone, ordinaryRules, sites } from "../../support/site-plan/plan-cases.ts";

const source = { kind: "ordinance", ref: "places", statement: "Made for the tests." } as const;
const charging: readonly PlacesRule[] = [{ base: "stall", ratio: 0.1, fromStalls: 30, source }];
const perDwelling: readonly PlacesRule[] = [{ base: "dwelling_unit", ratio: 0.5, fromStalls: 0, source }];
const perStall: readonly PlacesRule[] = [{ base: "stall", ratio: 0.1, fromStalls: 20, source }];

function compiled(name: string, workflow: WorkflowId, more: object, answers: object = {}) {
  const { zones, ...bare } = oneZone(sites[name] ?? expect.fail(name), workflow, {
    rules: { ...ordinaryRules, ...more },
  });
  const input = { ...bare, zones: zones.map((zone) => ({ ...zone, answers: { ...zone.answers, ...answers } })) };
  const plan = compilePlan(input);
  expect(faultsOf(plan, input)).toEqual([]);
  return plan;
}
const drawn = ({ objects }: ReturnType<typeof compiled>, type: string) =>
  objects.filter(({ objectType }) => objectType === type);

describe("stalls with charging stations", () => {
  it.each([
    ["five_acres", "mf_garden"],
    ["rect_300x180", "retail_strip"],
  ] as const)("are drawn on %s for %s, as many as the rule asks for, and checked", (name, workflow) => {
    const plan = compiled(name, workflow, { charging });
    const { ev, parking_provided: all } = plan.metrics;
    const least = Math.ceil(0.1 * (all?.value ?? 0));
    expect(ev).toMatchObject({ value: least, limit: least, status: "pass", source });
    expect(drawn(plan, "ev_stall")).toHaveLength(least);
    expect(drawn(plan, "ev_stall").every(({ layer }) => layer === "C-PRKG-EV")).toBe(true);
  });

  it("are none below the number of stalls from which the rule holds, and no limit is stated", () => {
    const few = [{ ...charging[0], fromStalls: 5000 }];
    const plan = compiled("five_acres", "mf_garden", { charging: few });
    expect(plan.metrics.ev).toMatchObject({ value: 0, limit: null, status: "not_evaluated" });
  });

  it("are as many as were asked for, where that is more than the rule asks for", () => {
    const answers = { "parking.ev": { capable: 0, ready: 0, installed: 25 } };
    const { ev, parking_provided: all } = compiled("five_acres", "mf_garden", { charging }, answers).metrics;
    expect(ev?.value).toBe(Math.ceil(0.25 * (all?.value ?? 0)));
    expect(ev?.status).toBe("pass");
  });

  it("are counted in parking levels, and are none in the garages of single homes", () => {
    const podium = compiled("rect_300x180", "mf_podium", { charging }).metrics;
    expect(podium.ev?.status).toBe("pass");
    expect(podium.ev?.value).toBeGreaterThan(0);
    expect(compiled("five_acres", "townhomes", { charging }).metrics.ev?.limit).toBeNull();
  });
});

describe("racks for bicycles", () => {
  it.each([
    ["five_acres", "mf_garden", perDwelling],
    ["five_acres", "office", perStall],
    ["rect_300x180", "retail_strip", perStall],
  ] as const)("are drawn on %s for %s beside the buildings, and checked", (name, workflow, bicycles) => {
    const plan = compiled(name, workflow, { bicycles });
    const { bicycle, units, parking_provided: all } = plan.metrics;
    const counted = bicycles === perDwelling ? 0.5 * (units?.value ?? 0) : 0.1 * (all?.value ?? 0);
    expect(bicycle).toMatchObject({ limit: Math.ceil(counted - 1e-6), status: "pass", source });
    const places = drawn(plan, "bicycle_parking").map(({ measurements }) => Number(measurements.place_count));
    expect(places.reduce((sum, count) => sum + count, 0)).toBe(bicycle?.value);
  });

  it("that find no room are a conflict which a reason lifts", () => {
    const many = [{ base: "dwelling_unit", ratio: 40, fromStalls: 0, source } as const];
    const plan = compiled("five_acres", "mf_garden", { bicycles: many });
    expect(plan.conflicts).toContainEqual(
      expect.objectContaining({ code: "bicycle_below_minimum", rule: "bicycle", severity: "overridable" }),
    );
  });
});

describe("accessible stalls", () => {
  it("are checked against the federal table for each parking lot", () => {
    const { accessible, van, parking_provided: all } = compiled("five_acres", "office", {}).metrics;
    expect(all?.value).toBeGreaterThan(100);
    expect(accessible).toMatchObject({ status: "pass", source: { statement: "2010 ADA Standards, 208.2" } });
    expect(van).toMatchObject({ status: "pass" });
    expect(accessible?.limit).toBeGreaterThanOrEqual(5);
  });
});
