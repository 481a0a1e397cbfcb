import { afterAccessible } from "./accessible.ts";
import { type Circulation, type Joining, stripsOf } from "./circulation.ts";
import { type Candidate, coarseSearch, otherwiseJoined, type TurnedLand, withDriveway } from "./coarse-search.ts";
import { type Driveway, straightDriveways } from "./driveway.ts";
import { Field } from "./field.ts";
import { sumOf } from "./fit-program.ts";
import { gapBetween } from "./idle-drives.ts";
import { offset, piecesOf, squareFeet } from "./kernel.ts";
import { drawnBeside, drivesOf } from "./layout.ts";
import { type Direction, type LocalFrame, localFrame } from "./local-frame.ts";
import { type GridRegion, squareFeetPerAcre } from "./plan-geometry.ts";
import { compareScores, type Score, scoreOf, worthWith } from "./plan-score.ts";
import type { Program } from "./programs/program.ts";
import { routedDriveway } from "./route.ts";
import { withSecondAccess } from "./second-access.ts";
import { slotsOf } from "./slots.ts";
import { stallsBeside } from "./stall-rows.ts";
import { noSurplus, usualSurplus, withoutSurplus } from "./surplus.ts";
import { longestDeadEnd } from "./turnaround.ts";
import {
  buildingsIn,
  fieldsOf,
  filled,
  filledLayout,
  keepsFront,
  meetsOf,
  optionsOf,
  ownStalls,
  type Search,
  withoutWay,
  yieldOf,
  type ZonePlan,
} from "./zone-search.ts";

/**
 * Candidates that are worked out with their driveways at most, and of those the ones that found a way to the street: all of them
 * on small land, where each takes little time and the best often is not among the first.
 */
const mostTried = 60;
const mostEntered = 16;
const mostEnteredLarge = 12;
/** Plans that are kept, and the share of the best yield below which none is looked for. */
const mostKept = 6;
const nearlyBest = 0.9;
/** The same for directions that are tried again on less land. */
const wellDirected = 0.8;
/** Plans that are kept of large land, where each takes long to measure. */
const mostKeptLarge = 3;
/** Land up to which drives are joined in other ways too, square feet: sixty acres. On more, a compile would take too long. */
export const mostOtherwise = 60 * squareFeetPerAcre;
/**
 * What a plan yields at most of what is counted before its dead ends get a place to turn: buildings are then fitted again.
 * Measured: with 1 two of the 432 public cases yield less.
 */
const atTurns = 1.03;
/** Land up to which a compile takes so little time that it is searched further, square feet: four acres. */
export const smallLand = 4 * squareFeetPerAcre;
/** Driveways that are tried for each of them. */
const driveways = 3;

/** A plan and the program it was made from. */
export interface FoundPlan {
  readonly plan: ZonePlan;
  readonly program: Program;
  /** The bands and the driveway of the plan with their drives joined in another way; none where homes stand along the street. */
  readonly rejoined?: Rejoined | undefined;
}

/** Plans with their drives joined in usual ways and in others, each best first. */
export interface FoundPlans {
  readonly usual: readonly FoundPlan[];
  readonly other: readonly FoundPlan[];
  /** The directions along which bands reached most. */
  readonly directions: readonly Direction[];
}

type ScoredPlan = FoundPlan & { readonly score: Score };

/**
 * Returns the best plans of some programs that were found with a number of evaluations; none when nothing fits. The best bands
 * are tried with their drives joined in other ways too. An infinite `leastOther` says that no such plans are wanted.
 */
