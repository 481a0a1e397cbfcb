import type { Circulation } from "./circulation.ts";
import type { EdgeRun } from "./edge-classes.ts";
import type { Field } from "./field.ts";
import type { LocalFrame, LocalPoint, Rect } from "./local-frame.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";

/** A way from the street to a strip of a layout. */
export interface Driveway {
  /** Where it leaves the street. */
  readonly access: GridPoint;
  readonly region: GridRegion;
  /** The same as rectangles of the turned frame; empty when it does not run along its axes. */
  readonly rects: readonly Rect[];
  readonly meets: LocalPoint;
  readonly lengthFt: number;
  /** Where it is not that of the program. */
  readonly widthFt?: number;
  /** Less is better. */
  readonly cost: number;
  readonly run: EdgeRun;
}

/** How far a street line may be turned from the axis that a straight driveway crosses, as a slope: 30 degrees. */
const steepest = 0.58;
/** Distance of a driveway from the corner of the lot that costs nothing, feet. */
const cornerClearance = 50;

/** Returns the straight ways along an axis of the frame from frontages to strips, best first. */
export function straightDriveways(
  layout: Circulation,
  frontages: readonly EdgeRun[],
  frame: LocalFrame,
  drivable: Field,
  width: number,
): Driveway[] {
  const found: Driveway[] = [];
  for (const run of frontages) {
    const line = run.points.map((point) => frame.toLocal(point));
    const outward = outwardIn(frame, run);
    const middles = [line[0], line.at(-1)].map((point) => point ?? { x: 0, y: 0 });
    if (Math.abs(outward.y) > 0.8) {
      const centre = ((middles[0]?.x ?? 0) + (middles[1]?.x ?? 0)) / 2;
      for (const x of placesAcross(layout, centre)) {
        const way = upright(layout, line, x, outward.y < 0, drivable, width);
        if (way) found.push(finished(way, frame, run, line, isJoined(layout, x)));
      }
    }
    if (Math.abs(outward.x) > 0.8) {
      for (const { rect, kind } of layout.strips) {
        const way = level(kind === "court" ? narrowed(rect, width) : rect, line, outward.x < 0, drivable);
        if (way) found.push(finished(way, frame, run, line, true));
      }
    }
  }
  return found.sort((a, b) => a.cost - b.cost || a.access.x - b.access.x || a.access.y - b.access.y);
}

interface Way {
  readonly corners: readonly LocalPoint[];
  readonly rect: Rect;
  readonly from: LocalPoint;
  readonly meets: LocalPoint;
}

function outwardIn(frame: LocalFrame, { outward }: EdgeRun): LocalPoint {
  const { direction } = frame;
  return {
    x: outward.x * direction.x + outward.y * direction.y,
    y: outward.y * direction.x - outward.x * direction.y,
  };
}

const isJoined = ({ connectors }: Circulation, x: number) =>
  connectors.some(({ rect }) => Math.abs((rect.x0 + rect.x1) / 2 - x) < 1);

function placesAcross({ connectors, strips }: Circulation, centre: number): number[] {
  const places = [
    centre,
    ...connectors.map(({ rect }) => (rect.x0 + rect.x1) / 2),
    ...strips.flatMap(({ rect: { x0, x1 } }) => [
      x0 + 12,
      (3 * x0 + x1) / 4,
      (x0 + x1) / 2,
      (x0 + 3 * x1) / 4,
      x1 - 12,
    ]),
  ];
  return [...new Set(places.map((place) => Math.round(place * 1000) / 1000))].sort((a, b) => a - b);
}

