import { chunkDocument } from "../../ingest/chunk/chunk-document.ts";
import { parseDocument } from "../../ingest/parse/parse-document.ts";
import { rulesOfDocument } from "../../ingest/rules/extract-rules.ts";

/** Reads Markdown as an upload would be; returns its rules and the text that their spans count in. */
export async function rulesOfMarkdown(markdown: string) {
  const bytes = new TextEncoder().encode(markdown);
  const document = await parseDocument({ bytes, mediaType: "text/markdown", filename: "code.md" });
  return { ...rulesOfDocument(document, chunkDocument(document)), text: document.text };
}
