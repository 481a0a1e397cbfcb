import { afterAccessible } from "./accessible.ts";
import { type Band, type PlacedBand, placed } from "./bands.ts";
import { type JoinPlace, longestDeadEnd, mostDeadEnd } from "./circulation.ts";
import { straightDriveways } from "./driveway.ts";
import { Field } from "./field.ts";
import { offset, piecesOf, squareFeet } from "./kernel.ts";
import { type Fields, layOut } from "./layout.ts";
import { type LocalFrame, localFrame } from "./local-frame.ts";
import { orientations } from "./orientations.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { Program } from "./programs/program.ts";
import { routedDriveway } from "./route.ts";
import { withSecondAccess } from "./second-access.ts";
import { withoutSurplus } from "./surplus.ts";
import {
  fieldsOf,
  filled,
  meetsOf,
  optionsOf,
  ownStalls,
  type Search,
  withoutWay,
  yieldOf,
  type ZoneLand,
  type ZonePlan,
} from "./zone-search.ts";

/** Layouts that are worked out with their driveway, of the best that were found without. */
const refined = 10;
const alike = 3;
/** Driveways that are tried for each of them. */
const driveways = 3;

interface Candidate {
  readonly frame: LocalFrame;
  readonly pattern: readonly Band[];
  readonly bands: readonly PlacedBand[];
  readonly place: JoinPlace;
  readonly score: readonly number[];
}

/** A plan and the program it was made from. */
export interface FoundPlan {
  readonly plan: ZonePlan;
  readonly program: Program;
}

/** Returns the best plan of some programs that was found with a number of evaluations; undefined when nothing fits. */
export function bestZonePlan(
  land: ZoneLand,
  programs: readonly Program[],
  requiredFor: Search["requiredFor"],
  evaluations: number,
): FoundPlan | undefined {
  let best: (FoundPlan & { readonly score: readonly number[] }) | undefined;
  for (const program of programs) {
    const search = { land, program, requiredFor };
    for (const candidate of coarse(search, Math.floor(evaluations / programs.length))) {
      for (const plan of withDriveways(candidate, search)) {
        const score = [...scoreOf(plan, program, longestDeadEnd(plan.layout, meetsOf(plan))), -plan.driveway.cost];
        if (!best || compare(score, best.score) > 0) best = { plan, program, score };
      }
    }
  }
  if (!best) return undefined;
  const { program, plan } = best;
  return { program, plan: settled(withSecondAccess(plan, { land, program, requiredFor }), program) };
}

/** A plan without stalls that nobody needs. */
function settled(plan: ZonePlan, program: Program): ZonePlan {
  const { layout, buildings, required } = plan;
  const needed = Math.max(0, required - ownStalls(buildings));
  const spare = withoutSurplus(layout, buildings, needed, program.module, meetsOf(plan));
  return { ...plan, layout: spare, provided: afterAccessible(spare.stallCount, program.module) + ownStalls(buildings) };
}

/** The best layouts without their driveways. */
function coarse(search: Search, evaluations: number): readonly Candidate[] {
  const { land, program } = search;
  const found: Candidate[] = [];
  let left = evaluations;
  for (const direction of orientations(land.pavable, land.frontages)) {
    const frame = localFrame(land.origin, direction);
    const fields = fieldsOf(land, frame);
    if (fields.pavable.isEmpty || fields.buildable.isEmpty) continue;
    for (const bands of program.patterns(depthAvailable(fields, program.walk))) {
      for (const start of startsOf(bands, fields)) {
        for (const place of ["ends", "left", "middle"] as const) {
          if (left-- <= 0) return topOf(found);
          const placedBands = placed(bands, start);
          const layout = layOut(placedBands, fields, optionsOf(program, place), undefined);
          const { buildings, required, provided } = filled(layout, search);
          if (buildings.length === 0) continue;
          found.push({
            frame,
            pattern: bands,
            bands: placedBands,
            place,
            score: scoreOf({ buildings, provided, required }, program, 0),
          });
        }
      }
    }
  }
  return topOf(found);
}

/** The best layouts, few of them from the same bands: what looks best may have no way to the street. */
function topOf(found: readonly Candidate[]): readonly Candidate[] {
  const sorted = [...found.entries()].sort(([a, one], [b, two]) => compare(two.score, one.score) || a - b);
  const counts = new Map<readonly Band[], number>();
  const top: Candidate[] = [];
  for (const [, candidate] of sorted) {
    const count = counts.get(candidate.pattern) ?? 0;
    if (count >= alike) continue;
    counts.set(candidate.pattern, count + 1);
    if (top.push(candidate) >= refined) break;
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

/** What a drive that ends far from its last way in costs of the yield. */
const deadEndShare = 0.92;

/** More is better, the first difference decides: yield, surplus of stalls up to five percent, little paving. */
function scoreOf(
  { buildings, provided, required }: Pick<ZonePlan, "buildings" | "provided" | "required">,
  program: Program,
  deadEnd: number,
): readonly number[] {
  const spare = provided - required;
  const reached = yieldOf(buildings, program) * (deadEnd > mostDeadEnd ? deadEndShare : 1);
  return [reached, Math.min(spare, Math.floor(required * 0.05)), -Math.max(0, spare)];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (Math.abs(difference) > 1e-6) return difference;
  }
  return 0;
}

function withDriveways({ frame, bands, place }: Candidate, search: Search): ZonePlan[] {
  const { land, program } = search;
  const fields = fieldsOf(land, frame);
  const options = optionsOf(program, place);
  const bare = layOut(bands, fields, options, undefined);
  const drivable = new Field(frame, land.drivable);
  const straight = straightDriveways(bare, land.frontages, frame, drivable, program.wayWidth).slice(0, driveways);
  const routed =
    straight.length > 0 ? undefined : routedDriveway(bare, land.frontages, frame, land.drivable, program.wayWidth);
  return [...straight, ...(routed ? [routed] : [])].flatMap((driveway) => {
    const open = driveway.rects.length > 0 ? fields : fieldsOf(withoutWay(land, driveway, program.walk), frame);
    const layout = layOut(bands, open, options, { rects: driveway.rects, meets: [driveway.meets] });
    if (layout.strips.length === 0) return [];
    const { buildings, required, provided } = filled(layout, search);
    return buildings.length > 0
      ? [{ frame, layout, buildings, driveway, second: null, place, required, provided }]
      : [];
  });
}

/** Returns whether land has a piece that a building and a drive could use. */
export function isUsable(region: GridRegion): boolean {
  return piecesOf(region).some((piece) => squareFeet(piece) >= 1_500 && offset(piece, -10).rings.length > 0);
}
