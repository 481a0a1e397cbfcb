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
  type SiteRule,
  siteStandardWords,
  type UseRule,
} from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { findDocumentsOf, type LiveDocument } from "../live-documents.repository.ts";
import type {
  DistrictProvisions,
  DistrictRequest,
  DistrictStandard,
  DistrictUse,
  ParkingProvision,
  Passage,
  SearchScope,
} from "../passage.ts";
import { type ChunkRow, findChunks } from "../passages.repository.ts";
import { passageOf } from "../passages.ts";
import { calledBy, districtsNamed } from "./named-districts.ts";
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

/** Most entries on uses or their parking that are given for one question: on one use in a district, on all, in all districts. */
const mostEntries = 40;
const mostListed = 400;

/** The rules of a revision by kind: its districts, where it rules on them, their standards and uses, the parking of uses, and the layout of sites. */
interface KnownDocument {
  readonly districts: readonly DistrictEntry[];
  readonly places: readonly DistrictPlace[];
  readonly standards: readonly DimensionRule[];
  readonly parking: readonly ParkingRule[];
  readonly layout: readonly SiteRule[];
  readonly uses: readonly UseRule[];
}

/**
 * Finds the provisions of districts by the places that the reading of rules noted, parking by the uses it is for, and the
 * layout of sites by the standards asked for.
 */
export function makeDistrictLookup({
  db,
  rules,
  compute,
}: {
  readonly db: Database;
  readonly rules: RuleReader;
  readonly compute: Compute;
}) {
  /** The rules of revisions by kind, for as long as the reader keeps them. */
  const byKind = new WeakMap<DocumentRules, KnownDocument>();

  async function read(document: LiveDocument): Promise<KnownDocument> {
    const stored = await rules.readRevision(document);
    const known = byKind.get(stored) ?? knownOf(stored);
    byKind.set(stored, known);
    return known;
  }

  /** Returns what rules on the subject for the district, passages with most words of the query first. */
  return async function find(
    asked: DistrictRequest,
    scope: SearchScope,
    { topK, signal }: { readonly topK: number; readonly signal: AbortSignal | undefined },
  ): Promise<DistrictProvisions> {
    const { documentIds } = scope.filters ?? {};
    const documents = (await findDocumentsOf(db, scope)).filter(
      ({ corpusKind, documentId }) =>
        corpusKind === "ordinance" && (documentIds === undefined || documentIds.includes(documentId)),
    );
    const found = await Promise.all(documents.map(async (document) => ({ document, known: await read(document) })));
    const entriesOf = found.flatMap(({ known: one }) => one.districts);
    const named = asked.question === undefined ? [] : districtsNamed(entriesOf, asked.question);
    const names = asked.names.length > 0 ? asked.names : named.map(({ code }) => code);
    const request = { ...asked, names };
    const sharesOf = async (texts: readonly string[]) => {
      const { query } = request;
      if (texts.length === 0 || query === undefined) return texts.map(() => 1);
      return compute.run(sharesTask, { query, texts: [...texts] }, { signal });
    };
    const entries = await entriesFor(found, request, sharesOf);
    const places = [
      ...entries.flatMap(({ document, rule }) => ordinalsOf(rule).map((ordinal) => placeIn(document, ordinal))),
      ...found.flatMap(({ document, known: one }) =>
        chunksOf(one, request).map((ordinal) => placeIn(document, ordinal)),
      ),
    ];
    const chunks = await findChunks(db, distinct(places).slice(0, mostChunks));
    const byId = new Map(documents.map((document) => [document.documentId, document]));
    const shares = await sharesOf(chunks.map(({ headingPath, text }) => `${headingPath.at(-1) ?? ""} ${text}`));
    const shareOf = sharesOfChunks(entries);
    const passages = ordered(
      chunks.map((chunk, at) => ({ chunk, score: Math.max(shares[at] ?? 0, shareOf.get(keyOf(chunk)) ?? 0) })),
    )
      .slice(0, topK)
      .flatMap(({ chunk, score }, at): Passage[] => {
        const document = byId.get(chunk.documentId);
        return document ? [passageOf(chunk, document, { rank: at + 1, score })] : [];
      });
    return {
      passages,
      named,
      codes: entriesOf.flatMap((entry) => calledBy(entry, asked.names, entriesOf)),
      standards: [
        ...found.flatMap(({ document, known: one }) => standardsOf(one, document, request)),
        ...entries.flatMap(({ document, rule }) => (rule.kind === "site" ? [asStandard(document, rule)] : [])),
      ],
      parking: entries.flatMap(({ document, rule }) => (rule.kind === "parking" ? [asParking(document, rule)] : [])),
      uses: entries.flatMap(({ document, rule }) => (rule.kind === "use" ? [asUse(document, rule)] : [])),
    };
  };
}

function knownOf({ districts, places, rules }: DocumentRules): KnownDocument {
  return {
    ...{ districts, places },
    standards: rules.filter((rule) => rule.kind === "dimension"),
    parking: rules.filter((rule) => rule.kind === "parking"),
    layout: rules.filter((rule) => rule.kind === "site"),
    uses: rules.filter((rule) => rule.kind === "use"),
  };
}

