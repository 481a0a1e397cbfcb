import { memberAnswer } from "./answers.ts";
import { landForBasin } from "./basin-land.ts";
import type { PlanObject, ZoneFailure } from "./compiled-plan.ts";
import { areaDraft, boundaryMeasures, type Draft, numbered, rounded } from "./drafts.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { sumOf } from "./fit-program.ts";
import { type Attempt, bestWithin, type DrawnPlan, type Wanted } from "./free-ground.ts";
import { frontLoadedPlan, mostAtStreet } from "./front-loaded.ts";
import { behindFront, type FrontLimit, frontLimit } from "./front-parking.ts";
import { boundsOf, difference, intersection, offset, soundRegion, squareFeet, union } from "./kernel.ts";
import { stallsUnderLoading, withLoading } from "./loading.ts";
import type { Direction } from "./local-frame.ts";
import { orientations } from "./orientations.ts";
import { parkingDemand } from "./parking-demand.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlanInput, RuleSource, ZoneProgram } from "./plan-input.ts";
import type { PlannedBuilding, Program } from "./programs/program.ts";
import { programsOf } from "./programs/program-of.ts";
import { frontagesIn, type SharedDrive, sharedLand } from "./shared-drives.ts";
import type { SiteLand } from "./site-land.ts";
import { type RequiredPlaces, withPlaces } from "./stall-places.ts";
import { longestDeadEnd } from "./turnaround.ts";
import { bestZonePlans, type FoundPlan, type FoundPlans, isUsable, leastLand, yieldWithAccess } from "./zone-plan.ts";
import { meetsOf, type Search, type ZoneLand } from "./zone-search.ts";

/** What became of a zone. */
export type ZoneResult =
  | {
      readonly objects: readonly PlanObject[];
      readonly parkingSources: readonly RuleSource[];
      readonly notes: readonly { readonly code: string; readonly text: string }[];
    }
  | { readonly failure: ZoneFailure };

/** Distances of buildings and of paving from the line between two zones, feet. */
const buildingToZone = 10;
const pavingToZone = 3;
/** Share of the evaluations that a search for the same programs on less land gets. */
const laterShare = 0.5;

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
  const wholeLand = landOf(region, land, shared);
  const failure = unusable(zone, region, wholeLand, { land, input });
  const ratios = rules.parkingRatios.filter(({ zoneId = zone.zoneId }) => zoneId === zone.zoneId);
  const parking = parkingDemand({ ...rules, parkingRatios: ratios }, answers);
  const requiredFor: Search["requiredFor"] = (demands) =>
    parking.stallsFor(demands) + stallsUnderLoading(rules, demands, rules.stall.width.value);
  const groups = programsOf(zone, region, input, requiredFor);
  const hasHomes = groups.flat().some(({ frontLoaded }) => frontLoaded);
  if (failure && !(hasHomes && wholeLand.frontages.length > 0 && wholeLand.buildable.rings.length > 0)) {
    return { failure };
  }
  const taken = union([
    ...input.site.constraints.filter(({ effect }) => effect === "exclude_all").map((each) => soundRegion(each.region)),
    sharedLand(shared.drives),
  ]);
  const free = taken.rings.length > 0 ? difference(region, taken) : region;
  const basinLand = landForBasin(free, land, rules.basin);
  const drawOn = (zoneLand: ZoneLand) => (plansOn: Attempt["plansOn"]) =>
    bestWithin({
      ...{ region, zoneLand, plansOn, requiredFor, rules, overridden: input.overridden },
      ...{ free, basinLand },
      method: answers["storm.method"],
    });
  const drawnOn = (zoneLand: ZoneLand) => {
    const searchOn = narrowingSearch(requiredFor, input.budget.evaluations);
    const search = { requiredFor, searchOn, isUsable: !failure, draw: drawOn(zoneLand) };
    return hasHomes ? drawnHomes(groups, search) : search.draw(plansFrom(groups, search));
  };
  const front = shared.gates.has(region) ? undefined : frontLimit(land, input);
  // Where nothing fits behind the front, the plan breaks the rule and says so.
  const drawn = (front && drawnOn(withFront(wholeLand, front, land))) ?? drawnOn(wholeLand);
  if (!drawn) {
    const message = "No building with its parking and access was found to fit the zone.";
    return { failure: failure ?? failureOf(zone, "program_does_not_fit", message, null, null) };
  }
  const demands = drawn.found.plan.buildings.flatMap((building) => building.demands);
  const [total, sources] = [parking.stallsFor(demands), parking.sourcesFor(demands)];
  const installed = memberAnswer(answers, "parking.ev", "installed") ?? 0;
  const fronts = land.runs.filter(({ edgeClass }) => edgeClass === "front").map(({ points }) => points);
  const loaded = withLoading(drawn.drafts, drawn.found.plan, { rules, pavable: wholeLand.pavable, fronts });
  const { drafts, required } = withPlaces(loaded.drafts, drawn.found.plan, { rules, installed });
  const measures = {
    ...boundaryMeasures(region),
    ...{ required_stall_count: total, ...countsOf(required, loaded.required) },
    stormwater_cf: rounded(drawn.volumeCf),
    dead_end_ft: rounded(longestDeadEnd(drawn.found.plan.layout, meetsOf(drawn.found.plan))),
  };
  const zoneDraft: Draft = { ...areaDraft("zone", zone.name, region, measures), status: "reserved" };
  return {
    objects: numbered([zoneDraft, ...drafts], zone.zoneId),
    parkingSources: sources,
    notes: [
      ...drawn.found.program.notes,
      ...drawn.notes,
      ...wholeLevels(drawn.found.plan.buildings, total),
      ...sources
        .filter(({ kind }) => kind === "assumption")
        .map(({ statement }) => ({ code: "parking_ratio_assumed", text: statement })),
    ],
  };
}

