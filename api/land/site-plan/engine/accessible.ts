import type { StallModule } from "./bands.ts";
import type { StallRow } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";
import type { PlannedBuilding } from "./programs/program.ts";

/** An accessible stall of a row. */
export interface AccessibleStall {
  readonly rect: Rect;
  readonly isVan: boolean;
}

/** A row with its accessible stalls and the aisles beside them. */
export interface MarkedRow extends StallRow {
  readonly accessible: readonly AccessibleStall[];
  readonly accessAisles: readonly Rect[];
}

/** Most stalls of a facility that a number of accessible stalls serves. Source: 2010 ADA Standards, table 208.2. */
const table = [25, 50, 75, 100, 150, 200, 300, 400, 500] as const;
/** Widths in feet of an accessible stall for cars and for vans, and of the aisle between two of them. */
const car = 8;
const van = 11;
const aisle = 5;

/** Returns the accessible stalls that a parking facility with a number of stalls needs. */
export function accessibleFor(stalls: number): number {
  if (stalls <= 0) return 0;
  const at = table.findIndex((most) => stalls <= most);
  if (at >= 0) return at + 1;
  return stalls <= 1000 ? Math.ceil(stalls * 0.02) : 20 + Math.ceil((stalls - 1000) / 100);
}

/** Returns how many of some accessible stalls have to take vans: one in six, rounded up. */
export const vansFor = (accessible: number) => Math.ceil(accessible / 6);

/** Stalls that a pair with its aisle replaces. */
const cellStalls = ({ width }: StallModule) => Math.ceil((2 * van + aisle - 0.001) / width);

/** Returns the stalls of a facility after its accessible pairs have replaced ordinary stalls. */
export function afterAccessible(stalls: number, module: StallModule): number {
  const pairs = Math.ceil(accessibleFor(stalls) / 2);
  return Math.max(0, stalls - pairs * (cellStalls(module) - 2));
}

/** Returns rows in which the stalls nearest to the entrances of buildings are accessible pairs, vans first. */
export function withAccessible(
  rows: readonly StallRow[],
  buildings: readonly PlannedBuilding[],
  module: StallModule,
): MarkedRow[] {
  const total = rows.reduce((sum, { stalls }) => sum + stalls.length, 0);
  const needed = accessibleFor(total);
  const vanPairs = Math.ceil(vansFor(needed) / 2);
  const cells = cellsOf(rows, cellStalls(module));
  const chosen: { readonly cell: Cell; readonly isVan: boolean }[] = [];
  for (let pair = 0; pair < Math.ceil(needed / 2); pair++) {
    const building = buildings[pair % Math.max(1, buildings.length)];
    const free = cells.filter((cell) => !chosen.some(({ cell: other }) => isShared(cell, other)));
    const nearest = building ? nearestTo(building, free) : free[0];
    if (!nearest) break;
    chosen.push({ cell: nearest, isVan: pair < vanPairs });
  }
  return rows.map((row, at) =>
    marked(
      row,
      chosen.filter(({ cell }) => cell.row === at),
    ),
  );
}

/** Stalls in a line that a pair may replace. */
interface Cell {
  readonly row: number;
  readonly first: number;
  readonly count: number;
  readonly rect: Rect;
}

const isShared = (a: Cell, b: Cell) => a.row === b.row && a.first < b.first + b.count && b.first < a.first + a.count;

/** A rectangle with its axes exchanged: what stands upright then lies. */
const turned = ({ x0, y0, x1, y1 }: Rect): Rect => ({ x0: y0, y0: x0, x1: y1, y1: x1 });

function cellsOf(rows: readonly StallRow[], count: number): Cell[] {
  return rows.flatMap(({ stalls, isUpright }, row) => {
    const lying = isUpright ? stalls.map(turned) : stalls;
    return lying.flatMap((start, first): Cell[] => {
      const end = lying[first + count - 1];
      const isWhole = end && Math.abs(end.x1 - start.x0 - count * (start.x1 - start.x0)) < 0.01;
      if (!isWhole) return [];
      const rect = { ...start, x1: end.x1 };
      return [{ row, first, count, rect: isUpright ? turned(rect) : rect }];
    });
  });
}

function nearestTo({ rect }: PlannedBuilding, cells: readonly Cell[]): Cell | undefined {
  let [best, least] = [undefined as Cell | undefined, Infinity];
  const middle = (rect.x0 + rect.x1) / 2;
  for (const cell of cells) {
    const x = Math.abs((cell.rect.x0 + cell.rect.x1) / 2 - middle);
    const y = Math.max(0, cell.rect.y0 - rect.y1, rect.y0 - cell.rect.y1);
    if (x + 3 * y < least - 1e-6) [best, least] = [cell, x + 3 * y];
  }
  return best;
}

function marked(row: StallRow, pairs: readonly { readonly cell: Cell; readonly isVan: boolean }[]): MarkedRow {
  const accessible: AccessibleStall[] = [];
  const accessAisles: Rect[] = [];
  const islands = [...row.islands];
  const placed = (rect: Rect) => (row.isUpright ? turned(rect) : rect);
  for (const { cell, isVan } of pairs) {
    const rect = placed(cell.rect);
    const width = isVan ? van : car;
    const [first, second] = [rect.x0 + width, rect.x0 + width + aisle];
    const [left, right] = [
      { ...rect, x1: first },
      { ...rect, x0: second, x1: second + width },
    ];
    accessible.push({ rect: placed(left), isVan }, { rect: placed(right), isVan });
    accessAisles.push(placed({ ...rect, x0: first, x1: second }));
    if (rect.x1 - second - width > 0.5) islands.push(placed({ ...rect, x0: second + width }));
  }
  const replaced = (at: number) => pairs.some(({ cell }) => at >= cell.first && at < cell.first + cell.count);
  return { ...row, stalls: row.stalls.filter((_, at) => !replaced(at)), islands, accessible, accessAisles };
}
