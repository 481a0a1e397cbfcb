import { existsSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  buildKeywordSegment,
  type Chunk,
  chunkDocument,
  createCorpus,
  createDocument,
  type Embedder,
  makeStaticEmbedder,
  type ParsedDocument,
  parseDocument,
  publishRevision,
  shippedStaticModel,
} from "../ingest/index.ts";
import { type Database, migrate, openEmbedded } from "../migrations/index.ts";
import {
  type HybridSettings,
  makeHybridRetriever,
  makeLayExpansions,
  makeSegmentCache,
  type RetrievalResult,
  type Retriever,
} from "../retrieval/index.ts";
import { type EvalDocument, type EvalFolder, type EvalQuery, isEvalFolder, readEvalFolder } from "./eval-folder.ts";
import { mean, ndcg, percentile, recall, reciprocalRank } from "./metrics.ts";
import { documentFromSections } from "./section-document.ts";
import { isTownQuestions, readTownQuestions } from "./town-questions.ts";

/** A way of searching that is measured beside the others. */
interface Configuration {
  readonly name: string;
  readonly settings: Partial<HybridSettings>;
  readonly expands: boolean;
  readonly reranks: boolean;
}

const noContext = { before: 0, after: 0 };

const configurations: readonly Configuration[] = [
  { name: "bm25", settings: { useDense: false, context: noContext }, expands: false, reranks: false },
  { name: "keyword", settings: { useDense: false }, expands: false, reranks: false },
  { name: "keyword+lay", settings: { useDense: false }, expands: true, reranks: false },
  { name: "dense", settings: { useKeyword: false, denseShare: () => 1 }, expands: false, reranks: false },
  { name: "hybrid", settings: {}, expands: true, reranks: false },
  { name: "hybrid+rerank", settings: {}, expands: true, reranks: true },
];

const defaultFolders = ["lay-zoning-somerville", "ct-zoning-pages", "va-tn-zoning-sections", "ir-cranfield"];

const ownSet = join(import.meta.dirname, "sets/lay-four-towns");

/** One question under one configuration. */
interface Outcome {
  readonly query: EvalQuery;
  readonly ranked: readonly string[];
  readonly coverage: number;
  readonly tookMs: number;
}

/** The documents of a folder published, and where each record's text stands in them. */
interface Published {
  readonly corpusIds: ReadonlyMap<string, string>;
  /** Record ids by document and the start of a chunk; a chunk that goes over a page's end is of both. */
  readonly recordsAt: ReadonlyMap<string, readonly string[]>;
}

/** A document ready to publish, with the record ids of each chunk. */
interface Prepared {
  readonly document: ParsedDocument;
  readonly chunks: readonly Chunk[];
  readonly recordsOf: readonly (readonly string[])[];
}

