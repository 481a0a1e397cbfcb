import { areaDraft, type Draft, rounded } from "./drafts.ts";
import { regionIn } from "./draw-zone.ts";
import { difference, intersection, piecesOf, squareFeet, union } from "./kernel.ts";
import { leastFeet } from "./line-distance.ts";
import { type Rect, regionOf } from "./local-frame.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";
import type { LoadingRule, PlanRules } from "./plan-input.ts";
import type { Demand, PlannedBuilding } from "./programs/program.ts";
import type { ZonePlan } from "./zone-search.ts";

/** Steps at which places along drives are tried, and what may be missing of the ground of one from rounding: feet, square feet. */
const step = 5;
const tolerance = 0.5;
/** Floor area of a hotel for each of its rooms, square feet. An assumption. */
const sfPerKey = 475;

/** Returns how many loading spaces a building needs: as many as the rule for its floor area that asks for the most. */
export function loadingFor(rules: readonly LoadingRule[], building: Pick<PlannedBuilding, "demands">): number {
  const gfaSf = nonresidentialSf(building);
  const counts = rules
    .filter(({ over, upTo }) => gfaSf > over && gfaSf <= (upTo ?? Infinity))
    .map(({ spaces, each, eachOver }) =>
      each === null ? spaces : spaces + Math.max(0, (spaces > 0 ? Math.floor : Math.ceil)((gfaSf - eachOver) / each)),
    );
  return Math.max(0, ...counts);
}

/** The floor area that is for no dwellings. */
const nonresidentialSf = ({ demands }: Pick<PlannedBuilding, "demands">) =>
  demands.reduce(
    (sum, { base, quantity }) => sum + quantity * (base === "key" ? sfPerKey : Number(base === "thousand_square_feet")),
    0,
  );

/** Returns the loading spaces of some buildings that are still to be drawn: docks of a truck court are loading spaces. */
export const loadingToDraw = (rules: readonly LoadingRule[], buildings: readonly PlannedBuilding[]): number =>
  rules.length === 0
    ? 0
    : buildings.reduce((sum, each) => sum + Math.max(0, loadingFor(rules, each) - each.docks.length), 0);

/**
 * Returns the stalls of a row that the loading spaces of some buildings may have to take, each with its demands: they are laid out in
 * addition to those that are required. Warehouses have docks.
 */
export function stallsUnderLoading(
  { loading, loadingSize }: PlanRules,
  demands: readonly Demand[],
  stallFt: number,
): number {
  if (loading.length === 0) return 0;
  const spaces = demands.reduce(
    (sum, demand) => sum + (demand.use === "warehouse" ? 0 : loadingFor(loading, { demands: [demand] })),
    0,
  );
  return spaces * stallsOf(loadingSize.length.value, stallFt);
}

const stallsOf = (lengthFt: number, stallFt: number) => Math.ceil(lengthFt / stallFt - 1e-6);

/** Returns the ground that the loading spaces of some buildings take, square feet. */
export const loadingSf = (
  { loading, loadingSize: { width, length } }: PlanRules,
  buildings: readonly PlannedBuilding[],
) => loadingToDraw(loading, buildings) * width.value * length.value;

/** Where loading spaces may lie. */
interface LoadingLand {
  readonly rules: PlanRules;
  readonly pavable: GridRegion;
  /** Front lot lines: a loading space lies behind the front of the nearest building. */
  readonly fronts: readonly (readonly GridPoint[])[];
}

/**
 * Returns the drafts of a zone with its loading spaces nearest to their buildings: in rows of stalls, which have stalls to spare for
 * them, else on open or planted ground along the drives.
 */
export function withLoading(
  drafts: readonly Draft[],
  plan: ZonePlan,
  { rules, pavable, fronts }: LoadingLand,
): { readonly drafts: readonly Draft[]; readonly required: number } {
  const { loading, loadingSize } = rules;
  const required = plan.buildings.reduce((sum, building) => sum + loadingFor(loading, building), 0);
  if (loadingToDraw(loading, plan.buildings) === 0) return { drafts, required };
  const [width, length] = [loadingSize.width.value, loadingSize.length.value];
  const isGround = ({ type }: Draft) => type === "open_space" || type === "landscape_buffer";
  let ground = intersection(union(drafts.filter(isGround).map(regionIn)), pavable);
  const front = leastFeet(
    drafts.filter(({ type }) => type === "building").flatMap((each) => regionIn(each).rings),
    fronts,
  );
  const isBehind = (region: GridRegion) => leastFeet(region.rings, fronts) >= front;
  const places = placesAlong(plan, width, length);
  const runs = stallRuns(drafts, plan, { width, length });
  const spaces: GridRegion[] = [];
  const taken = new Map<Draft, readonly Draft[]>();
  for (const building of plan.buildings) {
    let missing = Math.max(0, loadingFor(loading, building) - building.docks.length);
    for (const { stalls, rect, rest } of nearest(runs, building)) {
      const region = regionOf(plan.frame, rect);
      if (missing === 0) break;
      if (!isBehind(region) || stalls.some((stall) => taken.has(stall))) continue;
      for (const stall of stalls) taken.set(stall, []);
      const [first] = stalls;
      if (first) taken.set(first, [areaDraft("landscape_buffer", "Planted strip", regionOf(plan.frame, rest))]);
      spaces.push(region);
      missing--;
    }
    for (const { region } of nearest(places, building)) {
      if (missing === 0) break;
      if (!isBehind(region) || squareFeet(difference(region, ground)) > tolerance) continue;
      spaces.push(region);
      ground = difference(ground, region);
      missing--;
    }
  }
  const size = { width_ft: width, length_ft: length };
  const left = drafts.flatMap(
    (draft) => taken.get(draft) ?? (isGround(draft) ? withoutSpaces(draft, spaces) : [draft]),
  );
  return {
    drafts: [...left, ...spaces.map((region) => areaDraft("loading_space", "Loading space", region, size))],
    required,
  };
}