export function bestZonePlans(
  { directions, ...wanted }: Omit<Search, "program"> & { readonly directions: readonly Direction[] },
  programs: readonly Program[],
  evaluations: number,
): FoundPlans {
  const { land } = wanted;
  const good = new Set<Direction>();
  const turned = directions.map((direction): TurnedLand => {
    const frame = localFrame(land.origin, direction);
    return { frame, fields: fieldsOf(land, frame) };
  });
  const landSf = squareFeet(land.pavable);
  const isLarge = landSf > mostOtherwise;
  const most = landSf <= smallLand ? mostTried : isLarge ? mostEnteredLarge : mostEntered;
  let found: readonly ScoredPlan[] = [];
  let other: readonly ScoredPlan[] = [];
  for (const program of programs) {
    const search = { ...wanted, program };
    const share = Math.floor(evaluations / programs.length);
    const facingFirst = facing(turned, search);
    const wellTurned = coarseSearch(search, facingFirst, share);
    const isNoneFacing = wellTurned.length === 0 && facingFirst !== turned;
    const candidates = isNoneFacing ? coarseSearch(search, turned, share) : wellTurned;
    for (const direction of bestDirections(turned, candidates)) good.add(direction);
    found = refined(candidates, search, { before: found, most });
    if (wanted.leastOther === Infinity || isLarge) continue;
    const least = { ...search, leastYield: Math.max(wanted.leastOther, found[0]?.score[0] ?? 0) };
    other = refined(otherwiseJoined(least, candidates), search, { before: other, most: mostEntered });
  }
  const finished = (scored: ScoredPlan) => finishedPlan(scored, { ...wanted, program: scored.program });
  const usual = found.slice(0, isLarge ? mostKeptLarge : mostKept).map(finished);
  return { usual, other: other.map(finished), directions: [...good] };
}

/** Returns a plan with a second access where it needs one, and without stalls that nobody needs. */
export const finishedPlan = ({ plan, program, rejoined }: FoundPlan, search: Search): FoundPlan => ({
  ...{ program, rejoined },
  plan: settled(withSecondAccess(plan, search), program),
});

/** The directions of the candidates that reach most; all of them where few candidates were found. */
function bestDirections(turned: readonly TurnedLand[], candidates: readonly Candidate[]): readonly Direction[] {
  if (candidates.length < mostTried) return turned.map(({ frame }) => frame.direction);
  const least = wellDirected * (candidates[0]?.score[0] ?? 0);
  return candidates.filter(({ score }) => (score[0] ?? 0) >= least).map(({ frame }) => frame.direction);
}

/** A direction counts as that of a street up to 45 degrees from it, as a cosine. */
const atStreet = 0.7;

/** The directions along which the last bands of a program lie where it wants them. */
function facing(turned: readonly TurnedLand[], { program, land }: Search): readonly TurnedLand[] {
  const { lastBands } = program;
  if (lastBands === undefined) return turned;
  return turned.filter(({ frame: { direction } }) => {
    const isAtStreet = land.frontages.some(
      ({ outward }) => outward.y * direction.x - outward.x * direction.y > atStreet,
    );
    return isAtStreet === (lastBands === "street");
  });
}

/** The best plans with their driveways, one of each candidate. A driveway takes land: what yields much less without one is not tried. */
function refined(
  candidates: readonly Candidate[],
  search: Search,
  { before, most }: { readonly before: readonly ScoredPlan[]; readonly most: number },
): readonly ScoredPlan[] {
  const drivable = new Map<LocalFrame, Field>();
  const drivableIn = (frame: LocalFrame) => {
    const known = drivable.get(frame) ?? new Field(frame, search.land.drivable);
    drivable.set(frame, known);
    return known;
  };
  let found = before;
  let entered = 0;
  const seen = new Map<Candidate["bands"], number>();
  for (const candidate of candidates.slice(0, mostTried)) {
    const [reached = 0] = candidate.score;
    if (entered >= most || withDriveway * reached < leastOf(found, search)) break;
    // Where the same bands reach the same with their drives joined in two ways, one that keeps most of it is enough.
    if (seen.get(candidate.bands) === reached) continue;
    const own = bestWithDriveway(candidate, search, drivableIn(candidate.frame), found[mostKept - 1]?.score[0] ?? 0);
    if (own.most === 0) continue;
    entered++;
    if (!own.plan) continue;
    if (yieldOf(own.plan.plan.buildings, search.program) >= nearlyBest * reached) seen.set(candidate.bands, reached);
    found = withPlan(found, own.plan);
  }
  return found;
}

