/** Faults of a finished plan, found from its objects alone. */
import type { CompiledPlan, PlanObject, PlanObjectType } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import {
  difference,
  holds,
  intersection,
  offset,
  perimeterFt,
  piecesOf,
  soundRegion,
  squareFeet,
  union,
} from "../../../api/land/site-plan/engine/kernel.ts";
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
  ...[
    "building",
    ...stallTypes,
    "access_aisle",
    "drive_aisle",
    "driveway",
    "truck_court",
    "loading_dock",
    "loading_space",
  ],
  ...[
    "bicycle_parking",
    "island",
    "sidewalk",
    "open_space",
    "landscape_buffer",
    "stormwater_basin",
    "dumpster",
    "amenity",
  ],
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
    ...unreachable(plan),
    ...blockedStalls(plan),
    ...deadEnds(plan),
    ...shortOfAccessible(plan),
    ...unitless(plan),
    ...divided(plan),
    ...lostLand(plan, site),
    ...overlaps(buildings, buildings),
    ...overlaps(buildings, stalls),
    ...overlaps(stalls, stalls),
    ...overlaps(stalls, drives),
    ...overlaps(buildings, drives),
    ...(provided === stalls.length + structured ? [] : [`provided ${provided}, drawn ${stalls.length + structured}`]),
  ];
}

const driveTypes: readonly PlanObjectType[] = ["drive_aisle", "driveway", "truck_court", "fire_lane"];

/** Invariant 5: the drives of a zone are one piece, or each piece of them lies at an access point of its own. */
function unreachable(plan: CompiledPlan): string[] {
  const drives = offset(union(ofTypes(plan, driveTypes).map(regionOf)), 0.05);
  const zones = new Set(ofTypes(plan, ["building"]).map(({ zoneId }) => zoneId));
  return [...zones].flatMap((zone) => {
    const own = ofTypes(plan, driveTypes).filter(({ zoneId }) => zoneId === zone || zoneId === null);
    const pieces = piecesOf(offset(union(own.map(regionOf)), 0.05));
    const used = pieces.filter((piece) =>
      own.some((object) => object.zoneId === zone && sharedArea(regionOf(object), piece) > 1),
    );
    const count = used.length;
    const isEntered = used.every((piece) =>
      ofTypes(plan, ["access_point"]).some(({ shape }) => shape.type === "point" && holds(piece, shape.point)),
    );
    return count === 1 || (count > 0 && isEntered) || drives.rings.length === 0
      ? []
      : [`the drives of ${zone} are ${count} pieces`];
  });
}

const sharedArea = (a: GridRegion, b: GridRegion) => squareFeet(intersection(a, b));

/** How far from a stall its drive is looked for, and what of its width may be missing there, feet: its corners are on the grid. */
const frontDepth = 0.5;
const frontShort = 0.02;

/** Invariant 5: one whole side of each stall, as wide as the stall, lies on a drive. */
function blockedStalls(plan: CompiledPlan): string[] {
  // Drives that meet are rounded apart by less than this: together they are one area.
  const drives = offset(union(ofTypes(plan, driveTypes).map(regionOf)), 0.05);
  return ofTypes(plan, stallTypes).flatMap((stall) => {
    const width = Number(stall.measurements.width_ft);
    const isServed = frontsOf(regionOf(stall).rings[0] ?? [], width).some(
      (front) => sharedSquareFeet(front, drives) >= frontDepth * (width - frontShort),
    );
    return isServed ? [] : [`${stall.id} has no drive`];
  });
}

/** The strips of land before those sides of a stall that are as long as it is wide. */
function frontsOf(corners: readonly GridPoint[], width: number): GridRegion[] {
  return corners.flatMap((from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (Math.abs(length / 1000 - width) > frontShort) return [];
    const [outX, outY] = [(dy / length) * frontDepth * 1000, (-dx / length) * frontDepth * 1000];
    const beyond = ({ x, y }: GridPoint) => ({ x: x + outX, y: y + outY });
    return [{ rings: [[from, beyond(from), beyond(to), to]] }];
  });
}

/** Longest drive, in feet, that an engine may have to back out of. Source: IFC D103.4. */
const mostBackedOut = 150;

/** Invariant 5: no aisle runs farther beyond the last drive it meets, unless a note says so. */
function deadEnds(plan: CompiledPlan): string[] {
  if (plan.notes.some(({ code }) => code === "dead_end_turnaround")) return [];
  const drives = ofTypes(plan, driveTypes);
  return ofTypes(plan, ["drive_aisle"]).flatMap((aisle) => {
    const [corners = []] = regionOf(aisle).rings;
    const length = Number(aisle.measurements.length_ft);
    if (corners.length !== 4 || length <= mostBackedOut) return [];
    const along = axisOf(corners);
    const grown = offset(regionOf(aisle), 0.5);
    const met = drives.flatMap((drive) => (drive === aisle ? [] : intersection(grown, regionOf(drive)).rings.flat()));
    if (met.length === 0) return [];
    const [ends, places] = [corners.map(along), met.map(along)];
    const left = Math.min(...places) - Math.min(...ends);
    const right = Math.max(...ends) - Math.max(...places);
    const longest = Math.max(left, right);
    return longest > mostBackedOut + 1 ? [`${aisle.id} is a dead end of ${longest.toFixed(0)} ft`] : [];
  });
}

