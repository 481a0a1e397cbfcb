/** The standards that are read from ordinances; the names are those of design criteria. */
export const dimensionIds = [
  "setback_front",
  "setback_side_street",
  "setback_side_interior",
  "setback_rear",
  "lot_area_min",
  "lot_width_min",
  "lot_frontage_min",
  "lot_depth_min",
  "dwelling_unit_area_min",
  "stories_max",
  "height_max",
  "impervious_max",
  "coverage_max",
  "far_max",
  "density_max",
  "open_space_min",
  "landscape_min",
] as const;
export type DimensionId = (typeof dimensionIds)[number];

/** The units in which rules are stated. */
export type RuleUnit =
  | "in"
  | "bicycle spaces per dwelling unit"
  | "bicycle spaces per stall"
  | "ft"
  | "sq ft"
  | "%"
  | "ratio"
  | "stories"
  | "du/ac"
  | "sq ft per dwelling unit"
  | "stalls"
  | "loading spaces"
  | "times"
  | "dwelling units"
  | "homes"
  | "buildings";

/** A standard and the words by which labels name it. */
export interface DimensionEntry {
  readonly id: DimensionId;
  readonly limit: "min" | "max";
  readonly unit: RuleUnit;
  /** A label names it when it has a word of each of these lists. */
  readonly all: readonly (readonly string[])[];
  /** And none of these words. */
  readonly none: readonly string[];
  /** Smallest and largest value that is believed, in the unit. */
  readonly range: readonly [least: number, most: number];
}

const yard = ["yard", "yards", "setback", "setbacks", "line"];
const streetSide = ["street", "corner", "exterior", "secondary", "flanking", "flankage"];
/** Words that show a label is about something other than the lot or its principal building. */
const elsewhere = [
  ...["accessory", "parking", "sign", "signs", "fence", "fences", "driveway", "driveways", "garage", "loading", "shed"],
  ...["pool", "tower", "towers", "antenna", "antennas", "buffer", "wall", "walls", "landscaping", "stall", "aisle"],
];

