import type { Compute } from "../../../ingest/index.ts";
import { type Box, grownBox } from "../../geometry/box.ts";
import { distanceToArea } from "../../geometry/distance-to-area.ts";
import { fetchLayerInfo, type LayerInfo } from "../arcgis/layer-info.ts";
import { queryLayer } from "../arcgis/query-layer.ts";
import type { ProviderClient } from "../client/provider-client.ts";
import { readyOrEmpty, settle } from "../client/provider-fault.ts";
import { fetchCountyGisIndex, type IndexedLayer, layersFor } from "../county-gis-index.ts";
import type { Provenance, ProviderResult } from "../provider-result.ts";
import type { Geocoder, Jurisdiction, ParcelRecord, ParcelSource } from "../providers.ts";
import { textIn } from "../read-value.ts";
import type { SiteFeature } from "../site-features.ts";
import { stateName } from "../us-states.ts";
import { fieldIn, fieldNamed, plainApn, recordedArea } from "./parcel-fields.ts";

/** What the parcel layers of counties are read with. */
export interface CountyParcelParts {
  readonly client: ProviderClient;
  readonly compute: Compute;
  readonly geocoder: Geocoder;
}

const freshForSeconds = 86_400;
/** A geocoder's point is in the street in front of the lot. */
const streetMeters = 50;
const mostLayers = 3;

/**
 * Makes a parcel source over the layers that counties publish: the county is found first, then its layer in the index.
 * An address is geocoded, and the parcels around the point are returned for the caller to compare.
 */
export function makeCountyParcels(parts: CountyParcelParts): ParcelSource {
  const { client, geocoder } = parts;
  const empty = (url: string): ProviderResult<never> => ({ state: "empty", provenance: indexProvenance(client, url) });

  const byPoint: ParcelSource["byPoint"] = async ({ latitude, longitude, radiusMeters }, limit, signal) => {
    const place = await geocoder.jurisdictionAt({ latitude, longitude }, signal);
    if (place.state !== "ready") return place;
    return settle(async () => {
      const layers = await parcelLayers(parts, place.value, signal);
      const box = grownBox([longitude, latitude, longitude, latitude], Math.max(radiusMeters, 1));
      for (const layer of layers) {
        const { records, provenance } = await readParcels(parts, layer, place.value, { box, where: "1=1" }, signal);
        const hits = records.filter(({ geometry }) => distanceToArea([longitude, latitude], geometry) <= radiusMeters);
        if (hits.length > 0) return readyOrEmpty(hits.slice(0, limit), provenance);
      }
      return empty(layers[0]?.url ?? client.endpoint.baseUrl);
    });
  };

  const byApn: ParcelSource["byApn"] = ({ apn, state, county }, limit, signal) =>
    settle(async () => {
      const place = { state, county, municipality: null };
      const index = await fetchCountyGisIndex(client, signal);
      const inState = index.body.filter((layer) => layer.kind === "parcels");
      const layers =
        county === null
          ? inState.filter(
              (layer) => layersFor([{ ...layer, county: null, municipality: null }], "parcels", place).length > 0,
            )
          : layersFor(inState, "parcels", place);
      for (const layer of layers.slice(0, mostLayers)) {
        for (const condition of [isOneOf, isLike]) {
          const where = (info: LayerInfo) => condition(info, apn);
          const found = await readParcels(
            parts,
            layer,
            { ...place, county: layer.county },
            { box: null, where },
            signal,
          );
          const hits = found.records.filter((record) => record.apn !== null && sameApn(record.apn, apn));
          if (hits.length > 0) return readyOrEmpty(hits.slice(0, limit), found.provenance);
        }
      }
      return empty(layers[0]?.url ?? client.endpoint.baseUrl);
    });

  return {
    byPoint,
    byApn,
    async byAddress(address, limit, signal) {
      const places = await geocoder.geocode(address, signal);
      if (places.state !== "ready") return places;
      const [place] = places.value;
      if (!place) return { state: "empty", provenance: places.provenance };
      return byPoint({ ...place, radiusMeters: streetMeters }, limit, signal);
    },
    async byId(llUuid, signal) {
      const id = readId(llUuid);
      if (!id) return empty(client.endpoint.baseUrl);
      const found = await byApn(id, 1, signal);
      if (found.state !== "ready") return found;
      const [value] = found.value;
      return value
        ? { state: "ready", value, provenance: found.provenance }
        : { state: "empty", provenance: found.provenance };
    },
  };
}

async function parcelLayers({ client }: CountyParcelParts, place: Jurisdiction, signal?: AbortSignal) {
  const { body } = await fetchCountyGisIndex(client, signal);
  return layersFor(body, "parcels", place).slice(0, mostLayers);
}

