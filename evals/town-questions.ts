import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readAnswerLabels } from "./answer-labels.ts";
import type { EvalDocument, EvalFolder } from "./eval-folder.ts";
import type { SourceSection } from "./section-document.ts";

interface TownQuestion {
  readonly id: string;
  readonly town: string;
  readonly text: string;
  /** Sections by number, or pages such as "p7". */
  readonly relevant: readonly string[];
}

const questionFile = "questions.jsonl";

/** Tells whether a folder holds questions whose law text lies in the data folder. */
export function isTownQuestions(folder: string): boolean {
  return existsSync(join(folder, questionFile));
}

/** Reads questions on towns with the law text they refer to; towns whose text is not there are left out. */
export function readTownQuestions(folder: string, data: string): EvalFolder {
  const questions = readFileSync(join(folder, questionFile), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TownQuestion);
  const towns = [...new Set(questions.map((question) => question.town))];
  const documents = towns.flatMap((town) => readTown(town, data) ?? []);
  const known = new Set(documents.flatMap((document) => document.ids));
  const queries = questions.flatMap(({ id, town, text, relevant }) => {
    const records = relevant.map((record) => `${town}#${record}`).filter((record) => known.has(record));
    const grades = new Map(records.map((record) => [record, 1]));
    return grades.size > 0
      ? [{ id, text, jurisdiction: town, splits: [town], relevant: grades, labels: readAnswerLabels({}) }]
      : [];
  });
  return { documents, queries };
}

const walthourvilleFile = "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.txt";
const halifaxFile = "ord-halifax-peninsula-ns/halifax-peninsula-land-use-by-law-2017.txt";
const connecticutFile = "ct-zoning-pages/corpus.jsonl";

/** The files that questions on towns are read from, as far as they are there. */
export function townFiles(folder: string, data: string): string[] {
  return [join(folder, questionFile), ...townLawFiles(data)];
}

/** The files of law that towns are read from, as far as they are there. */
export function townLawFiles(data: string): string[] {
  const law = [walthourvilleFile, halifaxFile, connecticutFile].map((file) => join(data, file));
  return law.filter((path) => existsSync(path));
}

/** Reads the law of a town as pages or sections; undefined where its file is not there. */
export function readTown(town: string, data: string): EvalDocument | undefined {
  if (town === "walthourville") {
    const path = join(data, walthourvilleFile);
    return existsSync(path) ? sectionsOfCode(town, readFileSync(path, "utf8")) : undefined;
  }
  if (town === "halifax") {
    const path = join(data, halifaxFile);
    return existsSync(path) ? documentOfPages(town, readFileSync(path, "utf8").split("\f")) : undefined;
  }
  const path = join(data, connecticutFile);
  return existsSync(path) ? documentOfPages(town, pagesOfRecords(town, readFileSync(path, "utf8"))) : undefined;
}

function pagesOfRecords(town: string, records: string): string[] {
  return records
    .split("\n")
    .filter((line) => line.includes(`"ct-${town}#p`))
    .map((line) => (JSON.parse(line) as { text: string }).text);
}

function documentOfPages(jurisdiction: string, pages: readonly string[]): EvalDocument {
  return {
    jurisdiction,
    ids: pages.map((_, at) => `${jurisdiction}#p${at + 1}`),
    sections: pages.map((text, at) => ({ headingPath: [], section: null, text, page: at + 1 })),
  };
}

/** Cuts a code at its "Sec. 3.15. - Home occupations." lines; a number that comes again is told apart by "~2". */
function sectionsOfCode(jurisdiction: string, text: string): EvalDocument {
  const ids: string[] = [];
  const sections: SourceSection[] = [];
  const seen = new Map<string, number>();
  for (const part of text.replaceAll("\f", "\n").split(/^(?=\s*Sec\.\s+\d)/m)) {
    const heading = /^\s*Sec\.\s+(\d[\w.-]*?)\.?\s+-?\s*(.*)/.exec(part);
    const number = heading?.[1];
    if (!heading || number === undefined) continue;
    const count = (seen.get(number) ?? 0) + 1;
    seen.set(number, count);
    ids.push(`${jurisdiction}#${number}${count > 1 ? `~${count}` : ""}`);
    sections.push({
      headingPath: [`${number} ${heading[2] ?? ""}`.trim()],
      section: number,
      text: part.slice(heading[0].length).trim(),
    });
  }
  return { jurisdiction, ids, sections };
}
