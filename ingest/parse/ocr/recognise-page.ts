import { appendAll } from "../../large-lists.ts";
import { boldWords } from "./bold-words.ts";
import { withItemMarks } from "./item-marks.ts";
import { withLeadingPoints } from "./leading-points.ts";
import { lineDirection } from "./line-direction.ts";
import { type Box, cutOut, unreadMarginMarks } from "./margin-marks.ts";
import { confidenceOf } from "./ocr-confidence.ts";
import type { RecognisedPage } from "./ocr-content.ts";
import type { OcrEngine, OcrLine } from "./ocr-engine.ts";
import { OcrFailed } from "./ocr-failed.ts";
import { type PageImage, type QuarterTurns, shrunk, straightened, turned } from "./page-image.ts";
import { rulingLinesIn, withoutTableRules } from "./ruling-lines.ts";
import { isUnreadable } from "./text-quality.ts";

/** The direction of lines shows in a picture of this size as well as in a large one. */
const profileSide = 1000;
/** Half the density of a full reading: enough to tell letters from their mirror images. */
const trialSide = 1700;
/** Letters that are read with less confidence may stand on their head. */
const doubtful = 0.62;
/** Lines that fall by less, in degrees, are read as well as level ones. */
const slightSlope = 0.12;
/** White paper, in pixels, that the engine likes to see around a line. */
const aroundMark = 20;
const pageNumber = /^[-–—|([]*\s*(?:[A-Z]{1,2}[-–.]?)?(?:\d{1,4}(?:[-–.]\d{1,3})?|[ivxlc]{1,6})\s*[-–—|)\]]*$/;
const sureNumber = 0.5;
/** A reading of so many letters, and of this mean sense for each, needs no other to compare. */
const fewestSureLetters = 100;
const sureShare = 0.6;
/** Another turn must read so much better than none. */
const clearlyBetter = 1.3;

/**
 * Recognises a page: turned upright, its lines levelled, the rules of its tables found and kept from the engine.
 *
 * Range   `until` is a moment of `performance.now()`
 * @throws OcrFailed
 */
export async function recognisePage(engine: OcrEngine, image: PageImage, until: number): Promise<RecognisedPage> {
  const leftMs = () => {
    const left = until - performance.now();
    if (left <= 0) throw new OcrFailed("the time for the page is over");
    return left;
  };
  const { isSideways } = lineDirection(await shrunk(image, profileSide));
  const upright = isSideways ? null : await readUpright(engine, image, leftMs);
  if (upright !== null && confidenceOf(upright.lines) >= doubtful) return upright;
  const turn = await bestTurn(engine, image, isSideways, leftMs);
  if (turn === 0 && upright !== null) return upright;
  return readUpright(engine, await turned(image, turn), leftMs);
}

async function readUpright(engine: OcrEngine, image: PageImage, leftMs: () => number): Promise<RecognisedPage> {
  const { slope } = lineDirection(await shrunk(image, profileSide));
  const level = Math.abs(slope) < slightSlope ? image : await straightened(image, -slope);
  const rules = rulingLinesIn(level);
  const clean = withoutTableRules(level, rules);
  const recognised = withLeadingPoints(clean, await engine.recognise(clean, leftMs()));
  const lines = await withItemMarks(engine, clean, recognised, leftMs);
  appendAll(lines, await pageNumbersIn(engine, level, lines, leftMs));
  return { image: level, lines, rules, bold: boldWords(level, lines) };
}

/** Reads the marks at the edges that were passed over, each by itself, and keeps those that can be page numbers. */
async function pageNumbersIn(
  engine: OcrEngine,
  image: PageImage,
  lines: readonly OcrLine[],
  leftMs: () => number,
): Promise<OcrLine[]> {
  const found: OcrLine[] = [];
  for (const box of unreadMarginMarks(image, lines)) {
    for (const line of await engine.recognise(cutOut(image, box, aroundMark), leftMs(), "line")) {
      const text = line.words.map((word) => word.text).join(" ");
      if (pageNumber.test(text) && confidenceOf([line]) >= sureNumber) found.push(movedBy(line, box));
    }
  }
  return found;
}

function movedBy(line: OcrLine, box: Box): OcrLine {
  const [x, y] = [box.left - aroundMark, box.top - aroundMark];
  const { x0, y0, x1, y1 } = line.baseline;
  return {
    height: line.height,
    baseline: { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y },
    words: line.words.map((word) => ({
      ...word,
      left: word.left + x,
      right: word.right + x,
      top: word.top + y,
      bottom: word.bottom + y,
    })),
  };
}

/** Reads a small picture of the page turned in all directions, the likely ones first, and gives the best. */
async function bestTurn(
  engine: OcrEngine,
  image: PageImage,
  isSideways: boolean,
  leftMs: () => number,
): Promise<QuarterTurns> {
  const small = await shrunk(image, trialSide);
  const turns: readonly QuarterTurns[] = isSideways ? [1, 3, 0, 2] : [0, 2, 1, 3];
  let best: { turn: QuarterTurns; sense: number } = { turn: 0, sense: 0 };
  for (const turn of turns) {
    const { sense, isSure } = judged(await engine.recognise(await turned(small, turn), leftMs()));
    if (sense > best.sense * clearlyBetter) best = { turn, sense };
    if (isSure) break;
  }
  return best.turn;
}

/** How much of what was read are words, and how surely; words that stand upright do not count as read. */
function judged(lines: readonly OcrLine[]): { sense: number; isSure: boolean } {
  const words = lines.flatMap((line) => line.words);
  let [sense, letters] = [0, 0];
  for (const { text, confidence, left, right, top, bottom } of words) {
    const count = text.match(/\p{L}/gu)?.length ?? 0;
    if (count < 3) continue;
    letters += count;
    // The engine also reads lines that run up or down, but their words would never make rows.
    if (right - left > bottom - top && !isUnreadable(text)) sense += count * confidence ** 2;
  }
  return { sense, isSure: letters >= fewestSureLetters && sense >= letters * sureShare };
}
