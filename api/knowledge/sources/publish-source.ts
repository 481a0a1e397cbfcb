import { readFile } from "node:fs/promises";
import { createDocument, type ReadResult, removeDocument } from "../../../ingest/index.ts";
import type { Queryable } from "../../../migrations/index.ts";
import { type JobContext, JobFailure } from "../../jobs/job.ts";
import { documentFailure } from "../document-failure.ts";
import {
  beginIndexing,
  duplicateOutcome,
  type IngestFileDeps,
  type IngestOutcome,
  publishFile,
  readStoredFile,
  SameBytesPublished,
} from "../ingest-file.ts";
import { ensureOwnCorpus } from "../own-corpus.ts";
import * as corpora from "../project-corpora.repository.ts";
import type { FetchedSource } from "./fetch-source.ts";
import { isScriptShell } from "./page-checks.ts";
import { filenameOf, shownAddress } from "./source-address.ts";
import * as repository from "./sources.repository.ts";

type Fetched = repository.SourceRow & FetchedSource;

/** How much of the work, in percent, is done when the address has been fetched. */
const readFrom = 10;
/** A shared copy this young is taken as it is; an older one is compared with what the address gives now. */
const freshMs = 24 * 60 * 60_000;

/**
 * Lets the project search the copy of published law that its jurisdiction has already, when it is young enough, and
 * completes the job; tells whether it did.
 */
export async function takeFreshCopy(
  { db }: IngestFileDeps,
  source: repository.SourceRow,
  context: JobContext,
): Promise<boolean> {
  const { jurisdiction_key: jurisdictionKey, url } = source;
  if (jurisdictionKey === null) return false;
  const corpusId = await repository.findSharedCorpus(db, { jurisdictionKey, url });
  const shared = corpusId === undefined ? undefined : await repository.findSharedDocument(db, corpusId);
  if (corpusId === undefined || !shared?.published_at || Date.now() - shared.published_at.getTime() > freshMs) {
    return false;
  }
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    await found(transaction, source, { corpusId, documentId: shared.id, isDuplicate: false }, context);
  });
  return true;
}

/**
 * Reads what was fetched and publishes it, and completes the job in the transaction that makes it findable.
 *
 * Throws  JobFailure with the reason in words
 */
export async function publishSource(
  deps: IngestFileDeps,
  source: Fetched,
  context: JobContext,
): Promise<IngestOutcome> {
  const read = await readFetched(deps, source, context);
  await beginIndexing(context);
  const target =
    source.jurisdiction_key === null
      ? await privateTarget(deps, source, read, context)
      : await sharedTarget(deps, source.jurisdiction_key, source, read, context);
  const { corpusId, documentId } = target;
  const file = { corpusId, documentId, sha256: source.sha256, read };
  try {
    await publishFile(deps, file, context, (transaction) =>
      found(transaction, source, { corpusId, documentId, isDuplicate: false }, context),
    );
    return { outcome: "published", pages: read.document.pages.length };
  } catch (error) {
    if (!(error instanceof SameBytesPublished)) throw documentFailure(error, "Add the address again later.");
    await completeWith(deps, source, { ...target, documentId: error.documentId }, context);
    return duplicateOutcome;
  }
}

/** Where a document goes. */
interface Target {
  readonly corpusId: string;
  readonly documentId: string;
  readonly isShared: boolean;
}

async function readFetched(deps: IngestFileDeps, source: Fetched, context: JobContext): Promise<ReadResult> {
  const file = { storageKey: source.storage_key, mediaType: source.media_type, filename: filenameOf(source.url) };
  const check = async (path: string, read: ReadResult) => {
    if (file.mediaType === "text/html" && isScriptShell(await readFile(path), read.document.text)) {
      throw drawnByScripts();
    }
  };
  try {
    return await readStoredFile(deps, file, context, { fromPercent: readFrom, check });
  } catch (error) {
    throw documentFailure(error, "Add the address again later.");
  }
}

const drawnByScripts = () =>
  new JobFailure(
    {
      code: "unsupported_rendering",
      detail: "The page holds no text of its own: scripts of a browser draw it. Save the text and upload it.",
    },
    { isPermanent: true },
  );

/** The document of a source in a corpus of its project; one that an earlier attempt began is used again. */
async function privateTarget(
  { db }: IngestFileDeps,
  source: Fetched,
  read: ReadResult,
  context: JobContext,
): Promise<Target> {
  if (source.corpus_id !== null && source.document_id !== null) {
    return { corpusId: source.corpus_id, documentId: source.document_id, isShared: false };
  }
  return db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    const owner = { orgId: source.org_id, projectId: source.project_id };
    const corpusId = await ensureOwnCorpus(transaction, owner, laneOf(source));
    const filename = filenameOf(source.url);
    const documentId = await createDocument(transaction, {
      corpusId,
      title: source.title || read.document.title || filename,
      filename,
      mediaType: source.media_type,
      sourceUrl: shownAddress(source.url),
    });
    await repository.setDocument(transaction, source.id, { corpusId, documentId, isDuplicate: false });
    return { corpusId, documentId, isShared: false };
  });
}

const laneOf = (source: repository.SourceRow) => (source.lane === "supplemental_ordinance" ? "supplemental" : "upload");

/**
 * The document of an address in the law of its jurisdiction, which many projects share: nothing in it is the caller's own
 * word. It belongs to nobody's job: one that nobody has published is taken up by whoever comes next.
 */
async function sharedTarget(
  { db }: IngestFileDeps,
  jurisdictionKey: string,
  source: Fetched,
  read: ReadResult,
  context: JobContext,
): Promise<Target> {
  return db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    const { url } = source;
    const filename = filenameOf(url);
    const title = read.document.title || filename;
    const corpusId = await repository.ensureSharedCorpus(transaction, { jurisdictionKey, url, title });
    await corpora.lockCorpus(transaction, corpusId);
    const there = await repository.findSharedDocument(transaction, corpusId);
    const mediaType = source.media_type;
    const documentId =
      there?.id ?? (await createDocument(transaction, { corpusId, title, filename, mediaType, sourceUrl: url }));
    return { corpusId, documentId, isShared: true };
  });
}

/** Leads the source to a document that is live already, and drops the one it began. */
async function completeWith(
  { db }: IngestFileDeps,
  source: Fetched,
  { corpusId, documentId, isShared }: Target,
  context: JobContext,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    await corpora.lockCorpusOf(transaction, documentId);
    if (!(await corpora.isLive(transaction, documentId))) throw new Error("the document with these bytes was deleted");
    const current = await repository.findSource(transaction, source.id);
    const own = current?.document_id ?? null;
    if (!isShared && own !== null && own !== documentId) await removeDocument(db, own);
    await found(transaction, source, { corpusId, documentId, isDuplicate: !isShared }, context);
  });
}

/** Writes down where the text of a source is, lets the project search it, and completes the job. */
async function found(
  transaction: Queryable,
  source: repository.SourceRow,
  where: { readonly corpusId: string; readonly documentId: string; readonly isDuplicate: boolean },
  context: JobContext,
): Promise<void> {
  await repository.setDocument(transaction, source.id, where);
  await repository.joinCorpus(transaction, source.project_id, where.corpusId, laneOf(source));
  await context.complete(transaction);
}
