import type { LiveDocument } from "./live-documents.repository.ts";

/** A chunk by its place: the ordinal inside the live revision of a document. */
export interface ChunkPlace {
  readonly documentId: string;
  readonly revision: number;
  readonly ordinal: number;
}

/** The chunks of a list of live documents, numbered through from 0, so that legs meet in flat lists. */
export interface ChunkUnion {
  readonly documents: readonly LiveDocument[];
  readonly size: number;
  /** Number of a document's first chunk; undefined for a document that is not of the list. */
  firstOf(documentId: string): number | undefined;
  documentOf(documentId: string): LiveDocument | undefined;
  placeOf(number: number): ChunkPlace;
}

/** Numbers the chunks of documents in the order of the list. */
export function makeChunkUnion(documents: readonly LiveDocument[]): ChunkUnion {
  const firsts = new Uint32Array(documents.length);
  const indexes = new Map<string, number>();
  let size = 0;
  documents.forEach((document, at) => {
    firsts[at] = size;
    indexes.set(document.documentId, at);
    size += document.chunkCount;
  });
  return {
    documents,
    size,
    firstOf: (documentId) => firsts[indexes.get(documentId) ?? documents.length],
    documentOf: (documentId) => documents[indexes.get(documentId) ?? documents.length],
    placeOf(number) {
      let low = 0;
      let high = documents.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((firsts[middle] as number) <= number) low = middle;
        else high = middle - 1;
      }
      const document = documents[low];
      if (!document || number < 0 || number >= size) throw new RangeError(`the union holds no chunk ${number}`);
      const { documentId, revision } = document;
      return { documentId, revision, ordinal: number - (firsts[low] as number) };
    },
  };
}

/**
 * Gives the numbers with the highest values, highest first and the lower number first among equals; never one whose
 * value is 0 or none in `values` that the filter does not admit.
 *
 * Cost    one pass; an object for none of them
 */
export function highestNumbers(
  values: Float64Array | Float32Array,
  limit: number,
  options: { readonly admits?: Uint8Array | undefined; readonly above: number },
): number[] {
  let best: number[] = [];
  let bar = options.above;
  const keepBest = () => {
    best.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b);
    best = best.slice(0, limit);
    if (best.length === limit) bar = values[best[limit - 1] as number] as number;
  };
  for (let number = 0; number < values.length; number++) {
    // False for what is not a number, too: a chunk without a vector.
    if (!((values[number] as number) > bar)) continue;
    if (options.admits && options.admits[number] !== 1) continue;
    best.push(number);
    if (best.length >= limit * 2) keepBest();
  }
  keepBest();
  return best;
}
