import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { Artifacts } from "../../delivery/artifacts/artifacts.service.ts";
import { innerPoint } from "../../geometry/inner-point.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { GetVisibleProject } from "../../knowledge/project-gate.ts";
import { siteLayerNames } from "../../providers/site-layer.ts";
import { oneChunk } from "../../storage/one-chunk.ts";
import { exportedFileView } from "../exported-file.ts";
import { findSiteName, listSiteParcels, type SiteParcel } from "../parcels/site-parcels.repository.ts";
import { siteFilename } from "../site-filename.ts";
import type { SiteLayer } from "../site-layers/site-layer.model.ts";
import { listSiteLayers, readSiteLayerTexts, type SiteLayerText } from "../site-layers/site-layers.repository.ts";
import type { ExportFormat, UnreadLayer } from "./export-layer.ts";
import type { GisExportView } from "./gis-exports.model.ts";
import { assertFitOneFile } from "./one-file.ts";
import type * as work from "./write-export.task.ts";

/** Writes the layers of a project as files for GIS and CAD programs. */
export interface GisExports {
  /**
   * Writes a file and mints a link to it. `onStored` is called with the id of the file before the link is minted.
   *
   * @throws Problem not_found; validation_failed for a layer that the project does not have, for layers that are too much
   *   for one file, and where no layer has anything to write
   */
  create(
    principal: Principal,
    projectId: string,
    asked: { readonly format: ExportFormat; readonly layers: readonly string[] | undefined },
    options: { onStored(artifactId: string): Promise<void>; readonly signal: AbortSignal },
  ): Promise<Static<typeof GisExportView>>;
  /** Mints a fresh link to an earlier export. */
  get(principal: Principal, projectId: string, artifactId: string): Promise<Static<typeof GisExportView>>;
}

/** What exports are made of. */
export interface GisExportsDeps {
  readonly db: Database;
  readonly compute: Compute;
  readonly artifacts: Pick<Artifacts, "store" | "withLink">;
  readonly getVisibleProject: GetVisibleProject;
}

const writeTask = computeTask<typeof work, "writeExport">({
  module: join(import.meta.dirname, "write-export.task.ts"),
  name: "writeExport",
  lane: "background",
  deadlineMs: 60_000,
});

type Metadata = Static<typeof GisExportView>["metadata"];
const docType = "gis_export";
const files: Readonly<Record<ExportFormat, { readonly ending: string; readonly mimeType: string }>> = {
  shapefile: { ending: "shapefile.zip", mimeType: "application/zip" },
  kml: { ending: "kml", mimeType: "application/vnd.google-earth.kml+xml" },
  kmz: { ending: "kmz", mimeType: "application/vnd.google-earth.kmz" },
  geojson: { ending: "geojson", mimeType: "application/geo+json" },
  dxf: { ending: "dxf", mimeType: "image/vnd.dxf" },
};

/** Makes the exports of the service. */
export function makeGisExports(deps: GisExportsDeps): GisExports {
  const { db, compute, artifacts } = deps;
  return {
    async create(principal, projectId, { format, layers: asked }, { onStored, signal }) {
      const { orgId } = await deps.getVisibleProject(principal, projectId);
      const known = await listSiteLayers(db, projectId);
      assertKnown(asked ?? [], known);
      const [projectName, parcels, stored] = await Promise.all([
        findSiteName(db, projectId),
        listSiteParcels(db, projectId),
        readSiteLayerTexts(db, projectId, asked ?? null),
      ]);
      const { layers, leftOut } = chooseLayers(parcels, stored, asked);
      if (layers.length === 0) throw nothingToWrite(leftOut);
      assertFitOneFile(layers);
      const far = stored.flatMap(({ layer, kind, detail }) =>
        kind === "upload" && detail !== null && layers.some(({ id }) => id === layer) ? [detail] : [],
      );
      const generatedAt = new Date().toISOString();
      const isSynthetic = known.some(({ provenance }) => provenance?.isSynthetic === true);
      const notice = isSynthetic ? "Synthetic data of an invented town: not a real place." : null;
      const { state = null, county = null } = parcels[0]?.jurisdiction ?? {};
      const anchor = parcels[0]?.geometry ? innerPoint(parcels[0].geometry) : null;
      const content = { projectName, layers, place: { state, county }, anchor, generatedAt, notice };
      const { bytes, warnings, crs } = await compute.run(writeTask, { format, content }, { signal });
      const metadata = {
        ...{ crs, generated_at: generatedAt, is_synthetic: isSynthetic },
        warnings: [...leftOut, ...far, ...warnings],
        layers: layers.map((layer) => ({
          ...{ layer: layer.id, title: layer.title, features: layer.featureCount },
          ...{ source: layer.source, attribution: layer.attribution, retrieved_at: layer.retrievedAt },
        })),
      };
      const { ending, mimeType } = files[format];
      const artifact = await artifacts.store(
        {
          ...{ orgId, projectId, docType, mimeType, metadata },
          ...{ label: `Map data (${format})`, filename: `${siteFilename(projectName)}.${ending}`, tool: "export_gis" },
        },
        oneChunk(bytes),
      );
      await onStored(artifact.id);
      return exportedFileView<Metadata>(await artifacts.withLink(principal, projectId, artifact.id, docType));
    },
    async get(principal, projectId, artifactId) {
      return exportedFileView<Metadata>(await artifacts.withLink(principal, projectId, artifactId, docType));
    },
  };
}

