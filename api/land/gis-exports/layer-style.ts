import type { SiteFeature } from "../../providers/site-features.ts";
import type { ExportLayer } from "./export-layer.ts";

/** How a layer is drawn and named in files. */
interface LayerStyle {
  /** Red, green and blue in hexadecimal digits. */
  readonly hex: string;
  /** AutoCAD colour index. */
  readonly aci: number;
  readonly cadLayer: string;
  /** The property that says best what a feature is. */
  readonly nameProperty: string;
}

const styles: Readonly<Record<string, LayerStyle>> = {
  parcels: { hex: "d7301f", aci: 1, cadLayer: "C-PROP", nameProperty: "address" },
  zoning: { hex: "6a3d9a", aci: 6, cadLayer: "C-ZONE", nameProperty: "code" },
  flood: { hex: "2171b5", aci: 5, cadLayer: "C-FLOD", nameProperty: "zone" },
  wetlands: { hex: "1b9e77", aci: 3, cadLayer: "C-WETL", nameProperty: "code" },
  soils: { hex: "8c6d31", aci: 32, cadLayer: "C-SOIL", nameProperty: "symbol" },
  contours: { hex: "a6761d", aci: 42, cadLayer: "C-TOPO", nameProperty: "elevation_ft" },
  roads: { hex: "525252", aci: 8, cadLayer: "C-ROAD", nameProperty: "name" },
  utilities: { hex: "e6550d", aci: 30, cadLayer: "C-UTIL", nameProperty: "kind" },
  buildings: { hex: "737373", aci: 9, cadLayer: "C-BLDG", nameProperty: "name" },
  environmental: { hex: "ce1256", aci: 200, cadLayer: "C-ENVR", nameProperty: "name" },
  adjacency: { hex: "bdbdbd", aci: 7, cadLayer: "C-ADJC", nameProperty: "address" },
};
const other: Omit<LayerStyle, "cadLayer"> = { hex: "3f007d", aci: 4, nameProperty: "name" };

/** Returns the style of a layer of the contract, or of one that was registered or uploaded. */
export function layerColours(name: string): LayerStyle {
  const own = styles[name];
  if (own) return own;
  const plain = name
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return { ...other, cadLayer: `C-GISX-${plain}`.slice(0, 120) };
}

/** Returns what a feature is called: by the property of its layer, else by the title of the layer. */
export function featureName(layer: ExportLayer, feature: SiteFeature): string {
  const value = feature.properties[layerColours(layer.name).nameProperty];
  if (layer.name === "contours" && typeof value === "number") return `${value} ft`;
  return typeof value === "string" && value !== "" ? value : layer.title;
}
