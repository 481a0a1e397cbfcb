import { makeGoalReader } from "../../agent/index.ts";
import type { Compute } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import type { Artifacts } from "../delivery/artifacts/artifacts.service.ts";
import type { ReportPorts } from "../delivery/reports/evidence/gather.ts";
import type { DocumentRenderer } from "../drawing/typst-renderer.ts";
import type { Operation } from "../http/operation.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { ListFacts } from "../knowledge/project-facts.ts";
import type { GetReadyProject, GetVisibleProject } from "../knowledge/project-gate.ts";
import type { Projects } from "../knowledge/projects/projects.service.ts";
import { gisExportsOperations } from "../land/gis-exports/gis-exports.routes.ts";
import { makeGisExports } from "../land/gis-exports/gis-exports.service.ts";
import type { ReadCriteria } from "../land/interview/interview-state.ts";
import { type DrawMapExhibit, makeMapExhibits } from "../land/maps/map-exhibits.ts";
import { mapsOperations } from "../land/maps/maps.routes.ts";
import { makeMaps } from "../land/maps/maps.service.ts";
import { makeMapRecordHandler, mapRecordJob } from "../land/maps/recorded-maps.jobs.ts";
import { parcelsOperations } from "../land/parcels/parcels.routes.ts";
import { makeParcelResolver } from "../land/parcels/resolve.service.ts";
import { planCheckOperations } from "../land/plan-check/plan-check.routes.ts";
import { makePlanCheck } from "../land/plan-check/plan-check.service.ts";
import { previewOperations } from "../land/preview/preview.routes.ts";
import { makeParcelPreview } from "../land/preview/preview.service.ts";
import { siteDigestOperations } from "../land/site-digest/site-digest.routes.ts";
import { makeSiteDigests, type SiteDigests } from "../land/site-digest/site-digest.service.ts";
import { siteFilename } from "../land/site-filename.ts";
import { readSiteLayerTexts } from "../land/site-layers/site-layers.repository.ts";
import { mappedLandUnder } from "../land/site-plan/mapped-land.ts";
import type { Providers } from "../providers/providers.ts";
import type { Answering } from "./compose-answering.ts";
import { composeSitePlans } from "./compose-site-plans.ts";

/** What the land wing is made of. */
export interface LandParts {
  readonly answering: Answering;
  readonly providers: Providers;
  readonly db: Database;
  readonly compute: Compute;
  readonly artifacts: Artifacts;
  readonly renderer: DocumentRenderer;
  readonly jobs: Jobs;
  readonly gate: { readonly getVisibleProject: GetVisibleProject; readonly getReadyProject: GetReadyProject };
  readonly projects: Pick<Projects, "get">;
}

/** The land wing: its operations, and what answers may cite of a site and of the concept on it. */
export interface Land {
  readonly operations: readonly Operation[];
  readonly listFacts: readonly ListFacts[];
  /** Loads what the first picture would else wait for. */
  readonly warm: () => Promise<void>;
  /** What reports read of the site. */
  readonly forReports: {
    readonly readDigest: SiteDigests["read"];
    readonly drawMap: DrawMapExhibit;
    readonly readTypology: ReportPorts["readTypology"];
    readonly fileStem: ReportPorts["fileStem"];
    readonly mappedLandUnder: ReportPorts["mappedLandUnder"];
    readonly readCriteria: ReadCriteria;
  } & Omit<ReturnType<typeof composeSitePlans>, "operations" | "criteria" | "listFacts">;
}

/** Puts parcels, goals, site layers, maps and exports together. */
export function composeLand(parts: LandParts): Land {
  const { answering, providers, db, compute, artifacts, renderer, jobs } = parts;
  const { getVisibleProject } = parts.gate;
  const goals = makeGoalReader({ catalogue: answering.catalogue });
  const digests = makeSiteDigests({ db, compute, getProject: parts.projects.get });
  const drawing = { db, compute, artifacts, renderer, providers, jobs };
  jobs.handle(mapRecordJob, makeMapRecordHandler(drawing));
  const sitePlans = composeSitePlans({ ...parts, rules: answering.rules, digests });
  const preview = makeParcelPreview({ imagery: providers.imagery, compute });
  return {
    listFacts: [digests.listFacts, sitePlans.listFacts],
    warm: () => preview.warm(),
    forReports: {
      readDigest: digests.read,
      drawMap: makeMapExhibits({ ...drawing, readArtifact: artifacts.read }),
      readTypology: async (goal, signal) => {
        const value = (await goals.read(goal, signal))?.primary_typology?.value;
        return typeof value === "string" ? value : undefined;
      },
      fileStem: siteFilename,
      readCriteria: sitePlans.criteria.ofOrdinance,
      readConcept: sitePlans.readConcept,
      mappedLandUnder: async (projectId, concept) => {
        const [layer] = await readSiteLayerTexts(db, projectId, ["buildings"]);
        return mappedLandUnder(concept, layer?.state === "ready" ? layer.featuresJson : null);
      },
      readYield: sitePlans.readYield,
      readInterview: sitePlans.readInterview,
      drawConcept: sitePlans.drawConcept,
    },
    operations: [
      ...parcelsOperations({ resolver: makeParcelResolver(providers) }),
      ...previewOperations({ preview }),
      ...planCheckOperations({ planCheck: makePlanCheck({ goals }) }),
      ...siteDigestOperations({ digests }),
      ...mapsOperations({ maps: makeMaps({ ...drawing, getVisibleProject }) }),
      ...gisExportsOperations({ gisExports: makeGisExports({ db, compute, artifacts, getVisibleProject }) }),
      ...sitePlans.operations,
    ],
  };
}
