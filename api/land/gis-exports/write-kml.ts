import { strToU8, zipSync } from "fflate";
import type { Position, Ring } from "../../geometry/geojson.ts";
import { orientArea } from "../../geometry/orient-area.ts";
import type { SiteFeature, SiteGeometry } from "../../providers/site-features.ts";
import { xmlText } from "../xml-text.ts";
import { type ExportContent, type ExportFile, type ExportLayer, wgs84 } from "./export-layer.ts";
import { featureName, layerColours } from "./layer-style.ts";

/**
 * Writes KML 2.2: one folder for each layer, a style for each folder, and the properties of each feature as extended data.
 *
 * Source: OGC 07-147r2; colours are aabbggrr
 */
export function writeKml(content: ExportContent): ExportFile {
  return { bytes: Buffer.from(documentOf(content)), warnings: [], crs: wgs84 };
}

/** Writes the same document as KMZ: a ZIP archive whose first entry is `doc.kml`. */
export function writeKmz(content: ExportContent): ExportFile {
  const bytes = zipSync(
    { "doc.kml": strToU8(documentOf(content)) },
    { level: 6, mtime: new Date(content.generatedAt) },
  );
  return { bytes, warnings: [], crs: wgs84 };
}

function documentOf(content: ExportContent): string {
  const { projectName, notice, generatedAt, layers } = content;
  const credits = layers.flatMap(({ title, attribution }) =>
    attribution === null ? [] : [`${title}: ${attribution}`],
  );
  const about = [notice, `Made ${generatedAt}.`, ...credits].filter((line) => line !== null).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document>
<name>${xmlText(projectName)}</name>
<description>${xmlText(about)}</description>
${layers.map(styleOf).join("\n")}
${layers.map(folderOf).join("\n")}
</Document>
</kml>
`;
}

function styleOf({ name }: ExportLayer): string {
  const { hex } = layerColours(name);
  const [red, green, blue] = [hex.slice(0, 2), hex.slice(2, 4), hex.slice(4, 6)];
  const solid = `ff${blue}${green}${red}`;
  const fill = name === "parcels" || name === "contours" ? `00${blue}${green}${red}` : `55${blue}${green}${red}`;
  const width = name === "parcels" ? 3 : 1.5;
  return `<Style id="${xmlText(name)}"><LineStyle><color>${solid}</color><width>${width}</width></LineStyle><PolyStyle><color>${fill}</color></PolyStyle></Style>`;
}

function folderOf(layer: ExportLayer): string {
  const placemarks = layer.features.map((feature) => placemarkOf(layer, feature)).join("\n");
  return `<Folder><name>${xmlText(layer.title)}</name>\n${placemarks}\n</Folder>`;
}

function placemarkOf(layer: ExportLayer, feature: SiteFeature): string {
  const data = Object.entries({ layer: layer.name, ...feature.properties })
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `<Data name="${xmlText(key)}"><value>${xmlText(textOf(value))}</value></Data>`);
  return `<Placemark><name>${xmlText(featureName(layer, feature))}</name><styleUrl>#${xmlText(layer.name)}</styleUrl><ExtendedData>${data.join("")}</ExtendedData>${geometryOf(feature.geometry)}</Placemark>`;
}

const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

function geometryOf(geometry: SiteGeometry): string {
  switch (geometry.type) {
    case "Point":
      return `<Point><coordinates>${positions([geometry.coordinates])}</coordinates></Point>`;
    case "MultiPoint":
      return several(geometry.coordinates.map((coordinates) => ({ type: "Point", coordinates })));
    case "LineString":
      return `<LineString><tessellate>1</tessellate><coordinates>${positions(geometry.coordinates)}</coordinates></LineString>`;
    case "MultiLineString":
      return several(geometry.coordinates.map((coordinates) => ({ type: "LineString", coordinates })));
    case "Polygon":
      return polygonOf(orientArea(geometry, "counterclockwise").coordinates as readonly Ring[]);
    case "MultiPolygon":
      return several(geometry.coordinates.map((coordinates) => ({ type: "Polygon", coordinates })));
  }
}

const several = (geometries: readonly SiteGeometry[]) =>
  `<MultiGeometry>${geometries.map(geometryOf).join("")}</MultiGeometry>`;

function polygonOf([outer = [], ...holes]: readonly Ring[]): string {
  const ring = (of: Ring) => `<LinearRing><coordinates>${positions(of)}</coordinates></LinearRing>`;
  const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join("");
  return `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner}</Polygon>`;
}

/** Nine decimals of a degree are a tenth of a millimetre. */
const positions = (of: readonly Position[]) =>
  of.map(([longitude, latitude]) => `${degrees(longitude)},${degrees(latitude)}`).join(" ");
const degrees = (value: number) => String(Number(value.toFixed(9)));
