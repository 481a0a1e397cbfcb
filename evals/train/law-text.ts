import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A section or page of law to learn from: its heading where it has one, and its text. */
export interface LawSection {
  /** "dc", or the eval folder and its jurisdiction, such as "ct-zoning-pages/weston". */
  readonly source: string;
  /** Id of the record it was read from; sections cut out of a whole file have none. */
  readonly id?: string;
  readonly heading: string;
  readonly text: string;
  /** True for zoning and land-use law, which the model is for. */
  readonly isZoning: boolean;
}

/** Reads all law text of a data folder except the sources named; a name excludes itself and everything under it. */
export function readLawText(folder: string, excluded: readonly string[]): LawSection[] {
  const sections = [
    ...readDistrictCode(join(folder, "legal-text-dc-code/sections.jsonl.gz")),
    ...readRecords(folder, "lay-zoning-somerville"),
    ...readRecords(folder, "va-tn-zoning-sections"),
    ...readRecords(folder, "ct-zoning-pages"),
    ...readPages(join(folder, "ord-halifax-peninsula-ns/halifax-peninsula-land-use-by-law-2017.txt"), "halifax"),
    ...readCode(join(folder, "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.txt"), "walthourville"),
  ];
  const isExcluded = (source: string) => excluded.some((name) => source === name || source.startsWith(`${name}/`));
  return sections.filter((section) => !isExcluded(section.source) && section.text.length > 40);
}

function readDistrictCode(path: string): LawSection[] {
  if (!existsSync(path)) return [];
  return linesOf(gunzipSync(readFileSync(path)).toString("utf8")).map((line) => {
    const { heading, text } = JSON.parse(line) as { heading: string; text: string };
    return { source: "dc", heading, text, isZoning: false };
  });
}

function readRecords(folder: string, name: string): LawSection[] {
  const path = join(folder, name, "corpus.jsonl");
  if (!existsSync(path)) return [];
  return linesOf(readFileSync(path, "utf8")).map((line) => {
    const record = JSON.parse(line) as {
      _id: string;
      title: string;
      text: string;
      metadata?: { jurisdiction?: string };
    };
    const jurisdiction = record.metadata?.jurisdiction;
    const source = jurisdiction ? `${name}/${jurisdiction}` : name;
    // A page's title is its town and number, which does not describe its text.
    const heading = name === "ct-zoning-pages" ? "" : record.title.split(" > ").slice(-2).join(" ");
    return { source, id: record._id, heading, text: record.text, isZoning: true };
  });
}

function readPages(path: string, source: string): LawSection[] {
  if (!existsSync(path)) return [];
  const pages = readFileSync(path, "utf8").split("\f");
  return pages.map((text) => ({ source, heading: "", text, isZoning: true }));
}

function readCode(path: string, source: string): LawSection[] {
  if (!existsSync(path)) return [];
  const parts = readFileSync(path, "utf8").split(/^(?=\s*Sec\.\s+\d)/m);
  return parts.map((part) => {
    const heading = /^\s*Sec\.\s+[\w.-]+\s*(?:-\s*)?(.{3,100})$/m.exec(part)?.[1] ?? "";
    return { source, heading, text: part.slice(0, 20_000), isZoning: true };
  });
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
