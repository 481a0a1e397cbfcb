import { around, type FeetArea, union } from "../clip.ts";
import type { Feet } from "../frame.ts";

/** A street of the town. */
export interface Street {
  readonly name: string;
  readonly line: readonly Feet[];
  /** Width of the right-of-way, in feet. */
  readonly width: number;
  /** Class as OpenStreetMap names it. */
  readonly class: "primary" | "secondary" | "residential" | "service";
  readonly lanes: number;
  /** Radius of the bulb at its end, in feet; 0 where it goes on. */
  readonly bulb: number;
}

const street = (
  name: string,
  line: readonly Feet[],
  { width = 50, kind = "residential" as Street["class"], lanes = 2, bulb = 0 } = {},
): Street => ({ name, line, width, class: kind, lanes, bulb });
const main = { width: 60, kind: "secondary" as const };

/** The streets of Alder Falls, by their centerlines. */
export const streets: readonly Street[] = [
  street(
    "Route 9",
    [
      [-200, 2120],
      [2300, 2260],
      [4150, 2300],
      [7900, 1950],
      [10_300, 2060],
      [13_200, 2240],
    ],
    {
      ...{ width: 80, kind: "primary", lanes: 4 },
    },
  ),
  street(
    "Mill Street",
    [
      [4150, 2300],
      [4240, 3300],
      [4300, 4400],
      [4330, 5020],
      [4420, 6250],
      [4760, 7500],
    ],
    main,
  ),
  street(
    "Station Street",
    [
      [600, 4370],
      [2300, 4405],
      [4300, 4400],
      [6500, 4360],
      [7650, 4330],
      [9850, 4420],
    ],
    main,
  ),
  street("School Street", [
    [2300, 5020],
    [4330, 5020],
    [6480, 4960],
    [7650, 4930],
  ]),
  street("Church Street", [
    [2300, 4710],
    [3300, 4712],
    [4315, 4712],
  ]),
  street("Maple Street", [
    [2300, 5345],
    [3300, 5350],
    [4352, 5345],
  ]),
  street("Orchard Street", [
    [2290, 5680],
    [3300, 5690],
    [4380, 5700],
  ]),
  street("Elm Street", [
    [3290, 4403],
    [3300, 5020],
    [3300, 5690],
    [3260, 6400],
  ]),
  street("Oak Street", [
    [2310, 2262],
    [2290, 3400],
    [2300, 4405],
    [2290, 5680],
    [2120, 6420],
  ]),
  street("Canal Street", [
    [4262, 3700],
    [4900, 3690],
    [5150, 3980],
    [5230, 4382],
  ]),
  street("Cider Lane", [
    [2120, 6420],
    [1300, 6700],
    [-200, 6950],
  ]),
  street(
    "Brook Road",
    [
      [4760, 7500],
      [6900, 7350],
      [9100, 7700],
      [13_200, 7350],
    ],
    main,
  ),
  street("Grove Street", [
    [6500, 4360],
    [6470, 5600],
    [6520, 6500],
    [6900, 7350],
  ]),
  street("Pleasant Street", [
    [7650, 4330],
    [7650, 4930],
    [7680, 5950],
    [7800, 6480],
  ]),
  street("Highland Road", [
    [9850, 4420],
    [9900, 5600],
    [9400, 6700],
    [9100, 7700],
  ]),
  street("Ridge Road", [
    [9100, 7700],
    [9900, 8600],
    [10_600, 9300],
    [11_000, 10_200],
  ]),
  street(
    "Depot Street",
    [
      [7650, 4330],
      [7740, 3150],
      [7900, 1950],
    ],
    main,
  ),
  street("Quarry Road", [
    [10_300, 2060],
    [10_420, 1100],
    [10_300, -200],
  ]),
  street(
    "Tannery Court",
    [
      [3280, 6100],
      [3780, 6080],
    ],
    { bulb: 55 },
  ),
  street(
    "Fern Circle",
    [
      [7665, 5450],
      [8350, 5480],
    ],
    { bulb: 55 },
  ),
  street(
    "Birch Lane",
    [
      [6490, 5950],
      [7180, 5930],
    ],
    { bulb: 55 },
  ),
  street("Meadow Drive", [
    [9880, 5200],
    [11_200, 5150],
    [13_200, 5300],
  ]),
  street("Pond Road", [
    [600, 4370],
    [560, 3300],
    [640, 2170],
  ]),
  street("Farm Road", [
    [9850, 4420],
    [11_300, 4330],
    [13_200, 4400],
  ]),
  street(
    "Commerce Drive",
    [
      [2300, 2260],
      [2240, 1100],
      [1500, 960],
    ],
    { bulb: 65, width: 60 },
  ),
  street("Foundry Street", [
    [7740, 3150],
    [9000, 3230],
    [10_180, 3160],
    [10_300, 2060],
  ]),
  street("Quarry Road Extension", [
    [10_180, 3160],
    [11_800, 3320],
    [13_200, 3250],
  ]),
  street("River Road", [
    [6350, 2085],
    [6480, 1000],
    [6420, -200],
  ]),
  street("Hemlock Road", [
    [2120, 6420],
    [2500, 7700],
    [2850, 8900],
    [2780, 10_200],
  ]),
  street("Kiln Road", [
    [4760, 7500],
    [4300, 8500],
    [4420, 10_200],
  ]),
  street("Sawmill Road", [
    [2500, 7700],
    [1200, 7900],
    [-200, 8250],
  ]),
  street("Willow Street", [
    [7800, 6480],
    [7830, 7480],
  ]),
  street("Laurel Street", [
    [7680, 5950],
    [8700, 5980],
    [9620, 6050],
  ]),
  street(
    "Hilltop Lane",
    [
      [11_200, 7520],
      [11_300, 8900],
      [11_900, 9600],
    ],
    { bulb: 55 },
  ),
];

/** The land of a street: its right-of-way, with the bulb at its end. */
export function rightOfWay({ line, width, bulb }: Street): FeetArea {
  const end = line[line.length - 1] as Feet;
  return bulb > 0
    ? union(around(line, width / 2), around([end, [end[0] + 0.1, end[1]]], bulb))
    : around(line, width / 2);
}

/** A place along a street. */
export interface StreetPlace {
  readonly street: Street;
  /** Feet from the place to the centerline. */
  readonly distance: number;
  /** Feet along the centerline from its beginning. */
  readonly station: number;
  readonly isLeft: boolean;
  /** Direction of the centerline there, of length one. */
  readonly direction: Feet;
}

/** Returns where a street runs closest to a place. */
export function nearestOn(street: Street, [x, y]: Feet): StreetPlace {
  let best: StreetPlace | undefined;
  let passed = 0;
  for (const [at, [ax, ay]] of street.line.slice(0, -1).entries()) {
    const [bx, by] = street.line[at + 1] as Feet;
    const length = Math.hypot(bx - ax, by - ay);
    const share = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length ** 2));
    const distance = Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
    const isLeft = (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0;
    const direction: Feet = [(bx - ax) / length, (by - ay) / length];
    if (!best || distance < best.distance)
      best = { street, distance, station: passed + share * length, isLeft, direction };
    passed += length;
  }
  return best as StreetPlace;
}
