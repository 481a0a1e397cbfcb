import MarkdownIt from "markdown-it";
import { appendAll } from "../large-lists.ts";
import type { RawDocument } from "./lines.ts";
import { decodeText } from "./normalise.ts";
import { rawFromHtml } from "./parse-html.ts";
import { cellsOfPipeRows, hasRule, pipeRows } from "./pipe-rows.ts";

/** Text that is only indented is no code in an ordinance, and a number at a line's start keeps its own spelling. */
const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false }).disable(["code"]);
const frontMatter = /^\ufeff?---\r?\n[\s\S]{0,5000}?\r?\n---\r?\n/;

/** Reads a Markdown file, with pipe tables and HTML tables inside it. */
export function parseMarkdown(bytes: Uint8Array): RawDocument {
  const text = decodeText(bytes);
  const head = frontMatter.exec(text)?.[0] ?? "";
  const written = /^title:\s*(\S.*)$/m.exec(head)?.[1]?.trim() ?? "";
  const named = written.replace(/^["']/, "").replace(/["']$/, "") || null;
  const raw = rawFromHtml(markdown.render(withLooseTables(text.slice(head.length))), "markdown");
  return { ...raw, title: named ?? raw.title };
}

/** Rows between pipes without the rule that Markdown asks for would run together into a paragraph: they become a table. */
function withLooseTables(text: string): string {
  const lines = text.split(/\r?\n/);
  const isRow = pipeRows(lines);
  const written: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = isRow.indexOf(false, at);
    const rows = lines.slice(at, end < 0 ? lines.length : end);
    if (rows.length > 0 && !hasRule(rows)) written.push("", tableOf(rows), "");
    else appendAll(written, rows);
    at += rows.length;
    while (at < lines.length && !isRow[at]) written.push(lines[at++] ?? "");
  }
  return written.join("\n");
}

function tableOf(rows: readonly string[]): string {
  const written = cellsOfPipeRows(rows).map((cells) =>
    cells.map(({ text, columnSpan }) => `<td colspan="${columnSpan}">${escaped(text)}</td>`).join(""),
  );
  return `<table>${written.map((cells) => `<tr>${cells}</tr>`).join("")}</table>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
