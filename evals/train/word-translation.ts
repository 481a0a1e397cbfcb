import { analyse, isQuestionWord } from "../../ingest/index.ts";
import { sayingsIn } from "../../retrieval/index.ts";
import type { LayQuestion } from "./lay-questions.ts";

/** For what people say, one word or two, the terms of the law it stands for, each with its probability, likeliest first. */
export type WordTranslations = ReadonlyMap<string, readonly (readonly [term: string, probability: number])[]>;

const rounds = 6;
/** Weight of the source that explains terms by how common they are in formal questions, whatever was said. */
const commonWeight = 0.5;
/** Something said once teaches the wording of that question and little else. */
const leastSaid = 2;
const leastProbability = 0.02;
const mostTerms = 20;

interface Pair {
  readonly said: readonly string[];
  readonly terms: readonly string[];
}

/**
 * Learns which terms of the law stand for what people say, from questions put both ways: expectation maximisation, each
 * term of the formal wording being explained by one of the words or neighbouring words of the resident's.
 *
 * Terms that both wordings have are left out.
 *
 * @see Brown, Della Pietra, Della Pietra and Mercer, "The Mathematics of Statistical Machine Translation", model 1
 */
export function translateWords(questions: readonly Pick<LayQuestion, "question" | "formal">[]): WordTranslations {
  const pairs = questions.map(({ question, formal }): Pair => {
    const own = new Set(analyse(question));
    const terms = [...new Set(analyse(formal))].filter(isTelling).filter((term) => !own.has(term));
    return { said: [...sayingsIn(question)], terms };
  });
  const timesSaid = countAll(pairs.map(({ said }) => said));
  const timesTerm = countAll(pairs.map(({ terms }) => terms));
  const common = (term: string) => (commonWeight * (timesTerm.get(term) ?? 0)) / pairs.length;
  let table = evenTable(pairs);
  for (let round = 0; round < rounds; round++) table = improved(table, pairs, common, timesSaid);
  return kept(table, timesSaid);
}

const isTelling = (term: string) => term.length > 2 && !/\d/.test(term) && !isQuestionWord(term);

type Table = Map<string, Map<string, number>>;

function countAll(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function evenTable(pairs: readonly Pair[]): Table {
  const table: Table = new Map();
  for (const { said, terms } of pairs) {
    for (const saying of said) for (const term of terms) add(table, saying, term, 1);
  }
  for (const row of table.values()) for (const term of row.keys()) row.set(term, 1 / row.size);
  return table;
}

function improved(
  table: Table,
  pairs: readonly Pair[],
  common: (term: string) => number,
  timesSaid: ReadonlyMap<string, number>,
): Table {
  const counted: Table = new Map();
  for (const { said, terms } of pairs) {
    for (const term of terms) {
      const shares = said.map((saying) => table.get(saying)?.get(term) ?? 0);
      const whole = shares.reduce((sum, share) => sum + share, common(term));
      said.forEach((saying, at) => {
        if (shares[at]) add(counted, saying, term, shares[at] / whole);
      });
    }
  }
  for (const [saying, row] of counted) {
    // One more than was seen: what was said seldom proves little.
    const times = (timesSaid.get(saying) ?? 0) + 1;
    for (const [term, count] of row) row.set(term, count / times);
  }
  return counted;
}

function add(table: Table, saying: string, term: string, count: number): void {
  const row = table.get(saying) ?? new Map<string, number>();
  table.set(saying, row);
  row.set(term, (row.get(term) ?? 0) + count);
}

function kept(table: Table, timesSaid: ReadonlyMap<string, number>): WordTranslations {
  const rows = [...table].flatMap(([saying, row]) => {
    if ((timesSaid.get(saying) ?? 0) < leastSaid) return [];
    const likely = [...row].filter(([, probability]) => probability >= leastProbability);
    const terms = likely.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, mostTerms);
    return terms.length > 0 ? [[saying, terms] as const] : [];
  });
  return new Map(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
