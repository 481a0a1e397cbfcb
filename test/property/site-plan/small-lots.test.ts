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
const compiled = (width: number, depth: number, more: Partial<PlanRules> = {}, answers: object = {}) => {
  const { zones, ...bare } = oneZone(site(rectangle(width, depth)), "townhomes", { rules: { ...rules, ...more } });
  const input = { ...bare, zones: zones.map((zone) => ({ ...zone, answers: { ...zone.answers, ...answers } })) };
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

  it("hold the cars that fit clear inside the garage; another one stands on the driveway, which a note says", () => {
    const { input, plan, codes } = compiled(34, 126);
    expect(faultsOf(plan, input)).toEqual([]);
    expect(codes).toContain("parked_on_driveway");
    const { parking_structured: inside, parking_provided: all } = plan.metrics;
    expect([inside?.value, all?.value]).toEqual([1, 2]);
    const outside = plan.objects.filter(({ objectType }) => objectType === "parking_stall");
    expect(outside.map(({ measurements }) => [measurements.width_ft, measurements.length_ft])).toEqual([[9, 18]]);
  });

  it("are a row with a driveway for every two homes, where that holds more homes than rows with a drive between them", () => {
    const { input, plan, codes } = compiled(105, 120);
    expect(faultsOf(plan, input)).toEqual([]);
    expect(codes).toContain("front_loaded");
    expect(plan.metrics.units?.value).toBe(4);
    expect(plan.objects.filter(({ objectType }) => objectType === "access_point")).toHaveLength(2);
    const apart = compiled(105, 120, { drivewaySpacing: rule(150, "ft") }).plan;
    expect(apart.objects.filter(({ objectType }) => objectType === "access_point")).toHaveLength(1);
  });

  it("are refused where not even a narrow home fits between the setbacks", () => {
    expect(compiled(31, 126).plan.zoneFailures).toEqual([expect.objectContaining({ code: "zone_too_small" })]);
  });
});

describe("the garage of a townhome", () => {
  const inGarages = (answers: object, more: Partial<PlanRules> = {}) => {
    const { plan } = compiled(300, 250, { parkingRatios: [], ...more }, { "parking.ratio": 0, ...answers });
    const { parking_structured: cars, units } = plan.metrics;
    return (cars?.value ?? 0) / (units?.value ?? 1);
  };
  const wideStalls = { ...rules.stall, width: { ...rules.stall.width, value: 10 } };

  it.each([
    [{ "th.unit_width": 20 }, 2],
    [{ "th.unit_width": 19 }, 2],
    [{ "th.unit_width": 18 }, 1],
    [{ "th.unit_width": 15, "th.garage": "tandem" }, 2],
    [{ "th.unit_width": 15, "th.unit_depth": 36, "th.garage": "tandem" }, 1],
    [{ "th.garage": "none" }, 0],
  ])("with %o holds %i cars of 9 by 18 ft inside walls of half a foot", (answers, cars) => {
    expect(inGarages(answers)).toBe(cars);
  });

  it("holds as many stalls as are as wide as the ordinance asks", () => {
    expect(inGarages({ "th.unit_width": 20 }, { stall: wideStalls })).toBe(1);
  });
});

describe("rows of townhomes under limits of the ordinance", () => {
  const rowsOn = (width: number, depth: number, least: number, most: number, answers: object = {}) => {
    const limits = { townhouseRowMin: rule(least, "homes"), townhouseRowMax: rule(most, "homes") };
    const { input, plan } = compiled(width, depth, limits, answers);
    expect(faultsOf(plan, input)).toEqual([]);
    const rows = plan.objects.flatMap(({ objectType, measurements: { units } }) =>
      objectType === "building" ? [Number(units)] : [],
    );
    return { rows, plan };
  };
  const broken = ({ conflicts }: ReturnType<typeof rowsOn>["plan"]) => conflicts.map(({ rule: name }) => name);

  it.each([
    [300, 180, 3, 8],
    [180, 242, 3, 4],
    [467, 467, 4, 5],
    [250, 160, 5, 6],
  ])("of %i by %i ft have no fewer than %i and no more than %i homes", (width, depth, least, most) => {
    const { rows, plan } = rowsOn(width, depth, least, most, { "th.row_max": 10 });
    expect(rows.length).toBeGreaterThan(0);
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...rows)).toBeLessThanOrEqual(most);
    expect([plan.metrics.row_homes_min?.status, plan.metrics.row_homes_max?.status]).toEqual(["pass", "pass"]);
    expect(broken(plan)).toEqual([]);
  });

  it("have narrower homes where as many as are asked for do not fit otherwise", () => {
    const { rows, plan } = rowsOn(75, 145, 3, 8);
    expect(rows).toEqual([3]);
    expect(plan.notes).toContainEqual(expect.objectContaining({ code: "home_narrowed" }));
  });

  it("are shorter only where no longer row fits, and break the rule, which a client may override", () => {
    const { rows, plan } = rowsOn(62, 140, 3, 8);
    expect(rows).toEqual([2]);
    expect(plan.metrics.row_homes_min).toMatchObject({ value: 2, limit: 3, status: "fail" });
    expect(plan.conflicts).toEqual([
      expect.objectContaining({ code: "townhouse_row_limits", rule: "townhouse_row_min", severity: "overridable" }),
    ]);
  });
});
