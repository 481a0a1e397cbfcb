import { type FeetArea, holds } from "../clip.ts";
import type { Feet } from "../frame.ts";

/** Codes of the base districts of the ordinance. */
export type DistrictCode = "RA" | "R-1" | "R-2" | "RM" | "VC" | "GC" | "LI";

/** Names of the base districts, as Table 3.1 of the ordinance states them. */
export const districtNames: Readonly<Record<DistrictCode, string>> = {
  RA: "Rural Agricultural",
  "R-1": "Low Density Residential",
  "R-2": "Village Residential",
  RM: "Multifamily Residential",
  VC: "Village Center",
  GC: "General Commercial",
  LI: "Light Industrial",
};

/** How the land of a district was divided: most area of a lot, depth from the street and least frontage, in feet. */
export const lotHabits: Readonly<Record<DistrictCode, { most: number; depth: number; frontage: number }>> = {
  RA: { most: 420_000, depth: 600, frontage: 200 },
  "R-1": { most: 46_000, depth: 250, frontage: 100 },
  "R-2": { most: 17_000, depth: 140, frontage: 70 },
  RM: { most: 150_000, depth: 400, frontage: 90 },
  VC: { most: 22_000, depth: 150, frontage: 45 },
  GC: { most: 330_000, depth: 600, frontage: 140 },
  LI: { most: 420_000, depth: 700, frontage: 160 },
};

const box = (west: number, south: number, east: number, north: number): FeetArea => [
  [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ],
];

/** The first region that holds the middle of a block gives its district. */
const regions: readonly (readonly [DistrictCode, FeetArea])[] = [
  ["VC", box(4300, 3650, 5560, 5350)],
  ["VC", box(5560, 4380, 6480, 4990)],
  ["R-2", box(2290, 4400, 4400, 6400)],
  ["R-2", box(4400, 5000, 5620, 7500)],
  ["RM", box(2290, 3200, 4280, 4400)],
  ["RM", box(9870, 4400, 13_100, 5250)],
  ["RM", box(7640, 3200, 9850, 4420)],
  ["R-1", box(5560, 4330, 9900, 7500)],
  ["LI", box(7700, 2000, 13_200, 3300)],
  ["GC", box(-100, 300, 7900, 4330)],
  ["LI", box(6400, -200, 13_200, 2250)],
];

/** Returns the district of a block by its middle. */
export function districtAt(middle: Feet): DistrictCode {
  return regions.find(([, area]) => holds(area, middle))?.[0] ?? "RA";
}
