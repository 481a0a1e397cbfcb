import type { Embedder } from "../ingest/index.ts";
import type { Database } from "../migrations/index.ts";
import type { ChunkCache } from "./chunk-cache.ts";
import type { ChunkUnion } from "./chunk-union.ts";
import { followReferences, seedCount } from "./cross-references.ts";
import { type DenseFindings, embedQuestion, searchVectors } from "./dense/dense-leg.ts";
import { fuse, fuseRanks, type LegRanges } from "./fusion.ts";
import { type ContextShares, type KeywordFindings, searchKeywords } from "./keyword/keyword-leg.ts";
import type { Expansions } from "./keyword/question.ts";
import type { SegmentCache } from "./keyword/segment-cache.ts";
import type { LiveUnions } from "./live-unions.ts";
import type { PassageOrigin, SearchScope } from "./passage.ts";
import type { FoundChunk } from "./passages.ts";
import type { RerankQuestion } from "./rerank/reranker.ts";
import type { AskedRules } from "./rules/asked-rules.ts";
import { admittedUnder, type Looked, lookUpSections } from "./section-lookup.ts";
import { type OnStage, startStageClock } from "./stage-clock.ts";

/** Stages that evals switch off one by one, and their depths. */
export interface HybridSettings {
  readonly useKeyword: boolean;
  readonly useDense: boolean;
  readonly useSectionLookup: boolean;
  /** Share of a chunk's score that a section it refers to gets; 0 follows no references. */
  readonly referenceShare: number;
  /** Chunks each leg contributes before fusion. */
  readonly legDepth: number;
  /** Numbers (chunks times dimensions) up to which the dense leg compares every chunk. */
  readonly exactScanUpTo: number;
  /** Fused candidates the reranker sees. */
  readonly rerankDepth: number;
  /** What a chunk gains from its neighbours in the keyword leg; both 0 for plain BM25. */
  readonly context: ContextShares;
  /** Share of the dense leg for a coverage of the question by the keyword leg, before words the embedder lacks. */
  readonly denseShare: (coverage: number) => number;
  /** Convex combination of scores, which the service uses, or reciprocal ranks, which evals hold it against. */
  readonly fusion: "convex" | "reciprocal";
}

/** What the first stage works with. */
export interface FirstStageDeps {
  readonly db: Database;
  readonly liveEmbedder: () => Promise<Embedder | null>;
  readonly unions: LiveUnions;
  readonly segments: SegmentCache;
  readonly chunks: ChunkCache;
  readonly askedRules: AskedRules;
  readonly expansions: Expansions;
  readonly settings: HybridSettings;
  readonly onStage: OnStage | undefined;
}

/** Candidates for the final order, and what the reranker and the result need to know of the search. */
export interface FirstStage {
  readonly union: ChunkUnion;
  /** Best first. */
  readonly candidates: readonly FoundChunk[];
  readonly coverage: number;
  readonly idf: ReadonlyMap<string, number>;
  readonly meant: RerankQuestion["meant"];
  /** Whose vectors were compared; null where there was no dense leg. */
  readonly denseModel: string | null;
}

/**
 * Runs both legs over one list of live revisions and fuses them into candidates, best first.
 *
 * `reach` is how much the final order can change the distance between two fused scores: candidates that could not come
 * among the first `topK` any more are not read.
 */
