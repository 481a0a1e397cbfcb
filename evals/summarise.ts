import { numbersOf } from "./answer-outcome.ts";
import {
  type AnswerRecord,
  answerMeasures,
  type ConfigurationRecord,
  type DifferenceRow,
  type QueryRecord,
  type RetrievalMeasure,
  retrievalMeasures,
  type SuiteRecord,
  type SummaryRow,
} from "./run-record.ts";
import { estimateDifference, estimateMean } from "./statistics.ts";

/** The split that every question belongs to. */
export const everyQuestion = "all";

/** Configurations that others are held against: plain BM25, and what the service runs. */
const references = ["bm25", "hybrid+rerank"];
const comparedMeasures: readonly RetrievalMeasure[] = ["nDCG@10", "recall@10"];

/** The splits of some questions, `all` first; a split that all questions share is left out. */
export function splitsOf(queries: readonly QueryRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { splits } of queries) for (const split of splits) counts.set(split, (counts.get(split) ?? 0) + 1);
  const telling = [...counts].filter(([, count]) => count < queries.length).map(([split]) => split);
  return [everyQuestion, ...telling];
}

/** Means of every measure by split, and paired differences between configurations. */
export function summarise({
  queries,
  retrieval,
  answers,
}: {
  queries: readonly QueryRecord[];
  retrieval: readonly ConfigurationRecord[];
  answers: readonly AnswerRecord[];
}): Pick<SuiteRecord, "summary" | "differences"> {
  const summary: SummaryRow[] = [];
  const differences: DifferenceRow[] = [];
  for (const split of splitsOf(queries)) {
    const members = new Set(
      queries.filter(({ splits }) => split === everyQuestion || splits.includes(split)).map(({ id }) => id),
    );
    for (const configuration of retrieval)
      summary.push(...rowsOf(configuration.name, split, retrievalMeasures, inSplit(configuration.rankings, members)));
    for (const against of retrieval.filter(({ name }) => references.includes(name)))
      for (const of of retrieval)
        if (of !== against) differences.push(...differencesBetween(of, against, split, members));
    summary.push(...rowsOf("answers", split, answerMeasures, inSplit(answers.map(asNumbers), members)));
  }
  return { summary, differences };
}

interface Measured {
  readonly query: string;
  readonly measures: Readonly<Partial<Record<string, number>>>;
}

function asNumbers(answer: AnswerRecord): Measured {
  return { query: answer.query, measures: numbersOf(answer) };
}

function inSplit<Item extends Measured>(items: readonly Item[], members: ReadonlySet<string>): Item[] {
  return items.filter(({ query }) => members.has(query));
}

function rowsOf(of: string, split: string, measures: readonly string[], items: readonly Measured[]): SummaryRow[] {
  return measures.flatMap((measure): SummaryRow[] => {
    const values = items.flatMap((item) => item.measures[measure] ?? []);
    return values.length > 0 ? [{ of, split, measure, ...estimateMean(values) }] : [];
  });
}

function differencesBetween(
  of: ConfigurationRecord,
  against: ConfigurationRecord,
  split: string,
  members: ReadonlySet<string>,
): DifferenceRow[] {
  const before = new Map(inSplit(against.rankings, members).map((ranking) => [ranking.query, ranking]));
  const pairs = inSplit(of.rankings, members).flatMap((after) => {
    const same = before.get(after.query);
    return same ? [{ before: same, after }] : [];
  });
  if (pairs.length === 0) return [];
  return comparedMeasures.map((measure) => ({
    of: of.name,
    against: against.name,
    split,
    measure,
    ...estimateDifference(
      pairs.map((pair) => pair.before.measures[measure] ?? 0),
      pairs.map((pair) => pair.after.measures[measure] ?? 0),
    ),
  }));
}
