import type { SiteLayer } from "../../land/site-layers/site-layer.model.ts";
import { type ProvidedLayerName, siteLayerNames } from "../../providers/site-layer.ts";
import type { OrdinanceTarget } from "../sources/governing-ordinances.ts";
import { shownAddress } from "../sources/source-address.ts";
import { statusOf } from "../sources/source-standing.ts";
import type { ProjectFacts } from "./project-reading.ts";
import type { LayerReadiness, OrdinanceReadiness, Readiness } from "./projects.model.ts";
import type * as repository from "./projects.repository.ts";

type Advisories = Readiness["advisories"];
const providedLayers = siteLayerNames.filter((name): name is ProvidedLayerName => name !== "parcels");

/** Writes what of a project's knowledge is ready, and what could not be had and why. */
export function readinessOf(facts: ProjectFacts): Readiness {
  const municipal = ordinanceOf("municipal", facts);
  const county = ordinanceOf("county", facts);
  return {
    ordinances: { municipal, county },
    gis_layers: {
      parcels: parcelsReadiness(facts),
      ...Object.fromEntries(providedLayers.map((name) => [name, providedLayer(name, facts)])),
      ...Object.fromEntries(addedLayers(facts).map((layer) => [layer.layer, storedLayer(layer)])),
    },
    supplemental_sources: [...facts.sources.sources],
    advisories: [
      ...ordinanceAdvisories(facts, { municipal, county }),
      ...layerAdvisories(facts),
      ...zoningAdvisories(facts),
      ...failureAdvisories(facts),
      ...facts.sources.advisories,
    ],
  };
}

/** Null while nothing is in the corpus: taking out a document that could not be read also counts as a change of it. */
export const indexedAt = (corpus: repository.ProjectCorpusRow) =>
  corpus.documents === 0 ? null : (corpus.indexed_at?.toISOString() ?? null);

const sourceOf = (provenance: NonNullable<SiteLayer["provenance"]>): LayerReadiness["source"] => ({
  name: provenance.name,
  url: provenance.url,
  attribution: provenance.attribution,
  license: provenance.license,
});

function parcelsReadiness({ project, parcels }: ProjectFacts): LayerReadiness {
  const provenance = parcels.find((parcel) => parcel.provenance !== null)?.provenance ?? null;
  const { name, url, attribution = null, license = null } = provenance ?? { name: "", url: "" };
  return {
    state: "ready",
    features: parcels.length,
    source: provenance === null ? null : { name, url, attribution, license },
    fetched_at: provenance === null ? project.created_at.toISOString() : provenance.fetchedAt,
  };
}

/** Layers of registered services and of map files. */
const addedLayers = ({ layers }: ProjectFacts) => layers.filter(({ kind }) => kind !== "standard");

function providedLayer(name: ProvidedLayerName, { layers, steps }: ProjectFacts): LayerReadiness {
  const layer = layers.find((one) => one.layer === name);
  const isOpen = steps.some((step) => step.name === `gis_${name}` && ["pending", "running"].includes(step.state));
  if (!layer) return { state: isOpen ? "pending" : "skipped", features: 0, source: null, fetched_at: null };
  return storedLayer(layer);
}

function storedLayer(layer: SiteLayer): LayerReadiness {
  return {
    state: layer.state,
    features: layer.featureCount,
    source: layer.provenance === null ? null : sourceOf(layer.provenance),
    fetched_at: layer.provenance?.fetchedAt.toISOString() ?? null,
  };
}

const following = { queued: "pending", running: "ingesting", failed: "failed", canceled: "failed" } as const;
const sourceStatuses: Readonly<Record<string, OrdinanceReadiness["status"]>> = {
  queued: "pending",
  ingesting: "ingesting",
  publisher_blocked: "publisher_blocked",
};

function ordinanceOf(target: OrdinanceTarget, facts: ProjectFacts): OrdinanceReadiness {
  const { corpora, project } = facts;
  const own = corpora.filter(({ lane }) => lane === target);
  const corpus = own.find(({ documents }) => documents > 0) ?? own[0];
  const source = facts.ordinanceSources.find((one) => one.target === target);
  const ingest = target === "municipal" ? facts.ordinanceIngest : undefined;
  const decision = project.source_decisions.ordinances?.[target];
  return {
    // What is indexed can be asked about, also while a further document is being read.
    status: corpus && corpus.documents > 0 ? "ready" : statusWithoutText(target, facts),
    title: corpus?.latest_title ?? ingest?.title ?? (source?.title || decision?.title || null),
    url: corpus?.latest_url ?? (source ? shownAddress(source.url) : (decision?.url ?? null)),
    corpus_id: corpus?.corpus_id ?? null,
    sections: corpus?.sections ?? 0,
    chunks: corpus?.chunks ?? 0,
    indexed_at: corpus ? indexedAt(corpus) : null,
  };
}

