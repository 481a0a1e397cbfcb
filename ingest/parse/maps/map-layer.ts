import type { MapLayer } from "../../corpus.ts";
import { DocumentUnreadable } from "../../errors.ts";
import type { CoordinateSystem } from "./coordinate-system.ts";

/** A feature as a reader of one format found it; nothing of it is checked. */
export interface FoundFeature {
  readonly geometry?: unknown;
  readonly properties?: unknown;
}

/** A layer as a reader of one format found it. */
export interface FoundLayer {
  readonly name: string;
  readonly features: readonly FoundFeature[];
  /** Null where the file is in WGS 84. */
  readonly from: CoordinateSystem | null;
}

type Position = [longitude: number, latitude: number];
type Value = string | number | boolean | null;

/** A feature of a layer: RFC 7946, with positions of two numbers and plain properties. */
export interface MapFeature {
  readonly type: "Feature";
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
  readonly properties: Readonly<Record<string, Value>>;
}

/** A layer that was checked and is in WGS 84. */
export interface CheckedLayer extends Pick<MapLayer, "name" | "bounds"> {
  readonly features: readonly MapFeature[];
  readonly coordinateSystem: string | null;
  /** Features that are not in the layer, in the order of the file. */
  readonly leftOut: readonly LeftOut[];
}

/** A feature that cannot be drawn. */
export interface LeftOut {
  /** Its place in the file, counted from 1. */
  readonly place: number;
  readonly fault: GeometryFault;
}

/** Why a geometry cannot be drawn. */
export type GeometryFault = "missing" | "not_numbers" | "no_area" | "no_length";

/** Bounds of one file: what a map and a CAD file of a site can use. */
const mostFeatures = 20_000;
const mostPositions = 150_000;
const mostProperties = 60;
const longestText = 1_000;
/** Characters of the attributes of all features: a layer goes between threads whole, and must not hold up other work. */
const mostCharacters = 8_000_000;
/** Digits of a degree: a tenth of a millimeter. Rounded to a centimeter, outlines with close corners cross themselves. */
const digits = 9;
/** Depth of `coordinates` by type of geometry. */
const depths: Readonly<Record<string, number>> = {
  ...{ Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 },
};

/** Counts what all layers of a file hold, and refuses more than a site can use. */
export class MapBudget {
  #features = 0;
  #positions = 0;
  #characters = 0;

  feature(properties: MapFeature["properties"]): void {
    this.#features += 1;
    if (this.#features > mostFeatures) throw tooLarge(`${mostFeatures.toLocaleString("en")} features`);
    for (const [key, value] of Object.entries(properties)) this.#characters += key.length + String(value).length;
    if (this.#characters > mostCharacters) throw tooManyAttributes;
  }

  position(): void {
    this.#positions += 1;
    if (this.#positions > mostPositions) throw tooLarge(`${mostPositions.toLocaleString("en")} positions`);
  }
}

function tooLarge(limit: string): DocumentUnreadable {
  return new DocumentUnreadable(
    "document.too-large",
    `The map file holds more than ${limit}. Cut it to the surroundings of the site and upload that part.`,
  );
}

const tooManyAttributes = new DocumentUnreadable(
  "document.too-large",
  `The attributes of the map file hold more than ${mostCharacters.toLocaleString("en")} characters. Leave out the columns that are not needed, or cut it to the surroundings of the site, and upload that part.`,
);

/** Checks a layer and brings it into WGS 84. @throws DocumentUnreadable where its positions are no longitudes and latitudes */
export function checkLayer({ name, features, from }: FoundLayer, budget: MapBudget): CheckedLayer {
  const read = (value: unknown): Position => {
    if (!Array.isArray(value) || typeof value[0] !== "number" || typeof value[1] !== "number")
      throw new Undrawable("not_numbers");
    budget.position();
    const [x, y] = from ? from.reproject([value[0], value[1]]) : [value[0], value[1]];
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) throw notDegrees(name, from?.name ?? null);
    return [x, y];
  };
  const checked: MapFeature[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, feature] of features.entries()) {
    const properties = plainProperties(feature.properties);
    const geometries = drawable(feature.geometry, read);
    if (typeof geometries === "string") {
      leftOut.push({ place: at + 1, fault: geometries });
      continue;
    }
    for (const geometry of geometries) {
      budget.feature(properties);
      checked.push({ type: "Feature", geometry, properties });
    }
  }
  return { name, features: checked, coordinateSystem: from?.name ?? null, leftOut, bounds: boundsOf(checked) };
}

function boundsOf(features: readonly MapFeature[]): CheckedLayer["bounds"] {
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  const widen = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    const [x, y] = coordinates;
    if (typeof x !== "number") {
      for (const part of coordinates) widen(part);
      return;
    }
    bounds.west = Math.min(bounds.west, x);
    bounds.east = Math.max(bounds.east, x);
    bounds.south = Math.min(bounds.south, y);
    bounds.north = Math.max(bounds.north, y);
  };
  for (const { geometry } of features) widen(geometry.coordinates);
  return bounds;
}

