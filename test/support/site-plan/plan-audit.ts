/** Faults of a finished plan, found from its objects alone. */
import type { CompiledPlan, PlanObject, PlanObjectType } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import { difference, intersection, soundRegion, squareFeet, union } from "../../../api/land/site-plan/engine/kernel.ts";
import type { GridPoint, GridRegion } from "../../../api/land/site-plan/engine/plan-geometry.ts";
import type { PlanInput } from "../../../api/land/site-plan/engine/plan-input.ts";

/** Square feet that two objects may share, from rounding to the grid. */
const tolerance = 0.1;

const regionOf = ({ shape }: PlanObject): GridRegion => (shape.type === "region" ? shape.region : { rings: [] });
const ofTypes = (plan: CompiledPlan, types: readonly PlanObjectType[]) =>
  plan.objects.filter(({ objectType }) => types.includes(objectType));

interface Box {
  readonly object: PlanObject;
  readonly box: readonly [number, number, number, number];
}

function boxed(object: PlanObject): Box {
  const points = regionOf(object).rings.flat();
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { object, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** Returns the pairs of objects that share more land than rounding explains. */
export function overlaps(first: readonly PlanObject[], second: readonly PlanObject[]): string[] {
  const [a, b] = [first.map(boxed), second.map(boxed)];
  return a.flatMap((one, at) =>
    b.slice(first === second ? at + 1 : 0).flatMap((two) => {
      const isApart =
        one.box[0] >= two.box[2] || two.box[0] >= one.box[2] || one.box[1] >= two.box[3] || two.box[1] >= one.box[3];
      if (isApart || one.object === two.object) return [];
      const shared = sharedSquareFeet(regionOf(one.object), regionOf(two.object));
      return shared > tolerance ? [`${one.object.id} and ${two.object.id} share ${shared.toFixed(2)} sf`] : [];
    }),
  );
}

/** The land two objects share, one of which is convex: the other is cut along its sides, without any rounding. */
function sharedSquareFeet(a: GridRegion, b: GridRegion): number {
  const [cut, by] = (a.rings[0]?.length ?? 0) <= 4 && a.rings.length === 1 ? [b, a] : [a, b];
  const sides = by.rings[0] ?? [];
  return Math.abs(cut.rings.reduce((sum, ring) => sum + sizeOf(cutBy(ring, sides)), 0)) / 2e6;
}

function cutBy(ring: GridRegion["rings"][number], sides: GridRegion["rings"][number]) {
  let left = [...ring];
  for (const [at, from] of sides.entries()) {
    const to = sides[(at + 1) % sides.length] ?? from;
    const side = ({ x, y }: GridPoint) => (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
    left = left.flatMap((point, index) => {
      const before = left.at(index - 1) ?? point;
      const [a, b] = [side(before), side(point)];
      const share = a / (a - b);
      const crossing = { x: before.x + share * (point.x - before.x), y: before.y + share * (point.y - before.y) };
      return [...(a * b < 0 ? [crossing] : []), ...(b >= 0 ? [point] : [])];
    });
  }
  return left;
}

const sizeOf = (ring: readonly GridPoint[]) =>
  ring.reduce((sum, { x, y }, at) => {
    const before = ring.at(at - 1) ?? { x, y };
    return sum + before.x * y - x * before.y;
  }, 0);

const stallTypes = ["parking_stall", "accessible_stall", "ev_stall"] as const;
const proposed: readonly PlanObjectType[] = [
  ...["building", ...stallTypes, "access_aisle", "drive_aisle", "driveway", "truck_court", "loading_dock"],
  ...["island", "sidewalk", "open_space", "landscape_buffer", "stormwater_basin", "dumpster", "amenity"],
] as PlanObjectType[];

/** Returns what is wrong with a plan by the invariants 1, 2 and 4 of `siteplan.md` section 13; empty when nothing is. */
export function faultsOf(plan: CompiledPlan, input: PlanInput): string[] {
  const site = union(input.site.parcels.map(soundRegion));
  const buildings = ofTypes(plan, ["building"]);
  const stalls = ofTypes(plan, stallTypes);
  const drives = ofTypes(plan, ["drive_aisle", "driveway", "truck_court"]);
  const outside = ofTypes(plan, proposed).flatMap((object) => {
    const size = squareFeet(difference(regionOf(object), site));
    return size > tolerance ? [`${object.id} is ${size.toFixed(2)} sf outside the site`] : [];
  });
  const excluded = input.site.constraints.flatMap(({ effect, region, id }) => {
    const banned: readonly PlanObjectType[] =
      effect === "exclude_all" ? proposed : effect === "exclude_buildings" ? ["building"] : [];
    return ofTypes(plan, banned).flatMap((object) => {
      const size = squareFeet(intersection(regionOf(object), soundRegion(region)));
      return size > tolerance ? [`${object.id} is ${size.toFixed(2)} sf in ${id}`] : [];
    });
  });
  const structured = buildings.reduce((sum, { measurements }) => sum + Number(measurements.stall_count ?? 0), 0);
  const provided = plan.metrics.parking_provided?.value;
  return [
    ...outside,
    ...excluded,
    ...overlaps(buildings, buildings),
    ...overlaps(buildings, stalls),
    ...overlaps(stalls, stalls),
    ...overlaps(stalls, drives),
    ...overlaps(buildings, drives),
    ...(provided === stalls.length + structured ? [] : [`provided ${provided}, drawn ${stalls.length + structured}`]),
  ];
}
