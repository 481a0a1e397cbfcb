import type { Position } from "../../geometry/geojson.ts";
import { planFeatures } from "../site-plan/plan-features.ts";
import type { PlanFile, PlanFileContent } from "./plan-file.ts";

/** Writes all objects of a concept as one FeatureCollection in WGS 84. Source: RFC 7946. */
export function writePlanGeojson({ projectName, concept, notice, generatedAt }: PlanFileContent): PlanFile {
  const features = planFeatures(concept.plan.objects, concept.origin);
  const about = { name: projectName, revision: concept.revision, generated_at: generatedAt, notice, use };
  const collection = { type: "FeatureCollection", ...about, bbox: boxOf(features), features };
  return {
    bytes: Buffer.from(JSON.stringify(collection)),
    warnings: [],
    crs: { name: "WGS 84", epsg: 4326, unit: "degree" },
  };
}

const use = "A concept for planning, not for construction.";

function boxOf(features: ReturnType<typeof planFeatures>): number[] | undefined {
  const box = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const widen = ([x, y]: Position) => {
    box[0] = Math.min(box[0] ?? x, x);
    box[1] = Math.min(box[1] ?? y, y);
    box[2] = Math.max(box[2] ?? x, x);
    box[3] = Math.max(box[3] ?? y, y);
  };
  for (const { geometry } of features) {
    if (geometry.type === "Point") widen(geometry.coordinates);
    else if (geometry.type === "LineString") geometry.coordinates.forEach(widen);
    else if (geometry.type === "Polygon") geometry.coordinates.flat().forEach(widen);
    else geometry.coordinates.flat(2).forEach(widen);
  }
  return features.length === 0 ? undefined : box;
}
