import type { AnswerOutcome } from "./answer-outcome.ts";
import type { Decision } from "./judge-answers.ts";
import type { ReadingQuality } from "./measure/reading-quality.ts";
import type { Estimate, PairedEstimate } from "./statistics.ts";

/** Measures of a ranking, in the order reports show them; `span` is whether the judged words were retrieved. */
export const retrievalMeasures = [
  "nDCG@10",
  "recall@5",
  "recall@10",
  "recall@50",
  "MRR@10",
  "success@1",
  "span@5",
  "span@1500w",
] as const;
export type RetrievalMeasure = (typeof retrievalMeasures)[number];

/**
 * What is judged of an answer, in the order reports show it. `score` is the mean of +1 for right, 0 for quoted,
 * abstained or failed, and -2 for wrong.
 */
export const answerMeasures = [
  "score",
  "right",
  "quoted",
  "abstained",
  "wrong",
  "failed",
  "assertion right",
  "quote holds the answer",
  "promises no more than the law",
  "value and page right",
  "value right",
  "page right",
  "decision right",
  "words right",
  "cites a required section",
  "answers where something does",
  "abstains where nothing answers",
  "every number cited",
] as const;
export type AnswerMeasure = (typeof answerMeasures)[number];

/** Whose law a question is searched in: its own jurisdiction's, or that of the whole suite. */
export type Scope = "jurisdiction" | "all";

/** Calls of a chat model with the tokens it reported. */
export interface ModelUse {
  readonly calls: number;
  readonly failedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a suite took of a chat model. */
export interface SuiteUse extends ModelUse {
  readonly turns: number;
  readonly failedTurns: number;
  /** Price of the tokens by RATES; the fee of a turn is not included. */
  readonly credits: number;
}

/** The chat model of a run. */
export interface ModelRecord {
  readonly id: string;
  readonly endpoint: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Credits for 1,000 tokens; `isListed` is false where RATES names no price for the model. */
  readonly rate: {
    readonly inputCreditsPer1k: number;
    readonly outputCreditsPer1k: number;
    readonly isListed: boolean;
  };
}

/** A question as a record keeps it, with the records judged to answer it. */
export interface QueryRecord {
  readonly id: string;
  readonly text: string;
  readonly jurisdiction: string;
  readonly splits: readonly string[];
  /** Of a follow-up: the questions before it, and how the agent rewrites it. */
  readonly previous?: readonly string[];
  readonly rewritten?: string;
  readonly wanted: readonly {
    readonly id: string;
    readonly grade: number;
    readonly heading: string;
    readonly excerpt: string;
  }[];
}

/** A retrieved passage as a report shows it. */
export interface ShownPassage {
  readonly records: readonly string[];
  readonly heading: string;
  readonly excerpt: string;
  readonly score: number;
  readonly origins: readonly string[];
}

/** One question under one configuration. */
export interface RankingRecord {
  readonly query: string;
  /** Record ids, best first. */
  readonly ranked: readonly string[];
  readonly measures: Readonly<Partial<Record<RetrievalMeasure, number>>>;
  readonly coverage: number | null;
  readonly tookMs: number;
  /** The first passages; only of the configuration whose questions are shown. */
  readonly shown?: readonly ShownPassage[];
}

/** All questions under one configuration. */
export interface ConfigurationRecord {
  readonly name: string;
  readonly what: string;
  readonly rankings: readonly RankingRecord[];
}

/** One judged answer. */
export interface AnswerRecord {
  readonly query: string;
  readonly answer: string;
  readonly status: string;
  /** Absent in records of runs made before outcomes were judged. */
  readonly outcome?: AnswerOutcome;
  readonly marks: Readonly<Partial<Record<AnswerMeasure, boolean>>>;
  /** For questions of permission: what was decided, and what counts as right. */
  readonly decided?: Decision | "abstained" | "quoted" | "undecided" | "failed";
  readonly wanted?: readonly Decision[];
  readonly citations: readonly {
    readonly section: string | null;
    readonly page: number | null;
    readonly heading: string;
    readonly quote: string;
  }[];
  readonly tookMs: number;
  /** Why the turn failed. */
  readonly failure?: string;
  readonly use?: ModelUse;
}

/** The mean of one measure over the questions of one split. */
export interface SummaryRow extends Estimate {
  /** A configuration, or `answers`. */
  readonly of: string;
  readonly split: string;
  readonly measure: string;
}

/** How a configuration differs from another on the same questions. */
export interface DifferenceRow extends PairedEstimate {
  readonly of: string;
  readonly against: string;
  readonly split: string;
  readonly measure: RetrievalMeasure;
}

/** One suite of a run. */
export interface SuiteRecord {
  readonly name: string;
  readonly scope: Scope;
  /** SHA-256 by file name of what the suite was read from. */
  readonly data: Readonly<Record<string, string>>;
  readonly documents: number;
  readonly chunks: number;
  /** What makes its figures lower than they should be, in sentences. */
  readonly warnings: readonly string[];
  readonly queries: readonly QueryRecord[];
  readonly retrieval: readonly ConfigurationRecord[];
  readonly answers: readonly AnswerRecord[];
  readonly summary: readonly SummaryRow[];
  readonly differences: readonly DifferenceRow[];
  /** Citations compared with the text at their span, and how many did not stand there. */
  readonly citations: { readonly checked: number; readonly misquoted: number };
  /** How well the law was read; left out of a run over a server. */
  readonly reading?: readonly CodeReading[];
  /** Only of a run of a chat model. */
  readonly use?: SuiteUse;
}

/** How well one code was read. */
export interface CodeReading {
  readonly code: string;
  /** Which reader read it: "pdf", "docx", "html". */
  readonly parser: string;
  readonly quality: ReadingQuality;
}

/** One run: enough to tell what was measured, on what, by which code, and to compare it with another. */
export interface RunRecord {
  readonly format: "groundwork-evals/1";
  readonly startedAt: string;
  readonly seconds: number;
  /** The commit of the code; `isClean` is false when files differed from it. */
  readonly commit: { readonly id: string; readonly isClean: boolean } | null;
  readonly node: string;
  readonly configurationHash: string;
  /** What the hash was made of. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The chat model that answered; absent for the local reader and for a running server. */
  readonly model?: ModelRecord;
  readonly suites: readonly SuiteRecord[];
}

/** The row of a summary for a measure of a configuration; undefined when it was not measured. */
export function summaryOf(
  suite: SuiteRecord,
  { of, split, measure }: { of: string; split: string; measure: string },
): SummaryRow | undefined {
  return suite.summary.find((row) => row.of === of && row.split === split && row.measure === measure);
}
