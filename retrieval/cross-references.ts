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

/** A chunk that a better one refers to, and the score of the chunk that does. */
export interface ReferredChunk {
  readonly number: number;
  readonly from: number;
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
  const found = new Map<number, number>();
  for (const seed of seeds) {
    const own = new Set<number>();
    for (const reference of referencesIn(seed.text)) {
      if (own.size >= referencesOfSeed) break;
      const target = nearest(sectionChunks(reference, looked), seed.number, looked);
      if (target.length === 0 || target.length > mostChunks || target.includes(seed.number)) continue;
      own.add(target.reduce((best, number) => (fits(number) > fits(best) ? number : best)));
    }
    for (const number of own) found.set(number, Math.max(found.get(number) ?? 0, seed.score));
  }
  return [...found].map(([number, from]) => ({ number, from }));
}

/** Of sections numbered alike those of the referring document; a code in several documents is one corpus. */
function nearest(numbers: readonly number[], seed: number, { union }: Looked): readonly number[] {
  const { documentId } = union.placeOf(seed);
  const own = numbers.filter((number) => union.placeOf(number).documentId === documentId);
  if (own.length > 0) return own;
  const corpusId = union.documentOf(documentId)?.corpusId;
  return numbers.filter((number) => union.documentOf(union.placeOf(number).documentId)?.corpusId === corpusId);
}
