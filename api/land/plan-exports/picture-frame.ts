import type { PlanObject } from "../site-plan/engine/compiled-plan.ts";
import { type GridPoint, gridUnitsPerFoot } from "../site-plan/engine/plan-geometry.ts";

/** A rectangle on the sheet in points, from its top left corner. */
export interface SheetBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How the plan lies on the sheet: north is up. */
export interface PlanFrame {
  readonly feetPerInch: number;
  /** Returns where a point of the plan lies, in points of the sheet. */
  toSheet(point: GridPoint): readonly [x: number, y: number];
}

const pointsPerInch = 72;
/** Engineering scales, feet to an inch. */
const scales = [10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1500, 2000];

/** Returns the largest engineering scale at which all objects fit a box, with the plan in its middle. */
export function framePlan(objects: readonly PlanObject[], box: SheetBox): PlanFrame {
  const points = cornersOf(objects);
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const [bottom, top] = rangeOf(points.map(({ y }) => y));
  const wide = Math.max(1, (right - left) / gridUnitsPerFoot);
  const high = Math.max(1, (top - bottom) / gridUnitsPerFoot);
  const needed = Math.max((wide / box.width) * pointsPerInch, (high / box.height) * pointsPerInch);
  const feetPerInch = scales.find((scale) => scale >= needed) ?? Math.ceil(needed / 1000) * 1000;
  const perUnit = pointsPerInch / feetPerInch / gridUnitsPerFoot;
  const [middleX, middleY] = [(left + right) / 2, (bottom + top) / 2];
  return {
    feetPerInch,
    toSheet: ({ x, y }) => [
      box.left + box.width / 2 + (x - middleX) * perUnit,
      box.top + box.height / 2 - (y - middleY) * perUnit,
    ],
  };
}

/** Every corner of the objects. */
function cornersOf(objects: readonly PlanObject[]): GridPoint[] {
  return objects.flatMap(({ shape }) => {
    if (shape.type === "point") return [shape.point];
    return shape.type === "line" ? shape.points : shape.region.rings.flat();
  });
}

function rangeOf(values: readonly number[]): readonly [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return values.length === 0 ? [0, 0] : [least, most];
}
