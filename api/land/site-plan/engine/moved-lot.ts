import type { PlacedBand } from "./bands.ts";
import type { Ways } from "./circulation.ts";
import type { Drives } from "./layout-parts.ts";
import {
  allBays,
  designedDrives,
  type LotDesign,
  type LotLand,
  type PlacedDesign,
  placedDesign,
  stallsAlong,
} from "./lot-design.ts";
import { addLines, moveLines, moveWays } from "./moved-ways.ts";

/** A design that was worked out. */
export interface WorkedDesign {
  readonly bands: readonly PlacedBand[];
  readonly drives: Drives;
  readonly stalls: number;
}

/** Steps by which all bands are moved, feet. */
const bandSteps = [1, -1, 3, -3, 8, -8];

/**
 * Returns the best design that is reached from another one by moving one thing at a time, each as long as that gains stalls: all
 * bands, a line of ways through several drives, a single way, the rows of a bay. Undefined when nothing is gained within a number
 * of changes. `tried` is how many were tried.
 */
export function movedLot(
  start: LotDesign,
  land: LotLand,
  changes: number,
): { readonly better: WorkedDesign | undefined; readonly tried: number } {
  const climb = new Climb(start, land, changes);
  return { better: climb.reached(), tried: climb.tried };
}

/** The best design so far, and how many changes were tried for it. */
class Climb {
  private best: LotDesign;
  private placed: PlacedDesign;
  private worked: WorkedDesign | undefined;
  private stalls: number;
  tried = 0;
  private readonly land: LotLand;
  private readonly changes: number;

  constructor(start: LotDesign, land: LotLand, changes: number) {
    this.best = start;
    this.land = land;
    this.changes = changes;
    this.placed = placedDesign(start, land);
    const drives = designedDrives(start, this.placed, land);
    this.stalls = drives ? stallsAlong(drives, this.placed.bands, land) : 0;
  }

  reached(): WorkedDesign | undefined {
    const { x0, x1 } = this.land.fields.pavable.bounds;
    const moved = { ways: () => this.best.ways, gains: (ways: Ways) => this.gains({ ways }) };
    for (let before = -1; before < this.stalls && this.tried < this.changes; ) {
      before = this.stalls;
      this.moveBands();
      moveLines(moved);
      addLines(moved, x0, x1);
      moveWays(moved);
      this.changeBays();
    }
    return this.worked;
  }

  /** Whether a change of the best design gains stalls; it is the best design then. */
  private gains(change: Partial<LotDesign>): boolean {
    if (this.tried >= this.changes) return false;
    this.tried++;
    const design = { ...this.best, ...change };
    const isPlaced = design.from === this.best.from && design.bays === this.best.bays;
    const placed = isPlaced ? this.placed : placedDesign(design, this.land);
    const drives = designedDrives(design, placed, this.land);
    const stalls = drives ? stallsAlong(drives, placed.bands, this.land) : 0;
    if (!drives || stalls <= this.stalls) return false;
    [this.best, this.placed, this.stalls] = [design, placed, stalls];
    this.worked = { bands: placed.bands, drives, stalls };
    return true;
  }

  private moveBands(): void {
    for (const step of bandSteps) while (this.gains({ from: this.best.from + step }));
  }

  private changeBays(): void {
    const { length } = this.land.module;
    for (const at of this.best.bays.keys()) {
      for (const bay of allBays) {
        if (bay === this.best.bays[at]) continue;
        const bays = this.best.bays.with(at, bay);
        if (!this.gains({ bays })) this.gains({ bays, from: this.best.from + length });
      }
    }
  }
}