/** Returns how far a point lies along the longer side of a rectangle, feet. */
function axisOf([a, b, c]: readonly GridPoint[]): (point: GridPoint) => number {
  const [first, second, third] = [a, b, c].map((point) => point ?? { x: 0, y: 0 }) as [GridPoint, GridPoint, GridPoint];
  const lengthOf = (from: GridPoint, to: GridPoint) => Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2);
  const [from, to] = lengthOf(first, second) >= lengthOf(second, third) ? [first, second] : [second, third];
  const length = lengthOf(from, to);
  return ({ x, y }) => ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / length / 1000;
}

/** Invariant 6: accessible stalls by the table of 2010, vans one in six, each beside an aisle of five feet. */
function shortOfAccessible(plan: CompiledPlan): string[] {
  const zones = new Set(ofTypes(plan, ["building", "amenity"]).map(({ zoneId }) => zoneId));
  const aisles = ofTypes(plan, ["access_aisle"]);
  return [...zones].flatMap((zone) => {
    const own = ofTypes(plan, stallTypes).filter(({ zoneId }) => zoneId === zone);
    const accessible = own.filter(({ objectType }) => objectType === "accessible_stall");
    const needed = accessibleByTable(own.filter(({ label }) => label !== "Stall of a home").length);
    const vans = accessible.filter(({ label }) => label.includes("van"));
    const alone = accessible.filter((stall) => {
      const grown = offset(regionOf(stall), 0.2);
      return !aisles.some((aisle) => squareFeet(intersection(grown, regionOf(aisle))) > 2);
    });
    return [
      ...(accessible.length >= needed ? [] : [`${accessible.length} accessible stalls of ${needed} in ${zone}`]),
      ...(vans.length >= Math.ceil(needed / 6) ? [] : [`${vans.length} van stalls in ${zone}`]),
      ...alone.map(({ id }) => `${id} has no aisle`),
      ...aisles.filter(({ measurements }) => Number(measurements.width_ft) < 5).map(({ id }) => `${id} is narrow`),
    ];
  });
}

/** Written out apart from the engine: 2010 ADA Standards, table 208.2. */
function accessibleByTable(stalls: number): number {
  if (stalls === 0) return 0;
  const rows = [
    [25, 1],
    [50, 2],
    [75, 3],
    [100, 4],
    [150, 5],
    [200, 6],
    [300, 7],
    [400, 8],
    [500, 9],
  ] as const;
  const row = rows.find(([most]) => stalls <= most);
  return row ? row[1] : stalls <= 1000 ? Math.ceil(stalls / 50) : 20 + Math.ceil((stalls - 1000) / 100);
}

/** Invariant 19: measurements are site numbers with their unit. */
function unitless(plan: CompiledPlan): string[] {
  const named = /_(?:sf|ft|ac|cf|deg|count)$|^(?:units|floors)$/;
  const names = new Set(plan.objects.flatMap(({ measurements }) => Object.keys(measurements)));
  return [...names].filter((name) => !named.test(name)).map((name) => `${name} has no unit`);
}

/** Dwellings, floors and stalls come whole. */
function divided(plan: CompiledPlan): string[] {
  return plan.objects.flatMap(({ id, measurements }) =>
    Object.entries(measurements).flatMap(([name, value]) =>
      /_count$|^(?:units|floors)$/.test(name) && !Number.isInteger(value) ? [`${id} has ${value} ${name}`] : [],
    ),
  );
}

/** Invariant 7: what is drawn covers the compiled land, but for remnants along edges. */
function lostLand(plan: CompiledPlan, site: GridRegion): string[] {
  const zones = union(ofTypes(plan, ["zone"]).map(regionOf));
  const compiled = intersection(zones, site);
  const constraints = ofTypes(plan, ["wetland", "wetland_buffer", "floodway", "floodplain", "easement", "steep_slope"]);
  const drawn = union([...ofTypes(plan, proposed), ...constraints].map(regionOf));
  const lost = difference(compiled, drawn);
  const wide = squareFeet(offset(lost, -3));
  const most = 0.5 + 0.06 * perimeterFt(compiled) + 0.02 * squareFeet(compiled);
  return wide > most ? [`${wide.toFixed(0)} sf are neither used nor open`] : [];
}
