import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DocumentUnreadable, makeStaticEmbedder } from "../ingest/index.ts";
import { BadArgument, helpText, type RunCommand, readCommand } from "./command-line.ts";
import { EvalFolderUnreadable } from "./eval-folder.ts";
import { openLocalEngine } from "./measure/local-engine.ts";
import { measureSuite } from "./measure/measure-suite.ts";
import { commitOf, configurationOf, hashOf } from "./provenance.ts";
import { runLine, suiteLines } from "./report/print-run.ts";
import type { RunRecord, SuiteRecord } from "./run-record.ts";
import { bigSuites, dataFolder, ownSuites, readSuite, SuiteMissing, suiteFolder } from "./suites.ts";

const say = (text = "") => process.stdout.write(`${text}\n`);

/** `npm run evals`: see `helpText`. Sets the exit status: 1 for a regression, 2 for what cannot be run. */
async function main(): Promise<void> {
  try {
    const command = readCommand(process.argv.slice(2));
    if (command.command === "help") say(helpText);
    else if (command.command === "run") await runAndReport(command);
  } catch (error) {
    if (!isForTheCaller(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

function isForTheCaller(error: unknown): error is Error {
  return [BadArgument, SuiteMissing, EvalFolderUnreadable, DocumentUnreadable].some((kind) => error instanceof kind);
}

async function runAndReport(command: RunCommand): Promise<void> {
  const run = await measure(command);
  const out = resolve(command.out ?? join(import.meta.dirname, "runs", run.startedAt.replace(/[:.]/g, "-")));
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "run.json"), JSON.stringify(run));
  say();
  say(runLine(run));
  say(`record ${join(out, "run.json")}`);
}

/** Measures every suite of a command; a suite of the default list that is not there is told and left out. */
async function measure(command: RunCommand): Promise<RunRecord> {
  const data = dataFolder();
  const started = new Date();
  const names = command.suites.length > 0 ? command.suites : [...ownSuites, ...bigSuites];
  if (command.suites.length === 0 && !existsSync(data))
    say(`${data} is not there: the big sets are left out. Set EVAL_DATA_DIR to their folder to measure them too.`);
  const suites: SuiteRecord[] = [];
  for (const name of names) {
    try {
      const record = await measureOne(command, name, data);
      suites.push(record);
      for (const line of suiteLines(record)) say(line);
    } catch (error) {
      if (!(error instanceof SuiteMissing) || command.suites.length > 0) throw error;
      say(`${error.message}; left out`);
    }
  }
  const configuration = configurationOf(command);
  return {
    format: "groundwork-evals/1",
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 100) / 10,
    commit: commitOf(import.meta.dirname),
    node: process.version,
    configurationHash: hashOf(configuration),
    configuration,
    suites,
  };
}

async function measureOne(command: RunCommand, name: string, data: string): Promise<SuiteRecord> {
  const suite = readSuite(suiteFolder(name, data), data);
  const { scope, configurations, measures } = command;
  const embedder = makeStaticEmbedder(command.model ?? undefined);
  const engine = await openLocalEngine(suite, { scope, embedder });
  try {
    return await measureSuite(suite, engine, { scope, configurations, measures, onProgress: tell });
  } finally {
    await engine.close();
  }
}

/** Progress goes to standard error, and only to a person. */
function tell(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
}

await main();
