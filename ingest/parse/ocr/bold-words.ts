import type { OcrLine, OcrWord } from "./ocr-engine.ts";
import { inkThreshold, type PageImage } from "./page-image.ts";

/** Strokes of bold type are this much wider than those of the page's usual type, relative to its size. */
const boldFactor = 1.35;
/** A stretch of ink wider than this share of the type is a level stroke or a blot. */
const widestStroke = 0.3;
const fewestLetters = 2;

/**
 * Tells which words are set bold: the engine does not say. The stems of a word's letters are measured where rows of
 * pixels cross them, and compared with the usual stem of the page.
 */
export function boldWords(image: PageImage, lines: readonly OcrLine[]): Set<OcrWord> {
  const threshold = inkThreshold(image);
  const measured = lines.flatMap((line) =>
    line.words.flatMap((word) => {
      const stem = stemOf(word, image, threshold, line.height);
      return stem === null ? [] : [{ line, word, stem: stem / line.height, letters: word.text.length }];
    }),
  );
  const usual = weightedMedian(measured);
  const bold = new Set(measured.filter((each) => each.stem > usual * boldFactor).map((each) => each.word));
  for (const line of lines) settle(line, bold);
  return bold;
}

/** Words too short to measure go with the word before them; a single bold word amid others was measured wrongly. */
function settle({ words }: OcrLine, bold: Set<OcrWord>): void {
  words.forEach((word, at) => {
    const [before, after] = [words[at - 1], words[at + 1]];
    const isBetween = before !== undefined && after !== undefined;
    const isShort = lettersOf(word) < fewestLetters;
    if (isShort && before && bold.has(before) && (after === undefined || bold.has(after))) bold.add(word);
    else if (isShort && before === undefined && after && bold.has(after)) bold.add(word);
    else if (isBetween && !bold.has(before) && !bold.has(after)) bold.delete(word);
    else if (isBetween && bold.has(before) && bold.has(after)) bold.add(word);
  });
}

const lettersOf = (word: OcrWord) => word.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** The mean width of the strokes that rows of pixels cross, or null for a word too short to tell. */
function stemOf(word: OcrWord, { width, data }: PageImage, threshold: number, type: number): number | null {
  if (lettersOf(word) < fewestLetters) return null;
  const widest = Math.max(3, type * widestStroke);
  let [strokes, ink] = [0, 0];
  for (let y = word.top; y < word.bottom; y += 1) {
    let run = 0;
    for (let x = word.left; x <= word.right; x += 1) {
      if (x < word.right && (data[y * width + x] ?? 255) <= threshold) run += 1;
      else {
        if (run > 0 && run <= widest) [strokes, ink] = [strokes + 1, ink + run];
        run = 0;
      }
    }
  }
  return strokes === 0 ? null : ink / strokes;
}

function weightedMedian(measured: readonly { readonly stem: number; readonly letters: number }[]): number {
  const ordered = [...measured].sort((left, right) => left.stem - right.stem);
  const all = ordered.reduce((sum, each) => sum + each.letters, 0);
  let passed = 0;
  for (const { stem, letters } of ordered) {
    passed += letters;
    if (passed * 2 >= all) return stem;
  }
  return Number.POSITIVE_INFINITY;
}
