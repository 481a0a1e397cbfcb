import { boxOf, centerOf, difference, type FeetArea, intersection, squareFeetOf } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { divideBlock, type FrontEdge, frontEdges, type Lot, makeBlocks } from "./blocks.ts";
import { type DistrictCode, districtNames } from "./districts.ts";
import type { Street } from "./streets.ts";

/** A parcel of the town. */
export interface Parcel {
  /** Counts from 1; part of every identifier of the parcel. */
  readonly id: number;
  readonly llUuid: string;
  readonly apn: string;
  readonly number: number;
  readonly street: string;
  readonly area: FeetArea;
  readonly squareFeet: number;
  /** District of the zoning map. */
  readonly district: DistrictCode;
  /** District that the parcel record states, which a scenario makes differ; null where it states none. */
  readonly recordedDistrict: DistrictCode | null;
  /** What the assessor calls its use. */
  readonly use: string;
  readonly fronts: readonly FrontEdge[];
}

const uses: Readonly<Record<DistrictCode, readonly string[]>> = {
  RA: ["Farm", "Forest", "Single family", "Vacant land"],
  "R-1": ["Single family", "Single family", "Single family", "Vacant land"],
  "R-2": ["Single family", "Two family", "Single family", "Vacant land"],
  RM: ["Apartments", "Vacant land", "Single family", "Townhouses"],
  VC: ["Store", "Mixed use", "Office", "Restaurant"],
  GC: ["Store", "Gasoline station", "Office", "Vacant land"],
  LI: ["Warehouse", "Workshop", "Vacant land", "Laboratory"],
};

/** A place inside the block that is one farm, the largest tract of the RM district. */
const undivided: Feet = [11_500, 4750];

/** Returns the parcels of the town before scenarios change any of them. The same every time. */
export function makeParcels(): Parcel[] {
  const lots = makeBlocks().flatMap((block, at) => {
    const [west, south, east, north] = boxOf(block.area.flat(2));
    const isFarm = undivided[0] > west && undivided[0] < east && undivided[1] > south && undivided[1] < north;
    const isTract = isFarm && block.district === "RM";
    return (isTract ? [{ district: block.district, area: block.area }] : divideBlock(block, at + 7)).map((lot) => ({
      lot,
      block: at + 1,
    }));
  });
  const withFronts = lots
    .map(({ lot, block }) => ({ lot, block, fronts: frontEdges(lot.area) }))
    .filter(({ fronts }) => fronts.length > 0);
  const taken = new Set<string>();
  return withFronts.map(({ lot, block, fronts }, at) => parcelOf(at + 1, block, lot, fronts, taken));
}

function parcelOf(id: number, block: number, lot: Lot, fronts: readonly FrontEdge[], taken: Set<string>): Parcel {
  const [front] = fronts as readonly [FrontEdge, ...FrontEdge[]];
  return {
    ...{ id, llUuid: llUuidOf(id), apn: apnOf(block, id), number: numberOn(front, taken), street: front.street.name },
    ...{ area: lot.area, squareFeet: squareFeetOf(lot.area), district: lot.district, recordedDistrict: lot.district },
    use: uses[lot.district][(id * 7) % 4] ?? "Vacant land",
    fronts,
  };
}

const llUuidOf = (id: number) => `a1de4fa1-15d0-4e00-8000-${String(id).padStart(12, "0")}`;
const apnOf = (block: number, id: number) =>
  `${String(Math.ceil(block / 4)).padStart(2, "0")}-${String(block).padStart(3, "0")}-${String(id).padStart(4, "0")}`;

/** Numbers grow with the distance along the street, odd on its left side; two for each 40 feet, none twice. */
function numberOn({ street, middle }: FrontEdge, taken: Set<string>): number {
  const side = middle.isLeft ? 1 : 2;
  let number = 2 * Math.round(middle.station / 40) + side;
  while (taken.has(`${number} ${street.name}`)) number += 2;
  taken.add(`${number} ${street.name}`);
  return number;
}

/** The address of a parcel as its record writes it. */
export function addressOf({ number, street }: Pick<Parcel, "number" | "street">): string {
  return `${number} ${street}`;
}

/** The name of the district as a parcel record states it. */
export function districtTitle(code: DistrictCode): string {
  return `${districtNames[code]} District`;
}

/** Cuts a strip of a width, in feet, off the beginning of a lot's front; its depth is a share of the lot's depth. */
export function cutStrip(
  area: FeetArea,
  front: FrontEdge,
  width: number,
  share: number,
): readonly [FeetArea, FeetArea] {
  const { from, to } = front;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const along: Feet = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const middle = centerOf(area);
  const side = (middle[0] - from[0]) * -along[1] + (middle[1] - from[1]) * along[0] > 0 ? 1 : -1;
  const inward: Feet = [-along[1] * side, along[0] * side];
  const depths = (area[0]?.[0] ?? []).map(([x, y]) => (x - from[0]) * inward[0] + (y - from[1]) * inward[1]);
  const depth = Math.max(...depths);
  const place = (alongFeet: number, inFeet: number): Feet => [
    from[0] + along[0] * alongFeet + inward[0] * inFeet,
    from[1] + along[1] * alongFeet + inward[1] * inFeet,
  ];
  const far = 4000;
  const strip: FeetArea = [
    [[place(-far, -far), place(width, -far), place(width, depth * share), place(-far, depth * share)]],
  ];
  return [intersection(area, strip), difference(area, strip)];
}

/** Returns a street's parcels in the order of their numbers. */
export function parcelsOn(parcels: readonly Parcel[], street: Street["name"]): Parcel[] {
  return parcels.filter((parcel) => parcel.street === street).sort((a, b) => a.number - b.number);
}
