import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { EvalFolderUnreadable, type EvalQuery, readJudgedQueries } from "./eval-folder.ts";

/** A file of law that an eval folder names: read, chunked and published as an upload would be. */
export interface SourceFile {
  readonly jurisdiction: string;
  readonly title: string;
  readonly path: string;
  readonly mediaType: string;
}

const listFile = "sources.json";

const mediaTypes: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  htm: "text/html",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** Tells whether a folder names files of law in place of a corpus of records. */
export function isSourceFolder(folder: string): boolean {
  return [listFile, "queries.jsonl", "qrels.tsv"].every((name) => existsSync(join(folder, name)));
}

/**
 * Reads an eval folder whose law is whole files.
 *
 * `sources.json` is a list of `{"jurisdiction", "title", "file"}`; a file is named from the folder, or from the data
 * folder where it begins with `data:`. Judged records are `jurisdiction#5.1` for a section or `jurisdiction#p12` for a
 * page of the file.
 * Throws  EvalFolderUnreadable
 */
export function readSourceFolder(folder: string, data: string): { files: SourceFile[]; queries: EvalQuery[] } {
  const path = join(folder, listFile);
  const list = readList(path);
  const files = list.map((entry, at): SourceFile => {
    const { jurisdiction, title, file } = entry;
    if (typeof jurisdiction !== "string" || typeof file !== "string")
      throw new EvalFolderUnreadable(path, at + 1, `entry ${at + 1} needs "jurisdiction" and "file"`);
    const found = file.startsWith("data:") ? join(data, file.slice(5)) : resolve(folder, file);
    const mediaType = mediaTypes[found.split(".").at(-1)?.toLowerCase() ?? ""];
    if (mediaType === undefined)
      throw new EvalFolderUnreadable(path, at + 1, `${file}: use one of ${Object.keys(mediaTypes).join(", ")}`);
    if (!existsSync(found)) throw new EvalFolderUnreadable(path, at + 1, `the file ${file} is not there`);
    return { jurisdiction, title: typeof title === "string" ? title : basename(found), path: found, mediaType };
  });
  return { files, queries: readJudgedQueries(folder) };
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
