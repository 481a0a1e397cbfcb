import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { PlanInput } from "../../../api/land/site-plan/engine/plan-input.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import { area, oneZone, sites } from "../../support/site-plan/plan-cases.ts";

const front = area([0, 0], [660, 0], [660, 260], [0, 260]);
const twoZones: PlanInput = {
  ...oneZone(sites.ten_acres ?? expect.fail(), "mf_garden"),
  zones: [
    { zoneId: "shops", name: "Shops", workflow: "retail_strip", boundary: front, answers: {} },
    { zoneId: "homes", name: "Homes", workflow: "mf_garden", boundary: null, answers: {} },
  ],
};

describe("a concept of two zones", () => {
  const plan = compilePlan(twoZones);

  it("compiles both, and reaches the one without a street by a shared drive", () => {
    expect(plan.zoneFailures).toEqual([]);
    expect(faultsOf(plan, twoZones)).toEqual([]);
    expect(plan.objects.filter(({ label }) => label === "Shared drive")).toHaveLength(1);
  });

  it("keeps every object of the other zone to the byte when one is compiled anew with other answers", () => {
    const before = { kind: "user" as const, ref: "parking.ratio", statement: "Confirmed before." };
    // The kept zone has other answers too, with which it would be drawn otherwise.
    const again = compilePlan({
      ...twoZones,
      zones: twoZones.zones.map((zone) => ({ ...zone, answers: { "mf.floors": 2, "retail.depth": 100 } })),
      keep: { zoneIds: ["shops"], objects: plan.objects, parkingSources: { shops: [before] } },
    });
    expect(again.metrics.parking_provided?.source).toEqual({
      ...{ ...before, others: ["code"] },
      statement: "Shops: Confirmed before; Homes: Made for the tests",
    });
    const own = (objects: typeof plan.objects, zone: string) =>
      JSON.stringify(objects.filter(({ zoneId }) => zoneId === zone));
    expect(own(again.objects, "shops")).toBe(own(plan.objects, "shops"));
    expect(own(again.objects, "homes")).not.toBe(own(plan.objects, "homes"));
    expect(again.metrics.parking_provided?.status).toBe("pass");
  });

  it("cites the parking ratio of each zone, and names the zones where their sources differ", () => {
    const ratios = (["shops", "homes"] as const).map((zoneId) => {
      const source = { kind: "ordinance" as const, ref: zoneId, statement: `Table of ${zoneId}` };
      const stalls = { value: 2, unit: "stalls", source };
      const use = zoneId === "shops" ? "retail" : "multifamily";
      const base = zoneId === "shops" ? ("thousand_square_feet" as const) : ("dwelling_unit" as const);
      return { use, zoneId, stalls, base, rounding: "up" as const };
    });
    const { metrics } = compilePlan({ ...twoZones, rules: { ...twoZones.rules, parkingRatios: ratios } });
    expect(metrics.parking_provided?.source).toEqual({
      ...{ kind: "ordinance", ref: "shops", others: ["homes"] },
      statement: "Shops: Table of shops; Homes: Table of homes",
    });
  });

  it("still compiles the other zones when one has no land", () => {
    const outside = area([5000, 5000], [5100, 5000], [5100, 5100], [5000, 5100]);
    const some = compilePlan({
      ...twoZones,
      zones: [...twoZones.zones, { zoneId: "far", name: "Far", workflow: "office", boundary: outside, answers: {} }],
    });
    expect(some.zoneFailures.map(({ zoneId, code }) => [zoneId, code])).toEqual([["far", "boundary_invalid"]]);
    expect(some.objects.some(({ zoneId }) => zoneId === "homes")).toBe(true);
  });
});
