import { type CriterionValue, setbackFields } from "../design-criteria/criteria.ts";
import { dwellingFloor } from "../site-plan/engine/programs/residential.ts";
import { isForAllUses } from "../site-plan/front-parking-rules.ts";
import {
  type CriterionNumber,
  criterionNumber,
  districtOf,
  type InterviewContext,
  placeCited,
  severalRatios,
  useStatus,
  valuesOf,
} from "./interview-context.ts";
import type { AnswerSchema, QuestionData, RecommendationRule } from "./question.ts";
import { ratioFor, type UnitMix } from "./ratio-of-mix.ts";
import type { WorkflowData } from "./workflow.ts";
import { workflowOf, workflows } from "./workflows/workflows.ts";

/** A recommended answer and why. */
export interface Recommended {
  readonly value: unknown;
  readonly reason: string;
}

/** What a recommendation is worked out from. */
export interface RecommendationInput {
  readonly context: InterviewContext;
  /** The zone's workflow; undefined before one is selected. */
  readonly workflow: WorkflowData | undefined;
  /** Settled values by question, of the site and of the zone asked for. */
  readonly settled: (questionId: string) => unknown;
}

/** Returns the answer that is recommended for a question; null when only the user can say it. */
export function recommend(question: QuestionData, input: RecommendationInput): Recommended | null {
  const { recommend: how } = question;
  if (how === null) return null;
  if (how.kind === "value") return { value: how.value, reason: how.reason };
  if (how.kind === "rule") return rules[how.rule](input);
  const found = criterionNumber(governing(input), how.field, input.workflow?.uses);
  return found && isInRange(found.value, question.schema) ? { value: found.value, reason: found.basis } : how.otherwise;
}

const isInRange = (value: number, { minimum, maximum }: AnswerSchema) =>
  !(typeof minimum === "number" && value < minimum) && !(typeof maximum === "number" && value > maximum);

/** Returns the zoning code that governs: the rezone target where the user chose it, else the district of the parcel. */
export function governingCode({ context, settled }: Pick<RecommendationInput, "context" | "settled">): string | null {
  const basis = settled("site.governing_basis");
  if (typeof basis !== "object" || basis === null || !("basis" in basis)) return context.zoningCode;
  const code =
    "code" in basis && typeof basis.code === "string" ? basis.code : goalValue(context, "target_zoning_code");
  return basis.basis === "rezone_target" && typeof code === "string" ? code : context.zoningCode;
}

const governing = (input: RecommendationInput) => districtOf(input.context, governingCode(input));

const goalValue = (context: InterviewContext, key: string): unknown => context.goal[key]?.value;

