import { largestOf } from "../../large-lists.ts";
import { type Box, cutOut } from "./margin-marks.ts";
import type { OcrEngine, OcrLine, OcrWord } from "./ocr-engine.ts";
import { inkThreshold, type PageImage } from "./page-image.ts";

/** How far before its line a number may stand, and how near it comes, in heights of the line. */
const [farthest, nearest] = [7, 0.7];
/** Heights and widths of a number, in heights of its line, and the widest white inside it. */
const [lowest, highest, widest, widestGap] = [0.25, 1.4, 2.6, 0.5];
const fewestMarks = 2;
const mostMarks = 60;
/** White paper around each number and between two of them, in heights of a line. */
const between = 2;
const printedNumber = /^\(?(?:\d{1,2}|[A-Za-z]|[ivxIVX]{1,5})[.)]$/;

/** A number before a line that the engine passed over, or took for a word. */
interface UnreadMark {
  readonly line: OcrLine;
  readonly box: Box;
  /** The word that it was taken for. */
  readonly misread?: OcrWord;
}

/**
 * Finds the numbers that stand in the margin before lines and were not recognised: the engine takes a column of single
 * figures for dirt, and a list would lose its numbers.
 */
function unreadItemMarks(image: PageImage, lines: readonly OcrLine[]): UnreadMark[] {
  const threshold = inkThreshold(image);
  const marks = lines.flatMap((line) => {
    const box = markBefore(image, threshold, line, lines);
    return box ? [{ line, box }] : [];
  });
  // A list has several of them, one below the other.
  const aligned = marks.filter(({ line, box }) =>
    marks.some((other) => other.box !== box && Math.abs(other.box.left - box.left) <= line.height),
  );
  if (aligned.length < fewestMarks) return [];
  const misread = lines.flatMap((line) => misreadMark(line, aligned, lines) ?? []);
  return [...aligned, ...misread].sort((left, right) => left.box.top - right.box.top).slice(0, mostMarks);
}

/** A short word by itself, in the column of the numbers, is one of them: "to" beside "The hours of voting" for "2.". */
function misreadMark(line: OcrLine, marks: readonly UnreadMark[], lines: readonly OcrLine[]): UnreadMark | null {
  const [first] = line.words;
  if (!first) return null;
  const word = lines
    .flatMap(({ words }) => (words.length === 1 ? words : []))
    .find(
      ({ right, top, bottom }) =>
        right < first.left - line.height * nearest && top < first.bottom && bottom > first.top,
    );
  if (!word || printedNumber.test(word.text) || word.right - word.left > line.height * widest) return null;
  const isAligned = marks.some(({ box }) => Math.abs(box.left - word.left) <= line.height);
  const { left, right, top, bottom } = word;
  return isAligned ? { line, box: { left, right, top, bottom }, misread: word } : null;
}

function markBefore(image: PageImage, threshold: number, line: OcrLine, lines: readonly OcrLine[]): Box | null {
  const [first] = line.words;
  if (!first) return null;
  const [top, bottom] = [Math.max(0, first.top - 2), Math.min(image.height, first.bottom + 2)];
  const to = Math.round(first.left - line.height * nearest);
  const from = Math.max(0, Math.round(first.left - line.height * farthest));
  const isTaken = lines.some(({ words }) =>
    words.some((word) => word.left < to && word.top < bottom && word.bottom > top),
  );
  if (to - from < line.height || isTaken) return null;
  const box = inkBox(image, threshold, { left: from, right: to, top, bottom }, line.height * widestGap);
  if (!box || box.left === from) return null;
  const [wide, tall] = [box.right - box.left, box.bottom - box.top];
  const isNumber = tall >= line.height * lowest && tall <= line.height * highest && wide <= line.height * widest;
  return isNumber ? box : null;
}

/** The ink in a rectangle, where it is one piece: letters with no more white between them than letters have. */
function inkBox({ width, data }: PageImage, threshold: number, within: Box, gap: number): Box | null {
  let [left, right, top, bottom] = [-1, -1, within.bottom, within.top];
  for (let x = within.left; x < within.right; x += 1) {
    const column = inkOfColumn({ width, data }, threshold, x, within);
    if (column === null) continue;
    if (left >= 0 && x - right > gap) return null;
    if (left < 0) left = x;
    right = x + 1;
    top = Math.min(top, column.first);
    bottom = Math.max(bottom, column.last + 1);
  }
  return left < 0 ? null : { left, right, top, bottom };
}

