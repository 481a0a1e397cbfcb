import type { TownFeature } from "../arcgis/feature.ts";
import { fieldsOf, type TownService } from "../arcgis/server.ts";
import { townLand } from "../land/waters.ts";
import { governments } from "./geocoders.ts";

const fields = fieldsOf({
  ...{ GEOID: "text", NAME: "text", BASENAME: "text", STUSAB: "text", STATE: "text", COUNTY: "text" },
  ...{ LSADC: "text", FUNCSTAT: "text" },
});

/** The boundaries of the Census Bureau, cut to the land of the town. */
export const boundaryServices: readonly TownService[] = [
  {
    ...{ name: "TIGERweb/tigerWMS_Current", type: "MapServer", title: "Governments of Alder Falls" },
    layers: Object.entries(governments).map(([name, areas], id) => ({
      ...{ id, name, geometryType: "esriGeometryPolygon" as const, fields },
      features: (): TownFeature[] =>
        areas.map((attributes) => ({ shape: { kind: "area", area: townLand }, attributes })),
    })),
  },
];
