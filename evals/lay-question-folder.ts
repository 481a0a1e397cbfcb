import { existsSync } from "node:fs";
import { join } from "node:path";
import { readAnswerLabels } from "./answer-labels.ts";
import { type EvalDocument, type EvalFolder, type EvalQuery, readDocuments } from "./eval-folder.ts";
import { readJsonLines } from "./json-lines.ts";
import { plainWords } from "./plain-words.ts";
import { readTown, townLawFiles } from "./town-questions.ts";

const partFiles = ["part1.jsonl", "part2.jsonl"] as const;
const halifaxSections = "halifax-sections.jsonl";
const corpora = ["lay-zoning-somerville", "va-tn-zoning-sections", "ct-zoning-pages"] as const;

interface LayRecord {
  readonly question: string;
  readonly source: string;
  readonly section_id: string;
  readonly kind: string;
}

/** Tells whether a folder holds residents' questions with the sections that answer them, as `lay-questions-train` does. */
export function isLayQuestionFolder(folder: string): boolean {
  return [...partFiles, halifaxSections].every((name) => existsSync(join(folder, name)));
}

/** The files that residents' questions and their law are read from, as far as they are there. */
export function layQuestionFiles(folder: string, data: string): string[] {
  const law = corpora.map((name) => join(data, name, "corpus.jsonl"));
  const own = [...partFiles, halifaxSections].map((name) => join(folder, name));
  return [
    ...own,
    ...[...law, ...townLawFiles(data)].filter((path, at, all) => existsSync(path) && all.indexOf(path) === at),
  ];
}

/**
 * Reads residents' questions with their law, one document for each town; a question's splits are its kind and its town.
 *
 * A question whose law is not there is left out. Questions on Halifax are judged by the pages their section stands on.
 */
export function readLayQuestionFolder(folder: string, data: string): EvalFolder {
  const questions = partFiles.flatMap((name) => readJsonLines<LayRecord>(join(folder, name)));
  const records = corpora.map((name) => join(data, name, "corpus.jsonl")).filter((path) => existsSync(path));
  const documents = [
    ...records.flatMap((path) => readDocuments(path)),
    ...["halifax", "walthourville"].flatMap((town) => readTown(town, data) ?? []),
  ];
  const find = makeRecordFinder(documents, readJsonLines(join(folder, halifaxSections)));
  const queries = questions.flatMap(({ question, source, section_id, kind }, at): EvalQuery[] => {
    const found = find(source, section_id);
    if (!found) return [];
    const { jurisdiction, ids } = found;
    const id = `lay-${String(at + 1).padStart(4, "0")}`;
    const relevant = new Map(ids.map((record) => [record, 1]));
    return [{ id, text: question, jurisdiction, splits: [kind, jurisdiction], relevant, labels: readAnswerLabels({}) }];
  });
  const asked = new Set(queries.map(({ jurisdiction }) => jurisdiction));
  return { documents: documents.filter(({ jurisdiction }) => asked.has(jurisdiction)), queries };
}

interface FoundRecords {
  readonly jurisdiction: string;
  readonly ids: readonly string[];
}

function makeRecordFinder(
  documents: readonly EvalDocument[],
  sections: readonly { readonly _id: string; readonly text: string }[],
): (source: string, id: string) => FoundRecords | undefined {
  const town = new Map<string, string>();
  for (const { jurisdiction, ids } of documents) for (const id of ids) town.set(id, jurisdiction);
  const halifax = documents.find(({ jurisdiction }) => jurisdiction === "halifax");
  const textOf = new Map(sections.map(({ _id, text }) => [_id, text]));
  const code = documents.find(({ jurisdiction }) => jurisdiction === "walthourville");
  return (source, id) => {
    if (source === "ord-halifax-peninsula-ns") return halifax && pagesOfText(halifax, textOf.get(id) ?? "");
    if (source === "ord-georgia-codes") return code && sectionNamed(code, id);
    const jurisdiction = town.get(id);
    return jurisdiction === undefined ? undefined : { jurisdiction, ids: [id] };
  };
}

const comparedWords = 12;

/** The first page that holds the first words of a text, and the next ones that hold words from further on in it. */
function pagesOfText({ jurisdiction, ids, sections }: EvalDocument, text: string): FoundRecords | undefined {
  const words = plainWords(text).split(" ");
  const starts = [0, Math.floor(words.length / 2), words.length - comparedWords].map((at) => Math.max(at, 0));
  const parts = [...new Set(starts)].map((at) => words.slice(at, at + comparedWords).join(" "));
  const pages = sections.map((section) => plainWords(section.text));
  const held = parts.flatMap((part) => pages.findIndex((page) => page.includes(part)));
  const found = [...new Set(held.filter((page) => page >= 0))].flatMap((page) => ids[page] ?? []);
  return found.length > 0 ? { jurisdiction, ids: found } : undefined;
}

/** The section whose number and heading are the beginning of an id such as "17-39 Discharge of firearms". */
function sectionNamed({ jurisdiction, ids, sections }: EvalDocument, id: string): FoundRecords | undefined {
  const named = plainWords(id);
  const at = sections.findIndex(({ headingPath, text }) => {
    const whole = plainWords(`${headingPath.at(-1) ?? ""} ${text.slice(0, 400)}`);
    return whole.startsWith(named);
  });
  const found = ids[at];
  return found === undefined ? undefined : { jurisdiction, ids: [found] };
}
