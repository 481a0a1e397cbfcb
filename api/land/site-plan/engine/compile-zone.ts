import { assumedVolume, basinLandSf, placeBasin, waterQualityVolume } from "./basin.ts";
import { longestDeadEnd } from "./circulation.ts";
import type { PlanObject, ZoneFailure } from "./compiled-plan.ts";
import { areaDraft, boundaryMeasures, type Draft, numbered, rounded } from "./drafts.ts";
import { drawZone, openDrafts } from "./draw-zone.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { boundsOf, difference, emptyRegion, intersection, offset, soundRegion, squareFeet, union } from "./kernel.ts";
import { type Direction, regionOf } from "./local-frame.ts";
import { imperviousSf } from "./metrics.ts";
import { requiredStalls } from "./parking-demand.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlanInput, PlanRules, RuleSource, RuleValue, ZoneProgram } from "./plan-input.ts";
import type { Program } from "./programs/program.ts";
import { programsOf } from "./programs/program-of.ts";
import { farthestShare, withoutReserve } from "./reserve.ts";
import { limitOf } from "./rule-value.ts";
import { frontagesIn, type SharedDrive, sharedLand } from "./shared-drives.ts";
import type { SiteLand } from "./site-land.ts";
import { bestZonePlan, type FoundPlan, isUsable } from "./zone-plan.ts";
import { meetsOf, type ZoneLand } from "./zone-search.ts";

/** What became of a zone. */
export type ZoneResult =
  | {
      readonly objects: readonly PlanObject[];
      readonly parkingSource: RuleSource | null;
      readonly notes: readonly { readonly code: string; readonly text: string }[];
    }
  | { readonly failure: ZoneFailure };

/** Times that more land is kept free until open space, paving and the basin are as they must be. */
const attempts = 6;

/** Distances of buildings and of paving from the line between two zones, feet. */
const buildingToZone = 10;
const pavingToZone = 3;

/** Drives that several zones use, and where zones without a street are entered. */
export interface SharedDrives {
  readonly drives: readonly SharedDrive[];
  readonly gates: ReadonlyMap<GridRegion, EdgeRun>;
}

/** Returns the objects of a zone, or why it could not be compiled. */
export function compileZone(
  zone: ZoneProgram,
  region: GridRegion,
  { land, shared, input }: { readonly land: SiteLand; readonly shared: SharedDrives; readonly input: PlanInput },
): ZoneResult {
  const { rules } = input;
  const { answers } = zone;
  const zoneLand = landOf(region, land, shared);
  const failure = unusable(zone, region, zoneLand, input);
  if (failure) return { failure };
  const requiredFor = (demands: Parameters<typeof requiredStalls>[0]) => requiredStalls(demands, rules, answers).total;
  const groups = programsOf(zone, region, input, requiredFor);
  const taken = union([
    ...input.site.constraints.filter(({ effect }) => effect === "exclude_all").map((each) => soundRegion(each.region)),
    sharedLand(shared.drives),
  ]);
  const planOn = (own: ZoneLand) =>
    firstThatFits(groups, (programs) => bestZonePlan(own, programs, requiredFor, input.budget.evaluations));
  const drawn = leastShort({
    ...{ region, zoneLand, taken, planOn, rules, overridden: input.overridden, method: answers["storm.method"] },
  });
  if (!drawn) {
    const message = "No building with its parking and access was found to fit the zone.";
    return { failure: failureOf(zone, "program_does_not_fit", message, null, null) };
  }
  const demands = drawn.found.plan.buildings.flatMap((building) => building.demands);
  const { total, sources } = requiredStalls(demands, rules, answers);
  const measures = {
    ...boundaryMeasures(region),
    required_stall_count: total,
    stormwater_cf: rounded(drawn.volumeCf),
    dead_end_ft: rounded(longestDeadEnd(drawn.found.plan.layout, meetsOf(drawn.found.plan))),
  };
  const zoneDraft: Draft = { ...areaDraft("zone", zone.name, region, measures), status: "reserved" };
  return {
    objects: numbered([zoneDraft, ...drawn.drafts], zone.zoneId),
    parkingSource: sources[0] ?? null,
    notes: [
      ...drawn.found.program.notes,
      ...drawn.notes,
      ...sources
        .filter(({ kind }) => kind === "assumption")
        .map(({ statement }) => ({ code: "parking_ratio_assumed", text: statement })),
    ],
  };
}

const failureOf = (
  { zoneId }: ZoneProgram,
  code: ZoneFailure["code"],
  message: string,
  needed: number | null,
  available: number | null,
): ZoneFailure => ({ zoneId, code, message, needed, available });

function unusable(zone: ZoneProgram, region: GridRegion, land: ZoneLand, input: PlanInput): ZoneFailure | undefined {
  const whole = squareFeet(region);
  const left = Math.round(squareFeet(land.buildable));
  if (whole < 1) return failureOf(zone, "boundary_invalid", "The zone has no land inside the site.", null, null);
  if (!isUsable(land.buildable) || !isUsable(land.pavable)) {
    return whole > 8_000 && input.site.constraints.length > 0
      ? failureOf(zone, "constraint_consumes_zone", "Setbacks and constraints leave no usable land.", 1_500, left)
      : failureOf(zone, "zone_too_small", "Setbacks leave no usable land in the zone.", 1_500, left);
  }
  if (land.frontages.length > 0) return undefined;
  return failureOf(zone, "no_access", "No lot line of the zone lies on a street.", null, null);
}

