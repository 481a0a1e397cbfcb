import { findVectorIndex, type VectorIndexForm, vectorIndexForm, vectorText } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { type ChunkUnion, highestNumbers } from "../chunk-union.ts";
import type { DenseFindings, DenseQuestion } from "./dense-question.ts";
import { compareChunksAt, type NearChunk, nearChunks, tuneIndexScan } from "./dense-search.repository.ts";

/** Comparisons of an exact scan that cost as much as one entry looked at in the index, or one chunk by its key. */
const comparisonsForOneVisit = 25;
/** Chunks taken from the index for each one wanted: the order it gives them in is not quite that of their similarity. */
const takenForOneChunk = 2;
/** Fewest candidates kept while the graph is walked: they find the farthest chunk within a thousandth of the range. */
const fewestCandidates = 100;
/** The most that pgvector keeps. */
const mostCandidates = 1_000;

/**
 * Compares a question with a large union through the approximate index; undefined where every chunk is to be compared.
 *
 * The index holds the whole store, and what the filter lets through of it must be worth the entries that are looked at
 * for nothing; if it was not, and the scan ended before it had the chunks that were asked for, the exact scan takes
 * over. The chunks named in the question are compared one by one, as fusion wants their similarities, and the farthest
 * chunk is what lies nearest to the opposite of the question.
 */
export async function searchIndex(
  db: Database,
  union: ChunkUnion,
  question: DenseQuestion,
): Promise<DenseFindings | undefined> {
  const { embedder, vector, limit, admits, also } = question;
  const admitted = admits ? numbersIn(admits) : [];
  if (union.size * embedder.dimensions <= question.exactUpTo) return undefined;
  // What a filter admits is read by its keys, so it must be little of the union.
  if (admitted.length * comparisonsForOneVisit > union.size) return undefined;
  const form = vectorIndexForm(embedder);
  const index = form && (await findVectorIndex(db, form));
  if (!form || !index || !isWorthScan(limit, union.size, index.entries)) return undefined;

  const found = await scan(db, union, question, form);
  if (!found) return undefined;
  const { near, farthest } = found;
  const similarities = new Float32Array(union.size).fill(Number.NaN);
  for (const { documentId, ordinal, similarity } of near) {
    similarities[(union.firstOf(documentId) ?? 0) + ordinal] = similarity;
  }
  const others = [...new Set([...also, ...admitted])].filter((number) => Number.isNaN(similarities[number]));
  const compared = await compareChunksAt(db, {
    places: others.map((number) => union.placeOf(number)),
    embedder: embedder.id,
    vector: vectorText(vector),
  });
  compared.at.forEach((place, at) => {
    similarities[others[place] as number] = compared.similarities[at] as number;
  });
  let lowest = Math.fround(farthest.similarity);
  let highest = Number.NEGATIVE_INFINITY;
  for (const similarity of similarities) {
    if (similarity < lowest) lowest = similarity;
    if (similarity > highest) highest = similarity;
  }
  const nearest = highestNumbers(similarities, limit, { admits, above: Number.NEGATIVE_INFINITY });
  return { similarities, nearest, lowest, highest };
}

/** Tells whether so many chunks of a union come sooner from an index of so many entries than from an exact scan. */
function isWorthScan(limit: number, unionSize: number, entries: number): boolean {
  const visits = (limit * takenForOneChunk * Math.max(entries, unionSize)) / unionSize;
  return visits * comparisonsForOneVisit <= unionSize;
}

interface Scanned {
  readonly near: readonly NearChunk[];
  readonly farthest: NearChunk;
}

/** Finds near chunks and the farthest; undefined when the index gives fewer than are wanted within what it may cost. */
async function scan(
  db: Database,
  union: ChunkUnion,
  { embedder, vector, limit }: DenseQuestion,
  form: VectorIndexForm,
): Promise<Scanned | undefined> {
  const asked = { revisions: union.documents, embedder: embedder.id, form };
  // Some way to what an exact scan costs: where chunks of other unions crowd around the question, that one is better.
  const maxScanTuples = Math.ceil((2 * union.size) / comparisonsForOneVisit);
  const taken = Math.min(limit * takenForOneChunk, union.size);
  return db.transaction(async (transaction) => {
    const efSearch = Math.min(Math.max(taken, fewestCandidates), mostCandidates);
    await tuneIndexScan(transaction, { efSearch, maxScanTuples });
    const near = await nearChunks(transaction, { ...asked, vector: vectorText(vector), limit: taken });
    if (near.length < limit) return undefined;
    await tuneIndexScan(transaction, { efSearch: fewestCandidates, maxScanTuples });
    const opposite = vectorText(vector.map((value) => -value));
    const [far] = await nearChunks(transaction, { ...asked, vector: opposite, limit: 1 });
    return far && { near, farthest: { ...far, similarity: -far.similarity } };
  });
}

function numbersIn(marks: Uint8Array): number[] {
  const numbers: number[] = [];
  marks.forEach((mark, number) => {
    if (mark === 1) numbers.push(number);
  });
  return numbers;
}
