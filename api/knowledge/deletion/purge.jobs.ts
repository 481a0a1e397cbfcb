import { Type } from "@sinclair/typebox";
import { purgeDocument, removeDocument } from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import { defineJob, growingBackoff, type JobHandler, type PayloadOf } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { FileStore } from "../../storage/file-store.ts";
import * as repository from "./deletion.repository.ts";

const persistence = {
  // Ingest jobs take both places of the bulk lane for minutes; a deletion must not wait for the work that it ends.
  lane: "interactive",
  maxAttempts: 20,
  backoffMs: growingBackoff(5_000),
  isForgotten: true,
} as const;

/** Removes what a deleted project leaves behind. The job belongs to no project, so that it survives the project's row. */
export const projectPurgeJob = defineJob({
  name: "project-purge",
  payload: Type.Object({ project_id: Type.String() }),
  ...persistence,
});

/** Removes the text and the files of a deleted document. */
export const documentPurgeJob = defineJob({
  name: "document-purge",
  payload: Type.Object({ document_id: Type.String(), storage_keys: Type.Array(Type.String()) }),
  ...persistence,
});

export interface PurgeDeps {
  readonly db: Database;
  readonly files: Pick<FileStore, "delete">;
  readonly jobs: Pick<Jobs, "cancel">;
  /** Ends the running turns of a project and charges what they used. */
  readonly endTurns: (transaction: Queryable, projectId: string) => Promise<void>;
}

const pollMs = 100;

/** Makes the handler of {@link projectPurgeJob}; every step can be repeated. */
export function makeProjectPurgeHandler(deps: PurgeDeps): JobHandler<PayloadOf<typeof projectPurgeJob>> {
  const { db, files } = deps;
  return {
    async process({ payload: { project_id: projectId }, signal, progress }) {
      await progress(1, "ending work");
      await endWork(deps, projectId, signal);
      await progress(10, "deleting files");
      for (const key of await repository.listStorageKeys(db, projectId)) {
        signal.throwIfAborted();
        await files.delete(key);
      }
      await progress(30, "deleting documents");
      for (const documentId of await repository.listPrivateDocuments(db, projectId)) {
        await removeDocument(db, documentId);
        await purgeDocument(db, documentId, signal);
      }
      await progress(90, "deleting rows");
      await db.transaction((transaction) => repository.deleteProjectRows(transaction, projectId));
    },
    async onRetry() {
      // Every step can be repeated.
    },
  };
}

/** Makes the handler of {@link documentPurgeJob}. */
export function makeDocumentPurgeHandler(
  deps: Pick<PurgeDeps, "db" | "files">,
): JobHandler<PayloadOf<typeof documentPurgeJob>> {
  return {
    async process({ payload, signal, progress }) {
      await progress(1, "deleting files");
      for (const key of payload.storage_keys) await deps.files.delete(key);
      await progress(30, "deleting text");
      await purgeDocument(deps.db, payload.document_id, signal);
    },
    async onRetry() {
      // Every step can be repeated.
    },
  };
}

/** Cancels the jobs of a project, waits until none runs, and ends its turns. */
async function endWork({ db, jobs, endTurns }: PurgeDeps, projectId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const open = await repository.listOpenJobs(db, projectId);
    for (const jobId of open) await jobs.cancel(jobId);
    if (open.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    signal.throwIfAborted();
  }
  await db.transaction((transaction) => endTurns(transaction, projectId));
}
