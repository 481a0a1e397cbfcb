import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { type Compute, ComputeFailed, computeTask } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { Artifacts } from "../../delivery/artifacts/artifacts.service.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { GetVisibleProject } from "../../knowledge/project-gate.ts";
import { oneChunk } from "../../storage/one-chunk.ts";
import { exportedFileView } from "../exported-file.ts";
import { findSiteName, listSiteParcels } from "../parcels/site-parcels.repository.ts";
import { siteFilename } from "../site-filename.ts";
import { readSiteLayerTexts } from "../site-layers/site-layers.repository.ts";
import type { ReadConcept } from "../site-plan/stored-concept.ts";
import type { PlanExportView } from "./plan-exports.model.ts";
import type { PlanFile, PlanFormat } from "./plan-file.ts";
import type * as work from "./plan-files.task.ts";

type View = Static<typeof PlanExportView>;

/** Writes concepts as files for CAD and GIS programs and as pictures. */
export interface PlanExports {
  /**
   * Writes the latest concept and mints a link to the file. `onStored` is called with the id of the file before the link
   * is minted.
   *
   * @throws Problem not_found, no_site_plan_concept, invalid_site_plan_export_request, export_render_failed
   */
  create(
    principal: Principal,
    projectId: string,
    format: PlanFormat,
    options: { onStored(artifactId: string): Promise<void>; readonly signal: AbortSignal },
  ): Promise<View>;
  /** Mints a fresh link to an earlier file. @throws Problem not_found */
  get(principal: Principal, projectId: string, artifactId: string): Promise<View>;
}

/** What exports of concepts are made of. */
export interface PlanExportsDeps {
  readonly db: Database;
  readonly compute: Compute;
  readonly artifacts: Pick<Artifacts, "store" | "withLink">;
  readonly getVisibleProject: GetVisibleProject;
  readonly readConcept: ReadConcept;
}

const writeTask = computeTask<typeof work, "writePlanFile">({
  module: join(import.meta.dirname, "plan-files.task.ts"),
  name: "writePlanFile",
  lane: "background",
  deadlineMs: 30_000,
});
const docType = "site_plan_export";
const retrySeconds = 5;
const files: Readonly<Record<PlanFormat, { readonly ending: string; readonly mimeType: string }>> = {
  concept_png: { ending: "concept.png", mimeType: "image/png" },
  landxml: { ending: "concept.xml", mimeType: "application/xml" },
  dxf: { ending: "concept.dxf", mimeType: "image/vnd.dxf" },
  geojson: { ending: "concept.geojson", mimeType: "application/geo+json" },
};

/** A picture of the latest concept. */
export interface ConceptPicture {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly revision: number;
  readonly isSynthetic: boolean;
}

/**
 * Draws the latest concept of a project; undefined where there is none.
 *
 * @throws Problem invalid_site_plan_export_request, export_render_failed
 */
export async function drawConceptPicture(
  deps: Pick<PlanExportsDeps, "db" | "compute" | "readConcept">,
  projectId: string,
  signal: AbortSignal,
): Promise<ConceptPicture | undefined> {
  const read = await contentOf(deps, projectId);
  if (!read) return undefined;
  const { content, isSynthetic } = read;
  const file = await written(deps.compute, { format: "concept_png", content }, signal);
  if ("refusal" in file) throw problem("invalid_site_plan_export_request", { detail: file.refusal });
  const { revision } = content.concept;
  const filename = `${siteFilename(content.projectName)}-r${revision}-${files.concept_png.ending}`;
  return { bytes: file.bytes, filename, revision, isSynthetic };
}

/** Reads what files of a concept are made from; undefined where there is none. */
async function contentOf({ db, readConcept }: Pick<PlanExportsDeps, "db" | "readConcept">, projectId: string) {
  const [projectName, parcels, layers, concept] = await Promise.all([
    findSiteName(db, projectId),
    listSiteParcels(db, projectId),
    readSiteLayerTexts(db, projectId, ["roads", "flood", "wetlands"]),
    readConcept(projectId),
  ]);
  if (!concept) return undefined;
  const isSynthetic = layers.some(({ provenance }) => provenance?.isSynthetic === true);
  const [first] = parcels;
  const content = {
    ...{ projectName, concept, generatedAt: new Date().toISOString(), address: first?.address ?? null },
    place: { state: first?.jurisdiction?.state ?? null, county: first?.jurisdiction?.county ?? null },
    notice: isSynthetic ? "SYNTHETIC: an invented town, not a real place." : null,
  };
  return { content, isSynthetic };
}

/** Makes the exports of concepts. */
export function makePlanExports(deps: PlanExportsDeps): PlanExports {
  const { artifacts } = deps;
  return {
    async create(principal, projectId, format, { onStored, signal }) {
      const { orgId } = await deps.getVisibleProject(principal, projectId);
      const read = await contentOf(deps, projectId);
      if (!read) throw problem("no_site_plan_concept");
      const { content, isSynthetic } = read;
      const { concept, projectName, generatedAt } = content;
      const file = await written(deps.compute, { format, content }, signal);
      if ("refusal" in file) throw problem("invalid_site_plan_export_request", { detail: file.refusal });
      const { ending, mimeType } = files[format];
      const metadata = {
        ...{ revision: concept.revision, crs: file.crs, generated_at: generatedAt },
        ...{ is_synthetic: isSynthetic, warnings: file.warnings },
      };
      const artifact = await artifacts.store(
        {
          ...{ orgId, projectId, docType, mimeType, metadata, tool: "export_site_plan" },
          ...{ label: `Concept (${format})`, filename: `${siteFilename(projectName)}-r${concept.revision}-${ending}` },
        },
        oneChunk(file.bytes),
      );
      await onStored(artifact.id);
      return exportedFileView<View["metadata"]>(await artifacts.withLink(principal, projectId, artifact.id, docType));
    },
    async get(principal, projectId, artifactId) {
      return exportedFileView<View["metadata"]>(await artifacts.withLink(principal, projectId, artifactId, docType));
    },
  };
}

/** @throws Problem export_render_failed where the worker broke or ran out of time */
async function written(
  compute: Compute,
  request: Parameters<typeof work.writePlanFile>[0],
  signal: AbortSignal,
): Promise<PlanFile> {
  try {
    return await compute.run(writeTask, request, { signal });
  } catch (error) {
    if (error instanceof ComputeFailed) throw problem("export_render_failed", { retry_after_seconds: retrySeconds });
    throw error;
  }
}
