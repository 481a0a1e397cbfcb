import type { Compute } from "../../ingest/index.ts";
import type { ProviderClient } from "../providers/client/provider-client.ts";
import { floodDescription, makeFloodLayer } from "../providers/flood/flood-hazard.ts";
import { firmPrintDescription, makeFloodMap } from "../providers/flood/flood-map.ts";
import type { AgencyMaps, FetchLayer } from "../providers/providers.ts";
import { makeSoilsLayer, soilsDescription } from "../providers/soils/soils.ts";
import { makeWetlandsLayer, makeWetlandsMap, wetlandsDescription } from "../providers/wetlands/wetlands.ts";
import { type ClientOf, missing } from "./provider-clients.ts";
import type { ProviderKey } from "./provider-settings.ts";

/** The layers and maps that agencies of the federal government publish. */
export interface AgencyLayers {
  readonly flood: FetchLayer;
  readonly wetlands: FetchLayer;
  readonly soils: FetchLayer;
  readonly maps: AgencyMaps;
}

/** Puts the services of agencies together; those that are not configured are `unavailable`. */
export function composeAgencies(clientOf: ClientOf, compute: Compute): AgencyLayers {
  const layer = (client: ProviderClient | null, make: (client: ProviderClient) => FetchLayer, ...names: Missing) =>
    client === null ? async () => missing(...names) : make(client);
  const flood = clientOf("flood", floodDescription);
  const wetlands = clientOf("wetlands", wetlandsDescription);
  return {
    flood: layer(flood, (client) => makeFloodLayer({ client, compute }), "flood service", "flood"),
    wetlands: layer(wetlands, (client) => makeWetlandsLayer({ client, compute }), "wetlands service", "wetlands"),
    soils: layer(
      clientOf("soils", soilsDescription),
      (client) => makeSoilsLayer({ client, compute }),
      "soil service",
      "soils",
    ),
    maps: {
      floodMap: composeFloodMap(clientOf, flood, compute),
      wetlandsMap:
        wetlands === null
          ? async () => missing("wetlands service", "wetlands")
          : makeWetlandsMap({ client: wetlands, compute }),
    },
  };
}

type Missing = readonly [what: string, key: ProviderKey];

/** Whether a map is printed at all is known to the flood service. */
function composeFloodMap(clientOf: ClientOf, flood: ProviderClient | null, compute: Compute): AgencyMaps["floodMap"] {
  const print = clientOf("firmPrint", firmPrintDescription);
  if (print === null) return async () => missing("print service of flood maps", "firmPrint");
  if (flood === null) return async () => missing("flood service", "flood");
  return makeFloodMap({ flood: { client: flood, compute }, print });
}
