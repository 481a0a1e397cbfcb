import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readDocument } from "../../../ingest/index.ts";
import { makeOcrEngine } from "../../../ingest/parse/ocr/ocr-engine.ts";
import { greyOf } from "../../../ingest/parse/ocr/page-image.ts";
import { ReadingClock } from "../../../ingest/parse/reading-clock.ts";
import { makePdf } from "../../support/documents/made-pdf.ts";
import { makeMixedPdf, scanFirstPage } from "../../support/documents/made-scan.ts";

vi.setConfig({ testTimeout: 120_000 });

const scan = async () =>
  scanFirstPage(await makePdf([{ kind: "paragraph", text: "A shed shall stand ten feet from the lot line." }]));

describe("the OCR engine", () => {
  it("gives up a picture that takes too long, and reads the next one", async () => {
    const engine = makeOcrEngine();
    const image = await greyOf(sharp(await scan()));
    await expect(engine.recognise(image, 1)).rejects.toMatchObject({ name: "OcrFailed" });
    const lines = await engine.recognise(image, 100_000);
    expect(lines.flatMap((line) => line.words.map((word) => word.text)).join(" ")).toContain("shed shall stand");
    await engine.close();
  });

  it("says that it failed on what is no picture, and reads the next one", async () => {
    const engine = makeOcrEngine();
    const image = await greyOf(sharp(await scan()));
    const torn = { ...image, data: image.data.subarray(0, 10) };
    await expect(engine.recognise(torn, 100_000)).rejects.toMatchObject({ name: "OcrFailed" });
    expect((await engine.recognise(image, 100_000)).length).toBeGreaterThan(0);
    await engine.close();
  });
});

describe("reading a scan in a process of its own", () => {
  const info = { mediaType: "application/pdf", filename: "scan.pdf" };
  const twoPages = async () => {
    const picture = await scan();
    return makeMixedPdf([picture, picture].map((each) => ({ kind: "picture", picture: each })));
  };

  it("reports its progress page by page, and ends when its caller aborts", async () => {
    const controller = new AbortController();
    const reason = new Error("the upload was withdrawn");
    const percents: number[] = [];
    const reading = readDocument({ bytes: await twoPages() }, info, {
      signal: controller.signal,
      onProgress: (percent) => {
        percents.push(percent);
        controller.abort(reason);
      },
    });
    await expect(reading).rejects.toBe(reason);
    expect(percents).toEqual([40]);
  });
});

describe("the clock of a reading", () => {
  afterEach(() => vi.useRealTimers());

  it("stops while a page is read by OCR", () => {
    vi.useFakeTimers();
    const late = vi.fn();
    const clock = new ReadingClock({ cpuMs: Number.POSITIVE_INFINITY, wallMs: 1_000 });
    clock.start(0, late);
    vi.advanceTimersByTime(600);
    clock.pause();
    vi.advanceTimersByTime(60_000);
    clock.resume();
    vi.advanceTimersByTime(399);
    expect(late).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(late).toHaveBeenCalledOnce();
  });

  it("continues from where another process left it", () => {
    vi.useFakeTimers();
    const [first, second] = [vi.fn(), vi.fn()];
    const clock = new ReadingClock({ cpuMs: Number.POSITIVE_INFINITY, wallMs: 1_000 });
    clock.start(0, first);
    vi.advanceTimersByTime(700);
    clock.pause();
    clock.start(0, second);
    vi.advanceTimersByTime(300);
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it("counts the processor time of each process, except while it is paused", () => {
    const late = vi.fn();
    const clock = new ReadingClock({ cpuMs: 1_000, wallMs: 60_000 });
    clock.start(0, late);
    clock.tick(600);
    clock.pause();
    clock.tick(5_000);
    clock.start(0, late);
    clock.tick(399);
    expect(late).not.toHaveBeenCalled();
    clock.tick(400);
    expect(late).toHaveBeenCalledExactlyOnceWith("processor");
    clock.pause();
  });
});
