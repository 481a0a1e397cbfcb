import { strToU8, zipSync } from "fflate";
import { writeDbf } from "./dbf-table.ts";
import { type ExportContent, type ExportFile, type ExportLayer, wgs84 } from "./export-layer.ts";
import { type ShapeKind, shapeKind, writeShapes } from "./shape-file.ts";

/** Well-known text of WGS 84 as Esri software writes it. Source: EPSG 4326 in the form of Esri's projection engine */
const projection =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const kinds: readonly ShapeKind[] = ["polygons", "lines", "points"];

/**
 * Writes a ZIP archive with a shapefile for each layer and kind of geometry, each with its index, table, projection and
 * encoding; `fields.csv` says what the shortened names of the fields stand for, `README.txt` where the data come from.
 */
export function writeShapefile(content: ExportContent): ExportFile {
  const files: Record<string, Uint8Array> = {};
  const warnings: string[] = [];
  const fields = ["file,field,property"];
  const date = new Date(content.generatedAt);
  const used = new Set<string>();
  for (const layer of content.layers) {
    const present = kinds.filter((kind) => layer.features.some(({ geometry }) => shapeKind(geometry) === kind));
    const base = uniqueName(fileName(layer.name), used);
    for (const kind of present) {
      const name = present.length === 1 ? base : `${base}_${kind}`;
      const features = layer.features.filter(({ geometry }) => shapeKind(geometry) === kind);
      const { shp, shx } = writeShapes(
        kind,
        features.map(({ geometry }) => geometry),
      );
      const table = writeDbf(
        features.map(({ properties }) => properties),
        date,
      );
      Object.assign(files, {
        ...{ [`${name}.shp`]: shp, [`${name}.shx`]: shx, [`${name}.dbf`]: table.bytes },
        ...{ [`${name}.prj`]: strToU8(projection), [`${name}.cpg`]: strToU8("UTF-8") },
      });
      fields.push(...table.fields.map(([field, property]) => `${name},${field},"${property.replaceAll('"', '""')}"`));
      if (table.cut > 0) {
        warnings.push(
          `${table.cut} texts of ${name} are longer than 254 bytes, the most a shapefile holds, and were cut.`,
        );
      }
    }
  }
  files["fields.csv"] = strToU8(`${fields.join("\n")}\n`);
  files["README.txt"] = strToU8(readme(content));
  return { bytes: zipSync(files, { level: 6, mtime: date }), warnings, crs: wgs84 };
}

function readme({ projectName, generatedAt, notice, layers }: ExportContent): string {
  const credit = ({ title, source, attribution, retrievedAt }: ExportLayer) =>
    [
      title,
      source && `  source: ${source}`,
      attribution && `  credit: ${attribution}`,
      retrievedAt && `  retrieved: ${retrievedAt}`,
    ]
      .filter(Boolean)
      .join("\n");
  return [
    `${projectName}, exported ${generatedAt}`,
    ...(notice === null ? [] : [notice]),
    "Coordinates: WGS 84 (EPSG 4326), degrees. Text: UTF-8. Screening data, not a survey.",
    ...layers.map(credit),
    "",
  ].join("\n\n");
}

const fileName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "")
    .slice(0, 60) || "layer";

function uniqueName(wanted: string, used: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}
