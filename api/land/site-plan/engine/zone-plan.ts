import { afterAccessible } from "./accessible.ts";
import { longestDeadEnd } from "./circulation.ts";
import { type Candidate, coarseSearch } from "./coarse-search.ts";
import { straightDriveways } from "./driveway.ts";
import { Field } from "./field.ts";
import { sumOf } from "./fit-program.ts";
import { offset, piecesOf, squareFeet } from "./kernel.ts";
import { layOut } from "./layout.ts";
import type { LocalFrame } from "./local-frame.ts";
import { orientations } from "./orientations.ts";
import type { GridRegion } from "./plan-geometry.ts";
import { compareScores, type Score, scoreOf } from "./plan-score.ts";
import type { Program } from "./programs/program.ts";
import { routedDriveway } from "./route.ts";
import { withSecondAccess } from "./second-access.ts";
import { withoutSurplus } from "./surplus.ts";
import {
  fieldsOf,
  filled,
  filledLayout,
  meetsOf,
  optionsOf,
  ownStalls,
  type Search,
  withoutWay,
  type ZoneLand,
  type ZonePlan,
} from "./zone-search.ts";

/** Candidates that are worked out with their driveways at most, and of those the ones that found a way to the street. */
const mostTried = 60;
const mostEntered = 12;
/** Driveways that are tried for each of them. */
const driveways = 3;

/** A plan and the program it was made from. */
export interface FoundPlan {
  readonly plan: ZonePlan;
  readonly program: Program;
}

type ScoredPlan = FoundPlan & { readonly score: Score };

/** Returns the best plan of some programs that was found with a number of evaluations; undefined when nothing fits. */
export function bestZonePlan(
  land: ZoneLand,
  programs: readonly Program[],
  requiredFor: Search["requiredFor"],
  evaluations: number,
): FoundPlan | undefined {
  const directions = orientations(land.pavable, land.frontages);
  let best: ScoredPlan | undefined;
  for (const program of programs) {
    const search = { land, program, requiredFor };
    const candidates = coarseSearch(search, directions, Math.floor(evaluations / programs.length));
    best = refined(candidates, search, best);
  }
  if (!best) return undefined;
  const { program, plan } = best;
  return { program, plan: settled(withSecondAccess(plan, { land, program, requiredFor }), program) };
}

/** The best plan with its driveway. A driveway takes land: candidates that yield less without one are not tried. */
function refined(
  candidates: readonly Candidate[],
  search: Search,
  before: ScoredPlan | undefined,
): ScoredPlan | undefined {
  const drivable = new Map<LocalFrame, Field>();
  const drivableIn = (frame: LocalFrame) => {
    const known = drivable.get(frame) ?? new Field(frame, search.land.drivable);
    drivable.set(frame, known);
    return known;
  };
  let best = before;
  let entered = 0;
  for (const candidate of candidates.slice(0, mostTried)) {
    if (entered >= mostEntered || (best && (candidate.score[0] ?? 0) < (best.score[0] ?? 0))) break;
    const plans = withDriveways(candidate, search, drivableIn(candidate.frame));
    if (plans.length > 0) entered++;
    for (const plan of plans) {
      const deadEnd = longestDeadEnd(plan.layout, meetsOf(plan));
      const score = [...scoreOf(plan, search.program, deadEnd), -plan.driveway.cost];
      if (!best || compareScores(score, best.score) > 0) best = { plan, program: search.program, score };
    }
  }
  return best;
}

/** Returns a plan whose buildings have a share of their floor area, with the stalls they need; undefined when none is left. */
export function smallerPlan(
  { plan, program }: FoundPlan,
  share: number,
  requiredFor: Search["requiredFor"],
): FoundPlan | undefined {
  const gfaSf = share * sumOf(plan.buildings, (building) => building.gfaSf);
  const limited: Program = { ...program, caps: { ...program.caps, gfaSf } };
  const { buildings, required, provided } = filled(plan.buildings, plan.layout.stallCount, {
    ...{ program: limited, requiredFor },
  });
  if (buildings.length === 0) return undefined;
  return { program, plan: settled({ ...plan, buildings, required, provided }, program) };
}

/** A plan without stalls that nobody needs. */
function settled(plan: ZonePlan, program: Program): ZonePlan {
  const { layout, buildings, required } = plan;
  const needed = Math.max(0, required - ownStalls(buildings));
  const spare = withoutSurplus(layout, buildings, needed, program.module, meetsOf(plan));
  return { ...plan, layout: spare, provided: afterAccessible(spare.stallCount, program.module) + ownStalls(buildings) };
}

function withDriveways({ frame, fields, bands, place }: Candidate, search: Search, drivable: Field): ZonePlan[] {
  const { land, program } = search;
  const options = optionsOf(program, place);
  const bare = layOut(bands, fields, options, undefined);
  const straight = straightDriveways(bare, land.frontages, frame, drivable, program.wayWidth).slice(0, driveways);
  const routed =
    straight.length > 0 ? undefined : routedDriveway(bare, land.frontages, frame, land.drivable, program.wayWidth);
  return [...straight, ...(routed ? [routed] : [])].flatMap((driveway) => {
    const open = driveway.rects.length > 0 ? fields : fieldsOf(withoutWay(land, driveway, program.walk), frame);
    const layout = layOut(bands, open, options, { rects: driveway.rects, meets: [driveway.meets] });
    if (layout.strips.length === 0) return [];
    const { buildings, required, provided } = filledLayout(layout, search);
    return buildings.length > 0
      ? [{ frame, layout, buildings, driveway, second: null, place, required, provided }]
      : [];
  });
}

/** Returns whether land has a piece that a building and a drive could use. */
export function isUsable(region: GridRegion): boolean {
  return piecesOf(region).some((piece) => squareFeet(piece) >= 1_500 && offset(piece, -10).rings.length > 0);
}
