import type { PlacedBand } from "./bands.ts";
import type { Circulation } from "./circulation.ts";
import { common, type Interval, inOrder, without } from "./intervals.ts";
import type { Fields, LayoutOptions, Slot } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";

/** A drive serves buildings that are nearer than this, feet. */
const besideDrive = 60;

/** Returns the stretches of building bands in which buildings may stand, beside at least one drive. */
export function slotsOf(
  bands: readonly PlacedBand[],
  circulation: Circulation,
  fields: Fields,
  options: LayoutOptions,
  taken: readonly Rect[],
): Slot[] {
  const slots: Slot[] = [];
  if (circulation.strips.length === 0) return slots;
  for (let index = 0; index < bands.length; index++) {
    const band = bands[index] as PlacedBand;
    if (band.kind !== "building") continue;
    const free = fields.buildable.free(band.y0, band.y1);
    if (free.length === 0) continue;
    const neighbours = neighboursOf(index, bands);
    const { above, below } = neighbours;
    for (const [x0, x1] of stretchesOf(band, neighbours, free, circulation, options, taken)) {
      slots.push({ rect: { x0, y0: band.y0, x1, y1: band.y1 }, above, below });
    }
  }
  return slots;
}

type Neighbours = Pick<Slot, "above" | "below">;

function stretchesOf(
  band: PlacedBand,
  neighbours: Neighbours,
  free: readonly Interval[],
  { strips }: Circulation,
  { walk, overhang }: LayoutOptions,
  taken: readonly Rect[],
): Interval[] {
  // A building is as long as a drive beside it, so that fire engines reach all of it.
  const beside: Interval[] = [];
  for (const { rect } of strips) {
    if (rect.y0 - band.y1 < besideDrive && band.y0 - rect.y1 < besideDrive) {
      beside.push([rect.x0 - overhang, rect.x1 + overhang]);
    }
  }
  if (beside.length === 0) return [];
  let stretches = common(without(free, cutsAcross(taken, band.y0 - walk, band.y1 + walk, walk)), joined(beside));
  // Docks need their court along the whole building.
  for (const side of ["above", "below"] as const) {
    if (neighbours[side] !== "court") continue;
    const courts = strips.filter(
      ({ kind, rect }) =>
        kind === "court" && (side === "above" ? rect.y0 >= band.y1 - 0.01 : rect.y1 <= band.y0 + 0.01),
    );
    stretches = common(stretches, joined(courts.map(({ rect }): Interval => [rect.x0, rect.x1])));
  }
  return stretches;
}

/** Distance of buildings from arms in which engines turn, feet. */
const besideArm = 5;

/** Returns room for buildings without what arms beside drives take. */
export function slotsBeside(slots: readonly Slot[], arms: readonly Rect[]): Slot[] {
  return slots.flatMap((slot) => {
    const { x0, y0, x1, y1 } = slot.rect;
    const cuts = cutsAcross(arms, y0 - besideArm, y1 + besideArm, besideArm);
    return without([[x0, x1]], cuts).map(([from, to]) => ({ ...slot, rect: { ...slot.rect, x0: from, x1: to } }));
  });
}

/** Returns the stretches of a band that rectangles take, with a distance on each side. */
export function cutsAcross(taken: readonly Rect[], y0: number, y1: number, beside: number): Interval[] {
  const cuts: Interval[] = [];
  for (const rect of taken) {
    if (rect.y0 < y1 - 0.01 && y0 < rect.y1 - 0.01) cuts.push([rect.x0 - beside, rect.x1 + beside]);
  }
  return cuts;
}

function joined(intervals: readonly Interval[]): Interval[] {
  const sorted = inOrder(intervals);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The kinds of the next drives above and below a band, unless another building lies between. */
function neighboursOf(index: number, bands: readonly PlacedBand[]): Neighbours {
  return { above: nextDrive(index, 1, bands), below: nextDrive(index, -1, bands) };
}

function nextDrive(index: number, step: 1 | -1, bands: readonly PlacedBand[]): Slot["above"] {
  for (let at = index + step; at >= 0 && at < bands.length; at += step) {
    const kind = bands[at]?.kind;
    if (kind === "aisle" || kind === "court") return kind;
    if (kind === "building") return null;
  }
  return null;
}
