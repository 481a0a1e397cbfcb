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
  /** Features without a geometry that could be read. */
  readonly leftOut: number;
}

/** Bounds of one file: what a map and a CAD file of a site can use. */
const mostFeatures = 20_000;
const mostPositions = 150_000;
const mostProperties = 60;
const longestText = 1_000;
/** Digits of a degree: a centimeter. */
const digits = 7;
/** Depth of `coordinates` by type of geometry. */
const depths: Readonly<Record<string, number>> = {
  ...{ Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 },
};

/** Counts what all layers of a file hold, and refuses more than a site can use. */
export class MapBudget {
  #features = 0;
  #positions = 0;

  feature(): void {
    this.#features += 1;
    if (this.#features > mostFeatures) throw tooLarge(`${mostFeatures.toLocaleString("en")} features`);
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

/** Checks a layer and brings it into WGS 84. @throws DocumentUnreadable where its positions are no longitudes and latitudes */
export function checkLayer({ name, features, from }: FoundLayer, budget: MapBudget): CheckedLayer {
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  const read = (value: unknown): Position | undefined => {
    if (!Array.isArray(value) || typeof value[0] !== "number" || typeof value[1] !== "number") return undefined;
    budget.position();
    const [x, y] = from ? from.reproject([value[0], value[1]]) : [value[0], value[1]];
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) throw notDegrees(name, from?.name ?? null);
    bounds.west = Math.min(bounds.west, x);
    bounds.east = Math.max(bounds.east, x);
    bounds.south = Math.min(bounds.south, y);
    bounds.north = Math.max(bounds.north, y);
    return [Number(x.toFixed(digits)), Number(y.toFixed(digits))];
  };
  const checked: MapFeature[] = [];
  let leftOut = 0;
  for (const feature of features) {
    const properties = plainProperties(feature.properties);
    const geometries = geometriesOf(feature.geometry, read);
    if (geometries.length === 0) leftOut += 1;
    for (const geometry of geometries) {
      budget.feature();
      checked.push({ type: "Feature", geometry, properties });
    }
  }
  return { name, features: checked, coordinateSystem: from?.name ?? null, leftOut, bounds };
}

function notDegrees(name: string, system: string | null): DocumentUnreadable {
  const why = system === null ? "and the file names no other system" : `even when they are read as ${system}`;
  return new DocumentUnreadable(
    "document.unsupported",
    `Positions of the layer "${name.slice(0, 80)}" are not longitudes and latitudes, ${why}. Export the file in WGS 84 (EPSG:4326).`,
  );
}

type Geometry = MapFeature["geometry"];
type ReadPosition = (value: unknown) => Position | undefined;

/** The geometries of a feature: the parts of a collection one by one, without those that cannot be read. */
function geometriesOf(found: unknown, read: ReadPosition, depth = 0): Geometry[] {
  if (typeof found !== "object" || found === null || !("type" in found) || typeof found.type !== "string") return [];
  if (found.type === "GeometryCollection") {
    const parts = "geometries" in found && Array.isArray(found.geometries) ? found.geometries : [];
    return depth > mostNested ? [] : parts.flatMap((part) => geometriesOf(part, read, depth + 1));
  }
  const levels = depths[found.type];
  if (levels === undefined || !("coordinates" in found)) return [];
  const coordinates = coordinatesOf(found.coordinates, levels, read, found.type.includes("Polygon"));
  return coordinates === undefined ? [] : [{ type: found.type, coordinates }];
}

const mostNested = 4;

/** Coordinates with positions of two numbers; a ring is closed, and a part too short to be one is left out. */
function coordinatesOf(value: unknown, levels: number, read: ReadPosition, isArea: boolean): unknown {
  if (levels === 0) return read(value);
  if (!Array.isArray(value)) return undefined;
  const parts = value.flatMap((part) => {
    const own = coordinatesOf(part, levels - 1, read, isArea);
    return own === undefined ? [] : [own];
  });
  if (levels === 1 && isArea) return closedRing(parts as Position[]);
  return parts.length === 0 ? undefined : parts;
}

function closedRing(positions: readonly Position[]): readonly Position[] | undefined {
  const [first, last] = [positions[0], positions.at(-1)];
  if (!first || !last) return undefined;
  const ring = first[0] === last[0] && first[1] === last[1] ? positions : [...positions, first];
  return ring.length < 4 ? undefined : ring;
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
