import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { embeddingTextOf, makeIngestReport, publishRevision, type ReadResult } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import { defineJob, growingBackoff, type JobContext, type JobHandler, type PayloadOf } from "../../jobs/job.ts";
import { documentFailure } from "../document-failure.ts";
import type { IngestFileDeps } from "../ingest-file.ts";
import * as corpora from "../project-corpora.repository.ts";
import { type FetchedSource, type FetchSourceDeps, fetchSource } from "../sources/fetch-source.ts";
import { findSource } from "../sources/sources.repository.ts";
import * as repository from "./reingest.repository.ts";
import { lossesOf } from "./verify-revision.ts";

/** Reads a stored document again and publishes what it has become. */
export const reingestJob = defineJob({
  name: "document-reingest",
  lane: "bulk",
  payload: Type.Object({
    run_id: Type.String(),
    document_id: Type.String(),
    /** Fetches the address of the document again. */
    refetch: Type.Boolean(),
    /** Makes the vectors of all chunks anew. */
    reembed: Type.Boolean(),
    /** Publishes a new revision although nothing of the text has changed. */
    republish: Type.Boolean(),
    /** Publishes a revision that has lost text, too. */
    accept_loss: Type.Boolean(),
  }),
  maxAttempts: 4,
  backoffMs: growingBackoff(5_000),
});

type Payload = PayloadOf<typeof reingestJob>;

/** What became of one document. */
export interface ReingestOutcome {
  readonly outcome: "published" | "unchanged" | "refused" | "no_file" | "gone";
  readonly from: number | null;
  readonly chunks: number;
  /** Chunks whose words the live revision did not have. */
  readonly changed_chunks: number;
  /** Why it was refused. */
  readonly losses: readonly string[];
  /** Saved answers that quote words which the new text does not contain: "turn_… [2] “the quote”". */
  readonly changed_answers: readonly string[];
}

/** What a re-ingest is done with. */
export interface ReingestDeps extends FetchSourceDeps, IngestFileDeps {}

const nothing: ReingestOutcome = {
  outcome: "gone",
  from: null,
  chunks: 0,
  changed_chunks: 0,
  losses: [],
  changed_answers: [],
};
const mostTurns = 2_000;
const mostListed = 50;
/** Places of one quote that are looked at. */
const mostPlaces = 50;
const indexFrom = 45;

/**
 * Makes the handler of {@link reingestJob}. The new revision is staged beside the live one and replaces it in one
 * transaction, with the end of the job; an attempt that dies leaves the live revision as it was, and the next begins again.
 */
export function makeReingestHandler(deps: ReingestDeps): JobHandler<Payload> {
  return {
    async process(context) {
      try {
        await reingest(deps, context);
      } catch (error) {
        throw documentFailure(error, "Run the re-ingest again later.");
      }
    },
    // An attempt leaves nothing behind that would have to be taken back.
    onRetry: async () => undefined,
  };
}

async function reingest(deps: ReingestDeps, context: JobContext<Payload>): Promise<void> {
  const { db } = deps;
  const { payload } = context;
  const target = await repository.findTarget(db, payload.document_id);
  const live = target && (await repository.findLiveOutline(db, payload.document_id));
  if (!target || !live) return end(db, context, nothing);
  const file = await fileOf(deps, target, context);
  if (!file) return end(db, context, { ...nothing, outcome: "no_file", from: target.live_revision });
  const read = await readAgain(deps, { ...file, filename: target.filename ?? target.title }, context);
  const known = await repository.listLiveChunks(db, payload.document_id);
  const changed = changedChunks(read, known);
  const outcome = { ...nothing, from: target.live_revision, chunks: read.chunks.length, changed_chunks: changed };
  const isSame = changed === 0 && isSamePlaces(read, known) && live.source_sha256 === file.sha256;
  if (isSame && !payload.reembed && !payload.republish) return end(db, context, { ...outcome, outcome: "unchanged" });
  const losses = await lossesOf(
    { chunks: target.chunk_count, characters: target.character_count, outline: live.outline },
    read,
  );
  if (losses.length > 0 && !payload.accept_loss) return end(db, context, { ...outcome, outcome: "refused", losses });
  const changed_answers = await changedAnswers(db, payload.document_id, read);
  await publish(deps, { target, read, sha256: file.sha256 }, context, {
    ...outcome,
    outcome: "published",
    losses,
    changed_answers,
  });
}

