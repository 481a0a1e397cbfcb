import type { MapLayer } from "../../../ingest/index.ts";
import type { Queryable } from "../../../migrations/index.ts";
import { listSiteParcels } from "../parcels/site-parcels.repository.ts";
import { farNote } from "./far-layers.ts";
import { clearSiteLayers, saveSiteLayerText } from "./site-layers.repository.ts";

/** The document that a map file became, and the project it belongs to. */
export interface MapFile {
  readonly projectId: string;
  readonly documentId: string;
  /** "trees.geojson, uploaded by the user". */
  readonly source: string;
  /** Where it was fetched; null for an upload. */
  readonly url: string | null;
}

const prefixOf = (documentId: string) => `upload:${documentId}:`;
const longestName = 80;

/** Writes the layers of a map file as layers of its project, in place of those of an earlier revision. */
export async function saveMapFileLayers(
  db: Queryable,
  { projectId, documentId, source, url }: MapFile,
  layers: readonly MapLayer[],
): Promise<void> {
  await removeMapFileLayers(db, projectId, documentId);
  const fetchedAt = new Date();
  const parcels = await listSiteParcels(db, projectId);
  for (const [at, { name, featureCount, featuresJson, bounds }] of layers.entries()) {
    await saveSiteLayerText(db, projectId, {
      ...{ layer: `${prefixOf(documentId)}${nameOf(name, at)}`, kind: "upload", title: name, state: "ready" },
      ...{ detail: farNote(name, bounds, parcels), featureCount, featuresJson, summary: { bounds } },
      provenance: {
        ...{ provider: "upload", name: source, url: url ?? prefixOf(documentId).slice(0, -1) },
        ...{ fetchedAt, vintage: null, attribution: null, license: null, isSynthetic: false },
      },
    });
  }
}

/** Removes the layers of a document that is deleted. */
export function removeMapFileLayers(db: Queryable, projectId: string, documentId: string): Promise<void> {
  return clearSiteLayers(db, projectId, prefixOf(documentId));
}

/** A name that is unique among the layers of the file: "0-Trees". */
const nameOf = (name: string, at: number) =>
  `${at}-${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, "_")}`.slice(0, longestName);
