import type { TownFeature } from "../arcgis/feature.ts";
import type { Feet } from "../frame.ts";
import { streets } from "./streets.ts";
import { river } from "./waters.ts";

/** Streets with public water; those with public sewer are the village and Route 9. */
const watered = new Set(
  "Mill Street,Station Street,School Street,Church Street,Maple Street,Orchard Street,Elm Street,Oak Street,Canal Street,Grove Street,Pleasant Street,Depot Street,Route 9,Foundry Street,Fern Circle,Birch Lane,Highland Road,Farm Road,Meadow Drive,Commerce Drive,Laurel Street".split(
    ",",
  ),
);
const sewered = new Set(
  "Mill Street,Station Street,School Street,Church Street,Maple Street,Orchard Street,Elm Street,Oak Street,Canal Street,Grove Street,Depot Street,Route 9,Farm Road,Commerce Drive".split(
    ",",
  ),
);
const gassed = new Set("Mill Street,Station Street,Route 9,Depot Street,Foundry Street".split(","));
const drained = new Set("Mill Street,Station Street,School Street,Canal Street,Route 9,Commerce Drive".split(","));

/** Kinds of the town's own lines and structures. */
export type MainKind = "Water Mains" | "Sewer Mains" | "Storm Drains" | "Gas Mains" | "Hydrants" | "Greenways";

/** Returns the lines or structures of a kind; mains lie beside the centerline of their street. */
export function mains(kind: MainKind): TownFeature[] {
  const along = (names: ReadonlySet<string>, offset: number, attributes: TownFeature["attributes"]): TownFeature[] =>
    streets
      .filter(({ name }) => names.has(name))
      .map(({ line }) => ({ shape: { kind: "line", line: beside(line, offset) }, attributes }));
  switch (kind) {
    case "Water Mains":
      return along(watered, 9, { OWNER: "Alder Falls Water Department", DIAMETER_IN: 8, MATERIAL: "Ductile iron" });
    case "Sewer Mains":
      return along(sewered, -4, { OWNER: "Alder Falls Sewer Authority", DIAMETER_IN: 10, MATERIAL: "PVC" });
    case "Storm Drains":
      return along(drained, -13, { OWNER: "Town of Alder Falls", DIAMETER_IN: 18, MATERIAL: "Concrete" });
    case "Gas Mains":
      return along(gassed, 14, { OWNER: "Marlow Gas Company", DIAMETER_IN: 4, MATERIAL: "Polyethylene" });
    case "Hydrants":
      return streets.filter(({ name }) => watered.has(name)).flatMap(({ line }) => hydrants(beside(line, 18)));
    case "Greenways":
      return [
        {
          shape: { kind: "line", line: beside(river, -160) },
          attributes: { NAME: "Alder River Greenway", SURFACE: "Stone dust", WIDTH_FT: 10 },
        },
        {
          shape: {
            kind: "line",
            line: [
              [3300, 5690],
              [3310, 5960],
              [4100, 5990],
              [4430, 5900],
            ],
          },
          attributes: { NAME: "Orchard Path", SURFACE: "Asphalt", WIDTH_FT: 8 },
        },
      ];
  }
}

const hydrantSpacing = 480;

function hydrants(line: readonly Feet[]): TownFeature[] {
  return placesAlong(line, hydrantSpacing).map((at) => ({
    shape: { kind: "point", at },
    attributes: { OWNER: "Alder Falls Water Department", FLOW_GPM: 1250 },
  }));
}

/** Returns places on a line at equal distances, in feet. */
export function placesAlong(line: readonly Feet[], spacing: number): Feet[] {
  const places: Feet[] = [];
  let next = spacing / 2;
  let passed = 0;
  for (const [at, [ax, ay]] of line.slice(0, -1).entries()) {
    const [bx, by] = line[at + 1] as Feet;
    const length = Math.hypot(bx - ax, by - ay);
    for (; next <= passed + length; next += spacing) {
      const share = (next - passed) / length;
      places.push([ax + share * (bx - ax), ay + share * (by - ay)]);
    }
    passed += length;
  }
  return places;
}

/** Returns a line moved sideways, to the left for positive feet. */
export function beside(line: readonly Feet[], feet: number): Feet[] {
  return line.map((point, at) => {
    const before = line[Math.max(0, at - 1)] as Feet;
    const after = line[Math.min(line.length - 1, at + 1)] as Feet;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]);
    return [point[0] - ((after[1] - before[1]) / length) * feet, point[1] + ((after[0] - before[0]) / length) * feet];
  });
}
