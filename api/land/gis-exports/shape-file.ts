import type { Position } from "../../geometry/geojson.ts";
import { orientArea } from "../../geometry/orient-area.ts";
import type { SiteGeometry } from "../../providers/site-features.ts";

/** The kinds of shapes that a file may hold, one kind a file. */
export type ShapeKind = "points" | "lines" | "polygons";

/** The two files of geometries. */
interface ShapeFiles {
  readonly shp: Uint8Array;
  readonly shx: Uint8Array;
}

type Bounds = [west: number, south: number, east: number, north: number];
interface Shape {
  readonly bytes: Buffer;
  readonly bounds: Bounds;
}

const typeNumbers = { points: 8, lines: 3, polygons: 5 } as const;
const fileCode = 9994;
const version = 1000;
const headLength = 100;

/** Returns in which file a geometry belongs. */
export function shapeKind({ type }: SiteGeometry): ShapeKind {
  if (type === "Point" || type === "MultiPoint") return "points";
  return type === "LineString" || type === "MultiLineString" ? "lines" : "polygons";
}

/**
 * Writes geometries of one kind as a main file and its index: multipoints, polylines or polygons with clockwise outer rings.
 *
 * Source: ESRI Shapefile Technical Description (1998)
 */
export function writeShapes(kind: ShapeKind, geometries: readonly SiteGeometry[]): ShapeFiles {
  const shapes = geometries.map((geometry) => shapeOf(kind, partsOf(geometry)));
  const bounds = shapes.reduce<Bounds>(
    ([west, south, east, north], { bounds: own }) => [
      Math.min(west, own[0]),
      Math.min(south, own[1]),
      Math.max(east, own[2]),
      Math.max(north, own[3]),
    ],
    nothing(),
  );
  const length = headLength + shapes.reduce((sum, { bytes }) => sum + 8 + bytes.length, 0);
  const shp = Buffer.alloc(length);
  const shx = Buffer.alloc(headLength + 8 * shapes.length);
  writeHead(shp, kind, bounds);
  writeHead(shx, kind, bounds);
  let start = headLength;
  shapes.forEach(({ bytes }, at) => {
    shx.writeInt32BE(start / 2, headLength + 8 * at);
    shx.writeInt32BE(bytes.length / 2, headLength + 8 * at + 4);
    shp.writeInt32BE(at + 1, start);
    shp.writeInt32BE(bytes.length / 2, start + 4);
    bytes.copy(shp, start + 8);
    start += 8 + bytes.length;
  });
  return { shp, shx };
}

const nothing = (): Bounds => [Infinity, Infinity, -Infinity, -Infinity];

function writeHead(file: Buffer, kind: ShapeKind, bounds: Bounds): void {
  file.writeInt32BE(fileCode, 0);
  file.writeInt32BE(file.length / 2, 24);
  file.writeInt32LE(version, 28);
  file.writeInt32LE(typeNumbers[kind], 32);
  for (const [at, value] of bounds.entries()) file.writeDoubleLE(Number.isFinite(value) ? value : 0, 36 + 8 * at);
}

function partsOf(geometry: SiteGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]];
    case "MultiPoint":
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
      return geometry.coordinates;
    default: {
      const area = orientArea(geometry, "clockwise");
      return area.type === "Polygon" ? area.coordinates : area.coordinates.flat();
    }
  }
}

function shapeOf(kind: ShapeKind, parts: readonly (readonly Position[])[]): Shape {
  const positions = parts.flat();
  const bounds = nothing();
  for (const [x, y] of positions) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  const counts = kind === "points" ? [positions.length] : [parts.length, positions.length];
  const partStarts: number[] = [];
  let before = 0;
  for (const part of kind === "points" ? [] : parts) {
    partStarts.push(before);
    before += part.length;
  }
  const numbers = [...counts, ...partStarts];
  const bytes = Buffer.alloc(4 + 32 + 4 * numbers.length + 16 * positions.length);
  bytes.writeInt32LE(typeNumbers[kind], 0);
  for (const [at, value] of bounds.entries()) bytes.writeDoubleLE(value, 4 + 8 * at);
  for (const [at, value] of numbers.entries()) bytes.writeInt32LE(value, 36 + 4 * at);
  const first = 36 + 4 * numbers.length;
  positions.forEach(([x, y], at) => {
    bytes.writeDoubleLE(x, first + 16 * at);
    bytes.writeDoubleLE(y, first + 16 * at + 8);
  });
  return { bytes, bounds };
}
