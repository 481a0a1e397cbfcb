import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Worker as Thread } from "node:worker_threads";
import { createWorker, OEM, type Page, PSM, type Worker } from "tesseract.js";
import { OcrFailed } from "./ocr-failed.ts";
import { greymapOf, type PageImage } from "./page-image.ts";

/** A word as it was recognised, in pixels of the picture. */
export interface OcrWord {
  readonly text: string;
  /** 0..1, as the engine judges itself. */
  readonly confidence: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line of words from left to right. */
export interface OcrLine {
  readonly words: readonly OcrWord[];
  /** From the feet of the descenders to the heads of the ascenders, in pixels. */
  readonly height: number;
  readonly baseline: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

/** What a picture shows: a page with a layout to be found, or one line of text. */
export type OcrLayout = "page" | "line";

const segmentation = { page: PSM.AUTO, line: PSM.SINGLE_LINE } as const;

/** Recognises text in pictures; it lives in a thread, which it starts when it is first asked. */
export interface OcrEngine {
  /**
   * Gives the lines of a picture that stands upright, in the order of its layout.
   *
   * @throws OcrFailed, also when it takes longer than `timeoutMs`
   */
  recognise(image: PageImage, timeoutMs: number, layout?: OcrLayout): Promise<OcrLine[]>;
  close(): Promise<void>;
}

/** The engine never gives memory back, so it is started anew after so many pictures. */
const mostPictures = 60;
const startTimeoutMs = 30_000;

/** Makes the engine: Tesseract with its English data, both from the installed packages. Nothing is downloaded. */
export function makeOcrEngine(): OcrEngine {
  let worker: Promise<Started> | undefined;
  let pictures = 0;
  const close = async () => {
    const closing = worker;
    worker = undefined;
    pictures = 0;
    await closing?.then((each) => each.worker.terminate()).catch(() => undefined);
  };
  return {
    async recognise(image, timeoutMs, layout = "page") {
      if (pictures >= mostPictures) await close();
      pictures += 1;
      worker ??= startWorker();
      try {
        const ready = await atMost(worker, startTimeoutMs, "the engine did not start");
        const options: object = { tessedit_pageseg_mode: segmentation[layout] };
        const recognising = ready.worker.recognize(greymapOf(image), options, { text: false, blocks: true });
        const reading = Promise.race([recognising, ready.death]);
        const { data } = await atMost(reading, timeoutMs, `the picture took longer than ${timeoutMs} ms`);
        return linesOf(data);
      } catch (error) {
        await close();
        if (error instanceof OcrFailed) throw error;
        const message = error instanceof Error ? error.message : String(error);
        throw new OcrFailed(message, { cause: error });
      }
    },
    close,
  };
}

interface Started {
  readonly worker: Worker;
  /** Rejects when the engine's thread dies; the library would wait for its answer for ever. */
  readonly death: Promise<never>;
}

async function startWorker(): Promise<Started> {
  const data = dirname(fileURLToPath(import.meta.resolve("@tesseract.js-data/eng/package.json")));
  const worker = await createWorker("eng", OEM.LSTM_ONLY, {
    langPath: join(data, "4.0.0_best_int"),
    cacheMethod: "none",
    gzip: true,
    // Without it the library throws where nobody can catch.
    errorHandler: () => undefined,
  });
  const thread = "worker" in worker ? (worker.worker as Thread) : undefined;
  const death = new Promise<never>((_, reject) => {
    thread?.once("error", (error) => reject(new OcrFailed("the engine died", { cause: error })));
  });
  // It may die while nobody listens; the next picture starts another.
  death.catch(() => undefined);
  await worker.setParameters({ user_defined_dpi: "300", debug_file: "/dev/null" });
  return { worker, death };
}

async function atMost<Value>(promise: Promise<Value>, ms: number, otherwise: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OcrFailed(otherwise)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function linesOf({ blocks }: Page): OcrLine[] {
  const lines = (blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.flatMap((line) => {
    const words = line.words
      .filter((word) => word.text.trim() !== "")
      .map(({ text, confidence, bbox }) => ({
        text: text.trim(),
        confidence: confidence / 100,
        left: bbox.x0,
        top: bbox.y0,
        right: bbox.x1,
        bottom: bbox.y1,
      }));
    if (words.length === 0) return [];
    return [{ words, height: line.rowAttributes.rowHeight, baseline: line.baseline }];
  });
}
