/** The CPU-bound work of reading the polygons of soil map units. */
import { wktToGeoJSON } from "betterknown";
import type { AreaGeometry, Position } from "../../geometry/geojson.ts";
import { repairArea } from "../../geometry/repair-area.ts";
import { clipToBox } from "../clip-feature.ts";
import type { ReadPolygons, SoilPolygons } from "./soil-polygons.ts";

/** Reads polygons of well-known text: repaired and cut at the box. */
export function readSoilPolygons({ rows, clipTo }: SoilPolygons): ReadPolygons {
  const read: ReadPolygons["polygons"][number][] = [];
  let unreadable = 0;
  for (const { mukey, wkt } of rows) {
    const polygons = polygonsIn(wkt);
    if (polygons === undefined) unreadable += 1;
    // Land that only touches the area has a line or a point in common with it.
    const area = polygons && repairArea(polygons);
    const kept = area && clipToBox(area.geometry, clipTo);
    if (kept && isArea(kept)) read.push({ mukey, geometry: kept });
  }
  return { polygons: read, unreadable };
}

type Polygons = readonly (readonly (readonly Position[])[])[];

/** Returns the polygons of a text; none for lines and points, undefined for what is not well-known text. */
function polygonsIn(wkt: string): Polygons | undefined {
  try {
    return polygonsOf(wktToGeoJSON(wkt));
  } catch {
    return undefined;
  }
}

/** An empty geometry is null. */
function polygonsOf(geometry: ReturnType<typeof wktToGeoJSON>): Polygons {
  if (geometry?.type === "Polygon") return [geometry.coordinates as unknown as Polygons[number]];
  if (geometry?.type === "MultiPolygon") return geometry.coordinates as unknown as Polygons;
  return geometry?.type === "GeometryCollection" ? geometry.geometries.flatMap(polygonsOf) : [];
}

const isArea = (geometry: { readonly type: string }): geometry is AreaGeometry =>
  geometry.type === "Polygon" || geometry.type === "MultiPolygon";
