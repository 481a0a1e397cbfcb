import Flatbush from "flatbush";
import { type AreaGeometry, polygonsOf } from "./geojson.ts";
import { type LocalPlane, localPlane, type PlanePoint } from "./local-plane.ts";

/** A shape to which distances are measured: single positions, open lines, or rings that enclose land. */
export interface MeasuredShape {
  readonly lines: readonly (readonly PlanePoint[])[];
  readonly isArea: boolean;
}

type Edge = readonly [from: PlanePoint, to: PlanePoint];

/** The edges of lines with an index of their boxes. */
class EdgeIndex {
  readonly edges: readonly Edge[];
  readonly #index: Flatbush;

  constructor(lines: readonly (readonly PlanePoint[])[]) {
    this.edges = lines.flatMap((line) => {
      const [only] = line;
      if (line.length === 1 && only) return [[only, only] as const];
      return line.slice(1).flatMap((to, at) => {
        const from = line[at];
        return from ? [[from, to] as const] : [];
      });
    });
    this.#index = new Flatbush(Math.max(1, this.edges.length));
    if (this.edges.length === 0) this.#index.add(0, 0, 0, 0);
    for (const [[x1, y1], [x2, y2]] of this.edges) {
      this.#index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    }
    this.#index.finish();
  }

  /** Returns the distance from a point to the nearest edge, if that is less than `most`. */
  distance([x, y]: PlanePoint, most: number): number {
    let best = most;
    // Boxes come nearest first, so the first one that is farther than the best edge ends the search.
    for (let asked = 8; ; asked *= 4) {
      const found = this.#index.neighbors(x, y, asked, best);
      for (const at of found) best = Math.min(best, distanceToEdge([x, y], this.edges[at]));
      if (found.length < asked || asked >= this.edges.length) return best;
    }
  }

  /** Whether an edge crosses one of these. */
  crosses(edge: Edge): boolean {
    const [[x1, y1], [x2, y2]] = edge;
    const near = this.#index.search(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    return near.some((at) => doCross(edge, this.edges[at]));
  }
}

/** The land of a site in a plane of its own, to measure how far other things are from it. */
export class SiteShape {
  readonly plane: LocalPlane;
  readonly #rings: readonly (readonly PlanePoint[])[];
  readonly #edges: EdgeIndex;

  constructor(site: AreaGeometry) {
    const rings = polygonsOf(site).flat();
    const [first] = rings[0] ?? [];
    if (!first) throw new Error("the site has no land");
    this.plane = localPlane(first);
    this.#rings = rings.map((ring) => ring.map((position) => this.plane.forward(position)));
    this.#edges = new EdgeIndex(this.#rings);
  }

  /**
   * Returns how many metres a shape is from the land of the site; 0 where they meet. The least distance between two lines
   * that do not cross lies at a vertex of one of them.
   */
  distanceTo({ lines, isArea }: MeasuredShape): number {
    const other = new EdgeIndex(lines);
    if (other.edges.some((edge) => this.#edges.crosses(edge))) return 0;
    // A line that crosses no edge lies inside or outside with all of its vertices.
    if (lines.some(([point]) => point && isInside(point, this.#rings))) return 0;
    if (isArea && this.#rings.some(([point]) => point && isInside(point, lines))) return 0;
    let best = Number.POSITIVE_INFINITY;
    for (const point of lines.flat()) best = this.#edges.distance(point, best);
    for (const point of this.#rings.flat()) best = other.distance(point, best);
    return best;
  }
}

/** Even-odd rule over all rings, so that a hole is outside. */
function isInside([x, y]: PlanePoint, rings: readonly (readonly PlanePoint[])[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1], ring[at]];
      if (!from || !to || from[1] > y === to[1] > y) continue;
      if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) inside = !inside;
    }
  }
  return inside;
}

function distanceToEdge([x, y]: PlanePoint, edge: Edge | undefined): number {
  if (!edge) return Number.POSITIVE_INFINITY;
  const [[x1, y1], [x2, y2]] = edge;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const at = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x1 + at * dx - x, y1 + at * dy - y);
}

function doCross([a, b]: Edge, edge: Edge | undefined): boolean {
  if (!edge) return false;
  const [c, d] = edge;
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Twice the area of a triangle, positive when it runs counterclockwise. */
const side = (a: PlanePoint, b: PlanePoint, c: PlanePoint) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
