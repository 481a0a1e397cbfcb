import DistanceOp from "jsts/org/locationtech/jts/operation/distance/DistanceOp.js";
import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { CompiledPlan } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import type { PlanInput, WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { siteLand } from "../../../api/land/site-plan/engine/site-land.ts";
import {
  jtsArea,
  jtsLine,
  jtsObjects,
  jtsUnion,
  outsideSf,
  sharedSf,
  sharedWithEach,
} from "../../support/site-plan/jts-plan.ts";
import { oneZone, ordinaryRules, rule, sites, tightRules } from "../../support/site-plan/plan-cases.ts";

/** Square feet of rounding that two areas may share, and feet by which a setback may be short. Source: `siteplan.md` 13. */
const tolerance = 0.1;
const shortBy = 0.06;
const stallTypes = ["parking_stall", "accessible_stall", "ev_stall"];
const driveTypes = ["drive_aisle", "driveway", "truck_court"];

/** What JTS finds wrong with a plan: land outside, overlaps, setbacks, areas and totals. */
function jtsFaults(plan: CompiledPlan, input: PlanInput): string[] {
  const of = (...types: string[]) => jtsObjects(plan.objects, types);
  const site = jtsUnion(input.site.parcels.map(jtsArea));
  const [buildings, stalls, drives] = [of("building"), of(...stallTypes), of(...driveTypes)];
  const faults: string[] = [];
  for (const { id, area } of [...buildings, ...stalls, ...drives, ...of("sidewalk", "stormwater_basin")]) {
    if (outsideSf(area, site) > tolerance) faults.push(`${id} reaches outside the site`);
  }
  for (const [at, { id, area }] of buildings.entries()) {
    for (const other of buildings.slice(at + 1)) {
      if (sharedSf(area, other.area) > tolerance) faults.push(`${id} overlaps ${other.id}`);
    }
    if (sharedWithEach(area, drives) > tolerance) faults.push(`${id} overlaps a drive`);
  }
  const built = jtsUnion(buildings.map(({ area }) => area));
  for (const { id, area } of stalls) {
    if (sharedSf(area, built) > tolerance) faults.push(`${id} overlaps a building`);
    if (sharedWithEach(area, drives) > tolerance) faults.push(`${id} overlaps a drive`);
  }
  const stallsSf = stalls.reduce((sum, { area }) => sum + area.getArea(), 0);
  if (Math.abs(jtsUnion(stalls.map(({ area }) => area)).getArea() - stallsSf) > tolerance + 0.01 * stalls.length) {
    faults.push("stalls overlap each other");
  }
  for (const { effect, region, id } of input.site.constraints) {
    const kept = effect === "exclude_all" ? [...buildings, ...stalls, ...drives] : buildings;
    const land = jtsArea(region);
    faults.push(...kept.filter(({ area }) => sharedSf(area, land) > tolerance).map((each) => `${each.id} is in ${id}`));
  }
  for (const { edgeClass, points } of siteLand(input.site, input.rules).runs) {
    const setback = edgeClass === "unknown" ? undefined : input.rules.setbacks[edgeClass];
    if (!setback || !("value" in setback)) continue;
    const least = Math.min(Infinity, ...buildings.map(({ area }) => DistanceOp.distance(area, jtsLine(points))));
    if (least < setback.value - shortBy) faults.push(`a building is ${least.toFixed(2)} ft from a ${edgeClass} line`);
  }
  const { building_footprint: footprint, site_area: whole, parking_provided: provided } = plan.metrics;
  const structured = buildings.reduce((sum, { measurements }) => sum + Number(measurements.stall_count ?? 0), 0);
  if (Math.abs((footprint?.value ?? 0) - built.getArea()) > 1)
    faults.push("the footprint is not that of the buildings");
  if (Math.abs((whole?.value ?? 0) - site.getArea()) > 1) faults.push("the site area is not that of the parcels");
  if (provided?.value !== stalls.length + structured) faults.push("the stalls are not those that are drawn");
  return faults;
}

const checked: readonly (readonly [WorkflowId, readonly string[]])[] = [
  ["mf_garden", ["l_shape", "flag", "wetland", "cul_de_sac"]],
  ["townhomes", ["u_shape", "trapezoid"]],
  ["mixed_use", ["floodplain", "easement"]],
  ["hotel", ["triangle", "narrow"]],
  ["industrial_warehouse", ["corner", "two_parcels"]],
  ["self_storage", ["turned"]],
  ["mh_rv_park", ["five_acres"]],
];

describe("a finished plan, measured by another geometry library", () => {
  it.each(checked)("of %s keeps inside its land, apart from itself and behind its setbacks", (workflow, names) => {
    for (const name of names) {
      for (const rules of [ordinaryRules, tightRules]) {
        const input = oneZone(sites[name] ?? expect.fail(), workflow, { rules });
        expect([name, jtsFaults(compilePlan(input), input)]).toEqual([name, []]);
      }
    }
  });

  it("is found at fault when it was compiled under a smaller setback, or is moved", () => {
    const input = oneZone(sites.rect_300x180 ?? expect.fail(), "mf_garden");
    const plan = compilePlan(input);
    const strict = { ...ordinaryRules, setbacks: { ...ordinaryRules.setbacks, front: rule(90, "ft") } };
    expect(jtsFaults(plan, { ...input, rules: strict }).join()).toMatch(/from a front line/);
    const moved = {
      ...plan,
      objects: plan.objects.map((object) =>
        object.objectType === "parking_stall" && object.shape.type === "region"
          ? {
              ...object,
              shape: {
                type: "region" as const,
                region: {
                  rings: object.shape.region.rings.map((ring) => ring.map(({ x, y }) => ({ x, y: y + 9000 }))),
                },
              },
            }
          : object,
      ),
    };
    expect(jtsFaults(moved, input).join()).toMatch(/overlaps a drive|overlaps a building/);
  });
});
