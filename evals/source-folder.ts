import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  type EvalDocument,
  EvalFolderUnreadable,
  type EvalQuery,
  readDocuments,
  readJudgedQueries,
} from "./eval-folder.ts";

/** A file of law that an eval folder names: read, chunked and published as an upload would be. */
export interface SourceFile {
  readonly jurisdiction: string;
  readonly title: string;
  readonly path: string;
  readonly mediaType: string;
}

const listFile = "sources.json";
const corpusEnding = "jsonl";

const mediaTypes: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  htm: "text/html",
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

const endingOf = (path: string) => path.split(".").at(-1)?.toLowerCase() ?? "";

/** The media type of a file of law by the ending of its name; undefined for an ending that no file of law has. */
export function mediaTypeOf(path: string): string | undefined {
  return mediaTypes[endingOf(path)];
}

/** Tells whether a folder names files of law in place of a corpus of records. */
export function isSourceFolder(folder: string): boolean {
  return [listFile, "queries.jsonl", "qrels.tsv"].every((name) => existsSync(join(folder, name)));
}

/** An eval folder whose law is whole files, read. */
export interface SourceFolder {
  readonly files: readonly SourceFile[];
  /** Law that is records of a corpus rather than a file. */
  readonly documents: readonly EvalDocument[];
  readonly queries: readonly EvalQuery[];
  /** Where the law was read from, each path once. */
  readonly paths: readonly string[];
  /** Files of the data folder that are not there, as the list names them. */
  readonly missing: readonly string[];
}

/**
 * Reads an eval folder whose law is whole files.
 *
 * `sources.json` is a list of `{"jurisdiction", "title", "file"}`; a file is named from the folder, or from the data
 * folder where it begins with `data:`. Of a `.jsonl` corpus the records of the jurisdiction are taken. Judged records
 * are `jurisdiction#5.1` for a section, `jurisdiction#p12` for a page of the file, or a record's id.
 * @throws EvalFolderUnreadable
 */
export function readSourceFolder(folder: string, data: string): SourceFolder {
  return { ...readLaw(join(folder, listFile), folder, data), queries: readJudgedQueries(folder) };
}

/**
 * Reads the law that a list of sources names, as {@link readSourceFolder} does.
 *
 * @throws EvalFolderUnreadable
 */
export function readLaw(path: string, folder: string, data: string): Omit<SourceFolder, "queries"> {
  const corpora = new Map<string, readonly EvalDocument[]>();
  const files: SourceFile[] = [];
  const documents: EvalDocument[] = [];
  const missing: string[] = [];
  readList(path).forEach((entry, at) => {
    const { jurisdiction, title, file } = entry;
    if (typeof jurisdiction !== "string" || typeof file !== "string")
      throw new EvalFolderUnreadable(path, at + 1, `entry ${at + 1} needs "jurisdiction" and "file"`);
    const isData = file.startsWith("data:");
    const found = isData ? join(data, file.slice(5)) : resolve(folder, file);
    const ending = endingOf(found);
    const mediaType = mediaTypeOf(found);
    if (mediaType === undefined && ending !== corpusEnding)
      throw new EvalFolderUnreadable(
        path,
        at + 1,
        `${file}: use one of ${[...Object.keys(mediaTypes), corpusEnding].join(", ")}`,
      );
    if (!existsSync(found)) {
      if (!isData) throw new EvalFolderUnreadable(path, at + 1, `the file ${file} is not there`);
      missing.push(file.slice(5));
    } else if (mediaType === undefined) {
      const corpus = corpora.get(found) ?? readDocuments(found);
      corpora.set(found, corpus);
      const document = corpus.find((one) => one.jurisdiction === jurisdiction);
      if (!document) throw new EvalFolderUnreadable(path, at + 1, `${file} holds no record of ${jurisdiction}`);
      documents.push(document);
    } else {
      files.push({
        jurisdiction,
        title: typeof title === "string" ? title : basename(found),
        path: found,
        mediaType,
      });
    }
  });
  const paths = [...corpora.keys(), ...files.map((file) => file.path)];
  return { files, documents, paths, missing };
}

function readList(path: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const list: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (Array.isArray(list) && list.every((entry) => typeof entry === "object" && entry !== null)) return list;
  } catch {
    // Told below, with its place.
  }
  throw new EvalFolderUnreadable(path, 1, "the file must be a JSON list of objects");
}
