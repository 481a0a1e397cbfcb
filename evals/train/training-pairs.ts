import { isQuestionWord } from "../../ingest/index.ts";
import type { LayQuestion } from "./lay-questions.ts";
import {
  hasHeading,
  headingPair,
  type LayPair,
  passageTerms,
  surroundingPair,
  type TrainingPair,
} from "./section-pairs.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { makeTownBatches } from "./town-batches.ts";
import type { Corpus, EncodedSection } from "./vocabulary.ts";
import type { WrittenPair } from "./written-pairs.ts";

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
  /** Pairs that are a resident's question with its answer. */
  readonly layShare: number;
  /** How often such a question is paired with its formal wording and not with its section. */
  readonly formalShare: number;
  /** Share of batches whose pairs are all of one town, so that questions learn to tell its sections apart. */
  readonly townShare: number;
  /** Share of the pairs, outside batches of one town, that are of {@link WrittenPair}. */
  readonly writtenShare: number;
  /** How often a written question is paired with its formal wording. */
  readonly writtenFormalShare: number;
  /** How often the formal wording of a written question is paired with the section in place of the question. */
  readonly writtenRuleShare: number;
}

export const standardPairs: PairSettings = {
  zoningShare: 0.8,
  headingShare: 0.5,
  noiseShare: 0.6,
  replaceShare: 0.6,
  layShare: 0.35,
  formalShare: 0.3,
  townShare: 0.5,
  writtenShare: 0.3,
  writtenFormalShare: 0.3,
  writtenRuleShare: 0.15,
};

const windowStep = 10;

/**
 * Makes a source of training pairs.
 *
 * A share are written questions, and a share residents' questions, with their answers. Of the rest, half are a heading and
 * the body under it, half a span of four to nine terms and the text around it, mostly without the span itself. In many of the
 * rest the lay rules replace the ordinance's terms by what people say for them.
 */
export function makePairSource(
  corpus: Corpus,
  rules: readonly NoiseRule[],
  { questions, written }: { readonly questions: readonly LayQuestion[]; readonly written: readonly WrittenPair[] },
  random: SeededRandom,
  settings: PairSettings,
): (count: number) => TrainingPair[] {
  const usable = corpus.sections.filter((section) => section.body.length >= 20);
  const pools = { zoning: usable.filter((s) => s.isZoning), other: usable.filter((s) => !s.isZoning) };
  const headed = { zoning: pools.zoning.filter(hasHeading), other: pools.other.filter(hasHeading) };
  const total = corpus.counts.reduce((sum, count) => sum + count, 0);
  const rarity = corpus.counts.map((count) => Math.log(total / count));

  const lay = layPairs(questions, corpus, rarity);
  const townBatch = makeTownBatches(corpus, lay, random, settings);
  const drawWritten = makeWrittenPairs(corpus, written, random, settings);

  const pick = (from: { zoning: EncodedSection[]; other: EncodedSection[] }): EncodedSection | undefined => {
    const isZoning = random.next() < settings.zoningShare ? from.zoning.length > 0 : from.other.length === 0;
    const pool = isZoning ? from.zoning : from.other;
    return pool[random.below(pool.length)];
  };

  const draw = (): TrainingPair | undefined => {
    if (written.length > 0 && random.next() < settings.writtenShare) return drawWritten();
    if (lay.length > 0 && random.next() < settings.layShare) {
      const { query, formal, window } = lay[random.below(lay.length)] as LayPair;
      return { query, passage: random.next() < settings.formalShare ? formal : window };
    }
    const isHeading = random.next() < settings.headingShare;
    const section = pick(isHeading ? headed : pools);
    if (!section) return undefined;
    const pair = isHeading ? headingPair(section, random) : surroundingPair(section, random);
    const query =
      random.next() < settings.noiseShare ? sayPlainly(pair.query, rules, rarity, random, settings) : pair.query;
    return { query, passage: pair.passage };
  };

  return (count: number): TrainingPair[] => {
    if (settings.townShare > 0 && lay.length > 0 && random.next() < settings.townShare) return townBatch(count);
    const pairs: TrainingPair[] = [];
    while (pairs.length < count) {
      const pair = draw();
      if (pair && pair.query.length > 0 && pair.passage.length > 0) pairs.push(pair);
    }
    return pairs;
  };
}

/** Encodes a question as it is embedded when asked, without words that only shape a question. */
const encodeAsked = (corpus: Corpus, text: string): Int32Array =>
  corpus.encode(text).filter((row) => !isQuestionWord(corpus.terms[row] ?? ""));

/** Makes a source of pairs of a written question, its formal wording and its section. */
function makeWrittenPairs(
  corpus: Corpus,
  written: readonly WrittenPair[],
  random: SeededRandom,
  { writtenFormalShare, writtenRuleShare }: PairSettings,
): () => TrainingPair {
  const encoded = written.map(({ question, formal, section }) => ({
    question: encodeAsked(corpus, question),
    formal: encodeAsked(corpus, formal),
    section: corpus.encode(section).subarray(0, passageTerms),
  }));
  return () => {
    const { question, formal, section } = encoded[random.below(encoded.length)] as (typeof encoded)[number];
    const drawn = random.next();
    if (drawn < writtenFormalShare) return { query: question, passage: formal };
    return { query: drawn < writtenFormalShare + writtenRuleShare ? formal : question, passage: section };
  };
}

function layPairs(questions: readonly LayQuestion[], corpus: Corpus, rarity: Float64Array): LayPair[] {
  const asked = (text: string) => encodeAsked(corpus, text);
  return questions.map(({ source, question, formal, answer }) => {
    const wording = asked(formal);
    const window = nearestWindow(corpus.encode(answer), wording, rarity);
    return { source, answer, query: asked(question), formal: wording, window };
  });
}

/** Returns the {@link passageTerms} terms of a section that contain most of a wording's rare terms. */
export function nearestWindow(section: Int32Array, wording: Int32Array, rarity: Float64Array): Int32Array {
  const wanted = new Set(wording);
  let nearest = section.subarray(0, passageTerms);
  let highest = -1;
  for (let start = 0; start < Math.max(section.length - passageTerms + windowStep, 1); start += windowStep) {
    const window = section.subarray(start, start + passageTerms);
    let mass = 0;
    for (const term of new Set(window)) if (wanted.has(term)) mass += rarity[term] ?? 0;
    if (mass > highest) {
      highest = mass;
      nearest = window;
    }
  }
  return nearest;
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
