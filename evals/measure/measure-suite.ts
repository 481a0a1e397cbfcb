import { rewriteFollowUp } from "../../agent/index.ts";
import { asksForAnswer } from "../answer-labels.ts";
import { type ChatModel, countTurns, thousands } from "../chat-model.ts";
import type { EvalQuery } from "../eval-folder.ts";
import type { AnswerRecord, QueryRecord, Scope, SuiteRecord, SuiteUse } from "../run-record.ts";
import type { Suite } from "../suites.ts";
import { summarise } from "../summarise.ts";
import { type Configuration, followUpWordings, servedConfiguration } from "./configurations.ts";
import type { Engine } from "./engine.ts";
import { wordQueries } from "./follow-up-wording.ts";
import { measureAnswers } from "./measure-answers.ts";
import { excerptOf, type MeasuredRetrieval, measureRetrieval } from "./measure-retrieval.ts";
import { addUses, noUse } from "./model-meter.ts";

/** What of a suite is measured. */
export interface SuitePlan {
  readonly scope: Scope;
  readonly configurations: readonly Configuration[];
  readonly measures: ReadonlySet<"retrieval" | "answers">;
  /** The chat model that answers; the engine's own when absent. */
  readonly model?: ChatModel | undefined;
  readonly onProgress?: (what: string) => void;
}

/** Measures a suite on an engine: every configuration over every judged question, then the answers. */
export async function measureSuite(suite: Suite, engine: Engine, plan: SuitePlan): Promise<SuiteRecord> {
  const names = plan.configurations.map(({ name }) => name);
  const shown = names.includes(servedConfiguration) ? servedConfiguration : names.at(-1);
  const measured: MeasuredRetrieval[] = [];
  if (plan.measures.has("retrieval")) {
    for (const configuration of [...plan.configurations, ...wordingsFor(suite, plan)]) {
      plan.onProgress?.(`${suite.name}: ${configuration.name}`);
      const shows = configuration.name === shown;
      const queries = wordQueries(suite.queries, configuration);
      measured.push(await measureRetrieval(engine, configuration, queries, { shows }));
    }
  }
  if (plan.measures.has("answers")) plan.onProgress?.(`${suite.name}: answers`);
  const asked = suite.queries.filter(({ labels }) => asksForAnswer(labels));
  const judged = plan.measures.has("answers")
    ? await measureAnswers(engine, asked, (records) => plan.onProgress?.(progressOf(suite, asked, records, plan.model)))
    : { records: [], checked: 0, misquoted: 0 };
  const queries = suite.queries.map((query) => queryRecord(query, engine));
  const retrieval = measured.map(({ record }) => record);
  const looked = [...measured, judged];
  return {
    name: suite.name,
    scope: plan.scope,
    data: suite.checksums,
    documents: engine.documents,
    chunks: engine.chunks,
    warnings: warningsOf(suite, engine),
    queries,
    retrieval,
    answers: judged.records,
    ...summarise({ queries, retrieval, answers: judged.records }),
    citations: {
      checked: looked.reduce((sum, { checked }) => sum + checked, 0),
      misquoted: looked.reduce((sum, { misquoted }) => sum + misquoted, 0),
    },
    ...(engine.reading === undefined || engine.reading.length === 0 ? {} : { reading: engine.reading }),
    ...(plan.model ? { use: useOf(asked, judged.records, plan.model) } : {}),
  };
}

/** What is measured beside the service where a suite has follow-up questions and the service is measured. */
function wordingsFor(suite: Suite, plan: SuitePlan): readonly Configuration[] {
  const isServed = plan.configurations.some(({ name }) => name === servedConfiguration);
  return isServed && suite.queries.some(({ followUp }) => followUp) ? followUpWordings : [];
}

function useOf(asked: readonly EvalQuery[], records: readonly AnswerRecord[], model: ChatModel): SuiteUse {
  const use = addUses(records.map((record) => record.use ?? noUse));
  const failedTurns = records.filter(({ failure }) => failure !== undefined).length;
  return { ...use, turns: countTurns(asked.slice(0, records.length)), failedTurns, credits: model.credits(use) };
}

function progressOf(
  { name }: Suite,
  asked: readonly EvalQuery[],
  records: readonly AnswerRecord[],
  model: ChatModel | undefined,
): string {
  const line = `${name}: ${records.length} of ${asked.length} answers`;
  if (!model) return line;
  const { failedTurns, inputTokens, outputTokens, credits } = useOf(asked, records, model);
  return `${line}, ${failedTurns} failed, ${thousands(inputTokens + outputTokens)} tokens, ${credits.toFixed(0)} credits`;
}

/** Judged records that are not in the law: misspelt, or lost by the reader. */
function warningsOf({ queries }: Suite, engine: Engine): string[] {
  const judged = new Set(queries.flatMap(({ relevant }) => [...relevant.keys()]));
  const lost = [...judged].filter((id) => engine.recordView(id) === undefined);
  if (lost.length === 0) return [];
  const named = lost.slice(0, 5).join(", ");
  return [
    `${lost.length} of ${judged.size} judged records are not in the law that was read and count as never found: ${named}; check the ids in qrels.tsv`,
  ];
}

function queryRecord(query: EvalQuery, engine: Engine): QueryRecord {
  const wanted = [...query.relevant].map(([id, grade]) => {
    const view = engine.recordView(id);
    return { id, grade, heading: view?.heading ?? "", excerpt: excerptOf(view?.text ?? "") };
  });
  const { id, text, jurisdiction, splits, followUp } = query;
  if (!followUp) return { id, text, jurisdiction, splits, wanted };
  const { previous } = followUp;
  return { id, text, jurisdiction, splits, previous, rewritten: rewriteFollowUp(previous, text).text, wanted };
}
