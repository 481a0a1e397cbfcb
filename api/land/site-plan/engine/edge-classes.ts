import { type Direction, directionOf, feetBetween } from "./local-frame.ts";
import { type GridPoint, type GridRegion, gridUnitsPerFoot } from "./plan-geometry.ts";
import type { EdgeClass, SiteEdge, SiteInput } from "./plan-input.ts";

/** Consecutive edges of a lot line that count as one side of the lot. */
export interface EdgeRun {
  /** From corner to corner, counter-clockwise around the lot. */
  readonly points: readonly GridPoint[];
  readonly lengthFt: number;
  /** Away from the lot. */
  readonly outward: Direction;
  readonly edgeClass: EdgeClass;
  readonly road: string | null;
  /** Whether a street runs along it. */
  readonly isFrontage: boolean;
}

/** Cosine of the bearing change that ends a run: 10 degrees. Source: `siteplan.md` section 6. */
const runCosine = 0.984_807_753;
/** Cosine of the angle up to which a road counts as parallel: 20 degrees. */
const parallelCosine = 0.939_692_621;
/** Farthest centreline of a street on which a lot fronts, feet: half of a wide right of way. */
const farthestRoad = 90;
/** Distance within which a neighbour touches a lot line, feet. */
const touching = 1;

type Segment = readonly [GridPoint, GridPoint];

/** Returns the sides of a lot with their classes. Other lots of the site count as neighbours. */
export function edgeRuns(lot: GridRegion, others: readonly GridRegion[], site: SiteInput): EdgeRun[] {
  const bare = lot.rings.filter(isOuter).flatMap((ring) => runsOf(ring, site.edges));
  const neighbours = [...site.neighbours, ...others].flatMap(({ rings }) => rings.flatMap(segmentsOf));
  const seen = bare.map((run) => ({ ...run, street: streetOf(run.points, site, neighbours) }));
  const known = site.roads.length > 0 || site.neighbours.length > 0 || seen.some(({ given }) => given !== null);
  const frontRoad = frontStreet(seen, site.addressedStreet);
  const front = seen
    .filter(({ given, street }) => given === "front" || (given === null && street && street.name === frontRoad))
    .toSorted((a, b) => b.lengthFt - a.lengthFt)[0];
  const rear = front && rearOf(seen, front);
  return seen.map((run): EdgeRun => {
    const isFront = run.street !== undefined && run.street.name === frontRoad;
    const edgeClass: EdgeClass =
      run.given ??
      (!known || !front
        ? "unknown"
        : isFront
          ? "front"
          : run.street
            ? "exterior_side"
            : run === rear
              ? "rear"
              : "interior_side");
    const isFrontage = run.street !== undefined || edgeClass === "front" || edgeClass === "exterior_side";
    const { points, lengthFt, outward } = run;
    return { points, lengthFt, outward, edgeClass, road: run.road ?? run.street?.name ?? null, isFrontage };
  });
}

const isOuter = (ring: readonly GridPoint[]) => {
  let sum = 0;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before) sum += before.x * point.y - point.x * before.y;
    before = point;
  }
  return sum > 0;
};

function segmentsOf(ring: readonly GridPoint[]): Segment[] {
  return ring.map((point, at): Segment => [point, ring[(at + 1) % ring.length] as GridPoint]);
}

interface BareRun {
  readonly points: readonly GridPoint[];
  readonly lengthFt: number;
  readonly outward: Direction;
  readonly given: EdgeClass | null;
  readonly road: string | null;
}

function runsOf(ring: readonly GridPoint[], edges: readonly SiteEdge[]): BareRun[] {
  const sides = segmentsOf(ring).flatMap(([from, to]) => {
    const direction = directionOf(from, to);
    const given = edges.find((edge) => lies(midpoint(from, to), edge));
    return direction ? [{ from, to, direction, edgeClass: given?.edgeClass ?? null, road: given?.road ?? null }] : [];
  });
  const startsRun = sides.map((side, at) => {
    const before = sides.at(at - 1) ?? side;
    const straight = before.direction.x * side.direction.x + before.direction.y * side.direction.y;
    return straight < runCosine || before.edgeClass !== side.edgeClass;
  });
  const first = Math.max(0, startsRun.indexOf(true));
  const runs: (typeof sides)[] = [];
  for (const at of sides.keys()) {
    const index = (first + at) % sides.length;
    const side = sides[index];
    if (!side) continue;
    if (at === 0 || startsRun[index]) runs.push([side]);
    else runs.at(-1)?.push(side);
  }
  return runs.map((run): BareRun => {
    const points = [...run.map(({ from }) => from), ...run.slice(-1).map(({ to }) => to)];
    const lengthFt = run.reduce((sum, { from, to }) => sum + feetBetween(from, to), 0);
    return {
      points,
      lengthFt,
      outward: outwardOf(points),
      given: run[0]?.edgeClass ?? null,
      road: run[0]?.road ?? null,
    };
  });
}

