import type { Band } from "../bands.ts";
import type { Slot } from "../layout-parts.ts";
import type { Rect } from "../local-frame.ts";
import { drivewaysAsked, type PlannedBuilding, type Program, type ProgramContext, rowOfBars } from "./program.ts";
import { alternatingRows } from "./row-patterns.ts";

/** How buildings stand in rows. */
export interface BarShape {
  readonly depth: number;
  readonly least: number;
  readonly most: number;
  /** Distance to stalls and drives, feet. */
  readonly walk: number;
  readonly spacing: number;
}

/** Cars may have to back out of so much of an aisle, feet. */
const parkingDeadEnd = 60;

/** Returns a program of equal buildings in rows; what one holds follows from its rectangle. */
export function barProgram(
  label: string,
  context: ProgramContext,
  shape: BarShape,
  holding: (rect: Rect, slot: Slot | null) => PlannedBuilding,
  more: Partial<Program> & { readonly patterns?: (depthFt: number) => readonly (readonly Band[])[] } = {},
): Program {
  const { module, caps } = context;
  const { depth, least, walk } = shape;
  return {
    label,
    module,
    wayWidth: Math.max(module.aisle, 24),
    walk,
    deadEnd: parkingDeadEnd,
    overhang: 30,
    caps,
    driveways: drivewaysAsked(context.answers),
    patterns: (depthFt) => alternatingRows({ building: depth, walk, module }, depthFt),
    fill: (slot) => rowOfBars(slot.rect, shape).map((rect) => holding(rect, slot)),
    resized: (_, rect) => (rect.x1 - rect.x0 < least - 0.001 ? undefined : holding(rect, null)),
    yieldOf: ({ gfaSf }) => gfaSf,
    notes: [],
    ...more,
  };
}
