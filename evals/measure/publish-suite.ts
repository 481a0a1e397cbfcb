import { readFileSync } from "node:fs";
import {
  buildKeywordSegment,
  type Chunk,
  chunkDocument,
  createCorpus,
  createDocument,
  type Embedder,
  makeIngestReport,
  type ParsedDocument,
  parseDocument,
  publishRevision,
  rulesOfDocument,
} from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import type { EvalDocument } from "../eval-folder.ts";
import type { CodeReading } from "../run-record.ts";
import { documentFromSections, type SourceSection } from "../section-document.ts";
import type { SourceFile } from "../source-folder.ts";
import type { Suite } from "../suites.ts";
import { readingOf } from "./reading-quality.ts";

/** A record as a report shows it. */
export interface RecordView {
  readonly heading: string;
  readonly text: string;
}

/** A chunk with what it is a part of. */
export interface PublishedChunk {
  readonly jurisdiction: string;
  readonly chunk: Chunk;
  readonly records: readonly string[];
}

/** The law of a suite published, and where each of its records stands. */
export interface PublishedSuite {
  readonly corpusIds: ReadonlyMap<string, string>;
  readonly documentCount: number;
  /** How well each document was read. */
  readonly reading: readonly CodeReading[];
  /** In the order of publishing. */
  readonly chunks: readonly PublishedChunk[];
  /** Records that a span of a document is part of: both pages for a span that goes over a page's end. */
  recordsAt(documentId: string, charStart: number, charEnd: number): readonly string[];
  /** The text that was published; undefined for a document that is not of the suite. */
  textOf(documentId: string): string | undefined;
  recordView(id: string): RecordView | undefined;
}

/** A document ready to publish, with the records of each chunk. */
interface PreparedDocument {
  readonly jurisdiction: string;
  readonly title: string;
  readonly document: ParsedDocument;
  readonly chunks: readonly Chunk[];
  readonly recordsOf: readonly (readonly string[])[];
  /** Every record of the document as a report shows it. */
  readonly views: ReadonlyMap<string, RecordView>;
}

type WithoutViews = Omit<PreparedDocument, "views">;

/**
 * Publishes the law of a suite through the real chunker and publisher, one corpus for each jurisdiction.
 *
 * Records that are pages go through the reader as one text with form feeds; files are read as an upload would be;
 * sections stand as they were given.
 * @throws DocumentUnreadable for a file that cannot be read
 */
export async function publishSuite(db: Database, embedder: Embedder, suite: Suite): Promise<PublishedSuite> {
  const corpusIds = new Map<string, string>();
  const documents = new Map<string, PreparedDocument>();
  const views = new Map<string, RecordView>();
  const chunks: PublishedChunk[] = [];
  const reading: CodeReading[] = [];
  for await (const prepared of prepareSuite(suite)) {
    const { jurisdiction } = prepared;
    const corpusId = corpusIds.get(jurisdiction) ?? (await createCorpus(db, corpusOf(jurisdiction)));
    corpusIds.set(jurisdiction, corpusId);
    reading.push(...readingOf(jurisdiction || prepared.title, prepared.document));
    const documentId = await publish(db, embedder, corpusId, prepared);
    documents.set(documentId, prepared);
    prepared.chunks.forEach((chunk, at) => {
      chunks.push({ jurisdiction, chunk, records: prepared.recordsOf[at] ?? [] });
    });
    for (const [id, view] of prepared.views) views.set(id, view);
  }
  return {
    corpusIds,
    documentCount: documents.size,
    reading,
    chunks,
    recordsAt(documentId, charStart, charEnd) {
      const prepared = documents.get(documentId);
      if (!prepared) return [];
      const within = prepared.chunks.flatMap((chunk, at) =>
        chunk.charStart < charEnd && charStart < chunk.charEnd ? (prepared.recordsOf[at] ?? []) : [],
      );
      return [...new Set(within)];
    },
    textOf: (documentId) => documents.get(documentId)?.document.text,
    recordView: (id) => views.get(id),
  };
}

function corpusOf(jurisdiction: string) {
  const title = jurisdiction || "corpus";
  return { orgId: null, projectId: null, kind: "ordinance", title, jurisdictionKey: jurisdiction } as const;
}

function addToView(views: Map<string, RecordView>, id: string, chunk: Chunk, text: string): void {
  const known = views.get(id);
  const own = text.slice(chunk.charStart, chunk.charEnd);
  views.set(
    id,
    known ? { ...known, text: `${known.text}\n${own}` } : { heading: chunk.headingPath.join(" > "), text: own },
  );
}

async function publish(
  db: Database,
  embedder: Embedder,
  corpusId: string,
  prepared: PreparedDocument,
): Promise<string> {
  const { title, document, chunks } = prepared;
  const file = { title, filename: null, mediaType: "text/plain", sourceUrl: null };
  const documentId = await createDocument(db, { corpusId, ...file });
  const report = makeIngestReport(document, chunks);
  const keywordSegment = buildKeywordSegment(chunks);
  const rules = rulesOfDocument(document, chunks);
  const revision = { documentId, document, chunks, keywordSegment, report, rules, sourceSha256: "eval" };
  await publishRevision(db, revision, { embedder });
  return documentId;
}

/** Reads and chunks the law of a suite without publishing it. */
export async function* prepareSuite(suite: Suite): AsyncGenerator<PreparedDocument> {
  const judged = new Set(suite.queries.flatMap(({ relevant }) => [...relevant.keys()]));
  for (const document of suite.documents) yield withViews(await prepareRecords(document));
  for (const file of suite.files) yield withViews(await prepareFile(file, asksPages(file, judged), judged));
}

