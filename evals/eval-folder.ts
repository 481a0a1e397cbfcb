import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AnswerLabels, readAnswerLabels } from "./answer-labels.ts";
import type { SourceSection } from "./section-document.ts";

/** One question of an eval folder with the records judged to answer it. */
export interface EvalQuery {
  readonly id: string;
  readonly text: string;
  /** Which document it is asked of; "" when the folder has only one. */
  readonly jurisdiction: string;
  /** Kinds of question it belongs to: style, term, kind, part of the set, jurisdiction. */
  readonly splits: readonly string[];
  /** Grade by record id, greater than 0; empty where nothing answers. */
  readonly relevant: ReadonlyMap<string, number>;
  readonly labels: AnswerLabels;
  /** Present where the question continues a conversation. */
  readonly followUp?: FollowUp;
}

/** What a follow-up question continues. */
export interface FollowUp {
  /** The earlier questions, oldest first. */
  readonly previous: readonly string[];
  /** The full question it means, written by a person; null where none was written. */
  readonly standalone: string | null;
}

/** The records of one jurisdiction, in order. */
export interface EvalDocument {
  readonly jurisdiction: string;
  readonly ids: readonly string[];
  readonly sections: readonly SourceSection[];
}

/** A folder of `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, read. */
export interface EvalFolder {
  readonly documents: readonly EvalDocument[];
  readonly queries: readonly EvalQuery[];
}

interface SourceRecord {
  readonly _id: string;
  readonly title: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A line of an eval folder that cannot be read; the message names file, line and what to change. */
export class EvalFolderUnreadable extends Error {
  constructor(path: string, line: number, fault: string) {
    super(`${path}, line ${line}: ${fault}`);
    this.name = "EvalFolderUnreadable";
  }
}

/** The files of an eval folder. */
export const evalFiles = ["corpus.jsonl", "queries.jsonl", "qrels.tsv"] as const;

/** Tells whether a folder holds an eval set. */
export function isEvalFolder(folder: string): boolean {
  return evalFiles.every((name) => existsSync(join(folder, name)));
}

/**
 * Reads an eval folder; a question without a judged record stays only when nothing is meant to answer it.
 *
 * @throws EvalFolderUnreadable
 */
export function readEvalFolder(folder: string): EvalFolder {
  const documents = readDocuments(join(folder, "corpus.jsonl"));
  return { documents, queries: readJudgedQueries(folder) };
}

/**
 * Reads a corpus of records, one document for each jurisdiction.
 *
 * @throws EvalFolderUnreadable
 */
export function readDocuments(path: string): EvalDocument[] {
  return documentsOf(readRecords(path));
}

/**
 * Reads `queries.jsonl` with the judgements of `qrels.tsv`.
 *
 * @throws EvalFolderUnreadable
 */
export function readJudgedQueries(folder: string): EvalQuery[] {
  const grades = readGrades(join(folder, "qrels.tsv"));
  const path = join(folder, "queries.jsonl");
  return readRecords(path).flatMap((record, at): EvalQuery[] => {
    const labels = labelsOf(record, path, at + 1);
    const relevant = grades.get(record._id) ?? new Map<string, number>();
    if (relevant.size === 0 && !labels.shouldAbstain) return [];
    const jurisdiction = jurisdictionOf(record);
    const { style, term, kind, split } = record.metadata;
    const named = [style, term, kind, split, jurisdiction].filter((name) => typeof name === "string" && name !== "");
    const splits = [...new Set(named.map(String))];
    const followUp = followUpOf(record, path, at + 1);
    return [
      { id: record._id, text: record.text, jurisdiction, splits, relevant, labels, ...(followUp ? { followUp } : {}) },
    ];
  });
}

function followUpOf({ metadata }: SourceRecord, path: string, line: number): FollowUp | undefined {
  const { previous, standalone = null } = metadata;
  if (previous === undefined) return undefined;
  if (!Array.isArray(previous) || previous.length === 0 || !previous.every((one) => typeof one === "string"))
    throw new EvalFolderUnreadable(path, line, "metadata.previous must be a list of earlier questions");
  if (standalone !== null && typeof standalone !== "string")
    throw new EvalFolderUnreadable(path, line, "metadata.standalone must be the full question as a text");
  return { previous, standalone };
}

function labelsOf(record: SourceRecord, path: string, line: number): AnswerLabels {
  try {
    return readAnswerLabels(record.metadata);
  } catch (error) {
    throw new EvalFolderUnreadable(path, line, error instanceof Error ? error.message : String(error));
  }
}

function readGrades(path: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const [at, line] of readLines(path).entries()) {
    if (line === "") continue;
    const [query, record, grade, ...more] = line.split("\t");
    // The header is a line whose last column is no number.
    if (at === 0 && grade !== undefined && !Number.isFinite(Number(grade))) continue;
    if (!query || !record || !grade || more.length > 0 || !Number.isFinite(Number(grade)))
      throw new EvalFolderUnreadable(path, at + 1, "write query id, record id and grade, parted by tabs");
    if (Number(grade) <= 0) continue;
    if (!grades.has(query)) grades.set(query, new Map());
    grades.get(query)?.set(record, Number(grade));
  }
  return grades;
}