/** A way along y at a place of x; undefined when the street, the strip or free land is missing there. */
function upright(
  { strips }: Circulation,
  line: readonly LocalPoint[],
  x: number,
  isUp: boolean,
  drivable: Field,
  width: number,
): Way | undefined {
  const [x0, x1] = [x - width / 2, x + width / 2];
  const heights = [x0, x, x1].map((place) => heightAt(line, place));
  const [left, middle, right] = heights;
  if (left === undefined || middle === undefined || right === undefined) return undefined;
  if (Math.abs(left - right) > steepest * width) return undefined;
  const ahead = strips
    .filter(({ rect }) => rect.x0 <= x0 + 0.01 && rect.x1 >= x1 - 0.01)
    .filter(({ rect }) => (isUp ? rect.y0 >= Math.max(left, right) - 0.01 : rect.y1 <= Math.min(left, right) + 0.01))
    .sort((a, b) => (isUp ? a.rect.y0 - b.rect.y0 : b.rect.y1 - a.rect.y1))[0];
  if (!ahead) return undefined;
  const end = isUp ? ahead.rect.y0 : ahead.rect.y1;
  const [low, high] = isUp ? [Math.max(left, right), end] : [end, Math.min(left, right)];
  const isFree =
    high - low < 0.1 || drivable.free(low, high).some(([from, to]) => from <= x0 + 0.02 && to >= x1 - 0.02);
  if (!isFree) return undefined;
  const corners = isUp
    ? [
        { x: x0, y: left },
        { x: x1, y: right },
        { x: x1, y: end },
        { x: x0, y: end },
      ]
    : [
        { x: x0, y: end },
        { x: x1, y: end },
        { x: x1, y: right },
        { x: x0, y: left },
      ];
  return {
    corners,
    rect: { x0, y0: Math.min(left, right, end), x1, y1: Math.max(left, right, end) },
    from: { x, y: middle },
    meets: { x, y: (ahead.rect.y0 + ahead.rect.y1) / 2 },
  };
}

/** The middle of a strip, where a driveway of a width enters a court. */
function narrowed(rect: Rect, width: number): Rect {
  const middle = (rect.y0 + rect.y1) / 2;
  const half = Math.min(width, rect.y1 - rect.y0) / 2;
  return { ...rect, y0: middle - half, y1: middle + half };
}

/** A way along x into the end of a strip. */
function level(strip: Rect, line: readonly LocalPoint[], isRight: boolean, drivable: Field): Way | undefined {
  const y = (strip.y0 + strip.y1) / 2;
  const turned = line.map((point) => ({ x: point.y, y: point.x }));
  const [low, middle, high] = [strip.y0, y, strip.y1].map((place) => heightAt(turned, place));
  if (low === undefined || middle === undefined || high === undefined) return undefined;
  if (Math.abs(low - high) > steepest * (strip.y1 - strip.y0)) return undefined;
  const end = isRight ? strip.x0 : strip.x1;
  const [from, to] = isRight ? [Math.max(low, high), end] : [end, Math.min(low, high)];
  if (isRight ? middle > end + 0.01 : middle < end - 0.01) return undefined;
  const isFree =
    to - from < 0.1 ||
    drivable.free(strip.y0, strip.y1).some(([start, stop]) => start <= from + 0.02 && stop >= to - 0.02);
  if (!isFree) return undefined;
  const corners = isRight
    ? [
        { x: low, y: strip.y0 },
        { x: end, y: strip.y0 },
        { x: end, y: strip.y1 },
        { x: high, y: strip.y1 },
      ]
    : [
        { x: end, y: strip.y0 },
        { x: low, y: strip.y0 },
        { x: high, y: strip.y1 },
        { x: end, y: strip.y1 },
      ];
  return {
    corners,
    rect: { x0: Math.min(low, high, end), y0: strip.y0, x1: Math.max(low, high, end), y1: strip.y1 },
    from: { x: middle, y },
    meets: { x: isRight ? strip.x0 + 12 : strip.x1 - 12, y },
  };
}

/** Returns where a line crosses a place of x; undefined when it does not reach it. */
export function heightAt(line: readonly LocalPoint[], x: number): number | undefined {
  for (const [at, a] of line.entries()) {
    const b = line[at + 1];
    if (!b || a.x === b.x || x < Math.min(a.x, b.x) || x > Math.max(a.x, b.x)) continue;
    return a.y + ((x - a.x) * (b.y - a.y)) / (b.x - a.x);
  }
  return undefined;
}

function finished(
  way: Way,
  frame: LocalFrame,
  run: EdgeRun,
  line: readonly LocalPoint[],
  isAligned: boolean,
): Driveway {
  const { from, meets } = way;
  const length = Math.abs(from.x - meets.x) + Math.abs(from.y - meets.y);
  const ends = [line[0], line.at(-1)].map((end) =>
    end ? Math.sqrt((end.x - from.x) ** 2 + (end.y - from.y) ** 2) : 0,
  );
  const crowding = Math.max(0, cornerClearance - Math.min(...ends));
  return {
    access: frame.toGrid(from),
    region: { rings: [way.corners.map((corner) => frame.toGrid(corner))] },
    rects: [way.rect],
    meets,
    lengthFt: length,
    cost: length + 2 * crowding + (isAligned ? 0 : 40) + (run.edgeClass === "front" ? 0 : 60),
    run,
  };
}
