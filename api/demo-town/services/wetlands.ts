import { answerExport } from "../arcgis/export.ts";
import type { TownFeature } from "../arcgis/feature.ts";
import { fieldsOf, type TownService } from "../arcgis/server.ts";
import { squareFeetOf } from "../clip.ts";
import { drawWetlands } from "../drawing/wetlands-map.ts";
import { wetlands } from "../land/waters.ts";
import { once } from "../once.ts";

const base = "/arcgis/rest/services/Wetlands/MapServer";

/** Water regimes by the letter that ends a code, before its modifier. */
const regimes: Readonly<Record<string, string>> = {
  C: "Seasonally Flooded",
  E: "Seasonally Flooded/Saturated",
  H: "Permanently Flooded",
};

const features = once((): TownFeature[] =>
  wetlands().flatMap(({ code, type, system, area }) =>
    // The inventory writes one polygon a record.
    area.map((polygon) => ({
      shape: { kind: "area" as const, area: [polygon] },
      attributes: {
        ...{ "Wetlands.ATTRIBUTE": code, "Wetlands.WETLAND_TYPE": type },
        "Wetlands.ACRES": Number((squareFeetOf([polygon]) / 43_560).toFixed(4)),
        ...{ "NWI_Wetland_Codes.ATTRIBUTE": code, "NWI_Wetland_Codes.SYSTEM_NAME": system },
        "NWI_Wetland_Codes.WATER_REGIME_NAME": regimes[/[A-Z](?=[a-z]?$)/.exec(code)?.[0] ?? ""] ?? null,
      },
    })),
  ),
);

/** The wetlands inventory as the agency's server offers it: the names of fields begin with their tables. */
export const wetlandServices: readonly TownService[] = [
  {
    ...{ name: "Wetlands", type: "MapServer", title: "Wetlands Inventory of Alder Falls" },
    layers: [
      {
        ...{ id: 0, name: "Wetlands", geometryType: "esriGeometryPolygon", features },
        fields: fieldsOf({
          ...{ "Wetlands.ATTRIBUTE": "text", "Wetlands.WETLAND_TYPE": "text", "Wetlands.ACRES": "number" },
          ...{ "NWI_Wetland_Codes.ATTRIBUTE": "text", "NWI_Wetland_Codes.SYSTEM_NAME": "text" },
          "NWI_Wetland_Codes.WATER_REGIME_NAME": "text",
        }),
      },
    ],
    draw: (query, origin) => answerExport(query, { address: `${origin}/wetlands${base}/export`, draw: drawWetlands }),
  },
];
