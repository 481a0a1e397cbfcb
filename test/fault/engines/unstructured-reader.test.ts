import { PDFDocument } from "pdf-lib";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { inlineCompute } from "../../../ingest/compute/inline-compute.ts";
import { DocumentUnreadable } from "../../../ingest/errors.ts";
import type { ReadResult } from "../../../ingest/parse/reader-messages.ts";
import {
  type BetterReader,
  improvePoorReading,
  isPoorReading,
  readWithUnstructured,
} from "../../../ingest/parse/unstructured-reader.ts";
import type { Engine } from "../../support/engines/engine-server.ts";
import { formOf, type SentElement, startUnstructuredServer } from "../../support/engines/unstructured-server.ts";

const pdf = { mediaType: "application/pdf", pages: 9 };
let scan: Uint8Array;
let engine: Engine;
let options: BetterReader;
let waits: number[];
const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "info")];

function readPage(page: number): SentElement[] {
  return [
    { type: "Title", text: `${page}.1 Lot Area` },
    { type: "NarrativeText", text: `The lots of page ${page} have an area of at least 7,500 square feet.` },
  ];
}

beforeAll(async () => {
  const document = await PDFDocument.create();
  for (let page = 0; page < 9; page += 1) document.addPage([200, 200]);
  scan = await document.save();
});
beforeEach(async () => {
  for (const spy of printed) spy.mockClear();
  engine = await startUnstructuredServer(readPage);
  waits = [];
  options = {
    apiKey: "un-test",
    serverUrl: engine.url,
    compute: inlineCompute,
    wait: async (ms) => void waits.push(ms),
  };
});
afterEach(async () => {
  await engine.close();
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

/** Reads with Unstructured what has not been read locally. */
async function read(...given: Parameters<typeof readWithUnstructured>): Promise<ReadResult> {
  const result = await readWithUnstructured(...given);
  if (result === undefined) throw new Error("a reading without another to compare it with is always returned");
  return result;
}

const scanBytes = async () => scan;

function localReading(pageTexts: readonly string[]): ReadResult {
  const text = pageTexts.join("\n");
  let charStart = 0;
  const pages = pageTexts.map((page, at) => {
    const span = { page: at + 1, printedPage: null, charStart, charEnd: charStart + page.length + 1 };
    charStart += page.length + 1;
    return span;
  });
  const document = { title: null, text, pages, outline: [], tables: [], parser: "pdf", warnings: [] };
  return { document, chunks: [], keywordSegment: new Uint8Array() };
}

const sentence = "Every lot shall have an area of at least ten thousand square feet.";
const withoutText = new DocumentUnreadable("document.no-text", "The file has no text.");

describe("a reading by Unstructured", () => {
  it("puts the stretches of a PDF together in order, each page with its own text", async () => {
    const { document } = await read(scan, pdf, options);
    expect(engine.calls.length).toBeGreaterThan(1);
    expect(document.parser).toBe("unstructured-hi_res");
    expect(document.pages.length).toBe(9);
    for (const { page, charStart, charEnd } of document.pages)
      expect(document.text.slice(charStart, charEnd)).toContain(`The lots of page ${page} have`);
    expect(document.outline.map((node) => node.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => `${page}.1`));
  });

  it("sends the key, the strategy and the languages, and never the file's own name", async () => {
    await read(scan, pdf, { ...options, strategy: "ocr_only", languages: ["eng", "spa"] });
    const form = await formOf(engine.calls[0]);
    expect(engine.calls[0]?.headers["unstructured-api-key"]).toBe("un-test");
    expect(form.get("strategy")).toBe("ocr_only");
    expect((form.get("files") as File).name).toBe("document.pdf");
    expect([...form].filter(([name]) => name.startsWith("languages")).flatMap(([, value]) => value)).not.toEqual([]);
  });

  it("reads formats without pages as one text", async () => {
    const { document } = await read(Buffer.from("PK"), { mediaType: "application/msword" }, options);
    expect(document.pages).toEqual([]);
    expect(document.text).toContain("The lots of page 1");
  });

  it("is not asked for of formats it does not read", async () => {
    await expect(read(Buffer.from("{}"), { mediaType: "application/json" }, options)).rejects.toMatchObject({
      code: "unstructured.unavailable",
    });
    expect(engine.calls.length).toBe(0);
  });
});

describe("a reading by Unstructured when it misbehaves", () => {
  const retryAfter = { "retry-after": "7" };

  it.each([
    ["status 503", { kind: "status", status: 503 }],
    ["status 429", { kind: "status", status: 429, headers: retryAfter }],
    ["a dropped connection", { kind: "reset" }],
    ["a truncated answer", { kind: "truncate" }],
    ["an answer that is not JSON", { kind: "malformed" }],
    ["an answer without a list", { kind: "alter", change: () => ({ elements: [] }) }],
  ] as const)("asks again, for that stretch only, after %s", async (name, misbehaviour) => {
    await read(scan, pdf, options);
    const stretches = engine.calls.length;
    engine.misbehave(misbehaviour, misbehaviour);
    const { document } = await read(scan, pdf, options);
    expect(document.outline.length).toBe(9);
    expect(engine.calls.length).toBe(2 * stretches + 2);
    expect(waits.length).toBe(2);
    if (name === "status 429") expect(waits).toEqual([7000, 7000]);
  });

  it.each([
    ["status 500", { kind: "status", status: 500 }],
    ["a dropped connection", { kind: "reset" }],
    ["an answer that is not JSON", { kind: "malformed" }],
  ] as const)("fails, never with pages missing, when a stretch cannot be had: %s", async (_name, misbehaviour) => {
    engine.misbehave({ kind: "well" });
    engine.misbehaveAlways(misbehaviour);
    await expect(read(scan, pdf, options)).rejects.toMatchObject({ code: "unstructured.unavailable" });
  });

  it("asks once when it is refused", async () => {
    await expect(
      read(Buffer.from("PK"), { mediaType: "application/msword" }, { ...options, apiKey: "wrong" }),
    ).rejects.toMatchObject({ code: "unstructured.unavailable", message: expect.stringContaining("401") });
    expect(engine.calls.length).toBe(1);
  });

  it.each([
    ["hangs", { kind: "hang" }],
    ["stops half-way through its answer", { kind: "stall" }],
  ] as const)("gives a request up that %s", async (_name, misbehaviour) => {
    engine.misbehaveAlways(misbehaviour);
    const hasty = { ...options, requestTimeoutMs: 100, maxAttempts: 2 };
    await expect(read(scan, pdf, hasty)).rejects.toMatchObject({ code: "unstructured.unavailable" });
  });

  it("gives the document up when its time is over", async () => {
    engine.misbehaveAlways({ kind: "hang" });
    await expect(read(scan, pdf, { ...options, budgetMs: 100 })).rejects.toMatchObject({
      code: "unstructured.unavailable",
    });
  });

  it("ends with the caller's reason when the caller aborts", async () => {
    engine.misbehaveAlways({ kind: "hang" });
    const abort = new AbortController();
    const reading = read(scan, pdf, { ...options, signal: abort.signal });
    await engine.whenCalled(1);
    abort.abort(new Error("the job was canceled"));
    await expect(reading).rejects.toThrow("the job was canceled");
  });

  it("fails when no text is found", async () => {
    engine.misbehaveAlways({ kind: "alter", change: () => [] });
    await expect(read(scan, pdf, options)).rejects.toMatchObject({ code: "unstructured.unavailable" });
  });
});

describe("a poor local reading", () => {
  const good = localReading([sentence, sentence, sentence, sentence, ""]);
  const poor = localReading([sentence, "", "4", "", ""]);

  it("is one without text, or with many pages that hold none", () => {
    expect(isPoorReading(good.document)).toBe(false);
    expect(isPoorReading(poor.document)).toBe(true);
    expect(isPoorReading(localReading([" ", ""]).document)).toBe(true);
    expect(isPoorReading({ ...localReading([]).document, text: sentence })).toBe(false);
  });

  it("is one with many pages that OCR could only guess at", () => {
    const pages = (confidence: number) => ({
      ...localReading([sentence, sentence]).document,
      ocrPages: [1, 2].map((page) => ({ page, confidence })),
    });
    expect(isPoorReading(pages(0.4))).toBe(true);
    expect(isPoorReading(pages(0.9))).toBe(false);
  });

  it("is replaced by what Unstructured read, and so is a file without any text", async () => {
    for (const local of [poor, withoutText]) {
      const { document } = await improvePoorReading(local, scanBytes, { mediaType: "application/pdf" }, options);
      expect(document.parser).toBe("unstructured-hi_res");
      expect(document.outline.length).toBe(9);
    }
  });

  it("stays when Unstructured read less", async () => {
    engine.misbehaveAlways({ kind: "alter", change: () => [{ type: "NarrativeText", text: "Page 1" }] });
    expect(await improvePoorReading(poor, scanBytes, pdf, options)).toBe(poor);
  });

  it("stays, with a warning in its report, when Unstructured is down", async () => {
    engine.misbehaveAlways({ kind: "status", status: 503 });
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => void failures.push(error);
    const { document } = await improvePoorReading(poor, scanBytes, pdf, { ...options, onFailure });
    expect(document).toEqual({
      ...poor.document,
      warnings: [expect.objectContaining({ code: "better-reader-failed" })],
    });
    expect(failures).toEqual([expect.objectContaining({ code: "unstructured.unavailable" })]);
  });

  it("stays, with a warning in its report, when a table of Unstructured is nested too deeply to be read", async () => {
    const text_as_html = `<table><tr><td>${"<div>".repeat(30_000)}deep`;
    engine.misbehaveAlways({
      kind: "alter",
      change: () => [{ type: "Table", text: "deep", metadata: { text_as_html } }],
    });
    const { document } = await improvePoorReading(poor, scanBytes, pdf, options);
    expect(document).toEqual({
      ...poor.document,
      warnings: [expect.objectContaining({ code: "better-reader-failed" })],
    });
  });

  it("stays unread, with the local reason, when there was no text and Unstructured is down", async () => {
    engine.misbehaveAlways({ kind: "reset" });
    await expect(improvePoorReading(withoutText, scanBytes, pdf, options)).rejects.toBe(withoutText);
  });
});

describe("any other local reading", () => {
  it("is never sent to Unstructured", async () => {
    const good = localReading([sentence, sentence]);
    const encrypted = new DocumentUnreadable("document.encrypted", "The file asks for a password.");
    expect(await improvePoorReading(good, scanBytes, pdf, options)).toBe(good);
    await expect(improvePoorReading(encrypted, scanBytes, pdf, options)).rejects.toBe(encrypted);
    expect(engine.calls.length).toBe(0);
  });
});