function end(db: Database, context: JobContext<Payload>, outcome: ReingestOutcome): Promise<void> {
  return db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    await context.complete(transaction, outcome);
  });
}

/** Returns the stored file, or what the address gives now; undefined when neither is there. */
async function fileOf(
  deps: ReingestDeps,
  { source_id, storage_key, sha256, media_type }: repository.TargetRow,
  context: JobContext<Payload>,
): Promise<FetchedSource | undefined> {
  const isStored = storage_key !== null && sha256 !== null && media_type !== null;
  if (isStored && !(context.payload.refetch && source_id !== null) && (await deps.files.head(storage_key))) {
    return { storage_key, sha256, media_type };
  }
  const source = source_id === null ? undefined : await findSource(deps.db, source_id);
  // Without its key the file counts as not fetched yet.
  return source && fetchSource(deps, { ...source, storage_key: null }, context);
}

async function readAgain(
  { files, readDocument }: ReingestDeps,
  { storage_key, media_type, filename }: FetchedSource & { readonly filename: string },
  context: JobContext<Payload>,
): Promise<ReadResult> {
  await context.progress(10, "reading");
  const onProgress = (percent: number) => {
    // The next awaited step finds out when the lease is lost.
    context.progress(10 + ((indexFrom - 10) * percent) / 100, "reading").catch(() => {});
  };
  return files.withLocalFile(storage_key, (path) =>
    readDocument({ path }, { mediaType: media_type, filename }, { signal: context.signal, onProgress }),
  );
}

/** Counts the chunks whose words, with the headings above them, the live revision does not have. */
function changedChunks({ chunks }: ReadResult, known: readonly repository.LiveChunkRow[]): number {
  const hashes = new Set(known.map(({ hash }) => hash));
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
  return chunks.filter((chunk) => !hashes.has(hashOf(embeddingTextOf(chunk)))).length;
}

function isSamePlaces({ chunks }: ReadResult, known: readonly repository.LiveChunkRow[]): boolean {
  return (
    chunks.length === known.length &&
    chunks.every(({ charStart, charEnd }, at) => {
      const one = known[at];
      return one?.char_start === charStart && one.char_end === charEnd;
    })
  );
}

/** Lists the saved answers whose quotes of the document are no longer where they were cited. */
async function changedAnswers(db: Database, documentId: string, read: ReadResult): Promise<string[]> {
  const turns = await repository.listCitingTurns(db, documentId, mostTurns);
  const changed = turns.flatMap(({ id, citations }) =>
    citations.flatMap(({ marker = 0, document_id, quote = "", heading_path = [] }) => {
      const isLost = document_id === documentId && quote !== "" && !standsUnder(read, quote, heading_path);
      return isLost ? [`${id} [${marker}] “${quote.slice(0, 80)}”`] : [];
    }),
  );
  const rest = changed.length - mostListed;
  return rest > 0 ? [...changed.slice(0, mostListed), `and ${rest} more`] : changed;
}

/**
 * Whether a text has a quote under the heading it was cited with: sections of several districts often have the same words,
 * and those of another one carry no answer.
 */
function standsUnder({ document: { text }, chunks }: ReadResult, quote: string, headings: readonly string[]): boolean {
  let at = text.indexOf(quote);
  for (let place = 0; at >= 0 && place < mostPlaces; place++) {
    const held = chunks.findLast(({ charStart }) => charStart <= at);
    if (held?.headingPath.at(-1) === headings.at(-1)) return true;
    at = text.indexOf(quote, at + quote.length);
  }
  return false;
}

async function publish(
  { db, liveEmbedder }: ReingestDeps,
  {
    target,
    read,
    sha256,
  }: { readonly target: repository.TargetRow; readonly read: ReadResult; readonly sha256: string },
  context: JobContext<Payload>,
  outcome: ReingestOutcome,
): Promise<void> {
  const { document_id: documentId, corpus_id: corpusId } = target;
  const report = makeIngestReport(read.document, read.chunks);
  await publishRevision(
    db,
    { ...read, documentId, report, sourceSha256: sha256 },
    {
      embedder: await liveEmbedder(),
      embedsAnew: context.payload.reembed,
      signal: context.signal,
      onProgress: (share) => context.progress(indexFrom + (99 - indexFrom) * share, "indexing"),
      beforeFlip: async (transaction) => {
        await context.isStillMine(transaction);
        await corpora.lockCorpus(transaction, corpusId);
        await context.complete(transaction, outcome);
      },
    },
  );
}
