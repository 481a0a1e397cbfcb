import { OPS, type PDFPageProxy, Util } from "pdfjs-dist/legacy/build/pdf.mjs";
import { appendAll, largestOf, smallestOf } from "../../large-lists.ts";

/** A run of text as the page draws it. Units are points; y grows downwards and names the baseline. */
export interface TextRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fontSize: number;
  readonly isBold: boolean;
}

/** A straight line drawn on the page, level or upright; thin filled boxes count as lines. */
export interface Rule {
  readonly isLevel: boolean;
  /** y of a level rule, x of an upright one. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** What a page draws, upright. */
export interface PageContent {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  /** Share of the page that images cover, 0..1. */
  readonly imageShare: number;
  /** Paths drawn on the page; letters can be drawn as paths. */
  readonly paths: number;
}

type Matrix = readonly [number, number, number, number, number, number];

const boldName = /bold|black|heavy|semibold|demi(?!ital)/i;
const thinnest = 3;
const shortestRule = 6;
/** More drawing than this is a map or a drawing, where lines make no tables. */
const mostRules = 6000;

/** Reads the text runs and the ruling lines of a page. */
export async function readPageContent(page: PDFPageProxy): Promise<PageContent> {
  const viewport = page.getViewport({ scale: 1 });
  const view = matrixOf(viewport.transform);
  const content = await page.getTextContent({ disableNormalization: false });
  const operators = await page.getOperatorList();
  const bold = new Map<string, boolean>();
  const isBold = (font: string) => {
    if (!bold.has(font))
      bold.set(font, page.commonObjs.has(font) && boldName.test(fontName(page.commonObjs.get(font))));
    return bold.get(font) ?? false;
  };
  const runs: (TextRun & { readonly angle: number })[] = [];
  for (const item of content.items) {
    if (!("str" in item) || item.str.trim() === "") continue;
    const [a, b, c, d, x, y] = matrixOf(Util.transform([...view], item.transform));
    const fontSize = Math.hypot(c, d);
    const angle = Math.round((Math.atan2(b, a) * 2) / Math.PI);
    runs.push({ text: item.str, x, y, width: item.width, fontSize, isBold: isBold(item.fontName), angle });
  }
  const turned = turnUpright(runs);
  const rules = turned.quarter === 0 ? rulesOf(operators, view) : [];
  page.cleanup();
  const { width, height } = viewport;
  const paths = operators.fnArray.filter((operator) => operator === OPS.constructPath).length;
  const imageShare = imageShareOf(operators, view, width, height);
  return { page: page.pageNumber, width, height, runs: turned.runs, rules, imageShare, paths };
}

function fontName(font: unknown): string {
  return typeof font === "object" && font !== null && "name" in font ? String(font.name) : "";
}

/** A page whose text mostly runs up or down is turned until it reads from left to right. */
function turnUpright(runs: readonly (TextRun & { readonly angle: number })[]): { runs: TextRun[]; quarter: number } {
  const weights = new Map<number, number>();
  for (const run of runs) weights.set(run.angle, (weights.get(run.angle) ?? 0) + run.text.length);
  const quarter = [...weights].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 0;
  if (quarter === 0) return { runs: runs.map(standing), quarter };
  const turn: Readonly<Record<number, (run: TextRun) => { x: number; y: number }>> = {
    1: ({ x, y }) => ({ x: y, y: -x }),
    [-1]: ({ x, y }) => ({ x: -y, y: x }),
    2: ({ x, y }) => ({ x: -x, y: -y }),
    [-2]: ({ x, y }) => ({ x: -x, y: -y }),
  };
  const place = turn[quarter];
  return { runs: place ? runs.map((run) => ({ ...run, ...place(run) })) : [...runs], quarter };
}

/** Text that runs up or down beside upright text, as the heads of narrow columns do, takes the width of its height, at its lower end. */
function standing(run: TextRun & { readonly angle: number }): TextRun {
  if (run.angle !== 1 && run.angle !== -1) return run;
  const isUp = run.angle === -1;
  return {
    ...run,
    x: isUp ? run.x - run.fontSize * 0.8 : run.x,
    y: isUp ? run.y : run.y + run.width,
    width: run.fontSize,
  };
}

interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

const strokes = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const fills = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

function rulesOf(operators: OperatorList, view: Matrix): Rule[] {
  const rules: Rule[] = [];
  for (const { operator, args, matrix } of drawn(operators, view)) {
    if (operator === OPS.constructPath) appendAll(rules, pathRules(args, matrix));
    if (rules.length >= mostRules) return [];
  }
  return rules;
}

const images = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintInlineImageXObjectGroup,
]);
/** Cells along each side of the page in which covering is counted. */
const coverCells = 40;

