import type { OcrPage } from "../../corpus.ts";
import type { PageContent } from "../pdf/page-content.ts";
import { confidenceOf } from "./ocr-confidence.ts";
import type { OcrEngine } from "./ocr-engine.ts";
import { OcrFailed } from "./ocr-failed.ts";
import type { PageImage } from "./page-image.ts";

/** A page as it was photographed, and how many of its pixels make a point. */
export interface PageScan {
  readonly image: PageImage;
  readonly pointsPerPixel: number;
}

/** A page read by OCR. */
export interface ReadScan {
  readonly content: PageContent;
  /** 0..1: how sure the engine is of the page's characters; 0 where it found none. */
  readonly confidence: number;
}

/** Bounds of the reading of scans, and how it is watched. */
export interface ScanOptions {
  /** A page that takes longer is left unread, with a warning. */
  readonly pageTimeoutMs?: number | undefined;
  /** For all scanned pages of a document; those that are left when it is spent stay unread, with a warning. */
  readonly budgetMs?: number | undefined;
  /** Pages that were read before, and are not read again. */
  readonly readBefore?: readonly ReadScan[] | undefined;
  /** Called before a page is read by OCR. */
  readonly onScan?: ((page: number) => void) | undefined;
  /** Called with what a page gave. */
  readonly onScanRead?: ((scan: ReadScan) => void) | undefined;
}

/** Reads the scanned pages of one document. */
export interface ScanReader {
  /** Gives what stands on a page, or null when it could not be read; why is among the warnings. */
  read(page: number, scan: () => Promise<PageScan>): Promise<ReadScan | null>;
  /** Pages whose reading by OCR was kept, with the confidence of each. */
  readonly pages: OcrPage[];
  /** Pages that could not be read. */
  readonly unread: { readonly page: number; readonly reason: "failed" | "late" }[];
  close(): Promise<void>;
}

/** A dense page takes some four seconds on a free core, and many times that on a crowded one. */
export const scanPageTimeoutMs = 120_000;
const defaultBudgetMs = 3_600_000;

/**
 * Makes a reader of scans. Its libraries are loaded and its engine starts with the first page that it reads: most
 * documents have none. The engine ends with `close`.
 */
export function makeScanReader(options: ScanOptions = {}): ScanReader {
  let engine: OcrEngine | undefined;
  const before = new Map(options.readBefore?.map((scan) => [scan.content.page, scan]));
  let leftMs = options.budgetMs ?? defaultBudgetMs;
  const unread: { page: number; reason: "failed" | "late" }[] = [];
  return {
    pages: [],
    unread,
    close: async () => engine?.close(),
    async read(page, scan) {
      const known = before.get(page);
      if (known) return known;
      const allowedMs = Math.min(leftMs, options.pageTimeoutMs ?? scanPageTimeoutMs);
      if (allowedMs <= 0) {
        unread.push({ page, reason: "late" });
        return null;
      }
      options.onScan?.(page);
      const start = performance.now();
      try {
        const { contentOf, makeOcrEngine, recognisePage } = await import("./read-scan.ts");
        engine ??= makeOcrEngine();
        const { image, pointsPerPixel } = await scan();
        const recognised = await recognisePage(engine, image, start + allowedMs);
        const content = contentOf(recognised, page, pointsPerPixel);
        const read = { content, confidence: confidenceOf(recognised.lines) };
        options.onScanRead?.(read);
        return read;
      } catch (error) {
        if (!(error instanceof OcrFailed)) throw error;
        unread.push({ page, reason: "failed" });
        return null;
      } finally {
        leftMs -= performance.now() - start;
      }
    },
  };
}
