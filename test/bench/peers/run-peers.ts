/**
 * Measures the project's retriever beside what a user would pick instead: same chunks, same vectors, same questions, one
 * run, each in a process of its own. Prints tables and keeps a record in `.bench`; judges nothing.
 *
 *   npm run bench:peers -- [--size small|large] [--peer ID ...]
 */
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { estimateMean } from "../../../evals/statistics.ts";
import { type LibraryIndex, type LibrarySize, librarySizes, prepareLibrary } from "./library.ts";
import type { PeerFigures } from "./measure-peer.ts";
import { benchFolder, installPackages } from "./packages.ts";
import { type ListedPeer, listedPeers, peerById } from "./peers.ts";
import { runAlone } from "./run-alone.ts";

interface Measured {
  readonly name: string;
  readonly settings: string;
  readonly load: number;
  /** Null with the reason when it was left out. */
  readonly figures: PeerFigures | null;
  readonly leftOut?: string;
}

const write = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { size: { type: "string", multiple: true }, peer: { type: "string", multiple: true } },
  });
  const peers = values.peer ? values.peer.map(peerById) : listedPeers;
  const sizes = (values.size ?? librarySizes).map(sizeOf);
  const runs = [];
  for (const size of sizes) {
    process.stderr.write(`preparing the ${size} library\n`);
    const library = await prepareLibrary(size);
    const measured: Measured[] = [];
    for (const peer of peers) {
      process.stderr.write(`${size}: ${peer.id}\n`);
      measured.push(await measureOne(peer, size));
    }
    printTable(library, measured);
    const { suites, corpora, chunks, questions } = library;
    runs.push({ size, suites, corpora, chunks, questions: questions.length, measured });
  }
  write("Settings");
  for (const { peer } of peers) write(`  ${peer.name.padEnd(34)}${peer.settings}`);
  const at = new Date().toISOString();
  const path = join(benchFolder, `peers-${at.replaceAll(/[:.]/g, "-")}.json`);
  writeFileSync(path, `${JSON.stringify({ at, node: process.version, cores: cpus().length, runs }, null, 2)}\n`);
  write(`Record: .bench/${path.slice(benchFolder.length + 1)}`);
}

function sizeOf(given: string): LibrarySize {
  const size = librarySizes.find((one) => one === given);
  if (size) return size;
  throw new RangeError(`--size ${given}: choose of ${librarySizes.join(", ")}`);
}

async function measureOne({ id, peer, packages }: ListedPeer, size: LibrarySize): Promise<Measured> {
  const { name, settings } = peer;
  const refused = installPackages(packages);
  const found =
    refused ?? (await runAlone<PeerFigures>("measure-peer.ts", [id, size]).catch((error: Error) => error.message));
  const load = loadavg()[0] ?? 0;
  if (typeof found === "string") return { name, settings, load, figures: null, leftOut: found };
  return { name, settings, load, figures: found };
}

function printTable(library: LibraryIndex, measured: readonly Measured[]): void {
  const { size, suites, corpora, chunks, questions } = library;
  write(`${size}: ${chunks} chunks, ${corpora} corpora, ${questions.length} questions of ${suites.join(", ")}`);
  write(`Node ${process.version}, ${cpus().length} cores; times in ms at 10 results; memory: peak of the process`);
  const titles = ["nDCG@10", "recall@10", "p50", "p95", "p50 all", "p95 all", "index s", "peak MB", "load"];
  const widths = [22, 22, 9, 9, 9, 9, 9, 9, 7];
  const row = (name: string, cells: readonly string[]) =>
    write(`  ${name.padEnd(34)}${cells.map((cell, at) => cell.padStart(widths[at] ?? 9)).join("")}`);
  row("", titles);
  for (const { name, figures, load, leftOut } of measured) {
    if (figures === null) {
      write(`  ${name.padEnd(34)}left out: ${leftOut}`);
      continue;
    }
    const { filtered, unfiltered } = figures;
    const times = [filtered.p50, filtered.p95, unfiltered.p50, unfiltered.p95].map((time) => time.toFixed(1));
    const sums = [figures.indexSeconds.toFixed(1), figures.peakMegabytes.toFixed(0), load.toFixed(1)];
    row(name, [estimated(figures.ndcg), estimated(figures.recall), ...times, ...sums]);
  }
}

function estimated(values: readonly number[]): string {
  if (values.length === 0) return "";
  const { mean, low, high } = estimateMean(values);
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

await main();
