import type { OcrLine } from "./ocr-engine.ts";
import { inkThreshold, type PageImage } from "./page-image.ts";

/** A rectangle of a picture, in pixels; right and bottom lie outside. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Page numbers stand in this share of the page, at its head and at its foot. */
const marginShare = 0.12;
/** Heights of a mark, in heights of a line, and its width, in its own height. */
const [lowest, highest, widest] = [0.3, 1.4, 8];
/** Rows without ink inside a mark, and pixels of ink that it has at least: less is dirt. */
const [widestBreak, leastInk] = [5, 25];
const mostMarks = 4;

/**
 * Finds what stands alone at the head and the foot of a page and was not recognised. The engine takes a single figure
 * far from any text for dirt, and so would lose the page numbers.
 */
export function unreadMarginMarks(image: PageImage, lines: readonly OcrLine[]): Box[] {
  const { width, height, data } = image;
  const heights = lines.map((line) => line.height).sort((left, right) => left - right);
  const usual = heights[Math.floor(heights.length / 2)];
  if (usual === undefined) return [];
  const threshold = inkThreshold(image);
  const taken = takenRows(height, lines);
  const marks: Box[] = [];
  const edge = Math.round(height * marginShare);
  for (const [from, to] of [
    [0, edge],
    [height - edge, height],
  ] as const) {
    let open: (Box & { ink: number }) | undefined;
    for (let y = from; y <= to; y += 1) {
      const row =
        y === to || taken[y] === 1 ? undefined : inkOfRow(data.subarray(y * width, (y + 1) * width), threshold);
      if (row) {
        open = {
          left: Math.min(open?.left ?? width, row.left),
          top: open?.top ?? y,
          right: Math.max(open?.right ?? 0, row.right + 1),
          bottom: y + 1,
          ink: (open?.ink ?? 0) + row.ink,
        };
      } else if (open && (y - open.bottom >= widestBreak || y === to)) {
        if (isMark(open, usual)) marks.push(open);
        open = undefined;
      }
    }
  }
  return marks.slice(0, mostMarks);
}

function takenRows(height: number, lines: readonly OcrLine[]): Uint8Array {
  const taken = new Uint8Array(height);
  for (const { words } of lines) for (const { top, bottom } of words) taken.fill(1, Math.max(0, top - 2), bottom + 2);
  return taken;
}

function inkOfRow(row: Uint8Array, threshold: number): { left: number; right: number; ink: number } | undefined {
  let [left, right, ink] = [-1, -1, 0];
  row.forEach((grey, x) => {
    if (grey > threshold) return;
    if (left < 0) left = x;
    right = x;
    ink += 1;
  });
  return left < 0 ? undefined : { left, right, ink };
}

function isMark({ left, right, top, bottom, ink }: Box & { readonly ink: number }, usual: number): boolean {
  const tall = bottom - top;
  return tall >= usual * lowest && tall <= usual * highest && right - left <= tall * widest && ink >= leastInk;
}

/** Cuts a rectangle out of a picture, with white paper around it. */
export function cutOut({ width, data }: PageImage, box: Box, around: number): PageImage {
  const [wide, tall] = [box.right - box.left + 2 * around, box.bottom - box.top + 2 * around];
  const cut = new Uint8Array(wide * tall).fill(255);
  for (let y = box.top; y < box.bottom; y += 1) {
    cut.set(data.subarray(y * width + box.left, y * width + box.right), (y - box.top + around) * wide + around);
  }
  return { width: wide, height: tall, data: cut };
}
