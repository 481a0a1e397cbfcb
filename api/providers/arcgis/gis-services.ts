import { boxOf, grownBox } from "../../geometry/box.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, readyOrEmpty, settle } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { GisServiceLayer, GisServices } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { fetchLayerInfo, type LayerInfo, layerFault } from "./layer-info.ts";
import { type ArcgisParts, queryLayer } from "./query-layer.ts";
import { type TracedService, traceServices } from "./trace-services.ts";

/** An ArcGIS portal, and the services that its items lead to. */
export const gisServicesDescription: ProviderDescription = {
  provider: "arcgis_portal",
  name: "ArcGIS",
  attribution: null,
  license: null,
  tokenPlace: { query: "token" },
};

const daySeconds = 86_400;
/** Features of a registered layer are read anew after this time. */
const freshForSeconds = 3_600;
const mostLayers = 40;
const longestCredit = 500;

/**
 * Makes the reader of ArcGIS services that somebody names. Services are traced from any address that leads to them; every
 * layer is checked before it is read: that it has features and allows queries, and that its extent reaches the site.
 */
export function makeGisServices(parts: ArcgisParts): GisServices {
  const { client } = parts;
  return {
    trace: (url, signal) =>
      settle(async () => {
        if (!URL.canParse(url)) throw new ProviderFault("permanent", "The address of the GIS service cannot be read.");
        const { services, fault } = await traceServices(client, new URL(url), signal);
        const listed = await listLayers(client, services, signal);
        const [first] = listed.layers;
        const failed = fault ?? listed.fault;
        if (!first && failed) throw failed;
        const provenance = provenanceOf(client, url, listed.at);
        if (!first) return { state: "empty", provenance };
        return {
          state: "ready",
          provenance,
          value: { restBases: services.map((each) => each.url), layers: listed.layers },
        };
      }),
    read: (layer, request, signal) =>
      settle(async () => {
        const info = await fetchLayerInfo(client, layer.url, signal);
        const fault = layerFault(info.body);
        if (fault !== null) throw new ProviderFault("permanent", fault, { provenance: info.provenance });
        const box = grownBox(boxOf(request.site), request.marginMeters);
        const provenance = {
          ...provenanceOf(client, layer.url, info.provenance.fetchedAt),
          ...creditOf(layer, info.body),
        };
        if (info.body.extent !== null && !overlap(info.body.extent, box)) return { state: "empty", provenance };
        const read = await queryLayer(parts, { url: layer.url, info: info.body, box, freshForSeconds, signal });
        if (read.features.length === 0 && read.dropped > 0) {
          const detail = `None of the ${read.dropped} geometries of "${layer.name}" near the site can be read.`;
          throw new ProviderFault("permanent", detail, { provenance });
        }
        return readyOrEmpty(read.features, { ...provenance, fetchedAt: read.provenance.fetchedAt });
      }),
  };
}

/** Returns where a layer's data came from; only data of the configured service itself can be invented. */
function provenanceOf({ endpoint, description }: ProviderClient, url: string, fetchedAt: Date): Provenance {
  const address = new URL(url);
  address.search = "";
  address.hash = "";
  const isSynthetic = endpoint.isSynthetic && address.origin === new URL(endpoint.baseUrl).origin;
  const { provider, name, attribution, license } = description;
  return { provider, name, url: address.href, fetchedAt, vintage: null, attribution, license, isSynthetic };
}

function creditOf(layer: GisServiceLayer, info: LayerInfo) {
  const vintage = info.lastEditedAt === null ? null : `edited ${info.lastEditedAt.toISOString().slice(0, 10)}`;
  return { name: layer.name, attribution: info.copyright ?? layer.attribution, license: layer.license, vintage };
}

const overlap = (
  [west, south, east, north]: readonly [number, number, number, number],
  [left, bottom, right, top]: readonly [number, number, number, number],
) => west <= right && east >= left && south <= top && north >= bottom;

/** Lists the layers with features of the services; those that cannot be asked are left out while others can be. */
async function listLayers(client: ProviderClient, services: readonly TracedService[], signal?: AbortSignal) {
  const layers: GisServiceLayer[] = [];
  let fault: ProviderFault | null = null;
  let at = new Date();
  for (const service of services) {
    try {
      const listed = await layersOf(client, service, signal);
      at = listed.at;
      layers.push(...listed.layers);
      fault ??= listed.fault;
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      fault ??= error;
    }
  }
  return { layers: layers.slice(0, mostLayers), fault, at };
}

/** The credit of a layer is its own, that of its service, or that of the item that led to it, in this order. */
async function layersOf(client: ProviderClient, service: TracedService, signal: AbortSignal | undefined) {
  const request = { path: service.url, query: { f: "json" }, freshForSeconds: daySeconds, signal };
  const { body, provenance } = await client.json(request, (given) => {
    const values = valuesIn(given);
    if (Array.isArray(values.layers))
      return { copyright: textIn(values.copyrightText), listed: values.layers.map(valuesIn) };
    throw new ProviderFault("permanent", `The service at ${service.url} lists no layers.`);
  });
  const wanted = service.layerIds.length === 0 ? idsOf(body.listed) : service.layerIds;
  const layers: GisServiceLayer[] = [];
  let fault: ProviderFault | null = null;
  for (const id of wanted.slice(0, mostLayers)) {
    const url = `${service.url}/${id}`;
    const info = (await fetchLayerInfo(client, url, signal)).body;
    const unreadable = layerFault(info);
    if (unreadable !== null || info.geometryType === null) {
      // A layer that somebody named has to be told of; of a whole service the readable layers are taken.
      if (service.layerIds.length > 0) fault ??= new ProviderFault("permanent", unreadable ?? "");
      continue;
    }
    const credit = info.copyright ?? body.copyright ?? service.itemCredit;
    layers.push({
      ...{ url, name: info.name, geometryType: info.geometryType },
      ...{ attribution: shortened(credit), license: shortened(service.itemLicense) },
    });
  }
  return { layers, fault, at: provenance.fetchedAt };
}

/** Groups and pictures have no features; a layer that does not say what it is may have some. */
function idsOf(listed: readonly Readonly<Record<string, unknown>>[]): number[] {
  return listed.flatMap((layer) => {
    const { id, type, subLayerIds } = layer;
    const isGroup = type === "Group Layer" || (Array.isArray(subLayerIds) && subLayerIds.length > 0);
    const isFeatures = type === undefined || type === "Feature Layer";
    return typeof id === "number" && isFeatures && !isGroup ? [id] : [];
  });
}

/** Licences of items are written in HTML. */
function shortened(text: string | null): string | null {
  const plain =
    text
      ?.replaceAll(/<[^<>]{0,500}>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim() ?? "";
  return plain === "" ? null : plain.slice(0, longestCredit);
}
