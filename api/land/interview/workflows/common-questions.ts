import type { typologies } from "../../../../agent/index.ts";
import type { QuestionData } from "../question.ts";
import { number, numbersOf, options, typicalQuestion, wholeNumber } from "./question-parts.ts";

const typologyLabels = {
  multifamily_garden: "Garden apartments",
  multifamily_midrise: "Mid-rise apartments around a garage",
  townhome: "Townhomes",
  mixed_use: "Shops with dwellings above",
  retail: "Row of shops",
  office: "Offices",
  industrial: "Warehouse",
  self_storage: "Self-storage",
  hotel: "Hotel",
  senior_living: "Senior living",
  mobile_home_park: "Park for mobile homes or recreational vehicles",
  single_family: "Single-family homes (only in the studio)",
  subdivision: "Subdivision (only in the studio)",
} as const satisfies Readonly<Record<(typeof typologies)[number], string>>;

/** The first question; its answer selects the workflow. `mf_podium` is the other form of mid-rise apartments. */
export const typologyQuestion: QuestionData = {
  ...{ id: "program.typology", title: "What is to be built?", unit: null, required: true, scope: "site" },
  schema: options({ ...typologyLabels, mf_podium: "Mid-rise apartments above parking" }),
  recommend: { kind: "rule", rule: "typology_of_goal" },
};

const zoneId = { type: "string", pattern: "^[a-z][a-z0-9_]{0,19}$" };

const sides = ["north", "east", "south", "west"] as const;
const beyondSide = options({ residential: "A residential district", other: "Another district", street: "A street" });

/** Questions about the site, before those of the zones. */
export const siteQuestions: readonly QuestionData[] = [
  {
    ...{ id: "site.zones", title: "Into which zones is the site divided?", unit: null, required: true, scope: "site" },
    schema: {
      ...{ type: "array", minItems: 1, maxItems: 6, uniqueItems: true },
      items: {
        type: "object",
        properties: {
          zone_id: zoneId,
          name: { type: "string", minLength: 1, maxLength: 80 },
          typology: typologyQuestion.schema,
        },
        ...{ required: ["zone_id", "name", "typology"], additionalProperties: false },
      },
    },
    dependsOn: ["program.typology"],
    recommend: { kind: "rule", rule: "one_zone" },
  },
  {
    ...{ id: "site.zone_boundary", title: "Where is the zone?", unit: "WGS 84", required: true, scope: "zone" },
    schema: {
      ...{ type: "object", required: ["type", "coordinates"], additionalProperties: false },
      properties: {
        type: { const: "Polygon" },
        coordinates: {
          ...{ type: "array", minItems: 1, maxItems: 50 },
          items: {
            ...{ type: "array", minItems: 4, maxItems: 2000 },
            items: { type: "array", minItems: 2, maxItems: 2, items: { type: "number" } },
          },
        },
      },
    },
    ...{ when: "several_zones", dependsOn: ["site.zones"], recommend: null },
  },
  {
    ...{ id: "site.governing_basis", title: "Which zoning governs the concept?", unit: null, scope: "site" },
    ...{ required: true, when: "rezone_planned" },
    schema: {
      ...{ type: "object", required: ["basis"], additionalProperties: false },
      properties: {
        basis: options({ current: "The district of the parcel", rezone_target: "The district after a rezone" }),
        code: { type: "string", minLength: 1, maxLength: 40 },
      },
    },
    recommend: { kind: "rule", rule: "governing_basis" },
  },
  {
    ...{ id: "site.merge_parcels", title: "Are the parcels built on as one lot?", unit: null, scope: "site" },
    ...{ schema: { type: "boolean" }, required: true, when: "several_parcels" },
    recommend: { kind: "rule", rule: "merge_touching" },
  },
  {
    ...{ id: "site.front_edges", title: "Which sides of the site face a street, the front first?", unit: null },
    schema: {
      ...{ type: "array", minItems: 1, maxItems: 4, uniqueItems: true },
      items: options({ south: "South", north: "North", east: "East", west: "West" }),
    },
    ...{ scope: "site", required: true, when: "streets_unknown" },
    recommend: {
      ...{ kind: "value", value: ["south"] },
      reason: "No street is mapped at the site: the side is an assumption to be corrected.",
    },
  },
  {
    ...{ id: "site.wetland_treatment", title: "How is the mapped wetland treated?", unit: null, scope: "site" },
    schema: options({
      exclude_with_buffer: "Kept free, with a buffer",
      exclude_no_buffer: "Kept free, without a buffer",
      delineation_pending: "Kept free until it is delineated",
      not_wetland_per_survey: "A survey found no wetland",
    }),
    ...{ required: true, when: "wetland_mapped" },
    recommend: {
      ...{ kind: "value", value: "exclude_with_buffer" },
      reason: "Mapped wetlands are screening data; they are kept free until a delineation says otherwise.",
    },
  },
  {
    ...{ id: "site.wetland_buffer", title: "How wide is the buffer around wetlands?", unit: "ft", scope: "site" },
    ...{ schema: number(0, 300), required: false, when: "wetland_buffered", dependsOn: ["site.wetland_treatment"] },
    recommend: {
      ...{ kind: "criterion", field: "wetland_buffer" },
      otherwise: { value: 50, reason: "No buffer was located in the ordinance: 50 ft is assumed." },
    },
  },
  {
    ...{ id: "site.floodplain", title: "How is the mapped flood hazard area treated?", unit: null, scope: "site" },
    schema: options({
      avoid: "Buildings avoid it",
      retain_fringe: "Buildings may stand in the fringe, raised",
      retain_with_fill: "Buildings may stand in the fringe, on fill",
    }),
    ...{ required: true, when: "flood_mapped", recommend: { kind: "rule", rule: "floodplain" } },
  },
  {
    ...{ id: "rules.setbacks", title: "Which setbacks apply?", unit: "ft", required: true, scope: "site" },
    schema: numbersOf(["front", "interior_side", "exterior_side", "rear"], 0, 500),
    recommend: { kind: "rule", rule: "setbacks" },
  },
  {
    ...{ id: "site.neighbors", title: "What lies beyond each side of the site?", unit: null, scope: "site" },
    schema: {
      ...{ type: "object", required: [...sides], additionalProperties: false },
      properties: Object.fromEntries(sides.map((side) => [side, beyondSide])),
    },
    ...{ required: true, when: "neighbors_unknown" },
    recommend: {
      ...{ kind: "value", value: Object.fromEntries(sides.map((side) => [side, "residential"])) },
      reason:
        "The ordinance asks for more distance beside some districts, and no map tells which districts adjoin the site: residential ones are assumed, which asks for the most.",
    },
  },
  {
    ...{ id: "rules.height_max", title: "How high may buildings be?", unit: "ft", required: true, scope: "site" },
    ...{ schema: number(10, 600), when: "height_unknown" },
    recommend: {
      ...{ kind: "value", value: 35 },
      reason: "No height limit was located in the ordinance: 35 ft is assumed.",
    },
  },
];