/** What is asked of a layer; the condition may depend on the names of its fields, and null asks nothing. */
interface ParcelQuery {
  readonly box: Box | null;
  readonly where: string | ((info: LayerInfo) => string | null);
}

async function readParcels(
  { client, compute }: CountyParcelParts,
  layer: IndexedLayer,
  place: Jurisdiction,
  query: ParcelQuery,
  signal?: AbortSignal,
): Promise<{ readonly records: ParcelRecord[]; readonly provenance: Provenance }> {
  const { body: info, provenance: described } = await fetchLayerInfo(client, layer.url, signal);
  const credit = {
    name: layer.name,
    attribution: layer.attribution ?? info.copyright,
    license: layer.license,
    vintage: info.lastEditedAt === null ? null : `edited ${info.lastEditedAt.toISOString().slice(0, 10)}`,
  };
  const where = typeof query.where === "string" ? query.where : query.where(info);
  if (where === null) return { records: [], provenance: { ...described, ...credit } };
  const read = await queryLayer(
    { client, compute },
    { url: layer.url, info, box: query.box, where, isClipped: false, freshForSeconds, signal },
  );
  const records = read.features.flatMap((feature) => recordFrom(feature, layer, place, info) ?? []);
  return { records, provenance: { ...read.provenance, ...synthetic(read.provenance, credit) } };
}

/** Keeps the label of invented data in the name and the credit. */
function synthetic(provenance: Provenance, credit: Pick<Provenance, "name" | "attribution" | "license" | "vintage">) {
  return provenance.isSynthetic ? { vintage: credit.vintage } : credit;
}

function recordFrom(
  { geometry, properties }: SiteFeature,
  layer: IndexedLayer,
  place: Jurisdiction,
  info: LayerInfo,
): ParcelRecord | undefined {
  if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") return undefined;
  const apn = fieldIn("apn", properties);
  const objectId = info.objectIdField === null ? null : textIn(properties[info.objectIdField]);
  const key = apn === null ? (objectId === null ? null : `oid-${objectId}`) : plainApn(apn);
  if (key === null) return undefined;
  const line = fieldIn("address", properties);
  const region = [layer.state, fieldIn("zip", properties)].filter((part) => part !== null).join(" ");
  return {
    llUuid: idOf(layer, key),
    apn,
    address:
      line === null ? null : [line, fieldIn("city", properties), region].filter((part) => part !== null).join(", "),
    geometry,
    jurisdiction: {
      municipality: layer.municipality ?? place.municipality,
      county: layer.county ?? place.county,
      state: stateName(layer.state),
    },
    recordedSquareFeet: recordedArea({ acres: fieldIn("acres", properties) }),
    zoningCode: fieldIn("zoning", properties),
    zoningDescription: null,
    use: fieldIn("use", properties),
    sourceScore: null,
  };
}

/** The number as it was asked for, and without punctuation: what an index of the server finds at once. */
function isOneOf(info: LayerInfo, apn: string): string | null {
  const field = fieldNamed("apn", info.fields);
  const spellings = [...new Set([apn.trim().toUpperCase(), plainApn(apn)])];
  return field === undefined ? null : `UPPER(${field}) IN (${spellings.map(quoted).join(", ")})`;
}

/** The same characters with anything between them; what is not the number is sorted out here. */
function isLike(info: LayerInfo, apn: string): string | null {
  const field = fieldNamed("apn", info.fields);
  const pattern = [...plainApn(apn).replace(/^0+/, "")].join("%");
  return field === undefined || pattern === "" ? null : `UPPER(${field}) LIKE ${quoted(`%${pattern}`)}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function sameApn(own: string, asked: string): boolean {
  const bare = (apn: string) => plainApn(apn).replace(/^0+/, "");
  return bare(own) === bare(asked);
}

const idPattern = /^county:([A-Z]{2})\/([^:/]*):([A-Z0-9]+)$/;

/** Counties give no ids that stay, so the parcel number in its county is the id. */
function idOf(layer: IndexedLayer, key: string): string {
  return `county:${layer.state}/${(layer.county ?? "").replace(/[:/]/g, " ")}:${key}`;
}

function readId(llUuid: string) {
  const [, state, county, apn] = idPattern.exec(llUuid) ?? [];
  if (state === undefined || apn === undefined) return undefined;
  return { state, county: county || null, apn };
}

function indexProvenance(client: ProviderClient, url: string): Provenance {
  const { provider, name, attribution, license } = client.description;
  const { isSynthetic } = client.endpoint;
  return { ...{ provider, name, attribution, license, isSynthetic, url }, fetchedAt: new Date(), vintage: null };
}
