import type { SeededRandom } from "./seeded-random.ts";
import type { EncodedSection } from "./vocabulary.ts";

/** A short text and the longer one it should be found by, as weighted bags of vocabulary rows. */
export interface TrainingPair {
  readonly query: Int32Array;
  readonly passage: Int32Array;
}

/** A resident's question in vocabulary rows, with what it may be paired with. */
export interface LayPair {
  readonly source: string;
  /** Text of the section that answers it. */
  readonly answer: string;
  readonly query: Int32Array;
  readonly formal: Int32Array;
  readonly window: Int32Array;
}

/** Terms of a passage. */
export const passageTerms = 140;
const surroundingTerms = 60;
const keptSpanShare = 0.15;

/** Tells whether a section has a heading to learn from. */
export const hasHeading = (section: EncodedSection) => section.heading.length > 0;

/** A section's heading and the body under it. */
export function headingPair(section: EncodedSection, random: SeededRandom): TrainingPair {
  const latest = Math.max(section.body.length - passageTerms, 0);
  const start = random.next() < 0.6 ? 0 : random.below(latest + 1);
  return { query: section.heading, passage: section.body.subarray(start, start + passageTerms) };
}

/** A span of four to nine terms and the text around it, mostly without the span itself. */
export function surroundingPair({ body }: EncodedSection, random: SeededRandom): TrainingPair {
  const length = Math.min(4 + random.below(6), body.length - 1);
  const start = random.below(body.length - length);
  const before = body.subarray(Math.max(start - surroundingTerms, 0), start);
  const after = body.subarray(start + length, start + length + surroundingTerms);
  const span = body.subarray(start, start + length);
  const kept = random.next() < keptSpanShare ? [...span] : [];
  return { query: span, passage: Int32Array.from([...before, ...kept, ...after]) };
}
