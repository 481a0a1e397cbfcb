import type { Compute } from "../../ingest/index.ts";
import type { ProviderClient } from "../providers/client/provider-client.ts";
import {
  cleanupSitesDescription,
  makeCleanupSites,
  makeSuperfundBoundaries,
  superfundBoundariesDescription,
} from "../providers/environmental/cleanup-sites.ts";
import { environmentalDescription, makeEnvironmentalLayer } from "../providers/environmental/environmental.ts";
import { makeSiteEnvironmental } from "../providers/environmental/site-environmental.ts";
import { floodDescription, makeFloodLayer } from "../providers/flood/flood-hazard.ts";
import { firmPrintDescription, makeFloodMap } from "../providers/flood/flood-map.ts";
import type { AgencyMaps, FetchLayer } from "../providers/providers.ts";
import { makeSoilsLayer, soilsDescription } from "../providers/soils/soils.ts";
import { makeWetlandsLayer, makeWetlandsMap, wetlandsDescription } from "../providers/wetlands/wetlands.ts";
import { type ClientOf, missing } from "./provider-clients.ts";

/** The layers and maps that agencies of the federal government publish. */
export interface AgencyServices {
  readonly layers: Readonly<Record<"flood" | "wetlands" | "soils" | "environmental", FetchLayer>>;
  readonly maps: AgencyMaps;
}

/** Puts the services of agencies together; those that are not configured are `unavailable`. */
export function composeAgencies(clientOf: ClientOf, compute: Compute): AgencyServices {
  const flood = clientOf("flood", floodDescription);
  const wetlands = clientOf("wetlands", wetlandsDescription);
  const soils = clientOf("soils", soilsDescription);
  const noWetlands = async () => missing("wetlands service", "wetlands");
  return {
    layers: {
      flood: flood ? makeFloodLayer({ client: flood, compute }) : async () => missing("flood service", "flood"),
      wetlands: wetlands ? makeWetlandsLayer({ client: wetlands, compute }) : noWetlands,
      soils: soils ? makeSoilsLayer({ client: soils, compute }) : async () => missing("soil service", "soils"),
      environmental: composeEnvironmental(clientOf, compute),
    },
    maps: {
      floodMap: composeFloodMap(clientOf, flood, compute),
      wetlandsMap: wetlands ? makeWetlandsMap({ client: wetlands, compute }) : noWetlands,
    },
  };
}

function composeEnvironmental(clientOf: ClientOf, compute: Compute): FetchLayer {
  const facilities = clientOf("environmental", environmentalDescription);
  const cleanups = clientOf("cleanupSites", cleanupSitesDescription);
  const boundaries = clientOf("superfundBoundaries", superfundBoundariesDescription);
  return makeSiteEnvironmental(
    {
      facilities: facilities && makeEnvironmentalLayer(facilities),
      cleanups: cleanups && makeCleanupSites({ client: cleanups, compute }),
      boundaries: boundaries && makeSuperfundBoundaries({ client: boundaries, compute }),
    },
    async () => missing("environmental service", "environmental"),
  );
}

/** Whether a map is printed at all is known to the flood service. */
function composeFloodMap(clientOf: ClientOf, flood: ProviderClient | null, compute: Compute): AgencyMaps["floodMap"] {
  const print = clientOf("firmPrint", firmPrintDescription);
  if (print === null) return async () => missing("print service of flood maps", "firmPrint");
  if (flood === null) return async () => missing("flood service", "flood");
  return makeFloodMap({ flood: { client: flood, compute }, print });
}
