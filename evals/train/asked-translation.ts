import { pairsOf } from "../../ingest/index.ts";

/** A question in its telling terms, and the terms of what it was asked for, pairs of neighbouring ones among them. */
export interface Translated {
  readonly question: readonly string[];
  readonly terms: readonly string[];
}

/** How probable each saying, one word or two, is where a question is about a term of the law. */
export interface WordTranslations {
  /** Share of each saying among all that was said. */
  readonly common: ReadonlyMap<string, number>;
  /** For each saying the terms that it is said of, with its probability for each. */
  readonly said: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const rounds = 5;
/** Weight of the source that explains a saying by how common it is, whatever was asked for. */
const commonWeight = 1.5;
/** Two neighbouring words are a saying where so many questions have them. */
const leastAsked = 3;

interface Corpus {
  readonly sayings: readonly string[];
  readonly terms: readonly string[];
  /** For each saying of each question: its number, and the cells of the table that can explain it. */
  readonly places: readonly { readonly saying: number; readonly cells: Int32Array }[];
  /** Numbers of saying and term of each cell. */
  readonly cells: readonly (readonly [saying: number, term: number])[];
}

/**
 * Learns how people ask for what the law says, from questions put both ways: expectation maximisation, each saying of a
 * question being explained by one of the terms of what it was asked for, or by how common it is.
 *
 * @see Brown, Della Pietra, Della Pietra and Mercer, "The Mathematics of Statistical Machine Translation", model 1
 */
export function translateWords(asked: readonly Translated[]): WordTranslations {
  const corpus = readCorpus(asked);
  const common = new Float64Array(corpus.sayings.length);
  for (const { saying } of corpus.places) common[saying] = (common[saying] as number) + 1 / corpus.places.length;
  let table = new Float64Array(corpus.cells.length).fill(50 / corpus.sayings.length);
  for (let round = 0; round < rounds; round++) table = improved(table, corpus, common);
  const said = new Map<string, Map<string, number>>();
  corpus.cells.forEach(([saying, term], cell) => {
    const name = corpus.sayings[saying] as string;
    const row = said.get(name) ?? new Map<string, number>();
    said.set(name, row.set(corpus.terms[term] as string, table[cell] as number));
  });
  return { common: new Map(corpus.sayings.map((saying, at) => [saying, common[at] as number])), said };
}

/** The mean of several translations of the same questions. */
export function meanTranslation(some: readonly WordTranslations[]): WordTranslations {
  const said = new Map<string, Map<string, number>>();
  for (const one of some) {
    for (const [saying, row] of one.said) {
      const sum = said.get(saying) ?? new Map<string, number>();
      said.set(saying, sum);
      for (const [term, probability] of row) sum.set(term, (sum.get(term) ?? 0) + probability / some.length);
    }
  }
  return { common: some[0]?.common ?? new Map(), said };
}

function readCorpus(asked: readonly Translated[]): Corpus {
  const sayings = new Map<string, number>();
  const terms = new Map<string, number>();
  const cellOf = new Map<number, number>();
  const cells: [number, number][] = [];
  const often = pairsSeenOften(
    asked.map(({ question }) => question),
    leastAsked,
  );
  const places = asked.flatMap(({ question, terms: held }) => {
    const numbers = [...new Set(held)].map((term) => numberOf(terms, term));
    const said = [...new Set([...question, ...pairsOf(question).filter((pair) => often.has(pair))])];
    return said.map((name) => {
      const saying = numberOf(sayings, name);
      const explained = numbers.map((term) => {
        const key = saying * 1e6 + term;
        const known = cellOf.get(key);
        if (known !== undefined) return known;
        cellOf.set(key, cells.length);
        return cells.push([saying, term]) - 1;
      });
      return { saying, cells: Int32Array.from(explained) };
    });
  });
  return { sayings: [...sayings.keys()], terms: [...terms.keys()], places, cells };
}

/** Returns the pairs of neighbouring terms that `least` texts or more have. */
export function pairsSeenOften(texts: readonly (readonly string[])[], least: number): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const text of texts) {
    for (const pair of new Set(pairsOf(text))) seen.set(pair, (seen.get(pair) ?? 0) + 1);
  }
  return new Set([...seen].filter(([, count]) => count >= least).map(([pair]) => pair));
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}

/** One round: what each cell explained, over what its term explained and one more, since a term seen seldom proves little. */
function improved(table: Float64Array, { places, cells, terms }: Corpus, common: Float64Array) {
  const counts = new Float64Array(cells.length);
  for (const place of places) {
    let whole = commonWeight * (common[place.saying] as number);
    for (const cell of place.cells) whole += table[cell] as number;
    for (const cell of place.cells) counts[cell] = (counts[cell] as number) + (table[cell] as number) / whole;
  }
  const ofTerm = new Float64Array(terms.length).fill(1);
  cells.forEach(([, term], cell) => {
    ofTerm[term] = (ofTerm[term] as number) + (counts[cell] as number);
  });
  return counts.map((count, cell) => count / (ofTerm[(cells[cell] as readonly [number, number])[1]] as number));
}

/** For each term how much likelier it is asked with than written in the law's terms, as a natural logarithm. */
export function everydayTerms(asked: readonly Translated[]): ReadonlyMap<string, number> {
  const [people, law] = [
    countTerms(asked.map(({ question }) => question)),
    countTerms(asked.map(({ terms }) => terms)),
  ];
  const share = (counts: Counted, term: string) => ((counts.times.get(term) ?? 0) + 1) / (counts.all + seldom);
  const terms = new Set([...people.times.keys(), ...law.times.keys()]);
  return new Map([...terms].map((term) => [term, Math.log(share(people, term) / share(law, term))]));
}

/** Terms that one side uses once or never say little; this many more are thought to have been used. */
const seldom = 10_000;

interface Counted {
  readonly times: ReadonlyMap<string, number>;
  readonly all: number;
}

function countTerms(texts: readonly (readonly string[])[]): Counted {
  const times = new Map<string, number>();
  let all = 0;
  for (const text of texts) {
    for (const term of new Set(text)) {
      times.set(term, (times.get(term) ?? 0) + 1);
      all += 1;
    }
  }
  return { times, all };
}
