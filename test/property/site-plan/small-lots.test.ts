import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { PlanRules } from "../../../api/land/site-plan/engine/plan-input.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import { oneZone, ordinaryRules, rectangle, rule, site } from "../../support/site-plan/plan-cases.ts";

/** Limits of a district of one- and two-family lots. */
const rules: PlanRules = {
  ...ordinaryRules,
  setbacks: {
    front: rule(20, "ft"),
    exterior_side: rule(15, "ft"),
    interior_side: rule(10, "ft"),
    rear: rule(25, "ft"),
  },
  parkingRatios: [{ use: "townhome", stalls: rule(2, "stalls/unit"), base: "dwelling_unit", rounding: "up" }],
};
const compiled = (width: number, depth: number) => {
  const input = oneZone(site(rectangle(width, depth)), "townhomes", { rules });
  const plan = compilePlan(input);
  return { input, plan, codes: plan.notes.map(({ code }) => code) };
};

describe("a warehouse loaded at the rear", () => {
  it("has its truck court behind or beside it, not at the street", () => {
    const plan = compilePlan(oneZone(site(rectangle(180, 242)), "industrial_warehouse"));
    const leastY = (type: string) =>
      Math.min(
        ...plan.objects.flatMap(({ objectType, shape }) =>
          objectType === type && shape.type === "region" ? shape.region.rings.flat().map(({ y }) => y) : [],
        ),
      );
    expect(plan.zoneFailures).toEqual([]);
    expect(leastY("truck_court")).toBeGreaterThan(leastY("building"));
  });

  it("has a court as deep as asked for, unless none so deep fits, which a note says", () => {
    const narrowed = (width: number, depth: number) =>
      compilePlan(oneZone(site(rectangle(width, depth)), "industrial_warehouse")).notes.filter(
        ({ code }) => code === "court_narrowed",
      );
    expect(narrowed(300, 180)).toEqual([]);
    expect(narrowed(180, 242)).toEqual([
      { code: "court_narrowed", text: expect.stringContaining("ft deep instead of 130 ft") },
    ]);
  });
});

describe("apartments above their parking", () => {
  const above = (width: number, depth: number) => compilePlan(oneZone(site(rectangle(width, depth)), "mf_podium"));

  it("have a level of parking less under some buildings where all levels together suffice", () => {
    const { metrics } = above(467, 467);
    const [required, held] = [metrics.parking_required?.value ?? 0, metrics.parking_structured?.value ?? 0];
    expect(held).toBeGreaterThanOrEqual(required);
    expect(held).toBeLessThan(1.1 * required);
    expect(metrics.units?.value).toBe(314);
  });

  it("say why one building has many more stalls than it needs", () => {
    const { metrics, notes } = above(300, 180);
    expect([metrics.parking_required?.value, metrics.parking_structured?.value]).toEqual([99, 124]);
    const said = expect.stringContaining("drawn whole and hold 124 stalls where 99 are required");
    expect(notes).toContainEqual({ code: "parking_levels_whole", text: said });
  });
});

describe("townhomes on a lot without room for an alley", () => {
  it("open their garages to the street with one driveway", () => {
    const { input, plan, codes } = compiled(75, 145);
    expect(plan.zoneFailures).toEqual([]);
    expect(faultsOf(plan, input)).toEqual([]);
    expect(codes).toContain("front_loaded");
    expect(codes).not.toContain("home_narrowed");
    const { metrics } = plan;
    expect(metrics.units?.value).toBe(2);
    const checked = ["parking_provided", "setback_front_min", "setback_side_min", "setback_rear_min", "coverage"];
    expect(checked.map((name) => metrics[name]?.status)).toEqual(checked.map(() => "pass"));
    expect(plan.objects.filter(({ objectType }) => objectType === "access_point")).toHaveLength(1);
  });

  it("are one home as narrow as its lot, which a note says", () => {
    const { input, plan, codes } = compiled(34, 126);
    expect(plan.zoneFailures).toEqual([]);
    expect(faultsOf(plan, input)).toEqual([]);
    expect(codes).toContain("home_narrowed");
    expect(plan.metrics.units?.value).toBe(1);
    expect(plan.metrics.setback_side_min?.value).toBeGreaterThanOrEqual(10);
  });

  it("are refused where not even a narrow home fits between the setbacks", () => {
    expect(compiled(31, 126).plan.zoneFailures).toEqual([expect.objectContaining({ code: "zone_too_small" })]);
  });
});