/** Tells whether a file is judged by its pages. */
function asksPages({ jurisdiction }: SourceFile, judged: ReadonlySet<string>): boolean {
  return [...judged].some((id) => id.startsWith(`${jurisdiction}#p`) && /#p\d+$/.test(id));
}

function withViews(prepared: WithoutViews): PreparedDocument {
  const views = new Map<string, RecordView>();
  prepared.chunks.forEach((chunk, at) => {
    for (const id of prepared.recordsOf[at] ?? []) addToView(views, id, chunk, prepared.document.text);
  });
  return { ...prepared, views };
}

async function prepareRecords({ jurisdiction, ids, sections }: EvalDocument): Promise<WithoutViews> {
  const title = jurisdiction || "corpus";
  if (isOutlined(sections)) return prepareCode({ jurisdiction, ids, sections });
  if (sections.some((section) => section.page === undefined)) {
    const { document, chunks, sourceOf } = documentFromSections(title, sections);
    return {
      jurisdiction,
      title,
      document,
      chunks,
      recordsOf: sourceOf.map((source) => ids.slice(source, source + 1)),
    };
  }
  const pages: string[] = [];
  const idOfPage = new Map<number, string>();
  sections.forEach(({ page = 1, text }, at) => {
    pages[page - 1] = text.replaceAll("\f", " ");
    idOfPage.set(page, ids[at] ?? "");
  });
  const bytes = Buffer.from(Array.from(pages, (page) => page ?? "").join("\f"));
  const document = await parseDocument({ bytes, mediaType: "text/plain", filename: `${title}.txt` });
  const chunks = chunkDocument(document);
  const recordsOf = chunks.map((chunk) => pagesOf(chunk).flatMap((page) => idOfPage.get(page) ?? []));
  return { jurisdiction, title, document, chunks, recordsOf };
}

/** Most sections of a code stand under others; the records of a collection of abstracts do not. */
function isOutlined(sections: readonly SourceSection[]): boolean {
  const nested = sections.filter(({ page, headingPath }) => page === undefined && headingPath.length > 1);
  return nested.length > sections.length / 2;
}

/** Reads a code as its publisher's Markdown export would come in, so that the reader's outline and tables are measured too. */
async function prepareCode({ jurisdiction, ids, sections }: EvalDocument): Promise<WithoutViews> {
  const title = jurisdiction || "corpus";
  const bytes = new TextEncoder().encode(markdownOf(title, sections));
  const document = await parseDocument({ bytes, mediaType: "text/markdown", filename: `${title}.md` });
  const starts = startsOf(document.text, sections);
  const chunks = chunkDocument(document);
  const recordsOf = chunks.map(({ charStart }) => {
    const at = starts.findLastIndex((start) => start <= charStart);
    return ids.slice(Math.max(at, 0), Math.max(at, 0) + 1);
  });
  return { jurisdiction, title, document, chunks, recordsOf };
}

/** Sections as Markdown: the path above a section as one heading where it changes, then the section's own. */
function markdownOf(title: string, sections: readonly SourceSection[]): string {
  const parts = [`# ${title}`];
  let above = "";
  for (const { headingPath, text } of sections) {
    const path = headingPath.slice(0, -1).join(" > ");
    if (path !== above) parts.push(`## ${path}`);
    above = path;
    parts.push(`### ${headingPath.at(-1) ?? ""}`, text);
  }
  return parts.join("\n\n");
}

/** Where each section's heading stands in the text that was read; one that is not found begins where the one before does. */
function startsOf(text: string, sections: readonly SourceSection[]): number[] {
  let from = 0;
  return sections.map(({ headingPath }) => {
    const heading = (headingPath.at(-1) ?? "").replace(/\s+/g, " ").trim();
    const at = text.indexOf(`\n${heading}\n`, from);
    if (at >= 0) from = at + 1;
    return from;
  });
}

async function prepareFile(file: SourceFile, byPages: boolean, judged: ReadonlySet<string>): Promise<WithoutViews> {
  const { jurisdiction, title, path, mediaType } = file;
  const document = await parseDocument({ bytes: new Uint8Array(readFileSync(path)), mediaType, filename: path });
  const chunks = chunkDocument(document);
  const recordsOf = chunks.map((chunk) =>
    byPages
      ? pagesOf(chunk).map((page) => `${jurisdiction}#p${page}`)
      : [sectionRecord(jurisdiction, chunk.section, judged)],
  );
  return { jurisdiction, title, document, chunks, recordsOf };
}

function pagesOf({ page, pageEnd }: Chunk): number[] {
  if (page === null) return [];
  return Array.from({ length: (pageEnd ?? page) - page + 1 }, (_, at) => page + at);
}

/** The nearest judged section around a chunk's own, so that a judgement on 5.1 covers 5.1(a); else its own section. */
function sectionRecord(jurisdiction: string, section: string | null, judged: ReadonlySet<string>): string {
  const own = `${jurisdiction}#${section ?? "front"}`;
  for (let end = own.length; end > jurisdiction.length + 1; end--) {
    const isBoundary = end === own.length || /[.(\-:]/.test(own[end] ?? "");
    if (isBoundary && judged.has(own.slice(0, end))) return own.slice(0, end);
  }
  return own;
}
