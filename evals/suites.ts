import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { asksForAnswer } from "./answer-labels.ts";
import { type EvalDocument, type EvalQuery, evalFiles, isEvalFolder, readEvalFolder } from "./eval-folder.ts";
import { isLayQuestionFolder, layQuestionFiles, readLayQuestionFolder } from "./lay-question-folder.ts";
import { isSourceFolder, readSourceFolder, type SourceFile } from "./source-folder.ts";
import { isTownQuestions, readTownQuestions, townFiles } from "./town-questions.ts";

/** Questions with their judgements and the law they are asked of. */
export interface Suite {
  /** Name of its folder: what baselines and targets know it by. */
  readonly name: string;
  /** Records given as text. */
  readonly documents: readonly EvalDocument[];
  /** Files to be read as an upload would be. */
  readonly files: readonly SourceFile[];
  readonly queries: readonly EvalQuery[];
  /** SHA-256 by file name of everything the suite was read from. */
  readonly checksums: Readonly<Record<string, string>>;
}

/** A suite that was asked for and is not there; the message says what to do. */
export class SuiteMissing extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SuiteMissing";
  }
}

const ownFolder = join(import.meta.dirname, "sets");

/** Suites of the project itself. */
export const ownSuites = [
  "alder-falls",
  "section-references",
  "invented-codes",
  "follow-ups",
  "lay-four-towns",
] as const;
/** Suites of the data folder, own questions over its law, and own suites that have no baseline; the gate does not measure them. */
export const bigSuites = [
  "lay-zoning-somerville",
  "ct-zoning-pages",
  "va-tn-zoning-sections",
  "ir-cranfield",
  "answers-many-towns",
  "answers-second-round",
  "use-labels",
  "criteria-labels",
  "invented-styles",
  "realistic",
  "realistic-connecticut",
  "realistic-sections",
  "two-scanned-codes",
  "two-further-codes",
  "lay-questions-train",
] as const;

/** The folder of the big labelled sets: the setting EVAL_DATA_DIR, or `../shared/data` beside the project. */
export function dataFolder(): string {
  return resolve(process.env.EVAL_DATA_DIR ?? join(import.meta.dirname, "../../shared/data"));
}

/**
 * Finds the folder of a suite: a path, or the name of an own or a big suite.
 *
 * @throws SuiteMissing
 */
export function suiteFolder(nameOrPath: string, data: string): string {
  const candidates = [resolve(nameOrPath), join(ownFolder, nameOrPath), join(data, nameOrPath)];
  const isSuite = [isEvalFolder, isTownQuestions, isSourceFolder, isLayQuestionFolder];
  const found = candidates.find((folder) => isSuite.some((fits) => fits(folder)));
  if (found !== undefined) return found;
  const isBig = bigSuites.some((name) => name === nameOrPath);
  if (isBig && !existsSync(data))
    throw new SuiteMissing(
      `${nameOrPath} is read from the data folder, and ${data} is not there; set EVAL_DATA_DIR to where it is`,
    );
  throw new SuiteMissing(
    `${nameOrPath} is no eval folder: give a path that holds ${evalFiles.join(", ")} (or sources.json in place of ` +
      `corpus.jsonl), or one of ${[...ownSuites, ...bigSuites].join(", ")}`,
  );
}

/**
 * Reads a suite.
 *
 * @throws EvalFolderUnreadable naming file and line; SuiteMissing when the law it asks of is not there
 */
export function readSuite(folder: string, data: string): Suite {
  const name = basename(folder);
  if (isTownQuestions(folder)) {
    const { documents, queries } = readTownQuestions(folder, data);
    if (queries.length === 0)
      throw new SuiteMissing(
        `${name} asks about law of the data folder, and ${data} does not hold it; set EVAL_DATA_DIR to where it is`,
      );
    return { name, documents, files: [], queries, checksums: checksumsOf(townFiles(folder, data)) };
  }
  if (isLayQuestionFolder(folder)) {
    const { documents, queries } = readLayQuestionFolder(folder, data);
    return { name, documents, files: [], queries, checksums: checksumsOf(layQuestionFiles(folder, data)) };
  }
  if (isSourceFolder(folder)) {
    const { files, documents, queries, paths, missing } = readSourceFolder(folder, data);
    const [absent] = missing;
    if (absent !== undefined)
      throw new SuiteMissing(
        `${name} asks about law of the data folder, and ${data} does not hold ${absent}; set EVAL_DATA_DIR to where it is`,
      );
    const read = ["sources.json", "queries.jsonl", "qrels.tsv"].map((file) => join(folder, file));
    return { name, documents, files, queries, checksums: checksumsOf([...read, ...paths]) };
  }
  const { documents, queries } = readEvalFolder(folder);
  return { name, documents, files: [], queries, checksums: checksumsOf(evalFiles.map((file) => join(folder, file))) };
}

/** By file name; files of one name are told apart by their folder. */
function checksumsOf(paths: readonly string[]): Record<string, string> {
  const isShared = (path: string) => paths.some((other) => other !== path && basename(other) === basename(path));
  const nameOf = (path: string) => (isShared(path) ? `${basename(dirname(path))}/${basename(path)}` : basename(path));
  return Object.fromEntries(
    paths.map((path) => [nameOf(path), createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}

/**
 * The first questions of a suite in the order of a hash of their ids, so that a choice does not depend on the order of
 * the file and a smaller one is part of a larger one; the law stays whole.
 */
export function limitTo(suite: Suite, limit: number): Suite {
  const order = (id: string) => createHash("sha256").update(id).digest("hex");
  const chosen = new Set(
    suite.queries
      .map(({ id }) => ({ id, at: order(id) }))
      .sort((left, right) => (left.at < right.at ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id),
  );
  return { ...suite, queries: suite.queries.filter(({ id }) => chosen.has(id)) };
}

/** The part of a suite whose answers can be judged; undefined when there is none. */
export function answerableOf(suite: Suite): Suite | undefined {
  const queries = suite.queries.filter(({ labels }) => asksForAnswer(labels));
  return queries.length === 0 ? undefined : { ...suite, queries };
}

/**
 * The part of a suite that is of one jurisdiction.
 *
 * @throws SuiteMissing naming the jurisdictions when it has none of that name
 */
export function onlyOf(suite: Suite, jurisdiction: string): Suite {
  const isOf = (part: { readonly jurisdiction: string }) => part.jurisdiction === jurisdiction;
  const queries = suite.queries.filter(isOf);
  if (queries.length === 0) {
    const known = [...new Set(suite.queries.map((query) => query.jurisdiction))].join(", ");
    throw new SuiteMissing(`--jurisdiction ${jurisdiction}: ${suite.name} asks of ${known || "no named jurisdiction"}`);
  }
  return { ...suite, documents: suite.documents.filter(isOf), files: suite.files.filter(isOf), queries };
}
