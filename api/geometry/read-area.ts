import { areaOf } from "./ellipsoid-area.ts";
import type { AreaGeometry, GeometryFault, Position, Ring } from "./geojson.ts";
import { crossingEdges } from "./ring-crossing.ts";
import { misplacedRings } from "./ring-places.ts";

const mostPositions = 5_000;
const mostPolygons = 100;
const leastSquareMetres = 1;
/** A thousand square kilometres: whatever is larger is not the land of one project. */
const mostSquareMetres = 1e9;

/** A geometry as somebody gives it. */
export interface GivenArea {
  readonly type: string;
  readonly coordinates: unknown;
}

/** An area that was read, with what it covers; or what is wrong with it. */
export type AreaReading =
  | { readonly geometry: AreaGeometry; readonly squareMetres: number }
  | { readonly faults: readonly GeometryFault[] };

/**
 * Reads a GeoJSON Polygon or MultiPolygon and makes sure that it is land: closed rings inside the ranges of WGS 84 that
 * do not cross themselves and do not overlap, of a size that a project can have. Heights are left out.
 */
export function readArea(value: GivenArea): AreaReading {
  const faults: GeometryFault[] = [];
  const polygons = readPolygons(value, faults);
  if (faults.length > 0) return { faults };
  const positions = polygons.flat(2).length;
  if (positions > mostPositions) {
    return { faults: [{ path: "", code: "too_many", message: `must have at most ${mostPositions} positions` }] };
  }
  polygons.forEach((rings, polygon) => {
    rings.forEach((ring, at) => {
      const crossing = crossingEdges(ring);
      if (!crossing) return;
      const path = ringPath(value.type, polygon, at);
      const message = `crosses itself: the edges from positions ${crossing[0]} and ${crossing[1]} meet`;
      faults.push({ path, code: "crosses_itself", message });
    });
  });
  if (faults.length === 0) faults.push(...misplacedRings(polygons, (at, ring) => ringPath(value.type, at, ring)));
  const squareMetres = areaOf(polygons);
  if (faults.length === 0 && !(squareMetres >= leastSquareMetres && squareMetres <= mostSquareMetres)) {
    const said = `covers ${squareMetres.toPrecision(3)} square metres; a parcel has from 1 to 1,000,000,000`;
    faults.push({ path: "", code: "out_of_range", message: said });
  }
  const [first] = polygons;
  if (faults.length > 0 || !first) return { faults };
  const isOne = value.type === "Polygon";
  const geometry: AreaGeometry = isOne
    ? { type: "Polygon", coordinates: first }
    : { type: "MultiPolygon", coordinates: polygons };
  return { geometry, squareMetres };
}

function readPolygons(value: { type: string; coordinates: unknown }, faults: GeometryFault[]): Ring[][] {
  const polygons = value.type === "Polygon" ? [value.coordinates] : value.coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0 || polygons.length > mostPolygons) {
    faults.push({ path: ".coordinates", code: "wrong_format", message: `must hold 1 to ${mostPolygons} polygons` });
    return [];
  }
  return polygons.map((rings: unknown, polygon) => {
    if (!Array.isArray(rings) || rings.length === 0) {
      const path = value.type === "Polygon" ? ".coordinates" : `.coordinates[${polygon}]`;
      faults.push({ path, code: "wrong_format", message: "must hold an outer ring, then its holes" });
      return [];
    }
    return rings.map((ring: unknown, at) => readRing(ring, ringPath(value.type, polygon, at), faults));
  });
}

function readRing(ring: unknown, path: string, faults: GeometryFault[]): Ring {
  if (!Array.isArray(ring) || ring.length < 4) {
    faults.push({ path, code: "too_few", message: "must be a ring of at least four positions" });
    return [];
  }
  const read = ring.map((position: unknown, at) => readPosition(position, `${path}[${at}]`, faults));
  const first = read[0];
  const last = read.at(-1);
  if (faults.length === 0 && (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])) {
    faults.push({ path, code: "not_closed", message: "must end at the position where it begins" });
  }
  return read;
}

function readPosition(position: unknown, path: string, faults: GeometryFault[]): Position {
  const [longitude, latitude] = Array.isArray(position) ? position : [];
  const isPair = typeof longitude === "number" && typeof latitude === "number" && Array.isArray(position);
  if (!isPair || position.length > 3) {
    tell({ path, code: "wrong_format", message: "must be [longitude, latitude] in degrees" }, faults);
    return [0, 0];
  }
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
    const message = `must be [longitude, latitude] in WGS 84, from -180 to 180 and -90 to 90, not [${longitude}, ${latitude}]`;
    tell({ path, code: "out_of_range", message }, faults);
  }
  return [longitude, latitude];
}

function tell(fault: GeometryFault, faults: GeometryFault[]): void {
  if (faults.length < 5) faults.push(fault);
}

const ringPath = (type: string, polygon: number, ring: number) =>
  type === "Polygon" ? `.coordinates[${ring}]` : `.coordinates[${polygon}][${ring}]`;
