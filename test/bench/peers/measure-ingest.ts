/** Reads one PDF and cuts it into chunks in a process of its own, with the project's reader or with LangChain's. */
import { readFileSync } from "node:fs";
import { chunkDocument, parseDocument } from "../../../ingest/index.ts";
import { loadPackage } from "./packages.ts";

/** What one reader's process found. */
export interface IngestFigures {
  readonly seconds: number;
  /** Most resident memory of the process, in MB. */
  readonly peakMegabytes: number;
  readonly chunks: number;
  readonly characters: number;
}

interface PdfModule {
  readonly PDFLoader: new (path: string) => { load(): Promise<object[]> };
}

interface SplitterModule {
  readonly RecursiveCharacterTextSplitter: new (
    options: object,
  ) => { splitDocuments(documents: object[]): Promise<{ readonly pageContent: string }[]> };
}

const readers: Readonly<Record<string, (path: string) => Promise<readonly string[]>>> = {
  async groundwork(path) {
    const document = await parseDocument({
      bytes: new Uint8Array(readFileSync(path)),
      mediaType: "application/pdf",
      filename: "long.pdf",
    });
    return chunkDocument(document).map(({ indexText }) => indexText);
  },
  async langchain(path) {
    const { PDFLoader } = loadPackage<PdfModule>("@langchain/community/document_loaders/fs/pdf");
    const { RecursiveCharacterTextSplitter } = loadPackage<SplitterModule>("@langchain/textsplitters");
    const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 1_000, chunkOverlap: 200 });
    const found = await splitter.splitDocuments(await new PDFLoader(path).load());
    return found.map(({ pageContent }) => pageContent);
  },
};

const [id = "", path = ""] = process.argv.slice(2);
const read = readers[id];
if (!read) throw new RangeError(`reader ${id}: choose of ${Object.keys(readers).join(", ")}`);
const from = performance.now();
const chunks = await read(path);
const figures: IngestFigures = {
  seconds: (performance.now() - from) / 1000,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  chunks: chunks.length,
  characters: chunks.reduce((sum, text) => sum + text.length, 0),
};
process.send?.(figures);
process.disconnect?.();
