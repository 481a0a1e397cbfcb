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
import { drivesOf } from "./layout.ts";
import type { Fields } from "./layout-parts.ts";
import type { LocalFrame } from "./local-frame.ts";
import { compareScores, type Score, scoreOf } from "./plan-score.ts";
import { slotsOf } from "./slots.ts";
import { stallsBeside } from "./stall-rows.ts";
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

/** Share of the least yield that a candidate has to reach: with its driveway it may reach a little more. */
const nearly = 0.8;

type Found = Candidate & { readonly pattern: readonly Band[] };

/**
 * Returns the best places of a program's bands on the land, best first, found with a number of evaluations. Stalls are
 * counted and not drawn, and only where the buildings alone would reach the candidates that are kept.
 */
export function coarseSearch(search: Search, turned: readonly TurnedLand[], evaluations: number): readonly Candidate[] {
  let found: Found[] = [];
  let floor = nearly * search.leastYield;
  let left = evaluations;
  for (const start of startsIn(search, turned)) {
    if (floor > 0 && roomIn(start, search) < floor) continue;
    const strips = stripsOf(start.bands, start.fields.pavable);
    for (const joining of usualWays) {
      if (left-- <= 0) return best(found);
      const candidate = evaluated({ ...start, strips }, joining, search, floor);
      if (candidate) found.push(candidate);
    }
    if (found.length > 2 * kept) {
      found = best(found);
      if (found.length >= kept) floor = Math.max(floor, found.at(-1)?.score[0] ?? 0);
    }
  }
  return best(found);
}

/** Returns the bands of some candidates with their drives joined in other ways, best first. */
export function otherwiseJoined(search: Search, candidates: readonly Candidate[]): readonly Candidate[] {
  const found: Found[] = [];
  const seen = new Set<Candidate["bands"]>();
  for (const candidate of candidates as readonly Found[]) {
    if (seen.has(candidate.bands)) continue;
    seen.add(candidate.bands);
    const strips = stripsOf(candidate.bands, candidate.fields.pavable);
    for (const joining of hasLongStretch(strips) ? otherWays : loopOnly) {
      const other = evaluated({ ...candidate, strips }, joining, search, search.leastYield);
      if (other) found.push(other);
    }
  }
  return best(found);
}

/** Ways to join drives: those that most plans have, and those that only plans with more yield are drawn with. */
const usualWays = (["ends", "left", "middle"] as const).map(usualJoining);
const loopOnly = [wideJoining("loop")];
const otherWays = [wideJoining("ends"), ...loopOnly];

/** What buildings would reach on all land of their bands, whatever drives take of it. */
function roomIn({ bands, fields: { buildable } }: Start, { program }: Search): number {
  let reached = 0;
  for (const { kind, y0, y1 } of bands) {
    if (kind !== "building") continue;
    for (const [x0, x1] of buildable.free(y0, y1)) {
      reached += sumOf(program.fill({ rect: { x0, y0, x1, y1 }, above: "aisle", below: "aisle" }), program.yieldOf);
    }
  }
  return reached;
}

/** What bands reach at their place; undefined when their buildings alone reach less than the least that is looked for. */
function evaluated(
  { strips, ...start }: Start & { readonly strips: UnjoinedStrips },
  joining: Joining,
  search: Search,
  least: number,
): Found | undefined {
  const { bands, fields } = start;
  const { program } = search;
  const options = optionsOf(program, joining);
  const drives = drivesOf(strips, options, undefined);
  const slots = slotsOf(bands, drives.circulation, fields, options, drives.taken);
  const all = buildingsIn(slots, drives.circulation, program);
  if (sumOf(all, program.yieldOf) < Math.max(least, 1e-6)) return undefined;
  const result = filled(all, stallsBeside(bands, drives, fields, program.module), search);
  if (result.buildings.length === 0 || yieldOf(result.buildings, program) < nearly * search.leastYield) {
    return undefined;
  }
  return { ...start, joining, score: scoreOf(result, drives.circulation, program, 0) };
}

type Start = Pick<Found, "frame" | "fields" | "pattern" | "bands">;

/** The bands of a program at the places where they fit the land, along each direction. */
function* startsIn({ program }: Search, turned: readonly TurnedLand[]): Generator<Start> {
  for (const { frame, fields } of turned) {
    if (fields.pavable.isEmpty || fields.buildable.isEmpty) continue;
    for (const pattern of program.patterns(depthAvailable(fields, program.walk))) {
      for (const start of startsOf(pattern, fields)) yield { frame, fields, pattern, bands: placed(pattern, start) };
    }
  }
}

/** The best, few of them from the same bands along the same direction: what looks best may have no way to the street. */
function best(found: readonly Found[]): Found[] {
  const counts = new Map<LocalFrame, Map<readonly Band[], number>>();
  const top: Found[] = [];
  for (const candidate of found.toSorted((a, b) => compareScores(b.score, a.score))) {
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
