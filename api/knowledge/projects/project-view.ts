import { acresFrom } from "../../geometry/ellipsoid-area.ts";
import type { SourceReadiness } from "../sources/source-standing.ts";
import { pollSeconds } from "./create-project.ts";
import type {
  KnowledgeBaseView,
  OrdinanceReadiness,
  ParcelView,
  ProjectListItem,
  ProjectView,
  Readiness,
} from "./projects.model.ts";
import type * as repository from "./projects.repository.ts";

/** Everything a project's poll is made of. */
export interface ProjectFacts {
  readonly project: repository.ProjectRow;
  readonly parcels: readonly repository.ParcelRow[];
  readonly corpora: readonly repository.ProjectCorpusRow[];
  readonly ordinanceIngest:
    | { readonly state: string; readonly title: string; readonly error_detail: string | null }
    | undefined;
  readonly sources: SourceReadiness;
  readonly embeddingModel: string;
}

/** Null while nothing is in the corpus: taking out a document that could not be read also counts as a change of it. */
const indexedAt = (corpus: repository.ProjectCorpusRow) =>
  corpus.documents === 0 ? null : (corpus.indexed_at?.toISOString() ?? null);

/** Layers of outside data, as GIS exports name them. */
const outsideLayers = [
  "zoning",
  "flood",
  "wetlands",
  "soils",
  "contours",
  "roads",
  "utilities",
  "buildings",
  "environmental",
  "adjacency",
] as const;

/** Writes a project as its poll shows it. */
export function projectView(facts: ProjectFacts): ProjectView {
  const { project, parcels } = facts;
  const isUnverified = parcels.some((parcel) => !parcel.is_zoning_verified);
  return {
    project_id: project.id,
    name: project.name,
    created_at: project.created_at.toISOString(),
    updated_at: project.updated_at.toISOString(),
    status: project.status,
    chat_ready: project.status === "ready",
    chat_blockers: blockersOf(project.status),
    zoning_verification_required: isUnverified,
    goal_text: project.goal_text,
    project_goal_context: project.goal_context,
    user_goal_revision: project.goal_revision,
    user_goal_hash: project.goal_hash,
    setup_mode: project.setup_mode,
    jurisdiction: project.jurisdiction,
    parcels: parcels.map(parcelView),
    readiness: readinessOf(facts),
    knowledge_base: knowledgeBaseOf(facts),
    bootstrap: project.bootstrap,
    credits: { reserved: project.credits_reserved, charged: project.credits_charged },
    shared_with: project.shared_with,
    ...(project.status === "bootstrapping" ? { retry_after_seconds: pollSeconds } : {}),
  };
}

/** Writes a project as lists show it. */
export function projectListItem(row: repository.ProjectListRow): ProjectListItem {
  return {
    project_id: row.id,
    name: row.name,
    status: row.status,
    chat_ready: row.status === "ready",
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Writes a parcel of a project. */
export function parcelView(row: repository.ParcelRow): ParcelView {
  const squareFeet = row.area_square_feet;
  return {
    parcel_index: row.parcel_index,
    ll_uuid: row.ll_uuid,
    address: row.address,
    apn: row.apn,
    size: squareFeet === null ? null : { acres: acresFrom(squareFeet), square_feet: squareFeet },
    geometry: row.geometry,
    zoning: {
      code: row.zoning_code,
      description: row.zoning_description,
      verified: row.is_zoning_verified,
      verified_by: row.zoning_verified_by,
      candidates: row.zoning_candidates,
    },
  };
}

function blockersOf(status: repository.ProjectStatus): string[] {
  if (status === "ready") return [];
  if (status === "bootstrapping") return ["bootstrap_not_ready"];
  return [status === "failed" ? "bootstrap_failed" : "zoning_verification_required"];
}

function knowledgeBaseOf({ corpora, embeddingModel }: ProjectFacts): KnowledgeBaseView {
  const sum = (member: "documents" | "chunks") => corpora.reduce((total, corpus) => total + corpus[member], 0);
  return {
    documents: sum("documents"),
    chunks: sum("chunks"),
    corpora: corpora.map((corpus) => ({
      corpus_id: corpus.corpus_id,
      kind: corpus.kind,
      title: corpus.title,
      revision: corpus.revision,
      chunks: corpus.chunks,
      indexed_at: indexedAt(corpus),
    })),
    embedding_model: embeddingModel,
  };
}

function readinessOf(facts: ProjectFacts): Readiness {
  const { project, parcels } = facts;
  const municipal = ordinanceOf("municipal", facts, "not_found");
  const county = ordinanceOf(
    "county",
    facts,
    project.source_decisions.skipsOrdinanceDiscovery ? "skipped" : "not_found",
  );
  const skipped = { state: "skipped" as const, features: 0, source: null, fetched_at: null };
  return {
    ordinances: { municipal, county },
    gis_layers: {
      parcels: {
        state: "ready",
        features: parcels.length,
        source: "given by the caller",
        fetched_at: project.created_at.toISOString(),
      },
      ...Object.fromEntries(outsideLayers.map((layer) => [layer, skipped])),
    },
    supplemental_sources: [...facts.sources.sources],
    advisories: [...advisoriesOf(facts, municipal), ...facts.sources.advisories],
  };
}

function ordinanceOf(
  lane: "municipal" | "county",
  { corpora, ordinanceIngest }: ProjectFacts,
  otherwise: OrdinanceReadiness["status"],
): OrdinanceReadiness {
  const corpus = corpora.find((candidate) => candidate.lane === lane);
  const ingest = lane === "municipal" ? ordinanceIngest : undefined;
  const following = { queued: "pending", running: "ingesting", failed: "failed", canceled: "failed" } as const;
  const isKnown = ingest !== undefined && ingest.state in following;
  const status = isKnown ? following[ingest.state as keyof typeof following] : otherwise;
  return {
    // What is indexed can be asked about, also while a further document is being read.
    status: corpus && corpus.documents > 0 ? "ready" : status,
    title: corpus?.latest_title ?? ingest?.title ?? null,
    url: corpus?.latest_url ?? null,
    corpus_id: corpus?.corpus_id ?? null,
    sections: corpus?.sections ?? 0,
    chunks: corpus?.chunks ?? 0,
    indexed_at: corpus ? indexedAt(corpus) : null,
  };
}

function advisoriesOf(facts: ProjectFacts, municipal: OrdinanceReadiness): Readiness["advisories"] {
  const advisories: Readiness["advisories"] = [];
  if (municipal.status === "not_found") {
    const detail = 'The project has no governing ordinance. Upload it with category "ordinance".';
    advisories.push({ code: "governing_ordinance_missing", severity: "warning", detail });
  }
  if (facts.ordinanceIngest?.state === "failed") {
    const detail = `"${facts.ordinanceIngest.title}" could not be read: ${facts.ordinanceIngest.error_detail ?? ""}`;
    advisories.push({
      code: "ordinance_not_read",
      severity: municipal.status === "ready" ? "warning" : "error",
      detail,
    });
  }
  if (facts.project.status === "failed") {
    const step = facts.project.bootstrap.steps.find((candidate) => candidate.state === "failed");
    const detail = step?.detail ?? "The project could not be set up.";
    advisories.push({ code: "bootstrap_failed", severity: "error", detail });
  }
  return advisories;
}