/** Stalls side by side with room for a loading space beside their drive, and what it leaves of their ground. */
interface StallRun {
  readonly stalls: readonly Draft[];
  readonly rect: Rect;
  readonly rest: Rect;
}

/** The runs of ordinary stalls that a loading space may take. */
function stallRuns(
  drafts: readonly Draft[],
  { layout, frame }: ZonePlan,
  { width, length }: { readonly width: number; readonly length: number },
): StallRun[] {
  const keyOf = (region: GridRegion) => JSON.stringify(region.rings);
  const ordinary = new Map(
    drafts.flatMap((draft) => (draft.type === "parking_stall" ? [[keyOf(regionIn(draft)), draft] as const] : [])),
  );
  return layout.rows.flatMap(({ stalls, aisleSide, isUpright }): StallRun[] => {
    if (isUpright) return [];
    const [first] = stalls;
    const count = first ? stallsOf(length, first.x1 - first.x0) : 0;
    if (!first || first.y1 - first.y0 < width) return [];
    return stalls.flatMap((start, at): StallRun[] => {
      const run = stalls.slice(at, at + count);
      const end = run.at(-1);
      const drawn = run.flatMap((stall) => ordinary.get(keyOf(regionOf(frame, stall))) ?? []);
      // An island between them would lie in the loading space.
      const isWhole = end && drawn.length === count && end.x1 - start.x0 < count * (start.x1 - start.x0) + 0.01;
      if (!isWhole) return [];
      const middle = aisleSide === 1 ? start.y1 - width : start.y0 + width;
      const beside = { x0: start.x0, x1: start.x0 + length };
      const [low, high] = [
        { y0: start.y0, y1: middle },
        { y0: middle, y1: start.y1 },
      ];
      const [space, rest] = aisleSide === 1 ? [high, low] : [low, high];
      return [{ stalls: drawn, rect: { ...beside, ...space }, rest: { x0: start.x0, x1: end.x1, ...rest } }];
    });
  });
}

function withoutSpaces(draft: Draft, spaces: readonly GridRegion[]): Draft[] {
  const region = difference(regionIn(draft), ...spaces);
  if (squareFeet(region) > squareFeet(regionIn(draft)) - tolerance) return [draft];
  return piecesOf(region).map((piece) =>
    areaDraft(draft.type, draft.label, piece, { ...draft.measurements, area_sf: rounded(squareFeet(piece)) }),
  );
}

/** Places along both sides of the drives of a plan, and across their ends. */
function placesAlong({ layout, frame }: ZonePlan, width: number, length: number) {
  const rects = [...layout.strips, ...layout.connectors].flatMap(({ rect: { x0, y0, x1, y1 } }) => {
    const along = (from: number, to: number, size: number) =>
      Array.from({ length: Math.max(0, Math.floor((to - from - size) / step) + 1) }, (_, at) => from + at * step);
    const lying = along(x0, x1, length).flatMap((x) => [
      { x0: x, x1: x + length, y0: y0 - width, y1: y0 },
      { x0: x, x1: x + length, y0: y1, y1: y1 + width },
    ]);
    const upright = along(y0, y1, length).flatMap((y) => [
      { x0: x0 - width, x1: x0, y0: y, y1: y + length },
      { x0: x1, x1: x1 + width, y0: y, y1: y + length },
    ]);
    const ends = along(y0, y1, width).flatMap((y) => [
      { x0: x0 - length, x1: x0, y0: y, y1: y + width },
      { x0: x1, x1: x1 + length, y0: y, y1: y + width },
    ]);
    return [...lying, ...upright, ...ends];
  });
  return rects.map((rect) => ({ rect, region: regionOf(frame, rect) }));
}

/** Returns places in the order of their distance from a building, the nearest first. */
function nearest<Place extends { readonly rect: Rect }>(places: readonly Place[], { rect }: PlannedBuilding): Place[] {
  const away = (place: Rect) => {
    const x = Math.max(0, rect.x0 - place.x1, place.x0 - rect.x1);
    const y = Math.max(0, rect.y0 - place.y1, place.y0 - rect.y1);
    return x * x + y * y;
  };
  const sorted = places.map((place) => ({ place, far: away(place.rect) })).toSorted((a, b) => a.far - b.far);
  return sorted.map(({ place }) => place);
}
