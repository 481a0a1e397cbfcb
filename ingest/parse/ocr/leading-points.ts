import type { OcrLine, OcrWord } from "./ocr-engine.ts";
import { inkThreshold, type PageImage } from "./page-image.ts";

/** A figure that may be the fraction of a number below one: ".65" for a floor area ratio. */
const bareFigure = /^\d{1,3}$/;
/** Sides of a printed point, in heights of its line, and how much of its box is ink. */
const [smallest, largest, fullness] = [0.05, 0.24, 0.55];
/** A point stands at most so far before its figure, in heights of the line, and so low. */
const [nearest, lowest] = [0.3, 0.3];

/**
 * Puts back the decimal points that figures begin with. The engine takes a point before a figure for dirt, also in a
 * clean print, and a ratio of .65 would read 65; so the pixels before each bare figure are looked at.
 */
export function withLeadingPoints(image: PageImage, lines: readonly OcrLine[]): OcrLine[] {
  const threshold = inkThreshold(image);
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word, at) => {
      const before = line.words[at - 1];
      const isFigure = bareFigure.test(word.text) && !/\.$/.test(before?.text ?? "");
      const from = Math.max(0, before ? before.right + 1 : 0, Math.round(word.left - line.height * nearest));
      if (!isFigure || !startsWithPoint(image, threshold, word, from, line.height)) return word;
      return { ...word, text: `.${word.text}`, left: Math.min(word.left, from) };
    }),
  }));
}

/** The first piece of ink between `from` and the figure's middle is a full dot at the foot, with paper after it. */
function startsWithPoint(image: PageImage, threshold: number, word: OcrWord, from: number, height: number): boolean {
  const { width, data } = image;
  const to = Math.min(width, Math.round((word.left + word.right) / 2));
  const [top, bottom] = [Math.max(0, word.top - 2), Math.min(image.height, word.bottom + 2)];
  let dot: { left: number; top: number; bottom: number; ink: number } | undefined;
  for (let x = from; x < to; x += 1) {
    let [first, last, ink] = [-1, -1, 0];
    for (let y = top; y < bottom; y += 1) {
      if ((data[y * width + x] ?? 255) > threshold) continue;
      if (first < 0) first = y;
      last = y;
      ink += 1;
    }
    if (ink === 0 && dot) return isPoint(dot, x, bottom, height);
    if (ink === 0) continue;
    dot = {
      left: dot?.left ?? x,
      top: Math.min(dot?.top ?? first, first),
      bottom: Math.max(dot?.bottom ?? last, last),
      ink: (dot?.ink ?? 0) + ink,
    };
  }
  return false;
}

function isPoint(
  dot: { readonly left: number; readonly top: number; readonly bottom: number; readonly ink: number },
  right: number,
  foot: number,
  height: number,
): boolean {
  const [wide, tall] = [right - dot.left, dot.bottom - dot.top + 1];
  const isSmall = Math.min(wide, tall) >= height * smallest && Math.max(wide, tall) <= height * largest;
  return isSmall && dot.top >= foot - height * lowest && dot.ink >= wide * tall * fullness;
}
