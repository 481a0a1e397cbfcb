import {
  Clipper64,
  ClipType,
  FillRule,
  type Path64,
  type Paths64,
  PathType,
  type PolyPath64,
  PolyTree64,
} from "clipper2-ts";
import type { Box } from "./box.ts";
import { type AreaGeometry, type Position, polygonsOf, type Ring } from "./geojson.ts";
import { crossingEdges } from "./ring-crossing.ts";

/** Outer rings with their holes, in whatever direction they came. */
export type RawPolygons = readonly (readonly Ring[])[];

/** About a millimetre: coordinates that go through the clipper are rounded to it. */
const unitsPerDegree = 1e8;

/**
 * Returns an area as RFC 7946 requires it: closed rings, outer ones counter-clockwise and holes clockwise, none of which
 * crosses itself. Rings without an area are left out; loops of a ring that crosses itself are kept as land. Undefined when
 * no land is left.
 */
export function repairArea(
  polygons: RawPolygons,
): { readonly geometry: AreaGeometry; readonly isRepaired: boolean } | undefined {
  let isRepaired = false;
  const sound: (readonly Ring[])[] = [];
  for (const rings of polygons) {
    const clean = rings.map(cleanRing);
    if (clean.some((ring) => ring === undefined)) isRepaired = true;
    const [outer, ...holes] = clean;
    if (!outer) continue;
    const kept = [outer, ...holes.filter((hole) => hole !== undefined)];
    if (kept.some((ring) => crossingEdges(ring) !== undefined)) {
      isRepaired = true;
      sound.push(...withoutCrossings(kept));
    } else sound.push(kept.map((ring, at) => wound(ring, at === 0)));
  }
  const geometry = areaFrom(sound);
  return geometry && { geometry, isRepaired };
}

/** Returns the part of a sound area inside a box; undefined when nothing of it is. */
export function clipArea(area: AreaGeometry, box: Box): AreaGeometry | undefined {
  const polygons = area.type === "Polygon" ? [area.coordinates] : area.coordinates;
  const [west, south, east, north] = box;
  const frame = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  const origin = [west, south] as const;
  const land = polygons.flat().map((ring) => pathOf(ring, origin));
  return areaFrom(combined(ClipType.Intersection, land, [pathOf(frame, origin)], origin));
}

/** Returns the land that two sound areas have in common; undefined when there is none. */
export function intersectAreas(a: AreaGeometry, b: AreaGeometry): AreaGeometry | undefined {
  const origin = polygonsOf(a)[0]?.[0]?.[0];
  if (!origin) return undefined;
  const paths = (area: AreaGeometry) => polygonsOf(area).flatMap((rings) => rings.map((ring) => pathOf(ring, origin)));
  return areaFrom(combined(ClipType.Intersection, paths(a), paths(b), origin));
}

/** Returns the land that any of some sound areas covers; undefined when there is none. */
export function uniteAreas(areas: readonly AreaGeometry[]): AreaGeometry | undefined {
  const rings = areas.flatMap((area) => polygonsOf(area).flat());
  const origin = rings[0]?.[0];
  if (!origin) return undefined;
  const paths = rings.map((ring) => pathOf(ring, origin));
  return areaFrom(combined(ClipType.Union, paths, [], origin));
}

/** Returns the land of a sound area that another does not cover; undefined when there is none. */
export function subtractArea(area: AreaGeometry, other: AreaGeometry): AreaGeometry | undefined {
  const origin = polygonsOf(area)[0]?.[0]?.[0];
  if (!origin) return undefined;
  const paths = (of: AreaGeometry) => polygonsOf(of).flatMap((rings) => rings.map((ring) => pathOf(ring, origin)));
  return areaFrom(combined(ClipType.Difference, paths(area), paths(other), origin));
}

/** Twice the signed area of a ring in square degrees; positive when it runs counter-clockwise. */
export function signedArea(ring: Ring): number {
  let sum = 0;
  const [origin] = ring;
  if (!origin) return 0;
  for (let at = 1; at < ring.length; at++) {
    const from = ring[at - 1];
    const to = ring[at];
    // Measured from the first position, so that nearby positions keep their digits.
    if (from && to) {
      sum += (from[0] - origin[0]) * (to[1] - origin[1]) - (to[0] - origin[0]) * (from[1] - origin[1]);
    }
  }
  return sum;
}

/** Closes a ring and leaves repeated positions out; undefined when it encloses nothing. */
function cleanRing(ring: Ring): Ring | undefined {
  const kept: Position[] = [];
  for (const position of ring) {
    const last = kept.at(-1);
    if (!last || last[0] !== position[0] || last[1] !== position[1]) kept.push(position);
  }
  const [first] = kept;
  const last = kept.at(-1);
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) kept.push(first);
  return kept.length >= 4 && (signedArea(kept) !== 0 || crossingEdges(kept) !== undefined) ? kept : undefined;
}

const wound = (ring: Ring, isOuter: boolean): Ring => (signedArea(ring) > 0 === isOuter ? ring : ring.toReversed());

/** All that the outer ring encloses, less all that the holes enclose. */
function withoutCrossings([outer, ...holes]: readonly Ring[]): (readonly Ring[])[] {
  const [origin] = outer ?? [];
  if (!outer || !origin) return [];
  const cut = holes.map((hole) => pathOf(hole, origin));
  return combined(ClipType.Difference, [pathOf(outer, origin)], cut, origin);
}

function combined(operation: ClipType, subject: Paths64, clip: Paths64, origin: Position): (readonly Ring[])[] {
  const clipper = new Clipper64();
  clipper.addPaths(subject, PathType.Subject);
  clipper.addPaths(clip, PathType.Clip);
  const tree = new PolyTree64();
  clipper.execute(operation, FillRule.NonZero, tree);
  const polygons: (readonly Ring[])[] = [];
  const collect = (node: PolyPath64) => {
    for (const outer of childrenOf(node)) {
      const holes = childrenOf(outer);
      polygons.push([wound(ringOf(outer, origin), true), ...holes.map((hole) => wound(ringOf(hole, origin), false))]);
      // Land inside a hole is a polygon of its own.
      for (const hole of holes) collect(hole);
    }
  };
  collect(tree);
  return polygons;
}

const childrenOf = (node: PolyPath64) => Array.from({ length: node.count }, (_, at) => node.child(at));

function pathOf(ring: Ring, [west, south]: Position): Path64 {
  return ring.map(([longitude, latitude]) => ({
    x: Math.round((longitude - west) * unitsPerDegree),
    y: Math.round((latitude - south) * unitsPerDegree),
  }));
}

function ringOf(node: PolyPath64, [west, south]: Position): Ring {
  const ring = (node.poly ?? []).map(({ x, y }): Position => [west + x / unitsPerDegree, south + y / unitsPerDegree]);
  const [first] = ring;
  return first ? [...ring, first] : ring;
}

function areaFrom(polygons: readonly (readonly Ring[])[]): AreaGeometry | undefined {
  const [only, ...others] = polygons;
  if (!only) return undefined;
  return others.length === 0 ? { type: "Polygon", coordinates: only } : { type: "MultiPolygon", coordinates: polygons };
}
