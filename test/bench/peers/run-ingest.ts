/**
 * Measures the reading and cutting of a long PDF beside LangChain's loader and splitter, each in a process of its own.
 *
 *   node test/bench/peers/run-ingest.ts [PAGES]
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { makeLongPdf } from "../../support/documents/long-pdf.ts";
import { textToSet } from "../bench-texts.ts";
import type { IngestFigures } from "./measure-ingest.ts";
import { benchFolder, installPackages } from "./packages.ts";
import { runAlone } from "./run-alone.ts";

const write = (text: string) => process.stdout.write(`${text}\n`);

const pages = Number(process.argv[2] ?? 400);
const folder = await mkdtemp(join(tmpdir(), "groundwork-peers-"));
const packages = ["@langchain/core", "@langchain/classic", "@langchain/community", "@langchain/textsplitters"];
const readers = [
  { id: "groundwork", name: "Groundwork's reader and chunker", packages: [] },
  { id: "langchain", name: "LangChain PDFLoader, splitter 1000/200", packages: [...packages, "pdf-parse"] },
];
try {
  const path = join(folder, "long.pdf");
  await writeFile(path, await makeLongPdf(await textToSet(), pages));
  write(`PDF of ${pages} pages, Node ${process.version}, ${cpus().length} cores`);
  const measured = [];
  for (const reader of readers) {
    const refused = installPackages(reader.packages);
    const given = [reader.id, path];
    const found =
      refused ?? (await runAlone<IngestFigures>("measure-ingest.ts", given).catch((error: Error) => error.message));
    const load = (loadavg()[0] ?? 0).toFixed(1);
    measured.push({ name: reader.name, load, found });
    const told =
      typeof found === "string"
        ? `left out: ${found}`
        : `${found.seconds.toFixed(1)} s, peak ${found.peakMegabytes.toFixed(0)} MB, ${found.chunks} chunks, load ${load}`;
    write(`  ${reader.name.padEnd(42)}${told}`);
  }
  const at = new Date().toISOString();
  const record = join(benchFolder, `peers-ingest-${at.replaceAll(/[:.]/g, "-")}.json`);
  await writeFile(record, `${JSON.stringify({ at, node: process.version, pages, measured }, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
