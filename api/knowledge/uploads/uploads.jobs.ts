import { Type } from "@sinclair/typebox";
import { createDocument, type ParsedDocument, type ReadResult, removeDocument } from "../../../ingest/index.ts";
import {
  defineJob,
  growingBackoff,
  type JobContext,
  JobFailure,
  type JobHandler,
  type PayloadOf,
} from "../../jobs/job.ts";
import { documentFailure } from "../document-failure.ts";
import {
  beginIndexing,
  duplicateOutcome,
  type IngestFileDeps,
  type IngestOutcome,
  type OnIngest,
  observeIngest,
  publishFile,
  readStoredFile,
  SameBytesPublished,
} from "../ingest-file.ts";
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

type IngestPayload = PayloadOf<typeof ingestJob>;

export interface IngestDeps extends IngestFileDeps {
  readonly onIngest?: OnIngest | undefined;
}

const lanes: Readonly<Record<string, OwnLane>> = {
  ordinance: "municipal",
  supplemental: "supplemental",
  gis: "gis",
} satisfies Partial<Record<UploadCategory, OwnLane>>;

/** Uploads stored before categories were checked have others, or none. */
const laneOf = (category: string): OwnLane => lanes[category] ?? "upload";

/** Makes the handler of {@link ingestJob}. */
export function makeIngestHandler(deps: IngestDeps): JobHandler<IngestPayload> {
  const { db } = deps;
  return {
    process: (context) => observeIngest(deps.onIngest, () => ingest(deps, context)),
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

async function ingest(deps: IngestDeps, context: JobContext<IngestPayload>): Promise<IngestOutcome> {
  const { db } = deps;
  const upload = await repository.findUpload(db, context.payload.job_id);
  if (!upload?.storage_key || !upload.received_sha256) throw fileGone();
  const { storage_key: storageKey, received_sha256: sha256 } = upload;
  const corpusId = await findOrMakeCorpus(deps, upload, context);
  const same = await corpora.findSameBytes(db, corpusId, sha256);
  if (same !== undefined) return completeAsDuplicate(deps, upload, same, context);
  const read = await readUpload(deps, upload, storageKey, context);
  try {
    await beginIndexing(context);
    const documentId = await ensureDocument(deps, upload, corpusId, read.document, context);
    const file = { corpusId, documentId, sha256, read };
    await publishFile(deps, file, context, (transaction) => context.complete(transaction));
    return { outcome: "published", pages: read.document.pages.length };
  } catch (error) {
    if (!(error instanceof SameBytesPublished)) throw asFailure(error);
    return completeAsDuplicate(deps, upload, error.documentId, context);
  }
}

async function readUpload(
  deps: IngestDeps,
  upload: repository.UploadRow,
  storageKey: string,
  context: JobContext<IngestPayload>,
): Promise<ReadResult> {
  const mediaType = upload.media_type ?? upload.declared_mime_type;
  const file = { storageKey, mediaType, filename: upload.filename };
  try {
    return await readStoredFile(deps, file, context, { fromPercent: 1 });
  } catch (error) {
    throw asFailure(error);
  }
}

/** Gives the project's own corpus for the upload, made when it is the first of its lane. */
async function findOrMakeCorpus(
  { db }: IngestDeps,
  upload: repository.UploadRow,
  context: JobContext<IngestPayload>,
): Promise<string> {
  const lane = laneOf(upload.category);
  const found = await corpora.findOwnCorpus(db, upload.project_id, lane);
  if (found !== undefined) return found;
  return db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    return ensureOwnCorpus(transaction, { orgId: upload.org_id, projectId: upload.project_id }, lane);
  });
}

/** Gives the document of the upload: the one of an earlier attempt, or a new one that nobody can find yet. */
async function ensureDocument(
  { db }: IngestDeps,
  upload: repository.UploadRow,
  corpusId: string,
  document: ParsedDocument,
  context: JobContext<IngestPayload>,
): Promise<string> {
  if (upload.document_id !== null) return upload.document_id;
  return db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    const documentId = await createDocument(transaction, {
      corpusId,
      title: upload.title || document.title || upload.filename,
      filename: upload.filename,
      mediaType: upload.media_type ?? upload.declared_mime_type,
      sourceUrl: null,
    });
    await repository.setDocument(transaction, upload.job_id, documentId, false);
    return documentId;
  });
}

async function completeAsDuplicate(
  { db }: IngestDeps,
  upload: repository.UploadRow,
  documentId: string,
  context: JobContext<IngestPayload>,
): Promise<IngestOutcome> {
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    // A deletion locks the corpus too: the document cannot go between this check and the commit.
    await corpora.lockCorpusOf(transaction, documentId);
    if (!(await corpora.isLive(transaction, documentId))) throw new Error("the document with these bytes was deleted");
    const current = await repository.findUpload(transaction, upload.job_id);
    const own = current?.document_id ?? null;
    if (own !== null && own !== documentId) await removeDocument(db, own);
    await repository.setDocument(transaction, upload.job_id, documentId, true);
    await context.complete(transaction);
  });
  return duplicateOutcome;
}

const fileGone = () =>
  new JobFailure(
    { code: "upload_object_missing", detail: "The file is no longer there. Upload it again." },
    { isPermanent: true },
  );

/** What went wrong, in the words of whoever sent the file. */
function asFailure(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "storage.missing" ? fileGone() : documentFailure(error, "Upload the file again later.");
}
