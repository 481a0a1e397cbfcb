import type { AreaGeometry } from "../../geometry/geojson.ts";
import { repairArea } from "../../geometry/repair-area.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, readyOrEmpty, settle } from "../client/provider-fault.ts";
import type { Provenance, ProviderResult } from "../provider-result.ts";
import type { ParcelRecord, ParcelSource } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { stateCode, stateName } from "../us-states.ts";
import { recordedArea } from "./parcel-fields.ts";
import { titleCase } from "./title-case.ts";

/** The Regrid Parcel API v2. @see https://support.regrid.com/api/parcel-api-endpoints */
export const parcelApiDescription: ProviderDescription = {
  provider: "parcel_api",
  name: "Regrid parcels",
  attribution: "Parcel data © Regrid",
  license: "Regrid terms of service",
  tokenPlace: { query: "token" },
  // Ten are allowed for each token; other processes and programs use it too.
  concurrency: 4,
};

const freshForSeconds = 86_400;
/** Interactive: the caller waits. */
const limits = { attemptMs: 6_000, totalMs: 15_000, freshForSeconds };
/** Records of other kinds, which only make answers larger. */
const leftOut = {
  return_custom: "false",
  return_matched_buildings: "false",
  return_matched_addresses: "false",
  return_enhanced_ownership: "false",
  return_zoning: "false",
};
/** In the place of a code that is not known. */
const unknownCodes = new Set(["-5555", "-9999"]);

/** Makes the parcel source over the parcel API. Every record returned is billed, so `limit` is sent as it is given. */
export function makeParcelApi(client: ProviderClient): ParcelSource {
  const list = (path: string, query: Readonly<Record<string, string | number>>, signal?: AbortSignal) =>
    settle(async () => {
      const answer = await client.json({ path, query: { ...query, ...leftOut }, ...limits, signal }, (body) =>
        recordsIn(body, client.description.name),
      );
      return readyOrEmpty(answer.body.records, withVintage(answer.provenance, answer.body.vintage));
    });
  return {
    byAddress: (address, limit, signal) => list("/parcels/address", { query: address, limit }, signal),
    byPoint: ({ latitude, longitude, radiusMeters }, limit, signal) =>
      list("/parcels/point", { lat: latitude, lon: longitude, radius: Math.round(radiusMeters), limit }, signal),
    async byApn({ apn, state, county }, limit, signal) {
      const place = `/us/${(stateCode(state) ?? state).toLowerCase()}`;
      const query = { parcelnumb: apn, limit };
      if (county !== null) {
        const inCounty = await list("/parcels/apn", { ...query, path: `${place}/${slug(county)}` }, signal);
        // The API's name of the county may be another one.
        if (inCounty.state !== "empty") return inCounty;
      }
      return list("/parcels/apn", { ...query, path: place }, signal);
    },
    byId: (llUuid, signal) =>
      settle(async (): Promise<ProviderResult<ParcelRecord>> => {
        const path = `/parcels/${encodeURIComponent(llUuid)}`;
        const answer = await client.json({ path, query: leftOut, ...limits, accept: [404], signal }, (body, status) =>
          status === 404 ? { records: [], vintage: null } : recordsIn(body, client.description.name),
        );
        const provenance = withVintage(answer.provenance, answer.body.vintage);
        const [value] = answer.body.records;
        return value ? { state: "ready", value, provenance } : { state: "empty", provenance };
      }),
  };
}

const withVintage = (provenance: Provenance, vintage: string | null): Provenance => ({ ...provenance, vintage });

/** @throws ProviderFault when the body is no list of parcels, or none of its parcels can be read */
function recordsIn(body: unknown, name: string): { readonly records: ParcelRecord[]; readonly vintage: string | null } {
  const { features } = valuesIn(valuesIn(body).parcels);
  if (!Array.isArray(features)) throw new ProviderFault("passing", `${name} sent no list of parcels.`);
  const records = features.flatMap((feature) => recordFrom(feature) ?? []);
  if (features.length > 0 && records.length === 0) {
    throw new ProviderFault("permanent", `${name} sent parcels without an id or a boundary.`);
  }
  const dates = features.flatMap((feature) => {
    const fields = fieldsOf(feature);
    return textIn(fields.ll_last_refresh) ?? textIn(fields.ll_updated_at) ?? [];
  });
  const latest = dates.sort().at(-1);
  return { records, vintage: latest === undefined ? null : `refreshed ${latest.slice(0, 10)}` };
}

