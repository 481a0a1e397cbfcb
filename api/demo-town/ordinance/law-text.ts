import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LawTable } from "./law-table.ts";

/** A piece of a chapter, in the order in which it is printed. */
export type LawBlock =
  /** Level 1 is a chapter, level 2 a section. */
  | { readonly kind: "heading"; readonly level: 1 | 2; readonly text: string; readonly id: string }
  /** `lead` is the term that a definition begins with; `depth` counts how far the paragraph is indented. */
  | { readonly kind: "paragraph"; readonly lead: string; readonly text: string; readonly depth: 0 | 1 | 2 }
  | { readonly kind: "table"; readonly table: LawTable }
  | { readonly kind: "history"; readonly text: string };

/** A chapter of a code: one page of its site. */
export interface LawChapter {
  /** Last part of its address. */
  readonly slug: string;
  readonly title: string;
  readonly blocks: readonly LawBlock[];
}

/** A code as it is published. */
export interface LawCode {
  readonly title: string;
  /** Who enacted it: "Town of Alder Falls". */
  readonly government: string;
  /** In the words of the publisher: "Current through …". */
  readonly currency: string;
  readonly chapters: readonly LawChapter[];
}

/** Where the text of a code is, and what its files refer to. */
export interface LawSource {
  /** Of Markdown files; their names give the order of the chapters. */
  readonly folder: string;
  /** By the name after `[[table`. */
  readonly tables: Readonly<Record<string, LawTable>>;
  /** Words that stand in braces in the text. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * Reads the chapters of a code. A file contains `# Chapter`, `## Section`, paragraphs, `**Term.**` at the start of a
 * definition, `[[table name]]` and a last paragraph that begins with `History:`. `A.` and `(1)` start items.
 *
 * @throws Error for a table or word that is not declared
 */
export function readChapters({ folder, tables, words }: LawSource): readonly LawChapter[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8").replaceAll(/\{(\w+)\}/g, (_, word: string) =>
      declared(words, word, file),
    );
    const blocks = text
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => blockOf(part, (name) => declared(tables, name, file)));
    return chaptersOf(blocks);
  });
}

function declared<Value>(values: Readonly<Record<string, Value>>, name: string, file: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`${file} refers to ${name}, which is not declared`);
  return value;
}

function blockOf(part: string, tableOf: (name: string) => LawTable): LawBlock {
  const table = /^\[\[table (\w+)\]\]$/.exec(part)?.[1];
  if (table !== undefined) return { kind: "table", table: tableOf(table) };
  const text = part.replaceAll("\n", " ");
  if (text.startsWith("## ")) return heading(2, text.slice(3));
  if (text.startsWith("# ")) return heading(1, text.slice(2));
  if (text.startsWith("History:")) return { kind: "history", text };
  const lead = /^\*\*([^*]+)\*\* /.exec(text)?.[1] ?? "";
  const depth = /^[A-Z]\. /.test(text) ? 1 : /^\(\d+\) /.test(text) ? 2 : 0;
  return { kind: "paragraph", lead, text: lead === "" ? text : text.slice(lead.length + 5), depth };
}

function heading(level: 1 | 2, text: string): LawBlock {
  return { kind: "heading", level, text, id: slugOf(text) };
}

/** Splits blocks at the headings of chapters. */
function chaptersOf(blocks: readonly LawBlock[]): LawChapter[] {
  const starts = blocks.flatMap((block, at) => (block.kind === "heading" && block.level === 1 ? [at] : []));
  return starts.map((start, index) => {
    const own = blocks.slice(start, starts[index + 1]);
    const [first] = own;
    const title = first?.kind === "heading" ? first.text : "";
    return { slug: slugOf(title), title, blocks: own };
  });
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
