import { boxOf, centerOf, difference, type FeetArea, grown, intersection, squareFeetOf, union } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { type FrontEdge, frontEdges } from "./blocks.ts";
import { cutStrip, makeParcels, type Parcel, parcelsOn } from "./parcels.ts";
import { slopeAt, withoutElevation } from "./terrain.ts";
import { floodAreas, wetlands } from "./waters.ts";

/** Names of the situations that the town has a parcel for. */
export const scenarioNames = [
  "plain",
  "zoning_conflict",
  "zoning_unknown",
  "wetland",
  "floodway",
  "flood_fringe",
  "steep",
  "flood_not_published",
  "no_contours",
  "multi_parcel",
  "ambiguous",
  "corner",
  "flag",
  "narrow",
  "large",
  "industrial",
  "commercial",
  "gis_viewer",
  "blocked_publisher",
  "ordinance_pdf",
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** The parcels of the town, and which of them show what. */
export interface Cadastre {
  readonly parcels: readonly Parcel[];
  readonly scenarios: Readonly<Record<ScenarioName, Parcel>>;
  /** The second parcel of the site of two parcels. */
  readonly second: Parcel;
}

/** East of this the agency prints no flood map and maps no flood hazard. */
export const floodMapEnds = 10_950;

interface Site {
  readonly parcel: Parcel;
  readonly floodway: number;
  readonly fringe: number;
  readonly wet: number;
  readonly slope: number;
}

/** Returns the cadastre of the town, in which every scenario has its own parcel. The same every time. */
export function makeCadastre(): Cadastre {
  const parcels = new Map(makeParcels().map((parcel) => [parcel.id, parcel]));
  const sites = measure([...parcels.values()]);
  const used = new Set<number>();
  const pick = (name: ScenarioName, fits: (site: Site) => boolean): Parcel => {
    const site = sites.find((one) => !used.has(one.parcel.id) && fits(one));
    if (!site) throw new Error(`no parcel of the demo town shows ${name}`);
    used.add(site.parcel.id);
    return site.parcel;
  };
  const chosen = choose(pick);
  const change = (parcel: Parcel, changes: Partial<Parcel>) => parcels.set(parcel.id, { ...parcel, ...changes });
  number(parcels, chosen.plain, 12);
  change(chosen.zoning_conflict, { recordedDistrict: "R-1" });
  change(chosen.zoning_unknown, { recordedDistrict: null });
  shape(parcels, chosen.flag, "flag");
  shape(parcels, chosen.narrow, "narrow");
  const second = neighbourOf([...parcels.values()], chosen.multi_parcel, used);
  change(second, { number: chosen.multi_parcel.number });
  const final = (parcel: Parcel) => parcels.get(parcel.id) as Parcel;
  const scenarios = Object.fromEntries(scenarioNames.map((name) => [name, final(chosen[name])]));
  return {
    parcels: [...parcels.values()],
    scenarios: scenarios as Record<ScenarioName, Parcel>,
    second: final(second),
  };
}

/** Shares of each parcel that are floodway, flood fringe and wetland, and its mean slope in percent. */
function measure(parcels: readonly Parcel[]): Site[] {
  const { floodway, fringe } = floodAreas();
  const wet = union(...wetlands().map(({ area }) => area));
  const share = (parcel: Parcel, area: FeetArea) => squareFeetOf(intersection(parcel.area, area)) / parcel.squareFeet;
  return parcels.map((parcel) => ({
    parcel,
    floodway: share(parcel, floodway),
    fringe: share(parcel, fringe),
    wet: share(parcel, wet),
    slope: slopeAt(centerOf(parcel.area)) ?? 0,
  }));
}

const isDry = ({ floodway, fringe, wet }: Site) => floodway + fringe + wet === 0;
const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;
const middleOf = ({ parcel }: Site): Feet => centerOf(parcel.area);

function choose(pick: (name: ScenarioName, fits: (site: Site) => boolean) => Parcel): Record<ScenarioName, Parcel> {
  const at = (site: Site, street: string) => site.parcel.street === street;
  const inDistrict = (site: Site, ...codes: readonly string[]) => codes.includes(site.parcel.district);
  const isOneFront = (site: Site) => site.parcel.fronts.length === 1;
  const isFlat = (site: Site) => isDry(site) && site.slope < 12;
  const mapped = (site: Site) => middleOf(site)[0] < floodMapEnds - 600;
  return {
    plain: pick(
      "plain",
      (s) => at(s, "Mill Street") && inDistrict(s, "R-2") && isDry(s) && isOneFront(s) && s.parcel.squareFeet > 10_200,
    ),
    zoning_conflict: pick("zoning_conflict", (s) => at(s, "Elm Street") && inDistrict(s, "R-2") && isDry(s)),
    zoning_unknown: pick("zoning_unknown", (s) => inDistrict(s, "R-1") && at(s, "School Street") && isDry(s)),
    wetland: pick("wetland", (s) => inDistrict(s, "R-1") && isBetween(s.wet, 0.12, 0.6) && s.floodway < 0.25),
    floodway: pick("floodway", (s) => inDistrict(s, "VC", "GC") && isBetween(s.floodway, 0.08, 0.4) && s.fringe > 0.2),
    flood_fringe: pick(
      "flood_fringe",
      (s) => inDistrict(s, "GC", "R-1", "VC") && isBetween(s.fringe, 0.25, 0.65) && s.floodway === 0 && s.wet === 0,
    ),
    steep: pick("steep", (s) => inDistrict(s, "RA") && s.slope > 15 && isDry(s) && mapped(s)),
    flood_not_published: pick(
      "flood_not_published",
      (s) => middleOf(s)[0] > floodMapEnds + 500 && inDistrict(s, "RA") && isFlat(s),
    ),
    no_contours: pick("no_contours", (s) => liesWithoutElevation(s.parcel)),
    multi_parcel: pick(
      "multi_parcel",
      (s) => at(s, "Maple Street") && inDistrict(s, "R-2") && isDry(s) && isOneFront(s),
    ),
    ambiguous: pick("ambiguous", (s) => at(s, "Church Street")),
    corner: pick(
      "corner",
      (s) => inDistrict(s, "R-2") && isDry(s) && s.parcel.fronts.filter(({ length }) => length > 60).length > 1,
    ),
    flag: pick(
      "flag",
      (s) =>
        inDistrict(s, "R-1") &&
        isDry(s) &&
        isOneFront(s) &&
        isBetween(s.parcel.squareFeet, 85_000, 400_000) &&
        canBeFlag(s.parcel),
    ),
    narrow: pick("narrow", (s) => at(s, "Church Street") && isOneFront(s) && (s.parcel.fronts[0]?.length ?? 0) > 85),
    large: pick("large", (s) => inDistrict(s, "RM") && s.parcel.squareFeet > 40 * 43_560),
    industrial: pick(
      "industrial",
      (s) => inDistrict(s, "LI") && isFlat(s) && mapped(s) && isBetween(s.parcel.squareFeet, 230_000, 420_000),
    ),
    commercial: pick(
      "commercial",
      (s) => inDistrict(s, "GC") && at(s, "Route 9") && isFlat(s) && isBetween(s.parcel.squareFeet, 230_000, 420_000),
    ),
    gis_viewer: pick("gis_viewer", (s) => at(s, "Orchard Street") && inDistrict(s, "R-2") && isDry(s)),
    blocked_publisher: pick("blocked_publisher", (s) => at(s, "Maple Street") && isDry(s)),
    ordinance_pdf: pick("ordinance_pdf", (s) => at(s, "Elm Street") && inDistrict(s, "R-2") && isDry(s)),
  };
}

function liesWithoutElevation({ area }: Parcel): boolean {
  const [, south, east] = boxOf(area.flat(2));
  return east < withoutElevation.west - 60 && south > withoutElevation.north + 60;
}

/** Gives a parcel a number; one that had it takes the number that the parcel had. */
function number(parcels: Map<number, Parcel>, parcel: Parcel, wanted: number): void {
  const other = [...parcels.values()].find((one) => one.street === parcel.street && one.number === wanted);
  if (other) parcels.set(other.id, { ...other, number: parcel.number });
  parcels.set(parcel.id, { ...parcel, number: wanted });
}

/** Widths in feet of the pole of the flag lot and of the narrow lot. */
const poleWidth = 28;
const narrowWidth = 34;

/** Cuts a lot in two: a flag lot behind the other, or a narrow lot beside it. The other part keeps the next free number. */
function shape(parcels: Map<number, Parcel>, parcel: Parcel, kind: "flag" | "narrow"): void {
  const [own, beside] = kind === "narrow" ? cutStrip(parcel.area, frontOf(parcel), narrowWidth, 2) : flagOf(parcel);
  const id = Math.max(...parcels.keys()) + 1;
  const taken = new Set(parcelsOn([...parcels.values()], parcel.street).map((one) => one.number));
  let next = parcel.number + 2;
  while (taken.has(next)) next += 2;
  parcels.set(parcel.id, reshaped(parcel, own));
  parcels.set(id, {
    ...reshaped(parcel, beside),
    ...{ id, number: next, llUuid: parcel.llUuid.slice(0, -12) + String(id).padStart(12, "0") },
    apn: `${parcel.apn.slice(0, -4)}${String(id).padStart(4, "0")}`,
  });
}

const reshaped = (parcel: Parcel, area: FeetArea): Parcel => ({
  ...parcel,
  area,
  squareFeet: squareFeetOf(area),
  fronts: frontEdges(area),
});

function frontOf({ fronts }: Parcel): FrontEdge {
  const [front] = fronts;
  if (!front) throw new Error("a lot without a street");
  return front;
}

/** A flag lot, which is the land behind and a pole to the street, and the lot in front of it. */
function flagOf(parcel: Parcel): readonly [FeetArea, FeetArea] {
  const front = frontOf(parcel);
  const depth = 0.45;
  const [pole] = cutStrip(parcel.area, front, poleWidth, depth);
  const [nearHalf] = cutStrip(parcel.area, front, 10_000, depth);
  const flag = union(pole, difference(parcel.area, nearHalf));
  return [flag, difference(parcel.area, flag)];
}

function canBeFlag(parcel: Parcel): boolean {
  const [flag, before] = flagOf(parcel);
  const frontage = (area: FeetArea) => frontEdges(area)[0]?.length ?? 0;
  return flag.length === 1 && before.length === 1 && isBetween(frontage(flag), 20, 45) && frontage(before) > 90;
}

/** The parcel beside another one on its street and on the same side. */
function neighbourOf(parcels: readonly Parcel[], parcel: Parcel, used: ReadonlySet<number>): Parcel {
  const touching = parcelsOn(parcels, parcel.street).filter(
    (one) => one.id !== parcel.id && !used.has(one.id) && touches(one, parcel),
  );
  const [neighbour] = touching;
  if (!neighbour) throw new Error("no parcel of the demo town shows multi_parcel");
  return neighbour;
}

/** Whether two lots share a lot line: grown by half a foot they have a strip in common. */
function touches(a: Parcel, b: Parcel): boolean {
  const shared = intersection(grown(a.area, 0.5), grown(b.area, 0.5));
  return squareFeetOf(shared) > 40;
}
