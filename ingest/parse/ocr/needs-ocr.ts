import type { PageContent } from "../pdf/page-content.ts";
import { textQuality } from "./text-quality.ts";

/** A page with fewer letters and figures has no text layer worth the name: a stamp, a number, the name of a file. */
const fewestCharacters = 100;
/** A scan covers this share of its page. */
const scanShare = 0.5;
/** So many paths on a page without text are letters drawn as outlines. */
const manyPaths = 150;
/** A text layer of at least so many words is judged, and is garbage when so many of them cannot be read. */
const fewestWords = 20;
const garbledShare = 0.25;

/** Tells whether a page must be read by OCR: it is a scan, its letters are drawings, or its text layer is garbage. */
export function needsOcr({ runs, imageShare, paths }: PageContent): boolean {
  const text = textOf(runs);
  const characters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (characters < fewestCharacters && imageShare >= scanShare) return true;
  if (characters === 0 && paths >= manyPaths) return true;
  const { words, unreadableShare } = textQuality(text);
  return words >= fewestWords && unreadableShare > garbledShare;
}

/** Tells whether OCR read a page better than its text layer does. */
export function isBetterByOcr(layer: PageContent, scan: PageContent): boolean {
  const [before, after] = [textQuality(textOf(layer.runs)), textQuality(textOf(scan.runs))];
  if (after.readableWords >= before.readableWords) return after.readableWords > 0;
  return before.unreadableShare > garbledShare && after.unreadableShare < before.unreadableShare / 2;
}

const textOf = (runs: PageContent["runs"]) => runs.map((run) => run.text).join(" ");