export async function runFirstStage(
  deps: FirstStageDeps,
  query: string,
  scope: SearchScope,
  { topK, reach }: { topK: number; reach: number },
): Promise<FirstStage> {
  const { db, settings, expansions } = deps;
  const stageEnded = startStageClock(deps.onStage);
  // Asked once for each search: the question and the vectors it meets are always of one embedder.
  const embedder = settings.useDense ? await deps.liveEmbedder() : null;
  const [union, vector] = await Promise.all([
    deps.unions(db, scope),
    embedder ? embedQuestion(embedder, query) : undefined,
  ]);
  stageEnded("question");
  const loaded = await deps.segments.segmentsOf(db, union.documents);
  const prefix = scope.filters?.sectionPrefix;
  const looked = { db, union, loaded };
  const admits = prefix ? await admittedUnder(prefix, looked) : undefined;
  const limit = settings.legDepth;
  const keywords = await searchKeywords(query, union, loaded, {
    expansions,
    limit,
    admits,
    context: settings.context,
  });
  const found = settings.useSectionLookup ? await lookUpSections(query, looked) : [];
  const named = found.filter((number) => !admits || admits[number] === 1);
  const also = [...(settings.useKeyword ? keywords.best : []), ...named.slice(0, limit)];
  stageEnded("keyword");
  const exactUpTo = settings.exactScanUpTo;
  const dense =
    vector && embedder
      ? await searchVectors(db, union, { embedder, vector, limit, admits, also, exactUpTo })
      : undefined;
  if (dense) stageEnded("dense");
  const fused = fuseLegs({
    keywords: settings.useKeyword ? keywords : undefined,
    dense,
    named: settings.useKeyword ? bestNamed(named, keywords.best) : named.slice(0, limit),
    share: settings.denseShare(keywords.coverage) * knownShare(embedder, keywords.idf),
    fusion: settings.fusion,
  });
  const joined = settings.referenceShare > 0 ? await withReferred(deps, fused, looked, keywords, admits) : fused;
  const chosen = withinReach(joined.slice(0, Math.max(settings.rerankDepth, topK * 2)), topK, reach);
  stageEnded("fusion");
  const candidates = await withTexts(deps, query, union, chosen, keywords);
  stageEnded("texts");
  return {
    union,
    candidates,
    coverage: keywords.coverage,
    idf: keywords.idf,
    meant: vector && embedder?.staticModel ? { model: embedder.staticModel, vector } : undefined,
    denseModel: dense && embedder ? embedder.id : null,
  };
}

/** Share of the question's IDF mass in words the embedder was trained on; 1 for an embedder that reads any text. */
function knownShare(embedder: Embedder | null, idf: ReadonlyMap<string, number>): number {
  if (!embedder?.knows) return 1;
  let known = 0;
  let whole = 0;
  for (const [term, mass] of idf) {
    whole += mass;
    // Numbers and designations carry no meaning a model could know; they do not count against it.
    if (embedder.knows(term) || /\d/.test(term)) known += mass;
  }
  return whole > 0 ? known / whole : 1;
}

/** A section holds fewer chunks than this; a chapter may hold more than a search looks at. */
const chunksOfSection = 40;

/** Of a whole chapter that a question names, the chunks it is about; a section is taken whole. */
function bestNamed(named: readonly number[], best: readonly number[]): readonly number[] {
  if (named.length <= chunksOfSection) return named;
  const isNamed = new Set(named);
  const found = best.filter((number) => isNamed.has(number));
  return found.length > 0 ? found : named.slice(0, chunksOfSection);
}

interface Legs {
  readonly keywords: KeywordFindings | undefined;
  readonly dense: DenseFindings | undefined;
  readonly named: readonly number[];
  readonly share: number;
  readonly fusion: HybridSettings["fusion"];
}

interface FusedChunk extends Pick<FoundChunk, "fused" | "origins" | "scores" | "isNamed" | "referredBy"> {
  readonly number: number;
}

