import { areaOf, sizeOf, squareFeetFrom } from "../../geometry/ellipsoid-area.ts";
import { polygonsOf } from "../../geometry/geojson.ts";
import type { Provenance, ProviderResult } from "../../providers/provider-result.ts";
import type { GeocodedPlace, Geocoder, ParcelRecord, ParcelSource } from "../../providers/providers.ts";
import { isFailure, type ProviderFailure, upstreamDown } from "../../providers/upstream-down.ts";
import { stateCode } from "../../providers/us-states.ts";
import { addressConfidence } from "./address-match.ts";
import type { ParcelCandidate, ResolveView } from "./resolve.model.ts";
import { readUsAddress, type UsAddress, writeUsAddress } from "./us-address.ts";

/** What identifies a parcel. */
export type ParcelSelector =
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "apn"; readonly apn: string; readonly state: string; readonly county: string | null }
  | { readonly by: "point"; readonly latitude: number; readonly longitude: number }
  | { readonly by: "id"; readonly llUuid: string };

/** Finds the parcels that a selector means. */
export interface ParcelResolver {
  /**
   * Returns at most `limit` candidates, best first.
   *
   * @throws Problem upstream_unavailable when no source of parcels could be asked
   */
  resolve(selector: ParcelSelector, limit: number, signal?: AbortSignal): Promise<ResolveView>;
}

export interface ResolverDeps {
  readonly parcels: ParcelSource;
  readonly geocoder: Geocoder;
}

interface Scored {
  readonly record: ParcelRecord;
  readonly confidence: number;
  readonly provenance: Provenance;
}

/** A parcel is looked for this far from a point that lies in none, such as one in the street. */
const nearMeters = 30;
const nearConfidence = 0.6;
/** What a geocoder located although its parcel has another address, or none. */
const geocodedConfidence = 0.55;
const leastConfidence = 0.25;
const good = 0.85;
/** Two candidates closer than this fit about as well. */
const tie = 0.08;
/** The source ranks by its own measure; more than asked for are read, so that ours can differ. */
const widestSearch = 20;

/** Makes the resolver over the parcel source, with a geocoder for addresses that the source does not find. */
export function makeParcelResolver(deps: ResolverDeps): ParcelResolver {
  return {
    async resolve(selector, limit, signal) {
      const scored = await candidatesOf(deps, selector, signal);
      const ranked = withoutRepeats(scored)
        .filter(({ confidence }) => confidence >= leastConfidence)
        .sort((a, b) => b.confidence - a.confidence || compareRecords(a.record, b.record));
      return { match: matchOf(selector, ranked), candidates: ranked.slice(0, limit).map(candidateView) };
    },
  };
}

async function candidatesOf(deps: ResolverDeps, selector: ParcelSelector, signal?: AbortSignal): Promise<Scored[]> {
  switch (selector.by) {
    case "id": {
      const result = await deps.parcels.byId(selector.llUuid, signal);
      const record = found(result);
      return record ? [{ ...record, record: record.value, confidence: 1 }] : [];
    }
    case "apn":
      return byApn(deps.parcels, selector, signal);
    case "point":
      return byPoint(deps.parcels, selector, signal);
    case "address":
      return byAddress(deps, selector.address, signal);
  }
}

/** A number that differs only in its punctuation is the same; one that differs in leading zeros nearly so. */
async function byApn(
  parcels: ParcelSource,
  selector: Extract<ParcelSelector, { by: "apn" }>,
  signal?: AbortSignal,
): Promise<Scored[]> {
  const result = found(await parcels.byApn(selector, widestSearch, signal));
  const asked = apnDigits(selector.apn);
  const isElsewhere = ({ jurisdiction }: ParcelRecord) =>
    jurisdiction.state !== null && stateCode(jurisdiction.state) !== selector.state;
  return (result?.value ?? [])
    .filter((record) => !isElsewhere(record))
    .map((record) => {
      const own = apnDigits(record.apn ?? "");
      const number = own === asked ? 1 : own.replace(/^0+/, "") === asked.replace(/^0+/, "") ? 0.95 : 0.4;
      const county = selector.county === null || sameCounty(selector.county, record.jurisdiction.county) ? 1 : 0.3;
      return { record, confidence: number * county, provenance: provenanceOf(result) };
    });
}

async function byPoint(
  parcels: ParcelSource,
  point: { readonly latitude: number; readonly longitude: number },
  signal?: AbortSignal,
): Promise<Scored[]> {
  const { latitude, longitude } = point;
  const inside = found(await parcels.byPoint({ latitude, longitude, radiusMeters: 0 }, widestSearch, signal));
  if (inside) return inside.value.map((record) => ({ record, confidence: 1, provenance: inside.provenance }));
  const near = found(await parcels.byPoint({ latitude, longitude, radiusMeters: nearMeters }, widestSearch, signal));
  return (near?.value ?? []).map((record) => ({ record, confidence: nearConfidence, provenance: provenanceOf(near) }));
}

/**
 * Asks the parcel source for the address as it was written, then in its standard form, then the geocoder for the place.
 * Later steps are taken only while no candidate is good.
 */
async function byAddress({ parcels, geocoder }: ResolverDeps, text: string, signal?: AbortSignal): Promise<Scored[]> {
  const asked = readUsAddress(text);
  const scored: Scored[] = [];
  let failure: ProviderFailure | undefined;
  const spellings = [...new Set([text, writeUsAddress({ ...asked, unit: null })])];
  for (const spelling of spellings) {
    const result = await parcels.byAddress(spelling, widestSearch, signal);
    if (isFailure(result)) failure = result;
    if (result.state === "ready") scored.push(...scoreByAddress(asked, result.value, result.provenance));
    if (isGood(scored)) return scored;
  }
  for (const spelling of spellings) {
    const places = await geocoder.geocode(spelling, signal);
    if (places.state === "failed" || places.state === "blocked") failure ??= places;
    if (places.state !== "ready") continue;
    // First: of the records of one parcel, that of the source that is asked first for a point is kept.
    scored.unshift(...(await byPlaces(parcels, asked, places.value, signal)));
    break;
  }
  if (scored.length === 0 && failure) throw noLookUp(failure);
  return scored;
}

