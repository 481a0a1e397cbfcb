/** A use of the program that needs parking. */
export interface ParkingUse {
  readonly use: string;
  readonly base: string;
  /** Keys of `parking_ratio` that are looked up, the first first. */
  readonly criteria: readonly string[];
}
