import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import { boxOf, grownBox } from "../../geometry/box.ts";
import { mercatorBox } from "../arcgis/web-mercator.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, settle } from "../client/provider-fault.ts";
import type { FetchLayer } from "../providers.ts";
import type * as work from "./read-terrain.task.ts";

/** The 3D Elevation Program. @see https://www.usgs.gov/3d-elevation-program */
export const elevationDescription: ProviderDescription = {
  provider: "elevation",
  name: "USGS 3D Elevation Program",
  attribution: "USGS The National Map: 3D Elevation Program",
  license: "Public domain",
};

const freshForSeconds = 7 * 86_400;
/** Metres of the ground in a pixel: the finest that most of the country is surveyed at. */
const finestMeters = 1;
const mostPixels = 700;
/** Ground around the area that was asked for, so that slopes and contours are sound at its edge. */
const apronPixels = 4;

const readTask = computeTask<typeof work, "readTerrain">({
  module: join(import.meta.dirname, "read-terrain.task.ts"),
  name: "readTerrain",
  lane: "background",
  deadlineMs: 30_000,
});

/**
 * Makes the layer of contours out of the elevation service. Its summary is the `TerrainSummary` of the site. A site of
 * which the service has no elevation at all is `not_published`.
 */
export function makeElevation({
  client,
  compute,
}: {
  readonly client: ProviderClient;
  readonly compute: Compute;
}): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = grownBox(boxOf(site), marginMeters);
      const [left, bottom, right, top] = mercatorBox(box);
      // A metre of the ground is longer on this map the further it lies from the equator.
      const stretch = 1 / Math.cos((((box[1] + box[3]) / 2) * Math.PI) / 180);
      const pixel = Math.max(finestMeters * stretch, (right - left) / mostPixels, (top - bottom) / mostPixels);
      const apron = pixel * apronPixels;
      const [width, height] = [right - left, top - bottom].map((side) => Math.ceil(side / pixel) + 2 * apronPixels);
      const bbox = [
        left - apron,
        top + apron - (height ?? 0) * pixel,
        left - apron + (width ?? 0) * pixel,
        top + apron,
      ];
      const file = await client.bytes({
        path: "/exportImage",
        query: {
          ...{ bbox: bbox.map((side) => side.toFixed(3)).join(","), bboxSR: 3857, imageSR: 3857 },
          ...{ size: `${width},${height}`, format: "tiff", pixelType: "F32" },
          ...{ interpolation: "RSP_BilinearInterpolation", noDataInterpretation: "esriNoDataMatchAny", f: "image" },
        },
        ...{ kinds: ["tiff"], freshForSeconds, attemptMs: 30_000, totalMs: 90_000, signal },
      });
      const read = await compute.run(readTask, { bytes: file.body, site, box }, { signal });
      const { provenance } = file;
      if (read.fault !== null) {
        throw new ProviderFault("passing", `${client.description.name} sent a picture that ${read.fault}.`, {
          provenance,
        });
      }
      if (read.summary === null) {
        const detail = "The elevation service has no data for this place.";
        return { state: "not_published", detail, provenance };
      }
      const { features, summary } = read;
      return { state: "ready", value: { features, summary: { ...summary } }, provenance };
    });
}
