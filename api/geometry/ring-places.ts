import { boxOf } from "./box.ts";
import { areaOf } from "./ellipsoid-area.ts";
import type { AreaGeometry, GeometryFault, Ring } from "./geojson.ts";
import { orientArea } from "./orient-area.ts";
import { intersectAreas, subtractArea } from "./repair-area.ts";

/** What rings may overlap by where both were rounded, square metres. */
const leastOverlap = 0.5;

/**
 * Returns the rings of polygons that are where they cannot be: a hole that is not inside its outer ring or overlaps another
 * hole, and a polygon that overlaps another one. Their area would count land twice, or land that is outside.
 */
export function misplacedRings(
  polygons: readonly (readonly Ring[])[],
  pathOf: (polygon: number, ring: number) => string,
): GeometryFault[] {
  const faults: GeometryFault[] = [];
  const tell = (polygon: number, ring: number, code: string, message: string) =>
    faults.push({ path: pathOf(polygon, ring), code, message });
  for (const [polygon, [outer, ...holes]] of polygons.entries()) {
    if (!outer) continue;
    for (const [at, hole] of holes.entries()) {
      if (isLand(subtractArea(areaIn([hole]), areaIn([outer])))) {
        tell(polygon, at + 1, "hole_outside", "is a hole that is not inside the outer ring of its polygon");
      }
      const other = holes.slice(0, at).findIndex((earlier) => overlap([earlier], [hole]));
      if (other >= 0) tell(polygon, at + 1, "overlaps", `is a hole that overlaps the hole at ${other + 1}`);
    }
    const other = polygons.slice(0, polygon).findIndex((earlier) => overlap(earlier, [outer, ...holes]));
    if (other >= 0) tell(polygon, 0, "overlaps", `overlaps the polygon at ${other}: send their union as one polygon`);
  }
  return faults.slice(0, 5);
}

const areaIn = (rings: readonly Ring[]) => orientArea({ type: "Polygon", coordinates: rings }, "counterclockwise");

function overlap(one: readonly Ring[], other: readonly Ring[]): boolean {
  const [a, b] = [areaIn(one), areaIn(other)];
  const [boxA, boxB] = [boxOf(a), boxOf(b)];
  const areApart = boxA[0] > boxB[2] || boxB[0] > boxA[2] || boxA[1] > boxB[3] || boxB[1] > boxA[3];
  return !areApart && isLand(intersectAreas(a, b));
}

const isLand = (area: AreaGeometry | undefined) =>
  area !== undefined && areaOf(area.type === "Polygon" ? [area.coordinates] : area.coordinates) > leastOverlap;
