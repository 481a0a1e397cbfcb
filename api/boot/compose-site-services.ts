import type { Compute } from "../../ingest/index.ts";
import { makeAdjacency } from "../providers/adjacency/adjacency.ts";
import { gisServicesDescription, makeGisServices } from "../providers/arcgis/gis-services.ts";
import { countyGisIndexDescription } from "../providers/county-gis-index.ts";
import { elevationDescription, makeElevation } from "../providers/elevation/elevation.ts";
import { imageryDescription, makeImagery } from "../providers/imagery/imagery.ts";
import { makeOverpassLayer, overpassDescription } from "../providers/overpass/overpass.ts";
import type { FetchLayer, GisServices, ImagerySource, ParcelSource, Providers } from "../providers/providers.ts";
import { makeCountyUtilities } from "../providers/utilities/county-utilities.ts";
import { makeSiteUtilities } from "../providers/utilities/site-utilities.ts";
import { makeCountyZoning } from "../providers/zoning/county-zoning.ts";
import { type ClientOf, missing } from "./provider-clients.ts";
import type { ProviderKey } from "./provider-settings.ts";

/** Returns the source of aerial pictures. */
export function composeImagery(clientOf: ClientOf, compute: Compute): ImagerySource {
  const client = clientOf("imagery", imageryDescription);
  return client === null
    ? { draw: async () => missing("imagery service", "imagery") }
    : makeImagery({ client, compute });
}

type SiteLayers = Pick<Providers["layers"], "zoning" | "contours" | "roads" | "utilities" | "buildings" | "adjacency">;

/** Returns the layers of counties, of the open map, of the elevation service and of the parcel source. */
export function composeSiteLayers(
  clientOf: ClientOf,
  { compute, parcels }: { readonly compute: Compute; readonly parcels: ParcelSource },
): SiteLayers {
  const county = clientOf("countyGisIndex", countyGisIndexDescription);
  const overpass = clientOf("overpass", overpassDescription);
  const elevation = clientOf("elevation", elevationDescription);
  const none =
    (what: string, key: ProviderKey): FetchLayer =>
    async () =>
      missing(what, key);
  const openMap = (topic: "roads" | "utilities" | "buildings") =>
    overpass === null
      ? none(`service of ${topic}`, "overpass")
      : makeOverpassLayer({ client: overpass, compute }, topic);
  return {
    zoning: county === null ? none("zoning layer", "countyGisIndex") : makeCountyZoning({ client: county, compute }),
    contours:
      elevation === null ? none("elevation service", "elevation") : makeElevation({ client: elevation, compute }),
    roads: openMap("roads"),
    utilities: makeSiteUtilities({
      county: county === null ? null : makeCountyUtilities({ client: county, compute }),
      openMap: openMap("utilities"),
    }),
    buildings: openMap("buildings"),
    adjacency: makeAdjacency({ parcels, compute }),
  };
}

/** Returns the reader of the ArcGIS services that somebody names. */
export function composeGisServices(clientOf: ClientOf, compute: Compute): GisServices {
  const client = clientOf("arcgisPortal", gisServicesDescription);
  const none = async () => missing("ArcGIS portal", "arcgisPortal");
  return client === null ? { trace: none, read: none } : makeGisServices({ client, compute });
}
