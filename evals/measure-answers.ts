import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Agent, makeAgent, makeModelCatalogue, type TurnOutcome } from "../agent/index.ts";
import { makeStaticEmbedder } from "../ingest/index.ts";
import { type Database, migrate, openEmbedded } from "../migrations/index.ts";
import {
  citeSpan,
  makeHybridRetriever,
  makeLayExpansions,
  makeSegmentCache,
  verifyCitation,
} from "../retrieval/index.ts";
import { pagedLawFiles, publishFile, publishSectionFolder } from "./answer-corpora.ts";
import { decisionOf, numbersIn, statesValue, unsupportedNumbers } from "./judge-answers.ts";

/** A labelled question; which members of the label stand depends on the set. */
interface LabelledQuestion {
  readonly _id: string;
  readonly text: string;
  readonly metadata: {
    readonly jurisdiction: string;
    readonly term?: string;
    readonly answer?: string;
    readonly answer_sqft?: readonly number[];
    readonly pages?: readonly number[];
    readonly decision_in?: readonly string[];
    readonly should_abstain?: boolean;
    readonly must_cite_section_refs?: readonly string[];
  };
}

/** How one answer was judged: a mark by the name of what was judged. */
interface Judged {
  readonly question: LabelledQuestion;
  readonly outcome: TurnOutcome;
  readonly marks: Readonly<Record<string, boolean>>;
}

const valueSet = "ct-zoning-pages";
const scenarioSet = "va-tn-zoning-sections";

/**
 * Measures answers through the real pipeline: files parsed and published, questions asked of the agent with the local
 * model, each answer judged by its labels.
 *
 *   node evals/measure-answers.ts [--only ct-zoning-pages] [--wrong] [--out answers.json]
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: "string" }, wrong: { type: "boolean" }, out: { type: "string" } },
  });
  const data = resolve(process.env.EVAL_DATA_DIR ?? "../shared/data");
  const record: Record<string, readonly Judged[]> = {};
  for (const set of [valueSet, scenarioSet]) {
    const folder = join(data, set);
    if (values.only !== undefined && values.only !== set) continue;
    if (!existsSync(folder)) {
      console.log(`${folder}: no labelled set here, left out`);
      continue;
    }
    const judged = await measureSet(set, folder);
    record[set] = judged;
    report(set, judged, values.wrong === true);
  }
  if (values.out) writeFileSync(values.out, JSON.stringify(record));
}

async function measureSet(set: string, folder: string): Promise<Judged[]> {
  const db = await openEmbedded();
  await migrate(db);
  const corpora = await publish(db, set, folder);
  const agent = agentOver(db);
  const judged: Judged[] = [];
  for (const question of labelledQuestions(folder)) {
    const corpusId = corpora.get(question.metadata.jurisdiction);
    if (corpusId === undefined || question.metadata.term === "district_page") continue;
    const outcome = await agent.answer({ question: question.text, scope: { corpusIds: [corpusId] }, modelId: null });
    const marks = {
      ...(set === valueSet ? judgeValue(question, outcome) : judgeScenario(question, outcome)),
      ...judgeFaith(outcome),
    };
    judged.push({ question, outcome, marks });
  }
  await db.close();
  return judged;
}

async function publish(db: Database, set: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const embedder = makeStaticEmbedder();
  if (set === scenarioSet) return publishSectionFolder(db, embedder, folder);
  const corpora = new Map<string, string>();
  for (const file of pagedLawFiles(folder)) corpora.set(file.key, await publishFile(db, embedder, file));
  return corpora;
}

function agentOver(db: Database): Agent {
  const expansions = makeLayExpansions();
  return makeAgent({
    retriever: makeHybridRetriever({ db, embedder: makeStaticEmbedder(), segments: makeSegmentCache(), expansions }),
    catalogue: makeModelCatalogue(),
    citeSpan: (passage, charStart, charEnd, score) => citeSpan(db, passage, { charStart, charEnd }, score),
    verifyCitation: (citation) => verifyCitation(db, citation),
  });
}

function labelledQuestions(folder: string): LabelledQuestion[] {
  const lines = readFileSync(join(folder, "queries.jsonl"), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as LabelledQuestion);
}

function judgeValue({ metadata }: LabelledQuestion, outcome: TurnOutcome): Record<string, boolean> {
  const labels = metadata.answer_sqft ?? numbersIn(metadata.answer ?? "");
  const value = outcome.citations.length > 0 && statesValue(outcome.answer, labels);
  const page = outcome.citations.some((citation) => citation.page !== null && metadata.pages?.includes(citation.page));
  return { "value and page": value && page, value, page };
}

function judgeScenario({ metadata }: LabelledQuestion, outcome: TurnOutcome): Record<string, boolean> {
  const abstained = outcome.answerStatus === "not_located";
  if (metadata.should_abstain) return { "abstains where nothing answers": abstained };
  const wanted = (metadata.decision_in ?? []).map((decision) =>
    decision.replace("likely_prohibited", "restricted").replace("likely_allowed", "permitted"),
  );
  const named = (metadata.must_cite_section_refs ?? []).map((ref) => ref.replace(/^sec\.?\s*/i, "").replace(/\.$/, ""));
  const cited = outcome.citations.map((citation) => [citation.section, ...citation.headingPath].join(" "));
  return {
    "answers where something does": !abstained,
    "decides as labelled": !abstained && wanted.includes(decisionOf(outcome.answer)),
    "cites a required section": cited.some((where) => named.some((ref) => where.includes(ref))),
  };
}

/** Every number in digits of an answer stands in a quote it cites, or in the headings of one. */
function judgeFaith(outcome: TurnOutcome): Record<string, boolean> {
  if (outcome.citations.length === 0) return {};
  const sources = outcome.citations.flatMap((citation) => [citation.quote, ...citation.headingPath]);
  const asked = /\bIn the [^:]{1,80} district\b|, [^:]{1,80} district:|\bin the [^:]{1,80}:/g;
  return { "every number cited": unsupportedNumbers(outcome.answer.replace(asked, " "), sources).length === 0 };
}

function report(set: string, judged: readonly Judged[], showsWrong: boolean): void {
  console.log(`\n## ${set}: ${judged.length} questions`);
  for (const mark of new Set(judged.flatMap(({ marks }) => Object.keys(marks)))) {
    const marked = judged.filter(({ marks }) => mark in marks);
    const right = marked.filter(({ marks }) => marks[mark]).length;
    console.log(`${mark.padEnd(32)} ${(right / marked.length).toFixed(3)}  ${right} of ${marked.length}`);
  }
  if (!showsWrong) return;
  for (const { question, outcome, marks } of judged) {
    const missed = Object.keys(marks).filter((mark) => !marks[mark]);
    if (missed.length > 0)
      console.log(`\n${question._id}: not ${missed.join(", not ")}\n  ${question.text}\n  ${outcome.answer}`);
  }
}

await main();
