import { join } from "node:path";
import {
  type Compute,
  computeTask,
  type DimensionRule,
  type DistrictEntry,
  type DistrictPlace,
  type DocumentRules,
  isSameCode,
  type ParkingRule,
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

/** Most requirements that are given for one question. */
const mostRequirements = 40;

/** What is kept of a revision: its districts, where it rules on them, their standards, and the parking of uses. */
interface KnownDocument {
  readonly districts: readonly DistrictEntry[];
  readonly places: readonly DistrictPlace[];
  readonly standards: readonly DimensionRule[];
  readonly parking: readonly ParkingRule[];
}

/** Finds the provisions of districts by the places that the reading of rules noted, and parking by the uses it is for. */
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
    const found = known.get(key) ?? keptOf(await rules.readRevision({ documentId, revision }));
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
    const found = await Promise.all(documents.map(async (document) => ({ document, known: await read(document) })));
    const sharesOf = async (texts: readonly string[]) =>
      texts.length === 0 ? [] : compute.run(sharesTask, { query: request.query, texts: [...texts] }, { signal });
    const parking = request.subject === "parking" ? await parkingFor(found, sharesOf) : [];
    const places = [
      ...parking.map(({ document, rule }) => placeIn(document, rule.evidence.chunk)),
      ...found.flatMap(({ document, known: one }) =>
        chunksOf(one, request).map((ordinal) => placeIn(document, ordinal)),
      ),
    ];
    const chunks = await findChunks(db, distinct(places).slice(0, mostChunks));
    const byId = new Map(documents.map((document) => [document.documentId, document]));
    const shares = await sharesOf(chunks.map(({ headingPath, text }) => `${headingPath.at(-1) ?? ""} ${text}`));
    const passages = ordered(chunks.map((chunk, at) => ({ chunk, score: shares[at] ?? 0 })))
      .slice(0, topK)
      .flatMap(({ chunk, score }, at): Passage[] => {
        const document = byId.get(chunk.documentId);
        return document ? [passageOf(chunk, document, { rank: at + 1, score })] : [];
      });
    return {
      passages,
      standards: found.flatMap(({ document, known: one }) => standardsOf(one, document, request)),
      parking: parking.map(({ document: { documentId }, rule: { words, required, notes, evidence } }) => ({
        ...{ words, required, notes, documentId },
        ...{ charStart: evidence.charStart, charEnd: evidence.charEnd },
      })),
    };
  };
}

function keptOf({ districts, places, rules }: DocumentRules): KnownDocument {
  return {
    ...{ districts, places },
    standards: rules.filter((rule) => rule.kind === "dimension"),
    parking: rules.filter((rule) => rule.kind === "parking"),
  };
}

interface FoundDocument {
  readonly document: LiveDocument;
  readonly known: KnownDocument;
}

/** The requirements of uses that words of the query name, each printed entry once. */
async function parkingFor(
  found: readonly FoundDocument[],
  sharesOf: (texts: readonly string[]) => Promise<readonly number[]>,
) {
  const all = found.flatMap(({ document, known }) =>
    [...new Map(known.parking.map((rule) => [`${rule.evidence.charStart} ${rule.words}`, rule])).values()].map(
      (rule) => ({ document, rule }),
    ),
  );
  const shares = await sharesOf(all.map(({ rule }) => rule.words));
  return all
    .map((one, at) => ({ ...one, share: shares[at] ?? 0 }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, mostRequirements);
}

interface ChunkPlace {
  readonly documentId: string;
  readonly revision: number;
  readonly ordinal: number;
}

const placeIn = ({ documentId, revision }: LiveDocument, ordinal: number): ChunkPlace => ({
  ...{ documentId, revision, ordinal },
});

const distinct = (places: readonly ChunkPlace[]): ChunkPlace[] => [
  ...new Map(places.map((place) => [`${place.documentId} ${place.ordinal}`, place])).values(),
];

/** Ordinals of the chunks that rule on the subject for the district. */
function chunksOf({ districts, places }: KnownDocument, { names, subject }: DistrictRequest): number[] {
  const codes = codesOf(districts, names);
  return places
    .filter((place) => place.subject === subject && place.districts.some((code) => codes.has(code)))
    .map(({ chunk }) => chunk);
}

function standardsOf(
  { districts, standards }: KnownDocument,
  { documentId }: LiveDocument,
  { names, subject }: DistrictRequest,
): DistrictStandard[] {
  if (subject !== "standards") return [];
  const codes = codesOf(districts, names);
  return standards
    .filter((rule) => rule.binding !== "all" && rule.districts.some((code) => codes.has(code)))
    .map(({ dimension, limit, value, unit, conditions, notes, evidence: { charStart, charEnd } }) => ({
      ...{ dimension, limit, value, unit, conditions, notes },
      ...{ documentId, charStart, charEnd },
    }));
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
