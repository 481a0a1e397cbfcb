import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import type { Box } from "../../geometry/box.ts";
import type { SiteFeature } from "../site-features.ts";
import type * as work from "./convert-features.task.ts";
import type { EsriGeometry } from "./esri-geometry.ts";

/** A feature in Esri's JSON. */
export interface EsriFeature {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly geometry?: EsriGeometry | null;
}

/** Features in GeoJSON, with what became of those that were not sound. */
export interface ConvertedFeatures {
  readonly features: readonly SiteFeature[];
  /** Rings that crossed themselves or enclosed nothing were repaired in so many features. */
  readonly repaired: number;
  /** Features left out because no geometry was left of them. */
  readonly dropped: number;
}

/** What is converted. */
export interface FeatureConversion {
  readonly features: readonly EsriFeature[];
  /** Geometries are cut at this box; null keeps them whole. */
  readonly clipTo: Box | null;
  /** Coordinates are degrees, or metres of Web Mercator. */
  readonly reference: "degrees" | "web_mercator";
}

const convertTask = computeTask<typeof work, "convertFeatures">({
  module: join(import.meta.dirname, "convert-features.task.ts"),
  name: "convertFeatures",
  lane: "background",
  deadlineMs: 20_000,
});

/**
 * Converts features to GeoJSON in a worker thread.
 *
 * @throws ComputeFailed
 */
export function convertFeatures(
  compute: Compute,
  conversion: FeatureConversion,
  signal?: AbortSignal,
): Promise<ConvertedFeatures> {
  return compute.run(convertTask, conversion, { signal });
}
