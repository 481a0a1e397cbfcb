import { type Answers, numberAnswer } from "../answers.ts";
import type { Band, StallModule } from "../bands.ts";
import type { Slot } from "../layout-parts.ts";
import type { Rect } from "../local-frame.ts";
import type { ParkingRatio } from "../plan-input.ts";

/** A quantity that needs stalls. */
export interface Demand {
  /** Key of the use in the parking rules. */
  readonly use: string;
  readonly base: ParkingRatio["base"];
  readonly quantity: number;
}

/** A structure for parking that belongs to a building. */
export interface PlannedGarage {
  readonly rect: Rect;
  readonly levels: number;
  readonly heightFt: number;
}

/** A building before it is drawn: its place in the turned frame and what it holds. */
export interface PlannedBuilding {
  readonly label: string;
  readonly type: "building" | "amenity";
  /** The outer rectangle; all parts lie in it. */
  readonly rect: Rect;
  /** What stands on the ground; null: the whole rectangle. */
  readonly parts: readonly Rect[] | null;
  readonly garage: PlannedGarage | null;
  readonly floors: number;
  readonly heightFt: number;
  /** With its garage. */
  readonly footprintSf: number;
  /** Without parking levels. */
  readonly gfaSf: number;
  readonly parkingGfaSf: number;
  readonly units: number;
  readonly keys: number;
  /** Stalls inside the building or its garage. */
  readonly structuredStalls: number;
  /** Stalls of its own on the ground, each with its front on a drive. */
  readonly stalls: readonly Rect[];
  /** Drives of its own. */
  readonly ways: readonly Rect[];
  /** Places where trucks stand, inside a court. */
  readonly docks: readonly Rect[];
  readonly demands: readonly Demand[];
}

/** Returns a building that fills its rectangle and holds nothing but what is given. */
export function plannedBuilding(
  label: string,
  rect: Rect,
  more: { readonly floors: number; readonly floorFt: number } & Partial<Omit<PlannedBuilding, "label" | "rect">>,
): PlannedBuilding {
  const { floors, footprintSf = areaOf(rect) } = more;
  // Written member by member: a search makes many thousands of buildings, and objects that are spread are slow to make.
  return {
    label,
    type: more.type ?? "building",
    rect,
    parts: more.parts ?? null,
    garage: more.garage ?? null,
    floors,
    heightFt: more.heightFt ?? floors * more.floorFt,
    footprintSf,
    gfaSf: more.gfaSf ?? footprintSf * floors,
    parkingGfaSf: more.parkingGfaSf ?? 0,
    units: more.units ?? 0,
    keys: more.keys ?? 0,
    structuredStalls: more.structuredStalls ?? 0,
    stalls: more.stalls ?? [],
    ways: more.ways ?? [],
    docks: more.docks ?? [],
    demands: more.demands ?? [],
  };
}

/** Returns the size of a rectangle in square feet. */
export const areaOf = ({ x0, y0, x1, y1 }: Rect) => (x1 - x0) * (y1 - y0);

/** What may be built at most in the zone. */
export interface ProgramCaps {
  readonly units: number;
  readonly gfaSf: number;
  readonly footprintSf: number;
  /** Principal buildings: a garage belongs to its building. */
  readonly buildings: number;
}

/** What a program is made from, beside the answers. */
export interface ProgramContext {
  readonly answers: Answers;
  readonly module: StallModule;
  readonly spacing: number;
  /** Most floors and height that the rules allow; infinite where no limit is known. */
  readonly mostFloors: number;
  readonly mostHeightFt: number;
  /** Townhomes of a row: undefined where no rule gives a least, infinite where none gives a most. */
  readonly rowHomes: { readonly least: number | undefined; readonly most: number };
  /** Least distance between the edges of two driveways, feet. */
  readonly drivewaySpacing: number;
  readonly caps: ProgramCaps;
  /** Whether parking has to lie behind the front of the buildings. */
  readonly parksBehind: boolean;
  /** Width of a loading space; 0 where none has to be drawn. */
  readonly loadingFt: number;
  readonly landSf: number;
  readonly requiredFor: (demands: readonly Demand[]) => number;
}

