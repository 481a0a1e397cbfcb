import { Field } from "./field.ts";
import { offset } from "./kernel.ts";
import type { LocalFrame, Rect } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";

/** A basin: its outer edge and what it holds. */
export interface Basin {
  readonly rect: Rect;
  readonly volumeCf: number;
  readonly depthFt: number;
}

/** Depth of the water, rise above it, run of the side slopes for a foot of depth. Source: `siteplan.md` section 5. */
const waterDepth = 4;
const freeboard = 1;
const slope = 3;
/** Distance from what is built and from lot lines, feet. */
const margin = 5;
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
  return capacityOf(side * shapes[0], side);
}

/** What a basin with a given outer edge holds: a frustum below the freeboard. */
function capacityOf(length: number, width: number): number {
  const [topA, topB] = [length - 2 * slope * freeboard, width - 2 * slope * freeboard];
  const [lowA, lowB] = [topA - 2 * slope * waterDepth, topB - 2 * slope * waterDepth];
  if (lowA <= 0 || lowB <= 0) return 0;
  const [top, low] = [topA * topB, lowA * lowB];
  return (waterDepth / 3) * (top + low + Math.sqrt(top * low));
}

/** Returns the outer size in whole feet of a basin for a volume. */
function sizeFor(volumeCf: number, ratio: number): { readonly length: number; readonly width: number } {
  let [low, high] = [31, 2000];
  while (high - low > 0.5) {
    const width = (low + high) / 2;
    if (capacityOf(Math.ceil(width * ratio), Math.ceil(width)) >= volumeCf) high = width;
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
  const field = new Field(frame, offset(land, -margin));
  if (field.isEmpty) return undefined;
  for (const ratio of shapes) {
    const { length, width } = sizeFor(volumeCf, ratio);
    const places = [...placesFor(field, length, width), ...(ratio === 1 ? [] : placesFor(field, width, length))];
    let [best, distance] = [undefined as Rect | undefined, -1];
    for (const rect of places) {
      const away = ((rect.x0 + rect.x1) / 2 - from.x) ** 2 + ((rect.y0 + rect.y1) / 2 - from.y) ** 2;
      if (away > distance + 1) [best, distance] = [rect, away];
    }
    if (best) return { rect: best, volumeCf: capacityOf(length, width), depthFt: waterDepth + freeboard };
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
  return (length + 2 * margin) * (width + 2 * margin);
}
