import type { MapLayer } from "../../../ingest/index.ts";
import type { Queryable } from "../../../migrations/index.ts";
import { clearSiteLayers, saveSiteLayerText } from "./site-layers.repository.ts";

/** The document that an uploaded map file became, and the project it belongs to. */
export interface UploadedMap {
  readonly projectId: string;
  readonly documentId: string;
  readonly title: string;
}

const prefixOf = (documentId: string) => `upload:${documentId}:`;
const longestName = 80;

/** Writes the layers of an uploaded map file as layers of its project, in place of those of an earlier revision. */
export async function saveUploadedLayers(
  db: Queryable,
  { projectId, documentId, title }: UploadedMap,
  layers: readonly MapLayer[],
): Promise<void> {
  await removeUploadedLayers(db, projectId, documentId);
  const fetchedAt = new Date();
  for (const [at, { name, featureCount, featuresJson, bounds }] of layers.entries()) {
    await saveSiteLayerText(db, projectId, {
      ...{ layer: `${prefixOf(documentId)}${nameOf(name, at)}`, kind: "upload", title: name, state: "ready" },
      ...{ detail: null, featureCount, featuresJson, summary: { bounds } },
      provenance: {
        ...{ provider: "upload", name: `${title}, uploaded by the user`, url: prefixOf(documentId).slice(0, -1) },
        ...{ fetchedAt, vintage: null, attribution: null, license: null, isSynthetic: false },
      },
    });
  }
}

/** Removes the layers of a document that is deleted. */
export function removeUploadedLayers(db: Queryable, projectId: string, documentId: string): Promise<void> {
  return clearSiteLayers(db, projectId, prefixOf(documentId));
}

/** A name that is unique among the layers of the file: "0-Trees". */
const nameOf = (name: string, at: number) =>
  `${at}-${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, "_")}`.slice(0, longestName);
