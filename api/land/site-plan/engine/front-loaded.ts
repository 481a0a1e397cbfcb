import { usualJoining } from "./circulation.ts";
import { type Driveway, heightAt } from "./driveway.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { Field } from "./field.ts";
import { directionOf, type LocalFrame, localFrame, type Rect, regionOf } from "./local-frame.ts";
import type { FrontLoadedHomes, PlannedBuilding, Program } from "./programs/program.ts";
import type { FoundPlan } from "./zone-plan.ts";
import { ownStalls, type Search, type ZoneLand, type ZonePlan } from "./zone-search.ts";

/** Width of a driveway that serves one home and of one that two share, feet. */
const oneHome = 12;
const twoHomes = 20;
/** Homes that one driveway serves at most, driveways of a row, and homes of a row at the street. */
const homesOfDriveway = 2;
const mostDriveways = 2;
export const mostAtStreet = homesOfDriveway * mostDriveways;
/**
 * Least width of a home that stands alone and of one in a row, feet: two rooms and a stair do not fit side by side below it, and in
 * a row no door fits beside a garage.
 */
const leastWidth = 12;
const leastInRow = 16;
/** Steps at which a row is moved away from the street, and how far it may go, feet. */
const step = 2;
const farthest = 120;

/** The land before a street, in a frame in which the street lies below. */
interface StreetLand {
  readonly run: EdgeRun;
  readonly frame: LocalFrame;
  readonly buildable: Field;
  readonly drivable: Field;
  readonly pavable: Field;
}

/** A row of homes with its driveways, which are not drawn where cars stand before the garages. */
interface Row {
  readonly building: PlannedBuilding;
  readonly driveways: readonly Driveway[];
  readonly width: number;
}

/**
 * Returns one row of homes that face the street with driveways to their garages, for a small lot, on which drives between rows
 * take too much land. Homes are drawn narrower than asked for where the lot is too narrow, and a car of each may stand on its
 * driveway where the garage holds too few. Undefined where none fits.
 */
export function frontLoadedPlan(search: Pick<Search, "land" | "program" | "requiredFor">): FoundPlan | undefined {
  const { land, program, requiredFor } = search;
  const { frontLoaded: homes } = program;
  if (!homes) return undefined;
  let best: { readonly row: Row; readonly street: StreetLand } | undefined;
  for (const run of land.frontages) {
    const street = streetLand(run, land);
    for (const row of street ? rowsAt(street, homes, program) : []) {
      const before = best?.row;
      const isBetter =
        !before ||
        row.building.units > before.building.units ||
        (row.building.units === before.building.units && row.width > before.width);
      if (!street || !isBetter) continue;
      const parked = withCarsOutside(row, street, { program, required: requiredFor(row.building.demands) });
      if (parked) best = { row: parked, street };
    }
  }
  return best && planOf(best.row, best.street.frame, search);
}

function planOf(
  { building, driveways, width }: Row,
  frame: LocalFrame,
  { program, requiredFor }: Pick<Search, "program" | "requiredFor">,
): FoundPlan | undefined {
  const [driveway, second = null] = driveways;
  if (!driveway) return undefined;
  const layout = { bands: [], strips: [], connectors: [], rows: [], slots: [], stallCount: 0, turnarounds: [] };
  const plan: ZonePlan = {
    ...{ frame, layout, buildings: [building], joining: usualJoining("middle"), driveway, second },
    ...{ required: requiredFor(building.demands), provided: ownStalls([building]) },
  };
  const wayWidth = wayWidthOf(building);
  const notes = [...program.notes, ...notesOn({ building, driveways, width }, program)];
  return { plan, program: { ...program, wayWidth, notes } };
}

const wayWidthOf = ({ units }: PlannedBuilding) => (units > 1 ? twoHomes : oneHome);

/** The land in a frame in which the street lies below. */
function streetLand(run: EdgeRun, { origin, buildable, drivable, pavable }: ZoneLand): StreetLand | undefined {
  const { points, outward } = run;
  const [first, last] = [points[0], points.at(-1)];
  const along = first && last && directionOf(first, last);
  if (!along) return undefined;
  const isBelow = outward.y * along.x - outward.x * along.y < 0;
  const frame = localFrame(origin, isBelow ? along : { x: -along.x, y: -along.y });
  const field = (region: ZoneLand["buildable"]) => new Field(frame, region);
  return { run, frame, buildable: field(buildable), drivable: field(drivable), pavable: field(pavable) };
}

