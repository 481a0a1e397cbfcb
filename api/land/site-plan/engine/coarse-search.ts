import { type Band, type PlacedBand, placed } from "./bands.ts";
import {
  hasLongStretch,
  type Joining,
  stripsOf,
  type UnjoinedStrips,
  usualJoining,
  wideJoining,
} from "./circulation.ts";
import { sumOf } from "./fit-program.ts";
import { isBehindFront } from "./front-parking.ts";
import { drivesOf } from "./layout.ts";
import type { Fields } from "./layout-parts.ts";
import type { LocalFrame } from "./local-frame.ts";
import { compareScores, type Score, scoreOf } from "./plan-score.ts";
import { slotsOf } from "./slots.ts";
import { rowsBeside, stallsBeside } from "./stall-rows.ts";
import { buildingsIn, filled, optionsOf, type Search, yieldOf } from "./zone-search.ts";

/** Bands at a place of the land, and how their drives are joined. */
export interface Candidate {
  readonly frame: LocalFrame;
  readonly fields: Fields;
  readonly bands: readonly PlacedBand[];
  readonly joining: Joining;
  /** Reached without a driveway, which takes a little of it. */
  readonly score: Score;
}

/** The land along one direction. */
export type TurnedLand = Pick<Candidate, "frame" | "fields">;

/** Candidates that are kept, and how many of them may come from the same bands along the same direction. */
const kept = 60;
const alike = 4;

/**
 * What a plan with its driveway yields at most of what its candidate reaches without: the driveway takes land, but is a further
 * way into a drive, which then keeps its end. Measured: of ten thousand plans of four public cases none yielded more than 1.22.
 */
export const withDriveway = 1.25;

/** Evaluations up to which every place is tried in every way. */
const short = 450;
/** Shares of what has to be reached, from which on other ways to join drives and other places are tried. */
const worthJoining = 0.7;
const worthMoving = 0.85;

type Found = Candidate & {
  readonly pattern: readonly Band[];
  /** Decides between places that reach the same; ways to join them keep the order in which they are tried. */
  readonly order: number;
};

/**
 * Returns the best places of a program's bands on the land, best first, found with a number of evaluations. Each list of bands
 * is first tried at one place with one way to join its drives. Other ways and places are then tried for the lists that reach
 * most, as long as these come near to the candidates that are kept.
 */
export function coarseSearch(search: Search, turned: readonly TurnedLand[], evaluations: number): readonly Candidate[] {
  const found = new KeptCandidates(search.leastYield / withDriveway);
  let left = evaluations;
  const most = ({ strips, ...start }: Start & { readonly strips: UnjoinedStrips }, joinings: readonly Joining[]) => {
    let reached = 0;
    for (const joining of joinings) {
      if (left-- <= 0) break;
      const result = evaluated({ ...start, strips }, joining, search, found.floor);
      if (result.candidate) found.add(result.candidate);
      reached = Math.max(reached, result.reached);
    }
    return reached;
  };
  const isLong = () => evaluations - left > short;
  const [firstWay, ...moreWays] = usualWays;
  const families = [...familiesIn(search, turned)]
    .map(([first, ...others]) => {
      const start = withStrips(first);
      return { first: start, others, reached: most(start, [firstWay]) };
    })
    .sort((a, b) => b.reached - a.reached);
  for (const { first, others, reached: before } of families) {
    if (left <= 0) break;
    if (isLong() && before < worthJoining * found.floor) break;
    let reached = Math.max(before, most(first, moreWays));
    for (const start of others) {
      if (isLong() && reached < worthMoving * found.floor) break;
      reached = Math.max(reached, most(withStrips(start), usualWays));
    }
  }
  return found.best();
}

const withStrips = (start: Start) => ({ ...start, strips: stripsOf(start.bands, start.fields.pavable) });

/** The candidates that were found, and the least that another one has to reach to be kept. */
class KeptCandidates {
  private found: Found[] = [];
  floor: number;

  constructor(floor: number) {
    this.floor = floor;
  }

  add(candidate: Found): void {
    if (this.found.push(candidate) <= 1.5 * kept) return;
    this.found = best(this.found);
    this.floor = Math.max(this.floor, this.found[kept - 1]?.score[0] ?? 0);
  }

  best = () => best(this.found);
}

