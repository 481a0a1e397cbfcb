import type { ArtifactRow } from "../../delivery/artifacts/artifacts.repository.ts";
import { Problem } from "../../http/problem.ts";
import { contourSheet } from "./draw-contours.ts";
import { type DrawingDeps, type DrawnMap, readSite, storeMap } from "./drawn-map.ts";
import type { MapFacts, MapKind } from "./maps.model.ts";
import { drawAerial, drawSiteMap } from "./maps.service.ts";
import { askOfficialMap } from "./recorded-maps.jobs.ts";
import * as repository from "./recorded-maps.repository.ts";

/** A map for a report, or why there is none. */
export type MapExhibit =
  | { readonly map: Omit<DrawnMap, "label"> }
  | { readonly missing: { readonly state: string; readonly detail: string } };

/** Returns a map of a project for a report: a kept one where there is one, else a fresh one. */
export type DrawMapExhibit = (
  owner: { readonly orgId: string; readonly projectId: string },
  kind: MapKind,
  signal: AbortSignal,
) => Promise<MapExhibit>;

/** What exhibits are made with. */
export interface MapExhibitsDeps extends DrawingDeps {
  /** Returns a stored file of a project with its bytes; undefined when it is gone. */
  readonly readArtifact: (
    projectId: string,
    artifactId: string,
  ) => Promise<{ readonly artifact: ArtifactRow; readonly bytes: Uint8Array } | undefined>;
}

/** Makes the function that draws exhibits. A map that cannot be had is an outcome; only an abort throws. */
export function makeMapExhibits(deps: MapExhibitsDeps): DrawMapExhibit {
  return async (owner, kind, signal) => {
    try {
      return await exhibitOf(deps, owner, kind, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Problem) return { missing: { state: error.code, detail: error.message } };
      return { missing: { state: "failed", detail: "The map could not be drawn." } };
    }
  };
}

type Owner = Parameters<DrawMapExhibit>[0];

async function exhibitOf(deps: MapExhibitsDeps, owner: Owner, kind: MapKind, signal: AbortSignal): Promise<MapExhibit> {
  if (kind === "contours") return stored(deps, owner, await contourSheet(deps, owner, signal));
  const site = await readSite(deps.db, owner.projectId);
  if (kind === "site_map") return { map: await drawSiteMap(deps, site, signal) };
  if (kind === "aerial") return { map: await drawAerial(deps, site, signal) };
  const kept = await repository.findKeptMap(deps.db, owner.projectId, kind);
  if (kept?.state === "ready" && kept.artifact_id !== null) return stored(deps, owner, kept.artifact_id);
  const told = await askOfficialMap(deps, site, { kind, signal });
  if (!("map" in told)) return { missing: { state: told.state, detail: told.detail } };
  const artifactId = await storeMap(deps, owner, told.map);
  await repository.saveKeptMap(deps.db, owner.projectId, { kind, artifactId, drawnFrom: null });
  return { map: told.map };
}

async function stored(
  { readArtifact }: MapExhibitsDeps,
  { projectId }: Owner,
  artifactId: string,
): Promise<MapExhibit> {
  const found = await readArtifact(projectId, artifactId);
  if (!found) return { missing: { state: "failed", detail: "The stored map no longer exists." } };
  const { filename, mime_type: mimeType, metadata } = found.artifact;
  return { map: { bytes: found.bytes, filename, mimeType, facts: metadata as unknown as MapFacts } };
}
