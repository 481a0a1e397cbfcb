import { around, difference, type FeetArea, intersection, union } from "../clip.ts";
import type { Feet } from "../frame.ts";

/** The land of the town, on which everything else is cut out. */
export const townLand: FeetArea = [
  [
    [
      [0, 0],
      [5200, -60],
      [13_000, 120],
      [13_060, 6200],
      [12_900, 10_000],
      [5600, 10_080],
      [80, 9900],
      [-40, 5200],
    ],
  ],
];

/** The Alder River from north to south. */
export const river: readonly Feet[] = [
  [6350, 10_150],
  [6050, 8900],
  [5880, 7800],
  [5560, 6700],
  [5640, 5600],
  [5700, 5000],
  [5560, 4380],
  [5380, 3600],
  [5480, 2500],
  [5260, 1300],
  [5180, -100],
];
/** Tannery Brook, which joins the river from the east. */
export const brook: readonly Feet[] = [
  [12_950, 8250],
  [11_600, 8050],
  [10_300, 7150],
  [8900, 6850],
  [8050, 6950],
  [7150, 6750],
  [6300, 6950],
  [5700, 7050],
];
const riverWidth = 76;

/** The water of the river and of Mill Pond. */
export const openWater: FeetArea = union(
  around(river, riverWidth / 2),
  around(
    [
      [5980, 8350],
      [6080, 8720],
    ],
    190,
  ),
);

/** Flood hazard areas as the agency would map them, from the deepest outward; they do not overlap. */
export function floodAreas() {
  const floodway = union(around(river, 95), around(brook, 30));
  const baseFlood = union(
    around(river, 300),
    around(brook, 110),
    around(
      [
        [5300, 2300],
        [5350, 1500],
      ],
      520,
    ),
  );
  const rareFlood = union(
    around(river, 420),
    around(brook, 170),
    around(
      [
        [5300, 2300],
        [5350, 1500],
      ],
      640,
    ),
  );
  return {
    floodway: intersection(floodway, townLand),
    fringe: intersection(difference(baseFlood, floodway), townLand),
    shaded: intersection(difference(rareFlood, baseFlood), townLand),
  };
}

/** A mapped wetland: its Cowardin code, its kind in words, its system, its area. */
export interface Wetland {
  readonly code: string;
  readonly type: string;
  readonly system: string;
  readonly area: FeetArea;
}

/** The wetlands of the town. */
export function wetlands(): Wetland[] {
  const dry = (area: FeetArea) => difference(intersection(area, townLand), openWater);
  const swamp = union(
    around(
      [
        [10_250, 7120],
        [9300, 6900],
        [8300, 6900],
      ],
      150,
    ),
    around(
      [
        [8700, 6700],
        [9000, 6560],
      ],
      120,
    ),
  );
  const marsh = union(
    around(
      [
        [1050, 3450],
        [1450, 3150],
        [1500, 2800],
      ],
      170,
    ),
    around(
      [
        [7250, 6800],
        [6800, 6850],
      ],
      130,
    ),
  );
  return [
    {
      code: "R2UBH",
      type: "Riverine",
      system: "Riverine",
      area: intersection(around(river, riverWidth / 2), townLand),
    },
    {
      ...{ code: "PUBHh", type: "Freshwater Pond", system: "Palustrine" },
      area: difference(openWater, around(river, riverWidth / 2)),
    },
    { code: "PFO1E", type: "Freshwater Forested/Shrub Wetland", system: "Palustrine", area: dry(swamp) },
    { code: "PEM1C", type: "Freshwater Emergent Wetland", system: "Palustrine", area: difference(dry(marsh), swamp) },
  ];
}
