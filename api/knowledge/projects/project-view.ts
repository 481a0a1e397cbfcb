import { sizeOf } from "../../geometry/ellipsoid-area.ts";
import { bootstrapView } from "../bootstrap/bootstrap-view.ts";
import { pollSeconds } from "./create-project.ts";
import type { ParcelRow } from "./project-parcels.repository.ts";
import { indexedAt, readinessOf } from "./project-readiness.ts";
import type { ProjectFacts } from "./project-reading.ts";
import type { KnowledgeBaseView, ParcelView, ProjectListItem, ProjectView } from "./projects.model.ts";
import type * as repository from "./projects.repository.ts";

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
    bootstrap: bootstrapOf(facts),
    credits: { reserved: Number(project.credits_reserved), charged: Number(project.credits_charged) },
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
export function parcelView(row: ParcelRow): ParcelView {
  const squareFeet = row.area_square_feet;
  return {
    parcel_index: row.parcel_index,
    ll_uuid: row.ll_uuid,
    address: row.address,
    apn: row.apn,
    size: squareFeet === null ? null : sizeOf(squareFeet),
    geometry: row.geometry,
    zoning: {
      code: row.zoning_code,
      description: row.zoning_description,
      verified: row.is_zoning_verified,
      verified_by: row.zoning_verified_by,
      candidates: row.zoning_candidates,
      evidence: row.zoning_evidence,
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

function bootstrapOf({ project, steps, ordinanceSources, sources: { sources } }: ProjectFacts) {
  const ended = sources.filter(({ status }) => status !== "queued" && status !== "ingesting");
  const read = [
    ...ordinanceSources.map(({ target, percent }) => [`${target}_ordinance`, percent ?? 0] as const),
    ["supplemental", (100 * ended.length) / Math.max(1, sources.length)] as const,
  ];
  return bootstrapView({
    stored: project.bootstrap,
    status: project.status,
    createdAt: project.created_at,
    steps,
    readPercent: Object.fromEntries(read),
  });
}
