import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, readyOrEmpty, settle } from "../client/provider-fault.ts";
import type { GeocodedPlace, Geocoder } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";

/**
 * Nominatim. The usage policy of the public server allows one request a second from all users of an application together,
 * and wants answers to be kept.
 *
 * @see https://operations.osmfoundation.org/policies/nominatim/
 */
export const nominatimDescription: ProviderDescription = {
  provider: "nominatim",
  name: "OpenStreetMap Nominatim",
  attribution: "© OpenStreetMap contributors",
  license: "ODbL 1.0",
  concurrency: 1,
  intervalMs: 1_100,
};

const limits = { attemptMs: 6_000, totalMs: 15_000, freshForSeconds: 30 * 86_400 };

/** Makes the search for places by address. */
export function makeNominatim(client: ProviderClient): Pick<Geocoder, "geocode"> {
  const { name } = client.description;
  return {
    geocode: (address, signal) =>
      settle(async () => {
        const query = { q: address, format: "jsonv2", addressdetails: 1, limit: 5, countrycodes: "us" };
        const { body, provenance } = await client.json({ path: "/search", query, ...limits, signal }, (given) => {
          if (!Array.isArray(given)) throw new ProviderFault("passing", `${name} sent no list of places.`);
          return given.flatMap((place) => placeFrom(place) ?? []);
        });
        return readyOrEmpty(body, provenance);
      }),
  };
}

function placeFrom(given: unknown): GeocodedPlace | undefined {
  const values = valuesIn(given);
  const parts = valuesIn(values.address);
  const [latitude, longitude] = [Number(values.lat), Number(values.lon)];
  const road = textIn(parts.road);
  // A town or a postal code is no place of an address.
  if (road === null || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  const municipality = textIn(parts.city) ?? textIn(parts.town) ?? textIn(parts.village);
  const state = textIn(parts.state);
  const street = [textIn(parts.house_number), road].filter((part) => part !== null).join(" ");
  const region = [state, textIn(parts.postcode)].filter((part) => part !== null).join(" ");
  return {
    ...{ latitude, longitude },
    matchedAddress: [street, municipality, region].filter((part) => part !== null && part !== "").join(", "),
    jurisdiction: {
      municipality,
      county: textIn(parts.county)?.replace(/ (?:County|Parish|Borough)$/, "") ?? null,
      state,
    },
  };
}
