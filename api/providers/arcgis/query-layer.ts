import type { Compute } from "../../../ingest/index.ts";
import type { Box } from "../../geometry/box.ts";
import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import { valuesIn } from "../read-value.ts";
import type { SiteFeature } from "../site-features.ts";
import { convertFeatures, type EsriFeature } from "./convert-features.ts";
import { isInDegrees, isWebMercator, type LayerInfo } from "./layer-info.ts";

/** What connectors of ArcGIS services share. */
export interface ArcgisParts {
  readonly client: ProviderClient;
  readonly compute: Compute;
}

/** What is asked of a layer. */
export interface LayerQuery {
  readonly url: string;
  readonly info: Pick<LayerInfo, "objectIdField" | "maxRecordCount" | "supportsPagination">;
  /** Null asks everywhere: `where` must narrow it down. */
  readonly box: Box | null;
  /** SQL; all features unless stated. */
  readonly where?: string;
  /** Cuts geometries at the box; on unless stated. */
  readonly isClipped?: boolean;
  readonly freshForSeconds: number;
  /** For one attempt; agencies' servers are slow. */
  readonly attemptMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** The features of a layer in a box. */
export interface QueriedLayer {
  readonly features: readonly SiteFeature[];
  readonly repaired: number;
  readonly dropped: number;
  /** False when the layer has more features in the box than are read. */
  readonly isComplete: boolean;
  readonly provenance: Provenance;
}

/** More than this is no layer of one site. */
const mostFeatures = 5_000;
const usualPage = 250;
const idsPerRequest = 100;
/** Addresses longer than this are sent as a form. */
const longestAddress = 1_800;

interface Page {
  readonly features: readonly EsriFeature[];
  readonly hasMore: boolean;
  readonly reference: "degrees" | "web_mercator";
}

/**
 * Reads the features of a layer in a box, page by page, in WGS 84.
 *
 * @throws ProviderFault; ComputeFailed when the geometries cannot be converted in time
 */
export async function queryLayer({ client, compute }: ArcgisParts, query: LayerQuery): Promise<QueriedLayer> {
  const clipTo = query.isClipped === false ? null : query.box;
  const read: SiteFeature[] = [];
  let [repaired, dropped] = [0, 0];
  let isComplete = true;
  let provenance: Provenance | undefined;
  const pages = query.info.supportsPagination ? pagesByOffset : pagesByIds;
  for await (const page of pages(client, query)) {
    provenance ??= page.provenance;
    const { features, reference } = page;
    const converted = await convertFeatures(compute, { features, clipTo, reference }, query.signal);
    read.push(...converted.features);
    repaired += converted.repaired;
    dropped += converted.dropped;
    if (read.length >= mostFeatures && page.hasMore) {
      isComplete = false;
      break;
    }
  }
  if (!provenance) throw new ProviderFault("passing", `${client.description.name} sent no page of features.`);
  return { features: read, repaired, dropped, isComplete, provenance: { ...provenance, url: query.url } };
}

type ReadPage = Page & { readonly provenance: Provenance };

/** Pages that are too large for one response, or too slow, are asked for again at half the size. */
async function* pagesByOffset(client: ProviderClient, query: LayerQuery): AsyncGenerator<ReadPage> {
  const { objectIdField, maxRecordCount } = query.info;
  let size = Math.min(usualPage, maxRecordCount);
  let offset = 0;
  for (;;) {
    const parameters: Record<string, string> = {
      ...filterOf(query),
      resultOffset: String(offset),
      resultRecordCount: String(size),
      ...(objectIdField === null ? {} : { orderByFields: objectIdField }),
    };
    const page = await fetchPage(client, query, parameters, size).catch((error: unknown) => {
      if (size <= 1 || !isTooMuch(error)) throw error;
      return undefined;
    });
    if (!page) {
      size = Math.ceil(size / 4);
      continue;
    }
    yield page;
    if (!page.hasMore || page.features.length === 0) return;
    offset += page.features.length;
  }
}

/** Servers without paging list the ids of all features, which no limit cuts. */
async function* pagesByIds(client: ProviderClient, query: LayerQuery): AsyncGenerator<ReadPage> {
  const { where, f } = filterOf(query);
  const filter = { ...(query.box === null ? {} : within(query.box)), where, f, returnIdsOnly: "true" };
  const listed = await ask(client, query, filter, (body) => {
    const { objectIds } = valuesIn(body);
    if (objectIds === null) return [];
    if (Array.isArray(objectIds)) return objectIds.map(Number).filter(Number.isFinite);
    throw new ProviderFault("passing", `${client.description.name} did not list the features of the layer.`);
  });
  const ids = listed.body;
  if (ids.length === 0) {
    yield { features: [], hasMore: false, reference: "degrees", provenance: listed.provenance };
  }
  const size = Math.min(idsPerRequest, query.info.maxRecordCount);
  const { outFields, outSR, returnGeometry, geometryPrecision, returnTrueCurves } = filterOf(query);
  for (let at = 0; at < ids.length; at += size) {
    const objectIds = ids.slice(at, at + size).join(",");
    const parameters = { objectIds, outFields, outSR, returnGeometry, geometryPrecision, returnTrueCurves, f };
    const page = await fetchPage(client, query, parameters, size);
    yield { ...page, hasMore: at + size < ids.length };
  }
}

function within(box: Box) {
  return {
    geometry: box.map((side) => Number(side.toFixed(7))).join(","),
    geometryType: "esriGeometryEnvelope",
    inSR: "4326",
    spatialRel: "esriSpatialRelIntersects",
  };
}

function filterOf({ box, where = "1=1" }: LayerQuery) {
  return {
    where,
    ...(box === null ? {} : within(box)),
    outFields: "*",
    outSR: "4326",
    returnGeometry: "true",
    // A centimetre.
    geometryPrecision: "7",
    returnTrueCurves: "false",
    f: "json",
  } satisfies Record<string, string>;
}

async function fetchPage(
  client: ProviderClient,
  query: LayerQuery,
  parameters: Readonly<Record<string, string>>,
  size: number,
): Promise<ReadPage> {
  const answer = await ask(client, query, parameters, (body) => pageFrom(body, size, client.description.name));
  return { ...answer.body, provenance: answer.provenance };
}

/**
 * Reads a page of features.
 *
 * @throws ProviderFault when the body has no list of features, as the definition of a layer has none, or coordinates that were not asked for
 */
export function pageFrom(body: unknown, size: number, name: string): Page {
  const { features, exceededTransferLimit, properties, spatialReference } = valuesIn(body);
  if (!Array.isArray(features)) {
    throw new ProviderFault("permanent", `${name} sent no list of features.`);
  }
  const { wkid, latestWkid } = valuesIn(spatialReference);
  const isMercator = isWebMercator(latestWkid) || isWebMercator(wkid);
  if (!isMercator && wkid !== undefined && !isInDegrees(wkid) && !isInDegrees(latestWkid)) {
    throw new ProviderFault("permanent", `${name} sent coordinates of reference ${wkid} instead of WGS 84.`);
  }
  // Where the server does not say, a full page may have another one after it.
  const flag = exceededTransferLimit ?? valuesIn(properties).exceededTransferLimit;
  const hasMore = typeof flag === "boolean" ? flag : features.length >= size;
  return { features: features.map(valuesIn), hasMore, reference: isMercator ? "web_mercator" : "degrees" };
}

function ask<Value>(
  client: ProviderClient,
  { url, freshForSeconds, attemptMs, signal }: LayerQuery,
  parameters: Readonly<Record<string, string>>,
  read: (body: unknown) => Value,
) {
  const path = `${url}/query`;
  const isLong = path.length + new URLSearchParams(parameters).toString().length > longestAddress;
  const limits = attemptMs === undefined ? {} : { attemptMs, totalMs: attemptMs * 2 };
  const sent = isLong ? { form: parameters } : { query: parameters };
  return client.json({ path, ...sent, ...limits, freshForSeconds, signal }, read);
}

const isTooMuch = (error: unknown) =>
  error instanceof ProviderFault &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  (error.cause.code === "fetch.too-large" || error.cause.code === "fetch.timeout");
