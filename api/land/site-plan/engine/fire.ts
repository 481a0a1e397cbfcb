import { mostDeadEnd } from "./circulation.ts";
import type { PlanObject, PlanObjectType } from "./compiled-plan.ts";
import { distanceFt } from "./edge-classes.ts";
import { boundsOf, holds } from "./kernel.ts";
import { type GridPoint, type GridRegion, gridUnitsPerFoot } from "./plan-geometry.ts";
import type { ZoneProgram } from "./plan-input.ts";

/** Reach of hoses from a drive, without and with sprinklers, feet. Source: IFC 503.1.1; the longer one is an assumption. */
const reachFt = { standard: 150, sprinklered: 250 };
/** Dwellings and floor area above which two ways in are asked for. Source: IFC D104.2, D106. */
const oneWay = { standard: { units: 100, gfaSf: 62_000 }, sprinklered: { units: 200, gfaSf: 124_000 } };
const drives: readonly PlanObjectType[] = ["drive_aisle", "driveway", "truck_court", "fire_lane"];

/** A remark on a plan. */
interface Remark {
  readonly code: string;
  readonly text: string;
}

/**
 * Returns what a fire official may object to in a zone. The limits are those of the International Fire Code as commonly
 * adopted, not of the ordinance: they are remarks, and no checks.
 */
export function fireNotes(zone: ZoneProgram, objects: readonly PlanObject[]): Remark[] {
  const { zoneId } = zone;
  const own = objects.filter((object) => object.zoneId === zoneId);
  const buildings = own.filter(({ objectType }) => objectType === "building");
  if (buildings.length === 0) return [];
  const kind = zone.answers["fire.access"] === "standard" ? "standard" : "sprinklered";
  const units = sum(buildings, "units");
  const largest = Math.round(Math.max(...buildings.map(({ measurements }) => Number(measurements.gfa_sf ?? 0))));
  const accesses = own.filter(({ objectType }) => objectType === "access_point").length;
  const reach = Math.round(farthestWall(buildings, objects));
  const deadEnd = Math.round(
    sum(
      own.filter(({ objectType }) => objectType === "zone"),
      "dead_end_ft",
    ),
  );
  const { units: mostUnits, gfaSf: mostSf } = oneWay[kind];
  const isOneWayTooFew = (units > mostUnits || largest > mostSf) && accesses < 2;
  const remark = (code: string, text: string): Remark => ({
    code,
    text: `${zone.name}: ${text} The fire code as commonly adopted was assumed; the fire official decides.`,
  });
  return [
    ...(isOneWayTooFew
      ? [
          remark(
            "fire_second_access",
            `one way in serves ${units} dwelling units and a largest building of ${feet(largest)} sq ft; above ${mostUnits} units or ${feet(mostSf)} sq ft two are usual.`,
          ),
        ]
      : []),
    ...(reach > reachFt[kind]
      ? [remark("fire_reach", `a wall lies ${reach} ft from the nearest drive; ${reachFt[kind]} ft is usual at most.`)]
      : []),
    ...(deadEnd > mostDeadEnd
      ? [
          remark(
            "dead_end_turnaround",
            `a drive runs ${deadEnd} ft beyond its last way out, with no room for a place to turn; above ${mostDeadEnd} ft one is usual.`,
          ),
        ]
      : []),
  ];
}

const feet = (number: number) => number.toLocaleString("en-US");

function sum(objects: readonly PlanObject[], name: string): number {
  return objects.reduce((total, { measurements }) => total + Number(measurements[name] ?? 0), 0);
}

/** The distance of the outer wall of a building that lies farthest from any drive, feet. */
function farthestWall(buildings: readonly PlanObject[], objects: readonly PlanObject[]): number {
  const paved = objects.flatMap(({ objectType, shape }) =>
    drives.includes(objectType) && shape.type === "region"
      ? [{ region: shape.region, box: boundsOf(shape.region.rings.flat()) }]
      : [],
  );
  let farthest = 0;
  for (const { shape } of buildings) {
    if (shape.type !== "region") continue;
    const [outer] = shape.region.rings;
    for (const [at, point] of (outer ?? []).entries()) {
      const before = outer?.at(at - 1) ?? point;
      const middle = { x: Math.round((point.x + before.x) / 2), y: Math.round((point.y + before.y) / 2) };
      for (const place of [point, middle]) farthest = Math.max(farthest, nearestDrive(place, paved));
    }
  }
  return farthest;
}

interface Paved {
  readonly region: GridRegion;
  readonly box: ReturnType<typeof boundsOf>;
}

function nearestDrive(place: GridPoint, paved: readonly Paved[]): number {
  let nearest = Infinity;
  for (const { region, box } of paved) {
    const away = feetToBox(place, box);
    if (away > nearest) continue;
    if (away === 0 && holds(region, place)) return 0;
    for (const ring of region.rings) {
      for (const [at, point] of ring.entries()) {
        nearest = Math.min(nearest, distanceFt(place, [ring.at(at - 1) ?? point, point]));
      }
    }
  }
  return Number.isFinite(nearest) ? nearest : 0;
}

function feetToBox({ x, y }: GridPoint, { minX, minY, maxX, maxY }: Paved["box"]): number {
  const [dx, dy] = [Math.max(0, minX - x, x - maxX), Math.max(0, minY - y, y - maxY)];
  return Math.sqrt(dx * dx + dy * dy) / gridUnitsPerFoot;
}