/** The rows that fit, nearest to the street first. */
function* rowsAt(street: StreetLand, homes: FrontLoadedHomes, { caps, driveways: asked }: Program): Generator<Row> {
  const { y0: low, y1: high } = street.buildable.bounds;
  const { depth, least, drivewaySpacing } = homes;
  const isTwice = asked !== 1 && homesOfDriveway * homes.width - twoHomes >= drivewaySpacing;
  const most = Math.min(homes.most, homesOfDriveway * (isTwice ? mostDriveways : 1), caps.units);
  for (let y0 = low + 0.01; y0 + depth <= Math.min(high, low + farthest); y0 += step) {
    for (const [x0, x1] of street.buildable.free(y0, y0 + depth)) {
      const count = Math.min(most, Math.max(least, Math.floor((x1 - x0) / homes.width + 1e-6)));
      const width = Math.min(homes.width, Math.floor((x1 - x0) / Math.max(1, count)));
      if (count < least || width < (count > 1 ? Math.min(leastInRow, homes.width) : leastWidth)) continue;
      const length = count * width;
      const from = (x0 + x1 - length) / 2;
      const building = homes.row({ x0: from, y0, x1: from + length, y1: y0 + depth }, width);
      if (building.footprintSf > caps.footprintSf + 0.5 || building.gfaSf > caps.gfaSf + 0.5) continue;
      const driveways = drivewaysTo(building, width, street);
      if (driveways) yield { building, driveways, width };
    }
  }
}

/** A driveway for every two homes of a row; undefined when one of them has no straight way to the street. */
function drivewaysTo(building: PlannedBuilding, width: number, street: StreetLand): Driveway[] | undefined {
  const { rect, units } = building;
  const driveways: Driveway[] = [];
  for (let home = 0; home < units; home += homesOfDriveway) {
    const served = Math.min(homesOfDriveway, units - home);
    const middle = rect.x0 + (home + served / 2) * width;
    const half = Math.min(wayWidthOf(building), served * width) / 2;
    const driveway = drivewayTo({ x0: middle - half, x1: middle + half }, rect.y0, street);
    if (!driveway) return undefined;
    driveways.push(driveway);
  }
  return driveways;
}

function drivewayTo(
  { x0, x1 }: Pick<Rect, "x0" | "x1">,
  end: number,
  { run, frame, drivable }: StreetLand,
): Driveway | undefined {
  const line = run.points.map((point) => frame.toLocal(point));
  const middle = (x0 + x1) / 2;
  const [left, centre, right] = [x0, middle, x1].map((x) => heightAt(line, x));
  if (left === undefined || centre === undefined || right === undefined) return undefined;
  const start = Math.max(left, right);
  const isFree =
    end - start < 0.1 || drivable.free(start, end).some(([from, to]) => from <= x0 + 0.02 && to >= x1 - 0.02);
  if (!isFree) return undefined;
  const rect: Rect = { x0, y0: Math.min(left, right), x1, y1: end };
  return {
    ...{ access: frame.toGrid({ x: middle, y: centre }), region: regionOf(frame, rect), rects: [rect], run },
    ...{ meets: { x: middle, y: end }, lengthFt: end - centre, cost: end - centre, widthFt: x1 - x0 },
  };
}

/**
 * A row with the stalls that it needs: where its garages hold too few, a car of each home stands before its garage, if the driveway
 * is long enough for it and for some way to the street. Undefined where that is not enough.
 */
function withCarsOutside(
  row: Row,
  { frame, pavable }: StreetLand,
  { program: { module }, required }: { readonly program: Program; readonly required: number },
): Row | undefined {
  const { building, driveways } = row;
  let missing = required - ownStalls([building]);
  if (missing <= 0) return row;
  const stalls: Rect[] = [];
  const shortened = driveways.map((driveway, at): Driveway => {
    const [way] = driveway.rects;
    const homes = Math.min(homesOfDriveway, building.units - at * homesOfDriveway);
    const count = Math.min(missing, homes, way ? Math.floor((way.x1 - way.x0) / module.width) : 0);
    if (!way || count < 1 || driveway.lengthFt < module.length + 1) return driveway;
    const y0 = way.y1 - module.length;
    const x0 = driveway.meets.x - (count * module.width) / 2;
    const isPavable = pavable
      .free(y0, way.y1)
      .some(([from, to]) => from <= x0 + 0.02 && to >= x0 + count * module.width - 0.02);
    if (!isPavable) return driveway;
    for (let stall = 0; stall < count; stall++) {
      stalls.push({ x0: x0 + stall * module.width, y0, x1: x0 + (stall + 1) * module.width, y1: way.y1 });
    }
    missing -= count;
    const rect = { ...way, y1: y0 };
    return {
      ...{ ...driveway, region: regionOf(frame, rect), rects: [rect], meets: { x: driveway.meets.x, y: y0 } },
      ...{ lengthFt: driveway.lengthFt - module.length, cost: driveway.cost },
    };
  });
  return missing > 0 ? undefined : { ...row, building: { ...building, stalls }, driveways: shortened };
}

function notesOn({ building, driveways, width }: Row, { frontLoaded: homes }: Program): Program["notes"] {
  const ways = driveways.length > 1 ? "a driveway for every two of them" : "one driveway";
  return [
    {
      code: "front_loaded",
      text: `The garages open to the street, with ${ways}: rows with drives between them do not fit the lot, or hold fewer homes.`,
    },
    ...(homes && width < homes.width
      ? [
          {
            code: "home_narrowed",
            text: `The land between the side setbacks is too narrow for homes ${homes.width} ft wide: they are drawn ${width} ft wide.`,
          },
        ]
      : []),
    ...(building.stalls.length > 0
      ? [
          {
            code: "parked_on_driveway",
            text: "The garages hold fewer cars than are required: a car of each home stands on its driveway. Check whether the ordinance counts it.",
          },
        ]
      : []),
  ];
}
