import { Type } from "@sinclair/typebox";
import { createDocument, removeDocument } from "../../../ingest/index.ts";
import { defineJob, growingBackoff, JobFailure, type JobHandler, type PayloadOf } from "../../jobs/job.ts";
import { documentFailure } from "../document-failure.ts";
import { type FileToIngest, type IngestFileDeps, ingestFile, type SaveMapLayers } from "../ingest-file.ts";
import { ensureOwnCorpus, type OwnLane } from "../own-corpus.ts";
import * as corpora from "../project-corpora.repository.ts";
import type { UploadCategory } from "./uploads.model.ts";
import * as repository from "./uploads.repository.ts";

/** Reads an uploaded file and publishes it. */
export const ingestJob = defineJob({
  name: "upload-ingest",
  lane: "bulk",
  payload: Type.Object({ job_id: Type.String() }),
  maxAttempts: 4,
  backoffMs: growingBackoff(2_000),
});

const lanes: Readonly<Record<string, OwnLane>> = {
  ordinance: "municipal",
  supplemental: "supplemental",
  gis: "gis",
} satisfies Partial<Record<UploadCategory, OwnLane>>;

/** Uploads stored before categories were checked have others, or none. */
const laneOf = (category: string): OwnLane => lanes[category] ?? "upload";

export interface UploadIngestDeps extends IngestFileDeps {
  readonly saveMapLayers: SaveMapLayers;
}

/** Makes the handler of {@link ingestJob}. */
export function makeIngestHandler(deps: UploadIngestDeps): JobHandler<PayloadOf<typeof ingestJob>> {
  const { db } = deps;
  return {
    process: (context) =>
      ingestFile(deps, { findFile: () => findUploadedFile(deps, context.payload.job_id), asFailure }, context),
    async onEnd(transaction, { payload }) {
      const upload = await repository.findUpload(transaction, payload.job_id);
      if (upload?.document_id && !(await corpora.isLive(transaction, upload.document_id))) {
        // Joins the transaction that ends the job: a failed upload leaves nothing that could be found.
        await removeDocument(db, upload.document_id);
      }
    },
    async onRetry(transaction, { payload }) {
      await repository.forgetDocument(transaction, payload.job_id);
    },
  };
}

async function findUploadedFile({ db, saveMapLayers }: UploadIngestDeps, jobId: string): Promise<FileToIngest> {
  const upload = await repository.findUpload(db, jobId);
  if (!upload?.storage_key || !upload.received_sha256) throw fileGone();
  const { filename, project_id: projectId } = upload;
  const mediaType = upload.media_type ?? upload.declared_mime_type;
  const lane = laneOf(upload.category);
  return {
    storageKey: upload.storage_key,
    sha256: upload.received_sha256,
    mediaType,
    filename,
    readFrom: 1,
    corpusId: await corpora.findOwnCorpus(db, projectId, lane),
    async openDocument(transaction, document) {
      const corpusId =
        (await corpora.findOwnCorpus(transaction, projectId, lane)) ??
        (await ensureOwnCorpus(transaction, { orgId: upload.org_id, projectId }, lane));
      if (upload.document_id !== null) return { corpusId, documentId: upload.document_id };
      const title = upload.title || document.title || filename;
      const documentId = await createDocument(transaction, { corpusId, title, filename, mediaType, sourceUrl: null });
      await repository.setDocument(transaction, jobId, documentId, false);
      return { corpusId, documentId };
    },
    async onPublished(transaction, { documentId }, { document }) {
      if (!document.mapLayers) return;
      const source = `${upload.title || filename}, uploaded by the user`;
      await saveMapLayers(transaction, { projectId, documentId, source, url: null }, document.mapLayers);
    },
    async onDuplicate(transaction, { documentId }) {
      const own = (await repository.findUpload(transaction, jobId))?.document_id ?? null;
      if (own !== null && own !== documentId) await removeDocument(db, own);
      await repository.setDocument(transaction, jobId, documentId, true);
    },
  };
}

const fileGone = () =>
  new JobFailure(
    { code: "upload_object_missing", detail: "The file is no longer there. Upload it again." },
    { isPermanent: true },
  );

function asFailure(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "storage.missing" ? fileGone() : documentFailure(error, "Upload the file again later.");
}
