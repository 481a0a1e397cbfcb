import { orientArea } from "../../geometry/orient-area.ts";
import type { SiteFeature, SiteGeometry } from "../../providers/site-features.ts";
import { type ExportContent, type ExportFile, wgs84 } from "./export-layer.ts";

/**
 * Writes one FeatureCollection in which `properties.layer` names the layer of each feature.
 *
 * Source: RFC 7946; outer rings run counterclockwise, holes clockwise
 */
export function writeGeojson(content: ExportContent): ExportFile {
  const features = content.layers.flatMap((layer) =>
    layer.features.map((feature) => ({
      type: "Feature",
      geometry: orient(feature.geometry),
      properties: { layer: layer.name, ...feature.properties },
    })),
  );
  const sources = content.layers.map(({ name, title, source, attribution, retrievedAt }) => ({
    ...{ layer: name, title, source, attribution, retrieved_at: retrievedAt },
  }));
  const { projectName: name, generatedAt: generated_at, notice } = content;
  const collection = { type: "FeatureCollection", name, generated_at, notice, sources, features };
  return { bytes: Buffer.from(JSON.stringify(collection)), warnings: [], crs: wgs84 };
}

function orient(geometry: SiteFeature["geometry"]): SiteGeometry {
  return geometry.type === "Polygon" || geometry.type === "MultiPolygon"
    ? orientArea(geometry, "counterclockwise")
    : geometry;
}