/** Returns the floors of a building: what was asked for, inside what the rules allow. */
export function floorsWithin(
  { mostFloors, mostHeightFt }: ProgramContext,
  asked: number,
  floorFt: number,
  belowFt = 0,
): number {
  return Math.max(1, Math.min(Math.floor(asked), mostFloors, Math.floor((mostHeightFt - belowFt + 0.001) / floorFt)));
}

/** Homes in a row whose garages open to the street. */
export interface FrontLoadedHomes {
  /** Size of one home, feet, and fewest and most homes of a row. */
  readonly width: number;
  readonly depth: number;
  readonly least: number;
  readonly most: number;
  /** Least distance between the edges of two driveways, feet. */
  readonly drivewaySpacing: number;
  /** The row that fills a rectangle with homes of a width. */
  readonly row: (rect: Rect, width: number) => PlannedBuilding;
}

/** How a workflow is laid out and what its buildings hold. */
export interface Program {
  readonly label: string;
  readonly module: StallModule;
  /** Width of drives that are no aisles, feet. */
  readonly wayWidth: number;
  /** Distance between a drive or stall and a building, feet. */
  readonly walk: number;
  /** Longest stretch of a drive beyond its last way in or out, feet. */
  readonly deadEnd: number;
  /** How far a building may reach beyond the end of the drive beside it, feet. */
  readonly overhang: number;
  readonly caps: ProgramCaps;
  /** Ways in that were asked for; 0: as the size of the plan and the street decide. */
  readonly driveways: number;
  /** Lists of bands that fit a depth, first band at the front. */
  readonly patterns: (depthFt: number) => readonly (readonly Band[])[];
  /** Where the last bands lie, such as a truck court: away from the streets, or at one. Either where it is not given. */
  readonly lastBands?: "away" | "street";
  /** Buildings of a slot, all of them. */
  readonly fill: (slot: Slot) => readonly PlannedBuilding[];
  /** A building of another size; undefined when it would be too small. */
  readonly resized: (building: PlannedBuilding, rect: Rect) => PlannedBuilding | undefined;
  /** A building with one level of parking less: with what then fits above it, and as high as it was above. */
  readonly withLessParking?: (building: PlannedBuilding) => readonly PlannedBuilding[];
  /** What is made as large as possible. */
  readonly yieldOf: (building: PlannedBuilding) => number;
  /** For land on which no rows with drives between them fit. */
  readonly frontLoaded?: FrontLoadedHomes;
  /** Whether it gives up something that was asked for: only for land on which nothing else fits, however much more it holds. */
  readonly isLesser?: boolean;
  readonly notes: readonly { readonly code: string; readonly text: string }[];
}

/** Returns a row of equal buildings in a slot: as few as their greatest length allows. */
export function rowOfBars(
  { x0, y0, x1, y1 }: Rect,
  { least, most, spacing }: { readonly least: number; readonly most: number; readonly spacing: number },
): Rect[] {
  const length = x1 - x0;
  if (length < least) return [];
  let count = Math.ceil((length + spacing) / (most + spacing));
  let each = (length - (count - 1) * spacing) / count;
  if (each < least) {
    count = Math.max(1, count - 1);
    each = Math.min(most, (length - (count - 1) * spacing) / count);
  }
  each = Math.floor(each + 0.001);
  const slack = length - count * each - (count - 1) * spacing;
  const gap = count > 1 ? slack / (count - 1) : 0;
  const first = count > 1 ? x0 : x0 + slack / 2;
  const bars: Rect[] = [];
  for (let at = 0; at < count; at++) {
    const from = first + at * (each + spacing + gap);
    bars.push({ x0: from, y0, x1: from + each, y1 });
  }
  return bars;
}

/** Returns how many ways in were asked for; 0 when the engine decides. */
export const drivewaysAsked = (answers: Answers) => numberAnswer(answers, "site.access_points", 0, [0, 3]);
