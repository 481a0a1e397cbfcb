import { join } from "node:path";
import {
  type Compute,
  computeTask,
  type DimensionRule,
  type DistrictEntry,
  type DistrictPlace,
  type DocumentRules,
  isSameCode,
} from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { findLiveDocuments, type LiveDocument } from "../live-documents.repository.ts";
import type { DistrictProvisions, DistrictRequest, DistrictStandard, Passage, SearchScope } from "../passage.ts";
import { type ChunkRow, findChunks } from "../passages.repository.ts";
import { passageOf } from "../passages.ts";
import type { RuleReader } from "./read-rules.ts";
import type * as work from "./shared-words.task.ts";

const sharesTask = computeTask<typeof work, "sharesOfWords">({
  module: join(import.meta.dirname, "shared-words.task.ts"),
  name: "sharesOfWords",
  lane: "interactive",
  // A thread that has to start counts too, which takes seconds on a busy machine.
  deadlineMs: 20_000,
});

/** More chunks of one district are not compared with a question. */
const mostChunks = 160;
const keptDocuments = 200;

/** What is kept of a revision: its districts, where it rules on them, and their standards. */
interface KnownDocument {
  readonly districts: readonly DistrictEntry[];
  readonly places: readonly DistrictPlace[];
  readonly standards: readonly DimensionRule[];
}

/** Finds the provisions of districts by the places that the reading of rules noted. */
export function makeDistrictLookup({
  db,
  rules,
  compute,
}: {
  readonly db: Database;
  readonly rules: RuleReader;
  readonly compute: Compute;
}) {
  /** By revision, which never changes. */
  const known = new Map<string, KnownDocument>();

  async function read({ documentId, revision }: LiveDocument): Promise<KnownDocument> {
    const key = `${documentId} ${revision}`;
    const found = known.get(key) ?? standardsIn(await rules.readRevision({ documentId, revision }));
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > keptDocuments && oldest !== undefined) known.delete(oldest);
    return found;
  }

  /** Returns what rules on the subject for the district, passages with most words of the query first. */
  return async function find(
    request: DistrictRequest,
    scope: SearchScope,
    { topK, signal }: { readonly topK: number; readonly signal: AbortSignal | undefined },
  ): Promise<DistrictProvisions> {
    const { documentIds } = scope.filters ?? {};
    const documents = (await findLiveDocuments(db, scope.corpusIds)).filter(
      ({ corpusKind, documentId }) =>
        corpusKind === "ordinance" && (documentIds === undefined || documentIds.includes(documentId)),
    );
    const found = await Promise.all(
      documents.map(async (document) => ({ document, ...provisionsIn(await read(document), document, request) })),
    );
    const places = found.flatMap(({ document: { documentId, revision }, ordinals }) =>
      ordinals.map((ordinal) => ({ documentId, revision, ordinal })),
    );
    const chunks = await findChunks(db, places.slice(0, mostChunks));
    const byId = new Map(documents.map((document) => [document.documentId, document]));
    const texts = chunks.map(({ headingPath, text }) => `${headingPath.at(-1) ?? ""} ${text}`);
    const shares =
      chunks.length === 0 ? [] : await compute.run(sharesTask, { query: request.query, texts }, { signal });
    const passages = ordered(chunks.map((chunk, at) => ({ chunk, score: shares[at] ?? 0 })))
      .slice(0, topK)
      .flatMap(({ chunk, score }, at): Passage[] => {
        const document = byId.get(chunk.documentId);
        return document ? [passageOf(chunk, document, { rank: at + 1, score })] : [];
      });
    return { passages, standards: found.flatMap(({ standards }) => standards) };
  };
}

function standardsIn({ districts, places, rules }: DocumentRules): KnownDocument {
  return { districts, places, standards: rules.filter((rule) => rule.kind === "dimension") };
}

function provisionsIn(
  { districts, places, standards }: KnownDocument,
  { documentId }: LiveDocument,
  { names, subject }: DistrictRequest,
): { readonly ordinals: readonly number[]; readonly standards: readonly DistrictStandard[] } {
  const codes = codesOf(districts, names);
  const isOwn = (one: { readonly districts: readonly string[] }) => one.districts.some((code) => codes.has(code));
  const ordinals = places.filter((place) => place.subject === subject && isOwn(place)).map(({ chunk }) => chunk);
  const own = subject === "standards" ? standards.filter((rule) => rule.binding !== "all" && isOwn(rule)) : [];
  return {
    ordinals,
    standards: own.map(({ dimension, limit, value, unit, conditions, notes, evidence: { charStart, charEnd } }) => ({
      ...{ dimension, limit, value, unit, conditions, notes },
      ...{ documentId, charStart, charEnd },
    })),
  };
}

function codesOf(districts: readonly DistrictEntry[], names: readonly string[]): ReadonlySet<string> {
  const isMeant = ({ code, name }: DistrictEntry) =>
    names.some((wanted) => isSameCode(wanted, code) || (name !== null && isSameCode(wanted, name)));
  return new Set(districts.filter(isMeant).map(({ code }) => code));
}

/** Orders chunks by their score; those of equal score stand as in the text. */
function ordered(scored: readonly ScoredChunk[]): ScoredChunk[] {
  return scored.toSorted(
    (one, other) =>
      other.score - one.score ||
      one.chunk.documentId.localeCompare(other.chunk.documentId) ||
      one.chunk.ordinal - other.chunk.ordinal,
  );
}

interface ScoredChunk {
  readonly chunk: ChunkRow;
  readonly score: number;
}
