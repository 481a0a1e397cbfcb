import { isWide } from "./circulation.ts";
import type { Draft } from "./drafts.ts";
import { sumOf } from "./fit-program.ts";
import { squareFeet } from "./kernel.ts";
import type { Direction, Rect } from "./local-frame.ts";
import { withMovedWays } from "./moved-plan.ts";
import type { GridRegion } from "./plan-geometry.ts";
import { drawnGround, type Ground, measuredGround } from "./plan-ground.ts";
import type { PlanRules, RuleValue } from "./plan-input.ts";
import { areaOf } from "./programs/program.ts";
import { farthestShare, withoutReserve } from "./reserve.ts";
import { limitOf } from "./rule-value.ts";
import {
  type FoundPlan,
  type FoundPlans,
  leanPlan,
  mostOtherwise,
  smallerPlan,
  smallLand,
  yieldWithAccess,
} from "./zone-plan.ts";
import { keepsFront, type Search, type ZoneLand } from "./zone-search.ts";

/** A zone to be planned, and what has to stay free in it. */
export interface Attempt {
  readonly region: GridRegion;
  readonly zoneLand: ZoneLand;
  /** The region without land that stays as it is, such as wetlands. */
  readonly free: GridRegion;
  readonly basinLand: GridRegion;
  /** Plans on land that may yield at least so much, best first. */
  readonly plansOn: (land: ZoneLand, wanted: Wanted) => FoundPlans;
  readonly requiredFor: Search["requiredFor"];
  readonly rules: PlanRules;
  readonly overridden: readonly string[];
  /** How the interview asked for room for stormwater. */
  readonly method: unknown;
}

/** What is looked for on a piece of land. */
export type Wanted = Pick<Search, "leastYield" | "leastOther">;

/** An attempt with the plans that were measured for it: less land often leads to the same plan again. */
type Measuring = Attempt & { readonly measured: Trial[] };

/** A plan as it is drawn. */
export interface DrawnPlan extends Pick<Ground, "volumeCf" | "notes"> {
  readonly found: FoundPlan;
  readonly drafts: readonly Draft[];
}

/** A plan and what its buildings, drives and stalls leave free. */
interface Trial extends Ground {
  readonly found: FoundPlan;
  /** Share of the zone that would have to be free as well. */
  readonly short: number;
}

/**
 * Times that a plan is looked for with a share of the land kept free at the rear, on small land also between two others; shares
 * that differ by less are not told apart, and less than such a gain is not looked for.
 */
const attempts = 6;
const nearShares = 0.02;
const worthAnother = 1.02;
/** Changes of its ways that are tried for each of the two plans. Measured on four uses: 300 gain 0.01 % more than 80 in the mean. */
const changes = 40;
/**
 * Times that the buildings of a plan are made smaller, the least share that is taken away at a time, and the share of its floor
 * area that goes for a share of the zone: the stalls of a building go with it.
 */
const shrinkings = 4;
const leastShrinking = 0.04;
const groundOf = 1.6;

/**
 * Returns the largest plan that leaves enough open space, free ground and room for its basin; when none does, the one that
 * is least short of them. Land is kept free at the rear, or the buildings of a plan on all land are made smaller.
 */
