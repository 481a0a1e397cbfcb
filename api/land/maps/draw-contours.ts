import { createHash } from "node:crypto";
import { problem } from "../../http/problem.ts";
import type { SiteLayerText } from "../site-layers/site-layers.repository.ts";
import { readSiteLayerTexts } from "../site-layers/site-layers.repository.ts";
import { fetchImagery } from "./aerial-picture.ts";
import {
  type DrawingDeps,
  drawSiteSheet,
  framed,
  imageryCredit,
  picturesOf,
  readSite,
  sheetPixels,
  storeMap,
} from "./drawn-map.ts";
import { frameSheetTask } from "./frame-sheet.ts";
import * as repository from "./recorded-maps.repository.ts";

/**
 * Returns the id of the contour sheet of a project: the stored one where it was drawn from the same data.
 *
 * @throws Problem bootstrap_not_ready, map_layer_unavailable, upstream_unavailable, export_render_failed
 */
export async function contourSheet(
  deps: DrawingDeps,
  owner: { readonly orgId: string; readonly projectId: string },
  signal: AbortSignal,
): Promise<string> {
  const { db } = deps;
  const { projectId } = owner;
  const [state, layers, site, kept] = await Promise.all([
    repository.findContourState(db, projectId),
    readSiteLayerTexts(db, projectId, ["contours"]),
    readSite(db, projectId),
    repository.findKeptMap(db, projectId, "contours"),
  ]);
  const contours = readable(layers[0], state.is_building, projectId);
  const drawnFrom = createHash("sha256")
    .update(JSON.stringify([state.written_at, site.name, site.subject.parcels]))
    .digest("hex");
  if (kept?.drawn_from === drawnFrom && kept.artifact_id !== null) return kept.artifact_id;
  const frame = framed(await deps.compute.run(frameSheetTask, site.subject, { signal }));
  const drawn = await fetchImagery(deps.providers.imagery, { box: frame.box, ...sheetPixels }, signal);
  const { provenance, summary, featuresJson } = contours;
  const credit = provenance?.attribution ?? provenance?.name ?? null;
  const interval = typeof summary.interval_ft === "number" ? `every ${summary.interval_ft} ft` : "in feet";
  const datum = typeof summary.vertical_datum === "string" ? ` (${summary.vertical_datum})` : "";
  const map = await drawSiteSheet(
    deps,
    site,
    {
      ...{
        kind: "contours",
        title: "Elevation contours",
        frame,
        pictures: picturesOf(drawn),
        contoursJson: featuresJson,
      },
      legend: [
        { mark: "parcel", text: "Parcel boundary" },
        { mark: "contour", text: `Contour, ${interval}` },
        { mark: "index", text: `Index contour, feet${datum}` },
      ],
      credits: [...(credit === null ? [] : [`Contours: ${credit}`]), imageryCredit(drawn)],
      isSynthetic: provenance?.isSynthetic === true || drawn?.isSynthetic === true,
    },
    signal,
  );
  const artifactId = await storeMap(deps, owner, map);
  await repository.saveKeptMap(db, projectId, { kind: "contours", artifactId, drawnFrom });
  return artifactId;
}

/** @throws Problem bootstrap_not_ready, map_layer_unavailable */
function readable(layer: SiteLayerText | undefined, isBuilding: boolean, projectId: string): SiteLayerText {
  if (layer?.state === "ready" && layer.featureCount > 0) return layer;
  if (isBuilding && (layer === undefined || layer.state === "pending")) {
    throw problem("bootstrap_not_ready", { poll: `/v1/projects/${projectId}`, retry_after_seconds: 5 });
  }
  const why = layer?.detail ?? null;
  throw problem("map_layer_unavailable", {
    detail: `The project has no stored contours${why === null ? "" : `: ${why.replace(/\.$/, "")}`}.`,
  });
}