/**
 * The best plan of a candidate with one of its driveways, if it may be worth at least so much, and the most that its buildings
 * yield with one of them: 0 without a way to the street.
 */
function bestWithDriveway(
  candidate: Candidate,
  search: Search,
  drivable: Field,
  least: number,
): { readonly plan: ScoredPlan | undefined; readonly most: number } {
  const { program } = search;
  let best: ScoredPlan | undefined;
  let most = 0;
  for (const entered of withDriveways(candidate, search, drivable)) {
    most = Math.max(most, entered.most);
    if (atTurns * entered.most < (best?.score[0] ?? least)) continue;
    const plan = entered.drawn();
    if (plan.buildings.length === 0) continue;
    const drawn = settled(plan, program);
    if (!keepsFront(drawn, search.land)) continue;
    const [worth = 0, ...others] = scoreOf(drawn, drawn.layout, program, longestDeadEnd(drawn.layout, meetsOf(drawn)));
    const score = [worth, -farStalls(drawn), ...others, -plan.driveway.cost];
    if (!best || compareScores(score, best.score) > 0) best = { plan, program, score, rejoined: entered.rejoined };
  }
  return { plan: best, most };
}

/** The yield below which a plan is of no use beside those that were found. */
function leastOf(found: readonly ScoredPlan[], { leastYield }: Search): number {
  const [best, last] = [found[0]?.score[0] ?? 0, found[mostKept - 1]?.score[0] ?? 0];
  return Math.max(leastYield, withDriveway * nearlyBest * best, last);
}

/** Stalls farther than this from every building are of little use to anybody, feet. An assumption: no law limits it. */
const longestWalk = 300;

/** How many stalls of a plan are far from its buildings, in tens: a few more or less decide nothing. */
function farStalls({ layout, buildings }: ZonePlan): number {
  let count = 0;
  for (const { rect, stalls } of layout.rows) {
    const near = buildings.filter((building) => gapBetween(rect, building.rect) <= longestWalk);
    const across = rect.x1 - rect.x0 + rect.y1 - rect.y0;
    if (near.some((building) => gapBetween(rect, building.rect) + across <= longestWalk)) continue;
    for (const stall of stalls) {
      if (near.every((building) => gapBetween(stall, building.rect) > longestWalk)) count++;
    }
  }
  return Math.round(count / 10);
}

/** Returns the yield of a plan, as it is worth with its dead ends. */
export const yieldWithAccess = (plan: ZonePlan, program: Program) =>
  worthWith(longestDeadEnd(plan.layout, meetsOf(plan)), yieldOf(plan.buildings, program));

/** The best of some plans and another one. Of those that reach the same, such as mirrored ones, one is kept. */
function withPlan(found: readonly ScoredPlan[], plan: ScoredPlan): readonly ScoredPlan[] {
  const same = found.find(({ score }) =>
    plan.score.slice(0, -1).every((value, at) => Math.abs(value - (score[at] ?? 0)) < 1),
  );
  if (same && compareScores(plan.score, same.score) <= 0) return found;
  return [...found.filter((each) => each !== same), plan]
    .sort((a, b) => compareScores(b.score, a.score))
    .slice(0, mostKept);
}

/** Returns a plan whose buildings have a share of their floor area, with the stalls they need; undefined when none is left. */
export function smallerPlan(
  { plan, program, rejoined }: FoundPlan,
  share: number,
  requiredFor: Search["requiredFor"],
): FoundPlan | undefined {
  const gfaSf = share * sumOf(plan.buildings, (building) => building.gfaSf);
  const limited: Program = { ...program, caps: { ...program.caps, gfaSf } };
  const { buildings, required, provided } = filled(plan.buildings, plan.layout.stallCount, {
    ...{ program: limited, requiredFor },
  });
  if (buildings.length === 0) return undefined;
  return { program, plan: settled({ ...plan, buildings, required, provided }, program), rejoined };
}