function fuseLegs({ keywords, dense, named, share, fusion }: Legs): FusedChunk[] {
  const ranges: LegRanges = {
    highestKeyword: keywords?.scores[keywords.best[0] ?? -1] ?? 0,
    lowestDense: dense?.lowest,
    highestDense: dense?.highest,
  };
  const isNamed = new Set(named);
  const isNear = new Set(dense?.nearest);
  const ranked = fusion === "reciprocal" ? fuseRanks([keywords?.best, dense?.nearest]) : undefined;
  const numbers = new Set([...named, ...(keywords?.best ?? []), ...(dense?.nearest ?? [])]);
  const fused = [...numbers].map((number): FusedChunk => {
    const keyword = keywords?.scores[number] || undefined;
    const similarity = dense?.similarities[number];
    const scores = { keyword, dense: Number.isNaN(similarity) ? undefined : similarity };
    const origins: PassageOrigin[] = [];
    if (isNamed.has(number)) origins.push("lookup");
    if (keyword !== undefined) origins.push("keyword");
    if (isNear.has(number)) origins.push("dense");
    return {
      number,
      fused: ranked ? (ranked.get(number) ?? 0) : fuse(scores, ranges, share),
      origins,
      isNamed: isNamed.has(number),
      scores: { keyword: scores.keyword ?? 0, dense: scores.dense ?? 0 },
    };
  });
  return inOrder(fused);
}

function inOrder(fused: FusedChunk[]): FusedChunk[] {
  return fused.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.fused - a.fused || a.number - b.number);
}

/** Raises the sections the best chunks refer to; they have a share of the score of what refers to them, or their own. */
async function withReferred(
  { db, chunks, settings }: FirstStageDeps,
  fused: readonly FusedChunk[],
  looked: Looked,
  keywords: KeywordFindings,
  admits: Uint8Array | undefined,
): Promise<readonly FusedChunk[]> {
  const best = fused.slice(0, seedCount);
  const rows = await chunks.rowsOf(
    db,
    best.map(({ number }) => looked.union.placeOf(number)),
  );
  const seeds = best.map(({ number, fused: score }, at) => ({ number, score, text: rows[at]?.text ?? "" }));
  const referred = followReferences(seeds, looked, (number) => keywords.scores[number] ?? 0);
  if (referred.length === 0) return fused;
  const byNumber = new Map(fused.map((chunk) => [chunk.number, chunk]));
  const nameOf = (by: number) => {
    const row = rows[best.findIndex(({ number }) => number === by)];
    return row?.section ?? row?.headingPath.at(-1);
  };
  for (const { number, from, by } of referred) {
    if (admits && admits[number] !== 1) continue;
    const known = byNumber.get(number);
    const score = from * settings.referenceShare;
    byNumber.set(number, {
      number,
      isNamed: known?.isNamed ?? false,
      scores: known?.scores ?? { keyword: keywords.scores[number] ?? 0, dense: 0 },
      fused: Math.max(known?.fused ?? 0, score),
      origins: [...(known?.origins ?? []), "cross_ref"],
      referredBy: nameOf(by),
    });
  }
  return inOrder([...byNumber.values()]);
}

/** Beyond the first `topK`, so many more may still fall out as repetitions of others. */
const sparePlaces = 5;

function withinReach(fused: readonly FusedChunk[], topK: number, reach: number): readonly FusedChunk[] {
  const last = fused[topK + sparePlaces - 1];
  return last ? fused.filter((chunk) => chunk.isNamed || chunk.fused >= last.fused - reach) : fused;
}

async function withTexts(
  { db, chunks, askedRules }: FirstStageDeps,
  query: string,
  union: ChunkUnion,
  fused: readonly FusedChunk[],
  keywords: KeywordFindings,
): Promise<FoundChunk[]> {
  const places = fused.map(({ number }) => union.placeOf(number));
  const [rows, ruled] = await Promise.all([chunks.rowsOf(db, places), askedRules(db, query, places)]);
  return fused.flatMap(({ number, ...chunk }, at) => {
    const row = rows[at];
    const place = places[at];
    if (!row || !place) return [];
    const { headingPath, indexText } = row;
    const text = [...headingPath, row.text].join("\n");
    const coverage = keywords.shares[number] ?? 0;
    return [{ ...chunk, ...place, row, text, headingPath, indexText, coverage, isRuled: ruled[at] === true }];
  });
}
