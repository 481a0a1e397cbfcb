import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DocumentUnreadable, makeStaticEmbedder } from "../ingest/index.ts";
import { asksForAnswer } from "./answer-labels.ts";
import { type BaselineResult, baselineFolder, checkBaselines, writeBaselines } from "./baselines.ts";
import {
  type ChatModel,
  countTurns,
  estimateLine,
  ModelUnusable,
  readChatModel,
  requireAnswering,
} from "./chat-model.ts";
import { BadArgument, type CriteriaCommand, helpText, type RunCommand, readCommand } from "./command-line.ts";
import { compareRuns, lossesIn, readRun } from "./compare-runs.ts";
import { checkCriteria, criteriaFigures, writeCriteriaBaselines } from "./criteria-baselines.ts";
import { readCriteriaSets } from "./criteria-labels.ts";
import { EvalFolderUnreadable } from "./eval-folder.ts";
import type { Engine } from "./measure/engine.ts";
import { openLocalEngine } from "./measure/local-engine.ts";
import { measureCriteria, type TownCriteria } from "./measure/measure-criteria.ts";
import { measureReading } from "./measure/measure-reading.ts";
import { measureSuite } from "./measure/measure-suite.ts";
import { openServiceEngine, ServiceUnreachable } from "./measure/service-engine.ts";
import { commitOf, configurationOf, hashOf } from "./provenance.ts";
import { reportPage } from "./report/html-report.ts";
import { comparisonLines } from "./report/print-comparison.ts";
import { criteriaLines, missLines } from "./report/print-criteria.ts";
import { readingLines } from "./report/print-reading.ts";
import { baselineLines, runLine, suiteLines, targetLines, totalUse, useLine } from "./report/print-run.ts";
import type { CodeReading, RunRecord, SuiteRecord } from "./run-record.ts";
import { ServiceRefused } from "./service-client.ts";
import {
  answerableOf,
  bigSuites,
  dataFolder,
  limitTo,
  onlyOf,
  ownSuites,
  readSuite,
  type Suite,
  SuiteMissing,
  suiteFolder,
} from "./suites.ts";
import { checkTargets, readTargets } from "./targets.ts";

const say = (text = "") => process.stdout.write(`${text}\n`);
const regression = 1;
const cannotRun = 2;

/** `npm run evals`: see `helpText`. Sets the exit status: 1 for a regression, 2 for what cannot be run. */
async function main(): Promise<void> {
  try {
    const command = readCommand(process.argv.slice(2));
    if (command.command === "help") say(helpText);
    else if (command.command === "run") await runAndReport(command);
    else if (command.command === "reading") await tellReading(command.suites);
    else if (command.command === "gate") await gate();
    else if (command.command === "criteria") await tellCriteria(command);
    else compare(command);
  } catch (error) {
    if (!isForTheCaller(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = cannotRun;
  }
}

function isForTheCaller(error: unknown): error is Error {
  const kinds = [
    BadArgument,
    ModelUnusable,
    SuiteMissing,
    EvalFolderUnreadable,
    DocumentUnreadable,
    ServiceRefused,
    ServiceUnreachable,
  ];
  return kinds.some((kind) => error instanceof kind);
}

async function runAndReport(command: RunCommand): Promise<void> {
  const run = await measure(command);
  const out = resolve(command.out ?? join(import.meta.dirname, "runs", run.startedAt.replace(/[:.]/g, "-")));
  const targets = checkTargets(run, readTargets());
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "run.json"), JSON.stringify(run));
  writeFileSync(join(out, "report.html"), reportPage(run, targets));
  for (const line of targetLines(targets)) say(line);
  say();
  const baselines = command.baselines === null ? baselineFolder : resolve(command.baselines);
  if (command.writesBaselines) for (const path of writeBaselines(run, baselines)) say(`baseline ${path}`);
  else judge(run, command.checksBaselines ? checkBaselines(run, baselines) : { checks: [], notes: [] });
  say(runLine(run));
  const used = totalUse(run);
  if (used) say(useLine(used));
  say(`record ${join(out, "run.json")}`);
  say(`report ${join(out, "report.html")}`);
}