/** The entries in the order in which a label is tried: narrow ones first. */
export const dimensionEntries: readonly DimensionEntry[] = [
  {
    ...{ id: "setback_side_street", limit: "min", unit: "ft", range: [0, 400] },
    ...{
      all: [["side"], streetSide, yard],
      none: [...elsewhere, "rear", "total", "sum", "both", "combined", "interior"],
    },
  },
  {
    ...{ id: "setback_front", limit: "min", unit: "ft", range: [0, 500] },
    ...{
      all: [["front"], yard],
      none: [...elsewhere, "side", "rear", "maximum", "max", "porch", "average", "secondary"],
    },
  },
  {
    // "Setback from street line": the front of a lot by another name.
    ...{ id: "setback_front", limit: "min", unit: "ft", range: [0, 500] },
    ...{
      all: [
        ["setback", "setbacks", "yard", "yards"],
        ["street", "road", "highway"],
        ["line", "lines"],
      ],
      none: [...elsewhere, "side", "rear", "front", "corner", "maximum", "max", "center", "average", "residence"],
    },
  },
  {
    ...{ id: "setback_side_interior", limit: "min", unit: "ft", range: [0, 400] },
    all: [["side"], yard],
    none: [
      ...elsewhere,
      ...streetSide,
      "front",
      "rear",
      "total",
      "sum",
      "both",
      "combined",
      "aggregate",
      "maximum",
      "max",
    ],
  },
  {
    ...{ id: "setback_rear", limit: "min", unit: "ft", range: [0, 400] },
    ...{ all: [["rear"], yard], none: [...elsewhere, "front", "side", "maximum", "max", "alley"] },
  },
  {
    ...{ id: "dwelling_unit_area_min", limit: "min", unit: "sq ft", range: [150, 5000] },
    all: [
      ["floor", "living", "livable", "habitable"],
      ["area", "space"],
      ["dwelling", "dwellings", "unit", "living", "livable", "residential", "house", "houses"],
    ],
    none: [...elsewhere, "ratio", "lot", "far", "coverage", "open"],
  },
  {
    ...{ id: "far_max", limit: "max", unit: "ratio", range: [0.01, 30] },
    ...{ all: [["floor"], ["area"], ["ratio"]], none: ["minimum", "min"] },
  },
  { ...{ id: "far_max", limit: "max", unit: "ratio", range: [0.01, 30] }, all: [["far"]], none: ["minimum", "min"] },
  {
    ...{ id: "far_max", limit: "max", unit: "ratio", range: [0.01, 30] },
    ...{
      all: [["floor"], ["area"], ["%", "percent", "percentage"], ["lot"]],
      none: [...elsewhere, "minimum", "min", "ground", "open", "dwelling", "coverage"],
    },
  },
  {
    ...{ id: "impervious_max", limit: "max", unit: "%", range: [1, 100] },
    ...{ all: [["impervious"]], none: ["minimum", "min", "pervious"] },
  },
  {
    ...{ id: "coverage_max", limit: "max", unit: "%", range: [1, 100] },
    ...{
      all: [["coverage"]],
      none: ["minimum", "min", "impervious", "landscape", "landscaped", "vegetative", "accessory"],
    },
  },
  {
    ...{ id: "coverage_max", limit: "max", unit: "%", range: [1, 100] },
    ...{
      all: [["occupied", "covered"], ["lot"], ["%", "percent", "percentage", "maximum"]],
      none: ["minimum", "min", "impervious", "landscaped", "accessory"],
    },
  },
  {
    ...{ id: "density_max", limit: "max", unit: "du/ac", range: [0.01, 300] },
    ...{ all: [["density"]], none: ["minimum", "min", "bonus", "block", "perimeter"] },
  },
  {
    ...{ id: "density_max", limit: "max", unit: "du/ac", range: [0.01, 300] },
    ...{ all: [["units", "dwellings"], ["per"], ["acre"]], none: ["minimum", "min", "bonus"] },
  },
  {
    ...{ id: "open_space_min", limit: "min", unit: "%", range: [1, 95] },
    ...{ all: [["open"], ["space"]], none: ["maximum", "max", "unit", "dwelling"] },
  },
  {
    // "Minimum usable open space (square feet per dwelling unit)".
    ...{ id: "open_space_min", limit: "min", unit: "sq ft per dwelling unit", range: [20, 20_000] },
    ...{ all: [["open"], ["space"], ["unit", "dwelling"]], none: ["maximum", "max"] },
  },
  {
    ...{ id: "landscape_min", limit: "min", unit: "%", range: [1, 95] },
    ...{
      all: [
        ["landscaped", "landscape", "landscaping"],
        ["area", "coverage", "space"],
      ],
      none: ["parking", "buffer", "maximum"],
    },
  },
  {
    ...{ id: "stories_max", limit: "max", unit: "stories", range: [1, 100] },
    ...{
      all: [["stories", "storeys", "story"]],
      none: [...elsewhere, "minimum", "min", "ground", "first", "step", "upper"],
    },
  },
  {
    ...{ id: "height_max", limit: "max", unit: "ft", range: [8, 1500] },
    ...{
      all: [["height", "heights"]],
      none: [
        ...[...elsewhere, "minimum", "min", "story", "ceiling", "floor", "ground", "clear"],
        ...["sill", "window", "windows", "screen", "screens", "streetscreen", "hedge", "hedges", "letter", "mounting"],
      ],
    },
  },
  {
    ...{ id: "lot_frontage_min", limit: "min", unit: "ft", range: [5, 2000] },
    ...{
      all: [["frontage"]],
      none: [...elsewhere, "maximum", "max", "building", "active", "window", "buildout", "type", "types"],
    },
  },
  {
    ...{ id: "lot_width_min", limit: "min", unit: "ft", range: [10, 2000] },
    ...{ all: [["lot", "site", "parcel"], ["width"]], none: [...elsewhere, "maximum", "max"] },
  },
  {
    ...{ id: "lot_depth_min", limit: "min", unit: "ft", range: [10, 2000] },
    ...{ all: [["lot", "site", "parcel"], ["depth"]], none: [...elsewhere, "maximum", "max"] },
  },
  {
    ...{ id: "lot_area_min", limit: "min", unit: "sq ft", range: [400, 50_000_000] },
    all: [
      ["lot", "site", "parcel"],
      ["area", "size"],
    ],
    none: [
      ...[...elsewhere, "coverage", "unit", "units", "ratio", "floor", "dwelling", "du", "additional", "percent"],
      ...["maximum", "max", "covered", "family", "bedroom", "buildable"],
    ],
  },
];