/** Questions of every zone, after those of its workflow. `parking.ratio` is made for the uses of the workflow. */
export const zoneQuestions: readonly QuestionData[] = [
  {
    ...{
      id: "open.min_pct",
      title: "How much of the site stays open space?",
      unit: "%",
      required: true,
      scope: "site",
    },
    ...{ schema: number(0, 60), when: "open_space_ruled", recommend: { kind: "rule", rule: "open_space" } },
  },
  {
    ...{ id: "rules.principal_buildings", title: "How many principal buildings stand on each lot at most?" },
    ...{ schema: wholeNumber(1, 100), unit: "buildings", scope: "site", required: false, when: "buildings_ruled" },
    recommend: { kind: "criterion", field: "principal_buildings_max", otherwise: null },
  },
  {
    ...{ id: "parking.place", title: "Where may cars park?", unit: null, scope: "site", required: false },
    schema: options({ behind: "Beside and behind the buildings", front: "Before the buildings too" }),
    ...{ when: "front_parking_ruled", recommend: { kind: "rule", rule: "parking_place" } },
  },
  {
    ...{ id: "storm.method", title: "How is room for stormwater found?", unit: null, required: true, scope: "site" },
    schema: options({
      code_volume: "From the volume that the ordinance asks for",
      wq_only: "From the water-quality volume",
      reserve_pct: "A tenth of the built and paved land is reserved",
    }),
    recommend: { kind: "rule", rule: "stormwater_method" },
  },
  {
    ...typicalQuestion("site.access_points", "How many driveways?", {
      ...{ schema: { oneOf: [{ const: "auto", title: "As the frontage allows" }, wholeNumber(1, 3)] } },
      ...{ unit: null, value: "auto", reason: "The length of the frontage and the spacing rules decide." },
    }),
    scope: "site",
  },
  {
    ...typicalQuestion("site.slope_limit", "Up to which slope may buildings stand?", {
      ...{ schema: number(5, 40), unit: "%", value: 15, reason: "Steeper land is costly to grade; an assumption." },
    }),
    scope: "site",
  },
  {
    ...typicalQuestion("parking.angle", "At which angle do cars park?", {
      schema: { type: "integer", oneOf: [90, 60, 45].map((angle) => ({ const: angle, title: `${angle} degrees` })) },
      ...{ unit: "degrees", value: 90, reason: "Right angles hold the most cars with two-way aisles." },
    }),
    scope: "site",
  },
  {
    ...{ id: "parking.stall_w", title: "How wide is a stall?", schema: number(8, 12), unit: "ft", scope: "site" },
    required: false,
    recommend: {
      ...{ kind: "criterion", field: "stall_w" },
      otherwise: { value: 9, reason: "No width was located in the ordinance: 9 ft is usual." },
    },
  },
  {
    ...{ id: "parking.stall_l", title: "How long is a stall?", schema: number(15, 24), unit: "ft", scope: "site" },
    required: false,
    recommend: {
      ...{ kind: "criterion", field: "stall_l" },
      otherwise: { value: 18, reason: "No length was located in the ordinance: 18 ft is usual." },
    },
  },
  {
    ...{ id: "parking.aisle", title: "How wide is an aisle?", schema: number(12, 30), unit: "ft", scope: "site" },
    required: false,
    recommend: {
      ...{ kind: "criterion", field: "aisle" },
      otherwise: { value: 24, reason: "No width was located in the ordinance: 24 ft is usual at right angles." },
    },
  },
  {
    ...{ id: "parking.landscape_island_every", title: "After how many stalls comes an island?", unit: "stalls" },
    ...{ schema: wholeNumber(6, 20), scope: "site", required: false },
    recommend: {
      ...{ kind: "criterion", field: "landscape_island_every" },
      otherwise: { value: 12, reason: "No rule was located in the ordinance: 12 is assumed." },
    },
  },
  {
    ...{ id: "parking.ev", title: "Which share of stalls is for electric vehicles?", unit: "%", scope: "site" },
    ...{ schema: numbersOf(["capable", "ready", "installed"], 0, 100), required: false },
    recommend: { kind: "rule", rule: "charging_stations" },
  },
  {
    ...typicalQuestion("fire.access", "Are the buildings sprinklered?", {
      schema: options({ standard: "No", sprinklered: "Yes" }),
      ...{ unit: null, value: "sprinklered", reason: "Usual for new buildings with dwellings or many visitors." },
    }),
    scope: "site",
  },
];
