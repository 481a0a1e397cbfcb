import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DocumentUnreadable, makeStaticEmbedder } from "../ingest/index.ts";
import { asksForAnswer } from "./answer-labels.ts";
import { type BaselineResult, baselineFolder, checkBaselines, writeBaselines } from "./baselines.ts";
import { BadArgument, helpText, type RunCommand, readCommand } from "./command-line.ts";
import { compareRuns, lossesIn, readRun } from "./compare-runs.ts";
import { EvalFolderUnreadable } from "./eval-folder.ts";
import type { Engine } from "./measure/engine.ts";
import { openLocalEngine } from "./measure/local-engine.ts";
import { measureSuite } from "./measure/measure-suite.ts";
import { openServiceEngine, ServiceUnreachable } from "./measure/service-engine.ts";
import { commitOf, configurationOf, hashOf } from "./provenance.ts";
import { reportPage } from "./report/html-report.ts";
import { comparisonLines } from "./report/print-comparison.ts";
import { baselineLines, runLine, suiteLines, targetLines } from "./report/print-run.ts";
import type { RunRecord, SuiteRecord } from "./run-record.ts";
import { ServiceRefused } from "./service-client.ts";
import {
  bigSuites,
  dataFolder,
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
    else if (command.command === "gate") await gate();
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
  say(`record ${join(out, "run.json")}`);
  say(`report ${join(out, "report.html")}`);
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
  const suites: SuiteRecord[] = [];
  for (const name of isAsked ? command.suites : standard) {
    try {
      const record = await measureOne(command, name, data);
      suites.push(record);
      for (const line of suiteLines(record)) say(line);
    } catch (error) {
      if (!(error instanceof SuiteMissing) || isAsked) throw error;
      say(`left out: ${error.message}`);
    }
  }
  const configuration = configurationOf(command);
  return {
    format: "groundwork-evals/1",
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 100) / 10,
    commit,
    node: process.version,
    configurationHash: hashOf(configuration),
    configuration,
    suites,
  };
}

async function measureOne(command: RunCommand, name: string, data: string): Promise<SuiteRecord> {
  const whole = readSuite(suiteFolder(name, data), data);
  const suite = command.jurisdiction === null ? whole : onlyOf(whole, command.jurisdiction);
  const engine = await openEngine(command, suite);
  try {
    return await measureSuite(suite, engine, { ...command, onProgress: tell });
  } finally {
    await engine.close();
  }
}

function openEngine({ server, scope, model, configurations, measures }: RunCommand, suite: Suite): Promise<Engine> {
  if (server === null)
    return openLocalEngine(suite, { scope, embedder: makeStaticEmbedder(model === null ? {} : { path: model }) });
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

/** Progress goes to standard error, and only to a person. */
function tell(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
}

// A reader that has seen enough, such as head, is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
await main();
