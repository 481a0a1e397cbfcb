import { DocumentUnreadable } from "../../errors.ts";
import { decodeText } from "../normalise.ts";
import { systemOfCode, unknownSystem } from "./coordinate-system.ts";
import type { FoundFeature, FoundLayer } from "./map-layer.ts";

const geometryTypes = /^(?:Point|MultiPoint|LineString|MultiLineString|Polygon|MultiPolygon|GeometryCollection)$/;

/**
 * Reads GeoJSON (RFC 7946): a collection, a feature or a geometry. The `crs` member of the format's first version is
 * heeded, because many programs write it.
 *
 * @throws DocumentUnreadable for JSON that is damaged or no GeoJSON
 */
export async function readGeoJson(bytes: Uint8Array): Promise<FoundLayer[]> {
  const root = parsed(decodeText(bytes));
  const features = featuresOf(root);
  if (features === undefined) throw noGeoJson();
  const name = typeof root.name === "string" ? root.name : "";
  return [{ name, features, from: await systemOf(root) }];
}

type Json = Readonly<Record<string, unknown>>;

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  } catch (error) {
    const internal = error instanceof Error ? error.message.slice(0, 200) : "";
    const detail = "The file is no valid JSON: it ends before it should or is damaged. Export it again.";
    throw new DocumentUnreadable("document.truncated", detail, { internal, cause: error });
  }
  throw noGeoJson();
}

function featuresOf(root: Json): readonly FoundFeature[] | undefined {
  if (root.type === "FeatureCollection" && Array.isArray(root.features))
    return root.features.filter((one) => typeof one === "object" && one !== null);
  if (root.type === "Feature") return [root];
  return typeof root.type === "string" && geometryTypes.test(root.type) ? [{ geometry: root }] : undefined;
}

async function systemOf({ crs }: Json): Promise<FoundLayer["from"]> {
  const properties = typeof crs === "object" && crs !== null && "properties" in crs ? crs.properties : null;
  const name = typeof properties === "object" && properties !== null && "name" in properties ? properties.name : null;
  if (typeof name !== "string" || /CRS:?:?84$/i.test(name)) return null;
  const code = /(?:EPSG|ESRI):{1,2}(?:[\d.]*:)?(\d{4,6})$/i.exec(name.trim())?.[1];
  if (code === undefined) throw unknownSystem(name);
  return systemOfCode(Number(code));
}

function noGeoJson(): DocumentUnreadable {
  const detail =
    "The file is JSON but no GeoJSON and cannot be read: it has no features and no geometry. Export it as GeoJSON.";
  return new DocumentUnreadable("document.unsupported", detail);
}