const rules: Readonly<Record<RecommendationRule, (input: RecommendationInput) => Recommended | null>> = {
  typology_of_goal: ({ context }) => typology(context),
  floodplain: ({ context: { flood } }) =>
    flood.hazardArea >= mostlyFlooded && flood.floodway < mostlyFloodway
      ? {
          value: "retain_fringe",
          reason: `${Math.round(flood.hazardArea * 100)} % of the site lies in the mapped flood hazard area: without its fringe almost nothing can be built. The floodway stays free; elevation and a permit still have to be shown, and the approval needs your reason.`,
        }
      : {
          value: "avoid",
          reason: "The floodway is always kept free; building in the fringe needs an elevation and a permit.",
        },
  one_zone: ({ context, settled }) => {
    const typology = settled("program.typology");
    const others = goalValue(context, "secondary_typologies");
    const reason =
      Array.isArray(others) && others.length > 0
        ? "Only you can say where each use of the goal goes: name a zone for each to plan them all."
        : "One use was named.";
    return { value: [{ zone_id: "z1", name: "Whole site", typology }], reason };
  },
  governing_basis: () => ({ value: { basis: "current" }, reason: "The verified district of the parcel." }),
  merge_touching: ({ context }) => ({
    value: context.parcelsTouch,
    reason: context.parcelsTouch
      ? "The parcels touch: a lot line between them would cost two side setbacks."
      : "The parcels do not touch.",
  }),
  target_of_goal: ({ context }) => {
    const units = goalValue(context, "unit_count");
    return typeof units === "number" && Number.isInteger(units) && units >= 1 && units <= 5000
      ? { value: { units }, reason: "The goal states this number." }
      : { value: { max: true }, reason: "As many as the rules and the site allow." };
  },
  floor_area_of_goal: ({ context }) => {
    const area = goalValue(context, "gross_floor_area_sqft");
    return typeof area === "number" && area >= 1000 && area <= 500_000
      ? { value: { square_feet: area }, reason: "The goal states this floor area." }
      : { value: { max: true }, reason: "As much as the rules and the site allow." };
  },
  floors_within_height: (input) => floors(input),
  parking_ratio: (input) => ratio(input),
  homes_of_row: (input) => {
    const [least, most] = ["townhouse_row_min", "townhouse_row_max"].map((field) =>
      criterionNumber(governing(input), field),
    );
    const value = Math.max(least?.value ?? 0, Math.min(usualRow, most?.value ?? usualRow));
    if (value === usualRow) return { value, reason: "Typical value; an assumption to be checked." };
    const limit = value === most?.value ? most : least;
    return { value, reason: `The ordinance limits the homes of a row. ${limit?.basis ?? ""}`.trim() };
  },
  setbacks: (input) => setbacks(input),
  storage_type: ({ context }) =>
    context.siteAcres >= 2.5
      ? { value: "drive_up", reason: "The site is larger than 2.5 acres." }
      : { value: "climate", reason: "The site is smaller than 2.5 acres." },
  stormwater_method: (input) => {
    const depth = criterionNumber(governing(input), "stormwater_wq_depth");
    if (!depth)
      return { value: "reserve_pct", reason: "No rainfall depth or release rate was located in the ordinance." };
    return criterionNumber(governing(input), "release_rate")
      ? { value: "code_volume", reason: `Depth and release rate are known. ${depth.basis}` }
      : { value: "wq_only", reason: `The depth of the water-quality volume is known. ${depth.basis}` };
  },
  parking_place: (input) => {
    const stated = valuesOf(governing(input), "parking_behind_building").find(isForAllUses);
    const place = placeCited(stated?.citations ?? []);
    const when = stated?.condition ? ` This is its case: ${stated.condition}` : "";
    return { value: "behind", reason: `The ordinance keeps parking behind the front of the building${place}.${when}` };
  },
  charging_stations: (input) => {
    const [stated] = valuesOf(governing(input), "ev");
    if (!stated) {
      return { value: { capable: 0, ready: 0, installed: 0 }, reason: "No rule was located; none is assumed." };
    }
    const { value, condition, citations } = stated;
    const when = condition === null ? "" : ` This is its case: ${condition}`;
    return {
      value: { capable: 0, ready: 0, installed: Number(value) },
      reason: `The ordinance asks for stations at ${value} % of the stalls${placeCited(citations)}.${when}`,
    };
  },
  open_space: (input) => {
    const found = criterionNumber(governing(input), "open_space_min");
    return found?.unit === "%" ? { value: found.value, reason: found.basis } : null;
  },
};

/** Homes of a row of townhomes that are usual at most. */
const usualRow = 6;

/** From this share of the site on, land outside of the flood hazard area holds no building. */
const mostlyFlooded = 0.85;
const mostlyFloodway = 0.6;

/** Words of district names and the buildings that such districts are for; the first that fits counts. */
const buildingsOfDistricts: readonly (readonly [words: readonly string[], typology: string])[] = [
  [["industrial", "manufacturing", "warehouse"], "industrial"],
  [["mixed", "village", "downtown", "center", "centre"], "mixed_use"],
  [["multifamily", "multi-family", "apartment"], "multifamily_garden"],
  [["office"], "office"],
  [["commercial", "business", "retail"], "retail"],
];
/** Smaller sites hold no garden apartments with their parking, acres. */
const smallSite = 2;

/** What the goal states; else the first use for the district and the size of the site that the use table does not prohibit. */
function typology(context: InterviewContext): Recommended | null {
  const stated = goalValue(context, "primary_typology");
  const statusOf = (one: string) => useStatus(districtOf(context, context.zoningCode), one)?.value;
  if (workflowOf(stated)) {
    const isProhibited = statusOf(String(stated)) === "prohibited";
    const warning = isProhibited
      ? ` The ${context.zoningCode} district prohibits it: it needs a variance or a rezone.`
      : "";
    return { value: stated, reason: `It matches the stated goal.${warning}` };
  }
  const usual = usualTypologies(context);
  const first = usual.find(({ value }) => statusOf(String(value)) !== "prohibited");
  if (first) return first;
  const allowed = workflows.find(({ typology: one }) => {
    const status = statusOf(one);
    return status !== undefined && status !== "prohibited";
  });
  return allowed
    ? {
        value: allowed.typology,
        reason: `The goal names no building; of the buildings that can be planned here, the ${context.zoningCode} district allows this one.`,
      }
    : null;
}

/** The uses for the district of a site and for its size, in this order. */
function usualTypologies(context: InterviewContext): readonly Recommended[] {
  const name = context.zoningName?.toLowerCase() ?? "";
  const district = buildingsOfDistricts.find(([words]) => words.some((word) => name.includes(word)));
  const isSmall = context.siteAcres < smallSite;
  const isForSize = district && !(isSmall && (district[1] === "multifamily_garden" || district[1] === "mixed_use"));
  const acres = Math.round(context.siteAcres * 100) / 100;
  return [
    ...(isForSize
      ? [{ value: district[1], reason: `The goal names no building; the district is ${context.zoningName}.` }]
      : []),
    ...[isSmall ? "townhome" : "multifamily_garden"].map((value) => ({
      value,
      reason: `The goal names no building that can be planned here; assumed for ${acres} acres.`,
    })),
  ];
}

