import {
  type Embedder,
  type MapLayer,
  makeIngestReport,
  type ParsedDocument,
  publishRevision,
  type ReadResult,
} from "../../ingest/index.ts";
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

/** What an attempt to ingest a file led to. */
export interface IngestAttempt {
  /** A refused file fails again with the same bytes; a failed attempt may succeed when it is made again. */
  readonly outcome: "published" | "duplicate" | "refused" | "failed";
  /** Of the document that was published; 0 when none was. */
  readonly pages: number;
  readonly seconds: number;
}

/** What it takes to make a stored file searchable. */
export interface IngestFileDeps {
  readonly db: Database;
  readonly files: FileStore;
  /** Returns the embedder whose vectors a published document gets. */
  readonly liveEmbedder: () => Promise<Embedder>;
  readonly readDocument: ReadFile;
  /** Called after each attempt. */
  readonly onIngest?: ((attempt: IngestAttempt) => void) | undefined;
}

/** Where a document is kept. */
export interface DocumentPlace {
  readonly corpusId: string;
  readonly documentId: string;
}

/** A stored file, and how its owner (an upload, a source) keeps the document that it becomes. */
export interface FileToIngest {
  readonly storageKey: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly mediaType: string;
  readonly filename: string;
  /** Percent of the job's work that is done when reading begins. */
  readonly readFrom: number;
  /** Corpus that is searched for the same bytes before the file is read; undefined when it is not known yet. */
  readonly corpusId: string | undefined;
  /** Refuses what was read, by throwing, while the file is at `path`. */
  readonly inspect?: (path: string, read: ReadResult) => Promise<void>;
  /** Returns the document that is published next, and creates it unless an earlier attempt has. */
  readonly openDocument: (transaction: Queryable, document: ParsedDocument) => Promise<DocumentPlace>;
  /** Runs in the transaction that makes the document searchable and completes the job. */
  readonly onPublished?: (transaction: Queryable, place: DocumentPlace, read: ReadResult) => Promise<void>;
  /** Runs in the transaction that completes the job with a live document of the same bytes, whose corpus is locked. */
  readonly onDuplicate: (transaction: Queryable, place: DocumentPlace) => Promise<void>;
}

/** Keeps the layers of a map file for the map of its project. */
export type SaveMapLayers = (
  transaction: Queryable,
  map: {
    readonly projectId: string;
    readonly documentId: string;
    readonly source: string;
    /** Where the file was fetched; null for an upload. */
    readonly url: string | null;
  },
  layers: readonly MapLayer[],
) => Promise<void>;

/** How one owner of files takes part in {@link ingestFile}. */
export interface IngestHooks {
  /** Returns the file; undefined when the job was completed without one, because its document was there already. */
  readonly findFile: () => Promise<FileToIngest | undefined>;
  /** Returns the failure that callers see for an error of any step. */
  readonly asFailure: (error: unknown) => unknown;
}

/** Percent of the job's work that is done when a file is read and its indexing begins. */
const indexFrom = 45;

/**
 * Makes one attempt to read a stored file and publish it, and completes its job in the transaction that makes the document
 * searchable. When the corpus has a live document of the same bytes, the job is completed with that one.
 *
 * @throws what `asFailure` returns for an error of any step
 */
export async function ingestFile(deps: IngestFileDeps, hooks: IngestHooks, context: JobContext): Promise<void> {
  const startedAt = performance.now();
  const report = (outcome: IngestAttempt["outcome"], pages = 0) =>
    deps.onIngest?.({ outcome, pages, seconds: (performance.now() - startedAt) / 1_000 });
  try {
    const file = await hooks.findFile();
    const published = file && (await readAndPublish(deps, file, context));
    if (published === undefined) report("duplicate");
    else report("published", published.document.pages.length);
  } catch (error) {
    const failure = hooks.asFailure(error);
    report(failure instanceof JobFailure && failure.isPermanent ? "refused" : "failed");
    throw failure;
  }
}

