import { boxOf, isInBox } from "../../geometry/box.ts";
import type { Position, Ring } from "../../geometry/geojson.ts";
import { type RawPolygons, repairArea, signedArea } from "../../geometry/repair-area.ts";
import type { SiteGeometry } from "../site-features.ts";

/** A geometry in Esri's JSON, in the spatial reference that was asked for. */
export type EsriGeometry = Readonly<Record<string, unknown>>;

/** A geometry in GeoJSON, and whether rings that cross themselves or enclose nothing were repaired. */
export interface ConvertedGeometry {
  readonly geometry: SiteGeometry;
  readonly isRepaired: boolean;
}

/**
 * Converts a geometry of Esri's JSON to GeoJSON (RFC 7946). Heights and measures are left out. Undefined when it is null,
 * empty, or has no land.
 *
 * @see https://developers.arcgis.com/rest/services-reference/enterprise/geometry-objects/
 */
export function geometryFromEsri(given: EsriGeometry | null | undefined): ConvertedGeometry | undefined {
  if (!given) return undefined;
  const { rings, paths, points } = given;
  if (Array.isArray(rings)) return repairArea(polygonsFromRings(rings.map(positionsOf)));
  if (Array.isArray(paths)) return linesFrom(paths.map(positionsOf));
  if (Array.isArray(points)) return pointsFrom(positionsOf(points));
  const point = positionOf([given.x, given.y]);
  return point && { geometry: { type: "Point", coordinates: point }, isRepaired: false };
}

/**
 * Sorts rings into polygons: clockwise rings are outer rings, the others are holes of the smallest outer ring around them.
 * A hole that is in no outer ring is land whose ring was written in the wrong direction.
 */
function polygonsFromRings(rings: readonly Ring[]): RawPolygons {
  const sized = rings.map((ring) => ({ ring, area: signedArea(closed(ring)) }));
  const outers = sized
    .filter(({ area }) => area < 0)
    .map(({ ring, area }) => ({ rings: [ring], size: -area, box: boxOf({ type: "Polygon", coordinates: [ring] }) }));
  const smallestFirst = outers.toSorted((one, two) => one.size - two.size);
  const lonely: Ring[][] = [];
  for (const { ring } of sized.filter(({ area }) => area >= 0)) {
    const [first] = ring;
    const around = smallestFirst.find(
      ({ rings: [outer], box }) =>
        outer !== undefined && first !== undefined && isInBox(first, box) && isAround(outer, ring),
    );
    if (around) around.rings.push(ring);
    else lonely.push([ring]);
  }
  return [...outers.map((outer) => outer.rings), ...lonely];
}

/** Decided by the first position of the inner ring that is not on a corner of the outer one. */
function isAround(outer: Ring, inner: Ring): boolean {
  const position = inner.find(([x, y]) => !outer.some((corner) => corner[0] === x && corner[1] === y)) ?? inner[0];
  if (!position) return false;
  const [x, y] = position;
  let isInside = false;
  for (let at = 0; at < outer.length; at++) {
    const from = outer[at];
    const to = outer[(at + 1) % outer.length];
    if (!from || !to || from[1] > y === to[1] > y) continue;
    if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) isInside = !isInside;
  }
  return isInside;
}

function linesFrom(paths: readonly Ring[]): ConvertedGeometry | undefined {
  const lines = paths.filter((path) => path.length >= 2);
  const isRepaired = lines.length < paths.length;
  const [only, ...others] = lines;
  if (!only) return undefined;
  if (others.length === 0) return { geometry: { type: "LineString", coordinates: only }, isRepaired };
  return { geometry: { type: "MultiLineString", coordinates: lines }, isRepaired };
}

function pointsFrom(points: Ring): ConvertedGeometry | undefined {
  return points.length === 0 ? undefined : { geometry: { type: "MultiPoint", coordinates: points }, isRepaired: false };
}

function closed(ring: Ring): Ring {
  const [first] = ring;
  const last = ring.at(-1);
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring;
}

function positionsOf(given: unknown): Ring {
  if (!Array.isArray(given)) return [];
  return given.flatMap((each) => {
    const position = positionOf(each);
    return position ? [position] : [];
  });
}

/** Empty points have NaN, null or "NaN" in the place of numbers. */
function positionOf(given: unknown): Position | undefined {
  const [x, y] = Array.isArray(given) ? given : [];
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}
