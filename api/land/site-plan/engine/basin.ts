import { basinMargin } from "./basin-land.ts";
import { Field } from "./field.ts";
import { offset, piecesOf, squareFeet } from "./kernel.ts";
import type { LocalFrame, Rect } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";

/** A basin: its outer edge and what it holds. */
export interface Basin {
  readonly rect: Rect;
  readonly volumeCf: number;
  readonly depthFt: number;
}

/** Depth of the water and rise above it, feet. */
interface Shape {
  readonly water: number;
  readonly freeboard: number;
  /** Shortest side of the outer edge that is tried. */
  readonly least: number;
}

/** A basin, and a rain garden for volumes that a basin of this depth would be too large for. Source: `siteplan.md` section 5. */
const basin: Shape = { water: 4, freeboard: 1, least: 31 };
const rainGarden: Shape = { water: 1, freeboard: 0.5, least: 12 };
/** Volume up to which a rain garden is drawn, cubic feet. */
const smallVolume = 1_000;
/** Run of the side slopes for a foot of depth. */
const slope = 3;
/** Lengths to widths that are tried. */
const shapes = [1.5, 1, 2.5, 4, 6] as const;
/** Steps at which places are tried, feet. */
const step = 10;
/** Share of the paved and built land that is kept when no rain depth is known. An assumption. Source: `siteplan.md` section 5. */
const assumedShare = 0.1;

/** Returns the water-quality volume of land in cubic feet. Source: `siteplan.md` section 5. */
export function waterQualityVolume(areaSf: number, imperviousPercent: number, rainIn: number): number {
  return (rainIn / 12) * (0.05 + 0.009 * imperviousPercent) * areaSf;
}

/** Returns the volume that stands for the usual share of land where no rain depth is known, cubic feet. */
export function assumedVolume(imperviousSf: number): number {
  const side = Math.sqrt((imperviousSf * assumedShare) / shapes[0]);
  const shallow = capacityOf(side * shapes[0], side, rainGarden);
  return shallow <= smallVolume ? shallow : Math.max(smallVolume + 1, capacityOf(side * shapes[0], side, basin));
}

/** Returns whether a volume is held by a rain garden. */
export const isForGarden = (volumeCf: number): boolean => volumeCf <= smallVolume;

const shapeFor = (volumeCf: number) => (isForGarden(volumeCf) ? rainGarden : basin);

/** What a basin with a given outer edge holds: a frustum below the freeboard. */
function capacityOf(length: number, width: number, { water, freeboard }: Shape): number {
  const [topA, topB] = [length - 2 * slope * freeboard, width - 2 * slope * freeboard];
  const [lowA, lowB] = [topA - 2 * slope * water, topB - 2 * slope * water];
  if (lowA <= 0 || lowB <= 0) return 0;
  const [top, low] = [topA * topB, lowA * lowB];
  return (water / 3) * (top + low + Math.sqrt(top * low));
}

/** Returns the outer size in whole feet of a basin for a volume. */
function sizeFor(volumeCf: number, ratio: number): { readonly length: number; readonly width: number } {
  const shape = shapeFor(volumeCf);
  let [low, high] = [shape.least, 2000];
  while (high - low > 0.5) {
    const width = (low + high) / 2;
    if (capacityOf(Math.ceil(width * ratio), Math.ceil(width), shape) >= volumeCf) high = width;
    else low = width;
  }
  return { length: Math.ceil(high * ratio), width: Math.ceil(high) };
}

/** Returns a basin for a volume in free land, as far as possible from a place; undefined when none fits. */
export function placeBasin(
  land: GridRegion,
  frame: LocalFrame,
  volumeCf: number,
  from: { readonly x: number; readonly y: number },
): Basin | undefined {
  const sizes = shapes.map((ratio) => ({ ratio, ...sizeFor(volumeCf, ratio) }));
  const leastSf = Math.min(...sizes.map(({ length, width }) => length * width));
  const large = piecesOf(offset(land, -basinMargin)).filter((piece) => squareFeet(piece) >= leastSf - 1);
  if (large.length === 0) return undefined;
  const field = new Field(frame, { rings: large.flatMap(({ rings }) => rings) });
  for (const { ratio, length, width } of sizes) {
    const places = [...placesFor(field, length, width), ...(ratio === 1 ? [] : placesFor(field, width, length))];
    let [best, distance] = [undefined as Rect | undefined, -1];
    for (const rect of places) {
      const away = ((rect.x0 + rect.x1) / 2 - from.x) ** 2 + ((rect.y0 + rect.y1) / 2 - from.y) ** 2;
      if (away > distance + 1) [best, distance] = [rect, away];
    }
    const shape = shapeFor(volumeCf);
    if (best) return { rect: best, volumeCf: capacityOf(length, width, shape), depthFt: shape.water + shape.freeboard };
  }
  return undefined;
}

function placesFor(field: Field, along: number, across: number): Rect[] {
  const { y0: low, y1: high } = field.bounds;
  const places: Rect[] = [];
  const add = (y0: number) => {
    for (const [x0, x1] of field.free(y0, y0 + across)) {
      if (x1 - x0 < along) continue;
      places.push({ x0, y0, x1: x0 + along, y1: y0 + across }, { x0: x1 - along, y0, x1, y1: y0 + across });
    }
  };
  for (let y0 = low; y0 + across < high; y0 += step) add(y0);
  add(high - across);
  return places;
}

/** Returns the land a basin of a volume takes, square feet. */
export function basinLandSf(volumeCf: number): number {
  const { length, width } = sizeFor(volumeCf, shapes[0]);
  return (length + 2 * basinMargin) * (width + 2 * basinMargin);
}
