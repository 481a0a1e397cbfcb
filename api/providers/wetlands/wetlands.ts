import { boxOf, grownBox } from "../../geometry/box.ts";
import { type AgencyLayer, readAgencyLayer } from "../arcgis/agency-layer.ts";
import { exportPicture } from "../arcgis/export-picture.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import type { ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, ready, settle } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { AerialImage, AgencyMaps, FetchLayer } from "../providers.ts";
import { textIn } from "../read-value.ts";
import type { LayerData, SiteFeature } from "../site-features.ts";
import type { WetlandProperties } from "../site-layer.ts";

/** The National Wetlands Inventory. It is not a delineation of jurisdictional wetlands. @see https://www.fws.gov/program/national-wetlands-inventory */
export const wetlandsDescription: ProviderDescription = {
  provider: "wetlands",
  name: "USFWS National Wetlands Inventory",
  attribution: "U.S. Fish and Wildlife Service, National Wetlands Inventory",
  license: "Public domain (work of the U.S. government)",
  concurrency: 2,
};

/** Names of fields begin with the table that they come from; all are asked for and read by their last segment. */
const wetlands: AgencyLayer = { name: "Wetlands", usualId: 0, fields: ["ATTRIBUTE", "WETLAND_TYPE"] };

/** Systems by the first letter of a code. @see Cowardin et al., Classification of Wetlands and Deepwater Habitats (1979) */
const systems: Readonly<Record<string, string>> = {
  M: "Marine",
  E: "Estuarine",
  R: "Riverine",
  L: "Lacustrine",
  P: "Palustrine",
};

/** Makes the layer of mapped wetlands. `empty` where the inventory maps none. */
export function makeWetlandsLayer(parts: ArcgisParts): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = grownBox(boxOf(site), marginMeters);
      const { features, provenance } = await readAgencyLayer(parts, wetlands, { box, signal });
      if (features.length === 0) return { state: "empty", provenance };
      const read = features.map((feature) => wetlandFrom(feature, provenance));
      return ready<LayerData>({ features: read, summary: {} }, provenance);
    });
}

/** @throws ProviderFault for a wetland without a code */
function wetlandFrom({ geometry, properties }: SiteFeature, provenance: Provenance): SiteFeature {
  const code = textIn(properties.ATTRIBUTE);
  if (code === null) {
    throw new ProviderFault("permanent", `${provenance.name} sent a wetland without a code.`, { provenance });
  }
  const wetland: WetlandProperties = {
    code,
    type: textIn(properties.WETLAND_TYPE) ?? "Other",
    system: textIn(properties.SYSTEM_NAME) ?? systems[code.charAt(0).toUpperCase()] ?? null,
  };
  return { type: "Feature", geometry, properties: { ...wetland } };
}

/** The inventory draws nothing at smaller scales than this, and a picture without wetlands would look the same. */
const smallestScale = 250_000;
/** Servers reckon scales with pixels of 1/96 inch. */
const metersPerPixelAtScaleOne = 0.0254 / 96;

/** Makes the drawer of the inventory's own picture: coloured wetlands on a transparent ground, which may show none. */
export function makeWetlandsMap(parts: ArcgisParts): AgencyMaps["wetlandsMap"] {
  return (request, signal) =>
    settle(async () => {
      const options = { format: "png32", transparent: "true", dpi: "96" };
      const { picture, box, provenance } = await exportPicture(parts, { ...request, options, signal });
      const scale = (box[2] - box[0]) / picture.width / metersPerPixelAtScaleOne;
      if (scale > smallestScale) {
        const detail = `Wetlands are not drawn at 1:${Math.round(scale)}; request a smaller area or a larger picture.`;
        throw new ProviderFault("permanent", detail, { provenance });
      }
      const value: AerialImage = {
        ...{ png: picture.png, widthPx: picture.width, heightPx: picture.height, bboxWebMercator: box },
        attribution: provenance.attribution ?? provenance.name,
      };
      return ready(value, provenance);
    });
}
