/** Measures one peer over one prepared library in a process of its own, and sends what it found to the one that forked it. */
import { ndcg, percentile, recall } from "../../../evals/metrics.ts";
import { type BenchQuestion, type LibraryIndex, type LibrarySize, readLibrary, readLibraryIndex } from "./library.ts";
import type { OpenPeer } from "./peer.ts";
import { peerById } from "./peers.ts";

const megabyte = 1024 * 1024;
/** Passages looked at for quality: several may be of one record. */
const qualityDepth = 50;
const latencyDepth = 10;
/** A peer that is slow over a large library is asked fewer questions, never fewer than this many. */
const fewestTimed = 10;
const timedFor = 10_000;

/** Times of searches, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly asked: number;
}

/** What one peer's process found. */
export interface PeerFigures {
  /** Without the reading of the library from disk. */
  readonly indexSeconds: number;
  /** Most resident memory of the process, in MB, and what it held before the library was opened. */
  readonly peakMegabytes: number;
  readonly startMegabytes: number;
  /** Narrowed to the corpora of each question, and over everything. */
  readonly filtered: Latency;
  readonly unfiltered: Latency;
  /** By question, in order; empty where only times are measured. */
  readonly ndcg: readonly number[];
  readonly recall: readonly number[];
}

async function measure(id: string, size: LibrarySize): Promise<PeerFigures> {
  const { peer } = peerById(id);
  const library = readLibraryIndex(size);
  const startMegabytes = process.memoryUsage.rss() / megabyte;
  let readMs = 0;
  const from = performance.now();
  const documents = readLibrary(size, (tookMs) => {
    readMs += tookMs;
  });
  const open = await peer.open(documents);
  process.stderr.write(`  indexed in ${((performance.now() - from) / 1000).toFixed(1)} s\n`);
  const indexSeconds = (performance.now() - from - readMs) / 1000;
  const quality = await measureQuality(open, library);
  const filtered = await measureLatency(open, library.questions, true);
  const unfiltered = await measureLatency(open, library.questions, false);
  await open.close();
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  return { indexSeconds, peakMegabytes, startMegabytes, filtered, unfiltered, ...quality };
}

async function measureQuality(open: OpenPeer, { questions, records }: LibraryIndex) {
  const found = { ndcg: [] as number[], recall: [] as number[] };
  if (records.size === 0) return found;
  for (const { text, vector, corpora, relevant } of questions) {
    const keys = await open.search({ query: text, vector, k: qualityDepth, corpora });
    const ranked = [...new Set(keys.flatMap((key) => records.get(key) ?? []))];
    found.ndcg.push(ndcg(ranked, relevant, 10));
    found.recall.push(recall(ranked, relevant, 10));
  }
  return found;
}

async function measureLatency(
  open: OpenPeer,
  questions: readonly BenchQuestion[],
  isFiltered: boolean,
): Promise<Latency> {
  const times: number[] = [];
  const endAt = performance.now() + timedFor;
  for (const [at, { text, vector, corpora }] of questions.entries()) {
    const from = performance.now();
    await open.search({ query: text, vector, k: latencyDepth, corpora: isFiltered ? corpora : undefined });
    // The first search opens caches.
    if (at > 0) times.push(performance.now() - from);
    if (performance.now() > endAt && times.length >= fewestTimed) break;
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), asked: times.length };
}

const [id = "", size = "small"] = process.argv.slice(2);
const figures = await measure(id, size === "large" ? "large" : "small");
process.stderr.write(`  done\n`);
process.send?.(figures);
process.disconnect?.();