export function bestWithin(wantedOn: Attempt): DrawnPlan | undefined {
  const attempt: Measuring = { ...wantedOn, measured: [] };
  const inward = inwardOf(attempt.zoneLand);
  const isSmall = squareFeet(attempt.region) <= smallLand;
  let [usual, other]: (Trial | undefined)[] = [];
  let shares: Shares | undefined = { share: 0, tooLittle: 0, most: 0, enough: undefined };
  for (let time = 0; time < attempts && shares; time++) {
    const leastYield = toBeat(usual);
    const wanted = { leastYield, leastOther: Math.max(leastYield, toBeat(other)) };
    const plans = attempt.plansOn(landWithout(attempt, inward, shares.share), wanted);
    const first: Improved = improved(usual, plans.usual, attempt);
    usual = first.best;
    // Plans with other drives replace usual ones only where they fit and yield more.
    const known: Trial | undefined = usual && usual.short <= 0 && (!other || isBetter(usual, other)) ? usual : other;
    other = improved(known, plans.other, attempt).best;
    const most = Math.max(...[...plans.usual, ...plans.other].map(yieldOf));
    shares = nextShares(shares, { short: first.short, most, reached: Math.max(toBeat(usual), toBeat(other)) });
    if (shares?.enough !== undefined && !isSmall) break;
  }
  if (!usual) return undefined;
  const fitting = other && other !== usual && other.short <= 0 ? [usual, other] : [usual];
  const [first, ...others] = fitting.map((each) => withWaysMoved(each, attempt)) as [Trial, ...Trial[]];
  const best = others.find((each) => isBetter(each, first)) ?? first;
  const { found, ...ground } = compacted(best, attempt, inward);
  const { volumeCf, notes } = ground;
  return { found, volumeCf, notes, drafts: drawnGround(found, attempt, ground.basin) };
}

/** A plan with its ways moved, if it yields more so. */
function withWaysMoved(plan: Trial, attempt: Measuring): Trial {
  const moved = withMovedWays(plan.found, changes);
  if (!moved || !keepsFront(moved.plan, attempt.zoneLand)) return plan;
  return improved(plan, [moved], attempt).best ?? plan;
}

/** Shares of a zone that are kept free at the rear: the one to be tried, the largest that was too little and one that was enough. */
interface Shares {
  readonly share: number;
  readonly tooLittle: number;
  /** What a plan yields at most with the share that was too little. */
  readonly most: number;
  readonly enough: number | undefined;
}

/**
 * The next share to be tried: larger while plans are short of free ground; then half way back to the one that was too little,
 * while a plan there may yield more than is reached. Undefined when there is none.
 */
function nextShares(
  { share, ...known }: Shares,
  { short, most, reached }: { readonly short: number; readonly most: number; readonly reached: number },
): Shares | undefined {
  if (short <= 0 && reached === 0) return undefined;
  const next = short > 0 ? { ...known, tooLittle: share, most } : { ...known, enough: share };
  if (next.enough === undefined) return { ...next, share: share + short * 1.1 + 0.005 };
  const isWorthIt = next.most > worthAnother * reached && next.enough - next.tooLittle >= nearShares;
  return isWorthIt ? { ...next, share: (next.tooLittle + next.enough) / 2 } : undefined;
}

interface Improved {
  readonly best: Trial | undefined;
  readonly short: number;
}

/** The best of a plan and some others as they are drawn, and what the first of these is short of. */
function improved(before: Trial | undefined, plans: readonly FoundPlan[], attempt: Measuring): Improved {
  let best = before;
  let short = 0;
  for (const [at, found] of plans.entries()) {
    // What does not yield more with all its buildings cannot do so with fewer.
    if (best && best.short <= 0 && yieldOf(found) <= yieldOf(best.found)) break;
    // Nor can what covers so much ground that too little of its buildings would be left.
    const least = 1 - leastShort(found, attempt);
    if (best && best.short <= 0 && least * yieldOf(found) <= yieldOf(best.found)) continue;
    const drawn = triedLean(found, attempt);
    for (const each of [drawn, ...(isWorthShrinking(drawn, best) ? shrunk(drawn, attempt, toBeat(best)) : [])]) {
      if (!best || isBetter(each, best)) best = each;
    }
    if (at === 0) short = drawn.short > 0 ? tried(found, attempt).short : 0;
    if (drawn.short <= 0) break;
  }
  return { best, short };
}

/** Share of open space above which a plan is drawn closer together, and what may be lost of the yield for that. */
const spreadOut = 0.35;
const sameYield = 0.995;
/** Shares of the open space that are kept whole at the rear, the largest first. */
const keptWhole = [0.8, 0.5] as const;

