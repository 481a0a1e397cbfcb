import { type Embedder, makeIngestReport, publishRevision, type ReadResult } from "../../ingest/index.ts";
import type { Database, Queryable } from "../../migrations/index.ts";
import { type JobContext, JobFailure } from "../jobs/job.ts";
import type { FileStore } from "../storage/file-store.ts";
import * as corpora from "./project-corpora.repository.ts";

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

/** What it takes to make a stored file findable. */
export interface IngestFileDeps {
  readonly db: Database;
  readonly files: FileStore;
  /** Whose vectors a published document gets. */
  readonly liveEmbedder: () => Promise<Embedder>;
  readonly readDocument: ReadFile;
}

/** What an attempt to ingest a file came to. */
export interface IngestAttempt {
  /** Refused files cannot be read by anyone; a failed attempt may succeed when it is made again. */
  readonly outcome: "published" | "duplicate" | "refused" | "failed";
  /** Of the document that was published; 0 when none was. */
  readonly pages: number;
  readonly seconds: number;
}

/** Told of each attempt that has ended. */
export type OnIngest = (attempt: IngestAttempt) => void;

/** How an attempt ends that is not given up by throwing. */
export type IngestOutcome = Pick<IngestAttempt, "pages"> & { readonly outcome: "published" | "duplicate" };

/** What an attempt tells that led to a document which was there already. */
export const duplicateOutcome: IngestOutcome = { outcome: "duplicate", pages: 0 };

/** How much of the work, in percent, is done when a file is read and its indexing begins. */
const indexFrom = 45;

/** Makes an attempt and tells what it came to; what it throws goes on to the caller. */
export async function observeIngest(
  onIngest: OnIngest | undefined,
  attempt: () => Promise<IngestOutcome>,
): Promise<void> {
  const startedAt = performance.now();
  const tell = (outcome: IngestAttempt["outcome"], pages: number) =>
    onIngest?.({ outcome, pages, seconds: (performance.now() - startedAt) / 1000 });
  try {
    const { outcome, pages } = await attempt();
    tell(outcome, pages);
  } catch (error) {
    tell(error instanceof JobFailure && error.isPermanent ? "refused" : "failed", 0);
    throw error;
  }
}

/**
 * Reads a stored file and records how far reading is, from `fromPercent` of the job's work on; `check` may refuse what was
 * read while the file still lies at hand.
 *
 * Throws  what the file store, the reader and `check` throw
 */
export async function readStoredFile(
  deps: Pick<IngestFileDeps, "files" | "readDocument">,
  { storageKey, ...info }: { readonly storageKey: string; readonly mediaType: string; readonly filename: string },
  context: JobContext,
  options: { readonly fromPercent: number; readonly check?: (path: string, read: ReadResult) => Promise<void> },
): Promise<ReadResult> {
  const { fromPercent, check } = options;
  await context.progress(fromPercent, "reading");
  const onProgress = (percent: number) => {
    // A lost lease is noticed by the next awaited step.
    context.progress(fromPercent + ((indexFrom - fromPercent) * percent) / 100, "reading").catch(() => {});
  };
  return deps.files.withLocalFile(storageKey, async (path) => {
    const read = await deps.readDocument({ path }, info, { signal: context.signal, onProgress });
    await check?.(path, read);
    return read;
  });
}

/** The same bytes are live in the corpus already: another attempt published them first. */
export class SameBytesPublished extends Error {
  readonly documentId: string;
  constructor(documentId: string) {
    super("the same bytes were published first");
    this.documentId = documentId;
  }
}

/** What was read of a file, and the document that it becomes. */
export interface FileToPublish {
  readonly corpusId: string;
  readonly documentId: string;
  readonly sha256: string;
  readonly read: ReadResult;
}

/**
 * Publishes what was read, unless the corpus holds the same bytes; `complete` runs in the transaction that makes it
 * findable and ends the job there: whoever dies after it has nothing left to repeat.
 *
 * Throws  SameBytesPublished; what publishing and `complete` throw
 */
export async function publishFile(
  deps: Pick<IngestFileDeps, "db" | "liveEmbedder">,
  { corpusId, documentId, sha256, read }: FileToPublish,
  context: JobContext,
  complete: (transaction: Queryable) => Promise<void>,
): Promise<void> {
  const assertNew = async (db: Queryable) => {
    const same = await corpora.findSameBytes(db, corpusId, sha256);
    if (same !== undefined) throw new SameBytesPublished(same);
  };
  await assertNew(deps.db);
  await publishRevision(
    deps.db,
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
      isStillMine: async (transaction) => {
        await context.isStillMine(transaction);
        await corpora.lockCorpus(transaction, corpusId);
        await assertNew(transaction);
        await complete(transaction);
      },
      onProgress: (share) => context.progress(indexFrom + (99 - indexFrom) * share, "indexing"),
    },
  );
}

/** Records that a file was read and is about to be indexed. */
export function beginIndexing(context: JobContext): Promise<void> {
  return context.progress(indexFrom, "indexing");
}
