import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { detectMediaType, parseDocument } from "../../ingest/index.ts";
import type { CodeReading } from "../run-record.ts";
import { mediaTypeOf } from "../source-folder.ts";
import type { Suite } from "../suites.ts";
import { prepareSuite } from "./publish-suite.ts";
import { readingOf } from "./reading-quality.ts";

/** Files of the data folder that no suite asks about, each as an upload would be. */
const furtherFiles = [
  "ct-zoning-pages/docs/ct-canaan-falls-village.html",
  "ct-zoning-pages/docs/ct-sprague.html",
  "ct-zoning-pages/docs/ct-weston.html",
  "va-tn-zoning-sections/docs/nolensville-tn.docx",
  "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.doc",
  "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.txt",
  "ord-halifax-peninsula-ns/halifax-peninsula-land-use-by-law-2017.txt",
  "ord-somerville-ma/somerville-zoning.md",
  "ord-somerville-ma/somerville-zoning.readable.html",
  "pdf-land-docs/knox-article-5-commercial-districts.docx",
  "pdf-land-docs/los-angeles-ca-r1-zone.pdf",
  "pdf-land-docs/sisters-or-outdoor-lighting-ordinance-536.pdf",
];

/**
 * Reads the law of suites, each code once, and the further files of the data folder where one is given; returns how well
 * each was read.
 */
export async function* measureReading(suites: readonly Suite[], data: string | null): AsyncGenerator<CodeReading> {
  const seen = new Set<string>();
  for (const suite of suites) {
    const documents = suite.documents.filter(({ jurisdiction }) => !seen.has(jurisdiction));
    for (const { jurisdiction } of documents) seen.add(jurisdiction);
    const files = suite.files.filter(({ path }) => !seen.has(path));
    for (const { path } of files) seen.add(path);
    for await (const { jurisdiction, title, document } of prepareSuite({ ...suite, documents, files }))
      yield* readingOf(jurisdiction || title, document);
  }
  for (const file of data === null ? [] : furtherFiles) {
    const path = join(data ?? "", file);
    const declared = mediaTypeOf(path);
    if (!existsSync(path) || seen.has(path) || declared === undefined) continue;
    const bytes = new Uint8Array(readFileSync(path));
    const filename = basename(path);
    const mediaType = detectMediaType(bytes, declared, filename);
    yield* readingOf(filename, await parseDocument({ bytes, mediaType, filename }));
  }
}