/** A plan that leaves much land open, where less land holds the same: the rear stays whole and drives are shorter. */
function compacted(plan: Trial, attempt: Measuring, inward: Direction): Trial {
  if (plan.openShare < spreadOut || plan.short > 0) return plan;
  for (const kept of keptWhole) {
    const least = sameYield * yieldOf(plan.found);
    const wanted = { leastYield: least, leastOther: isWide(plan.found.plan.joining) ? least : Infinity };
    const { usual, other } = attempt.plansOn(landWithout(attempt, inward, kept * plan.openShare), wanted);
    const [found] = [...usual, ...other];
    if (!found || yieldOf(found) < least) continue;
    const drawn = triedLean(found, attempt);
    if (drawn.short <= 0 && drawn.pavedShare < plan.pavedShare) return drawn;
  }
  return plan;
}

/** The land of a zone without a share that lies farthest in a direction. */
function landWithout({ free, zoneLand }: Attempt, inward: Direction, share: number): ZoneLand {
  const reserve = farthestShare(free, inward, share);
  return {
    ...zoneLand,
    buildable: withoutReserve(zoneLand.buildable, reserve),
    pavable: withoutReserve(zoneLand.pavable, reserve),
  };
}

/** Whether a plan may yield more than the best one once its buildings leave enough ground free. */
const isWorthShrinking = (drawn: Trial, best: Trial | undefined) =>
  drawn.short > 0 && (!best || best.short > 0 || yieldOf(drawn.found) * (1 - drawn.short) > yieldOf(best.found));

/** What a plan is short of at least, by what its buildings, drives and stalls cover; without drawing it. */
function leastShort({ plan, program }: FoundPlan, attempt: Attempt): number {
  const { layout, buildings } = plan;
  const drivesSf = sumOfAreas([...layout.strips, ...layout.connectors].map(({ rect }) => rect));
  const stallsSf = layout.stallCount * program.module.width * program.module.length;
  const coveredSf = drivesSf + stallsSf + sumOf(buildings, ({ footprintSf }) => footprintSf);
  const covered = coveredSf / squareFeet(attempt.region);
  const { open, planted, impervious } = leastFree(attempt);
  return Math.max(0, Math.max(open, planted) + covered - 1, covered - impervious);
}

const sumOfAreas = (rects: readonly Rect[]) => rects.reduce((sum, rect) => sum + areaOf(rect), 0);

/** The shares of a zone that have to be open or planted and that may be impervious; limits that were overridden do not count. */
function leastFree({ rules, overridden }: Attempt) {
  const limit = (value: RuleValue, code: string, rule: string, none: number) =>
    overridden.includes(code) || overridden.includes(rule) ? none : (limitOf(value) ?? 100 * none) / 100;
  return {
    open: limit(rules.openSpaceMin, "open_space_below_minimum", "open_space_min", 0),
    planted: limit(rules.landscapeMin, "open_space_below_minimum", "landscape_min", 0),
    impervious: limit(rules.imperviousMax, "impervious_exceeded", "impervious_max", 1),
  };
}

/** The yield that another plan has to exceed. */
const toBeat = (best: Trial | undefined) => (best && best.short <= 0 ? yieldOf(best.found) : 0);

const yieldOf = ({ plan, program }: FoundPlan) => yieldWithAccess(plan, program);

function isBetter(a: Trial, b: Trial): boolean {
  if (a.short > 0 || b.short > 0) return a.short < b.short - 1e-6;
  return yieldOf(a.found) > yieldOf(b.found) + 1e-6;
}

/**
 * The plan with buildings that are made smaller until enough ground is free, while it yields more than the least; then as
 * large as the free ground of those that were tried tells; not on large land, where each plan takes long to measure.
 */
function shrunk(drawn: Trial, attempt: Measuring, least: number): Trial[] {
  const results: Trial[] = [];
  const isQuick = squareFeet(attempt.region) <= mostOtherwise;
  let tooLarge: Sized = { size: 1, trial: drawn };
  let fits: Sized | undefined;
  for (let time = 0; time < shrinkings && (isQuick || !fits); time++) {
    const size = fits
      ? between(fits, tooLarge, attempt)
      : tooLarge.size - Math.max(groundOf * tooLarge.trial.short, leastShrinking);
    const found = size > 0 ? smallerPlan(drawn.found, size, attempt.requiredFor) : undefined;
    if (!found || yieldOf(found) <= Math.max(least, fits ? yieldOf(fits.trial.found) : 0)) break;
    if (!keepsFront(found.plan, attempt.zoneLand)) break;
    if (fits && yieldOf(found) >= yieldOf(tooLarge.trial.found)) break;
    const trial = triedLean(found, attempt);
    results.push(trial);
    if (trial.short <= 0) fits = { size, trial };
    else tooLarge = { size, trial };
  }
  return results;
}

