import type { Draft } from "./drafts.ts";
import { areaDraft, rounded } from "./drafts.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { band, difference, emptyRegion, holds, intersection, offset, union } from "./kernel.ts";
import { type Direction, directionOf, feetBetween } from "./local-frame.ts";
import { type GridPoint, type GridRegion, gridUnitsPerFoot } from "./plan-geometry.ts";
import { shortestWay, startsOf } from "./route.ts";
import type { SiteLand } from "./site-land.ts";

/** A drive from the street through other zones to a zone that has no street of its own. */
export interface SharedDrive {
  readonly region: GridRegion;
  /** Where the zone's own drives begin. */
  readonly gate: EdgeRun;
  readonly drafts: readonly Draft[];
}

/** Width of a shared drive, which is a fire lane, feet. */
const width = 26;
/** Depth of the rim of another zone that a shared drive may use, and how far it reaches into its zone, feet. */
const rim = 45;
const reach = 40;
/** Least length of street in a zone that counts as its frontage, feet. */
const leastFrontage = 20;

/** Returns the frontages of a site that lie in a zone. */
export function frontagesIn(zone: GridRegion, land: SiteLand): EdgeRun[] {
  const near = offset(zone, 1);
  return land.runs.filter(({ isFrontage, points }) => {
    if (!isFrontage) return false;
    let feet = 0;
    for (const [at, to] of points.slice(1).entries()) {
      const from = points[at] as GridPoint;
      const steps = Math.max(1, Math.round(feetBetween(from, to) / 5));
      for (let step = 0; step < steps; step++) {
        const share = (step + 0.5) / steps;
        const place = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
        if (holds(near, { x: Math.round(place.x), y: Math.round(place.y) })) feet += feetBetween(from, to) / steps;
      }
    }
    return feet >= leastFrontage;
  });
}

/** Returns the drive along the rim of other zones to a zone without a street; undefined when there is no way. */
export function sharedDrive(zone: GridRegion, land: SiteLand): SharedDrive | undefined {
  const others = difference(land.site, zone);
  const open = union([
    difference(land.pavable, offset(others, -rim)),
    intersection(land.pavable, zone),
    // The way from the street to the paved land crosses the strip along the street.
    ...land.runs
      .filter(({ isFrontage }) => isFrontage)
      .map((run) => intersection(band(run.points, rim), land.drivable)),
  ]);
  const middle = offset(open, -width / 2 + 0.05);
  const goals = intersection(offset(intersection(land.pavable, zone), -reach), middle).rings.flat();
  if (goals.length === 0) return undefined;
  let best: { readonly path: readonly GridPoint[]; readonly cost: number; readonly run: EdgeRun } | undefined;
  for (const run of land.runs.filter(({ isFrontage }) => isFrontage)) {
    for (const start of startsOf(run, middle, width)) {
      const found = shortestWay(start.inside, middle.rings.flat(), goals, middle);
      if (found && (!best || found.cost < best.cost - 0.001))
        best = { path: [start.street, ...found.path], cost: found.cost, run };
    }
  }
  return best && driveAlong(best.path, best.run, land);
}

function driveAlong(path: readonly GridPoint[], run: EdgeRun, land: SiteLand): SharedDrive | undefined {
  const [before, end] = [path.at(-2), path.at(-1)];
  const direction = before && end && directionOf(before, end);
  const [street] = path;
  if (!street || !end || !direction) return undefined;
  const region = intersection(band(path, width / 2), land.site);
  const lengthFt = path.slice(1).reduce((sum, point, at) => sum + feetBetween(path[at] as GridPoint, point), 0);
  return {
    region,
    gate: gateAt(end, direction, run.road),
    drafts: [
      areaDraft("driveway", "Shared drive", region, { width_ft: width, length_ft: rounded(lengthFt) }),
      {
        type: "access_point",
        label: run.road ? `Shared access from ${run.road}` : "Shared access",
        shape: { type: "point", point: street },
        status: "proposed",
        measurements: { width_ft: width },
      },
    ],
  };
}

/** The end of a drive as a side from which a zone is entered. */
function gateAt(end: GridPoint, { x, y }: Direction, road: string | null): EdgeRun {
  const half = (width / 2) * gridUnitsPerFoot;
  const at = (side: 1 | -1): GridPoint => ({
    x: Math.round(end.x - side * y * half),
    y: Math.round(end.y + side * x * half),
  });
  return {
    points: [at(1), at(-1)],
    lengthFt: width,
    outward: { x: -x, y: -y },
    edgeClass: "front",
    road,
    isFrontage: true,
  };
}

/** Returns what shared drives cover. */
export const sharedLand = (drives: readonly SharedDrive[]) =>
  drives.length === 0 ? emptyRegion : union(drives.map(({ region }) => region));
