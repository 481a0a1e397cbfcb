import type { FetchNetwork } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import type { FetchLayer, Providers } from "../providers/providers.ts";
import { unavailable } from "../providers/unavailable.ts";
import type { Logger } from "./logger.ts";
import { type ProviderEndpoints, type ProviderKey, providerSettings } from "./provider-settings.ts";

/** What the providers are made of. */
export interface ProviderParts {
  readonly db: Database;
  readonly logger: Logger;
  readonly endpoints: ProviderEndpoints;
  readonly baseUrl: string;
  readonly contact: string | null;
  readonly fetchAllowOrigins: readonly string[];
  readonly network?: Partial<FetchNetwork> | undefined;
}

/** Puts the outside data services together; those that are not configured are `unavailable`. */
export function composeProviders(_parts: ProviderParts): Providers {
  const missing = (what: string, key: ProviderKey) => unavailable(what, providerSettings[key].url);
  const layer =
    (what: string, key: ProviderKey): FetchLayer =>
    async () =>
      missing(what, key);
  return {
    parcels: {
      byAddress: async () => missing("parcel service", "parcelApi"),
      byApn: async () => missing("parcel service", "parcelApi"),
      byPoint: async () => missing("parcel service", "parcelApi"),
      byId: async () => missing("parcel service", "parcelApi"),
    },
    geocoder: {
      geocode: async () => missing("geocoder", "geocoder"),
      jurisdictionAt: async () => missing("service of boundaries", "geocoder"),
    },
    layers: {
      zoning: layer("zoning layer", "countyGisIndex"),
      flood: layer("flood service", "flood"),
      wetlands: layer("wetlands service", "wetlands"),
      soils: layer("soil service", "soils"),
      contours: layer("elevation service", "elevation"),
      roads: layer("road service", "overpass"),
      utilities: layer("service of utilities", "overpass"),
      buildings: layer("service of buildings", "overpass"),
      environmental: layer("environmental service", "environmental"),
      adjacency: layer("parcel service", "parcelApi"),
    },
    imagery: { draw: async () => missing("imagery service", "imagery") },
    agencyMaps: {
      floodMap: async () => missing("print service of flood maps", "firmPrint"),
      wetlandsMap: async () => missing("wetlands service", "wetlands"),
    },
    ordinances: { discover: async () => missing("index of ordinances", "ordinanceIndex") },
    gisServices: {
      trace: async () => missing("ArcGIS portal", "arcgisPortal"),
      read: async () => missing("ArcGIS portal", "arcgisPortal"),
    },
  };
}
