import { describe, expect, it } from "vitest";
import type { Position } from "../../../api/geometry/geojson.ts";
import { accessibleFor, vansFor } from "../../../api/land/site-plan/engine/accessible.ts";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import { boundsOf } from "../../../api/land/site-plan/engine/kernel.ts";
import type { PlanRules, SiteInput } from "../../../api/land/site-plan/engine/plan-input.ts";
import { longestRow } from "../../../api/land/site-plan/engine/stall-runs.ts";
import { mappedLandUnder } from "../../../api/land/site-plan/mapped-land.ts";
import { neighborStrips } from "../../../api/land/site-plan/neighbor-lines.ts";
import { siteFrame } from "../../../api/land/site-plan/site-frame.ts";
import type { UncountedLandId } from "../../../ingest/index.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import {
  absent,
  area,
  constraint,
  oneZone,
  ordinaryRules,
  rectangle,
  rule,
  site,
  sites,
  tightRules,
} from "../../support/site-plan/plan-cases.ts";

const behindFront: PlanRules["frontParking"] = {
  ...{ feet: 0, fromStalls: 0 },
  source: { kind: "ordinance", ref: "code", statement: "Made for the tests." },
};

describe("a compiled concept", () => {
  it("respects the limits of a tight district on five acres", () => {
    const input = oneZone(sites.five_acres ?? expect.fail(), "mf_garden", { rules: tightRules });
    const { metrics } = compilePlan(input);
    expect(metrics.density?.status).toBe("pass");
    expect(metrics.far?.status).toBe("pass");
    expect(metrics.height?.status).toBe("pass");
  });

  it("keeps the setbacks that the user chose, and is measured against those of the ordinance", () => {
    const rules = { ...ordinaryRules, chosenSetbacks: { front: 60, interior_side: 5 } };
    const { metrics } = compilePlan(oneZone(sites.narrow ?? expect.fail(), "mf_garden", { rules }));
    expect(metrics.setback_front_min).toMatchObject({ limit: 25, status: "pass" });
    expect(metrics.setback_front_min?.value).toBeGreaterThanOrEqual(59.94);
    expect(metrics.setback_side_min).toMatchObject({ limit: 15, status: "fail" });
    expect(metrics.setback_side_min?.value).toBeGreaterThanOrEqual(4.94);
  });

  it("keeps stalls and aisles as far from each lot line as the ordinance asks for, and is measured against it", () => {
    const parkingSetbacks = { ...ordinaryRules.setbacks, front: rule(40, "ft"), interior_side: absent };
    const rules = { ...ordinaryRules, parkingSetbacks };
    const { metrics, notes } = compilePlan(oneZone(sites.five_acres ?? expect.fail(), "mf_garden", { rules }));
    expect(metrics.parking_setback_front_min).toMatchObject({ limit: 40, status: "pass" });
    expect(metrics.parking_setback_rear_min).toMatchObject({ limit: 25, status: "pass" });
    expect(metrics).not.toHaveProperty("parking_setback_side_min");
    expect(notes.find(({ code }) => code === "parking_setback_assumed")?.text).toContain("assumes interior side 5 ft");
  });

  it("parks behind the front of the nearest building where the ordinance asks for it, on land of each shape and for each use", () => {
    const rules = { ...ordinaryRules, frontParking: behindFront };
    for (const name of ["rect_300x180", "five_acres", "l_shape", "turned"]) {
      for (const workflow of ["mf_garden", "office", "retail_strip", "self_storage"] as const) {
        const { metrics, conflicts } = compilePlan(oneZone(sites[name] ?? expect.fail(), workflow, { rules }));
        expect(metrics.parking_behind_building_min, `${name} ${workflow}`).toMatchObject({ limit: 0, status: "pass" });
        expect(conflicts.map(({ code }) => code)).not.toContain("parking_in_front");
      }
    }
  });

  it("parks before the buildings where the user overrides the rule or nothing fits behind them, and is measured against it", () => {
    const rules = { ...ordinaryRules, frontParking: behindFront };
    const retail = oneZone(sites.rect_300x180 ?? expect.fail(), "retail_strip", { rules });
    const overridden = compilePlan({ ...retail, overridden: ["parking_behind_building"] });
    expect(overridden.metrics.parking_behind_building_min).toMatchObject({ limit: 0, status: "fail" });
    expect(overridden.metrics.gfa).toEqual(
      compilePlan(oneZone(sites.rect_300x180 ?? expect.fail(), "retail_strip")).metrics.gfa,
    );
    const warehouse = compilePlan(oneZone(sites.one_acre ?? expect.fail(), "industrial_warehouse", { rules }));
    expect(warehouse.conflicts).toContainEqual(
      expect.objectContaining({ code: "parking_in_front", rule: "parking_behind_building", severity: "overridable" }),
    );
  });

  it("has the loading spaces that the floor area of its buildings asks for, behind their front and on no other ground", () => {
    const source = { kind: "ordinance" as const, ref: "code", statement: "Made for the tests." };
    const step = { each: null, eachOver: 0, source };
    const loading = [
      { ...step, over: 5000, upTo: 20_000, spaces: 1 },
      { ...step, over: 20_000, upTo: 60_000, spaces: 2 },
      { ...step, over: 60_000, upTo: null, spaces: 3, each: 50_000, eachOver: 60_000 },
    ];
    for (const workflow of ["retail_strip", "office", "hotel"] as const) {
      const input = oneZone(sites.five_acres ?? expect.fail(), workflow, { rules: { ...ordinaryRules, loading } });
      const plan = compilePlan(input);
      expect(faultsOf(plan, input)).toEqual([]);
      const { loading: metric, parking_provided: parking, impervious } = plan.metrics;
      expect(metric?.status, workflow).toBe("pass");
      expect([parking?.status, impervious?.status]).toEqual(["pass", "pass"]);
      const spaces = plan.objects.filter(({ objectType }) => objectType === "loading_space");
      expect(spaces).toHaveLength(metric?.value ?? 0);
      expect(spaces[0]).toMatchObject({ layer: "C-ROAD-LOAD", measurements: { width_ft: 12, length_ft: 45 } });
    }
    const warehouse = oneZone(sites.five_acres ?? expect.fail(), "industrial_warehouse", {
      rules: { ...ordinaryRules, loading },
    });
    // The docks of its court are loading spaces.
    expect(compilePlan(warehouse).metrics.loading).toMatchObject({ limit: 3, status: "pass" });
    expect(compilePlan(warehouse).objects.some(({ objectType }) => objectType === "loading_space")).toBe(false);
  });

  it("on a flag lot is measured against the least area without the strip for access, on another lot it is not", () => {
    const rules = { ...ordinaryRules, flagLotArea: rule(150_000, "sf") };
    const { flag_lot_area: area } = compilePlan(oneZone(sites.flag ?? expect.fail(), "townhomes", { rules })).metrics;
    // The strip of 30 by 250 ft is left out of the 400 by 350 ft behind it.
    expect(area).toMatchObject({ limit: 150_000, status: "fail" });
    expect(Math.abs((area?.value ?? 0) - 140_000)).toBeLessThan(100);
    const usual = compilePlan(oneZone(sites.narrow ?? expect.fail(), "townhomes", { rules })).metrics;
    expect(usual.flag_lot_area).toBeUndefined();
  });

  it("places its basin as far from lot lines and buildings as the ordinance asks for, and is measured against it", () => {
    const rules = { ...ordinaryRules, basin: { lotLine: rule(25, "ft"), building: rule(20, "ft") } };
    for (const name of ["rect_300x180", "five_acres", "corner", "turned"]) {
      const { metrics } = compilePlan(oneZone(sites[name] ?? expect.fail(), "office", { rules }));
      expect(metrics.basin_lot_line_min, name).toMatchObject({ limit: 25, status: "pass" });
      expect(metrics.basin_building_min, name).toMatchObject({ limit: 20, status: "pass" });
    }
    const without = compilePlan(oneZone(sites.five_acres ?? expect.fail(), "office")).metrics;
    expect(without.basin_lot_line_min ?? without.basin_building_min).toBeUndefined();
  });

  it("is not held against a rule on parking in front that holds from more stalls on", () => {
    const rules = { ...ordinaryRules, frontParking: { ...behindFront, fromStalls: 500 } };
    const { metrics } = compilePlan(oneZone(sites.rect_300x180 ?? expect.fail(), "office", { rules }));
    expect(metrics.parking_behind_building_min).toBeUndefined();
  });

  it("of a flag lot keeps its setback from every lot line; a lot that meets its street with its whole width does not", () => {
    const rules = { ...ordinaryRules, flagLotSetback: rule(45, "ft") };
    const onLot = (name: "flag" | "five_acres") =>
      compilePlan(oneZone(sites[name] ?? expect.fail(), "townhomes", { rules }));
    const { metrics, notes } = onLot("flag");
    for (const side of ["front", "side", "rear"]) {
      expect(metrics[`setback_${side}_min`]).toMatchObject({ limit: 45, status: "pass" });
    }
    expect(notes).toContainEqual(expect.objectContaining({ code: "flag_lot" }));
    expect(onLot("five_acres").metrics.setback_side_min).toMatchObject({ limit: 15 });
  });

  it("is checked for its planted ground, for the open space of each dwelling and for the islands of its rows", () => {
    const rules = {
      ...ordinaryRules,
      landscapeMin: rule(35, "%"),
      openSpacePerUnit: rule(200, "sq ft per dwelling unit"),
    };
    const onFiveAcres = (more: object) =>
      compilePlan(oneZone(sites.five_acres ?? expect.fail(), "mf_garden", { rules: { ...rules, ...more } }));
    const { metrics } = onFiveAcres({});
    expect(metrics).toMatchObject({
      ...{ landscape: { limit: 35, status: "pass" }, open_space_per_unit: { limit: 200, status: "pass" } },
      ...{
        open_space: { limit: null, marker: null },
        stalls_between_islands: { value: 12, limit: 12, status: "pass" },
      },
    });
    const strict = onFiveAcres({ openSpacePerUnit: rule(20_000, "sq ft per dwelling unit") });
    expect(strict.conflicts).toContainEqual(
      expect.objectContaining({ code: "open_space_below_minimum", rule: "open_space_min", limit: 20_000 }),
    );
  });

  it("has one principal building on a lot where the ordinance allows no more, unless the user overrides it", () => {
    const rules = { ...ordinaryRules, principalBuildingsMax: rule(1, "buildings") };
    const input = oneZone(sites.five_acres ?? expect.fail(), "townhomes", { rules });
    const { metrics, conflicts } = compilePlan(input);
    expect(metrics.principal_buildings).toMatchObject({ value: 1, limit: 1, status: "pass" });
    expect(conflicts).toEqual([]);
    const freed = compilePlan({ ...input, overridden: ["principal_buildings_max"] });
    expect(freed.metrics.units?.value).toBeGreaterThan(metrics.units?.value ?? Infinity);
    expect(freed.conflicts).toContainEqual(expect.objectContaining({ code: "principal_buildings_exceeded" }));
    const zones = input.zones.map((zone) => ({
      ...zone,
      answers: { ...zone.answers, "rules.principal_buildings": 3 },
    }));
    const three = compilePlan({ ...input, zones, overridden: ["principal_buildings_max"] });
    expect(three.metrics.principal_buildings).toMatchObject({ value: 3, limit: 1, status: "fail" });
  });

  it("counts density and floor area without the land that the ordinance takes out, and says which of it no map shows", () => {
    const source = { kind: "ordinance", ref: null, statement: "Zoning, 5.6" } as const;
    const taken = (land: UncountedLandId, value = 100) => ({ land, value, source });
    const five = sites.five_acres ?? expect.fail();
    const wet = [constraint("wetland", area([0, 300], [400, 300], [400, 466], [0, 466]))];
    const compiled = (lands: PlanRules["uncounted"]["density"], more: Partial<SiteInput> = {}) =>
      compilePlan(
        oneZone({ ...five, constraints: wet, mapped: ["wetland"], ...more }, "mf_garden", {
          rules: { ...tightRules, uncounted: { density: lands, far: lands } },
        }),
      ).metrics;
    const whole = compiled([]);
    const net = compiled([taken("wetland"), taken("slope", 25)]);
    expect(whole.density).toMatchObject({ status: "pass", source: { statement: "Made for the tests." } });
    expect(net.net_site_area?.value).toBeCloseTo((whole.site_area?.value ?? 0) - 400 * 166, -1);
    const acres = (net.net_site_area?.value ?? 0) / 43_560;
    expect(net.density?.value).toBeCloseTo((net.units?.value ?? 0) / acres, 1);
    expect(net.density).toMatchObject({ limit: 12, status: "pass" });
    expect(net.units?.value).toBeLessThan(whole.units?.value ?? 0);
    expect(net.far).toMatchObject({ limit: 0.5, status: "pass" });
    expect(net.density?.source?.statement).toBe(
      "Made for the tests.; not mapped, so not taken out of the area: slopes from 25 %",
    );
    const surveyed = compiled([taken("wetland")], { constraints: wet.map((each) => ({ ...each, effect: "note" })) });
    expect(surveyed.net_site_area?.value).toBe(surveyed.site_area?.value);
  });

  it("keeps buildings and paving from the lot lines beside other districts, and is checked against the rule of each", () => {
    const five = sites.five_acres ?? expect.fail();
    const points = [
      { x: 467_000, y: 467_000 },
      { x: 0, y: 467_000 },
    ];
    const source = { kind: "ordinance", ref: null, statement: "Zoning, 5.8" } as const;
    const line = (kind: "setback" | "buffer", feet: number) => ({ kind, feet, neighbors: ["R-1"], source, points });
    const lines = [line("setback", 75), line("buffer", 30)];
    const constraints = neighborStrips(lines, five.parcels[0] ?? expect.fail());
    const { metrics, objects, conflicts } = compilePlan(
      oneZone({ ...five, neighborLines: lines, constraints }, "mf_garden"),
    );
    expect(metrics.neighbor_setback_min).toMatchObject({ limit: 75, status: "pass", source });
    expect(metrics.neighbor_buffer_min).toMatchObject({ limit: 30, status: "pass", source });
    expect(objects).toContainEqual(
      expect.objectContaining({ objectType: "landscape_buffer", label: "Buffer of 30 ft" }),
    );
    expect(conflicts).toEqual([]);
    const unkept = compilePlan(oneZone({ ...five, neighborLines: [line("setback", 200)] }, "mf_garden"));
    expect(unkept.conflicts).toContainEqual(
      expect.objectContaining({ code: "setback_reduced", rule: "transition_setback", limit: 200 }),
    );
  });

  it("that has no room says what the setbacks are, what they leave, and which typology may fit", () => {
    const small = site(rectangle(50, 120));
    const [failure] = compilePlan(oneZone(small, "office")).zoneFailures;
    expect(failure).toMatchObject({ code: "zone_too_small", needed: 1500, available: 1398 });
    expect(failure?.message).toContain("front 25 ft, interior side 15 ft, rear 25 ft");
    expect(failure?.message).toContain("leave 1,398 sq ft");
    expect(failure?.message).toContain("townhomes may fit");
  });

  it("is checked for the most parking and for the distance between its driveways", () => {
    const rules = { ...ordinaryRules, parkingMax: rule(100, "%"), drivewaySpacing: rule(2000, "ft") };
    const { metrics, conflicts } = compilePlan(oneZone(site(rectangle(900, 700)), "mf_garden", { rules }));
    expect(metrics.parking_max?.limit).toBe(100);
    expect(metrics.driveway_spacing_min).toMatchObject({ limit: 2000, status: "fail" });
    const isOver = metrics.parking_max?.status === "fail";
    expect(conflicts.some(({ code }) => code === "parking_above_maximum")).toBe(isOver);
  });

  it("is not held against the most parking where the ratio is not that of the ordinance", () => {
    const rules = { ...ordinaryRules, parkingMax: rule(100, "%") };
    const { metrics, conflicts } = compilePlan(
      oneZone(site(rectangle(900, 700)), "mf_garden", { rules, answers: { "parking.ratio": 1.2 } }),
    );
    expect(metrics.parking_max).toMatchObject({ limit: 100, status: "not_evaluated" });
    expect(conflicts.map(({ code }) => code)).not.toContain("parking_above_maximum");
  });

  it("counts the stalls of a row up to an island", () => {
    const stall = (x: number, id: string) => ({
      ...{ id, objectType: "parking_stall" as const, zoneId: null, label: "", layer: "", status: "proposed" as const },
      ...{ editable: false, measurements: {} },
      shape: { type: "region" as const, region: area([x, 0], [x + 9, 0], [x + 9, 18], [x, 18]) },
    });
    const row = [0, 9, 18, 36, 45].map((x) => stall(x, `stall/${x}`));
    expect(longestRow(row)).toBe(3);
    expect(longestRow([...row, stall(27, "stall/27")])).toBe(6);
  });

  it("is the same at every compile", () => {
    const input = oneZone(sites.flag ?? expect.fail(), "mf_garden");
    expect(compilePlan(input).hash).toBe(compilePlan(structuredClone(input)).hash);
  });

  it("counts accessible and van stalls of a shared garage, and none of private garages", () => {
    const shared = compilePlan(oneZone(sites.five_acres ?? expect.fail(), "mf_podium")).metrics;
    expect(shared.accessible?.value).toBeGreaterThan(0);
    expect(shared.van?.value).toBeGreaterThanOrEqual((shared.accessible?.value ?? 0) / 6);
    const own = compilePlan(oneZone(sites.one_acre ?? expect.fail(), "townhomes")).metrics;
    expect([own.parking_structured?.value !== 0, own.accessible?.value, own.van?.value]).toEqual([true, 0, 0]);
  });

  it("needs the accessible stalls of the table of 2010, of which one in six takes a van", () => {
    expect([0, 1, 25, 26, 50, 100, 101, 500, 501, 1000, 1001].map(accessibleFor)).toEqual([
      ...[0, 1, 1, 2, 2, 4, 5, 9, 11, 20, 21],
    ]);
    expect([0, 1, 6, 7, 12, 13].map(vansFor)).toEqual([0, 1, 1, 2, 2, 3]);
  });

  it("has its stalls within 300 ft of a building where a plan as large has them farther away", () => {
    const rules = { ...ordinaryRules, densityMax: rule(12, "du/ac"), openSpaceMin: absent };
    const { objects } = compilePlan(oneZone(site(rectangle(700, 1200)), "mf_garden", { rules }));
    const boxesOf = (type: string) =>
      objects.flatMap(({ objectType, shape }) =>
        objectType === type && shape.type === "region" ? [boundsOf(shape.region.rings.flat())] : [],
      );
    const buildings = boxesOf("building");
    const walks = boxesOf("parking_stall").map((stall) =>
      Math.min(
        ...buildings.map(({ minX, minY, maxX, maxY }) => {
          const x = Math.max(0, minX - stall.maxX, stall.minX - maxX);
          const y = Math.max(0, minY - stall.maxY, stall.minY - maxY);
          return Math.sqrt(x * x + y * y) / 1000;
        }),
      ),
    );
    expect(walks.length).toBeGreaterThan(300);
    expect(Math.max(...walks)).toBeLessThan(300);
  });

  it("lies on the standing buildings of the map that its buildings, paving or basin overlap, and on no others", () => {
    const plan = compilePlan(oneZone(sites.five_acres ?? expect.fail(), "mf_garden"));
    const origin: Position = [-72.35, 41.74];
    const { toPosition } = siteFrame(origin);
    const square = (x: number, y: number) => {
      const corners = [0, 20_000, 20_000, 0].map((dx, at) => toPosition({ x: x + dx, y: y + (at > 1 ? 20_000 : 0) }));
      const geometry = { type: "Polygon", coordinates: [[...corners, corners[0]]] };
      return { type: "Feature", geometry, properties: {} };
    };
    const built = plan.objects.find(({ objectType }) => objectType === "building")?.shape;
    const inside = built?.type === "region" ? boundsOf(built.region.rings.flat()) : expect.fail();
    const house = square(inside.minX + 1000, inside.minY + 1000);
    const concept = { plan, origin };
    expect(mappedLandUnder(concept, JSON.stringify([house, square(-900_000, -900_000)])).standing).toEqual({
      ...{ count: 1, area: 400 },
    });
    expect(mappedLandUnder(concept, null).standing).toEqual({ count: 0, area: 0 });
  });

  it("keeps land whole at the rear where a limit allows only part of it to be used", () => {
    const { metrics } = compilePlan(oneZone(sites.ten_acres ?? expect.fail(), "mf_garden", { rules: tightRules }));
    expect(metrics.units?.value).toBe(120);
    expect(metrics.open_space?.value).toBeGreaterThan(50);
  });
});