/** An image is painted on the unit square. A scan may be cut into many strips, so the page's cells are ticked off. */
function imageShareOf(operators: OperatorList, view: Matrix, width: number, height: number): number {
  const covered = new Uint8Array(coverCells * coverCells);
  const cell = (share: number) => Math.min(coverCells, Math.max(0, Math.round(share * coverCells)));
  for (const { operator, matrix } of drawn(operators, view)) {
    if (operator === undefined || !images.has(operator)) continue;
    const [a, b, c, d, x, y] = matrix;
    const xs = [x, x + a, x + c, x + a + c];
    const ys = [y, y + b, y + d, y + b + d];
    for (let row = cell(smallestOf(ys) / height); row < cell(largestOf(ys) / height); row += 1)
      covered.fill(1, row * coverCells + cell(smallestOf(xs) / width), row * coverCells + cell(largestOf(xs) / width));
  }
  return covered.reduce((sum, each) => sum + each, 0) / covered.length;
}

/** What a page draws, each with the matrix that holds for it. */
function* drawn(
  { fnArray, argsArray }: OperatorList,
  view: Matrix,
): Generator<{ operator: number | undefined; args: unknown; matrix: Matrix }> {
  const saved: Matrix[] = [];
  let matrix = view;
  for (let at = 0; at < fnArray.length; at += 1) {
    const operator = fnArray[at];
    const args = argsArray[at];
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore) matrix = saved.pop() ?? view;
    else if (operator === OPS.transform) matrix = times(matrix, args);
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      if (Array.isArray(args)) matrix = times(matrix, args[0]);
    } else if (operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? view;
    else yield { operator, args, matrix };
  }
}

function times(matrix: Matrix, by: unknown): Matrix {
  return isNumbers(by) && by.length === 6 ? matrixOf(Util.transform([...matrix], Array.from(by))) : matrix;
}

const isNumbers = (value: unknown): value is ArrayLike<number> => Array.isArray(value) || value instanceof Float32Array;

/** Rules in a path. The path comes as numbers: 0 move, 1 line, 2 and 3 curves, 4 close, each with its coordinates. */
function pathRules(args: unknown, matrix: Matrix): Rule[] {
  if (!Array.isArray(args)) return [];
  const [painting, paths] = args;
  const data: unknown = Array.isArray(paths) ? paths[0] : undefined;
  if (!isNumbers(data) || typeof painting !== "number") return [];
  const rules: Rule[] = [];
  for (const points of subpaths(data, matrix)) {
    const box = thinBox(points);
    if (fills.has(painting) && box) rules.push(box);
    else if (strokes.has(painting)) appendAll(rules, edges(points));
  }
  return rules;
}

type Point = readonly [number, number];

function subpaths(data: ArrayLike<number>, matrix: Matrix): Point[][] {
  const found: Point[][] = [];
  let open: Point[] = [];
  const point = (at: number): Point => {
    const [x, y] = [data[at] ?? 0, data[at + 1] ?? 0];
    return [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]];
  };
  for (let at = 0; at < data.length; ) {
    const step = data[at];
    if (step === 0) {
      if (open.length > 1) found.push(open);
      open = [point(at + 1)];
      at += 3;
    } else if (step === 1) {
      open.push(point(at + 1));
      at += 3;
    } else if (step === 2 || step === 3) {
      // A curve is no rule: what comes after it starts afresh.
      if (open.length > 1) found.push(open);
      open = [point(at + (step === 2 ? 5 : 3))];
      at += step === 2 ? 7 : 5;
    } else {
      if (open[0] && open.length > 1) open.push(open[0]);
      at += 1;
    }
  }
  if (open.length > 1) found.push(open);
  return found;
}

function thinBox(points: readonly Point[]): Rule | undefined {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [smallestOf(xs), largestOf(xs), smallestOf(ys), largestOf(ys)];
  if (bottom - top <= thinnest && right - left >= shortestRule)
    return { isLevel: true, at: (top + bottom) / 2, from: left, to: right };
  if (right - left <= thinnest && bottom - top >= shortestRule)
    return { isLevel: false, at: (left + right) / 2, from: top, to: bottom };
  return undefined;
}

function edges(points: readonly Point[]): Rule[] {
  const rules: Rule[] = [];
  for (let at = 1; at < points.length; at += 1) {
    const rule = thinBox([points[at - 1] ?? [0, 0], points[at] ?? [0, 0]]);
    if (rule) rules.push(rule);
  }
  return rules;
}

function matrixOf(values: ArrayLike<number>): Matrix {
  return [values[0] ?? 1, values[1] ?? 0, values[2] ?? 0, values[3] ?? 1, values[4] ?? 0, values[5] ?? 0];
}
