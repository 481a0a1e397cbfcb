import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chunkDocument,
  makeIngestReport,
  openKeywordSegment,
  parseDocument,
  readDocument,
} from "../../../ingest/index.ts";
import { endlessPdf } from "../../support/documents/broken-files.ts";
import { makePdf } from "../../support/documents/made-pdf.ts";
import { ordinanceParts } from "../../support/documents/ordinance-parts.ts";

/** Stops the reading processes of this test for a while, as a busy machine does. */
async function stopReaders(ms: number): Promise<void> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)]);
  const pids = stdout
    .split("\n")
    .flatMap((line) => (line.includes("reader-process") ? [Number.parseInt(line, 10)] : []));
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await setTimeout(ms);
  for (const pid of pids) process.kill(pid, "SIGCONT");
}

const info = { mediaType: "application/pdf", filename: "code.pdf" };

describe("reading a document in a process of its own", () => {
  let folder = "";
  let pdf: Uint8Array = new Uint8Array();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "groundwork-read-"));
    pdf = await makePdf(ordinanceParts(2, 6, 25), { runningHead: "Exampleton", printedNumber: String });
    await writeFile(join(folder, "code.pdf"), pdf);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("gives the same document and chunks as reading it here, from a file and from bytes", async () => {
    const document = await parseDocument({ bytes: pdf, ...info });
    const expected = { document, chunks: chunkDocument(document) };
    for (const source of [{ path: join(folder, "code.pdf") }, { bytes: pdf }]) {
      const { document: read, chunks } = await readDocument(source, info);
      expect({ document: read, chunks }).toEqual(expected);
    }
  });

  it("brings a keyword index of every chunk", async () => {
    const { chunks, keywordSegment } = await readDocument({ bytes: pdf }, info);
    const segment = await openKeywordSegment(keywordSegment);
    expect(segment?.chunkCount).toBe(chunks.length);
  });

  it("tells how far it is, rising to a hundred", async () => {
    const percents: number[] = [];
    await readDocument({ bytes: pdf }, info, { onProgress: (percent) => percents.push(percent) });
    expect(percents).toEqual(percents.toSorted((left, right) => left - right));
    expect(percents.at(-1)).toBe(100);
    expect(percents.length).toBeGreaterThan(3);
  });

  it("passes on why a file cannot be read", async () => {
    const reading = readDocument({ bytes: pdf.slice(0, 2000) }, info);
    await expect(reading).rejects.toMatchObject({ name: "DocumentUnreadable", code: "document.truncated" });
  });

  it("ends when its caller gives up, with the caller's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("the upload was withdrawn");
    const reading = readDocument({ bytes: pdf }, info, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(reading).rejects.toBe(reason);
  });

  it("is refused for good when it takes more processor time than allowed", async () => {
    await expect(readDocument({ bytes: pdf }, info, { timeoutMs: 1 })).rejects.toMatchObject({
      code: "document.too-complex",
      isFinal: true,
    });
  });

  it("is read when the machine leaves its process without a processor for longer than it may take", async () => {
    const timeoutMs = 6_000;
    const stopped: Promise<void>[] = [];
    const stopOnce = () => {
      if (stopped.length === 0) stopped.push(stopReaders(timeoutMs + 1_000));
    };
    const { document } = await readDocument({ bytes: pdf }, info, { timeoutMs, onProgress: stopOnce });
    await Promise.all(stopped);
    expect(stopped).toHaveLength(1);
    expect(document.pages.length).toBeGreaterThan(0);
  });

  it("is refused in a sheet's words when it is a sheet", async () => {
    const bytes = new TextEncoder().encode(`Lot,Area\n${"12,3000 sf\n".repeat(60_000)}`);
    const sheet = { mediaType: "text/csv", filename: "lots.csv" };
    const slow = await readDocument({ bytes }, sheet, { timeoutMs: 1 }).catch((error: unknown) => error);
    expect(slow).toMatchObject({
      code: "document.too-complex",
      message: expect.stringMatching(/sheet took too long/),
    });
    const large = await readDocument({ bytes }, sheet, { memoryMb: 24 }).catch((error: unknown) => error);
    expect(large).toMatchObject({
      code: "document.too-large",
      message: expect.stringMatching(/sheet takes more memory/),
    });
    for (const error of [slow, large]) expect(String(error)).not.toMatch(/drawings|pages?|document took/);
  });

  it("leaves out a page on which the reader hangs, says so, and reads the others", async () => {
    const { document } = await readDocument({ bytes: endlessPdf() }, info, { pageTimeoutMs: 4000 });
    expect(document.warnings).toMatchObject([{ code: "page.skipped", page: 2 }]);
    expect(document.text).toBe("The first page can be read.\n\nThe third page can be read.");
  });

  it("is refused, and harms nobody, when it takes more memory than allowed", async () => {
    const row = `<tr>${"<td>1</td>".repeat(200)}</tr>`;
    const bytes = new TextEncoder().encode(`<html><body><table>${row.repeat(8000)}</table></body></html>`);
    const reading = readDocument({ bytes }, { mediaType: "text/html", filename: "code.html" }, { memoryMb: 64 });
    await expect(reading).rejects.toMatchObject({ code: "document.too-large" });
  });

  it("reports what it found", async () => {
    const { document, chunks } = await readDocument({ bytes: pdf }, info);
    expect(makeIngestReport(document, chunks)).toMatchObject({
      parser: "pdf",
      pages: document.pages.length,
      headings: 14,
      tables: 2,
      tableRows: 8,
      chunks: chunks.length,
      emptyPages: [],
      warnings: [],
    });
  });
});
