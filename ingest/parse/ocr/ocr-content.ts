import type { PageContent, Rule, TextRun } from "../pdf/page-content.ts";
import type { OcrLine, OcrWord } from "./ocr-engine.ts";
import type { PageImage } from "./page-image.ts";
import { isUnreadable } from "./text-quality.ts";

/** What was recognised on a page, upright. */
export interface RecognisedPage {
  readonly image: PageImage;
  readonly lines: readonly OcrLine[];
  readonly rules: readonly Rule[];
  /** Words set bold. */
  readonly bold: ReadonlySet<OcrWord>;
}

/** A line from descenders to ascenders takes this share of its type size. */
const lineShare = 0.9;
/** Type whose measured size is this near to the page's usual one has that size: measuring is not finer. */
const sameSize = 0.13;
/** Words of a line further apart than this many sizes stand in different cells or columns. */
const widestSpace = 1.1;
/** Below this the engine guesses, and a guess that looks like no word is dirt, a border or a drawing. */
const guess = 0.35;

/**
 * Turns recognised lines into the runs of text that a PDF's text layer gives, so that one layout path reads both.
 *
 * Range   `pointsPerPixel` scales pixels of the picture to points of the page
 */
export function contentOf(recognised: RecognisedPage, page: number, pointsPerPixel: number): PageContent {
  const { image, bold } = recognised;
  const lines = recognised.lines.flatMap((line) => {
    const words = line.words.filter((word) => !isDirt(word));
    return words.length === 0 ? [] : [{ ...line, words }];
  });
  const body = usualHeight(lines);
  const runs = lines.flatMap((line) => {
    const height = Math.abs(line.height - body) <= body * sameSize ? body : line.height;
    return runsOfLine(line, height / lineShare, bold).map((run) => scaled(run, pointsPerPixel));
  });
  const rules = recognised.rules.map(({ isLevel, at, from, to }) => ({
    isLevel,
    at: at * pointsPerPixel,
    from: from * pointsPerPixel,
    to: to * pointsPerPixel,
  }));
  const [width, height] = [image.width * pointsPerPixel, image.height * pointsPerPixel];
  return { page, width, height, runs, rules, imageShare: 1, paths: 0 };
}

function isDirt({ text, confidence }: OcrWord): boolean {
  return confidence < guess && (text.length < 3 || isUnreadable(text));
}

/** The height that most characters stand in. */
function usualHeight(lines: readonly OcrLine[]): number {
  const measured = lines
    .map((line) => ({ height: line.height, characters: charactersIn(line) }))
    .sort((left, right) => left.height - right.height);
  const all = measured.reduce((sum, each) => sum + each.characters, 0);
  let passed = 0;
  for (const { height, characters } of measured) {
    passed += characters;
    if (passed * 2 >= all) return height;
  }
  return 0;
}

const charactersIn = (line: OcrLine) => line.words.reduce((sum, word) => sum + word.text.length, 0);

/** Words that stand close together and are set alike become one run; the space between two runs is written. */
function runsOfLine(line: OcrLine, fontSize: number, bold: ReadonlySet<OcrWord>): TextRun[] {
  const groups: { isBold: boolean; words: OcrWord[]; isFollowed: boolean }[] = [];
  for (const word of line.words) {
    const open = groups.at(-1);
    const last = open?.words.at(-1);
    const isNear = last !== undefined && word.left - last.right <= widestSpace * fontSize;
    if (open && isNear && open.isBold === bold.has(word)) open.words.push(word);
    else {
      if (open && isNear) open.isFollowed = true;
      groups.push({ isBold: bold.has(word), words: [word], isFollowed: false });
    }
  }
  return groups.map(({ isBold, words, isFollowed }) => {
    const x = words[0]?.left ?? 0;
    const width = (words.at(-1)?.right ?? x) - x;
    const text = words.map((word) => word.text).join(" ") + (isFollowed ? " " : "");
    return { text, x, y: baselineAt(line, x + width / 2), width, fontSize, isBold };
  });
}

function baselineAt({ baseline: { x0, y0, x1, y1 } }: OcrLine, x: number): number {
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

function scaled({ text, isBold, x, y, width, fontSize }: TextRun, by: number): TextRun {
  return { text, isBold, x: x * by, y: y * by, width: width * by, fontSize: Math.round(fontSize * by * 2) / 2 };
}
