import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, readyOrEmpty, settle } from "../client/provider-fault.ts";
import type { ProviderResult } from "../provider-result.ts";
import type { GeocodedPlace, Geocoder, Jurisdiction } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { jurisdictionFrom } from "./government-areas.ts";

/** The geocoder of the U.S. Census Bureau. @see https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html */
export const censusGeocoderDescription: ProviderDescription = {
  provider: "geocoder",
  name: "U.S. Census Bureau geocoder",
  attribution: "Source: U.S. Census Bureau",
  license: "Public domain",
};

const edition = { benchmark: "Public_AR_Current", vintage: "Current_Current", format: "json" };
const limits = { attemptMs: 6_000, totalMs: 15_000, freshForSeconds: 7 * 86_400 };

/** Makes the geocoder. Its points are interpolated along streets, so they are in the street and not on the lot. */
export function makeCensusGeocoder(client: ProviderClient): Geocoder {
  const { name } = client.description;
  return {
    geocode: (address, signal) =>
      settle(async () => {
        const request = { path: "/geographies/onelineaddress", query: { address, ...edition }, ...limits, signal };
        const { body, provenance } = await client.json(request, (given) => {
          const { addressMatches } = valuesIn(valuesIn(given).result);
          if (!Array.isArray(addressMatches)) throw new ProviderFault("passing", `${name} sent no list of matches.`);
          return addressMatches.flatMap((match) => placeFrom(match) ?? []);
        });
        return readyOrEmpty(body, provenance);
      }),
    jurisdictionAt: ({ latitude, longitude }, signal) =>
      settle(async (): Promise<ProviderResult<Jurisdiction>> => {
        const query = { x: longitude, y: latitude, ...edition };
        const request = { path: "/geographies/coordinates", query, ...limits, signal };
        const { body, provenance } = await client.json(request, (given) => {
          const { geographies } = valuesIn(valuesIn(given).result);
          if (geographies === undefined) throw new ProviderFault("passing", `${name} sent no geographies.`);
          return jurisdictionFrom(valuesIn(geographies));
        });
        return body ? { state: "ready", value: body, provenance } : { state: "empty", provenance };
      }),
  };
}

function placeFrom(match: unknown): GeocodedPlace | undefined {
  const values = valuesIn(match);
  const { x, y } = valuesIn(values.coordinates);
  const matchedAddress = textIn(values.matchedAddress);
  const [longitude, latitude] = [Number(x), Number(y)];
  if (matchedAddress === null || !Number.isFinite(longitude) || !Number.isFinite(latitude)) return undefined;
  const nothing = { municipality: null, county: null, state: null };
  return {
    longitude,
    latitude,
    matchedAddress,
    jurisdiction: jurisdictionFrom(valuesIn(values.geographies)) ?? nothing,
  };
}
