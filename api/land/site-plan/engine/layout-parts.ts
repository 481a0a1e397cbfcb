import type { PlacedBand, StallModule } from "./bands.ts";
import type { Circulation, Joining } from "./circulation.ts";
import type { EndColumn } from "./end-columns.ts";
import type { Field } from "./field.ts";
import type { Rect } from "./local-frame.ts";

/** A row of stalls beside a drive. */
export interface StallRow {
  readonly rect: Rect;
  readonly stalls: readonly Rect[];
  readonly islands: readonly Rect[];
  /** Whether the drive lies above (1) or below (-1); of an upright row to the right (1) or to the left (-1). */
  readonly aisleSide: 1 | -1;
  /** Whether its stalls stand one above the other. */
  readonly isUpright: boolean;
}

/** Room for buildings in a band. */
export interface Slot {
  readonly rect: Rect;
  /** The drive that lies next above and below it, if any. */
  readonly above: "aisle" | "court" | null;
  readonly below: "aisle" | "court" | null;
}

/** What may be used of the land: areas without what is already taken. */
export interface Fields {
  readonly pavable: Field;
  /** The same land in the frame turned to the left by a right angle. */
  readonly across: Field;
  readonly buildable: Field;
}

/** How bands are joined and filled. */
export interface LayoutOptions {
  readonly module: StallModule;
  /** Width of the ways between drives, feet. */
  readonly wayWidth: number;
  readonly joining: Joining;
  /** Distance between a drive and a building, feet. */
  readonly walk: number;
  /** Longest stretch of a drive beyond its last way in or out, feet. */
  readonly deadEnd: number;
  /** How far a building may reach beyond the end of the drive beside it, feet. */
  readonly overhang: number;
}

/** Where the driveway enters, in the turned frame. */
export interface Entry {
  /** The driveway as rectangles that nothing else may use. */
  readonly rects: readonly Rect[];
  /** Places in the strips that are met. */
  readonly meets: readonly { readonly x: number; readonly y: number }[];
}

/** Bands filled with drives, stalls and room for buildings. */
export interface Layout extends Circulation {
  readonly bands: readonly PlacedBand[];
  readonly rows: readonly StallRow[];
  readonly slots: readonly Slot[];
  readonly stallCount: number;
  /** Arms beside drives in which an engine turns. */
  readonly turnarounds: readonly Rect[];
}

/** The drives of bands, and what else nothing may be built on. */
export interface Drives {
  readonly circulation: Circulation;
  /** Room for stalls beside the ways at the ends of strips. */
  readonly columns: readonly EndColumn[];
  /** The driveway as rectangles. */
  readonly entry: readonly Rect[];
  /** Ways between strips, and the driveway. */
  readonly taken: readonly Rect[];
}