/**
 * Measures retrieval on eval folders through the real pipeline: publish into an embedded database in memory, search.
 *
 *   node evals/measure-retrieval.ts [--model file] [--out results.json] [folder...]
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: "string" }, out: { type: "string" }, only: { type: "string", multiple: true } },
  });
  const data = resolve(process.env.EVAL_DATA_DIR ?? "../shared/data");
  const folders = positionals.length > 0 ? positionals : [...defaultFolders.map((name) => join(data, name)), ownSet];
  const embedder = makeStaticEmbedder(values.model ?? shippedStaticModel);
  const chosen = configurations.filter(({ name }) => !values.only || values.only.includes(name));
  const db = await openEmbedded();
  await migrate(db);
  const record: Record<string, unknown[]> = {};
  for (const folder of folders) {
    if (!existsSync(folder) || !(isEvalFolder(folder) || isTownQuestions(folder))) {
      console.log(`${folder}: no eval set here, left out`);
      continue;
    }
    record[basename(folder)] = await measureFolder(
      db,
      embedder,
      isTownQuestions(folder) ? readTownQuestions(folder, data) : readEvalFolder(folder),
      {
        name: basename(folder),
        chosen,
      },
    );
  }
  if (values.out) writeFileSync(values.out, JSON.stringify(record));
  await db.close();
}

async function measureFolder(
  db: Database,
  embedder: Embedder,
  { documents, queries }: EvalFolder,
  { name, chosen }: { name: string; chosen: readonly Configuration[] },
) {
  const started = performance.now();
  const published = await publishAll(db, embedder, documents);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\n## ${name}: ${published.recordsAt.size} chunks published in ${seconds} s, ${queries.length} questions`,
  );
  console.log("configuration   split                     n  nDCG@10   R@5  R@10  R@50   MRR   p50 ms  p95 ms");
  const segments = makeSegmentCache();
  const results: unknown[] = [];
  for (const configuration of chosen) {
    const retriever = makeHybridRetriever({
      db,
      embedder,
      segments,
      settings: configuration.settings,
      ...(configuration.expands ? { expansions: makeLayExpansions() } : {}),
    });
    const outcomes: Outcome[] = [];
    for (const query of queries) outcomes.push(await ask(retriever, query, published, configuration.reranks));
    printSplits(configuration.name, outcomes);
    results.push(
      ...outcomes.map(({ query, ranked, coverage }) => ({
        configuration: configuration.name,
        query: query.id,
        split: query.split,
        jurisdiction: query.jurisdiction,
        text: query.text,
        ranked: ranked.slice(0, 20),
        relevant: Object.fromEntries(query.relevant),
        coverage,
        ndcg: ndcg(ranked, query.relevant, 10),
      })),
    );
  }
  return results;
}

async function publishAll(db: Database, embedder: Embedder, documents: readonly EvalDocument[]): Promise<Published> {
  const corpusIds = new Map<string, string>();
  const recordsAt = new Map<string, readonly string[]>();
  for (const { jurisdiction, ids, sections } of documents) {
    const title = jurisdiction || "corpus";
    const corpus = { orgId: null, projectId: null, kind: "ordinance", title, jurisdictionKey: jurisdiction } as const;
    const corpusId = await createCorpus(db, corpus);
    corpusIds.set(jurisdiction, corpusId);
    const file = { title, filename: null, mediaType: "text/plain", sourceUrl: null };
    const documentId = await createDocument(db, { corpusId, ...file });
    const { document, chunks, recordsOf } = await prepare(title, { jurisdiction, ids, sections });
    chunks.forEach((chunk, at) => {
      recordsAt.set(`${documentId} ${chunk.charStart}`, recordsOf[at] ?? []);
    });
    const counts = { parser: "sections", pages: null, characters: document.text.length, headings: ids.length };
    const report = { ...counts, tables: 0, tableRows: 0, chunks: chunks.length, emptyPages: [], warnings: [] };
    const keywordSegment = buildKeywordSegment(chunks);
    const revision = { documentId, document, chunks, keywordSegment, report, sourceSha256: "eval" };
    await publishRevision(db, revision, { embedder });
  }
  return { corpusIds, recordsAt };
}

/** Records that are pages go through the reader as one text with form feeds; sections stand as they were given. */
async function prepare(title: string, { ids, sections }: EvalDocument): Promise<Prepared> {
  if (sections.every((section) => section.page === undefined)) {
    const { document, chunks, sourceOf } = documentFromSections(title, sections);
    return { document, chunks, recordsOf: sourceOf.map((source) => ids.slice(source, source + 1)) };
  }
  const bytes = Buffer.from(sections.map((section) => section.text.replaceAll("\f", " ")).join("\f"));
  const document = await parseDocument({ bytes, mediaType: "text/plain", filename: `${title}.txt` });
  const chunks = chunkDocument(document);
  return { document, chunks, recordsOf: chunks.map((chunk) => ids.slice((chunk.page ?? 1) - 1, chunk.pageEnd ?? 1)) };
}

async function ask(retriever: Retriever, query: EvalQuery, published: Published, reranks: boolean): Promise<Outcome> {
  const corpusId = published.corpusIds.get(query.jurisdiction);
  const corpusIds = corpusId ? [corpusId] : [...published.corpusIds.values()];
  const started = performance.now();
  const result = await retriever.search(query.text, { corpusIds }, { topK: 50, rerank: reranks });
  const tookMs = performance.now() - started;
  return { query, ranked: recordsOf(result, published), coverage: result.coverage, tookMs };
}

/** Record ids in the order of their best passage. */
function recordsOf(result: RetrievalResult, published: Published): string[] {
  const ids = result.passages.flatMap(
    (passage) => published.recordsAt.get(`${passage.documentId} ${passage.charStart}`) ?? [],
  );
  return [...new Set(ids)];
}

function printSplits(name: string, outcomes: readonly Outcome[]): void {
  const splits = [...new Set(outcomes.map(({ query }) => query.split))];
  if (splits.length > 1)
    for (const split of splits)
      printLine(
        name,
        split,
        outcomes.filter(({ query }) => query.split === split),
      );
  printLine(name, "all", outcomes);
}

function printLine(name: string, split: string, outcomes: readonly Outcome[]): void {
  const average = (measure: (outcome: Outcome) => number) => mean(outcomes.map(measure)).toFixed(3);
  const times = outcomes.map(({ tookMs }) => tookMs);
  const columns = [
    name.padEnd(15),
    split.slice(0, 22).padEnd(22),
    String(outcomes.length).padStart(4),
    average(({ ranked, query }) => ndcg(ranked, query.relevant, 10)).padStart(8),
    ...[5, 10, 50].map((depth) => average(({ ranked, query }) => recall(ranked, query.relevant, depth))),
    average(({ ranked, query }) => reciprocalRank(ranked, query.relevant)),
    percentile(times, 0.5).toFixed(1).padStart(7),
    percentile(times, 0.95).toFixed(1).padStart(7),
  ];
  console.log(columns.join(" "));
}

await main();