interface Attempt {
  readonly region: GridRegion;
  readonly zoneLand: ZoneLand;
  readonly taken: GridRegion;
  readonly planOn: (land: ZoneLand) => FoundPlan | undefined;
  readonly rules: PlanRules;
  readonly overridden: readonly string[];
  /** How the interview asked for room for stormwater. */
  readonly method: unknown;
}

interface Drawn {
  readonly found: FoundPlan;
  readonly drafts: readonly Draft[];
  readonly volumeCf: number;
  readonly notes: readonly { readonly code: string; readonly text: string }[];
  /** Share of the zone that would have to be free as well. */
  readonly short: number;
}

/** The plan that is least short of open space, free ground and room for its basin, keeping more land free each time. */
function leastShort(attempt: Attempt): Drawn | undefined {
  const { region, zoneLand, taken, planOn } = attempt;
  const inward = inwardOf(zoneLand);
  let best: Drawn | undefined;
  let share = 0;
  for (let time = 0; time < attempts; time++) {
    const reserve = farthestShare(difference(region, taken), inward, share);
    const found = planOn({
      ...zoneLand,
      buildable: withoutReserve(zoneLand.buildable, reserve),
      pavable: withoutReserve(zoneLand.pavable, reserve),
    });
    if (!found) break;
    const drawn = drawnWithBasin(found, attempt);
    if (!best || drawn.short < best.short - 1e-6) best = drawn;
    if (drawn.short <= 0) break;
    share += drawn.short * 1.2 + 0.01;
  }
  return best;
}

function inwardOf({ frontages }: ZoneLand): Direction {
  const [longest] = frontages.toSorted((a, b) => b.lengthFt - a.lengthFt);
  return longest ? { x: -longest.outward.x, y: -longest.outward.y } : { x: 0, y: 1 };
}

function drawnWithBasin(found: FoundPlan, { region, taken, rules, overridden, method }: Attempt): Drawn {
  const { plan, program } = found;
  const { drafts, rest } = drawZone(plan, { zone: region, taken, program });
  const zoneSf = squareFeet(region);
  const paved = imperviousSf(drafts);
  const rain = method === "reserve_pct" ? undefined : limitOf(rules.waterQualityDepth);
  const volumeCf = rain === undefined ? assumedVolume(paved) : waterQualityVolume(zoneSf, (100 * paved) / zoneSf, rain);
  const basin = placeBasin(rest, plan.frame, volumeCf, plan.driveway.meets);
  const basinRegion = basin ? regionOf(plan.frame, basin.rect) : emptyRegion;
  const basinDraft = basin && {
    ...areaDraft("stormwater_basin", "Stormwater basin", basinRegion, {
      area_sf: rounded(squareFeet(basinRegion)),
      volume_cf: rounded(basin.volumeCf),
      depth_ft: basin.depthFt,
    }),
  };
  const open = openDrafts(difference(rest, basinRegion));
  const isFree = (code: string, rule: string) => overridden.includes(code) || overridden.includes(rule);
  const limit = (value: RuleValue, code: string, rule: string, none: number) =>
    isFree(code, rule) ? none : (limitOf(value) ?? none) / 100;
  const openSf = open
    .filter(({ type }) => type === "open_space")
    .reduce((sum, { shape }) => sum + (shape.type === "region" ? squareFeet(shape.region) : 0), 0);
  const short = Math.max(
    0,
    limit(rules.openSpaceMin, "open_space_below_minimum", "open_space_min", 0) - openSf / zoneSf,
    paved / zoneSf - limit(rules.imperviousMax, "impervious_exceeded", "impervious_max", 1),
    basin ? 0 : basinLandSf(volumeCf) / zoneSf,
  );
  return {
    found,
    drafts: [...drafts, ...(basinDraft ? [basinDraft] : []), ...open],
    volumeCf,
    notes: notesOn(basin, rain),
    short,
  };
}

function notesOn(basin: unknown, rain: number | undefined) {
  return [
    ...(rain === undefined
      ? [
          {
            code: "stormwater_assumed",
            text: "The basin takes a tenth of the paved land; no volume was computed from rain.",
          },
        ]
      : []),
    ...(basin ? [] : [{ code: "basin_missing", text: "No room was left for a stormwater basin." }]),
  ];
}

function firstThatFits(
  groups: readonly (readonly Program[])[],
  planFor: (programs: readonly Program[]) => FoundPlan | undefined,
): FoundPlan | undefined {
  for (const programs of groups) {
    const plan = planFor(programs);
    if (plan) return plan;
  }
  return undefined;
}

function landOf(region: GridRegion, land: SiteLand, shared: SharedDrives): ZoneLand {
  const { minX, minY, maxX, maxY } = boundsOf(region.rings.flat());
  const others = difference(land.site, region);
  const gate = shared.gates.get(region);
  const kept = (area: GridRegion, fromZones: number, fromDrives: number) =>
    difference(
      intersection(area, region),
      union([offset(others, fromZones), offset(sharedLand(shared.drives), fromDrives)]),
    );
  return {
    buildable: kept(land.buildable, buildingToZone, 10),
    pavable: kept(land.pavable, pavingToZone, 0),
    drivable: intersection(land.drivable, region),
    frontages: gate ? [gate] : frontagesIn(region, land),
    origin: { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) },
  };
}