function outwardOf(points: readonly GridPoint[]): Direction {
  const [first, last] = [points[0], points.at(-1)];
  const along = first && last && directionOf(first, last);
  return along ? { x: along.y, y: -along.x } : { x: 0, y: -1 };
}

const midpoint = (a: GridPoint, b: GridPoint): GridPoint => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

const lies = (point: GridPoint, { from, to }: SiteEdge) => distanceFt(point, [from, to]) <= touching;

/** Returns the distance of a point from a segment in feet. */
export function distanceFt(point: GridPoint, [from, to]: Segment): number {
  return feetBetween(point, nearestOn(point, [from, to]));
}

function nearestOn({ x, y }: GridPoint, [from, to]: Segment): GridPoint {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return { x: from.x + share * dx, y: from.y + share * dy };
}

/** Places along a line at shares of its edges' lengths, with the direction there. */
function samplesOf(points: readonly GridPoint[]): { readonly at: GridPoint; readonly along: Direction }[] {
  const edges = points.slice(1).map((to, at): Segment => [points[at] as GridPoint, to]);
  const shares = edges.length > 2 ? [0.5] : [0.2, 0.5, 0.8];
  return edges.flatMap(([from, to]) => {
    const along = directionOf(from, to);
    if (!along) return [];
    return shares.map((share) => ({
      at: { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) },
      along,
    }));
  });
}

/** Returns the street along a side: near, parallel, and with no neighbour between; undefined when there is none. */
function streetOf(
  points: readonly GridPoint[],
  { roads, neighbours: given }: SiteInput,
  neighbours: readonly Segment[],
): { readonly name: string | null } | undefined {
  const samples = samplesOf(points);
  const open = samples.filter(({ at }) => !neighbours.some((edge) => distanceFt(at, edge) <= touching));
  if (open.length * 2 < samples.length || open.length === 0) return undefined;
  if (roads.length === 0) return given.length > 0 ? { name: null } : undefined;
  const votes = new Map<string | null, number>();
  for (const { at, along } of open) {
    const road = nearestRoad(at, along, roads, neighbours);
    if (road) votes.set(road.name, (votes.get(road.name) ?? 0) + 1);
  }
  const [most] = [...votes].sort((a, b) => b[1] - a[1] || String(a[0]).localeCompare(String(b[0])));
  return most && most[1] * 2 >= samples.length ? { name: most[0] } : undefined;
}

function nearestRoad(
  at: GridPoint,
  along: Direction,
  roads: SiteInput["roads"],
  neighbours: readonly Segment[],
): { readonly name: string | null } | undefined {
  let [best, bestFt] = [undefined as { readonly name: string | null } | undefined, farthestRoad];
  for (const { name, points } of roads) {
    for (const [index, from] of points.entries()) {
      const to = points[index + 1];
      const direction = to && directionOf(from, to);
      if (!to || !direction) continue;
      if (Math.abs(direction.x * along.x + direction.y * along.y) < parallelCosine) continue;
      const nearest = nearestOn(at, [from, to]);
      const feet = feetBetween(at, nearest);
      const outward = (nearest.x - at.x) * along.y - (nearest.y - at.y) * along.x;
      if (feet >= bestFt || outward < 0 || neighbours.some((edge) => crosses(edge, at, nearest))) continue;
      [best, bestFt] = [{ name }, feet];
    }
  }
  return best;
}

function crosses([a, b]: Segment, c: GridPoint, d: GridPoint): boolean {
  const side = (p: GridPoint, q: GridPoint, r: GridPoint) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function frontStreet(
  runs: readonly (BareRun & { readonly street: { readonly name: string | null } | undefined })[],
  addressed: string | null,
): string | null | undefined {
  const lengths = new Map<string | null, number>();
  for (const { street, lengthFt } of runs) {
    if (street) lengths.set(street.name, (lengths.get(street.name) ?? 0) + lengthFt);
  }
  if (addressed !== null && lengths.has(addressed)) return addressed;
  return [...lengths].sort((a, b) => b[1] - a[1] || String(a[0]).localeCompare(String(b[0])))[0]?.[0];
}

/** The side farthest from the front that faces the other way. */
function rearOf<Run extends BareRun>(runs: readonly Run[], front: Run): Run | undefined {
  const origin = midpoint(front.points[0] as GridPoint, front.points.at(-1) as GridPoint);
  const depth = ({ points }: Run) => {
    const middle = midpoint(points[0] as GridPoint, points.at(-1) as GridPoint);
    return -((middle.x - origin.x) * front.outward.x + (middle.y - origin.y) * front.outward.y) / gridUnitsPerFoot;
  };
  return runs
    .filter((run) => run !== front && run.outward.x * front.outward.x + run.outward.y * front.outward.y < -0.5)
    .sort((a, b) => depth(b) - depth(a) || b.lengthFt - a.lengthFt)[0];
}