async function byPlaces(
  parcels: ParcelSource,
  asked: UsAddress,
  places: readonly GeocodedPlace[],
  signal?: AbortSignal,
) {
  const scored: Scored[] = [];
  for (const place of places.slice(0, 3)) {
    const located = addressConfidence(asked, readUsAddress(place.matchedAddress));
    const near = (await byPoint(parcels, place, signal)).map((one) => {
      const own = one.record.address === null ? 0 : addressConfidence(asked, addressOf(one.record));
      return { ...one, own };
    });
    // Its neighbours are no candidates where the parcel of the address itself is there.
    const isThere = near.some(({ own }) => own >= nearConfidence);
    for (const { own, ...one } of near) {
      const byPlace = isThere ? 0 : geocodedConfidence * located * one.confidence;
      scored.push({ ...one, confidence: Math.max(own, byPlace) });
    }
  }
  return scored;
}

function scoreByAddress(asked: UsAddress, records: readonly ParcelRecord[], provenance: Provenance): Scored[] {
  return records.map((record) => ({ record, confidence: addressConfidence(asked, addressOf(record)), provenance }));
}

/** The address of a parcel; its place is taken from its jurisdiction where the address does not say it. */
function addressOf({ address, jurisdiction }: ParcelRecord): UsAddress {
  const read = readUsAddress(address ?? "");
  return {
    ...read,
    city: read.city ?? jurisdiction.municipality?.toUpperCase() ?? null,
    state: read.state ?? (jurisdiction.state === null ? null : stateCode(jurisdiction.state)),
  };
}

/** @throws Problem upstream_unavailable */
function found<Value>(result: ProviderResult<Value>) {
  if (isFailure(result)) throw noLookUp(result);
  return result.state === "ready" ? result : undefined;
}

const noLookUp = (failure: ProviderFailure) => upstreamDown("Parcels could not be looked up", failure);

function provenanceOf(result: { readonly provenance: Provenance } | undefined): Provenance {
  if (!result) throw new Error("a record without a result");
  return result.provenance;
}

function isGood(scored: readonly Scored[]): boolean {
  return scored.some(({ confidence }) => confidence >= good);
}

/** Keeps one record of each parcel: within a source an id is one parcel, between sources a parcel number of a county. */
function withoutRepeats(scored: readonly Scored[]): Scored[] {
  const best = new Map<string, Scored>();
  for (const one of scored) {
    const known = best.get(one.record.llUuid);
    if (!known || known.confidence < one.confidence) best.set(one.record.llUuid, one);
  }
  const kept = [...best.values()];
  const isElsewhere = (one: Scored, at: number) =>
    kept.some(
      (other, otherAt) =>
        other.provenance.provider !== one.provenance.provider &&
        numberInCounty(other.record) === numberInCounty(one.record) &&
        (other.confidence > one.confidence || (other.confidence === one.confidence && otherAt < at)),
    );
  return kept.filter((one, at) => !isElsewhere(one, at));
}

function numberInCounty({ apn, jurisdiction: { county, state }, llUuid }: ParcelRecord): string {
  if (apn === null || county === null || state === null) return llUuid;
  return [apnDigits(apn).replace(/^0+/, ""), plainCounty(county), stateCode(state) ?? state].join(" ");
}

/** An order that does not depend on how the source answered. */
function compareRecords(a: ParcelRecord, b: ParcelRecord): number {
  const key = ({ address, apn, llUuid }: ParcelRecord) => [address ?? "", apn ?? "", llUuid].join(" ");
  return key(a).localeCompare(key(b), "en", { numeric: true });
}

function matchOf(selector: ParcelSelector, ranked: readonly Scored[]): ResolveView["match"] {
  const [first, second] = ranked;
  if (!first) return "none";
  if (second && first.confidence - second.confidence < tie) {
    const isOneAddress =
      selector.by === "address" && sameAddress(first.record, second.record) && first.confidence >= good;
    return isOneAddress ? "several_parcels" : "ambiguous";
  }
  return first.confidence >= good ? "exact" : "likely";
}

function sameAddress(a: ParcelRecord, b: ParcelRecord): boolean {
  const [first, second] = [addressOf(a), addressOf(b)];
  return writeUsAddress({ ...first, unit: null }) === writeUsAddress({ ...second, unit: null });
}

function sameCounty(asked: string, own: string | null): boolean {
  return own !== null && plainCounty(asked) === plainCounty(own);
}

const plainCounty = (name: string) => name.toLowerCase().replace(/\b(?:county|parish|borough)\b|[^a-z]/g, "");

function apnDigits(apn: string): string {
  return apn.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

function candidateView({ record, confidence, provenance }: Scored): ParcelCandidate {
  const { geometry } = record;
  const squareFeet = squareFeetFrom(areaOf(polygonsOf(geometry)));
  return {
    ll_uuid: record.llUuid,
    address: record.address,
    apn: record.apn,
    size: sizeOf(squareFeet),
    confidence: Number(confidence.toFixed(2)),
    geometry,
    jurisdiction: { ...record.jurisdiction },
    zoning: { code: record.zoningCode, description: record.zoningDescription, source: provenance.name },
  };
}
