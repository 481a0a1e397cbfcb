import type { Feet } from "../frame.ts";
import { once } from "../once.ts";
import { buildings } from "./buildings.ts";
import { streets } from "./streets.ts";
import { beside } from "./utilities.ts";
import { brook, river } from "./waters.ts";

/** A thing on the open map of the town: a node, or a way through its points; a closed way ends where it begins. */
export interface MapElement {
  readonly type: "node" | "way";
  readonly id: number;
  readonly points: readonly Feet[];
  readonly tags: Readonly<Record<string, string>>;
}

const closed = (ring: readonly Feet[]): readonly Feet[] => [...ring, ring[0] as Feet];
const square = ([x, y]: Feet, half: number): readonly Feet[] =>
  closed([
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);

const powerCompany = "Marlow Light and Power";
const route9 = streets.find(({ name }) => name === "Route 9")?.line ?? [];
const millStreet = streets.find(({ name }) => name === "Mill Street")?.line ?? [];

/** What the map shows besides streets and buildings. */
const others: readonly Omit<MapElement, "id">[] = [
  {
    type: "way",
    points: [
      [-200, 1500],
      [3600, 1180],
      [8200, 900],
      [13_200, 700],
    ],
    tags: { power: "line", voltage: "115000", operator: powerCompany, name: "Marlow 115 kV Line" },
  },
  { type: "way", points: beside(route9, 32), tags: { power: "minor_line", operator: powerCompany } },
  { type: "way", points: beside(millStreet, -24), tags: { power: "minor_line", operator: powerCompany } },
  {
    type: "way",
    points: square([8280, 1020], 90),
    tags: { power: "substation", operator: powerCompany, name: "Depot Street Substation" },
  },
  {
    type: "way",
    points: [
      [9300, -200],
      [9200, 1400],
      [9480, 4000],
      [9700, 7000],
      [9300, 10_200],
    ],
    tags: { man_made: "pipeline", substance: "gas", operator: "Marlow Gas Company", name: "Marlow Lateral" },
  },
  { type: "node", points: [[9720, 7600]], tags: { man_made: "water_tower", name: "Highland Water Tower" } },
  { type: "way", points: river, tags: { waterway: "river", name: "Alder River" } },
  { type: "way", points: brook, tags: { waterway: "stream", name: "Tannery Brook" } },
];

/** Numbers of the elements begin here, where the real map has none. */
const firstId = 90_000_000_001;

/** Returns everything on the open map of the town. The same every time. */
export const mapElements = once((): readonly MapElement[] => {
  const roads = streets.map(({ name, line, class: kind, lanes }) => ({
    ...{ type: "way" as const, points: line },
    tags: { highway: kind, name, lanes: String(lanes), surface: "asphalt" },
  }));
  const houses = buildings().map(({ ring, kind, name, levels, heightFeet }) => ({
    ...{ type: "way" as const, points: closed(ring) },
    tags: {
      ...{ building: kind, "building:levels": String(levels), height: (heightFeet * 0.3048).toFixed(1) },
      ...(name === null ? {} : { name }),
    },
  }));
  return [...roads, ...houses, ...others].map((element, at) => ({ ...element, id: firstId + at }));
});
