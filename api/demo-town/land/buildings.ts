import { centerOf, type FeetArea, grown, holds, intersection, squareFeetOf } from "../clip.ts";
import type { Feet, FeetRing } from "../frame.ts";
import { once } from "../once.ts";
import { townCadastre } from "../town.ts";
import type { Parcel } from "./parcels.ts";
import { seeded } from "./random.ts";
import { openWater } from "./waters.ts";

/** A building of the town. */
export interface Building {
  readonly parcel: Parcel;
  /** Value of the tag `building` in OpenStreetMap. */
  readonly kind: string;
  readonly name: string | null;
  readonly levels: number;
  readonly heightFeet: number;
  readonly ring: FeetRing;
}

/** How a use is built: footprint along and away from the street in feet, distance from the street, floors. */
interface Manner {
  readonly kind: string;
  readonly name?: string;
  readonly width: number;
  readonly depth: number;
  readonly back: number;
  readonly levels: number;
  /** A second building behind it. */
  readonly behind?: Omit<Manner, "behind">;
}

const garage = { kind: "garage", width: 22, depth: 24, back: 95, levels: 1 };
const manners: Readonly<Record<string, Manner>> = {
  "Single family": { kind: "house", width: 44, depth: 30, back: 32, levels: 2, behind: garage },
  "Two family": { kind: "house", width: 50, depth: 34, back: 24, levels: 2 },
  Farm: {
    ...{ kind: "farm", width: 48, depth: 32, back: 90, levels: 2 },
    behind: { kind: "barn", width: 90, depth: 42, back: 230, levels: 2 },
  },
  Apartments: {
    ...{ kind: "apartments", width: 170, depth: 62, back: 48, levels: 3 },
    behind: { kind: "apartments", width: 170, depth: 62, back: 210, levels: 3 },
  },
  Townhouses: { kind: "terrace", width: 150, depth: 40, back: 40, levels: 2 },
  Store: { kind: "retail", width: 84, depth: 66, back: 14, levels: 1 },
  "Mixed use": { kind: "commercial", width: 62, depth: 58, back: 8, levels: 3 },
  Office: { kind: "office", width: 90, depth: 56, back: 22, levels: 2 },
  Restaurant: { kind: "commercial", name: "Millstone Kitchen", width: 56, depth: 46, back: 12, levels: 1 },
  "Gasoline station": { kind: "retail", name: "Route 9 Fuel", width: 58, depth: 34, back: 96, levels: 1 },
  Warehouse: { kind: "warehouse", width: 260, depth: 150, back: 110, levels: 1 },
  Workshop: { kind: "industrial", width: 150, depth: 96, back: 80, levels: 1 },
  Laboratory: { kind: "industrial", name: "Alder Analytical", width: 140, depth: 88, back: 90, levels: 2 },
};

const fromLotLine = 6;
const feetPerLevel = 11;
const roofFeet = 9;
const leastSide = 14;

/** Returns the buildings of the town. The same every time. */
export const buildings = once((): readonly Building[] => townCadastre().parcels.flatMap(buildingsOn));

function buildingsOn(parcel: Parcel): Building[] {
  const manner = manners[parcel.use];
  if (!manner) return [];
  const random = seeded(parcel.id * 31 + 5);
  const room = grown(parcel.area, -fromLotLine);
  const first = placed(parcel, room, manner, random, []);
  if (!first) return [];
  const second = manner.behind && placed(parcel, room, manner.behind, random, [first.ring]);
  return second ? [first, second] : [first];
}

/** Looks for a place from the street backward, and for a smaller building where the lot is small. */
function placed(
  parcel: Parcel,
  room: FeetArea,
  manner: Manner,
  random: () => number,
  others: readonly FeetRing[],
): Building | undefined {
  const [front] = parcel.fronts;
  if (!front) return undefined;
  const shift = 0.36 + 0.28 * random();
  const size = 0.85 + 0.3 * random();
  const hasWing = manner.kind === "house" && random() > 0.4;
  for (const scale of [size, 0.8, 0.65, 0.5]) {
    const [width, depth] = [manner.width * scale, manner.depth * scale];
    if (Math.min(width, depth) < leastSide) continue;
    for (const away of [0, 12, 30, 60, 110, 180]) {
      const frame = frontFrame(parcel, manner.back + away, shift);
      const ring = hasWing ? withWing(frame, width, depth) : rectangle(frame, width, depth);
      if (!fits(ring, room) || others.some((other) => !isApart(ring, other))) continue;
      const { kind, name = null, levels } = manner;
      return { parcel, kind, name, levels, heightFeet: levels * feetPerLevel + roofFeet, ring };
    }
  }
  return undefined;
}

interface Frame {
  readonly at: Feet;
  readonly along: Feet;
  readonly inward: Feet;
}

/** The place on a lot so many feet behind its front, at a share of the front's length. */
function frontFrame({ area, fronts }: Parcel, back: number, share: number): Frame {
  const { from, to } = fronts[0] as Parcel["fronts"][number];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const along: Feet = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const middle = centerOf(area);
  const side = (middle[0] - from[0]) * -along[1] + (middle[1] - from[1]) * along[0] > 0 ? 1 : -1;
  const inward: Feet = [-along[1] * side, along[0] * side];
  const away = length * share;
  return {
    ...{ along, inward },
    at: [from[0] + along[0] * away + inward[0] * back, from[1] + along[1] * away + inward[1] * back],
  };
}

const inFrame =
  ({ at, along, inward }: Frame) =>
  ([x, y]: Feet): Feet => [at[0] + along[0] * x + inward[0] * y, at[1] + along[1] * x + inward[1] * y];

function rectangle(frame: Frame, width: number, depth: number): FeetRing {
  const half = width / 2;
  const corners: Feet[] = [
    [-half, 0],
    [half, 0],
    [half, depth],
    [-half, depth],
  ];
  return corners.map(inFrame(frame));
}

/** A house with a wing to the back. */
function withWing(frame: Frame, width: number, depth: number): FeetRing {
  const half = width / 2;
  const corners: Feet[] = [
    [-half, 0],
    [half, 0],
    [half, depth],
    [half * 0.1, depth],
    [half * 0.1, depth * 1.5],
    [-half * 0.7, depth * 1.5],
    [-half * 0.7, depth],
    [-half, depth],
  ];
  return corners.map(inFrame(frame));
}

function fits(ring: FeetRing, room: FeetArea): boolean {
  if (!ring.every((corner) => holds(room, corner))) return false;
  const size = squareFeetOf([[ring]]);
  return squareFeetOf(intersection([[ring]], room)) > size - 1 && squareFeetOf(intersection([[ring]], openWater)) < 1;
}

const isApart = (ring: FeetRing, other: FeetRing) => squareFeetOf(intersection(grown([[ring]], 8), [[other]])) < 1;
