import type { Fact } from "../../../agent/index.ts";
import type { Compute } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { ProjectView } from "../../knowledge/projects/projects.model.ts";
import { listSiteParcels } from "../parcels/site-parcels.repository.ts";
import { listSiteLayers, readSiteLayerTexts } from "../site-layers/site-layers.repository.ts";
import * as sections from "./digest-sections.ts";
import { factsOfSite } from "./facts/site-facts.ts";
import { measuredLayers, measureSite, type SiteMeasures } from "./measure-site.ts";
import { type DigestSection, digestSections, type SiteDigest } from "./site-digest.model.ts";
import { findBasis, findMeasures, saveMeasures } from "./site-measures.repository.ts";

/** What is known of a site, from stored records alone. */
export interface SiteDigests {
  /**
   * Returns the digest, or the sections that are named.
   *
   * @throws problem not_found; validation_failed naming a section that does not exist
   */
  read(principal: Principal, projectId: string, asked: string | undefined): Promise<SiteDigest>;
  /** Returns what answers may cite of the site. */
  listFacts(projectId: string): Promise<readonly Fact[]>;
}

/** What digests are made of. */
export interface SiteDigestsDeps {
  readonly db: Database;
  readonly compute: Compute;
  readonly getProject: (principal: Principal, projectId: string) => Promise<ProjectView>;
}

/** Makes the digests of sites. */
export function makeSiteDigests({ db, compute, getProject }: SiteDigestsDeps): SiteDigests {
  /** Measures of the same basis that are being made; whoever asks meanwhile waits for them. */
  const underWay = new Map<string, Promise<SiteMeasures | null>>();

  async function measure(projectId: string, basis: string): Promise<SiteMeasures | null> {
    const parcels = (await listSiteParcels(db, projectId)).flatMap(({ geometry }) => geometry ?? []);
    if (parcels.length === 0) return null;
    const texts = await readSiteLayerTexts(db, projectId, measuredLayers);
    const layers = measuredLayers.flatMap((layer) => {
      const featuresJson = texts.find((text) => text.layer === layer)?.featuresJson ?? null;
      return featuresJson === null ? [] : [{ layer, featuresJson }];
    });
    const measures = await measureSite(compute, { parcels, layers });
    await saveMeasures(db, projectId, { basis, measures });
    return measures;
  }

  async function measuresOf(projectId: string): Promise<SiteMeasures | null> {
    const basis = await findBasis(db, projectId);
    const stored = await findMeasures(db, projectId, basis);
    if (stored) return stored;
    const key = `${projectId} ${basis}`;
    const measuring = underWay.get(key) ?? measure(projectId, basis).finally(() => underWay.delete(key));
    underWay.set(key, measuring);
    return measuring;
  }

  return {
    async read(principal, projectId, asked) {
      const names = namesIn(asked);
      const project = await getProject(principal, projectId);
      const [layers, measures] = await Promise.all([listSiteLayers(db, projectId), measuresOf(projectId)]);
      const isUnderWay = project.status === "bootstrapping";
      return digestOf({ project, layers, measures, isUnderWay }, names);
    },
    async listFacts(projectId) {
      const [layers, measures] = await Promise.all([listSiteLayers(db, projectId), measuresOf(projectId)]);
      return factsOfSite({ layers, measures });
    },
  };
}

function namesIn(asked: string | undefined): readonly DigestSection[] {
  if (asked === undefined) return digestSections;
  const names = asked.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !digestSections.some((section) => section === name));
  if (unknown.length > 0) {
    const message = `${unknown.map((name) => JSON.stringify(name)).join(", ")} is not a section; use ${digestSections.join(", ")}`;
    throw problem("validation_failed", {
      detail: `sections: ${message}.`,
      errors: [{ field: "sections", code: "not_allowed", message }],
    });
  }
  return digestSections.filter((section) => names.includes(section));
}

function digestOf(evidence: sections.DigestEvidence, names: readonly DigestSection[]): SiteDigest {
  const one = <Section>(name: DigestSection, write: (of: sections.DigestEvidence) => Section) =>
    names.includes(name) ? write(evidence) : null;
  return {
    project_id: evidence.project.project_id,
    generated_at: new Date().toISOString(),
    sections_available: [...digestSections],
    sections_returned: [...names],
    zoning: one("zoning", sections.zoningSection),
    flood: one("flood", sections.floodSection),
    wetlands: one("wetlands", sections.wetlandsSection),
    soils: one("soils", sections.soilsSection),
    terrain: one("terrain", sections.terrainSection),
    utilities: one("utilities", sections.utilitiesSection),
    roads: one("roads", sections.roadsSection),
    adjacency: one("adjacency", sections.adjacencySection),
    environmental: one("environmental", sections.environmentalSection),
    feasibility: one("feasibility", sections.feasibilitySection),
    regulatory_layers: one("regulatory_layers", sections.regulatoryLayersSection) ?? [],
    spatial_layers: one("spatial_layers", sections.spatialLayersSection) ?? [],
    knowledge_base: one("knowledge_base", sections.knowledgeBaseSection),
    source_readiness: one("source_readiness", sections.sourceReadinessSection) ?? [],
  };
}
