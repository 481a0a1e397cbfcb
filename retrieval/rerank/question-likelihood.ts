import { readFileSync } from "node:fs";
import { askedTerms, pairsOf } from "../../ingest/index.ts";

/** The file that ships: made by `evals/train/train-likelihood.ts`, described in `question-likelihood.md`. */
export const shippedSayings = new URL("./question-likelihood.json", import.meta.url);

/** What people say, one word or two neighbouring ones, where the law uses certain terms. */
export interface Sayings {
  /** Terms of the law and pairs of neighbouring terms ("home occup"), by number. */
  readonly terms: readonly string[];
  /**
   * For each saying how common it is among all sayings, in millionths; how much likelier people say it than the law, as a natural logarithm in
   * hundredths; and then by turns the number of a term and how probable the saying is where a question is about that term, in thousandths.
   */
  readonly said: Readonly<Record<string, readonly number[]>>;
}

/** Tells how much likelier the words of a question are for somebody who asks for a text than for anybody: 0..1, times a scale. */
export type QuestionLikelihood = (text: readonly string[], path: readonly string[]) => number;

/** Share of the headings above a text in what it is about. */
const pathShare = 0.5;
/** Share of the words of questions that are copied from the text that answers them. */
const ownShare = 0.05;
/** A term that is repeated in a text counts less than this many times plus one, however often it is repeated. */
const saturation = 3;
/** Share of words that anybody says, whatever he asks for. */
const commonShare = 0.1;
/** A saying that is seldom or never seen counts as so common. */
const leastCommon = 3e-4;
/** Mean gain, in natural logarithms, of a question that could not fit better. */
const highestGain = 4;
/** Words that are said so much likelier by people than by the law, on average, begin to be everyday words, and are so altogether. */
const [leastEveryday, everyday] = [0.1, 0.6];
/** A word that nobody was heard to ask with counts as one of the law's: it is of another subject, or a term of art. */
const unheard = -2;

/** Where the terms of a saying begin. */
const firstTerm = 2;

interface Reader {
  readonly learned: Sayings;
  /** The pairs among its terms: by the first term and then the second. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Shares of the terms of texts, which do not depend on the question: the same texts are candidates again and again. */
  readonly shares: WeakMap<readonly string[], ReadonlyMap<string, number>>;
}

/** What this thread has read, by the address of the file. */
const known = new Map<string, Reader>();

/**
 * Reads a question for {@link QuestionLikelihood}; `address` is that of a file of {@link Sayings}, which is read once in a thread.
 *
 * Every saying has to be explained by some term, so a text on one half of a question falls behind one that is on both.
 *
 * @see Berger and Lafferty, "Information Retrieval as Statistical Translation" (1999)
 * @throws Error when the file cannot be read
 */
export function makeQuestionLikelihood(
  query: string,
  scale: number,
  address: string = shippedSayings.href,
): QuestionLikelihood {
  const reader = readerOf(address);
  const { learned } = reader;
  const terms = askedTerms(query);
  const sayings = [...new Set(terms), ...new Set(pairsOf(terms).filter((pair) => learned.said[pair]))];
  const common = sayings.map((saying) => Math.max((learned.said[saying]?.[0] ?? 0) / 1e6, leastCommon));
  const explains = explanationsOf(learned, sayings);
  return (text, path) => {
    const probable = new Float64Array(sayings.length);
    addExplained(probable, explains, sharesOf(reader, text), 1 - pathShare);
    addExplained(probable, explains, sharesOf(reader, path), pathShare);
    let gain = 0;
    probable.forEach((one, at) => {
      gain += Math.log1p(((1 - commonShare) * one) / (commonShare * (common[at] as number)));
    });
    return scale * Math.min(gain / Math.max(sayings.length, 1) / highestGain, 1);
  };
}

/** Tells how far a question is put in everyday words, 0..1: 0 where the law says its words as often as people do. */
export function everydayShare(query: string, address: string = shippedSayings.href): number {
  const { said } = readerOf(address).learned;
  const terms = [...new Set(askedTerms(query))];
  const likelier = terms.map((term) => {
    const known = said[term]?.[1];
    if (known !== undefined) return known / 100;
    return /\d/.test(term) ? 0 : unheard;
  });
  const mean = likelier.reduce((all, one) => all + one, 0) / Math.max(terms.length, 1);
  return Math.min(Math.max((mean - leastEveryday) / (everyday - leastEveryday), 0), 1);
}

/** For each term of a text how probable it makes which sayings: by turns the number of a saying and its probability. */
function explanationsOf({ terms, said }: Sayings, sayings: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const explains = new Map<string, number[]>();
  const add = (term: string, saying: number, probability: number) => {
    const row = explains.get(term);
    if (row) row.push(saying, probability);
    else explains.set(term, [saying, probability]);
  };
  sayings.forEach((saying, at) => {
    add(saying, at, ownShare);
    const row = said[saying] ?? [];
    for (let place = firstTerm; place + 1 < row.length; place += 2) {
      add(terms[row[place] as number] as string, at, ((1 - ownShare) * (row[place + 1] as number)) / 1000);
    }
  });
  return explains;
}

function addExplained(
  probable: Float64Array,
  explains: ReadonlyMap<string, readonly number[]>,
  held: ReadonlyMap<string, number>,
  weight: number,
): void {
  for (const [term, share] of held) {
    const row = explains.get(term);
    if (row === undefined) continue;
    for (let at = 0; at < row.length; at += 2) {
      const saying = row[at] as number;
      probable[saying] = (probable[saying] as number) + weight * share * (row[at + 1] as number);
    }
  }
}

/** The share of each term in a text, and of each pair that something is said of, repetitions saturated as in BM25. */
function sharesOf({ shares, pairs }: Reader, terms: readonly string[]): ReadonlyMap<string, number> {
  const known = shares.get(terms);
  if (known) return known;
  const counts = countsOf(terms);
  const weigh = (count: number) => (count * (saturation + 1)) / (count + saturation);
  const whole = [...counts.values()].reduce((sum, count) => sum + weigh(count), 0);
  const ofPairs = countsOf(terms.flatMap((term, at) => pairs.get(term)?.get(terms[at + 1] ?? "") ?? []));
  const made = new Map([...counts, ...ofPairs].map(([term, count]) => [term, weigh(count) / whole]));
  shares.set(terms, made);
  return made;
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function readerOf(address: string): Reader {
  const read = known.get(address);
  if (read) return read;
  const learned = JSON.parse(readFileSync(new URL(address), "utf8")) as Sayings;
  const pairs = new Map<string, Map<string, string>>();
  for (const pair of learned.terms) {
    const [first = "", second] = pair.split(" ");
    if (second !== undefined) pairs.set(first, (pairs.get(first) ?? new Map<string, string>()).set(second, pair));
  }
  const reader = { learned, pairs, shares: new WeakMap<readonly string[], ReadonlyMap<string, number>>() };
  known.set(address, reader);
  return reader;
}
