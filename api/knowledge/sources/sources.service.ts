import type { FetchPolicy } from "../../../ingest/index.ts";
import { type Database, newId, type Queryable } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import { principalActor } from "../../access/audit/audit-event.ts";
import type { IdempotencyHandle } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { documentView } from "../document.model.ts";
import { findLiveDocument } from "../document.repository.ts";
import { noSuchProject } from "../project-gate.ts";
import type { UploadView } from "../uploads/uploads.model.ts";
import { decideSource, type KeptDecision, type SourceDecision, type SourceRequest } from "./decide-source.ts";
import { isMapFile } from "./gis-links.ts";
import { gisRegistrationJob } from "./gis-registration.jobs.ts";
import { findGisService } from "./gis-services.repository.ts";
import { readAddress } from "./read-address.ts";
import { ingestView, isThere, type SourceReadiness, sourceReadiness } from "./source-standing.ts";
import { sourceIngestJob } from "./sources.jobs.ts";
import type { AddedSourceView, AddSourceBody } from "./sources.model.ts";
import * as repository from "./sources.repository.ts";

export interface SourcesDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
  /** Which addresses may be fetched. */
  readonly policy: FetchPolicy;
  /** Throws Problem free_tier_limit when the organization's plan allows no further source. */
  readonly assertSourceAllowed: (transaction: Queryable, orgId: string) => Promise<void>;
  /** Counts one more thing that the house pays for; throws Problem house_paid_daily_limit when there were too many today. */
  readonly countHousePaid: (credential: Pick<Principal, "credentialId">) => Promise<void>;
}

/** Who adds a source to what. */
export interface SourceOwner {
  readonly principal: Principal;
  readonly projectId: string;
  readonly project: repository.SourceProjectRow;
}

/** What callers can do with sources from addresses. */
export interface Sources {
  add(
    principal: Principal,
    projectId: string,
    body: AddSourceBody,
    idempotency: IdempotencyHandle | undefined,
  ): Promise<AddedSourceView>;
  /** How far a source is by its job, in the form of an upload's status; undefined when the caller sees no such job. */
  progress(principal: Principal, jobId: string): Promise<UploadView | undefined>;
  /** The sources of a project, which its reader is known to see. */
  readiness(projectId: string): Promise<SourceReadiness>;
  /** The governing ordinances that a project gets from addresses, with how far they are. */
  ordinanceStandings(projectId: string): Promise<readonly repository.SourceStandingRow[]>;
  /**
   * Keeps what was decided about an address in the transaction of the caller, and asks for its ingest where it is to be
   * fetched; gives the source and its job.
   *
   * @throws Problem free_tier_limit, house_paid_daily_limit
   */
  keep(
    transaction: Queryable,
    owner: SourceOwner,
    request: SourceRequest,
    decision: KeptDecision,
  ): Promise<{ readonly sourceId: string; readonly jobId: string | null }>;
}

