import MarkdownIt from "markdown-it";
import type { RawDocument } from "./lines.ts";
import { decodeText } from "./normalise.ts";
import { rawFromHtml } from "./parse-html.ts";

/** Text that is only indented is no code in an ordinance, and a number at a line's start keeps its own spelling. */
const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false }).disable(["code"]);
const frontMatter = /^\ufeff?---\r?\n[\s\S]{0,5000}?\r?\n---\r?\n/;

/** Reads a Markdown file, with pipe tables and HTML tables inside it. */
export function parseMarkdown(bytes: Uint8Array): RawDocument {
  const text = decodeText(bytes);
  const head = frontMatter.exec(text)?.[0] ?? "";
  const named = /^title:\s*["']?(.+?)["']?\s*$/m.exec(head)?.[1] ?? null;
  const raw = rawFromHtml(markdown.render(text.slice(head.length)), "markdown");
  return { ...raw, title: named ?? raw.title };
}
