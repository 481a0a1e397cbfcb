import type { EvalQuery } from "../eval-folder.ts";
import { numbersIn, statesValue } from "../judge-answers.ts";
import { ndcg, recall, reciprocalRank, spanRecall, success } from "../metrics.ts";
import type { ConfigurationRecord, RankingRecord, RetrievalMeasure, ShownPassage } from "../run-record.ts";
import type { Configuration } from "./configurations.ts";
import type { Engine, Found } from "./engine.ts";

const shownPassages = 5;
const excerptLength = 320;
const spanWords = 1_500;

/** A configuration measured, with the quotes that were looked up. */
export interface MeasuredRetrieval {
  readonly record: ConfigurationRecord;
  readonly checked: number;
  readonly misquoted: number;
}

/** Asks every question that has a judged record under one configuration; `shows` keeps the first passages. */
export async function measureRetrieval(
  engine: Engine,
  configuration: Configuration,
  queries: readonly EvalQuery[],
  { shows }: { shows: boolean },
): Promise<MeasuredRetrieval> {
  const search = engine.search(configuration);
  const rankings: RankingRecord[] = [];
  let checked = 0;
  let misquoted = 0;
  for (const query of queries) {
    if (query.relevant.size === 0) continue;
    const found = await search(query);
    const looked = found.passages.filter(({ stands }) => stands !== null);
    checked += looked.length;
    misquoted += looked.filter(({ stands }) => !stands).length;
    rankings.push(rankingOf(query, found, shows));
  }
  return { record: { name: configuration.name, what: configuration.what, rankings }, checked, misquoted };
}

function rankingOf(query: EvalQuery, found: Found, shows: boolean): RankingRecord {
  const ranked = [...new Set(found.passages.flatMap(({ records }) => records))];
  return {
    query: query.id,
    ranked,
    measures: { ...rankMeasures(ranked, query.relevant), ...spanMeasures(query, found) },
    coverage: found.coverage,
    tookMs: Math.round(found.tookMs * 100) / 100,
    ...(shows ? { shown: found.passages.slice(0, shownPassages).map(shownOf) } : {}),
  };
}

function rankMeasures(ranked: readonly string[], relevant: ReadonlyMap<string, number>) {
  return {
    "nDCG@10": ndcg(ranked, relevant, 10),
    "recall@5": recall(ranked, relevant, 5),
    "recall@10": recall(ranked, relevant, 10),
    "recall@50": recall(ranked, relevant, 50),
    "MRR@10": reciprocalRank(ranked, relevant, 10),
    "success@1": success(ranked, relevant, 1),
  } satisfies Partial<Record<RetrievalMeasure, number>>;
}

/** Whether the words or the value of the answer were retrieved with their record; nothing where neither is labelled. */
function spanMeasures(query: EvalQuery, found: Found): Partial<Record<RetrievalMeasure, number>> {
  const { span, values } = query.labels;
  if (span === null && values.length === 0) return {};
  const wanted = span === null ? null : plainWords(span);
  const holds = (text: string) =>
    wanted === null ? numbersIn(text).length > 0 && statesValue(text, values) : plainWords(text).includes(wanted);
  const candidates = found.passages.map(({ text, records }) => ({
    text,
    isRelevant: records.some((record) => query.relevant.has(record)),
  }));
  return {
    "span@5": spanRecall(candidates, holds, { passages: 5 }),
    "span@1500w": spanRecall(candidates, holds, { words: spanWords }),
  };
}

function plainWords(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

function shownOf({ records, heading, text, score, origins }: Found["passages"][number]): ShownPassage {
  return { records, heading, excerpt: excerptOf(text), score: Math.round(score * 1_000) / 1_000, origins };
}

/** The beginning of a text on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= excerptLength ? line : `${line.slice(0, excerptLength).toWellFormed()} …`;
}
