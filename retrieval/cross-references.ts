import { referencesIn } from "../ingest/index.ts";
import { type Looked, sectionChunks } from "./section-lookup.ts";

/** References are followed one step, from so many of the best chunks, and so many of each. */
export const seedCount = 3;
const referencesOfSeed = 3;
/** A reference to more chunks than this is one to a chapter, and says little. */
const mostChunks = 12;

/** A chunk whose references are followed. */
export interface ReferringChunk {
  readonly number: number;
  readonly text: string;
  readonly score: number;
}

/** A chunk that a better one refers to, and the chunk that does with its score. */
export interface ReferredChunk {
  readonly number: number;
  readonly from: number;
  readonly by: number;
}

/**
 * Finds what the best chunks refer to: "subject to the limits in § 155-44". Of each section the chunk that fits the
 * question best, in the document that names it or, where that has none, in its corpus.
 */
export function followReferences(
  seeds: readonly ReferringChunk[],
  looked: Looked,
  fits: (number: number) => number,
): ReferredChunk[] {
  const found = new Map<number, ReferredChunk>();
  for (const seed of seeds) {
    const own = new Set<number>();
    for (const reference of referencesIn(seed.text)) {
      if (own.size >= referencesOfSeed) break;
      const target = nearest(sectionChunks(reference, looked), seed.number, looked);
      if (target.length === 0 || target.length > mostChunks || target.includes(seed.number)) continue;
      own.add(target.reduce((best, number) => (fits(number) > fits(best) ? number : best)));
    }
    for (const number of own) {
      const known = found.get(number);
      if (!known || known.from < seed.score) found.set(number, { number, from: seed.score, by: seed.number });
    }
  }
  return [...found.values()];
}

/** Of sections numbered alike those of the referring document; a code in several documents is one corpus. */
function nearest(numbers: readonly number[], seed: number, { union }: Looked): readonly number[] {
  const { documentId } = union.placeOf(seed);
  const own = numbers.filter((number) => union.placeOf(number).documentId === documentId);
  if (own.length > 0) return own;
  const corpusId = union.documentOf(documentId)?.corpusId;
  return numbers.filter((number) => union.documentOf(union.placeOf(number).documentId)?.corpusId === corpusId);
}
