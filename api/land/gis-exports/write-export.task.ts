/** Writes the files of GIS exports, in a worker thread. */
import type { ExportContent, ExportFile, ExportFormat, UnreadLayer } from "./export-layer.ts";
import { writeDxf } from "./write-dxf.ts";
import { writeGeojson } from "./write-geojson.ts";
import { writeKml, writeKmz } from "./write-kml.ts";
import { writeShapefile } from "./write-shapefile.ts";

/** What is written. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly content: ExportContent<UnreadLayer>;
}

const writers: Readonly<Record<ExportFormat, (content: ExportContent) => ExportFile>> = {
  shapefile: writeShapefile,
  kml: writeKml,
  kmz: writeKmz,
  geojson: writeGeojson,
  dxf: writeDxf,
};

/** Returns an export in one format. */
export function writeExport({ format, content }: ExportRequest): ExportFile {
  const layers = content.layers.map(({ featuresJson, ...layer }) => ({ ...layer, features: JSON.parse(featuresJson) }));
  return writers[format]({ ...content, layers });
}
