import { readFile } from "node:fs/promises";
import { createDocument, type ParsedDocument, removeDocument } from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import { type JobContext, JobFailure } from "../../jobs/job.ts";
import type { DocumentPlace, FileToIngest, SaveMapLayers } from "../ingest-file.ts";
import { ensureOwnCorpus } from "../own-corpus.ts";
import * as corpora from "../project-corpora.repository.ts";
import type { FetchedSource } from "./fetch-source.ts";
import { isLaw, isScriptShell } from "./page-checks.ts";
import { filenameOf, shownAddress } from "./source-address.ts";
import * as repository from "./sources.repository.ts";

type Fetched = repository.SourceRow & FetchedSource;

/** Percent of the job's work that is done when the address has been fetched. */
const readFrom = 10;
/** A shared copy younger than this is used as it is; the address of an older one is fetched again. */
export const freshMs = 24 * 60 * 60_000;
/** For so long after a law could not be read it is not tried again for other projects. */
const failedForMs = 10 * 60_000;
const remembered = "It was tried at";

/**
 * Lets the project search the copy of published law that its jurisdiction has, when it is young enough, and completes
 * the job. Returns whether it did.
 */
export async function takeFreshCopy(db: Database, source: repository.SourceRow, context: JobContext): Promise<boolean> {
  const { jurisdiction_key: jurisdictionKey, url } = source;
  if (jurisdictionKey === null) return false;
  const corpusId = await repository.findSharedCorpus(db, { jurisdictionKey, url });
  const shared = corpusId === undefined ? undefined : await repository.findSharedDocument(db, corpusId);
  if (corpusId === undefined || !shared?.published_at || Date.now() - shared.published_at.getTime() > freshMs) {
    return false;
  }
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    await recordDocument(transaction, source, { corpusId, documentId: shared.id, isDuplicate: false });
    await context.complete(transaction);
  });
  return true;
}

/**
 * Does nothing unless the governing law of the source failed for another project of the jurisdiction a short while ago: its
 * publisher is not asked again for every project.
 *
 * @throws JobFailure with the reason of that failure
 */
export async function assertNotFailedLately(db: Database, source: repository.SourceRow): Promise<void> {
  const { jurisdiction_key: jurisdictionKey, url, project_id: projectId } = source;
  if (jurisdictionKey === null || source.target === null) return;
  const shared = { jurisdictionKey, url, projectId };
  const failure = await repository.findRecentFailure(db, shared, { withinMs: failedForMs, remembered });
  if (!failure) return;
  const { code, detail } = failure.error;
  const at = failure.finished_at.toISOString().slice(11, 16);
  const minutes = failedForMs / 60_000;
  throw new JobFailure(
    {
      code,
      detail: `${detail} ${remembered} ${at} UTC for another project and is tried again ${minutes} minutes later.`,
    },
    { isPermanent: true },
  );
}

/** Returns what was fetched for a source, and how its document is kept. */
export function fetchedFile(
  { db, saveMapLayers }: { readonly db: Database; readonly saveMapLayers: SaveMapLayers },
  source: Fetched,
): FileToIngest {
  const isShared = source.jurisdiction_key !== null;
  return {
    storageKey: source.storage_key,
    sha256: source.sha256,
    mediaType: source.media_type,
    filename: filenameOf(source.url),
    readFrom,
    corpusId: undefined,
    async inspect(path, { document }) {
      if (source.media_type === "text/html" && isScriptShell(await readFile(path), document.text)) {
        throw drawnByScripts();
      }
      if (source.lane === "gis" && !document.mapLayers) throw noMap();
      // A law that projects share has no layers: these belong to the map of one project.
      if (document.mapLayers && isShared) throw mapOfLaw();
      if (source.target !== null && !isLaw(document)) throw noLaw();
    },
    openDocument: (transaction, document) =>
      source.jurisdiction_key === null
        ? openPrivate(transaction, source, document)
        : openShared(transaction, source.jurisdiction_key, source, document),
    async onPublished(transaction, place, { document }) {
      await recordDocument(transaction, source, { ...place, isDuplicate: false });
      if (!document.mapLayers) return;
      const { project_id: projectId, url, title } = source;
      const map = { projectId, documentId: place.documentId, source: title || filenameOf(url), url: shownAddress(url) };
      await saveMapLayers(transaction, map, document.mapLayers);
    },
    async onDuplicate(transaction, { corpusId, documentId }) {
      const own = (await repository.findSource(transaction, source.id))?.document_id ?? null;
      if (!isShared && own !== null && own !== documentId) await removeDocument(db, own);
      await recordDocument(transaction, source, { corpusId, documentId, isDuplicate: !isShared });
    },
  };
}

