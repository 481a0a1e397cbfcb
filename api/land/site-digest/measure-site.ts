import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import type { ProvidedLayerName } from "../../providers/site-layer.ts";
import type * as work from "./measure-site.task.ts";

/** What a group of areas with the same properties covers of the site. */
export interface MeasuredArea {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly squareFeet: number;
}

/** How far a group of features with the same properties is from the site; 0 where it reaches it. */
export interface MeasuredDistance {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly feet: number;
  /** Where it lies as seen from the middle of the site: "NE". */
  readonly direction: string;
}

/** What was measured of one layer. */
export interface LayerMeasures {
  /** Largest first. */
  readonly areas: readonly MeasuredArea[];
  /** Nearest first. */
  readonly distances: readonly MeasuredDistance[];
}

/** All that is measured of a site. */
export interface SiteMeasures {
  /** Land of all parcels together; where parcels overlap it counts once. */
  readonly squareFeet: number;
  readonly layers: Readonly<Partial<Record<ProvidedLayerName, LayerMeasures>>>;
  /** Land in special flood hazard areas, in the floodway, and in wetlands, each once. */
  readonly specialFloodHazardSquareFeet: number;
  readonly floodwaySquareFeet: number;
  readonly wetlandSquareFeet: number;
  /** Land in neither. */
  readonly unconstrainedSquareFeet: number;
}

/** What is measured: the parcels and the layers, whose features are still text. */
export interface SiteToMeasure {
  readonly parcels: readonly AreaGeometry[];
  readonly layers: readonly { readonly layer: MeasuredLayer; readonly featuresJson: string }[];
}

/** The layers of which something is measured. */
export const measuredLayers = [
  "zoning",
  "flood",
  "wetlands",
  "soils",
  "roads",
  "utilities",
  "buildings",
  "environmental",
  "adjacency",
] as const satisfies readonly ProvidedLayerName[];
export type MeasuredLayer = (typeof measuredLayers)[number];

const measureTask = computeTask<typeof work, "measureSite">({
  module: join(import.meta.dirname, "measure-site.task.ts"),
  name: "measureSite",
  lane: "background",
  deadlineMs: 20_000,
});

/**
 * Measures areas, shares and distances in a worker thread.
 *
 * @throws ComputeFailed
 */
export function measureSite(compute: Compute, site: SiteToMeasure, signal?: AbortSignal): Promise<SiteMeasures> {
  return compute.run(measureTask, site, { signal });
}
