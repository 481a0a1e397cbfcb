import type { PlacedBand } from "./bands.ts";
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

/** A design that was worked out. */
export interface WorkedDesign {
  readonly bands: readonly PlacedBand[];
  readonly drives: Drives;
  readonly stalls: number;
}

/** Steps by which all bands, a line of ways and a single way are moved, feet: parts and multiples of a stall. */
const bandSteps = [1, -1, 3, -3, 8, -8];
const lineSteps = [4.5, -4.5, 9, -9, 18, -18, 36, -36];
const waySteps = [2, -2, ...lineSteps];
/** Distance between places where a further line of ways is tried, feet. */
const lineEvery = 36;
/** Ways of neighbouring drives that differ by less than this are one line, feet. */
const inLine = 1;

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
    for (let before = -1; before < this.stalls && this.tried < this.changes; ) {
      before = this.stalls;
      this.moveBands();
      this.moveLines();
      this.addLines();
      this.moveWays();
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

  private moveLines(): void {
    for (const line of linesOf(this.best)) this.moveAlong(line, lineSteps, () => true);
  }

  private moveWays(): void {
    for (const [drive, ways] of this.best.ways.entries())
      for (const way of ways) this.moveAlong(way, waySteps, (each) => each === drive);
  }

  /** Leaves out the ways near a place between some drives, or moves them. */
  private moveAlong(place: number, steps: readonly number[], isMeant: (drive: number) => boolean): void {
    let at = place;
    const changed = (change: (x: number) => readonly number[]) => ({
      ways: this.best.ways.map((ways, drive) =>
        isMeant(drive)
          ? ways.flatMap((x) => (Math.abs(x - at) < inLine ? change(x) : [x])).sort((a, b) => a - b)
          : ways,
      ),
    });
    if (this.gains(changed(() => []))) return;
    for (const step of steps) while (this.gains(changed((x) => [x + step]))) at += step;
  }

  private addLines(): void {
    const { x0, x1 } = this.land.fields.pavable.bounds;
    for (let x = x0; x < x1; x += lineEvery)
      this.gains({ ways: this.best.ways.map((ways) => [...ways, x].sort((a, b) => a - b)) });
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

/** The places of the lines of ways of a design, sorted. */
function linesOf({ ways }: LotDesign): number[] {
  const lines: number[] = [];
  for (const x of ways.flat().sort((a, b) => a - b)) if (x - (lines.at(-1) ?? -Infinity) >= inLine) lines.push(x);
  return lines;
}
