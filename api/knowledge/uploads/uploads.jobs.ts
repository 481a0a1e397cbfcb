import { Type } from "@sinclair/typebox";
import { createDocument, removeDocument } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
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

async function findUploadedFile(deps: UploadIngestDeps, jobId: string): Promise<FileToIngest> {
  const { db, saveMapLayers } = deps;
  const upload = await repository.findUpload(db, jobId);
  if (!upload?.storage_key || !upload.received_sha256) throw fileGone();
  const { filename, project_id: projectId } = upload;
  const mediaType = upload.media_type ?? upload.declared_mime_type;
  const replaced = upload.replaces_document_id;
  const kept = replaced === null ? asNewDocument(db, upload, mediaType) : asRevision(upload, replaced, mediaType);
  return {
    storageKey: upload.storage_key,
    sha256: upload.received_sha256,
    mediaType,
    filename,
    readFrom: 1,
    corpusId: replaced === null ? await corpora.findOwnCorpus(db, projectId, laneOf(upload.category)) : undefined,
    ...kept,
    async onPublished(transaction, place, read) {
      await kept.onPublished?.(transaction, place, read);
      const layers = read.document.mapLayers;
      // A revision without a map takes the layers of the one before away.
      if (layers === undefined && replaced === null) return;
      const source = `${upload.title || filename}, uploaded by the user`;
      const map = { projectId, documentId: place.documentId, source, url: null };
      await saveMapLayers(transaction, map, layers ?? []);
    },
  };
}

type DocumentHooks = Pick<FileToIngest, "openDocument" | "onPublished" | "onDuplicate">;

/** The upload becomes a document of its own, unless its bytes are there already. */
function asNewDocument(db: Database, upload: repository.UploadRow, mediaType: string): DocumentHooks {
  const { job_id: jobId, org_id: orgId, project_id: projectId, filename } = upload;
  const lane = laneOf(upload.category);
  return {
    async openDocument(transaction, document) {
      const corpusId =
        (await corpora.findOwnCorpus(transaction, projectId, lane)) ??
        (await ensureOwnCorpus(transaction, { orgId, projectId }, lane));
      if (upload.document_id !== null) return { corpusId, documentId: upload.document_id };
      const title = upload.title || document.title || filename;
      const documentId = await createDocument(transaction, { corpusId, title, filename, mediaType, sourceUrl: null });
      await repository.setDocument(transaction, jobId, documentId, false);
      return { corpusId, documentId };
    },
    async onDuplicate(transaction, { documentId }) {
      const own = (await repository.findUpload(transaction, jobId))?.document_id ?? null;
      if (own !== null && own !== documentId) await removeDocument(db, own);
      await repository.setDocument(transaction, jobId, documentId, true);
    },
  };
}

/** The upload becomes the next revision of a document of its project; a failed one leaves the document as it was. */
function asRevision(upload: repository.UploadRow, replaced: string, mediaType: string): DocumentHooks {
  const { job_id: jobId, project_id: projectId, filename } = upload;
  return {
    async openDocument(transaction) {
      const found = await corpora.findOwnDocument(transaction, projectId, replaced);
      if (!found) throw replacedIsGone();
      return { corpusId: found.corpusId, documentId: replaced };
    },
    async onPublished(transaction) {
      await corpora.setDocumentFile(transaction, replaced, { filename, mediaType });
      await repository.setDocument(transaction, jobId, replaced, false);
    },
    async onDuplicate(transaction, { documentId }) {
      if (documentId !== replaced) throw sameAsAnother();
      await repository.setDocument(transaction, jobId, documentId, true);
    },
  };
}

const replacedIsGone = () =>
  new JobFailure(
    {
      code: "document_deleted",
      detail: "The document that this file was to replace has been deleted. Upload it without replaces_document_id.",
    },
    { isPermanent: true },
  );

const sameAsAnother = () =>
  new JobFailure(
    {
      code: "document_already_indexed",
      detail:
        "Another document of the project has the same bytes. Delete that one first, or delete the one that is to be replaced.",
    },
    { isPermanent: true },
  );

const fileGone = () =>
  new JobFailure(
    { code: "upload_object_missing", detail: "The file is no longer there. Upload it again." },
    { isPermanent: true },
  );

function asFailure(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "storage.missing" ? fileGone() : documentFailure(error, "Upload the file again later.");
}
