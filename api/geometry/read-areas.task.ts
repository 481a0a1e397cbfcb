/** Checks and measures areas, in a worker thread. */
import { type AreaReading, type GivenArea, readArea } from "./read-area.ts";

/** Returns the reading of each area. */
export const readAreas = (given: readonly GivenArea[]): readonly AreaReading[] => given.map(readArea);