const fieldsOf = (feature: unknown) => valuesIn(valuesIn(valuesIn(feature).properties).fields);

function recordFrom(feature: unknown): ParcelRecord | undefined {
  const { geometry: given, properties: all } = valuesIn(feature);
  const properties = valuesIn(all);
  const fields = valuesIn(properties.fields);
  const llUuid = textIn(properties.ll_uuid) ?? textIn(fields.ll_uuid);
  const geometry = areaIn(given);
  if (llUuid === null || !geometry) return undefined;
  const county = textIn(fields.county);
  const state = textIn(fields.state2);
  const score = Number(textIn(properties.score) ?? Number.NaN);
  return {
    llUuid,
    geometry,
    apn: textIn(fields.parcelnumb) ?? textIn(fields.state_parcelnumb) ?? textIn(fields.parcelnumb_no_formatting),
    address: addressOf(fields),
    jurisdiction: {
      municipality: municipalityOf(properties, fields),
      county: county === null ? null : titleCase(county),
      state: state === null ? null : (stateName(state) ?? state),
    },
    recordedSquareFeet: recordedArea({
      acres: textIn(fields.deeded_acres) ?? textIn(fields.gisacre),
      squareFeet: textIn(fields.sqft),
    }),
    zoningCode: knownCode(fields.zoning),
    zoningDescription: knownCode(fields.zoning_description),
    use: textIn(fields.usedesc) ?? knownCode(fields.usecode),
    // The API counts to 100.
    sourceScore: Number.isFinite(score) ? Math.min(1, Math.max(0, score / 100)) : null,
  };
}

function addressOf(fields: Readonly<Record<string, unknown>>): string | null {
  const line = textIn(fields.address);
  if (line === null) return null;
  const unit = textIn(fields.sunit);
  const isNamed =
    unit === null ||
    line
      .toUpperCase()
      .split(/[\s#]+/)
      .includes(unit.toUpperCase().replace(/^#/, ""));
  const street = isNamed ? line : `${line} Unit ${unit}`;
  const place = [textIn(fields.state2), textIn(fields.szip5) ?? textIn(fields.szip)].filter((part) => part !== null);
  return [street, textIn(fields.scity), place.join(" ")].filter((part) => part !== null && part !== "").join(", ");
}

/** The place of the API's own tree ("/us/mi/wayne/detroit/364491"); the city of a postal address may be another one. */
function municipalityOf(
  properties: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): string | null {
  const path = textIn(properties.path) ?? textIn(fields.path) ?? "";
  const place = path.split("/")[4];
  if (place === undefined || /^\d*$/.test(place)) return null;
  const context = valuesIn(properties.context);
  const name = textIn(context.path)?.endsWith(`/${place}`) ? textIn(context.name)?.split(",")[0]?.trim() : undefined;
  return name || titleCase(place.replaceAll("-", " "));
}

function knownCode(given: unknown): string | null {
  const text = textIn(given);
  return text === null || unknownCodes.has(text) ? null : text;
}

/** Returns the boundary of a parcel in GeoJSON, its rings put in order; undefined where there is none. */
function areaIn(given: unknown): AreaGeometry | undefined {
  const { type, coordinates } = valuesIn(given);
  const polygons = type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : [];
  if (!Array.isArray(polygons) || !polygons.every(isPolygon)) return undefined;
  return repairArea(polygons)?.geometry;
}

type RawPolygon = readonly (readonly (readonly [number, number])[])[];

function isPolygon(given: unknown): given is RawPolygon {
  const isPosition = (one: unknown) => Array.isArray(one) && Number.isFinite(one[0]) && Number.isFinite(one[1]);
  return Array.isArray(given) && given.every((ring) => Array.isArray(ring) && ring.every(isPosition));
}

const slug = (county: string) =>
  county
    .toLowerCase()
    .replace(/\b(?:county|parish|borough)\b/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
