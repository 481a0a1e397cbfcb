import type { EvalQuery } from "../eval-folder.ts";
import type { QueryRecord, Scope, SuiteRecord } from "../run-record.ts";
import type { Suite } from "../suites.ts";
import { summarise } from "../summarise.ts";
import { type Configuration, servedConfiguration } from "./configurations.ts";
import type { Engine } from "./engine.ts";
import { measureAnswers } from "./measure-answers.ts";
import { excerptOf, type MeasuredRetrieval, measureRetrieval } from "./measure-retrieval.ts";

/** What of a suite is measured. */
export interface SuitePlan {
  readonly scope: Scope;
  readonly configurations: readonly Configuration[];
  readonly measures: ReadonlySet<"retrieval" | "answers">;
  readonly onProgress?: (what: string) => void;
}

/** Measures a suite on an engine: every configuration over every judged question, then the answers. */
export async function measureSuite(suite: Suite, engine: Engine, plan: SuitePlan): Promise<SuiteRecord> {
  const names = plan.configurations.map(({ name }) => name);
  const shown = names.includes(servedConfiguration) ? servedConfiguration : names.at(-1);
  const measured: MeasuredRetrieval[] = [];
  if (plan.measures.has("retrieval")) {
    for (const configuration of plan.configurations) {
      plan.onProgress?.(`${suite.name}: ${configuration.name}`);
      const shows = configuration.name === shown;
      measured.push(await measureRetrieval(engine, configuration, suite.queries, { shows }));
    }
  }
  if (plan.measures.has("answers")) plan.onProgress?.(`${suite.name}: answers`);
  const judged = plan.measures.has("answers")
    ? await measureAnswers(engine, suite.queries)
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
  };
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
  const { id, text, jurisdiction, splits } = query;
  return { id, text, jurisdiction, splits, wanted };
}
