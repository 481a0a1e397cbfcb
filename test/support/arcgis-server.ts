import { type CountingSite, startCountingSite } from "./counting-site.ts";

/** A layer of the test's ArcGIS server. */
export interface TestLayer {
  readonly id: number;
  /** Members of the definition, over those of an ordinary layer of polygons. */
  readonly definition?: Readonly<Record<string, unknown>>;
  readonly features: readonly {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly geometry: Readonly<Record<string, unknown>> | null;
  }[];
  /** Members of every response to a query. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** An ArcGIS server: `/rest/services/Town/MapServer` with its layers, and other paths as the test writes them. */
export interface ArcgisServer {
  readonly site: CountingSite;
  readonly serviceUrl: string;
  /** Parameters of each query, by address or form. */
  readonly queries: URLSearchParams[];
  close(): Promise<void>;
}

const service = "/arcgis/rest/services/Town/MapServer";

/** Starts one. It pages by offset where the definition says so, and by ids where it does not. */
export async function startArcgisServer(
  layers: readonly TestLayer[],
  others: (origin: string) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<ArcgisServer> {
  const queries: URLSearchParams[] = [];
  const answer = (url: URL, form: string): unknown => {
    const parameters = form === "" ? url.searchParams : new URLSearchParams(form);
    const other = others(site.origin)[url.pathname];
    if (other !== undefined) return other;
    const [, id, operation] = new RegExp(`^${service}/(\\d+)(/query)?$`).exec(url.pathname) ?? [];
    const layer = layers.find((each) => String(each.id) === id);
    if (url.pathname === service) {
      const listed = layers.map(definitionOf).map(({ id: at, name, type }) => ({ id: at, name, type }));
      return { currentVersion: 11.1, copyrightText: "Town GIS", layers: listed };
    }
    if (!layer) return { error: { code: 404, message: "Layer not found", details: [] } };
    if (operation === undefined) return definitionOf(layer);
    queries.push(parameters);
    return answerTo(layer, parameters);
  };
  const site: CountingSite = await startCountingSite((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = answer(new URL(request.url ?? "/", site.origin), Buffer.concat(chunks).toString());
      const isText = typeof body === "string";
      response.writeHead(200, { "content-type": isText ? "text/html" : "application/json" });
      response.end(isText ? body : JSON.stringify(body));
    });
  });
  return { site, serviceUrl: `${site.origin}${service}`, queries, close: () => site.close() };
}

function definitionOf({ id, definition }: TestLayer) {
  return {
    ...{
      id,
      name: `Layer ${id}`,
      type: "Feature Layer",
      geometryType: "esriGeometryPolygon",
      objectIdField: "OBJECTID",
    },
    ...{ fields: [{ name: "OBJECTID", type: "esriFieldTypeOID" }], capabilities: "Map,Query", maxRecordCount: 1000 },
    ...{ supportsPagination: true, copyrightText: "", ...definition },
  };
}

function answerTo(layer: TestLayer, parameters: URLSearchParams) {
  const { maxRecordCount, supportsPagination } = definitionOf(layer);
  const reference = { spatialReference: { wkid: 4326, latestWkid: 4326 } };
  if (parameters.get("where") === null && parameters.get("objectIds") === null) {
    return { error: { code: 400, message: "Invalid or missing input parameters.", details: [] } };
  }
  if (parameters.get("returnIdsOnly") === "true") {
    return { objectIdFieldName: "OBJECTID", objectIds: layer.features.map(({ attributes }) => attributes.OBJECTID) };
  }
  const ids = parameters.get("objectIds")?.split(",").map(Number);
  if (ids)
    return {
      ...reference,
      features: layer.features.filter(({ attributes }) => ids.includes(Number(attributes.OBJECTID))),
    };
  if (!supportsPagination && parameters.has("resultOffset")) {
    return { error: { code: 400, message: "Pagination is not supported.", details: [] } };
  }
  const offset = Number(parameters.get("resultOffset") ?? 0);
  const size = Math.min(Number(parameters.get("resultRecordCount") ?? maxRecordCount), maxRecordCount);
  const features = layer.features.slice(offset, offset + size);
  const isMore = offset + size < layer.features.length;
  return { ...reference, features, ...(isMore ? { exceededTransferLimit: true } : {}), ...layer.answer };
}

/** A clockwise square, as Esri writes outer rings, with its south-west corner there. */
export function esriSquare(west: number, south: number, size = 0.001) {
  const [east, north] = [west + size, south + size];
  return {
    rings: [
      [
        [west, south],
        [west, north],
        [east, north],
        [east, south],
        [west, south],
      ],
    ],
  };
}