type CountedLayer = UnreadLayer & {
  /** The name by which the project knows the layer, and a request asks for it. */
  readonly id: string;
  readonly featureCount: number;
};

/** Returns the layers with features, parcels first, and says of each other one why it is left out. */
function chooseLayers(
  parcels: readonly SiteParcel[],
  stored: readonly SiteLayerText[],
  asked: readonly string[] | undefined,
): { readonly layers: readonly CountedLayer[]; readonly leftOut: readonly string[] } {
  const others = stored.filter(({ kind }) => kind !== "standard");
  const isAsked = (name: string) => asked === undefined || asked.includes(name);
  const layers: CountedLayer[] = [];
  const leftOut: string[] = [];
  for (const name of siteLayerNames) {
    if (!isAsked(name)) continue;
    const own = stored.find(({ layer }) => layer === name);
    const layer = name === "parcels" ? parcelLayer(parcels) : own && layerOf(own);
    if (layer && layer.featureCount > 0) layers.push(layer);
    else leftOut.push(`${name} was left out: ${whyNot(name === "parcels" ? undefined : own)}.`);
  }
  for (const other of others) {
    if (!isAsked(other.layer)) continue;
    if (other.featureCount > 0) layers.push(layerOf(other));
    else if (asked) leftOut.push(`${other.title} was left out: ${whyNot(other)}.`);
  }
  return { layers, leftOut };
}

/** @throws Problem validation_failed naming each layer that the project does not have */
function assertKnown(asked: readonly string[], stored: readonly SiteLayer[]): void {
  const others = stored.filter(({ kind }) => kind !== "standard");
  const isKnown = (name: string) =>
    siteLayerNames.some((known) => known === name) || others.some(({ layer }) => layer === name);
  const known = others.map(({ layer }) => JSON.stringify(layer));
  const has = known.length === 0 ? "it has no uploaded or registered layer" : `it has ${known.slice(0, 20).join(", ")}`;
  const errors = asked.flatMap((name, at) =>
    isKnown(name)
      ? []
      : [
          {
            field: `layers[${at}]`,
            code: "not_found",
            message: `${JSON.stringify(name)} is not a layer of the project; ${has}`,
          },
        ],
  );
  if (errors.length > 0) throw validationProblem(errors);
}

function whyNot(layer: SiteLayerText | undefined): string {
  if (!layer) return "the project has no data for it";
  const because = layer.detail === null ? "" : `: ${layer.detail.replace(/\.$/, "")}`;
  return `${whyEmpty[layer.state]}${because}`;
}

/** Why a layer without features has none. */
const whyEmpty: Readonly<Record<SiteLayer["state"], string>> = {
  ready: "it has no features",
  empty: "the source has no features around the site",
  pending: "it has not been read yet",
  unavailable: "no source answers for it",
  failed: "it could not be read",
  not_published: "the source publishes nothing for this place",
  skipped: "it was not requested",
};

/** An added layer that is called "Zoning" must not run together with the layer of that name in programs for GIS and CAD. */
const nameOfAdded = (title: string) =>
  siteLayerNames.some((name) => name === title.trim().toLowerCase()) ? `${title} (added)` : title;

function layerOf({ layer, kind, title, featureCount, featuresJson, provenance }: SiteLayerText): CountedLayer {
  return {
    ...{
      id: layer,
      name: kind === "standard" ? layer : nameOfAdded(title),
      title,
      featureCount,
      featuresJson: featuresJson ?? "[]",
    },
    ...{ source: provenance?.name ?? null, attribution: provenance?.attribution ?? null },
    retrievedAt: provenance?.fetchedAt.toISOString() ?? null,
  };
}

function parcelLayer(parcels: readonly SiteParcel[]): CountedLayer {
  const features = parcels.flatMap(
    ({ geometry, parcel_index, ll_uuid, address, apn, area_square_feet, zoning_code }) => {
      if (geometry === null) return [];
      const area = area_square_feet === null ? null : Math.round(area_square_feet);
      const properties = { parcel: parcel_index + 1, address, apn, ll_uuid, zoning_code, area_sqft: area };
      return [{ type: "Feature", geometry, properties }];
    },
  );
  return {
    ...{
      id: "parcels",
      name: "parcels",
      title: "Parcels",
      featureCount: features.length,
      featuresJson: JSON.stringify(features),
    },
    ...{ source: "Project record", attribution: null, retrievedAt: null },
  };
}

const nothingToWrite = (leftOut: readonly string[]) =>
  problem("validation_failed", {
    detail: `None of these layers has features to export. ${leftOut.join(" ")}`,
    errors: [{ field: "layers", code: "empty", message: "names no layer with features" }],
  });
