import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import type { Box } from "../../geometry/box.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import type * as work from "./soil-polygons.task.ts";

/** Polygons of map units in well-known text, in degrees. */
export interface SoilPolygons {
  readonly rows: readonly { readonly mukey: string; readonly wkt: string }[];
  readonly clipTo: Box;
}

/** Polygons in GeoJSON. */
export interface ReadPolygons {
  readonly polygons: readonly { readonly mukey: string; readonly geometry: AreaGeometry }[];
  /** So many texts are not well-known text. */
  readonly unreadable: number;
}

const readTask = computeTask<typeof work, "readSoilPolygons">({
  module: join(import.meta.dirname, "soil-polygons.task.ts"),
  name: "readSoilPolygons",
  lane: "background",
  deadlineMs: 20_000,
});

/**
 * Reads polygons of well-known text in a worker thread.
 *
 * @throws ComputeFailed
 */
export function readSoilPolygons(compute: Compute, given: SoilPolygons, signal?: AbortSignal): Promise<ReadPolygons> {
  return compute.run(readTask, given, { signal });
}
