import type { Compute, FetchNetwork } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { makeProviderClient, type ProviderClientParts } from "../providers/client/provider-client.ts";
import { countyGisIndexDescription } from "../providers/county-gis-index.ts";
import { firstAnswer } from "../providers/first-answer.ts";
import { codeLibraryDescription, makeCodeLibrary } from "../providers/ordinances/code-library.ts";
import { makeCountyParcels } from "../providers/parcels/county-parcels.ts";
import { makeParcelApi, parcelApiDescription } from "../providers/parcels/parcel-api.ts";
import { boundariesDescription, makeBoundaries } from "../providers/places/boundaries.ts";
import { censusGeocoderDescription, makeCensusGeocoder } from "../providers/places/census-geocoder.ts";
import { makeNominatim, nominatimDescription } from "../providers/places/nominatim.ts";
import type { Geocoder, OrdinanceDiscovery, ParcelSource, Providers } from "../providers/providers.ts";
import { composeAgencies } from "./compose-agencies.ts";
import { composeGisServices, composeImagery, composeSiteLayers } from "./compose-site-services.ts";
import type { Logger } from "./logger.ts";
import { type ClientOf, missing } from "./provider-clients.ts";
import type { ProviderEndpoints } from "./provider-settings.ts";

/** What the providers are made of. */
export interface ProviderParts {
  readonly db: Database;
  readonly compute: Compute;
  readonly logger: Logger;
  readonly endpoints: ProviderEndpoints;
  readonly baseUrl: string;
  readonly contact: string | null;
  readonly fetchAllowOrigins: readonly string[];
  readonly network?: Partial<FetchNetwork> | undefined;
}

/** Puts the outside data services together; those that are not configured are `unavailable`. */
export function composeProviders(parts: ProviderParts): Providers {
  const clientOf = clientMaker(parts);
  const geocoder = composeGeocoder(clientOf);
  const agencies = composeAgencies(clientOf, parts.compute);
  const parcels = composeParcels(clientOf, { compute: parts.compute, geocoder });
  return {
    parcels,
    geocoder,
    layers: {
      ...composeSiteLayers(clientOf, { compute: parts.compute, parcels }),
      ...agencies.layers,
    },
    imagery: composeImagery(clientOf, parts.compute),
    agencyMaps: agencies.maps,
    ordinances: composeOrdinances(clientOf, parts),
    gisServices: composeGisServices(clientOf, parts.compute),
  };
}

function clientMaker(parts: ProviderParts): ClientOf {
  const { db, logger, network, baseUrl, contact } = parts;
  const shared: ProviderClientParts = {
    ...{ db, network, log: logger, allowOrigins: parts.fetchAllowOrigins, ownOrigins: [baseUrl] },
    userAgent: `Groundwork/1.0 (+${baseUrl}${contact === null ? "" : `; ${contact}`})`,
  };
  return (key, description) => {
    const endpoint = parts.endpoints[key];
    return endpoint === null ? null : makeProviderClient(shared, description, endpoint);
  };
}

function composeOrdinances(clientOf: ClientOf, parts: ProviderParts): OrdinanceDiscovery {
  const { ordinanceIndex } = parts.endpoints;
  const { intervalMs: _pace, ...unpaced } = codeLibraryDescription;
  // A library that the operator runs is not spared as one of others is.
  const isOwn = ordinanceIndex !== null && parts.fetchAllowOrigins.includes(new URL(ordinanceIndex.baseUrl).origin);
  const client = clientOf("ordinanceIndex", isOwn ? unpaced : codeLibraryDescription);
  if (client) return makeCodeLibrary(client);
  const none = async () => missing("index of ordinances", "ordinanceIndex");
  return { discover: none, publishes: () => false, collect: none };
}

/** The parcel API first, then the layers of counties. */
function composeParcels(
  clientOf: ClientOf,
  { compute, geocoder }: { readonly compute: Compute; readonly geocoder: Geocoder },
): ParcelSource {
  const api = clientOf("parcelApi", parcelApiDescription);
  const county = clientOf("countyGisIndex", countyGisIndexDescription);
  const sources = [
    ...(api === null ? [] : [makeParcelApi(api)]),
    ...(county === null ? [] : [makeCountyParcels({ client: county, compute, geocoder })]),
  ];
  const none = async () => missing("parcel service", "parcelApi");
  return {
    byAddress: (...asked) => firstAnswer([...sources.map((source) => () => source.byAddress(...asked)), none]),
    byApn: (...asked) => firstAnswer([...sources.map((source) => () => source.byApn(...asked)), none]),
    byPoint: (...asked) => firstAnswer([...sources.map((source) => () => source.byPoint(...asked)), none]),
    byId: (...asked) => firstAnswer([...sources.map((source) => () => source.byId(...asked)), none]),
  };
}

function composeGeocoder(clientOf: ClientOf): Geocoder {
  const census = clientOf("geocoder", censusGeocoderDescription);
  const nominatim = clientOf("nominatim", nominatimDescription);
  const boundaries = clientOf("boundaries", boundariesDescription);
  const addresses = [
    ...(census === null ? [] : [makeCensusGeocoder(census)]),
    ...(nominatim === null ? [] : [makeNominatim(nominatim)]),
  ];
  const points = [
    ...(census === null ? [] : [makeCensusGeocoder(census)]),
    ...(boundaries === null ? [] : [makeBoundaries(boundaries)]),
  ];
  return {
    geocode: (...asked) =>
      firstAnswer([
        ...addresses.map((source) => () => source.geocode(...asked)),
        async () => missing("geocoder", "geocoder"),
      ]),
    jurisdictionAt: (...asked) =>
      firstAnswer([
        ...points.map((source) => () => source.jurisdictionAt(...asked)),
        async () => missing("service of boundaries", "boundaries"),
      ]),
  };
}
