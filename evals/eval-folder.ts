import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceSection } from "./section-document.ts";

/** One question of an eval folder with the sections judged to answer it. */
export interface EvalQuery {
  readonly id: string;
  readonly text: string;
  /** Which document it is asked of; "" when the folder has only one. */
  readonly jurisdiction: string;
  /** Which kind of question it is: its style, its term, or its jurisdiction. */
  readonly split: string;
  /** Grade by record id, greater than 0. */
  readonly relevant: ReadonlyMap<string, number>;
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
  readonly title?: string;
  readonly text: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Reads an eval folder; questions without a judged section are left out. */
export function readEvalFolder(folder: string): EvalFolder {
  const grades = new Map<string, Map<string, number>>();
  for (const line of readLines(join(folder, "qrels.tsv")).slice(1)) {
    const [query = "", record = "", grade = "0"] = line.split("\t");
    if (!grades.has(query)) grades.set(query, new Map());
    if (Number(grade) > 0) grades.get(query)?.set(record, Number(grade));
  }
  const queries = readJsonLines<SourceRecord>(join(folder, "queries.jsonl")).flatMap((record): EvalQuery[] => {
    const relevant = grades.get(record._id);
    if (!relevant || relevant.size === 0) return [];
    const jurisdiction = jurisdictionOf(record);
    const split = String(record.metadata?.style ?? record.metadata?.term ?? jurisdiction);
    return [{ id: record._id, text: record.text, jurisdiction, split, relevant }];
  });
  return { documents: documentsOf(readJsonLines<SourceRecord>(join(folder, "corpus.jsonl"))), queries };
}

/** Tells whether a folder holds an eval set. */
export function isEvalFolder(folder: string): boolean {
  return ["corpus.jsonl", "queries.jsonl", "qrels.tsv"].every((name) => existsSync(join(folder, name)));
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

function sectionOf({ title = "", text, metadata = {} }: SourceRecord): SourceSection {
  const breadcrumb = Array.isArray(metadata.breadcrumb) ? metadata.breadcrumb.map(String) : [];
  const headingPath = [...breadcrumb, ...title.split(" > ")].filter((heading) => heading.trim() !== "");
  const named = typeof metadata.section_ref === "string" ? metadata.section_ref : headingPath.at(-1);
  const number = /^\W*(?:sec(?:tion)?\.?\s*)?(\d[\w.-]*\w|\d)/i.exec(named ?? "")?.[1] ?? null;
  const page = typeof metadata.page === "number" ? { page: metadata.page } : {};
  return { headingPath, section: number, text, ...page };
}

function jurisdictionOf(record: SourceRecord): string {
  return String(record.metadata?.jurisdiction ?? record.metadata?.corpus ?? "");
}

function readLines(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function readJsonLines<Item>(path: string): Item[] {
  return readLines(path).map((line) => JSON.parse(line) as Item);
}