function documentsOf(records: readonly SourceRecord[]): EvalDocument[] {
  const documents = new Map<string, { ids: string[]; sections: SourceSection[] }>();
  for (const record of records) {
    const jurisdiction = jurisdictionOf(record);
    const document = documents.get(jurisdiction) ?? { ids: [], sections: [] };
    documents.set(jurisdiction, document);
    document.ids.push(record._id);
    document.sections.push(sectionOf(record));
  }
  return [...documents].map(([jurisdiction, document]) => ({ jurisdiction, ...document }));
}

function sectionOf({ title, text, metadata }: SourceRecord): SourceSection {
  const breadcrumb = Array.isArray(metadata.breadcrumb) ? metadata.breadcrumb.map(String) : [];
  const headingPath = [...breadcrumb, ...title.split(" > ")].filter((heading) => heading.trim() !== "");
  const named = typeof metadata.section_ref === "string" ? metadata.section_ref : headingPath.at(-1);
  const number = /^\W*(?:sec(?:tion)?\.?\s*)?(\d[\w.-]*\w|\d)/i.exec(named ?? "")?.[1] ?? null;
  const page = typeof metadata.page === "number" ? { page: metadata.page } : {};
  return { headingPath, section: number, text, ...page };
}

function jurisdictionOf({ metadata }: SourceRecord): string {
  return String(metadata.jurisdiction ?? metadata.corpus ?? "");
}

function readLines(path: string): string[] {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n").split("\n");
}

/** Reads lines of `{_id, title?, text, metadata?}`. */
function readRecords(path: string): SourceRecord[] {
  const seen = new Set<string>();
  return readLines(path).flatMap((line, at): SourceRecord[] => {
    if (line.trim() === "") return [];
    const record = parsed(line, path, at + 1);
    const { _id, title = "", text, metadata = {} } = record;
    if (typeof _id !== "string" || _id === "")
      throw new EvalFolderUnreadable(path, at + 1, "_id must be a text that is not empty");
    if (seen.has(_id)) throw new EvalFolderUnreadable(path, at + 1, `the id ${_id} is there twice`);
    if (typeof text !== "string") throw new EvalFolderUnreadable(path, at + 1, "text must be a text");
    if (typeof title !== "string") throw new EvalFolderUnreadable(path, at + 1, "title must be a text");
    if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
      throw new EvalFolderUnreadable(path, at + 1, "metadata must be an object");
    seen.add(_id);
    return [{ _id, title, text, metadata: metadata as Readonly<Record<string, unknown>> }];
  });
}

function parsed(line: string, path: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === "object" && record !== null) return record as Readonly<Record<string, unknown>>;
  } catch {
    // Told below, with its place.
  }
  throw new EvalFolderUnreadable(path, number, "each line must be one JSON object");
}