function notDegrees(name: string, system: string | null): DocumentUnreadable {
  const why = system === null ? "and the file names no other system" : `even when they are read as ${system}`;
  return new DocumentUnreadable(
    "document.unsupported",
    `Positions of the layer "${name.slice(0, 80)}" are not longitudes and latitudes, ${why}. Export the file in WGS 84 (EPSG:4326).`,
  );
}

type Geometry = MapFeature["geometry"];
type ReadPosition = (value: unknown) => Position;

/** A geometry, or a part of one, cannot be drawn. */
class Undrawable extends Error {
  readonly fault: GeometryFault;
  constructor(fault: GeometryFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The geometries of a feature: the parts of a collection one by one; or why it has none. */
function drawable(found: unknown, read: ReadPosition): readonly Geometry[] | GeometryFault {
  try {
    return geometriesOf(found, read);
  } catch (error) {
    if (error instanceof Undrawable) return error.fault;
    throw error;
  }
}

function geometriesOf(found: unknown, read: ReadPosition, depth = 0): readonly Geometry[] {
  if (typeof found !== "object" || found === null || !("type" in found) || typeof found.type !== "string")
    throw new Undrawable("missing");
  if (found.type === "GeometryCollection") {
    const parts = "geometries" in found && Array.isArray(found.geometries) ? found.geometries : [];
    if (depth > mostNested) throw new Undrawable("missing");
    return whatCanBe(parts, (part) => geometriesOf(part, read, depth + 1)).flat();
  }
  const levels = depths[found.type];
  if (levels === undefined || !("coordinates" in found)) throw new Undrawable("missing");
  const kind = found.type.includes("Polygon") ? "area" : found.type.includes("Line") ? "line" : "point";
  return [{ type: found.type, coordinates: coordinatesOf(found.coordinates, levels, { read, kind }) }];
}

const mostNested = 4;

interface Reading {
  readonly read: ReadPosition;
  readonly kind: "area" | "line" | "point";
}

/** Coordinates with positions of two numbers, without holes and parts of a whole that are too short to be drawn. */
function coordinatesOf(value: unknown, levels: number, reading: Reading): unknown {
  if (levels === 0) return rounded(reading.read(value));
  if (!Array.isArray(value) || value.length === 0) throw new Undrawable("missing");
  const { kind, read } = reading;
  if (levels === 1 && kind === "area") return closedRing(value.map(read));
  if (levels === 1 && kind === "line") return lineOf(value.map(read));
  if (levels === 1) return value.map((position) => rounded(read(position)));
  const inside = (part: unknown) => coordinatesOf(part, levels - 1, reading);
  if (levels > 2 || kind === "line") return whatCanBe(value, inside);
  const [outline, ...holes] = value;
  return [inside(outline), ...(holes.length === 0 ? [] : whatCanBe(holes, inside, []))];
}

/** What is made of the parts that can be drawn; without any, `none`, or else the fault of the first. A position that is no number spoils all. */
function whatCanBe<Made>(
  parts: readonly unknown[],
  make: (part: unknown) => Made,
  none?: readonly Made[],
): readonly Made[] {
  const made: Made[] = [];
  let first: Undrawable | undefined;
  for (const part of parts) {
    try {
      made.push(make(part));
    } catch (error) {
      if (!(error instanceof Undrawable) || error.fault === "not_numbers") throw error;
      first ??= error;
    }
  }
  if (made.length > 0) return made;
  if (none) return none;
  throw first ?? new Undrawable("missing");
}

const rounded = ([x, y]: Position): Position => [Number(x.toFixed(digits)), Number(y.toFixed(digits))];

/** Positions to a tenth of a millimeter; as they came where they would fall together: a sliver stays one. */
function roundedApart(positions: readonly Position[], least: number, fault: GeometryFault): readonly Position[] {
  if (distinct(positions) < least) throw new Undrawable(fault);
  const own = positions.map(rounded);
  return distinct(own) < least ? positions : own;
}

const lineOf = (positions: readonly Position[]) => roundedApart(positions, 2, "no_length");

function closedRing(positions: readonly Position[]): readonly Position[] {
  const ring = roundedApart(positions, 3, "no_area");
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last) throw new Undrawable("no_area");
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
}

/** How many different positions there are, up to three. */
function distinct(positions: readonly Position[]): number {
  const known: Position[] = [];
  for (const one of positions) {
    if (known.every((other) => other[0] !== one[0] || other[1] !== one[1])) known.push(one);
    if (known.length === 3) break;
  }
  return known.length;
}

/** Properties as plain values; what is nested is written as text. */
function plainProperties(found: unknown): Readonly<Record<string, Value>> {
  if (typeof found !== "object" || found === null) return {};
  const entries = Object.entries(found).slice(0, mostProperties);
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(0, 100), plainValue(value)]));
}

function plainValue(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return (text ?? "").replaceAll("\0", "").trim().slice(0, longestText);
}
