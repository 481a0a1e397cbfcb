/** The CPU-bound work of reading features of an ArcGIS service. */
import { clipToBox } from "../clip-feature.ts";
import type { SiteFeature } from "../site-features.ts";
import type { ConvertedFeatures, FeatureConversion } from "./convert-features.ts";
import { geometryFromEsri } from "./esri-geometry.ts";
import { degreesFromMercator } from "./web-mercator.ts";

/** Converts features to GeoJSON: geometries repaired and cut, attributes under the last segment of their names. */
export function convertFeatures({ features, clipTo, reference }: FeatureConversion): ConvertedFeatures {
  const converted: SiteFeature[] = [];
  let repaired = 0;
  let dropped = 0;
  for (const { attributes, geometry } of features) {
    const inDegrees = reference === "degrees" ? geometry : degreesFromMercator(geometry);
    const read = geometryFromEsri(inDegrees);
    if (!read) {
      dropped += 1;
      continue;
    }
    if (read.isRepaired) repaired += 1;
    const kept = clipTo === null ? read.geometry : clipToBox(read.geometry, clipTo);
    // A feature whose box touches the one that was asked for may have nothing inside it.
    if (kept) converted.push({ type: "Feature", geometry: kept, properties: withShortNames(attributes ?? {}) });
  }
  return { features: converted, repaired, dropped };
}

/** Layers that join tables name a field by its table as well: `Wetlands.ATTRIBUTE`. */
function withShortNames(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const last = name.slice(name.lastIndexOf(".") + 1);
    if (!Object.hasOwn(short, last) || last === name) short[last] = value;
  }
  return short;
}
