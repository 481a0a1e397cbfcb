import { existsSync } from "node:fs";
import { join } from "node:path";
import { readJsonLines } from "../json-lines.ts";
import { plainWords } from "../plain-words.ts";
import type { Fold } from "./fold.ts";
import type { LawSection } from "./law-text.ts";

/** A resident's question, the same question in the law's own words, and the section that answers it. */
export interface LayQuestion {
  /** Town of the section, as in {@link LawSection.source}. */
  readonly source: string;
  readonly question: string;
  readonly formal: string;
  readonly answer: string;
}

/** A line of the training questions: its text, its formal wording, its section, and what it was labeled with. */
export interface QuestionRecord {
  readonly question: string;
  readonly formal: string;
  readonly source: string;
  readonly section_id: string;
  readonly kind: string | null;
  readonly dimension: string | null;
}

/** Returns the lines of the training questions of a data folder; none without the files. */
export function layQuestionRecords(folder: string): QuestionRecord[] {
  const home = join(folder, "lay-questions-train");
  return ["part1.jsonl", "part2.jsonl"].flatMap((name) => readLines<QuestionRecord>(join(home, name)));
}

/**
 * Reads the training questions of a data folder whose sections are among the law text.
 *
 * Without the question files the result is empty, and the model is trained on law text alone.
 */
export function readLayQuestions(folder: string, law: readonly LawSection[]): LayQuestion[] {
  const home = join(folder, "lay-questions-train");
  const find = makeSectionFinder(home, law);
  return layQuestionRecords(folder).flatMap(({ question, formal, source, section_id }) => {
    const section = find(source, section_id);
    return section ? [{ source: section.source, question, formal, answer: section.text }] : [];
  });
}

/** Returns the towns of a fold: every `of`-th in alphabetical order, counted from `part`. */
export function townsOfFold(questions: readonly LayQuestion[], { part, of }: Fold): string[] {
  const towns = [...new Set(questions.map(({ source }) => source))].toSorted();
  return towns.filter((_, at) => at % of === part);
}

/** Finds a question's section: by its id, or by number and heading in codes that are read without ids. */
function makeSectionFinder(home: string, law: readonly LawSection[]) {
  const byId = new Map(law.flatMap((section) => (section.id === undefined ? [] : [[section.id, section] as const])));
  const halifax = new Map(
    readLines<{ _id: string; text: string }>(join(home, "halifax-sections.jsonl")).map(({ _id, text }) => [_id, text]),
  );
  const walthourville = law.filter(({ source }) => source === "walthourville");
  const folders = new Set(law.map(({ source }) => source.split("/")[0]));
  return (source: string, id: string): { readonly source: string; readonly text: string } | undefined => {
    if (source === "ord-halifax-peninsula-ns") {
      const text = folders.has("halifax") ? halifax.get(id) : undefined;
      return text === undefined ? undefined : { source: "halifax", text };
    }
    if (source === "ord-georgia-codes") {
      const named = plainWords(id);
      return walthourville.find(({ text }) => plainWords(text.slice(0, 400)).replace(/^sec /, "").startsWith(named));
    }
    return byId.get(id);
  };
}

/** Reads lines of a file; none where the file is not there. */
const readLines = <Line>(path: string): Line[] => (existsSync(path) ? readJsonLines<Line>(path) : []);