/** Returns what was published; undefined when the corpus has the same bytes. */
async function readAndPublish(
  deps: IngestFileDeps,
  file: FileToIngest,
  context: JobContext,
): Promise<ReadResult | undefined> {
  const { db } = deps;
  const known = file.corpusId === undefined ? undefined : await findDuplicate(db, file, file.corpusId);
  if (known !== undefined) return completeWith(db, file, known, context);
  const read = await readStored(deps, file, context);
  await context.progress(indexFrom, "indexing");
  const place = await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    return file.openDocument(transaction, read.document);
  });
  const same = await findDuplicate(db, file, place.corpusId);
  if (same !== undefined) return completeWith(db, file, same, context);
  try {
    await publish(deps, file, { place, read }, context);
    return read;
  } catch (error) {
    if (!(error instanceof SameBytesPublished)) throw error;
    return completeWith(db, file, error.place, context);
  }
}

async function readStored(
  { files, readDocument }: IngestFileDeps,
  { storageKey, mediaType, filename, readFrom, inspect }: FileToIngest,
  context: JobContext,
): Promise<ReadResult> {
  await context.progress(readFrom, "reading");
  const onProgress = (percent: number) => {
    // The next awaited step finds out when the lease is lost.
    context.progress(readFrom + ((indexFrom - readFrom) * percent) / 100, "reading").catch(() => {});
  };
  return files.withLocalFile(storageKey, async (path) => {
    const read = await readDocument({ path }, { mediaType, filename }, { signal: context.signal, onProgress });
    await inspect?.(path, read);
    return read;
  });
}

/** Another attempt published the same bytes in the corpus while this one was staged. */
class SameBytesPublished extends Error {
  readonly place: DocumentPlace;
  constructor(place: DocumentPlace) {
    super("the same bytes were published first");
    this.place = place;
  }
}

/** Returns a live document of the corpus that was read from the same bytes. */
async function findDuplicate(
  db: Queryable,
  { sha256 }: FileToIngest,
  corpusId: string,
): Promise<DocumentPlace | undefined> {
  const documentId = await corpora.findSameBytes(db, corpusId, sha256);
  return documentId === undefined ? undefined : { corpusId, documentId };
}

/** Publishes a document and completes the job. @throws SameBytesPublished */
async function publish(
  { db, liveEmbedder }: IngestFileDeps,
  file: FileToIngest,
  { place, read }: { readonly place: DocumentPlace; readonly read: ReadResult },
  context: JobContext,
): Promise<void> {
  const revision = {
    ...read,
    documentId: place.documentId,
    report: makeIngestReport(read.document, read.chunks),
    sourceSha256: file.sha256,
  };
  await publishRevision(db, revision, {
    embedder: await liveEmbedder(),
    signal: context.signal,
    onProgress: (share) => context.progress(indexFrom + (99 - indexFrom) * share, "indexing"),
    beforeFlip: async (transaction) => {
      await context.isStillMine(transaction);
      // Publications of the same bytes in one corpus wait for each other here; the later ones find the first.
      await corpora.lockCorpus(transaction, place.corpusId);
      const same = await findDuplicate(transaction, file, place.corpusId);
      if (same !== undefined) throw new SameBytesPublished(same);
      await file.onPublished?.(transaction, place, read);
      await context.complete(transaction);
    },
  });
}

/** Completes the job with a document that is live. */
async function completeWith(
  db: Database,
  file: FileToIngest,
  place: DocumentPlace,
  context: JobContext,
): Promise<undefined> {
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    // A deletion locks the corpus too: the document cannot be removed between this check and the commit.
    await corpora.lockCorpus(transaction, place.corpusId);
    if (!(await corpora.isLive(transaction, place.documentId)))
      throw new Error("the document with these bytes was deleted");
    await file.onDuplicate(transaction, place);
    await context.complete(transaction);
  });
}