/** What else than stalls a zone needs. */
const countsOf = ({ charging, bicycles }: RequiredPlaces, loading: number) => ({
  ...(charging > 0 ? { required_ev_stall_count: charging } : {}),
  ...(bicycles > 0 ? { required_bicycle_count: bicycles } : {}),
  ...(loading > 0 ? { required_loading_count: loading } : {}),
});

/** How a zone is searched and drawn. */
interface ZoneSearch {
  readonly requiredFor: Search["requiredFor"];
  readonly searchOn: ReturnType<typeof narrowingSearch>;
  /** Whether its land is large enough for a building and a drive. */
  readonly isUsable: boolean;
  readonly draw: (plansOn: Attempt["plansOn"]) => DrawnPlan | undefined;
}

/** Returns what finds plans of groups of programs; lesser programs only until another one is found. */
function plansFrom(groups: readonly (readonly Program[])[], { searchOn }: ZoneSearch): Attempt["plansOn"] {
  let allowed = groups;
  return (land, wanted) => {
    const found = firstThatFits(
      allowed,
      (programs) => searchOn(land, wanted, programs),
      ({ plan, program }) => yieldWithAccess(plan, program) > wanted.leastYield,
    );
    const [best] = found.usual;
    if (best && !best.program.isLesser)
      allowed = groups.filter((programs) => !programs.some(({ isLesser }) => isLesser));
    return found;
  };
}

/**
 * The best plan of the first group of rows of homes that fits: with drives between the rows, or with one row at the street where
 * that holds more homes.
 */
function drawnHomes(groups: readonly (readonly Program[])[], search: ZoneSearch): DrawnPlan | undefined {
  for (const programs of groups) {
    const between = search.isUsable ? search.draw(plansFrom([programs], search)) : undefined;
    const [program] = programs;
    const known = between ? homesIn(between) : 0;
    const atStreet =
      program && known < mostAtStreet
        ? search.draw((land) => {
            const found = frontLoadedPlan({ land, program, requiredFor: search.requiredFor });
            return { ...noPlans, usual: found ? [found] : [] };
          })
        : undefined;
    const best = atStreet && homesIn(atStreet) > known ? atStreet : between;
    if (best) return best;
  }
  return undefined;
}

const homesIn = ({ found: { plan } }: DrawnPlan) => sumOf(plan.buildings, ({ units }) => units);

/**
 * Returns what searches for the plans of some programs. When it has to search for the same ones again, it does so along the
 * directions that proved good, and with fewer evaluations: what promises most comes first.
 */
