import { usualJoining } from "./circulation.ts";
import { type Driveway, heightAt } from "./driveway.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { Field } from "./field.ts";
import { sumOf } from "./fit-program.ts";
import { directionOf, type LocalFrame, localFrame, type Rect, regionOf } from "./local-frame.ts";
import type { FrontLoadedHomes, PlannedBuilding, Program } from "./programs/program.ts";
import type { FoundPlan } from "./zone-plan.ts";
import { ownStalls, type Search, type ZoneLand, type ZonePlan } from "./zone-search.ts";

/** Width of a driveway that serves one home and of one that two share, feet. */
const oneHome = 12;
const twoHomes = 20;
/** Homes that one driveway serves at most. */
const mostHomes = 2;
/** Least width of a home, feet: two rooms and a stair do not fit side by side below it. */
const leastWidth = 12;
/** Steps at which a row is moved away from the street, and how far it may go, feet. */
const step = 2;
const farthest = 120;

/** Where a row of homes stands. */
interface Place {
  readonly frame: LocalFrame;
  readonly run: EdgeRun;
  readonly building: PlannedBuilding;
  readonly width: number;
}

/**
 * Returns one row of homes that face the street with a driveway to their garages, for a lot on which drives between rows do
 * not fit. Homes are drawn narrower than asked for where the lot is too narrow for one. Undefined when nothing fits.
 */
export function frontLoadedPlan(search: Pick<Search, "land" | "program" | "requiredFor">): FoundPlan | undefined {
  const { land, program, requiredFor } = search;
  const { frontLoaded: homes } = program;
  if (!homes) return undefined;
  let best: FoundPlan | undefined;
  for (const run of land.frontages) {
    const frame = frameAt(run, land);
    const place = frame && placeAt(run, frame, land, homes, program);
    const driveway = place && drivewayTo(place, land);
    if (!place || !driveway) continue;
    const { building } = place;
    const required = requiredFor(building.demands);
    const provided = ownStalls([building]);
    if (provided < required || (best && sumOf(best.plan.buildings, program.yieldOf) >= building.units)) continue;
    const layout = { bands: [], strips: [], connectors: [], rows: [], slots: [], stallCount: 0, turnarounds: [] };
    const plan: ZonePlan = {
      ...{ frame, layout, buildings: [building], joining: usualJoining("middle"), required, provided },
      ...{ driveway, second: null },
    };
    const wayWidth = building.units > 1 ? twoHomes : oneHome;
    best = { plan, program: { ...program, wayWidth, notes: [...program.notes, ...notesOn(place, homes)] } };
  }
  return best;
}

/** The frame in which the street lies below. */
function frameAt({ points, outward }: EdgeRun, { origin }: ZoneLand): LocalFrame | undefined {
  const [first, last] = [points[0], points.at(-1)];
  const along = first && last && directionOf(first, last);
  if (!along) return undefined;
  const isBelow = outward.y * along.x - outward.x * along.y < 0;
  return localFrame(origin, isBelow ? along : { x: -along.x, y: -along.y });
}

/** The place nearest to the street where most homes fit. */
function placeAt(
  run: EdgeRun,
  frame: LocalFrame,
  { buildable }: ZoneLand,
  { width, depth, most, row }: FrontLoadedHomes,
  { caps }: Program,
): Place | undefined {
  const field = new Field(frame, buildable);
  const { y0: low, y1: high } = field.bounds;
  const homesIn = (room: number) => Math.min(Math.floor(room / width + 1e-6), most, mostHomes, caps.units);
  let best: Place | undefined;
  for (let y0 = low + 0.01; y0 + depth <= Math.min(high, low + farthest); y0 += step) {
    for (const [x0, x1] of field.free(y0, y0 + depth)) {
      const homes = homesIn(x1 - x0);
      const own = homes > 0 ? width : Math.floor(x1 - x0);
      if (own < leastWidth || caps.units < 1) continue;
      const length = Math.max(1, homes) * own;
      const from = (x0 + x1 - length) / 2;
      const building = row({ x0: from, y0, x1: from + length, y1: y0 + depth }, own);
      const isAllowed = building.footprintSf <= caps.footprintSf + 0.5 && building.gfaSf <= caps.gfaSf + 0.5;
      const isBetter = !best || building.units > best.building.units || (own > best.width && homes === 0);
      if (isAllowed && isBetter) best = { frame, run, building, width: own };
    }
  }
  return best;
}

/** The driveway to the garages; undefined when they have no straight way to the street. */
function drivewayTo({ frame, run, building }: Place, land: ZoneLand): Driveway | undefined {
  const line = run.points.map((point) => frame.toLocal(point));
  const middle = (building.rect.x0 + building.rect.x1) / 2;
  const half = (building.units > 1 ? twoHomes : oneHome) / 2;
  const [x0, x1] = [middle - half, middle + half];
  const [left, centre, right] = [x0, middle, x1].map((x) => heightAt(line, x));
  if (left === undefined || centre === undefined || right === undefined) return undefined;
  const [start, end] = [Math.max(left, right), building.rect.y0];
  const drivable = new Field(frame, land.drivable);
  const isFree =
    end - start < 0.1 || drivable.free(start, end).some(([from, to]) => from <= x0 + 0.02 && to >= x1 - 0.02);
  if (!isFree) return undefined;
  const rect: Rect = { x0, y0: Math.min(left, right), x1, y1: end };
  return {
    ...{ access: frame.toGrid({ x: middle, y: centre }), region: regionOf(frame, rect), rects: [rect], run },
    ...{ meets: { x: middle, y: end }, lengthFt: end - centre, cost: end - centre },
  };
}

function notesOn({ width }: Place, homes: FrontLoadedHomes): Program["notes"] {
  return [
    {
      code: "front_loaded",
      text: "No rows with drives between them fit the lot: the garages open to the street, with one driveway.",
    },
    ...(width < homes.width
      ? [
          {
            code: "home_narrowed",
            text: `The land between the side setbacks is too narrow for a home ${homes.width} ft wide: it is drawn ${width} ft wide.`,
          },
        ]
      : []),
  ];
}
