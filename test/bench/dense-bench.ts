/**
 * Measures where the approximate index begins to be the faster dense leg, and what it loses: both ways over stores of
 * several sizes on the embedded engine, with clustered vectors of the shipped model's size. Prints one table, its times
 * in milliseconds of the process's CPU; `ingest/embed/vector-index.ts` and `retrieval/dense/index-search.ts` rest on it.
 *
 *   node test/bench/dense-bench.ts 5000 20000 100000
 */
import { cpus } from "node:os";
import { createCorpus, nameFirstEmbedder, tendVectorIndexes } from "../../ingest/index.ts";
import { type Database, migrate, openEmbedded } from "../../migrations/index.ts";
import { type DenseFindings, searchVectors } from "../../retrieval/dense/dense-leg.ts";
import { makeLiveUnions } from "../../retrieval/live-unions.ts";
import { addVectorDocument, makeVectorSource } from "../support/clustered-vectors.ts";

const embedder = { id: "bench/256", dimensions: 256 };
const limit = 200;
const questionsAsked = 40;
/** Vectors no two of which are alike, in documents as long as an ordinance's; one in five belongs to one town. */
const chunksInDocument = 250;

const write = (text: string) => process.stdout.write(`${text}\n`);
const columns = (...cells: readonly (string | number)[]) =>
  write(cells.map((cell) => String(cell).padStart(14)).join(""));

async function main(): Promise<void> {
  const sizes = process.argv.slice(2).map(Number).filter(Number.isInteger);
  write(`Dense leg, ${limit} of the nearest, embedded engine, Node ${process.version}, ${cpus().length} cores`);
  write("The last times are those of the exact scan again where the index was not worth asking.");
  columns("vectors", "searched", "exact p50", "way", "its p50", "its p95", "recall@10", "recall@200", "range error");
  for (const size of sizes.length > 0 ? sizes : [5_000, 20_000, 100_000]) await measureStore(size);
}

async function measureStore(size: number): Promise<void> {
  const db = await openEmbedded();
  try {
    await migrate(db);
    await nameFirstEmbedder(db, embedder.id);
    const source = makeVectorSource({ dimensions: embedder.dimensions, topics: 400, seed: 7 });
    const corpora = await Promise.all(Array.from({ length: 5 }, () => addTown(db)));
    for (let document = 0; document < size / chunksInDocument; document++) {
      const vectors = Array.from({ length: chunksInDocument }, () => source.next());
      await addVectorDocument(db, { corpusId: corpora[document % corpora.length] ?? "", embedder, vectors });
    }
    const startedAt = process.cpuUsage();
    await tendVectorIndexes(db, { from: 0, embeddedUpTo: Number.MAX_SAFE_INTEGER });
    write(`  index of ${size} vectors built in ${(process.cpuUsage(startedAt).user / 1e6).toFixed(1)} s of CPU`);
    const questions = Array.from({ length: questionsAsked }, () => source.next());
    for (const towns of [5, 2, 1]) {
      await measureSearches(db, { size, searched: corpora.slice(0, towns), questions });
    }
  } finally {
    await db.close();
  }
}

function addTown(db: Database): Promise<string> {
  return createCorpus(db, { orgId: null, projectId: null, kind: "ordinance", title: "A town", jurisdictionKey: null });
}

async function measureSearches(
  db: Database,
  given: { size: number; searched: readonly string[]; questions: readonly Float32Array[] },
): Promise<void> {
  const union = await makeLiveUnions()(db, { corpusIds: given.searched });
  const also = Array.from({ length: limit }, (_, at) => Math.floor((at * union.size) / limit));
  const times = { exact: [] as number[], index: [] as number[] };
  const sums = { ten: 0, all: 0, range: 0 };
  let indexed = 0;
  for (const vector of given.questions) {
    const exact = await timed(times.exact, () =>
      searchVectors(db, union, { embedder, vector, limit, also, exactUpTo: Number.POSITIVE_INFINITY }),
    );
    const index = await timed(times.index, () =>
      searchVectors(db, union, { embedder, vector, limit, also, exactUpTo: 0 }),
    );
    if (index.similarities.some(Number.isNaN)) indexed++;
    sums.ten += recall(exact, index, 10);
    sums.all += recall(exact, index, limit);
    sums.range += (index.lowest - exact.lowest) / (exact.highest - exact.lowest);
  }
  const mean = (sum: number) => (sum / given.questions.length).toFixed(4);
  const at = (list: number[], share: number) => percentile(list, share).toFixed(1);
  const way = indexed === 0 ? "exact" : indexed === questionsAsked ? "index" : `${indexed} by index`;
  const figures = [at(times.exact, 0.5), way, at(times.index, 0.5), at(times.index, 0.95)];
  columns(given.size, union.size, ...figures, mean(sums.ten), mean(sums.all), mean(sums.range));
}

async function timed(times: number[], search: () => Promise<DenseFindings | undefined>): Promise<DenseFindings> {
  const from = process.cpuUsage();
  const found = await search();
  const { user, system } = process.cpuUsage(from);
  times.push((user + system) / 1000);
  if (!found) throw new Error("the store has no vectors");
  return found;
}

function recall(exact: DenseFindings, index: DenseFindings, depth: number): number {
  const found = new Set(index.nearest.slice(0, depth));
  return exact.nearest.slice(0, depth).filter((number) => found.has(number)).length / depth;
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0;
}

await main();
