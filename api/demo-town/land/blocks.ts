import { centerOf, difference, type FeetArea, intersection, squareFeetOf, union } from "../clip.ts";
import type { Feet, FeetRing } from "../frame.ts";
import { type DistrictCode, districtAt, lotHabits } from "./districts.ts";
import { seeded } from "./random.ts";
import { nearestOn, rightOfWay, type Street, type StreetPlace, streets } from "./streets.ts";
import { openWater, townLand } from "./waters.ts";

/** Land between streets. */
export interface Block {
  readonly district: DistrictCode;
  readonly area: FeetArea;
}

/** A lot before it has an address. */
export interface Lot {
  readonly district: DistrictCode;
  readonly area: FeetArea;
}

/** A lot is at most this many times as long as it is wide. */
const longest = 4;
/** Pieces smaller than this are left to the street. */
const leastSquareFeet = 2_500;

/** Returns the blocks that streets and water leave of the town. */
export function makeBlocks(): Block[] {
  const taken = union(...streets.map(rightOfWay), openWater);
  return difference(townLand, taken)
    .map((polygon): Block => ({ district: districtAt(centerOf([polygon])), area: [polygon] }))
    .filter(({ area }) => squareFeetOf(area) >= leastSquareFeet);
}

/** Divides a block into lots that each touch a street, as far as its shape lets it. The same block gives the same lots. */
export function divideBlock({ district, area }: Block, seed: number): Lot[] {
  const random = seeded(seed);
  const habit = lotHabits[district];
  const lots: Lot[] = [];
  const waiting = [area];
  for (let piece = waiting.pop(); piece; piece = waiting.pop()) {
    const most = habit.most * (0.7 + 0.6 * random());
    const parts = squareFeetOf(piece) <= most ? undefined : divided(piece, habit, random);
    if (parts) waiting.push(...parts);
    else lots.push({ district, area: piece });
  }
  return lots;
}

type Habit = (typeof lotHabits)[DistrictCode];

/** Cuts a piece in two along or across its longer side; undefined when a part would have no street. */
function divided(piece: FeetArea, habit: Habit, random: () => number): FeetArea[] | undefined {
  const { across, long, short } = orientedBox(piece);
  const share = () => 0.5 + (random() - 0.5) * 0.16;
  const tilt = (random() - 0.5) * 0.08;
  const lengthwise = () => cut(piece, turned(across, Math.PI / 2), 0.5 + (random() - 0.5) * 0.06);
  const crosswise = () => cut(piece, turned(across, tilt), long > 3 * habit.frontage ? share() : 0.5);
  const tries = short > 1.6 * habit.depth ? [lengthwise, crosswise] : [crosswise, lengthwise];
  for (const attempt of tries) {
    const parts = attempt();
    if (parts?.every((part) => isLot(part, habit))) return parts;
  }
  return undefined;
}

function isLot(part: FeetArea, habit: Habit): boolean {
  const { long, short } = orientedBox(part);
  return (
    squareFeetOf(part) > leastSquareFeet &&
    long <= longest * short &&
    frontageOf(part) >= Math.min(habit.frontage * 0.8, long)
  );
}

const turned = ([x, y]: Feet, angle: number): Feet => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

/** The smallest box around a piece: the direction across its long side, and its two lengths. */
function orientedBox(piece: FeetArea): { readonly across: Feet; readonly long: number; readonly short: number } {
  const points = piece[0]?.[0] ?? [];
  let best = { across: [0, 1] as Feet, long: 0, short: 0, size: Number.POSITIVE_INFINITY };
  for (let step = 0; step < 90; step++) {
    const along: Feet = turned([1, 0], (step * Math.PI) / 90);
    const [width, height] = [extentOf(points, along), extentOf(points, turned(along, Math.PI / 2))];
    if (width * height >= best.size) continue;
    // A line across the long side runs along the short one.
    const across = width >= height ? turned(along, Math.PI / 2) : along;
    best = { across, long: Math.max(width, height), short: Math.min(width, height), size: width * height };
  }
  return best;
}

const dot = ([ax, ay]: Feet, [bx, by]: Feet) => ax * bx + ay * by;

function extentOf(points: FeetRing, along: Feet): number {
  const places = points.map((point) => dot(point, along));
  return Math.max(...places) - Math.min(...places);
}

/** Cuts a piece with a line in a direction, at a share of its extent; undefined unless there are two parts. */
function cut(piece: FeetArea, direction: Feet, share: number): FeetArea[] | undefined {
  const normal = turned(direction, Math.PI / 2);
  const points = piece[0]?.[0] ?? [];
  const places = points.map((point) => dot(point, normal));
  const at = Math.min(...places) + share * (Math.max(...places) - Math.min(...places));
  const far = 40_000;
  const corner = (along: number, away: number): Feet => [
    normal[0] * (at + away) + direction[0] * along,
    normal[1] * (at + away) + direction[1] * along,
  ];
  const half: FeetArea = [[[corner(-far, 0), corner(far, 0), corner(far, far), corner(-far, far)]]];
  const [one, other] = [intersection(piece, half), difference(piece, half)];
  return one.length === 1 && other.length === 1 ? [one, other] : undefined;
}

/** An edge of a lot that lies on a street. */
export interface FrontEdge {
  readonly street: Street;
  readonly length: number;
  readonly middle: StreetPlace;
  readonly from: Feet;
  readonly to: Feet;
}

/** A lot line this close to the edge of a right-of-way lies on it. */
const onStreetFeet = 1.5;

/** Returns the edges of a lot that lie on streets, the longest first; the pieces of one street count as one. */
export function frontEdges(area: FeetArea): FrontEdge[] {
  const ring = area[0]?.[0] ?? [];
  const byStreet = new Map<string, FrontEdge>();
  for (const [at, from] of ring.entries()) {
    const to = ring[(at + 1) % ring.length] as Feet;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const middle: Feet = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const street = streets.find((one) => length > 0.5 && liesOn(one, middle));
    if (!street) continue;
    const known = byStreet.get(street.name);
    const isLonger = !known || length > Math.hypot(known.to[0] - known.from[0], known.to[1] - known.from[1]);
    const edge = isLonger ? { street, middle: nearestOn(street, middle), from, to } : known;
    byStreet.set(street.name, { ...edge, length: (known?.length ?? 0) + length });
  }
  return [...byStreet.values()].sort((a, b) => b.length - a.length);
}

function liesOn(street: Street, middle: Feet): boolean {
  const end = street.line[street.line.length - 1] as Feet;
  if (street.bulb > 0 && Math.abs(Math.hypot(middle[0] - end[0], middle[1] - end[1]) - street.bulb) < 4) return true;
  return Math.abs(nearestOn(street, middle).distance - street.width / 2) < onStreetFeet;
}

function frontageOf(area: FeetArea): number {
  return frontEdges(area)[0]?.length ?? 0;
}
