import { afterAccessible } from "./accessible.ts";
import type { StallModule } from "./bands.ts";
import { gapBetween, withoutIdleDrives } from "./idle-drives.ts";
import type { Entry, Layout, StallRow } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";
import type { PlannedBuilding } from "./programs/program.ts";

/** Shares of the need: stalls above the first one and a few more are given back to open space, down to the second one. */
interface Surplus {
  readonly tooMany: number;
  readonly spare: number;
  readonly enough: number;
}

/** What a plan with land to spare has, and what one has that needs all its land. */
export const usualSurplus: Surplus = { tooMany: 1.1, spare: 2, enough: 1.04 };
export const noSurplus: Surplus = { tooMany: 1, spare: 0, enough: 1 };

/** Returns a layout without the stalls farthest from buildings that nobody needs, and without drives that then serve nothing. */
export function withoutSurplus(
  layout: Layout,
  {
    buildings,
    needed,
    module,
    entries,
    surplus: { tooMany, spare: few, enough },
  }: {
    readonly buildings: readonly PlannedBuilding[];
    readonly needed: number;
    readonly module: StallModule;
    readonly entries: Entry["meets"];
    readonly surplus: Surplus;
  },
): Layout {
  if (afterAccessible(layout.stallCount, module) <= needed * tooMany + few) {
    return withoutIdleDrives(layout, buildings, entries);
  }
  const target = Math.ceil(needed * enough);
  const byDistance = layout.rows
    .map((row) => ({ row, distance: Math.min(...buildings.map(({ rect }) => gapBetween(row.rect, rect))) }))
    .toSorted((a, b) => b.distance - a.distance || b.row.rect.y0 - a.row.rect.y0 || b.row.rect.x0 - a.row.rect.x0);
  const kept = new Map<StallRow, StallRow | undefined>();
  let count = layout.stallCount;
  for (const { row } of byDistance) {
    const spare = afterAccessible(count, module) - target;
    if (spare <= 0) break;
    const left = row.stalls.length - spare;
    if (row.isUpright && left > 0) continue;
    const shorter = left <= 0 ? undefined : shortened(row, Math.min(row.stalls.length, Math.max(left, 4)), buildings);
    kept.set(row, shorter);
    count -= row.stalls.length - (shorter?.stalls.length ?? 0);
  }
  const rows = layout.rows.flatMap((row) => (kept.has(row) ? (kept.get(row) ?? []) : [row]));
  return withoutIdleDrives({ ...layout, rows, stallCount: count }, buildings, entries);
}

/** A row with fewer stalls, those nearer to buildings. */
function shortened(row: StallRow, count: number, buildings: readonly PlannedBuilding[]): StallRow {
  const far = (rect: Rect) => Math.min(...buildings.map((building) => gapBetween(rect, building.rect)));
  const [first, last] = [row.stalls[0], row.stalls.at(-1)];
  const isFromStart = !first || !last || far(first) <= far(last);
  const stalls = isFromStart ? row.stalls.slice(0, count) : row.stalls.slice(-count);
  const [from, to] = [stalls[0]?.x0 ?? row.rect.x0, stalls.at(-1)?.x1 ?? row.rect.x1];
  const rect = isFromStart ? { ...row.rect, x1: to } : { ...row.rect, x0: from };
  const islands = row.islands.filter(({ x0, x1 }) => x0 >= rect.x0 - 0.01 && x1 <= rect.x1 + 0.01);
  return { ...row, rect, stalls, islands };
}