/** Returns the bands of some candidates with their drives joined in other ways, best first. */
export function otherwiseJoined(search: Search, candidates: readonly Candidate[]): readonly Candidate[] {
  const found: Found[] = [];
  const seen = new Set<Candidate["bands"]>();
  for (const candidate of candidates as readonly Found[]) {
    if (seen.has(candidate.bands)) continue;
    seen.add(candidate.bands);
    const strips = stripsOf(candidate.bands, candidate.fields.pavable);
    for (const joining of hasLongStretch(strips) ? otherWays : loops) {
      const other = evaluated({ ...candidate, strips }, joining, search, search.leastYield).candidate;
      if (other) found.push(other);
    }
  }
  return best(found);
}

/** Ways to join drives: those that most plans have, and those that only plans with more yield are drawn with. */
const usualWays = [usualJoining("ends"), usualJoining("left"), usualJoining("middle")] as const;
const loops = [wideJoining("loop"), wideJoining("pairs"), wideJoining("half_pairs")];
const otherWays = [wideJoining("ends"), ...loops];

/** What bands reach at their place; no candidate where that is less than the least that is looked for. */
function evaluated(
  { strips, ...start }: Start & { readonly strips: UnjoinedStrips },
  joining: Joining,
  search: Search,
  least: number,
): { readonly reached: number; readonly candidate?: Found } {
  const { bands, fields } = start;
  const { program } = search;
  const options = optionsOf(program, joining);
  const drives = drivesOf(strips, options, undefined);
  const slots = slotsOf(bands, drives.circulation, fields, options, drives.taken);
  const all = buildingsIn(slots, drives.circulation, program);
  const most = sumOf(all, program.yieldOf);
  if (most < Math.max(least, 1e-6)) return { reached: most };
  const result = filled(all, stallsBeside(bands, drives, fields, program.module), search);
  const reached = yieldOf(result.buildings, program);
  if (result.buildings.length === 0 || withDriveway * reached < search.leastYield) return { reached };
  const { front } = search.land;
  if (front) {
    const rows = rowsBeside(bands, drives, fields, program.module);
    if (!isBehindFront(front, start.frame, { buildings: result.buildings, rows })) return { reached: 0 };
  }
  return { reached, candidate: { ...start, joining, score: scoreOf(result, drives.circulation, program, 0) } };
}

type Start = Pick<Found, "frame" | "fields" | "pattern" | "bands" | "order">;

/** The lists of bands of a program that fit the land along each direction, each at the places where it may begin. */
function* familiesIn({ program }: Search, turned: readonly TurnedLand[]): Generator<readonly [Start, ...Start[]]> {
  let order = 0;
  for (const { frame, fields } of turned) {
    if (fields.pavable.isEmpty || fields.buildable.isEmpty) continue;
    for (const pattern of program.patterns(depthAvailable(fields, program.walk))) {
      const at = (height: number, place: number): Start => ({
        ...{ frame, fields, pattern, bands: placed(pattern, height), order: order + place },
      });
      const heights = startsOf(pattern, fields);
      if (heights.length === 0) continue;
      const [front = 0, middle = front, rear = front] = heights;
      yield heights.length === 1 ? [at(front, 0)] : [at(middle, 1), at(front, 0), at(rear, 2)];
      order += heights.length;
    }
  }
}

/** The best, few of them from the same bands along the same direction: what looks best may have no way to the street. */
function best(found: readonly Found[]): Found[] {
  const counts = new Map<LocalFrame, Map<readonly Band[], number>>();
  const top: Found[] = [];
  for (const candidate of found.toSorted((a, b) => compareScores(b.score, a.score) || a.order - b.order)) {
    const { frame, pattern } = candidate;
    const own = counts.get(frame) ?? new Map<readonly Band[], number>();
    const count = own.get(pattern) ?? 0;
    if (count >= alike) continue;
    counts.set(frame, own.set(pattern, count + 1));
    if (top.push(candidate) >= kept) break;
  }
  return top;
}

function depthAvailable({ pavable: { bounds: paved }, buildable: { bounds: built } }: Fields, walk: number): number {
  return Math.max(paved.y1, built.y1 + walk) - Math.min(paved.y0, built.y0 - walk);
}

/** Heights at which bands may begin so that each of them lies where it may: at the front, in the middle, at the rear. */
function startsOf(bands: readonly Band[], { pavable, buildable }: Fields): number[] {
  let [least, most] = [-Infinity, Infinity];
  for (const { kind, y0, y1 } of placed(bands, 0)) {
    if (kind === "open") continue;
    const { bounds } = kind === "building" ? buildable : pavable;
    least = Math.max(least, bounds.y0 - y0);
    most = Math.min(most, bounds.y1 - y1);
  }
  if (most < least - 0.01) return [];
  if (most - least < 1) return [least];
  return [least, (least + most) / 2, most];
}
