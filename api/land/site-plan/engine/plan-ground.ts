import { assumedVolume, type Basin, basinLandSf, isForGarden, placeBasin, waterQualityVolume } from "./basin.ts";
import { awayFromBuildings } from "./basin-land.ts";
import { areaDraft, type Draft, rounded } from "./drafts.ts";
import { drawZone, openDraft, openSpaces, plantedDraft, plantedStrips } from "./draw-zone.ts";
import { difference, emptyRegion, intersection, squareFeet } from "./kernel.ts";
import { loadingSf } from "./loading.ts";
import { type LocalFrame, localFrame, regionOf } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlanRules } from "./plan-input.ts";
import { limitOf } from "./rule-value.ts";
import type { FoundPlan } from "./zone-plan.ts";
import type { ZonePlan } from "./zone-search.ts";

/** The land around a plan. */
export interface Surroundings {
  readonly region: GridRegion;
  /** The region without land that stays as it is, such as wetlands. */
  readonly free: GridRegion;
  /** What of it lies far enough from lot lines for a basin: the same area where no rule takes any out. */
  readonly basinLand: GridRegion;
  readonly rules: PlanRules;
  /** How the interview asked for room for stormwater. */
  readonly method: unknown;
}

/** What a plan leaves of its zone; shares are those of the zone. */
export interface Ground {
  readonly basin: Basin | undefined;
  /** What the basin has to hold, cubic feet. */
  readonly volumeCf: number;
  readonly openShare: number;
  /** What is neither covered nor the ground of a basin that cannot be planted. */
  readonly plantedShare: number;
  readonly pavedShare: number;
  /** What a basin would need that found no room. */
  readonly basinShare: number;
  readonly notes: readonly { readonly code: string; readonly text: string }[];
}

/**
 * Returns what a plan leaves of its zone, measured in the frame of the plan: areas whose edges lie along the axes are combined
 * many times faster than turned ones. Lengths differ from those that are drawn by the rounding to the grid.
 */
export function measuredGround(found: FoundPlan, around: Surroundings): Ground {
  const { frame } = found.plan;
  const region = turned(around.region, frame);
  const plan = turnedPlan(found.plan);
  const drawn = drawZone(plan, { zone: region, free: turned(around.free, frame), program: found.program });
  const zoneSf = squareFeet(region);
  const loadedSf = loadingSf(around.rules, plan.buildings);
  const imperviousSf = drawn.imperviousSf + loadedSf;
  const pavedShare = imperviousSf / zoneSf;
  const rain = around.method === "reserve_pct" ? undefined : limitOf(around.rules.waterQualityDepth);
  const volumeCf =
    rain === undefined ? assumedVolume(imperviousSf) : waterQualityVolume(zoneSf, 100 * pavedShare, rain);
  // Rules on the distance of basins from lot lines are not on rain gardens, which are planted.
  const isAnywhere = isForGarden(volumeCf) || around.basinLand === around.free;
  const inside = isAnywhere ? drawn.rest : intersection(drawn.rest, turned(around.basinLand, frame));
  const forBasin = awayFromBuildings(inside, plan, around.rules.basin);
  const basin = placeBasin(forBasin, plan.frame, volumeCf, plan.driveway.meets);
  const open = openBeside(drawn.rest, basin, basinIn(plan, basin));
  const unplanted = basin && !isGarden(basin) ? basinIn(plan, basin) : emptyRegion;
  return {
    ...{ basin, volumeCf, pavedShare, notes: notesOn(basin, rain) },
    openShare: (open.reduce((sum, piece) => sum + squareFeet(piece), 0) - loadedSf) / zoneSf,
    plantedShare: (squareFeet(around.free) - imperviousSf - squareFeet(unplanted)) / zoneSf,
    basinShare: basin ? 0 : basinLandSf(volumeCf) / zoneSf,
  };
}

/** Returns everything that a plan draws in its zone, with its basin and the planted land around. */
export function drawnGround(
  { plan, program }: FoundPlan,
  { region, free }: Pick<Surroundings, "region" | "free">,
  basin: Basin | undefined,
) {
  const { drafts, rest } = drawZone(plan, { zone: region, free, program });
  const under = basinIn(plan, basin);
  const open = openBeside(rest, basin, under);
  return [
    ...drafts(),
    ...(basin ? [basinDraft(basin, under)] : []),
    ...open.map(openDraft),
    ...plantedStrips(difference(rest, under), open).map(plantedDraft),
  ];
}

const isGarden = ({ depthFt }: Basin) => depthFt < 2;

const basinIn = ({ frame }: ZonePlan, basin: Basin | undefined) => (basin ? regionOf(frame, basin.rect) : emptyRegion);

const openBeside = (rest: GridRegion, basin: Basin | undefined, under: GridRegion) =>
  basin && isGarden(basin) ? openSpaces(rest, under) : openSpaces(difference(rest, under), emptyRegion);

/** What a basin is called that is shallow enough to be planted. */
export const rainGarden = "Rain garden";

const basinDraft = (basin: Basin, region: GridRegion): Draft =>
  areaDraft("stormwater_basin", isGarden(basin) ? rainGarden : "Stormwater basin", region, {
    area_sf: rounded(squareFeet(region)),
    volume_cf: rounded(basin.volumeCf),
    depth_ft: basin.depthFt,
  });

function notesOn(basin: Basin | undefined, rain: number | undefined) {
  return [
    ...(rain === undefined
      ? [
          {
            code: "stormwater_assumed",
            text: "No rain depth was used: the required volume is that of a basin on a tenth of the built and paved land.",
          },
        ]
      : []),
    ...(basin ? [] : [{ code: "basin_missing", text: "No room was left for a stormwater basin." }]),
  ];
}

const flat = localFrame({ x: 0, y: 0 }, { x: 1, y: 0 });

/** An area in the coordinates of a frame. */
const turned = ({ rings }: GridRegion, frame: LocalFrame): GridRegion => ({
  rings: rings.map((ring) => ring.map((point) => flat.toGrid(frame.toLocal(point)))),
});

/** A plan whose frame is the grid itself. */
function turnedPlan(plan: ZonePlan): ZonePlan {
  const turnedWay = (way: ZonePlan["driveway"]) => ({ ...way, region: turned(way.region, plan.frame) });
  return { ...plan, frame: flat, driveway: turnedWay(plan.driveway), second: plan.second && turnedWay(plan.second) };
}
