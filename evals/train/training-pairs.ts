import type { SeededRandom } from "./seeded-random.ts";
import type { Corpus, EncodedSection } from "./vocabulary.ts";

/** A short text and the longer one it should be found by, as weighted bags of vocabulary rows. */
export interface TrainingPair {
  readonly query: Int32Array;
  readonly passage: Int32Array;
}

/** A lay rule in vocabulary rows: any one of the triggers may stand for any of the terms. */
export interface NoiseRule {
  readonly triggers: readonly Int32Array[];
  readonly terms: ReadonlySet<number>;
}

/** How pairs are drawn; shares between 0 and 1. */
export interface PairSettings {
  readonly zoningShare: number;
  readonly headingShare: number;
  readonly noiseShare: number;
  /** How often a term that a chosen rule covers gives way to the words people say. */
  readonly replaceShare: number;
}

export const standardPairs: PairSettings = { zoningShare: 0.8, headingShare: 0.5, noiseShare: 0.6, replaceShare: 0.6 };

const passageTerms = 140;
const surroundingTerms = 60;
const keptSpanShare = 0.15;

/**
 * Makes a source of training pairs.
 *
 * Half are a heading and the body under it, half a span of four to nine terms and what surrounds it, where the span
 * itself mostly does not stay. In many the ordinance's terms give way to what people say for them, by the lay rules.
 */
export function makePairSource(
  corpus: Corpus,
  rules: readonly NoiseRule[],
  random: SeededRandom,
  settings: PairSettings,
) {
  const usable = corpus.sections.filter((section) => section.body.length >= 20);
  const pools = { zoning: usable.filter((s) => s.isZoning), other: usable.filter((s) => !s.isZoning) };
  const headed = { zoning: pools.zoning.filter(hasHeading), other: pools.other.filter(hasHeading) };
  const total = corpus.counts.reduce((sum, count) => sum + count, 0);
  const rarity = corpus.counts.map((count) => Math.log(total / count));

  const pick = (from: { zoning: EncodedSection[]; other: EncodedSection[] }): EncodedSection | undefined => {
    const isZoning = random.next() < settings.zoningShare ? from.zoning.length > 0 : from.other.length === 0;
    const pool = isZoning ? from.zoning : from.other;
    return pool[random.below(pool.length)];
  };

  const draw = (): TrainingPair | undefined => {
    const isHeading = random.next() < settings.headingShare;
    const section = pick(isHeading ? headed : pools);
    if (!section) return undefined;
    const pair = isHeading ? headingPair(section, random) : surroundingPair(section, random);
    const query =
      random.next() < settings.noiseShare ? sayPlainly(pair.query, rules, rarity, random, settings) : pair.query;
    return { query, passage: pair.passage };
  };

  return (count: number): TrainingPair[] => {
    const pairs: TrainingPair[] = [];
    while (pairs.length < count) {
      const pair = draw();
      if (pair && pair.query.length > 0 && pair.passage.length > 0) pairs.push(pair);
    }
    return pairs;
  };
}

const hasHeading = (section: EncodedSection) => section.heading.length > 0;

function headingPair(section: EncodedSection, random: SeededRandom): TrainingPair {
  const latest = Math.max(section.body.length - passageTerms, 0);
  const start = random.next() < 0.6 ? 0 : random.below(latest + 1);
  return { query: section.heading, passage: section.body.subarray(start, start + passageTerms) };
}

function surroundingPair({ body }: EncodedSection, random: SeededRandom): TrainingPair {
  const length = Math.min(4 + random.below(6), body.length - 1);
  const start = random.below(body.length - length);
  const before = body.subarray(Math.max(start - surroundingTerms, 0), start);
  const after = body.subarray(start + length, start + length + surroundingTerms);
  const span = body.subarray(start, start + length);
  const kept = random.next() < keptSpanShare ? [...span] : [];
  return { query: span, passage: Int32Array.from([...before, ...kept, ...after]) };
}

/** Replaces terms by what people say for them: the rule that covers most of the query's rare terms is likeliest. */
function sayPlainly(
  query: Int32Array,
  rules: readonly NoiseRule[],
  rarity: Float64Array,
  random: SeededRandom,
  settings: PairSettings,
): Int32Array {
  const scored = rules.flatMap((rule) => {
    let mass = 0;
    for (const term of new Set(query)) if (rule.terms.has(term)) mass += rarity[term] ?? 0;
    return mass > 0 ? [{ rule, mass: mass * mass }] : [];
  });
  let left = random.next() * scored.reduce((sum, { mass }) => sum + mass, 0);
  const chosen = scored.find(({ mass }) => {
    left -= mass;
    return left <= 0;
  })?.rule;
  const said = chosen?.triggers[random.below(chosen.triggers.length)];
  if (!chosen || !said) return query;
  const remaining = [...query].filter((term) => !chosen.terms.has(term) || random.next() >= settings.replaceShare);
  return Int32Array.from([...remaining, ...said]);
}
