import { removeDocument } from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import type { AuditActor } from "../../access/audit/audit-event.ts";
import type { Viewer } from "../../access/project-visibility.repository.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { noSuchProject } from "../project-gate.ts";
import * as repository from "./deletion.repository.ts";
import { documentPurgeJob, projectPurgeJob } from "./purge.jobs.ts";

/** Who deletes: what they see, what their role is, and as whom the audit log records them. */
export interface Deleter {
  readonly viewer: Viewer & Pick<Principal, "role">;
  readonly actor: AuditActor;
}

/** Deletes projects and documents. What is deleted is hidden at once; its files and text are removed by a job. */
export interface Deletion {
  /**
   * Deletes a project: ends its jobs and turns, spends its unused links, removes its private corpora and files.
   *
   * @throws Problem not_found, not_project_owner
   */
  deleteProject(deleter: Deleter, projectId: string): Promise<void>;
  /**
   * Deletes a document of a project with its files. Published law that other projects share is only detached.
   *
   * @throws Problem not_found, not_project_owner, shared_document
   */
  deleteDocument(deleter: Deleter, projectId: string, documentId: string): Promise<void>;
}

export interface DeletionDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce" | "cancel">;
  /** Ends the running turns of a project and charges what they used. */
  readonly endTurns: (transaction: Queryable, projectId: string) => Promise<void>;
  /** Removes the layers of an uploaded map file from its project. */
  readonly removeMapLayers: (transaction: Queryable, projectId: string, documentId: string) => Promise<void>;
}

/** Makes the deletion of projects and documents. */
export function makeDeletion(deps: DeletionDeps): Deletion {
  const { db, jobs } = deps;
  return {
    async deleteProject({ viewer, actor }, projectId) {
      const { purgeJobId, openJobs } = await db.transaction(async (transaction) => {
        const project = await repository.lockForDeletion(transaction, viewer, projectId);
        if (!project) throw noSuchProject();
        assertMayDelete(viewer, project);
        await repository.markProjectDeleted(transaction, projectId);
        await repository.closeUploads(transaction, projectId);
        await repository.spendLinks(transaction, projectId);
        await deps.endTurns(transaction, projectId);
        const organizationId = project.org_id;
        const details = { name: project.name };
        await recordAudit(transaction, {
          organizationId,
          actor,
          action: "project-deleted",
          target: projectId,
          details,
        });
        const payload = { project_id: projectId };
        return {
          purgeJobId: await jobs.enqueue(transaction, projectPurgeJob, payload, { orgId: organizationId }),
          openJobs: await repository.listOpenJobs(transaction, projectId),
        };
      });
      // The purge cancels them too; this only ends the work sooner.
      for (const jobId of openJobs) await jobs.cancel(jobId).catch(() => {});
      jobs.announce(purgeJobId);
    },
    async deleteDocument({ viewer, actor }, projectId, documentId) {
      const purgeJobId = await db.transaction(async (transaction) => {
        const project = await repository.lockForDeletion(transaction, viewer, projectId);
        if (!project) throw noSuchProject();
        const document = await repository.findDocumentToDelete(transaction, projectId, documentId);
        if (!document) throw problem("not_found", { detail: "The project has no document of that id." });
        assertMayDelete(viewer, project);
        const organizationId = project.org_id;
        const details = { document: documentId };
        await recordAudit(transaction, {
          organizationId,
          actor,
          action: "document-deleted",
          target: projectId,
          details,
        });
        if (!document.is_private) {
          if (document.siblings > 1) throw problem("shared_document");
          await repository.leaveSharedCorpus(transaction, projectId, document.corpus_id);
          return undefined;
        }
        // Joins this transaction.
        if (!(await removeDocument(db, documentId))) throw problem("not_found");
        await deps.removeMapLayers(transaction, projectId, documentId);
        const keys = await repository.releaseFilesOf(transaction, projectId, documentId);
        const payload = { document_id: documentId, storage_keys: keys };
        return jobs.enqueue(transaction, documentPurgeJob, payload, { orgId: organizationId });
      });
      if (purgeJobId !== undefined) jobs.announce(purgeJobId);
    },
  };
}

function assertMayDelete({ role, userId }: Deleter["viewer"], project: { readonly created_by: string }): void {
  if (role !== "owner" && project.created_by !== userId) throw problem("not_project_owner");
}
