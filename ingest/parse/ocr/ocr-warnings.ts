import type { IngestWarning, OcrPage } from "../../corpus.ts";
import { poorConfidence } from "./ocr-confidence.ts";
import type { ScanReader } from "./scan-reader.ts";

/** Says which pages were read by OCR and how well, and which could not be. */
export function ocrWarnings({ pages, unread }: Pick<ScanReader, "pages" | "unread">): IngestWarning[] {
  const good = pages.filter((each) => each.confidence >= poorConfidence);
  const poor = pages.filter((each) => each.confidence < poorConfidence);
  const pagesOf = (reason: "failed" | "late") =>
    unread.filter((each) => each.reason === reason).map((each) => each.page);
  const [failed, late] = [pagesOf("failed"), pagesOf("late")];
  return [
    ...warning("page.ocr", good.map(pageOf), (named, be) => `${named} ${be} read by OCR, ${confidence(good)}.`),
    ...warning(
      "page.ocr-poor",
      poor.map(pageOf),
      (named, be) =>
        `${named} ${be} read by OCR with a low confidence, ${confidence(poor)}: check quotes against the file, or upload a better scan.`,
    ),
    ...warning(
      "page.ocr-failed",
      failed,
      (named) => `${named} could not be read by OCR. Scan again with more contrast, and upload the new file.`,
    ),
    ...warning(
      "page.ocr-late",
      late,
      (named, be) => `${named} ${be} left unread: the document has more scanned pages than its time allows. Split it.`,
    ),
  ];
}

const pageOf = (each: OcrPage) => each.page;

function confidence(pages: readonly OcrPage[]): string {
  const mean = pages.reduce((sum, each) => sum + each.confidence, 0) / pages.length;
  return `confidence ${mean.toFixed(2)}`;
}

function warning(
  code: string,
  pages: readonly number[],
  say: (named: string, be: "was" | "were") => string,
): IngestWarning[] {
  const [first, ...others] = pages;
  if (first === undefined) return [];
  if (others.length === 0) return [{ code, message: say(`Page ${first}`, "was"), page: first }];
  return [{ code, message: say(`Pages ${rangesOf(pages)}`, "were") }];
}

/** Writes page numbers as ranges: "3-7, 9". */
export function rangesOf(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of [...pages].sort((left, right) => left - right)) {
    const open = ranges.at(-1);
    if (open && page <= open[1] + 1) open[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}