/** How well each code is read, without a search. */
async function tellReading(names: readonly string[]): Promise<void> {
  const data = dataFolder();
  const isAsked = names.length > 0;
  const suites = (isAsked ? names : [...bigSuites, ...ownSuites]).flatMap((name) => {
    try {
      return [readSuite(suiteFolder(name, data), data)];
    } catch (error) {
      if (!(error instanceof SuiteMissing) || isAsked) throw error;
      say(`left out: ${error.message}`);
      return [];
    }
  });
  const readings: CodeReading[] = [];
  for await (const reading of measureReading(suites, isAsked ? null : data)) readings.push(reading);
  for (const line of readingLines(readings)) say(line);
}

/** The own suites against their baselines; law that is not there is told and left out. */
async function gate(): Promise<void> {
  const command = readCommand(["run", "--config", "bm25,dense,hybrid+rerank"]);
  if (command.command !== "run") return;
  const run = await measure(command, ownSuites);
  const result = checkBaselines(run, baselineFolder);
  if (result.checks.length === 0) {
    say("no baseline fits these suites: make one with npm run evals -- run alder-falls --write-baselines");
    process.exitCode = regression;
  }
  judge(run, result);
  say(runLine(run));
  await tellCriteria({ town: null, listsMisses: false, writesBaselines: false });
}

/** How well design criteria are read from labelled law; figures below their baselines are a regression. */
async function tellCriteria({ town, listsMisses, writesBaselines }: CriteriaCommand): Promise<void> {
  const sets = readCriteriaSets(dataFolder());
  if (sets.length === 0) {
    say(`left out: criteria are measured on law of the data folder, and ${dataFolder()} does not hold it`);
    return;
  }
  const towns: TownCriteria[] = [];
  for await (const read of measureCriteria(sets, town ?? undefined)) towns.push(read);
  for (const line of criteriaLines(towns)) say(line);
  if (listsMisses) for (const line of missLines(towns)) say(line);
  if (town !== null) return;
  const figures = criteriaFigures(sets, towns);
  if (writesBaselines) say(`baseline ${writeCriteriaBaselines(figures, baselineFolder)}`);
  else
    for (const { line, hasRegressed } of checkCriteria(figures, baselineFolder)) {
      say(line);
      if (hasRegressed) process.exitCode = regression;
    }
}

function judge(run: RunRecord, result: BaselineResult): void {
  for (const line of baselineLines(result)) say(line);
  const misquoted = run.suites.reduce((sum, { citations }) => sum + citations.misquoted, 0);
  if (misquoted > 0) say(`REGRESSED  ${misquoted} quotes do not stand at their span`);
  if (misquoted > 0 || result.checks.some(({ hasRegressed }) => hasRegressed)) process.exitCode = regression;
}

function compare({ before, after, failsOnLoss }: { before: string; after: string; failsOnLoss: boolean }): void {
  const runs = [readRun(before), readRun(after)] as const;
  say(`before  ${runLine(runs[0])}`);
  say(`after   ${runLine(runs[1])}`);
  const comparison = compareRuns(...runs);
  for (const line of comparisonLines(comparison)) say(line);
  if (failsOnLoss && lossesIn(comparison).length > 0) process.exitCode = regression;
}

