import { type GridPoint, type GridRegion, type GridRing, gridUnitsPerFoot } from "./plan-geometry.ts";

/** A place in feet of a turned frame. */
export interface LocalPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle along the axes of a turned frame, feet. */
export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A unit vector. */
export interface Direction {
  readonly x: number;
  readonly y: number;
}

/** A frame in feet whose x axis runs along a direction of the site. */
export interface LocalFrame {
  readonly direction: Direction;
  toLocal(point: GridPoint): LocalPoint;
  toGrid(point: LocalPoint): GridPoint;
}

/** Returns the unit vector from one point to another; undefined when they are one. */
export function directionOf(from: GridPoint, to: GridPoint): Direction | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  return length === 0 ? undefined : { x: dx / length, y: dy / length };
}

/** Returns the distance between two points of the grid in feet. */
export function feetBetween(a: GridPoint, b: GridPoint): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) / gridUnitsPerFoot;
}

/** Returns the frame around an origin whose x axis runs along a direction. */
export function localFrame(origin: GridPoint, direction: Direction): LocalFrame {
  const { x: ux, y: uy } = direction;
  return {
    direction,
    toLocal({ x, y }) {
      const [dx, dy] = [(x - origin.x) / gridUnitsPerFoot, (y - origin.y) / gridUnitsPerFoot];
      return { x: dx * ux + dy * uy, y: dy * ux - dx * uy };
    },
    toGrid({ x, y }) {
      return {
        x: Math.round(origin.x + (x * ux - y * uy) * gridUnitsPerFoot),
        y: Math.round(origin.y + (x * uy + y * ux) * gridUnitsPerFoot),
      };
    },
  };
}

/** Returns the corners of a rectangle on the grid, counter-clockwise. */
export function ringOf(frame: LocalFrame, { x0, y0, x1, y1 }: Rect): GridRing {
  return [
    frame.toGrid({ x: x0, y: y0 }),
    frame.toGrid({ x: x1, y: y0 }),
    frame.toGrid({ x: x1, y: y1 }),
    frame.toGrid({ x: x0, y: y1 }),
  ];
}

/** Returns a rectangle as an area on the grid. */
export function regionOf(frame: LocalFrame, rect: Rect): GridRegion {
  return { rings: [ringOf(frame, rect)] };
}

/** Returns the frame around the same origin, turned to the left by a right angle: its x is the y of the given one. */
export function turnedLeft({ direction: { x, y } }: LocalFrame, origin: GridPoint): LocalFrame {
  return localFrame(origin, { x: -y, y: x });
}
