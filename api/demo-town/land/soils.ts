import { around, difference, type FeetArea, intersection, union } from "../clip.ts";
import { once } from "../once.ts";
import { hills } from "./terrain.ts";
import { brook, openWater, river, townLand, wetlands } from "./waters.ts";

/** A map unit of the town's soil survey, with the values of its dominant condition. */
export interface SoilUnit {
  readonly mukey: string;
  readonly symbol: string;
  readonly name: string;
  readonly farmland: string;
  readonly hydrologicGroup: string | null;
  readonly drainage: string | null;
  readonly slopePercent: number | null;
  /** Shallowest water table and bedrock, in centimetres; null below two metres. */
  readonly waterTableCm: number | null;
  readonly bedrockCm: number | null;
  readonly hydricPercent: number;
  readonly area: FeetArea;
}

const prime = "All areas are prime farmland";
const statewide = "Farmland of statewide importance";
const none = "Not prime farmland";

const unit = (key: number, symbol: string, name: string, area: FeetArea) => ({
  ...{ mukey: String(9_900_000 + key), symbol, name, area },
});
const along = (feet: number) => union(around(river, feet), around(brook, feet * 0.4));
const disc = (x: number, y: number, radius: number) =>
  around(
    [
      [x, y],
      [x + 0.1, y],
    ],
    radius,
  );

/** The units of wet land, from the most particular outward. */
function wetUnits(): SoilUnit[] {
  const wet = wetlands().filter(({ code }) => code.startsWith("PFO") || code.startsWith("PEM"));
  return [
    {
      ...unit(1, "W", "Water", openWater),
      ...{ farmland: none, hydrologicGroup: null, drainage: null, slopePercent: null },
      ...{ waterTableCm: null, bedrockCm: null, hydricPercent: 0 },
    },
    {
      ...unit(2, "Mp", "Millpond muck, 0 to 2 percent slopes", union(...wet.map(({ area }) => area))),
      ...{ farmland: none, hydrologicGroup: "B/D", drainage: "Very poorly drained", slopePercent: 1 },
      ...{ waterTableCm: 0, bedrockCm: null, hydricPercent: 95 },
    },
    {
      ...unit(3, "Ta", "Tannery silt loam, 0 to 3 percent slopes, occasionally flooded", along(430)),
      ...{ farmland: prime, hydrologicGroup: "B/D", drainage: "Somewhat poorly drained", slopePercent: 2 },
      ...{ waterTableCm: 31, bedrockCm: null, hydricPercent: 10 },
    },
  ];
}

/** The units of dry land, from the most particular outward; the last one is everywhere. */
function dryUnits(): SoilUnit[] {
  const caps = hills.filter(({ height }) => height > 50);
  return [
    {
      ...unit(
        4,
        "LgE",
        "Ledgeback-Rock outcrop complex, 15 to 45 percent slopes",
        union(...caps.map(({ middle: [x, y], radius }) => disc(x, y, radius * 0.75))),
      ),
      ...{ farmland: none, hydrologicGroup: "D", drainage: "Well drained", slopePercent: 28 },
      ...{ waterTableCm: null, bedrockCm: 46, hydricPercent: 0 },
    },
    {
      ...unit(
        5,
        "OrC",
        "Orchardhill fine sandy loam, 8 to 15 percent slopes",
        union(...hills.map(({ middle: [x, y], radius }) => disc(x, y, radius * 1.15))),
      ),
      ...{ farmland: statewide, hydrologicGroup: "B", drainage: "Well drained", slopePercent: 11 },
      ...{ waterTableCm: null, bedrockCm: 152, hydricPercent: 0 },
    },
    {
      ...unit(6, "FwB", "Fallsway sandy loam, 3 to 8 percent slopes", along(1900)),
      ...{ farmland: prime, hydrologicGroup: "A", drainage: "Somewhat excessively drained", slopePercent: 5 },
      ...{ waterTableCm: null, bedrockCm: null, hydricPercent: 0 },
    },
    {
      ...unit(7, "OrB", "Orchardhill fine sandy loam, 3 to 8 percent slopes", townLand),
      ...{ farmland: prime, hydrologicGroup: "B", drainage: "Well drained", slopePercent: 5 },
      ...{ waterTableCm: 137, bedrockCm: null, hydricPercent: 3 },
    },
  ];
}

/** Returns the soil map units: they cover all land of the town, and no place twice. */
export const soilUnits = once((): SoilUnit[] => {
  let taken: FeetArea = [];
  // Each unit has the land that those before it leave.
  return [...wetUnits(), ...dryUnits()].map((unit) => {
    const area = difference(intersection(unit.area, townLand), taken);
    taken = union(taken, area);
    return { ...unit, area };
  });
});