/** Makes the sources of the service. */
export function makeSources(deps: SourcesDeps): Sources {
  const { db, jobs } = deps;

  async function keep(
    transaction: Queryable,
    { principal, projectId, project }: SourceOwner,
    request: SourceRequest,
    decision: KeptDecision,
  ) {
    const orgId = project.org_id;
    const isDispatched = decision.status === "queued";
    const isGis = decision.lane === "gis";
    const { jurisdictionKey } = decision;
    // A service that its jurisdiction has is not looked for again, and costs nothing.
    const known =
      isGis && jurisdictionKey !== null
        ? await findGisService(transaction, { jurisdictionKey, url: request.url.href })
        : undefined;
    if (isDispatched && !known) await deps.assertSourceAllowed(transaction, orgId);
    // Published law is not what the limit is for; everything else that is fetched is.
    if (isDispatched && !known && decision.lane !== "supplemental_ordinance") await deps.countHousePaid(principal);
    const sourceId = await repository.keepSource(transaction, {
      id: newId("source"),
      orgId,
      projectId,
      credentialId: principal.credentialId,
      url: request.url.href,
      lane: decision.lane,
      title: request.title.trim(),
      category: request.category.trim(),
      authorityScope: request.authorityScope.trim(),
      jurisdictionKey,
      refusal: decision.status === "queued" ? null : { status: decision.status, detail: decision.message },
      target: null,
    });
    await recordAudit(transaction, {
      organizationId: orgId,
      actor: principalActor(principal),
      action: "source-added",
      target: projectId,
      outcome: decision.status === "queued" ? "done" : "refused",
      // The rest of an address may hold a secret.
      details: { source: sourceId, lane: decision.lane, host: request.url.host },
    });
    if (!isDispatched) return { sourceId, jobId: null };
    const kind = isGis && !isMapFile(request.url) ? gisRegistrationJob : sourceIngestJob;
    const jobId = await jobs.enqueue(transaction, kind, { source_id: sourceId }, { orgId, projectId });
    await repository.setJob(transaction, sourceId, jobId);
    if (known) await repository.setRegistered(transaction, sourceId);
    return { sourceId, jobId };
  }

  return {
    async add(principal, projectId, body, idempotency) {
      const work = async (transaction: Queryable): Promise<AddedSourceView> => {
        const project = await repository.lockSourceProject(transaction, principal, projectId);
        if (!project) throw noSuchProject();
        const { url, refusal } = readAddress(body.url, deps.policy, "url");
        const { title = "", category = "" } = body;
        const request = { url, title, category, authorityScope: "", refusal };
        const standing = await repository.findStandingByUrl(transaction, projectId, url.href);
        if (standing && idempotency?.reference === standing.id) {
          // An earlier attempt under the same key got as far as this.
          return queuedView(body.url, standing.lane, standing.job_id, "");
        }
        if (standing && isThere(standing)) return duplicateView(body.url, standing);
        const decision = await decideSource(transaction, project, request);
        if (decision.status === "governing") throw governingSuggested(decision);
        const isKept = decision.status === "queued" || decision.status === "publisher_blocked";
        const owner = { principal, projectId, project };
        const kept = isKept ? await keep(transaction, owner, request, decision) : undefined;
        if (!kept || decision.status !== "queued") return idleView(body.url, decision);
        await idempotency?.saveReference(kept.sourceId);
        return queuedView(body.url, decision.lane, kept.jobId, decision.confidence);
      };
      const view = await db.transaction(work);
      if (view.status === "queued" && view.job_id !== null) jobs.announce(view.job_id);
      return view;
    },
    async progress(principal, jobId) {
      const row = await repository.findVisibleStanding(db, principal, jobId);
      if (!row) return undefined;
      const isReady = row.state === "succeeded" && row.document_id !== null;
      const document = isReady ? await findLiveDocument(db, row.project_id, row.document_id ?? "") : undefined;
      return ingestView(row, jobId, document ? documentView(document) : null);
    },
    readiness: async (projectId) => sourceReadiness(await repository.listStandings(db, projectId)),
    ordinanceStandings: (projectId) => repository.listOrdinanceStandings(db, projectId),
    keep,
  };
}

function governingSuggested(decision: Extract<SourceDecision, { status: "governing" }>) {
  return problem("governing_source_suggested", {
    detail: decision.message,
    target: decision.target,
    confidence: decision.confidence,
  });
}

const takenAsMap = "fetched, and its layers become layers of the project";
const taken: Readonly<Record<AddedSourceView["lane"], string>> = {
  project_document: "fetched and read as a document of the project",
  supplemental_ordinance: "fetched and read as supplemental law",
  gis: "registered as a GIS service, and its layers are read around the site",
};

function queuedView(url: string, lane: AddedSourceView["lane"], jobId: string | null, confidence: string) {
  return {
    url,
    lane,
    dispatched: true,
    status: "queued",
    job_id: jobId,
    corpus_id: null,
    needs_confirm: false,
    confidence,
    message: `The address is ${lane === "gis" && isMapFile(new URL(url)) ? takenAsMap : taken[lane]}. Poll the project, whose readiness lists the source, or the job as that of an upload.`,
  } as const;
}

function duplicateView(url: string, standing: repository.SourceStandingRow) {
  return {
    url,
    lane: standing.lane,
    dispatched: false,
    status: "duplicate",
    job_id: standing.job_id,
    corpus_id: standing.corpus_id,
    needs_confirm: false,
    confidence: "high",
    message: "The address is a source of this project already; nothing was done.",
  } as const;
}

function idleView(url: string, decision: KeptDecision) {
  return {
    url,
    lane: decision.lane,
    dispatched: false,
    status: decision.status,
    job_id: null,
    corpus_id: null,
    needs_confirm: decision.status === "needs_confirmation",
    confidence: decision.confidence,
    message: decision.message,
  };
}
