import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  buildKeywordSegment,
  type Chunk,
  chunkDocument,
  createCorpus,
  createDocument,
  type Embedder,
  type ParsedDocument,
  parseDocument,
  publishRevision,
} from "../ingest/index.ts";
import type { Database } from "../migrations/index.ts";
import { readEvalFolder } from "./eval-folder.ts";
import { documentFromSections } from "./section-document.ts";

/** A file of law to be published: its title, its bytes, its kind. */
export interface LawFile {
  readonly key: string;
  readonly title: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const fileTypes: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** Reads a file of law from a folder. */
export function lawFile(path: string): LawFile {
  const name = basename(path);
  const mediaType = fileTypes[name.split(".").at(-1) ?? ""] ?? "text/plain";
  return { key: name, title: name.replace(/\.\w+$/, ""), mediaType, bytes: new Uint8Array(readFileSync(path)) };
}

/** The towns of a page-by-page eval folder as plain text files, a form feed after each page. */
export function pagedLawFiles(folder: string): LawFile[] {
  const pages = new Map<string, string[]>();
  for (const line of readFileSync(join(folder, "corpus.jsonl"), "utf8").split("\n").filter(Boolean)) {
    const record = JSON.parse(line) as { text: string; metadata: { jurisdiction: string; page: number } };
    const town = pages.get(record.metadata.jurisdiction) ?? [];
    town[record.metadata.page - 1] = record.text;
    pages.set(record.metadata.jurisdiction, town);
  }
  return [...pages].map(([town, texts]) => ({
    key: town,
    title: `${town} zoning regulations`,
    mediaType: "text/plain",
    bytes: new TextEncoder().encode(Array.from(texts, (text) => text ?? "").join("\f")),
  }));
}

/** Publishes a file through the real parser, chunker and publisher; gives its corpus. */
export async function publishFile(db: Database, embedder: Embedder, file: LawFile): Promise<string> {
  const parsed = await parseDocument({ bytes: file.bytes, mediaType: file.mediaType, filename: file.key });
  return publish(db, embedder, { key: file.key, title: file.title, document: parsed, chunks: chunkDocument(parsed) });
}

/** Publishes the jurisdictions of a section-by-section eval folder; gives the corpus of each. */
export async function publishSectionFolder(
  db: Database,
  embedder: Embedder,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const corpora = new Map<string, string>();
  for (const { jurisdiction, sections } of readEvalFolder(folder).documents) {
    const { document, chunks } = documentFromSections(jurisdiction, sections);
    corpora.set(
      jurisdiction,
      await publish(db, embedder, { key: jurisdiction, title: jurisdiction, document, chunks }),
    );
  }
  return corpora;
}

async function publish(
  db: Database,
  embedder: Embedder,
  law: { key: string; title: string; document: ParsedDocument; chunks: readonly Chunk[] },
): Promise<string> {
  const { key, title, document, chunks } = law;
  const corpus = { orgId: null, projectId: null, kind: "ordinance", title, jurisdictionKey: key } as const;
  const corpusId = await createCorpus(db, corpus);
  const file = { title, filename: key, mediaType: "text/plain", sourceUrl: null };
  const documentId = await createDocument(db, { corpusId, ...file });
  const counts = { parser: document.parser, pages: document.pages.length, characters: document.text.length };
  const found = { headings: document.outline.length, tables: document.tables.length, tableRows: 0 };
  const report = { ...counts, ...found, chunks: chunks.length, emptyPages: [], warnings: document.warnings };
  const keywordSegment = buildKeywordSegment(chunks);
  await publishRevision(
    db,
    { documentId, document, chunks, keywordSegment, report, sourceSha256: "eval" },
    { embedder },
  );
  return corpusId;
}