/** Returns a plan with no more stalls than it needs. */
export const leanPlan = ({ plan, program, rejoined }: FoundPlan): FoundPlan => ({
  ...{ program, rejoined },
  plan: settled(plan, program, noSurplus),
});

/** A plan without stalls that nobody needs. */
function settled(plan: ZonePlan, program: Program, surplus = usualSurplus): ZonePlan {
  const { layout, buildings, required } = plan;
  const needed = Math.max(0, required - ownStalls(buildings));
  const spare = withoutSurplus(layout, {
    ...{ buildings, needed, surplus, module: program.module, entries: meetsOf(plan) },
  });
  return { ...plan, layout: spare, provided: afterAccessible(spare.stallCount, program.module) + ownStalls(buildings) };
}

/** Bands with a driveway, whose drives can be joined in any way. */
export interface Rejoined {
  readonly bands: Candidate["bands"];
  readonly search: Search;
  readonly joinedBy: (joining: Joining) => Entered;
}

/** A candidate with a driveway: its drives and buildings before dead ends get a place to turn, and the plan of it. */
export interface Entered extends Pick<ZonePlan, "buildings" | "required" | "provided"> {
  readonly circulation: Circulation;
  /** What its buildings yield. */
  readonly most: number;
  readonly drawn: () => ZonePlan;
  readonly rejoined: Rejoined;
}

/** Returns a candidate with each of the driveways that lead to its drives; none where nothing is reached. */
export function* withDriveways(candidate: Candidate, search: Search, drivable: Field): Generator<Entered> {
  const { frame, fields, bands, joining } = candidate;
  const { land, program } = search;
  const bare = drivesOf(stripsOf(bands, fields.pavable), optionsOf(program, joining), undefined).circulation;
  const straight = straightDriveways(bare, land.frontages, frame, drivable, program.wayWidth).slice(0, driveways);
  const routed =
    straight.length > 0 ? undefined : routedDriveway(bare, land.frontages, frame, land.drivable, program.wayWidth);
  for (const driveway of [...straight, ...(routed ? [routed] : [])]) {
    const entered = enteredBy(driveway, candidate, search).joinedBy(joining);
    if (entered.most > 0) yield entered;
  }
}

function enteredBy(driveway: Driveway, { frame, fields, bands }: Candidate, search: Search): Rejoined {
  const { land, program } = search;
  const open = driveway.rects.length > 0 ? fields : fieldsOf(withoutWay(land, driveway, program.walk), frame);
  const meets = [driveway.meets];
  const unjoined = stripsOf(bands, open.pavable);
  const joinedBy = (joining: Joining): Entered => {
    const options = optionsOf(program, joining);
    const drives = drivesOf(unjoined, options, { rects: driveway.rects, meets });
    const slots = slotsOf(bands, drives.circulation, open, options, drives.taken);
    const all = buildingsIn(slots, drives.circulation, program);
    const result = filled(all, stallsBeside(bands, drives, open, program.module), search);
    const drawn = () => {
      const layout = drawnBeside(drives, bands, open, options);
      return { ...filledLayout(layout, search, open.pavable, meets), frame, driveway, second: null, joining };
    };
    return { ...result, circulation: drives.circulation, most: yieldOf(result.buildings, program), drawn, rejoined };
  };
  const rejoined: Rejoined = { bands, search, joinedBy };
  return rejoined;
}

/** Land that a building and a drive need at least, square feet. */
export const leastLand = 1_500;

/** Returns whether land has a piece that a building and a drive could use. */
export function isUsable(region: GridRegion): boolean {
  return piecesOf(region).some((piece) => squareFeet(piece) >= leastLand && offset(piece, -10).rings.length > 0);
}
