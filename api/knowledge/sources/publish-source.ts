import { readFile } from "node:fs/promises";
import {
  createCorpus,
  createDocument,
  type Embedder,
  makeIngestReport,
  publishRevision,
  type ReadResult,
  removeDocument,
} from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import { type JobContext, JobFailure } from "../../jobs/job.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { documentFailure } from "../document-failure.ts";
import * as corpora from "../project-corpora.repository.ts";
import type { ReadFile } from "../uploads/uploads.jobs.ts";
import type { FetchedSource } from "./fetch-source.ts";
import { isScriptShell } from "./page-checks.ts";
import { filenameOf, shownAddress } from "./source-address.ts";
import * as repository from "./sources.repository.ts";

export interface PublishSourceDeps {
  readonly db: Database;
  readonly files: FileStore;
  /** Whose vectors a published document gets. */
  readonly liveEmbedder: () => Promise<Embedder>;
  readonly readDocument: ReadFile;
}

type Fetched = repository.SourceRow & FetchedSource;
type Outcome = { readonly outcome: "published" | "duplicate"; readonly pages: number };

/** How much of the work is done when what was fetched is read, and when it is indexed. */
const readFrom = 10;
const indexFrom = 45;
/** A shared copy this young is taken as it is; an older one is compared with what the address gives now. */
const freshMs = 24 * 60 * 60_000;

/**
 * Lets the project search the copy of published law that its jurisdiction has already, when it is young enough, and
 * completes the job; tells whether it did.
 */
export async function takeFreshCopy(
  { db }: PublishSourceDeps,
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
export async function publishSource(deps: PublishSourceDeps, source: Fetched, context: JobContext): Promise<Outcome> {
  const read = await readFetched(deps, source, context);
  await context.progress(indexFrom, "indexing");
  const pages = read.document.pages.length;
  const target =
    source.jurisdiction_key === null
      ? await privateTarget(deps, source, read, context)
      : await sharedTarget(deps, source.jurisdiction_key, source, read, context);
  try {
    await publish(deps, source, target, read, context);
    return { outcome: "published", pages };
  } catch (error) {
    if (!(error instanceof SameBytesPublished)) throw documentFailure(error, "Add the address again later.");
    await completeWith(deps, source, { ...target, documentId: error.documentId }, context);
    return { outcome: "duplicate", pages };
  }
}

/** Where a document goes. */
interface Target {
  readonly corpusId: string;
  readonly documentId: string;
  readonly isShared: boolean;
}

/** The same bytes are live in the corpus already. */
class SameBytesPublished extends Error {
  readonly documentId: string;
  constructor(documentId: string) {
    super("the same bytes were published first");
    this.documentId = documentId;
  }
}

async function readFetched(deps: PublishSourceDeps, source: Fetched, context: JobContext): Promise<ReadResult> {
  await context.progress(readFrom, "reading");
  const about = { mediaType: source.media_type, filename: filenameOf(source.url) };
  const onProgress = (percent: number) => {
    // A lost lease is noticed by the next awaited step.
    context.progress(readFrom + ((indexFrom - readFrom) * percent) / 100, "reading").catch(() => {});
  };
  try {
    return await deps.files.withLocalFile(source.storage_key, async (path) => {
      const read = await deps.readDocument({ path }, about, { signal: context.signal, onProgress });
      const isHtml = source.media_type === "text/html";
      if (isHtml && isScriptShell(await readFile(path), read.document.text)) throw drawnByScripts();
      return read;
    });
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
  { db }: PublishSourceDeps,
  source: Fetched,
  read: ReadResult,
  context: JobContext,
): Promise<Target> {
  if (source.corpus_id !== null && source.document_id !== null) {
    return { corpusId: source.corpus_id, documentId: source.document_id, isShared: false };
  }
  return db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    const corpusId = await ensureOwnCorpus(transaction, source);
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

async function ensureOwnCorpus(transaction: Queryable, source: Fetched): Promise<string> {
  const isLaw = source.lane === "supplemental_ordinance";
  const lane = isLaw ? "supplemental" : "upload";
  const project = await corpora.lockProject(transaction, source.project_id);
  const other = await corpora.findOwnCorpus(transaction, source.project_id, lane);
  if (other !== undefined) return other;
  const name = project?.name ?? "";
  const corpusId = await createCorpus(transaction, {
    orgId: source.org_id,
    projectId: source.project_id,
    kind: lane,
    title: isLaw ? `Supplemental ordinances of ${name}` : `Documents of ${name}`,
    jurisdictionKey: null,
  });
  await corpora.addProjectCorpus(transaction, source.project_id, corpusId, lane);
  return corpusId;
}

/**
 * The document of an address in the law of its jurisdiction, which many projects share: nothing in it is the caller's own
 * word. It belongs to nobody's job: one that nobody has published is taken up by whoever comes next.
 */
async function sharedTarget(
  { db }: PublishSourceDeps,
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

async function publish(
  deps: PublishSourceDeps,
  source: Fetched,
  { corpusId, documentId }: Target,
  read: ReadResult,
  context: JobContext,
): Promise<void> {
  const assertNew = async (db: Queryable) => {
    const same = await corpora.findSameBytes(db, corpusId, source.sha256);
    if (same !== undefined) throw new SameBytesPublished(same);
  };
  await assertNew(deps.db);
  const isStillMine = async (transaction: Queryable) => {
    await context.isStillMine(transaction);
    await corpora.lockCorpus(transaction, corpusId);
    await assertNew(transaction);
    // Published and done are one step: whoever dies after it has nothing left to repeat.
    await found(transaction, source, { corpusId, documentId, isDuplicate: false }, context);
  };
  await publishRevision(
    deps.db,
    {
      documentId,
      document: read.document,
      chunks: read.chunks,
      keywordSegment: read.keywordSegment,
      report: makeIngestReport(read.document, read.chunks),
      sourceSha256: source.sha256,
    },
    {
      embedder: await deps.liveEmbedder(),
      signal: context.signal,
      isStillMine,
      onProgress: (share) => context.progress(indexFrom + (99 - indexFrom) * share, "indexing"),
    },
  );
}

/** Leads the source to a document that is live already, and drops the one it began. */
async function completeWith(
  { db }: PublishSourceDeps,
  source: Fetched,
  { corpusId, documentId, isShared }: Target,
  context: JobContext,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
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
  const lane = source.lane === "supplemental_ordinance" ? "supplemental" : "upload";
  await repository.setDocument(transaction, source.id, where);
  await repository.joinCorpus(transaction, source.project_id, where.corpusId, lane);
  await context.complete(transaction);
}
