/** Finished plans as geometries of JTS, a library that shares no code with the kernel of the engine. Feet. */
import Coordinate from "jsts/org/locationtech/jts/geom/Coordinate.js";
import type Geometry from "jsts/org/locationtech/jts/geom/Geometry.js";
import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import OverlayOp from "jsts/org/locationtech/jts/operation/overlay/OverlayOp.js";
import UnionOp from "jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js";
import type { PlanObject } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import type { GridPoint, GridRegion } from "../../../api/land/site-plan/engine/plan-geometry.ts";

const factory = new GeometryFactory();

function ringOf(points: readonly GridPoint[]) {
  const [first] = points;
  const closed = first ? [...points, first] : [];
  return factory.createLinearRing(closed.map(({ x, y }) => new Coordinate(x / 1000, y / 1000)));
}

const turns = (ring: readonly GridPoint[]) =>
  ring.reduce((sum, { x, y }, at) => {
    const before = ring.at(at - 1) ?? { x, y };
    return sum + before.x * y - x * before.y;
  }, 0);

/** Returns an area: counter-clockwise rings less clockwise ones. */
export function jtsArea({ rings }: GridRegion): Geometry {
  const polygons = (isOuter: boolean) =>
    rings.filter((ring) => turns(ring) > 0 === isOuter).map((ring) => factory.createPolygon(ringOf(ring), []));
  const [outer, holes] = [jtsUnion(polygons(true)), jtsUnion(polygons(false))];
  return holes.getArea() === 0 ? outer : OverlayOp.difference(outer, holes);
}

/** Returns the union of areas. */
export function jtsUnion(areas: readonly Geometry[]): Geometry {
  return areas.length === 0
    ? factory.createPolygon()
    : (UnionOp.union(factory.createGeometryCollection([...areas])) as Geometry);
}

/** Returns the objects of a plan of some kinds as areas with their ids. */
export function jtsObjects(objects: readonly PlanObject[], types: readonly string[]) {
  return objects.flatMap(({ id, objectType, shape, measurements }) =>
    types.includes(objectType) && shape.type === "region" ? [{ id, measurements, area: jtsArea(shape.region) }] : [],
  );
}

/** Returns a line through points. */
export const jtsLine = (points: readonly GridPoint[]): Geometry =>
  factory.createLineString(points.map(({ x, y }) => new Coordinate(x / 1000, y / 1000)));

/** Returns the land that two areas share, square feet. */
export const sharedSf = (a: Geometry, b: Geometry): number => OverlayOp.intersection(a, b).getArea();
/**
 * Returns the land that an area shares with each of some others together, square feet. JTS cannot always cut an area with the
 * union of others: corners that it computed for the union lie off the lines of the parts.
 */
export const sharedWithEach = (area: Geometry, others: readonly { readonly area: Geometry }[]): number =>
  others
    .filter((other) => other.area.getEnvelopeInternal().intersects(area.getEnvelopeInternal()))
    .reduce((sum, other) => sum + sharedSf(area, other.area), 0);
/** Returns the land of an area outside of another one, square feet. */
export const outsideSf = (a: Geometry, b: Geometry): number => OverlayOp.difference(a, b).getArea();