/** Measures every suite of a command; a suite that was not asked for by name and is not there is told and left out. */
async function measure(
  command: RunCommand,
  standard: readonly string[] = [...ownSuites, ...bigSuites],
): Promise<RunRecord> {
  const data = dataFolder();
  const started = new Date();
  // Read first: the code that runs is the one of now, whatever is committed meanwhile.
  const commit = commitOf(import.meta.dirname);
  const isAsked = command.suites.length > 0;
  if (!isAsked && !existsSync(data))
    say(`${data} is not there: what is read from it is left out. Set EVAL_DATA_DIR to that folder to measure it too.`);
  const model = command.model === null ? undefined : readChatModel(command.model, process.env);
  if (model) await requireAnswering(model);
  const chosen = (isAsked ? command.suites : standard).flatMap((name) => {
    const suite = suiteUnlessMissing(command, name, data, isAsked);
    return suite ? [suite] : [];
  });
  if (model) announce(model, command, chosen);
  const suites: SuiteRecord[] = [];
  for (const suite of chosen) {
    const record = await measureOne(command, suite, model);
    suites.push(record);
    for (const line of suiteLines(record)) say(line);
  }
  const configuration = configurationOf(command, model?.record);
  return {
    format: "groundwork-evals/1",
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 100) / 10,
    commit,
    node: process.version,
    configurationHash: hashOf(configuration),
    configuration,
    ...(model ? { model: model.record } : {}),
    suites,
  };
}

/** Reads the part of a suite that is measured; undefined, with a line that says so, where there is none. */
function suiteUnlessMissing(command: RunCommand, name: string, data: string, isAsked: boolean): Suite | undefined {
  try {
    const whole = readSuite(suiteFolder(name, data), data);
    const own = command.jurisdiction === null ? whole : onlyOf(whole, command.jurisdiction);
    const suite = command.measures.has("retrieval") ? own : answerableOf(own);
    if (suite === undefined) throw new SuiteMissing(`${name} has no question whose answer can be judged`);
    return command.limit === null ? suite : limitTo(suite, command.limit);
  } catch (error) {
    if (!(error instanceof SuiteMissing) || isAsked) throw error;
    say(`left out: ${error.message}`);
    return undefined;
  }
}

/** Prints what a chat model is about to be asked, before the first question. */
function announce(model: ChatModel, command: RunCommand, suites: readonly Suite[]): void {
  if (!command.measures.has("answers")) return;
  const asked = suites.flatMap(({ queries }) => queries.filter(({ labels }) => asksForAnswer(labels)));
  say(`${asked.length} questions of ${suites.length} suites; --limit asks fewer of each`);
  say(estimateLine(model, countTurns(asked)));
}

async function measureOne(command: RunCommand, suite: Suite, model: ChatModel | undefined): Promise<SuiteRecord> {
  const engine = await openEngine(command, suite, model);
  try {
    return await measureSuite(suite, engine, { ...command, model, onProgress: model ? tellPaced : tell });
  } finally {
    await engine.close();
  }
}

function openEngine(
  { server, scope, embedder, configurations, measures }: RunCommand,
  suite: Suite,
  model: ChatModel | undefined,
): Promise<Engine> {
  if (server === null)
    return openLocalEngine(suite, {
      scope,
      embedder: makeStaticEmbedder(embedder === null ? {} : { path: embedder }),
      model,
    });
  const key = process.env.GROUNDWORK_API_KEY;
  if (!key) throw new BadArgument("GROUNDWORK_API_KEY is not set: give the API key of the server there");
  const searches = suite.queries.filter(({ relevant }) => relevant.size > 0).length * configurations.length;
  const questions = suite.queries.filter(({ labels }) => asksForAnswer(labels)).length;
  const asked = [
    measures.has("retrieval") ? `${searches} searches` : "",
    measures.has("answers") ? `${questions} questions to its agent` : "",
  ];
  say(`${suite.name}: ${asked.filter(Boolean).join(" and ")}, each at the server's price and pace`);
  return openServiceEngine(suite, { ...server, key });
}

/** Writes progress to standard error where that is a terminal. */
function tell(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
}

const paceMs = 10_000;
let lastTold = 0;

/** Writes progress to a terminal at once, and to a file or a pipe as a line every ten seconds. */
function tellPaced(what: string): void {
  if (process.stderr.isTTY) tell(what);
  else if (performance.now() - lastTold >= paceMs) {
    lastTold = performance.now();
    process.stderr.write(`${what}\n`);
  }
}

// A reader that has seen enough, such as head, is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
await main();