/** A plan with a share of its floor area. */
interface Sized {
  readonly size: number;
  readonly trial: Trial;
}

/** The size between two at which just enough ground is free, if the ground follows the size evenly; a little less. */
function between(fits: Sized, tooLarge: Sized, attempt: Attempt): number {
  const { open, planted, impervious } = leastFree(attempt);
  const { openShare, plantedShare, pavedShare } = fits.trial;
  const spare = Math.min(openShare - open, plantedShare - planted, impervious - pavedShare);
  const share = spare / (spare + tooLarge.trial.short);
  return fits.size + 0.95 * Math.min(share, 0.9) * (tooLarge.size - fits.size);
}

function inwardOf({ frontages }: ZoneLand): Direction {
  const [longest] = frontages.toSorted((a, b) => b.lengthFt - a.lengthFt);
  return longest ? { x: -longest.outward.x, y: -longest.outward.y } : { x: 0, y: 1 };
}

/**
 * Measures a plan as it is, or without surplus stalls where it leaves too little open space. The lean plan is measured first:
 * most plans are short even so, and then the whole one is too.
 */
function triedLean(found: FoundPlan, attempt: Measuring): Trial {
  const lean = tried(leanPlan(found), attempt);
  if (lean.short > 0 || leastShort(found, attempt) > 0) return lean;
  const whole = tried(found, attempt);
  return whole.short <= 0 ? whole : lean;
}

function tried(found: FoundPlan, attempt: Measuring): Trial {
  const known = attempt.measured.find((trial) => isSame(trial.found, found));
  if (known) return known;
  const ground = measuredGround(found, attempt);
  const { open, planted, impervious } = leastFree(attempt);
  const { openShare, plantedShare, pavedShare, basinShare } = ground;
  const lacking = [open - openShare, planted - plantedShare, pavedShare - impervious, basinShare];
  const trial = { found, ...ground, short: Math.max(0, ...lacking) };
  attempt.measured.push(trial);
  return trial;
}

/** Whether two plans are the same in all that is drawn of them. */
function isSame({ plan: a }: FoundPlan, { plan: b }: FoundPlan): boolean {
  return (
    a.layout.stallCount === b.layout.stallCount &&
    areAlike([a.frame.direction], [b.frame.direction], (each) => [each.x, each.y]) &&
    areAlike(waysOf(a), waysOf(b), ({ access: { x, y } }) => [x, y]) &&
    areAlike(a.buildings, b.buildings, ({ gfaSf, structuredStalls }) => [gfaSf, structuredStalls]) &&
    areAlike(drawnOf(a), drawnOf(b), ({ x0, y0, x1, y1 }) => [x0, y0, x1, y1]) &&
    areAlike(a.layout.rows, b.layout.rows, ({ rect: { x0, y0, x1 }, stalls }) => [x0, y0, x1, stalls.length])
  );
}

const waysOf = ({ driveway, second }: FoundPlan["plan"]) => [driveway, ...(second ? [second] : [])];
const drawnOf = ({ layout: { strips, connectors, turnarounds }, buildings }: FoundPlan["plan"]) => [
  ...[...strips, ...connectors, ...buildings].map(({ rect }) => rect),
  ...turnarounds,
];

const areAlike = <Part>(a: readonly Part[], b: readonly Part[], numbersOf: (part: Part) => readonly number[]) =>
  a.length === b.length &&
  a.every((part, at) => {
    const others = numbersOf(b[at] as Part);
    return numbersOf(part).every((number, place) => number === others[place]);
  });