function floors(input: RecommendationInput): Recommended {
  const { context, settled, workflow } = input;
  const district = governing(input);
  const usual = { mf_garden: 3, mf_midrise_wrap: 5, mf_podium: 5, senior_living: 3, mixed_use: 4, hotel: 4 };
  const most = usual[(workflow?.id ?? "mf_garden") as keyof typeof usual] ?? 3;
  const limits: readonly (readonly [CriterionNumber | undefined, (limit: number) => number])[] = [
    [criterionNumber(district, "stories_max"), (limit) => Math.floor(limit)],
    [heightOf(criterionNumber(district, "height_max"), settled), (limit) => Math.floor(limit / dwellingFloor)],
  ];
  const asked = goalValue(context, "stories");
  let value = typeof asked === "number" && Number.isInteger(asked) ? asked : most;
  let reason = typeof asked === "number" ? "The goal states this number." : "Usual for this type of building.";
  for (const [limit, toFloors] of limits) {
    if (!limit || toFloors(limit.value) >= value) continue;
    value = Math.max(1, toFloors(limit.value));
    reason = `The height limit allows ${value}. ${limit.basis}`;
  }
  return { value, reason };
}

function heightOf(found: CriterionNumber | undefined, settled: (id: string) => unknown): CriterionNumber | undefined {
  const given = settled("rules.height_max");
  if (found || typeof given !== "number") return found;
  return { value: given, unit: "ft", basis: "The height that was confirmed for this concept.", citations: [] };
}

function ratio(input: RecommendationInput): Recommended | null {
  const uses = input.workflow?.uses ?? [];
  const mix = settledMix(input);
  const found = uses.map((use) => ({ use, ratio: ratioFor(governing(input), use, mix) }));
  const told = found.map(({ use, ratio: known }) => {
    const name = use.use.replaceAll("_", " ");
    if (known) return `Ratio for ${name}: ${known.basis}`;
    const several = severalRatios(governing(input), use.criteria).map(ratioWords);
    return several.length > 0
      ? `The ordinance has several parking ratios for ${name}, of which none holds in all cases: ${several.join("; ")}. ${use.assumed} is assumed.`
      : `No parking ratio for ${name} was located in the ordinance; ${use.assumed} is assumed.`;
  });
  const values = found.map(({ use, ratio: known }): [string, number] => [use.use, known?.value ?? use.assumed]);
  const [only] = values;
  if (!only) return null;
  return { value: values.length === 1 ? only[1] : Object.fromEntries(values), reason: told.join(" ") };
}

/** The unit mix of a zone and how many dwellings are wanted: as settled, else as recommended. */
export function settledMix({ workflow, settled }: Pick<RecommendationInput, "workflow" | "settled">): UnitMix {
  const how = workflow?.questions.find(({ id }) => id === "mf.unit_mix")?.recommend;
  const usual = how?.kind === "value" ? how.value : undefined;
  const target = settled("mf.target");
  const units = typeof target === "object" && target !== null && "units" in target ? Number(target.units) : undefined;
  return { shares: settled("mf.unit_mix") ?? usual, units };
}

const ratioWords = ({ value, condition, citations }: CriterionValue) =>
  `${value}${condition === null ? "" : ` for “${condition}”`}${placeCited(citations)}`;

/** Assumed where the ordinance has none, in feet. */
const assumedSetbacks = { front: 25, interior_side: 10, exterior_side: 15, rear: 20 } as const;

function setbacks(input: RecommendationInput): Recommended {
  const district = governing(input);
  const sides = Object.entries(setbackFields).map(([side, field]) => ({
    side: side as keyof typeof assumedSetbacks,
    found: criterionNumber(district, field),
  }));
  const named = (some: readonly { readonly side: string }[]) =>
    some.map(({ side }) => side.replaceAll("_", " ")).join(", ");
  const bases = [...new Set(sides.flatMap(({ found }) => found?.basis ?? []))].map(
    (basis) => `For ${named(sides.filter(({ found }) => found?.basis === basis))}: ${basis}`,
  );
  const missing = named(sides.filter(({ found }) => !found));
  const assumed = missing === "" ? [] : [`Not located in the indexed ordinance, and assumed: ${missing}.`];
  return {
    value: Object.fromEntries(sides.map(({ side, found }) => [side, found?.value ?? assumedSetbacks[side]])),
    reason: [...bases, ...assumed].join(" "),
  };
}
