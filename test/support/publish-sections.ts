import { documentFromSections, type SourceSection } from "../../evals/section-document.ts";
import {
  buildKeywordSegment,
  type CorpusKind,
  chunkDocument,
  createCorpus,
  createDocument,
  type Embedder,
  type IngestReport,
  makeIngestReport,
  type PublishOptions,
  publishRevision,
} from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { parseText } from "./documents/parse.ts";

/** Makes a corpus of published law. */
export function addCorpus(db: Database, kind: CorpusKind = "ordinance"): Promise<string> {
  return createCorpus(db, { orgId: null, projectId: null, kind, title: "A town", jurisdictionKey: null });
}

/** Makes a document of a corpus, with nothing published yet. */
export function addDocument(db: Database, corpusId: string, title = "Zoning code"): Promise<string> {
  return createDocument(db, { corpusId, title, filename: null, mediaType: "text/plain", sourceUrl: null });
}

const reportOf = (characters: number, chunks: number): IngestReport => ({
  parser: "sections",
  pages: null,
  characters,
  headings: 0,
  tables: 0,
  tableRows: 0,
  chunks,
  emptyPages: [],
  warnings: [],
});

/** Publishes sections as the next revision of a document, through the real pipeline. */
export async function publishSections(
  db: Database,
  documentId: string,
  sections: readonly SourceSection[],
  embedder: Embedder,
  options: Omit<PublishOptions, "embedder"> = {},
) {
  const { document, chunks } = documentFromSections("Zoning code", sections);
  return publishRevision(
    db,
    {
      documentId,
      document,
      chunks,
      keywordSegment: buildKeywordSegment(chunks),
      report: reportOf(document.text.length, chunks.length),
      sourceSha256: "0".repeat(64),
    },
    { embedder, ...options },
  );
}

/** Parses a text as an ordinance and publishes it as the next revision of a document. */
export async function publishText(db: Database, documentId: string, text: string, embedder: Embedder): Promise<void> {
  const document = await parseText(text);
  const chunks = chunkDocument(document);
  const report = makeIngestReport(document, chunks);
  const read = { document, chunks, keywordSegment: buildKeywordSegment(chunks), report, sourceSha256: "0".repeat(64) };
  await publishRevision(db, { documentId, ...read }, { embedder });
}

/** A section with a number, a heading and a body. */
export function section(number: string, heading: string, text: string): SourceSection {
  return { headingPath: ["Chapter 1 Zoning", `${number} ${heading}`], section: number, text };
}
