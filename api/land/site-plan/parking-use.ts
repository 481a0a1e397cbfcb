import type { UnitMix } from "../interview/ratio-of-mix.ts";

/** A use of the program that needs parking. */
export interface ParkingUse {
  readonly zoneId: string;
  readonly mix: UnitMix;
  readonly use: string;
  readonly base: string;
  /** Keys of `parking_ratio` that are looked up, the first first. */
  readonly criteria: readonly string[];
}
