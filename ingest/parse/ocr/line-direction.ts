import { inkThreshold, type PageImage } from "./page-image.ts";

/** How the lines of text run over a page. */
export interface LineDirection {
  /** They run up or down rather than across. */
  readonly isSideways: boolean;
  /** By how much they fall towards their ends, in degrees, positive when they fall; between -5 and 5. */
  readonly slope: number;
}

const steepest = 5;
const coarseStep = 0.5;
const fineStep = 0.05;
const mostPoints = 60_000;
/** Lines of text leave a profile with higher steps than margins and columns do by this factor. */
const clearlySideways = 1.5;

interface Point {
  readonly along: number;
  readonly across: number;
}

/**
 * Finds how text runs from its projection profile: seen along the lines, ink and white space alternate most sharply.
 *
 * Range   a picture of some thousand pixels a side is fine enough, and quick
 * @see W. Postl, "Detection of linear oblique structures and skew scan in digitized documents", ICPR 1986
 */
export function lineDirection(image: PageImage): LineDirection {
  const { feet, flanks } = edgesOf(image);
  const [across, upright] = [bestSlope(feet), bestSlope(flanks)];
  const isSideways = upright.sharpness > across.sharpness * clearlySideways;
  return { isSideways, slope: isSideways ? 0 : across.slope };
}

/** Where ink ends: below it for lines that run across, to its right for lines that run up or down. */
function edgesOf(image: PageImage): { feet: Point[]; flanks: Point[] } {
  const { width, height, data } = image;
  const threshold = inkThreshold(image);
  const isInk = (x: number, y: number) => (data[y * width + x] ?? 255) <= threshold;
  const feet: Point[] = [];
  const flanks: Point[] = [];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      if (!isInk(x, y)) continue;
      if (!isInk(x, y + 1)) feet.push({ along: x, across: y });
      if (!isInk(x + 1, y)) flanks.push({ along: y, across: x });
    }
  }
  return { feet: thinned(feet), flanks: thinned(flanks) };
}

function thinned(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / mostPoints);
  return step <= 1 ? [...points] : points.filter((_, at) => at % step === 0);
}

function bestSlope(points: readonly Point[]): { slope: number; sharpness: number } {
  let best = { slope: 0, sharpness: sharpnessAt(points, 0) };
  const around = (middle: number, reach: number, step: number) => {
    for (let slope = middle - reach; slope <= middle + reach + step / 2; slope += step) {
      const sharpness = sharpnessAt(points, slope);
      if (sharpness > best.sharpness) best = { slope, sharpness };
    }
  };
  around(0, steepest, coarseStep);
  around(best.slope, coarseStep, fineStep);
  return best;
}

/** How much the profile of points, seen along a slope, changes from bin to bin; independent of their number. */
function sharpnessAt(points: readonly Point[], slope: number): number {
  if (points.length === 0) return 0;
  const rise = Math.tan((slope * Math.PI) / 180);
  const bins = new Map<number, number>();
  for (const { along, across } of points) {
    const bin = Math.round(across - along * rise);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  let sum = 0;
  for (const [bin, count] of bins) {
    const step = count - (bins.get(bin - 1) ?? 0);
    sum += step * step;
    if (!bins.has(bin + 1)) sum += count * count;
  }
  return sum / points.length;
}
