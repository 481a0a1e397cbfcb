import { type Interval, without } from "./intervals.ts";
import type { LocalFrame, Rect } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";

/** Edges that touch a band by less than this are beside it, feet. */
const touch = 0.005;

/** An area in a turned frame, prepared for the question which stretches of a band are free. */
export class Field {
  readonly bounds: Rect;
  /** Four numbers an edge: from x, from y, to x, to y. */
  private readonly edges: Float64Array;
  /** Answers by the heights of the band: layouts ask again and again. */
  private readonly known = new Map<number, Map<number, readonly Interval[]>>();

  constructor(frame: LocalFrame, region: GridRegion) {
    const edges: number[] = [];
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const ring of region.rings) {
      let before = ring.at(-1);
      for (const point of ring) {
        if (before) {
          const from = frame.toLocal(before);
          const to = frame.toLocal(point);
          edges.push(from.x, from.y, to.x, to.y);
          [x0, x1] = [Math.min(x0, to.x), Math.max(x1, to.x)];
          [y0, y1] = [Math.min(y0, to.y), Math.max(y1, to.y)];
        }
        before = point;
      }
    }
    this.edges = Float64Array.from(edges);
    this.bounds = { x0, y0, x1, y1 };
  }

  /** Whether the area has any land. */
  get isEmpty(): boolean {
    return this.edges.length === 0;
  }

  /** Returns the stretches of x over which the whole band from `y0` to `y1` lies in the area, sorted. */
  free(y0: number, y1: number): readonly Interval[] {
    const known = this.known.get(y0)?.get(y1);
    if (known) return known;
    const found = this.sweep(y0, y1);
    const row = this.known.get(y0) ?? new Map<number, readonly Interval[]>();
    this.known.set(y0, row.set(y1, found));
    return found;
  }

  private sweep(y0: number, y1: number): Interval[] {
    const low = y0 + touch;
    const high = y1 - touch;
    const crossings: number[] = [];
    const blocked: Interval[] = [];
    const { edges } = this;
    for (let at = 0; at < edges.length; at += 4) {
      const ax = edges[at] as number;
      const ay = edges[at + 1] as number;
      const bx = edges[at + 2] as number;
      const by = edges[at + 3] as number;
      if (ay > low !== by > low) crossings.push(ax + ((low - ay) * (bx - ax)) / (by - ay));
      const piece = clipped(ax, ay, bx, by, low, high);
      if (piece) blocked.push(piece);
    }
    if (crossings.length === 0) return [];
    crossings.sort((a, b) => a - b);
    const inside: Interval[] = [];
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      inside.push([crossings[at] as number, crossings[at + 1] as number]);
    }
    return without(inside, blocked);
  }
}

/** The x-range of the part of an edge between two heights; undefined when none is. */
function clipped(ax: number, ay: number, bx: number, by: number, low: number, high: number): Interval | undefined {
  if (ay === by) return ay > low && ay < high ? [Math.min(ax, bx), Math.max(ax, bx)] : undefined;
  const slope = (bx - ax) / (by - ay);
  const bottom = Math.max(Math.min(ay, by), low);
  const top = Math.min(Math.max(ay, by), high);
  if (bottom >= top) return undefined;
  const atBottom = ax + (bottom - ay) * slope;
  const atTop = ax + (top - ay) * slope;
  return [Math.min(atBottom, atTop), Math.max(atBottom, atTop)];
}
