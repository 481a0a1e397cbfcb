import { boxOf } from "../clip.ts";
import { toDegrees } from "../frame.ts";
import { townLand } from "../land/waters.ts";
import { credit, notice } from "../town.ts";
import { ArcgisRefusal, answerQuery, maxRecordCount, type TownLayer } from "./query.ts";
import { UnknownClause } from "./where.ts";

/** A service of one of the town's ArcGIS servers. */
export interface TownService {
  /** Such as "Planning/Zoning". */
  readonly name: string;
  readonly type: "MapServer" | "FeatureServer";
  readonly title: string;
  readonly layers: readonly TownLayer[];
  /** Draws `…/export`; absent where the service has no pictures. */
  readonly draw?: (query: URLSearchParams, origin: string) => Promise<Response> | Response;
}

const [west, south, east, north] = boxOf(townLand.flat(2));
const [xmin, ymin] = toDegrees([west, south]);
const [xmax, ymax] = toDegrees([east, north]);
const extent = { xmin, ymin, xmax, ymax, spatialReference: { wkid: 4326, latestWkid: 4326 } };

/** Answers a request to one service, by the path below its address ("" for the service itself, "/0/query"). */
export async function answerService(
  service: TownService,
  path: string,
  query: URLSearchParams,
  origin: string,
): Promise<Response> {
  const [, first = "", second = ""] = path.split("/");
  if (first === "export" && service.draw) return service.draw(query, origin);
  if (query.get("f") === null)
    return new Response("<html><body>ArcGIS REST Services Directory (synthetic)</body></html>", {
      headers: { "content-type": "text/html" },
    });
  try {
    return Response.json(bodyOf(service, first, second, query));
  } catch (error) {
    if (error instanceof ArcgisRefusal) return refusal(error.code, error.message);
    if (error instanceof UnknownClause) return refusal(400, error.message);
    throw error;
  }
}

/** The error body of ArcGIS, which comes with status 200. */
export function refusal(code: number, detail: string): Response {
  return Response.json({ error: { code, message: "Unable to complete operation.", details: [detail] } });
}

function bodyOf(service: TownService, first: string, second: string, query: URLSearchParams): unknown {
  if (first === "") return serviceBody(service);
  if (first === "layers") return { layers: service.layers.map(layerBody), tables: [] };
  if (first === "legend")
    return { layers: service.layers.map(({ id, name }) => ({ layerId: id, layerName: name, legend: [] })) };
  if (first === "info")
    return { title: service.title, description: notice, licenseInfo: notice, accessInformation: credit };
  const layer = service.layers.find(({ id }) => String(id) === first);
  if (!layer) throw new ArcgisRefusal(404, "Layer not found");
  if (second === "") return layerBody(layer);
  if (second === "query") return answerQuery(layer, query);
  throw new ArcgisRefusal(400, "Requested operation is not supported");
}

function serviceBody({ title, layers }: TownService): unknown {
  return {
    ...{ currentVersion: 11.3, serviceDescription: `${title}. ${notice}`, mapName: title, copyrightText: credit },
    layers: layers.map(({ id, name, geometryType }) => ({
      ...{
        id,
        name,
        parentLayerId: -1,
        subLayerIds: null,
        type: "Feature Layer",
        geometryType,
        minScale: 0,
        maxScale: 0,
      },
    })),
    ...{ tables: [], spatialReference: { wkid: 4326, latestWkid: 4326 }, fullExtent: extent, initialExtent: extent },
    ...{ maxRecordCount, supportedQueryFormats: "JSON, geoJSON", capabilities: "Map,Query,Data" },
    documentInfo: { Title: title, Comments: notice },
  };
}

function layerBody({ id, name, geometryType, fields }: TownLayer): unknown {
  return {
    ...{
      currentVersion: 11.3,
      id,
      name,
      type: "Feature Layer",
      description: notice,
      geometryType,
      copyrightText: credit,
    },
    ...{ extent, displayField: fields[1]?.name ?? "OBJECTID", objectIdField: "OBJECTID", fields, maxRecordCount },
    ...{ supportsStatistics: false, supportsPagination: true, advancedQueryCapabilities: { supportsPagination: true } },
    ...{ supportedQueryFormats: "JSON, geoJSON", capabilities: "Map,Query,Data", parentLayer: null, subLayers: [] },
    editingInfo: { lastEditDate: Date.UTC(2026, 5, 1) },
  };
}

/** Returns the fields of a layer from the attributes of an example, after the object id. */
export function fieldsOf(example: Readonly<Record<string, "text" | "number" | "date">>): TownLayer["fields"] {
  const types = { text: "esriFieldTypeString", number: "esriFieldTypeDouble", date: "esriFieldTypeDate" };
  return [
    { name: "OBJECTID", type: "esriFieldTypeOID", alias: "OBJECTID" },
    ...Object.entries(example).map(([name, kind]) => ({ name, type: types[kind], alias: name })),
  ];
}