function statusWithoutText(target: OrdinanceTarget, facts: ProjectFacts): OrdinanceReadiness["status"] {
  const { project, steps, ordinanceIngest, ordinanceSources } = facts;
  if (target === "municipal" && ordinanceIngest && ordinanceIngest.state in following) {
    return following[ordinanceIngest.state as keyof typeof following];
  }
  const source = ordinanceSources.find((one) => one.target === target);
  if (source) {
    const step = steps.find(({ name }) => name === `${target}_ordinance`);
    // Another project of the jurisdiction may be reading it.
    if (source.job_id === null && step?.state === "running") return "ingesting";
    return sourceStatuses[statusOf(source)] ?? "failed";
  }
  const decided = project.source_decisions.ordinances?.[target].status;
  if (decided === "publisher_blocked" || decided === "skipped") return decided;
  const isSkipped = target === "county" && project.source_decisions.skipsOrdinanceDiscovery;
  return isSkipped ? "skipped" : "not_found";
}

const uploadIt = 'Upload it with category "ordinance".';

const ownData = 'What it shows is not known for this project; upload map data of your own with category "gis".';

function ordinanceAdvisories(
  { project, ordinanceIngest, ordinanceSources }: ProjectFacts,
  ordinances: Readonly<Record<OrdinanceTarget, OrdinanceReadiness>>,
): Advisories {
  const advisories: Advisories = [];
  const decided = project.source_decisions.ordinances;
  const detailOf = (target: OrdinanceTarget) => {
    const detail = decided?.[target].detail;
    return detail ? ` ${detail}` : "";
  };
  if (ordinances.municipal.status === "not_found" || ordinances.municipal.status === "skipped") {
    const reason = project.setup_mode === "wizard" ? detailOf("municipal") : "";
    const detail = `The project has no governing ordinance.${reason} ${uploadIt}`;
    advisories.push({ code: "governing_ordinance_missing", severity: "warning", detail });
  }
  if (ordinances.county.status === "not_found" && project.setup_mode === "wizard" && project.jurisdiction?.county) {
    const detail = `No ordinance of the county is in the project.${detailOf("county")}`;
    advisories.push({ code: "county_ordinance_missing", severity: "info", detail });
  }
  for (const target of ["municipal", "county"] as const) {
    const { status, title, url } = ordinances[target];
    const error = ordinanceSources.find((one) => one.target === target)?.error?.detail ?? decided?.[target].detail;
    const name = title ?? url ?? `The ${target} ordinance`;
    if (status === "publisher_blocked") {
      const detail = `"${name}" is not read by programs: ${error ?? "its publisher forbids it"} ${uploadIt}`;
      advisories.push({ code: "ordinance_publisher_blocked", severity: "warning", detail });
    } else if (status === "failed" && !(target === "municipal" && ordinanceIngest?.state === "failed")) {
      advisories.push({
        code: "ordinance_not_read",
        severity: "error",
        detail: `"${name}" could not be read: ${error}`,
      });
    }
  }
  if (ordinanceIngest?.state === "failed") {
    const detail = `"${ordinanceIngest.title}" could not be read: ${ordinanceIngest.error_detail ?? ""}`;
    const severity = ordinances.municipal.status === "ready" ? "warning" : "error";
    advisories.push({ code: "ordinance_not_read", severity, detail });
  }
  return advisories;
}

function layerAdvisories({ layers }: ProjectFacts): Advisories {
  return layers.flatMap(({ kind, state, title, detail }): Advisories => {
    // The detail of a map file's layer says that it is far from the site.
    if (kind === "upload") return detail === null ? [] : [{ code: "layer_far_from_site", severity: "warning", detail }];
    const named = `The layer "${title}"`;
    const why = detail ?? "";
    if (state === "failed") {
      return [
        { code: "layer_failed", severity: "warning", detail: `${named} could not be fetched: ${why} ${ownData}` },
      ];
    }
    if (state === "unavailable") {
      return [{ code: "layer_unavailable", severity: "info", detail: `${named} is not available: ${why}` }];
    }
    if (state === "ready" && detail !== null) {
      return [{ code: "layer_incomplete", severity: "warning", detail: `${named} is incomplete. ${detail}` }];
    }
    return state === "not_published"
      ? [{ code: "layer_not_published", severity: "info", detail: `${named} is not published here: ${why}` }]
      : [];
  });
}

function zoningAdvisories({ project, parcels }: ProjectFacts): Advisories {
  if (project.status === "bootstrapping" || project.setup_mode !== "wizard") return [];
  return parcels.flatMap((parcel): Advisories => {
    if (parcel.is_zoning_verified) return [];
    const name = parcel.address ?? `Parcel ${parcel.parcel_index + 1}`;
    const stated = parcel.zoning_evidence.map(({ code, source }) => `${source}: ${code}`).join("; ");
    const settle = `Confirm or correct it with PATCH …/parcels/${parcel.parcel_index}/zoning.`;
    const [code, what] =
      parcel.zoning_candidates.length > 1
        ? ["zoning_conflict", `The sources disagree on the zoning of ${name} (${stated}).`]
        : parcel.zoning_candidates.length === 1
          ? ["zoning_unconfirmed", `One source alone states the zoning of ${name} (${stated}).`]
          : ["zoning_unknown", `No source states the zoning of ${name}.`];
    return [{ code, severity: "warning", detail: `${what} ${settle}` }];
  });
}

function failureAdvisories({ project, steps }: ProjectFacts): Advisories {
  if (project.status !== "failed") return [];
  // Failures of optional steps come before the one that ended the set-up.
  const failed = [...project.bootstrap.steps, ...steps].findLast(({ state }) => state === "failed");
  const detail = failed?.detail ?? "The project could not be set up.";
  return [{ code: "bootstrap_failed", severity: "error", detail }];
}
