import { choiceAnswer, numberAnswer } from "../answers.ts";
import { type Band, depthOf, parkingBands } from "../bands.ts";
import type { Slot } from "../layout-parts.ts";
import type { Rect } from "../local-frame.ts";
import { barProgram } from "./bar-program.ts";
import { areaOf, type Program, type ProgramContext, plannedBuilding } from "./program.ts";

/** Doors: one for so many square feet, at such a distance; what a trailer at a door takes. Source: `siteplan.md` section 3. */
const sfPerDoor = 10_000;
const doorSpacing = 14;
const trailer = { width: 12, length: 55 };
/** Least and greatest depth of a building with docks on one side and on two, feet. */
const oneSided = [80, 310] as const;
const twoSided = [200, 620] as const;

/** Returns the program of a warehouse: car parking in front, the building, truck courts where the docks are. */
export function warehouseProgram(context: ProgramContext, court: number): Program {
  const { answers } = context;
  const loading = choiceAnswer(answers, "ind.loading", ["rear", "cross_dock", "front"]);
  const trailers = numberAnswer(answers, "ind.trailer_stalls", 0, [0, 1000]);
  const asked = numberAnswer(answers, "ind.court_depth", trailers > 0 ? 185 : 130, [60, 250]);
  const courtDepth = Math.min(court, asked);
  const clear = numberAnswer(answers, "ind.clear_height", 32, [16, 48]);
  const heightFt = Math.min(clear + 6, Math.max(18, context.mostHeightFt));
  const isCrossDock = loading === "cross_dock";
  const building = (rect: Rect, sides: Sides) =>
    plannedBuilding("Warehouse", rect, {
      floors: 1,
      floorFt: heightFt,
      docks: docksOf(rect, sides),
      demands: [{ use: "warehouse", base: "thousand_square_feet", quantity: areaOf(rect) }],
    });
  const patterns = (depthFt: number) => warehouseBands(context, courtDepth, isCrossDock, depthFt);
  const shape = { depth: 0, least: 80, most: 1200, walk: 10, spacing: 60 };
  const sidesOf = (slot: Slot | null) => ({ above: slot?.above === "court", below: slot?.below === "court" });
  return barProgram("Warehouse", context, shape, (rect, slot) => building(rect, sidesOf(slot)), {
    patterns,
    wayWidth: court < 100 ? 26 : 36,
    isLesser: courtDepth < asked,
    notes: courtDepth < asked ? [courtNote(courtDepth, asked)] : [],
    ...(isCrossDock ? {} : { lastBands: loading === "front" ? "street" : "away" }),
    resized: ({ rect: { y1 }, docks }, rect) => {
      const sides = { above: docks.some(({ y0 }) => y0 >= y1 - 0.01), below: docks.some(({ y0 }) => y0 < y1 - 0.01) };
      return rect.x1 - rect.x0 < shape.least ? undefined : building(rect, sides);
    },
  });
}

const courtNote = (depth: number, asked: number) => ({
  code: "court_narrowed",
  text: `The truck court is ${depth} ft deep instead of ${asked} ft, because no deeper one fits: large trucks may be unable to turn in it.`,
});

function warehouseBands(
  { module }: ProgramContext,
  courtDepth: number,
  isCrossDock: boolean,
  depthFt: number,
): Band[][] {
  const walk: Band = { kind: "open", depth: 10 };
  const court: Band = { kind: "court", depth: courtDepth };
  const single = parkingBands(module, { below: false, above: true });
  const double = parkingBands(module, { below: true, above: true });
  const [least, most] = isCrossDock ? twoSided : oneSided;
  const whole = (before: readonly Band[], after: readonly Band[], count = 1): Band[][] => {
    const depth = Math.floor((depthFt - depthOf(before) - depthOf(after)) / count / 2) * 2;
    return depth < least ? [] : [[...before, { kind: "building", depth: Math.min(depth, most) }, ...after]];
  };
  if (isCrossDock) return [...whole([court], [court]), ...whole([...single, walk, court], [court])];
  // Two buildings that share a court, when one would be deeper than is usual.
  const pair = [single, double].flatMap((cars) => {
    const fixed = 2 * depthOf(cars) + 20 + Math.max(185, courtDepth);
    const depth = Math.floor((depthFt - fixed) / 4) * 2;
    const body: Band = { kind: "building", depth: Math.min(depth, most) };
    const shared: Band = { kind: "court", depth: Math.max(185, courtDepth) };
    const rear = cars === double ? double : parkingBands(module, { below: true, above: false });
    return depth < 140 ? [] : [[...cars, walk, body, shared, body, walk, ...rear]];
  });
  return [
    ...whole([...single, walk], [court]),
    ...whole([...double, walk], [court]),
    ...whole([...double, ...double, walk], [court]),
    ...whole([...parkingBands(module, { below: true, above: false }), walk], [court]),
    ...pair,
  ];
}

/** Which long sides have docks. */
interface Sides {
  readonly above: boolean;
  readonly below: boolean;
}

/** Trailers at the doors of the long sides that have docks, in the courts beside them. */
function docksOf({ x0, y0, x1, y1 }: Rect, { above, below }: Sides): Rect[] {
  const wanted = Math.ceil(((x1 - x0) * (y1 - y0)) / sfPerDoor / (above && below ? 2 : 1));
  const count = Math.min(wanted, Math.floor((x1 - x0 - 20) / doorSpacing));
  const first = (x0 + x1) / 2 - (count * doorSpacing) / 2 + (doorSpacing - trailer.width) / 2;
  const row = (from: number, to: number) =>
    Array.from({ length: count }, (_, at): Rect => {
      const left = first + at * doorSpacing;
      return { x0: left, y0: from, x1: left + trailer.width, y1: to };
    });
  return [...(above ? row(y1, y1 + trailer.length) : []), ...(below ? row(y0 - trailer.length, y0) : [])];
}