function narrowingSearch(requiredFor: Search["requiredFor"], evaluations: number) {
  const known = new Map<readonly Program[], readonly Direction[]>();
  return (land: ZoneLand, wanted: Wanted, programs: readonly Program[]): FoundPlans => {
    const proven = known.get(programs);
    const directions = proven ?? orientations(land.pavable, land.frontages);
    const most = proven || wanted.leastYield > 0 ? Math.floor(laterShare * evaluations) : evaluations;
    const plans = bestZonePlans({ land, requiredFor, ...wanted, directions }, programs, most);
    if (!proven && plans.directions.length > 0) known.set(programs, plans.directions);
    return plans;
  };
}

/** From this share of what is required on, stalls inside buildings need an explanation. */
const manyStalls = 1.1;

/** Says why levels of parking hold many more stalls than are required. */
function wholeLevels(buildings: readonly PlannedBuilding[], required: number) {
  const under = buildings.filter(({ garage, parkingGfaSf }) => garage === null && parkingGfaSf > 0);
  const held = sumOf(under, ({ structuredStalls }) => structuredStalls);
  if (held <= required * manyStalls) return [];
  const text = `The levels of parking under the buildings are drawn whole and hold ${held} stalls where ${required} are required; with a level less in any of them there would be too few.`;
  return [{ code: "parking_levels_whole", text }];
}

const failureOf = (
  { zoneId }: ZoneProgram,
  code: ZoneFailure["code"],
  message: string,
  needed: number | null,
  available: number | null,
): ZoneFailure => ({ zoneId, code, message, needed, available });

function unusable(
  zone: ZoneProgram,
  region: GridRegion,
  land: ZoneLand,
  { land: site, input }: { readonly land: SiteLand; readonly input: PlanInput },
): ZoneFailure | undefined {
  const whole = squareFeet(region);
  const left = Math.round(squareFeet(land.buildable));
  if (whole < 1) return failureOf(zone, "boundary_invalid", "The zone has no land inside the site.", null, null);
  if (!isUsable(land.buildable) || !isUsable(land.pavable)) {
    const isTaken = whole > 8_000 && input.site.constraints.length > 0;
    const code = isTaken ? "constraint_consumes_zone" : "zone_too_small";
    return failureOf(zone, code, tooLittle(site, isTaken ? " and constraints" : "", left), leastLand, left);
  }
  if (land.frontages.length > 0) return undefined;
  return failureOf(zone, "no_access", "No lot line of the zone lies on a street.", null, null);
}

/** Says what the setbacks are, what they leave, and what may fit on it. */
function tooLittle({ runs, setbackFeet }: SiteLand, others: string, left: number): string {
  const classes = [...new Set(runs.map(({ edgeClass }) => edgeClass))];
  const named = classes.map((one) => `${one.replaceAll("_", " ")} ${setbackFeet[one]} ft`).join(", ");
  const place = `${leastLand.toLocaleString("en-US")} sq ft in one piece at least 20 ft wide`;
  const may =
    left > 0 ? "Of the typologies, townhomes may fit: on a small lot their garages open to the street." : "None fits.";
  return `The setbacks (${named})${others} leave ${left.toLocaleString("en-US")} sq ft to build on; a building with its parking needs ${place}. ${may}`;
}

/** The plans of the first group of which one is good enough; without one those of the first group that fits. */
function firstThatFits(
  groups: readonly (readonly Program[])[],
  plansFor: (programs: readonly Program[]) => FoundPlans,
  isEnough: (found: FoundPlan) => boolean,
): FoundPlans {
  let first = noPlans;
  for (const programs of groups) {
    const plans = plansFor(programs);
    if (plans.usual.some(isEnough)) return plans;
    if (first.usual.length === 0) first = plans;
  }
  return first;
}

const noPlans: FoundPlans = { usual: [], other: [], directions: [] };

const withFront = (zoneLand: ZoneLand, front: FrontLimit, { setbackFeet }: SiteLand): ZoneLand => ({
  ...{ ...zoneLand, front },
  pavable: behindFront(zoneLand.pavable, front, setbackFeet.front),
});

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