interface FoundDocument {
  readonly document: LiveDocument;
  readonly known: KnownDocument;
}

/** The entries on uses, on their parking or on the layout of sites whose names have words of the query, those with most of them first. */
async function entriesFor(
  found: readonly FoundDocument[],
  request: DistrictRequest,
  sharesOf: (texts: readonly string[]) => Promise<readonly number[]>,
) {
  const all = found.flatMap(({ document, known }) => rulesOn(known, request).map((rule) => ({ document, rule })));
  const shares = await sharesOf(all.map(({ rule }) => wordsOf(rule)));
  const { use = "" } = request;
  const namesUse = ({ rule }: { readonly rule: Entry }) =>
    rule.kind === "use" && Object.hasOwn(rule.names, use) ? (rule.names[use] ?? 0) / 100 : 0;
  const isOfOneUse = request.query !== undefined && !isOfEveryDistrict(request);
  return all
    .map((one, at) => ({ ...one, share: Math.max(shares[at] ?? 0, namesUse(one)) }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, isOfOneUse ? mostEntries : mostListed);
}

type Entry = ParkingRule | SiteRule | UseRule;

function wordsOf(rule: Entry): string {
  if (rule.kind === "site") return siteStandardWords[rule.standard] ?? "";
  return rule.kind === "use" ? `${rule.group} ${rule.words}` : rule.words;
}

/** The rules of a document on the subject, each printed entry once. */
function rulesOn({ districts, parking, layout, uses }: KnownDocument, request: DistrictRequest): Entry[] {
  if (request.subject === "layout") return layout.filter(({ standard }) => siteStandardWords[standard] !== undefined);
  if (request.subject === "parking")
    return [...new Map(parking.map((rule) => [`${rule.evidence.charStart} ${rule.words}`, rule])).values()];
  if (request.subject !== "uses") return [];
  if (isOfEveryDistrict(request)) return [...uses];
  const codes = codesOf(districts, request.names);
  return uses.filter((rule) => rule.districts.some((code) => codes.has(code)));
}

const isOfEveryDistrict = ({ names, question }: DistrictRequest) => names.length === 0 && question === undefined;

/** The chunk that holds an entry, and those of the legend or line which gives its verdict and of what takes it over. */
const ordinalsOf = (rule: Entry): number[] => [
  rule.evidence.chunk,
  ...(rule.kind === "use" && rule.source?.span ? [rule.source.span.chunk] : []),
  ...(rule.kind === "use" ? rule.takenOver.map(({ span }) => span.chunk) : []),
];

function asParking({ documentId }: LiveDocument, rule: ParkingRule): ParkingProvision {
  const { words, required, notes, evidence } = rule;
  return { words, required, notes, documentId, charStart: evidence.charStart, charEnd: evidence.charEnd };
}

function asUse({ documentId }: LiveDocument, rule: UseRule): DistrictUse {
  const { kind: _, conditions, confidence, evidence, ...read } = rule;
  const { charStart, charEnd } = evidence;
  return { ...read, documentId, charStart, charEnd };
}

/** The share of the nearest entry that a chunk holds or explains: what an answer cites is among the passages. */
function sharesOfChunks(entries: Awaited<ReturnType<typeof entriesFor>>): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { document, rule, share } of entries) {
    for (const ordinal of ordinalsOf(rule)) {
      const key = keyOf(placeIn(document, ordinal));
      shares.set(key, Math.max(shares.get(key) ?? 0, share));
    }
  }
  return shares;
}

const keyOf = ({ documentId, ordinal }: Pick<ChunkPlace, "documentId" | "ordinal">) => `${documentId} ${ordinal}`;

interface ChunkPlace {
  readonly documentId: string;
  readonly revision: number;
  readonly ordinal: number;
}

const placeIn = ({ documentId, revision }: LiveDocument, ordinal: number): ChunkPlace => ({
  ...{ documentId, revision, ordinal },
});

const distinct = (places: readonly ChunkPlace[]): ChunkPlace[] => [
  ...new Map(places.map((place) => [keyOf(place), place])).values(),
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
  document: LiveDocument,
  { names, subject }: DistrictRequest,
): DistrictStandard[] {
  if (subject !== "standards") return [];
  const wanted = codesOf(districts, names);
  const all = standards.filter((rule) => rule.districts.some((code) => wanted.has(code)));
  const own = all.filter((rule) => rule.binding !== "all");
  // A standard for all districts applies where the district has none of its own.
  const ofOwn = new Set(own.map(({ dimension }) => dimension));
  return all
    .filter((rule) => rule.binding !== "all" || !ofOwn.has(rule.dimension))
    .map((rule) => asStandard(document, rule));
}

function asStandard({ documentId }: LiveDocument, rule: DimensionRule | SiteRule): DistrictStandard {
  const { limit, value, unit, districts, conditions, notes, evidence } = rule;
  const { charStart, charEnd } = evidence;
  const dimension = rule.kind === "site" ? rule.standard : rule.dimension;
  return { ...{ dimension, limit, value, unit, districts, conditions, notes }, documentId, charStart, charEnd };
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
