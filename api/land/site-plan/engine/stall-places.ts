import type { Draft } from "./drafts.ts";
import { areaDraft, rounded, stallOfHome } from "./drafts.ts";
import { regionIn } from "./draw-zone.ts";
import { difference, piecesOf, squareFeet } from "./kernel.ts";
import { type Rect, regionOf } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlacesRule, PlanRules } from "./plan-input.ts";
import type { ZonePlan } from "./zone-search.ts";

/** A rack stands along the wall of its building and holds two bicycles: its size in feet. */
const rack = { length: 6, depth: 3, places: 2 } as const;
/** What is missing of the ground of a rack from rounding, square feet. */
const tolerance = 0.5;

/** The places for charging and for bicycles that a zone needs. */
export interface RequiredPlaces {
  readonly charging: number;
  readonly bicycles: number;
}

/** Returns how many places rules ask for with a number of stalls and dwellings: the most that one of them asks for. */
export function placesFor(
  rules: readonly PlacesRule[],
  { stalls, units }: { readonly stalls: number; readonly units: number },
): number {
  const counts = rules
    .filter(({ fromStalls }) => stalls >= fromStalls)
    .map(({ base, ratio }) => Math.ceil(ratio * (base === "stall" ? stalls : units) - 1e-6));
  return Math.max(0, ...counts);
}

/** Stalls of the drafts in lots and in parking levels; those of single homes are no parking lot. */
const inLots = ({ type, label }: Draft) =>
  (type === "parking_stall" || type === "accessible_stall") && label !== stallOfHome;
const inLevels = ({ measurements: { parking_gfa_sf: levels, stall_count: stalls } }: Draft) =>
  typeof levels === "number" && typeof stalls === "number" ? stalls : 0;

/**
 * Returns the drafts of a zone with the stalls that have charging stations, nearest to the accessible ones, and with the racks for
 * bicycles along the walls of its buildings; and how many of both the rules ask for.
 *
 * @param installed share of the stalls with a station that was asked for, percent
 */
export function withPlaces(
  drafts: readonly Draft[],
  plan: ZonePlan,
  { rules, installed }: { readonly rules: PlanRules; readonly installed: number },
): { readonly drafts: Draft[]; readonly required: RequiredPlaces } {
  const stalls = drafts.filter(inLots).length + drafts.reduce((sum, draft) => sum + inLevels(draft), 0);
  const units = plan.buildings.reduce((sum, building) => sum + building.units, 0);
  const counted = { stalls, units };
  const required = { charging: placesFor(rules.charging, counted), bicycles: placesFor(rules.bicycles, counted) };
  const share = stalls === 0 ? 0 : Math.max(required.charging / stalls, installed / 100);
  return { drafts: withRacks(withStations(drafts, share), plan, required.bicycles), required };
}

function withStations(drafts: readonly Draft[], share: number): readonly Draft[] {
  if (share <= 0) return drafts;
  const lot = drafts.filter(inLots);
  const count = Math.ceil(share * lot.length - 1e-6);
  const entrances = lot.filter(({ type }) => type === "accessible_stall").map(middleOf);
  const farFrom = (draft: Draft) => {
    const { x, y } = middleOf(draft);
    return Math.min(...entrances.map((each) => (each.x - x) ** 2 + (each.y - y) ** 2));
  };
  const ordinary = lot.filter(({ type }) => type === "parking_stall").map((draft) => ({ draft, far: farFrom(draft) }));
  const nearest = ordinary.toSorted((a, b) => a.far - b.far).slice(0, count);
  const chosen = new Set(nearest.map(({ draft }) => draft));
  return drafts.map((draft): Draft => {
    if (chosen.has(draft)) return { ...draft, type: "ev_stall", label: "Charging stall" };
    const held = inLevels(draft);
    if (held === 0) return draft;
    return { ...draft, measurements: { ...draft.measurements, ev_stall_count: Math.ceil(share * held - 1e-6) } };
  });
}

function middleOf(draft: Draft) {
  const points = regionIn(draft).rings[0] ?? [];
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The drafts with racks on the walk and the planted ground beside the buildings. */
function withRacks(drafts: readonly Draft[], plan: ZonePlan, places: number): Draft[] {
  if (places === 0) return [...drafts];
  const isGround = ({ type }: Draft) => type === "sidewalk" || type === "landscape_buffer";
  const ground: GridRegion = { rings: drafts.filter(isGround).flatMap((draft) => regionIn(draft).rings) };
  const perBuilding = Math.ceil(places / rack.places / Math.max(1, plan.buildings.length));
  const racks: Draft[] = [];
  for (const { rect } of plan.buildings) {
    let missing = perBuilding;
    for (const side of sidesOf(rect)) {
      const count = Math.min(missing, Math.floor(side.length / rack.length));
      const region = count > 0 ? regionOf(plan.frame, side.racks(count)) : undefined;
      if (!region || squareFeet(difference(region, ground)) > tolerance) continue;
      const size = { place_count: count * rack.places, width_ft: rack.depth, length_ft: count * rack.length };
      racks.push(areaDraft("bicycle_parking", "Bicycle parking", region, size));
      missing -= count;
    }
  }
  const taken = racks.map(regionIn);
  const left = drafts.flatMap((draft) => {
    if (!isGround(draft)) return [draft];
    const region = difference(regionIn(draft), ...taken);
    const pieces = squareFeet(region) < squareFeet(regionIn(draft)) - tolerance ? piecesOf(region) : undefined;
    return pieces
      ? pieces.map((piece) => areaDraft(draft.type, draft.label, piece, { area_sf: rounded(squareFeet(piece)) }))
      : [draft];
  });
  return [...left, ...racks];
}

/** A side of a building, and the ground of some racks in its middle. */
interface Side {
  readonly length: number;
  readonly racks: (count: number) => Rect;
}

/** The sides of a building, the long ones first. */
function sidesOf({ x0, y0, x1, y1 }: Rect): readonly Side[] {
  const along = (from: number, to: number, count: number) => {
    const start = (from + to - count * rack.length) / 2;
    return [start, start + count * rack.length] as const;
  };
  const lying = (from: number, to: number): Side => ({
    length: x1 - x0,
    racks: (count) => {
      const [start, end] = along(x0, x1, count);
      return { x0: start, y0: from, x1: end, y1: to };
    },
  });
  const upright = (from: number, to: number): Side => ({
    length: y1 - y0,
    racks: (count) => {
      const [start, end] = along(y0, y1, count);
      return { x0: from, y0: start, x1: to, y1: end };
    },
  });
  const sides = [
    ...[lying(y0 - rack.depth, y0), lying(y1, y1 + rack.depth)],
    ...[upright(x0 - rack.depth, x0), upright(x1, x1 + rack.depth)],
  ];
  return sides.toSorted((a, b) => b.length - a.length);
}