function inkOfColumn(
  { width, data }: Pick<PageImage, "width" | "data">,
  threshold: number,
  x: number,
  { top, bottom }: Box,
): { first: number; last: number } | null {
  let [first, last] = [-1, -1];
  for (let y = top; y < bottom; y += 1) {
    if ((data[y * width + x] ?? 255) > threshold) continue;
    if (first < 0) first = y;
    last = y;
  }
  return first < 0 ? null : { first, last };
}

/**
 * Reads the numbers that were passed over, all of them set side by side in one picture, and puts those into their lines
 * that number them on from one another.
 */
export async function withItemMarks(
  engine: OcrEngine,
  image: PageImage,
  lines: readonly OcrLine[],
  leftMs: () => number,
): Promise<OcrLine[]> {
  const marks = unreadItemMarks(image, lines);
  if (marks.length === 0) return [...lines];
  const { picture, places } = sideBySide(image, marks);
  const words = (await engine.recognise(picture, leftMs(), "line")).flatMap((line) => line.words);
  const read = marks.map((mark, at) => {
    const [from = 0, to = 0] = [places[at], places[at + 1] ?? picture.width];
    const own = words.filter((word) => word.left >= from && word.left < to);
    return { mark, text: own.map((word) => word.text).join(""), confidence: own[0]?.confidence ?? 0 };
  });
  const known = read
    // The point after a figure is lost where it is faint.
    .map((each) => ({ ...each, text: /^\d{1,2}$/.test(each.text) ? `${each.text}.` : each.text }))
    .filter(({ text }) => printedNumber.test(text))
    // A one looks like a letter; above a two it is none.
    .map((each, at, all) => ({
      ...each,
      text: /2/.test(all[at + 1]?.text ?? "") ? each.text.replace(/[Ili]/, "1") : each.text,
    }));
  const values = known.map(({ text }) => countOf(text));
  const added = new Map<OcrLine, { readonly word: OcrWord; readonly misread: OcrWord | undefined }>();
  known.forEach(({ mark, text, confidence }, at) => {
    const value = values[at] ?? 0;
    if (values[at - 1] === value - 1 || values[at + 1] === value + 1)
      added.set(mark.line, { word: { text, confidence, ...mark.box }, misread: mark.misread });
  });
  const misread = new Set([...added.values()].map((mark) => mark.misread));
  return lines.flatMap((line) => {
    const words = line.words.filter((word) => !misread.has(word));
    const mark = added.get(line);
    if (words.length === 0) return [];
    return [
      mark || words.length < line.words.length ? { ...line, words: [...(mark ? [mark.word] : []), ...words] } : line,
    ];
  });
}

/** Letters count as figures do: "c." comes after "b." as "3." after "2.". */
function countOf(text: string): number {
  const bare = text.replace(/[().]/g, "");
  return /^\d/.test(bare) ? Number(bare) : bare.length === 1 ? 1000 + bare.charCodeAt(0) : Number.NaN;
}

/** One picture of all marks, on one line; `places` is where the part of each begins. */
function sideBySide(
  image: PageImage,
  marks: readonly UnreadMark[],
): { readonly picture: PageImage; readonly places: readonly number[] } {
  const height = largestOf(marks.map(({ line }) => line.height));
  const around = Math.round((height * between) / 2);
  const cuts = marks.map(({ line, box }) => {
    // Figures stand on the line's feet, wherever its own words reach to.
    const bottom = Math.max(box.bottom, Math.round(line.baseline.y0));
    return cutOut(image, { ...box, top: Math.max(0, bottom - Math.ceil(height * highest)), bottom }, around);
  });
  const width = cuts.reduce((sum, cut) => sum + cut.width, 0);
  const tall = largestOf(cuts.map((cut) => cut.height));
  const data = new Uint8Array(width * tall).fill(255);
  const places: number[] = [];
  let x = 0;
  for (const cut of cuts) {
    places.push(x);
    for (let y = 0; y < cut.height; y += 1)
      data.set(cut.data.subarray(y * cut.width, (y + 1) * cut.width), (y + tall - cut.height) * width + x);
    x += cut.width;
  }
  return { picture: { width, height: tall, data }, places };
}
