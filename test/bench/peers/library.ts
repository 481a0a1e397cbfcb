import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { prepareSuite } from "../../../evals/measure/publish-suite.ts";
import { bigSuites, dataFolder, ownSuites, readSuite, SuiteMissing, suiteFolder } from "../../../evals/suites.ts";
import { type Chunk, type Embedder, makeStaticEmbedder, type ParsedDocument } from "../../../ingest/index.ts";
import { makeDisguise } from "./disguise.ts";
import { benchFolder } from "./packages.ts";
import type { BenchDocument } from "./peer.ts";

/** A question with its judgements and the corpora it is asked of. */
export interface BenchQuestion {
  readonly text: string;
  readonly vector: Float32Array;
  readonly corpora: readonly string[];
  /** Grade by record id. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** What a library holds, without its documents. */
export interface LibraryIndex {
  readonly size: LibrarySize;
  readonly suites: readonly string[];
  readonly corpora: number;
  readonly chunks: number;
  readonly questions: readonly BenchQuestion[];
  /** Records of a chunk by its key; empty where only times are measured. */
  readonly records: ReadonlyMap<string, readonly string[]>;
}

export const librarySizes = ["small", "large"] as const;
/** About 5,000 chunks of real law; about 100,000, most of them disguised copies. */
export type LibrarySize = (typeof librarySizes)[number];

const smallChunks = 5_000;
const corporaOfLarge = 20;

interface StoredDocument {
  readonly corpus: string;
  readonly title: string;
  readonly document: ParsedDocument;
  readonly source: readonly Chunk[];
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array[];
}

interface RealDocument extends Omit<StoredDocument, "vectors" | "texts"> {
  readonly records: readonly (readonly string[])[];
}

const indexFile = "index.bin";
const folderOf = (size: LibrarySize) => join(benchFolder, "peers", "data", size);

/** Reads and chunks real law with its questions, embeds it, and keeps it on disk for the peers' processes. */
export async function prepareLibrary(size: LibrarySize): Promise<LibraryIndex> {
  const folder = folderOf(size);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const embedder = makeStaticEmbedder();
  const { documents, suites, asked } = await readLaw();
  const records = new Map<string, readonly string[]>();
  let number = 0;
  let chunks = 0;
  const keep = async (one: RealDocument, corpus: string) => {
    if (size === "small") {
      for (const [at, ids] of one.records.entries()) records.set(`${number}/${at}`, ids);
    }
    const texts = one.source.map((chunk) => [...chunk.headingPath, chunk.indexText].join("\n"));
    const vectors = await embedder.embed(texts, "document");
    const { title, document, source } = one;
    const stored: StoredDocument = { corpus, title, document, source, texts, vectors };
    writeFileSync(join(folder, `${String(number).padStart(5, "0")}.bin`), serialize(stored));
    number += 1;
    chunks += source.length;
  };
  const copies = size === "small" ? 1 : corporaOfLarge;
  const words = new Set(documents.flatMap(({ document }) => document.text.match(/\p{L}+/gu) ?? []));
  for (let copy = 0; copy < copies; copy++) {
    const disguise = makeDisguise(words, copy);
    for (const one of documents) {
      if (size === "small") await keep(one, one.corpus);
      else await keep(copy === 0 ? one : disguise(one), `corpus-${copy}`);
    }
  }
  const questions = await questionsOf(asked, size, embedder);
  const corpora = size === "small" ? new Set(documents.map(({ corpus }) => corpus)).size : corporaOfLarge;
  const index: LibraryIndex = { size, suites, corpora, chunks, questions, records };
  writeFileSync(join(folder, indexFile), serialize(index));
  return index;
}

type Asked = Omit<BenchQuestion, "vector">;

/** Law of the big suites, jurisdiction by jurisdiction until there is enough; the project's own where they are missing. */
async function readLaw(): Promise<{ documents: RealDocument[]; suites: string[]; asked: Asked[] }> {
  const data = dataFolder();
  const documents: RealDocument[] = [];
  const suites: string[] = [];
  const asked: Asked[] = [];
  let chunks = 0;
  for (const name of ["lay-zoning-somerville", "va-tn-zoning-sections", "ct-zoning-pages", ...ownSuites]) {
    const isBig = bigSuites.some((big) => big === name);
    if (chunks >= smallChunks || (!isBig && chunks > 0)) break;
    const suite = readIfThere(name, data);
    if (suite === null) continue;
    suites.push(name);
    const corpusOf = (jurisdiction: string) => `${name}/${jurisdiction}`;
    const taken = new Set<string>();
    for await (const { jurisdiction, title, document, chunks: source, recordsOf } of prepareSuite(suite)) {
      if (chunks >= smallChunks && !taken.has(jurisdiction)) break;
      taken.add(jurisdiction);
      documents.push({ corpus: corpusOf(jurisdiction), title, document, source, records: recordsOf });
      chunks += source.length;
    }
    for (const { text, jurisdiction, relevant } of suite.queries) {
      if (relevant.size === 0 || !taken.has(jurisdiction)) continue;
      asked.push({ text, corpora: [corpusOf(jurisdiction)], relevant });
    }
  }
  return { documents, suites, asked };
}

function readIfThere(name: string, data: string) {
  try {
    return readSuite(suiteFolder(name, data), data);
  } catch (error) {
    if (error instanceof SuiteMissing) return null;
    throw error;
  }
}

/** In the large library each question is asked of the real law and of one disguised copy: 2 corpora of 20. */
async function questionsOf(asked: readonly Asked[], size: LibrarySize, embedder: Embedder): Promise<BenchQuestion[]> {
  const texts = asked.map(({ text }) => text);
  const vectors = await embedder.embed(texts, "query");
  return asked.map((one, at) => {
    const vector = vectors[at] ?? new Float32Array(embedder.dimensions);
    const two = ["corpus-0", `corpus-${1 + (at % (corporaOfLarge - 1))}`];
    return { ...one, vector, corpora: size === "small" ? one.corpora : two };
  });
}

/** Reads what a prepared library holds. */
export function readLibraryIndex(size: LibrarySize): LibraryIndex {
  return deserialize(readFileSync(join(folderOf(size), indexFile))) as LibraryIndex;
}

/** Reads a prepared library document by document; `onRead` is told how long each took. */
export async function* readLibrary(size: LibrarySize, onRead: (tookMs: number) => void): AsyncGenerator<BenchDocument> {
  const folder = folderOf(size);
  const files = readdirSync(folder).filter((file) => file !== indexFile);
  for (const [number, file] of files.toSorted().entries()) {
    const from = performance.now();
    const stored = deserialize(readFileSync(join(folder, file))) as StoredDocument;
    const { corpus, title, document, source, texts, vectors } = stored;
    const chunks = texts.map((text, at) => ({
      key: `${number}/${at}`,
      corpus,
      text,
      // Copied, so that a peer that keeps a vector does not keep the whole file.
      vector: Float32Array.from(vectors[at] ?? []),
    }));
    onRead(performance.now() - from);
    yield { corpus, title, document, source, chunks };
  }
}
