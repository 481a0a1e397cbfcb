import { type Interval, without } from "./intervals.ts";
import type { LocalFrame, Rect } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";

/** Edges that touch a band by less than this are beside it, feet. */
const touch = 0.005;
/** Areas with more edges than this keep them in slices by height, of about so many edges each. */
const manyEdges = 64;
const edgesOfSlice = 8;

/** The answer for one band, and for the next band that begins at the same height. */
interface KnownBand {
  readonly y1: number;
  readonly free: readonly Interval[];
  readonly next: KnownBand | undefined;
}

/** An area in a turned frame, prepared for the question which stretches of a band are free. */
export class Field {
  readonly bounds: Rect;
  /** Four numbers an edge: from x, from y, to x, to y. */
  private readonly edges: Float64Array;
  /** The places of edges in `edges`, by the slices of height that they reach into, lowest slice first. */
  private readonly slices: readonly (readonly number[])[];
  /** Answers by the lesser height of the band: layouts ask again and again. */
  private readonly known = new Map<number, KnownBand>();

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
    this.slices = this.sliced();
  }

  private sliced(): number[][] {
    const count = this.edges.length / 4;
    const slices = Array.from({ length: count > manyEdges ? Math.ceil(count / edgesOfSlice) : 1 }, (): number[] => []);
    for (let at = 0; at < this.edges.length; at += 4) {
      const [ay, by] = [this.edges[at + 1] as number, this.edges[at + 3] as number];
      const last = this.sliceAt(Math.max(ay, by), slices.length);
      for (let slice = this.sliceAt(Math.min(ay, by), slices.length); slice <= last; slice++) slices[slice]?.push(at);
    }
    return slices;
  }

  private sliceAt(y: number, count: number): number {
    const { y0, y1 } = this.bounds;
    return y1 > y0 ? Math.max(0, Math.min(count - 1, Math.floor(((y - y0) / (y1 - y0)) * count))) : 0;
  }

  /** Whether the area has any land. */
  get isEmpty(): boolean {
    return this.edges.length === 0;
  }

  /** Returns the stretches of x over which the whole band from `y0` to `y1` lies in the area, sorted. */
  free(y0: number, y1: number): readonly Interval[] {
    const first = this.known.get(y0);
    for (let known = first; known; known = known.next) if (known.y1 === y1) return known.free;
    const free = this.sweep(y0, y1);
    this.known.set(y0, { y1, free, next: first });
    return free;
  }

  private sweep(y0: number, y1: number): readonly Interval[] {
    const low = y0 + touch;
    const high = y1 - touch;
    const crossings: number[] = [];
    const blocked: Interval[] = [];
    const { edges, slices } = this;
    const [first, last] = [this.sliceAt(low, slices.length), this.sliceAt(high, slices.length)];
    for (let slice = first; slice <= last; slice++) {
      for (const at of slices[slice] as readonly number[]) {
        const ax = edges[at] as number;
        const ay = edges[at + 1] as number;
        const bx = edges[at + 2] as number;
        const by = edges[at + 3] as number;
        // An edge that reaches into several slices is seen in the lowest of those that the band reaches into.
        if (slice > first && this.sliceAt(Math.min(ay, by), slices.length) < slice) continue;
        if (ay > low !== by > low) crossings.push(ax + ((low - ay) * (bx - ax)) / (by - ay));
        // An upright edge from below the band only ends a stretch.
        if (ax === bx && ay > low !== by > low) continue;
        const piece = clipped(ax, ay, bx, by, low, high);
        if (piece) blocked.push(piece);
      }
    }
    if (crossings.length === 0) return [];
    if (crossings.length > 2 || (crossings[0] as number) > (crossings[1] as number)) crossings.sort((a, b) => a - b);
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