const noLaw = () =>
  new JobFailure(
    {
      code: "source_is_no_law",
      detail:
        "What the address gives has no sections and only a few words, so it is no ordinance: the site may be down for maintenance. Give the address of the code itself, or upload it.",
    },
    { isPermanent: true },
  );

const noMap = () =>
  new JobFailure(
    {
      code: "source_is_no_map",
      detail: "The address returns no map data. Give the address of a GeoJSON, KML or KMZ file or of a map service.",
    },
    { isPermanent: true },
  );

const mapOfLaw = () =>
  new JobFailure(
    {
      code: "source_is_map_data",
      detail:
        'The address returns map data and no law. Add it with category "document" to have its layers in the project.',
    },
    { isPermanent: true },
  );

const drawnByScripts = () =>
  new JobFailure(
    {
      code: "unsupported_rendering",
      detail: "The page contains no text: scripts draw it in a browser. Save the text and upload it.",
    },
    { isPermanent: true },
  );

/** Returns the document of a source in a corpus of its project; one that an earlier attempt created is used again. */
async function openPrivate(transaction: Queryable, source: Fetched, document: ParsedDocument): Promise<DocumentPlace> {
  if (source.corpus_id !== null && source.document_id !== null) {
    return { corpusId: source.corpus_id, documentId: source.document_id };
  }
  const owner = { orgId: source.org_id, projectId: source.project_id };
  const corpusId = await ensureOwnCorpus(transaction, owner, laneOf(source));
  const filename = filenameOf(source.url);
  const documentId = await createDocument(transaction, {
    corpusId,
    title: source.title || document.title || filename,
    filename,
    mediaType: source.media_type,
    sourceUrl: shownAddress(source.url),
  });
  await repository.setDocument(transaction, source.id, { corpusId, documentId, isDuplicate: false });
  return { corpusId, documentId };
}

const ownLanes = { supplemental_ordinance: "supplemental", project_document: "upload", gis: "gis" } as const;

const laneOf = ({ lane, target }: repository.SourceRow) => target ?? ownLanes[lane];

/**
 * Returns the document of an address in the law of its jurisdiction. Many projects share it, so it has no title of the
 * caller's. It belongs to no job: one that was never published is used by the next attempt.
 */
async function openShared(
  transaction: Queryable,
  jurisdictionKey: string,
  { url, media_type: mediaType, target }: Fetched,
  document: ParsedDocument,
): Promise<DocumentPlace> {
  const filename = filenameOf(url);
  const title = document.title || filename;
  const corpusId = await repository.ensureSharedCorpus(transaction, {
    jurisdictionKey,
    url,
    title,
    kind: target === null ? "supplemental" : "ordinance",
  });
  await corpora.lockCorpus(transaction, corpusId);
  const existing = await repository.findSharedDocument(transaction, corpusId);
  const documentId =
    existing?.id ?? (await createDocument(transaction, { corpusId, title, filename, mediaType, sourceUrl: url }));
  return { corpusId, documentId };
}

/** Records where the text of a source is, and lets the project search it. */
async function recordDocument(
  transaction: Queryable,
  source: repository.SourceRow,
  where: DocumentPlace & { readonly isDuplicate: boolean },
): Promise<void> {
  await repository.setDocument(transaction, source.id, where);
  await repository.joinCorpus(transaction, source.project_id, where.corpusId, laneOf(source));
}
