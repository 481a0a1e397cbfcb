import { Type } from "@sinclair/typebox";
import {
  createCorpus,
  createDocument,
  type Embedder,
  makeIngestReport,
  type ParsedDocument,
  publishRevision,
  type ReadResult,
  removeDocument,
} from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import {
  defineJob,
  growingBackoff,
  type JobContext,
  JobFailure,
  type JobHandler,
  type PayloadOf,
} from "../../jobs/job.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { documentFailure } from "../document-failure.ts";
import * as corpora from "../project-corpora.repository.ts";
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

/** Reads a file outside of this process, within limits of time and memory: `readDocument` of ingest. */
export type ReadFile = (
  source: { readonly path: string },
  info: { readonly mediaType: string; readonly filename: string },
  options: {
    readonly signal: AbortSignal;
    /** 0..100, rising. */
    readonly onProgress: (percent: number) => void;
  },
) => Promise<ReadResult>;

export interface IngestDeps {
  readonly db: Database;
  readonly files: FileStore;
  /** Whose vectors a published document gets. */
  readonly liveEmbedder: () => Promise<Embedder>;
  readonly readDocument: ReadFile;
  /** Told of each attempt that has ended. */
  readonly onIngest?: ((attempt: IngestAttempt) => void) | undefined;
}

/** What an attempt to ingest a file came to. */
export interface IngestAttempt {
  /** Refused files cannot be read by anyone; a failed attempt may succeed when it is made again. */
  readonly outcome: "published" | "duplicate" | "refused" | "failed";
  readonly pages: number;
  readonly seconds: number;
}

type Lane = "municipal" | "upload";
const laneOf = (category: string): Lane => (category === "ordinance" ? "municipal" : "upload");
/** How much of the work reading is; the rest is indexing. */
const readingShare = 45;

/** Makes the handler of {@link ingestJob}. */
export function makeIngestHandler(deps: IngestDeps): JobHandler<IngestPayload> {
  const { db } = deps;
  return {
    async process(context) {
      const startedAt = performance.now();
      const tell = (outcome: IngestAttempt["outcome"], pages: number) =>
        deps.onIngest?.({ outcome, pages, seconds: (performance.now() - startedAt) / 1000 });
      try {
        const { outcome, pages } = await ingest(deps, context);
        tell(outcome, pages);
      } catch (error) {
        tell(error instanceof JobFailure && error.isPermanent ? "refused" : "failed", 0);
        throw error;
      }
    },
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

async function ingest(
  deps: IngestDeps,
  context: JobContext<IngestPayload>,
): Promise<Pick<IngestAttempt, "pages"> & { outcome: "published" | "duplicate" }> {
  const { db } = deps;
  const upload = await repository.findUpload(db, context.payload.job_id);
  if (!upload?.storage_key || !upload.received_sha256) throw fileGone();
  const corpusId = await ensureCorpus(deps, upload, context);
  const same = await corpora.findSameBytes(db, corpusId, upload.received_sha256);
  if (same !== undefined) {
    await completeAsDuplicate(deps, upload, same, context);
    return { outcome: "duplicate", pages: 0 };
  }
  const read = await readUpload(deps, upload, context);
  try {
    await publish(deps, upload, corpusId, read, context);
    return { outcome: "published", pages: read.document.pages.length };
  } catch (error) {
    if (!(error instanceof SameBytesPublished)) throw asFailure(error);
    await completeAsDuplicate(deps, upload, error.documentId, context);
    return { outcome: "duplicate", pages: 0 };
  }
}

/** Another upload of the same bytes was published first. */
class SameBytesPublished extends Error {
  readonly documentId: string;
  constructor(documentId: string) {
    super("the same bytes were published first");
    this.documentId = documentId;
  }
}

async function readUpload(
  deps: IngestDeps,
  upload: repository.UploadRow,
  context: JobContext<IngestPayload>,
): Promise<ReadResult> {
  await context.progress(1, "reading");
  const about = { mediaType: upload.media_type ?? upload.declared_mime_type, filename: upload.filename };
  const onProgress = (percent: number) => {
    // A lost lease is noticed by the next awaited step.
    context.progress(1 + ((readingShare - 1) * percent) / 100, "reading").catch(() => {});
  };
  try {
    return await deps.files.withLocalFile(upload.storage_key ?? "", (path) =>
      deps.readDocument({ path }, about, { signal: context.signal, onProgress }),
    );
  } catch (error) {
    throw asFailure(error);
  }
}

async function publish(
  deps: IngestDeps,
  upload: repository.UploadRow,
  corpusId: string,
  read: ReadResult,
  context: JobContext<IngestPayload>,
): Promise<void> {
  const { db } = deps;
  const sha256 = upload.received_sha256 ?? "";
  await context.progress(readingShare, "indexing");
  const documentId = await ensureDocument(deps, upload, corpusId, read.document, context);
  const isStillMine = async (transaction: Queryable) => {
    await context.isStillMine(transaction);
    await corpora.lockCorpus(transaction, corpusId);
    const same = await corpora.findSameBytes(transaction, corpusId, sha256);
    if (same !== undefined) throw new SameBytesPublished(same);
    // Published and done are one step: whoever dies after it has nothing left to repeat.
    await context.complete(transaction);
  };
  await publishRevision(
    db,
    {
      documentId,
      document: read.document,
      chunks: read.chunks,
      keywordSegment: read.keywordSegment,
      report: makeIngestReport(read.document, read.chunks),
      sourceSha256: sha256,
    },
    {
      embedder: await deps.liveEmbedder(),
      signal: context.signal,
      isStillMine,
      onProgress: (share) => context.progress(readingShare + (99 - readingShare) * share, "indexing"),
    },
  );
}

/** Gives the project's own corpus for the upload, made when it is the first of its lane. */
async function ensureCorpus(
  { db }: IngestDeps,
  upload: repository.UploadRow,
  context: JobContext<IngestPayload>,
): Promise<string> {
  const lane = laneOf(upload.category);
  const found = await corpora.findOwnCorpus(db, upload.project_id, lane);
  if (found !== undefined) return found;
  return db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    const project = await corpora.lockProject(transaction, upload.project_id);
    const other = await corpora.findOwnCorpus(transaction, upload.project_id, lane);
    if (other !== undefined) return other;
    const name = project?.name ?? "";
    const corpusId = await createCorpus(transaction, {
      orgId: upload.org_id,
      projectId: upload.project_id,
      kind: lane === "municipal" ? "ordinance" : "upload",
      title: lane === "municipal" ? `Governing ordinance of ${name}` : `Documents of ${name}`,
      jurisdictionKey: null,
    });
    await corpora.addProjectCorpus(transaction, upload.project_id, corpusId, lane);
    return corpusId;
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
): Promise<void> {
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    const current = await repository.findUpload(transaction, upload.job_id);
    const own = current?.document_id ?? null;
    if (own !== null && own !== documentId) await removeDocument(db, own);
    await repository.setDocument(transaction, upload.job_id, documentId, true);
    await context.complete(transaction);
  });
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
