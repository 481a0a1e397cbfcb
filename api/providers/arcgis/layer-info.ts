import type { Box } from "../../geometry/box.ts";
import type { ProviderAnswer, ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { degreesBox } from "./web-mercator.ts";

/** A layer of an ArcGIS service, as far as it matters for reading it. */
export interface LayerInfo {
  readonly name: string;
  /** "Feature Layer", "Group Layer", "Raster Layer", "Table"; empty where the server does not say. */
  readonly type: string;
  readonly geometryType: "point" | "line" | "polygon" | null;
  readonly fields: readonly string[];
  readonly objectIdField: string | null;
  readonly maxRecordCount: number;
  readonly supportsPagination: boolean;
  /** Null where the server does not list what may be done. */
  readonly capabilities: string | null;
  readonly copyright: string | null;
  /** In degrees; null where the server states it in another reference, or not at all. */
  readonly extent: Box | null;
  readonly lastEditedAt: Date | null;
}

const usualRecordCount = 1_000;
const daySeconds = 86_400;
const geometryTypes: Readonly<Record<string, LayerInfo["geometryType"]>> = {
  esriGeometryPoint: "point",
  esriGeometryMultipoint: "point",
  esriGeometryPolyline: "line",
  esriGeometryPolygon: "polygon",
};

/**
 * Reads the definition of a layer.
 *
 * attemptMs  for one attempt; that of the client unless stated
 *
 * @throws ProviderFault
 */
export function fetchLayerInfo(
  client: ProviderClient,
  layerUrl: string,
  signal?: AbortSignal,
  attemptMs?: number,
): Promise<ProviderAnswer<LayerInfo>> {
  const limits = attemptMs === undefined ? {} : { attemptMs, totalMs: attemptMs * 2 };
  const request = { path: layerUrl, query: { f: "json" }, freshForSeconds: daySeconds, ...limits, signal };
  return client.json(request, (body) => {
    const info = layerInfoFrom(body);
    if (info) return info;
    throw new ProviderFault("permanent", `${client.description.name} sent no definition of the layer.`);
  });
}

/** Reads the definition of a layer; undefined when it is none. */
export function layerInfoFrom(body: unknown): LayerInfo | undefined {
  const values = valuesIn(body);
  const name = textIn(values.name);
  if (name === null || (values.geometryType === undefined && values.type === undefined)) return undefined;
  const fields = Array.isArray(values.fields) ? values.fields.map(valuesIn) : [];
  const advanced = valuesIn(values.advancedQueryCapabilities);
  const oidField = fields.find((field) => field.type === "esriFieldTypeOID");
  const edited = valuesIn(values.editingInfo).lastEditDate;
  return {
    name,
    type: textIn(values.type) ?? "",
    geometryType: geometryTypes[textIn(values.geometryType) ?? ""] ?? null,
    fields: fields.flatMap((field) => textIn(field.name) ?? []),
    objectIdField: textIn(values.objectIdField) ?? textIn(oidField?.name) ?? null,
    maxRecordCount: positive(values.maxRecordCount) ?? usualRecordCount,
    supportsPagination: values.supportsPagination === true || advanced.supportsPagination === true,
    capabilities: textIn(values.capabilities),
    copyright: textIn(values.copyrightText),
    extent: extentFrom(values.extent),
    lastEditedAt: typeof edited === "number" ? new Date(edited) : null,
  };
}

/** Says why a layer cannot be read as features; null when it can. */
export function layerFault(info: LayerInfo): string | null {
  if (info.type !== "" && info.type !== "Feature Layer") {
    return `"${info.name}" is a ${info.type.toLowerCase()}, not a layer of features.`;
  }
  if (info.geometryType === null) return `"${info.name}" has no points, lines or polygons.`;
  if (info.capabilities !== null && !/\bquery\b/i.test(info.capabilities)) {
    return `"${info.name}" does not allow queries.`;
  }
  return null;
}

/** Whether a spatial reference is degrees of WGS 84 or NAD 83, which differ by at most two metres in the United States. */
export const isInDegrees = (wkid: unknown): boolean => wkid === 4326 || wkid === 4269;

/** Whether a spatial reference is Web Mercator, under any of its numbers. */
export const isWebMercator = (wkid: unknown): boolean => wkid === 3857 || wkid === 102_100 || wkid === 102_113;

function extentFrom(given: unknown): Box | null {
  const { xmin, ymin, xmax, ymax, spatialReference } = valuesIn(given);
  const sides = [xmin, ymin, xmax, ymax].map(Number);
  const [west = 0, south = 0, east = 0, north = 0] = sides;
  if (sides.some((side) => !Number.isFinite(side)) || west > east || south > north) return null;
  const { wkid, latestWkid } = valuesIn(spatialReference);
  if (isInDegrees(wkid) || isInDegrees(latestWkid)) return [west, south, east, north];
  return isWebMercator(wkid) || isWebMercator(latestWkid) ? degreesBox([west, south, east, north]) : null;
}

const positive = (given: unknown) => (typeof given === "number" && given > 0 ? Math.floor(given) : undefined);
