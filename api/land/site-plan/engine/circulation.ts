import type { PlacedBand } from "./bands.ts";
import type { Field } from "./field.ts";
import { type Interval, within } from "./intervals.ts";
import type { Rect } from "./local-frame.ts";

/** A stretch of a drive across the land. */
export interface Strip {
  readonly band: number;
  readonly kind: "aisle" | "court";
  readonly rect: Rect;
}

/** A drive between two neighbouring strips. */
export interface Connector {
  readonly from: number;
  readonly to: number;
  readonly rect: Rect;
}

/**
 * Where strips are joined: at both ends, at one of them, in the middle, or at both ends with stalls beyond (`loop`). `pairs` and
 * `half_pairs` join all strips at the left with stalls beyond, and two by two at the right, with stalls beyond and without.
 */
export type JoinPlace = "ends" | "left" | "right" | "middle" | "loop" | "pairs" | "half_pairs";

const withStallsBeyond: readonly JoinPlace[] = ["loop", "pairs", "half_pairs"];
const inPairs: readonly JoinPlace[] = ["pairs", "half_pairs"];

/** Returns whether strips are joined with stalls beyond. */
export const hasStallsBeyond = ({ place }: Joining) => withStallsBeyond.includes(place);

/** Where the ways between each drive and the next one above begin, drives from below: their lesser ends, sorted, feet. */
export type Ways = readonly (readonly number[])[];

/** How strips are joined. */
export interface Joining {
  readonly place: JoinPlace;
  /** Longest stretch of a drive without a side way, feet. */
  readonly block: number;
  /** Whether side ways lie so that the rows between them hold whole groups of stalls, where they would lie evenly otherwise. */
  readonly isGrouped?: boolean;
  /** Where the side ways lie, when they were moved. */
  readonly ways?: Ways;
}

/** Stretches without a side way as they usually are, and at most, feet. Assumptions: no law limits them. */
const usualBlock = 420;
export const longestBlock = 620;

/** Returns a way to join strips, with side ways as they usually are. */
export const usualJoining = (place: JoinPlace): Joining => ({ place, block: usualBlock });

/** Returns a way to join strips, with as few side ways as may be. */
export const wideJoining = (place: JoinPlace): Joining => ({ place, block: longestBlock });

/** Returns a way to join strips, with as few side ways as may be and whole groups of stalls between them. */
export const groupedJoining = (place: JoinPlace): Joining => ({ ...wideJoining(place), isGrouped: true });

/** Returns whether strips are joined with as few side ways as may be. */
export const isWide = ({ block }: Joining) => block === longestBlock;

/** Returns whether strips lie beside each other for so long that they have more side ways as usual than there have to be. */
export const hasLongStretch = ({ gaps }: UnjoinedStrips) =>
  gaps.some(({ stretch: [from, to] }) => to - from > usualBlock);

/** Drives of a layout; all strips can be reached from each other. */
export interface Circulation {
  readonly strips: readonly Strip[];
  readonly connectors: readonly Connector[];
}

/** Least distance between the lesser ends of two ways: their width and one stall, feet. */
const leastBetween = 33;
/** A way is left out where it would have to be moved farther than this to lie between its drives, feet. */
const slack = 24;
/** Shortest strip that is worth a drive, feet. */
const leastStrip = 40;
/** Longest dead end without a place to turn, feet. Source: IFC D103.4. */
export const mostDeadEnd = 150;

/** The strips of bands, and the stretches over which two neighbouring ones can be joined. */
export interface UnjoinedStrips {
  readonly strips: readonly Strip[];
  readonly gaps: readonly {
    /** Which drive from below lies under the gap. */
    readonly drive: number;
    readonly from: number;
    readonly to: number;
    readonly stretch: Interval;
    readonly y0: number;
    readonly y1: number;
  }[];
}

/** Returns the strips of bands on a field before they are joined: they are the same for each way to join them. */
export function stripsOf(bands: readonly PlacedBand[], field: Field): UnjoinedStrips {
  const strips: Strip[] = [];
  const byBand: { readonly band: PlacedBand; readonly strips: number[] }[] = [];
  for (const [index, band] of bands.entries()) {
    if (band.kind !== "aisle" && band.kind !== "court") continue;
    const own: number[] = [];
    for (const [x0, x1] of field.free(band.y0, band.y1)) {
      if (x1 - x0 < leastStrip) continue;
      own.push(strips.length);
      strips.push({ band: index, kind: band.kind, rect: { x0, y0: band.y0, x1, y1: band.y1 } });
    }
    byBand.push({ band, strips: own });
  }
  const gaps: UnjoinedStrips["gaps"][number][] = [];
  for (const [at, lower] of byBand.entries()) {
    const upper = byBand[at + 1];
    if (!upper) break;
    const [y0, y1] = [lower.band.y1, upper.band.y0];
    const free = field.free(y0, y1);
    for (const from of lower.strips) {
      for (const to of upper.strips) {
        const a = strips[from]?.rect;
        const b = strips[to]?.rect;
        if (!a || !b) continue;
        const [x0, x1] = [Math.max(a.x0, b.x0), Math.min(a.x1, b.x1)];
        for (const stretch of within(free, x0, x1)) gaps.push({ drive: at, from, to, stretch, y0, y1 });
      }
    }
  }
  return { strips, gaps };
}

/** Sizes of the ways between strips, feet. */
interface WaySizes {
  readonly width: number;
  /** How far the ways at the ends lie from there. */
  readonly shift: number;
  /** Stretch of a row that holds one group of stalls between two islands. */
  readonly group: number;
}

/** Returns strips with the ways between them. */
export function circulate({ strips, gaps }: UnjoinedStrips, joining: Joining, sizes: WaySizes): Circulation {
  const { width } = sizes;
  if (joining.ways) return { strips, connectors: waysBetween(gaps, joining.ways, width) };
  const connectors: Connector[] = [];
  const isPaired = inPairs.includes(joining.place) ? pairsOf({ strips, gaps }) : () => true;
  for (const gap of gaps) {
    const { from, to, stretch, y0, y1 } = gap;
    const joins = joinsOf(stretch, joining, sizes);
    for (const x0 of isPaired(gap) || joins.length < 2 ? joins : joins.slice(0, -1))
      connectors.push({ from, to, rect: { x0, y0, x1: x0 + width, y1 } });
  }
  return { strips, connectors };
}

/** Ways of a width where strips lie beside each other, moved a little where they would reach beyond. */
function waysBetween(gaps: UnjoinedStrips["gaps"], ways: Ways, width: number): Connector[] {
  const connectors: Connector[] = [];
  for (const { drive, from, to, stretch, y0, y1 } of gaps) {
    const [first, last] = [stretch[0], stretch[1] - width];
    let before = -Infinity;
    for (const x of ways[drive] ?? []) {
      const x0 = Math.min(Math.max(x, first), last);
      if (Math.abs(x0 - x) > slack || x0 < first || x0 < before + leastBetween) continue;
      before = x0;
      connectors.push({ from, to, rect: { x0, y0, x1: x0 + width, y1 } });
    }
  }
  return connectors;
}

/** Which strips are joined at the right, so that each is joined there to one neighbour, and the last one to the pair before it. */
function pairsOf({ strips, gaps }: UnjoinedStrips): (gap: UnjoinedStrips["gaps"][number]) => boolean {
  const levels = strips.map(() => 0);
  const isBelow = new Set<number>();
  for (const { from, to } of gaps) {
    isBelow.add(from);
    levels[to] = Math.max(levels[to] ?? 0, (levels[from] ?? 0) + 1);
  }
  return ({ from, to }) => (levels[from] ?? 0) % 2 === 0 || !isBelow.has(to);
}

/** The lesser ends of the ways between two strips that lie along one stretch. */
function joinsOf(
  [from, to]: Interval,
  { place, block, isGrouped }: Joining,
  { width, shift, group }: WaySizes,
): number[] {
  const length = to - from;
  if (length < width) return [];
  const room = Math.max(0, Math.min(shift, (length - width) / 2));
  if (place === "left") return [from + room];
  if (place === "right") return [to - width - room];
  if (place === "middle" || length < 2 * width + 60 + 2 * room) return [from + (length - width) / 2];
  const [first, last] = [from + room, to - width - (place === "half_pairs" ? 0 : room)];
  const blocks = Math.ceil((last - first) / block);
  const even = (last - first) / blocks;
  const whole = width + group * Math.floor((block - width) / group);
  const rest = last - first - whole * (blocks - 1);
  const each = isGrouped && rest <= block && rest >= width + leastStrip ? whole : even;
  return Array.from({ length: blocks + 1 }, (_, at) => (at === blocks ? last : first + each * at));
}

/** Returns whether a drive has side ways that lie farther apart than they may. */
export function hasLongBlock({ strips, connectors }: Circulation): boolean {
  const places = strips.map((): number[] => []);
  for (const { from, to, rect } of connectors) for (const strip of [from, to]) places[strip]?.push(rect.x0);
  return places.some((own) => {
    own.sort((a, b) => a - b);
    return own.some((x, at) => at > 0 && x - (own[at - 1] as number) > longestBlock + 1);
  });
}

/** Returns the part of a circulation that one of some strips reaches; the rest has no way to the street. */
export function reached({ strips, connectors }: Circulation, starts: readonly number[]): Circulation {
  const groups = groupsOf(strips.length, connectors);
  const wanted = new Set(starts.map((start) => groups[start]));
  return kept(strips, connectors, (index) => wanted.has(groups[index]));
}

/** Returns the largest part of a circulation whose strips reach each other. */
export function largest({ strips, connectors }: Circulation): Circulation {
  const groups = groupsOf(strips.length, connectors);
  const lengths = strips.map(() => 0);
  for (const [index, { rect }] of strips.entries()) {
    const group = groups[index] ?? 0;
    lengths[group] = (lengths[group] ?? 0) + rect.x1 - rect.x0;
  }
  const best = lengths.indexOf(Math.max(...lengths));
  return kept(strips, connectors, (index) => groups[index] === best);
}

function kept(
  strips: readonly Strip[],
  connectors: readonly Connector[],
  isKept: (strip: number) => boolean,
): Circulation {
  const left: Strip[] = [];
  const places = strips.map((strip, index) => (isKept(index) ? left.push(strip) - 1 : -1));
  if (left.length === strips.length) return { strips, connectors };
  const ways: Connector[] = [];
  for (const { from, to, rect } of connectors) {
    const [a, b] = [places[from] ?? -1, places[to] ?? -1];
    if (a >= 0 && b >= 0) ways.push({ from: a, to: b, rect });
  }
  return { strips: left, connectors: ways };
}

function groupsOf(count: number, connectors: readonly Connector[]): number[] {
  const parents = Array.from({ length: count }, (_, at) => at);
  const rootOf = (at: number): number => {
    const parent = parents[at] ?? at;
    return parent === at ? at : rootOf(parent);
  };
  for (const { from, to } of connectors)
    parents[Math.max(rootOf(from), rootOf(to))] = Math.min(rootOf(from), rootOf(to));
  return parents.map((_, at) => rootOf(at));
}

/**
 * Returns a circulation whose strips end soon after their last way in or out. A strip that has no way keeps its length.
 * `ways` are further places where a strip can be entered, such as the driveway; `deadEnd` is how far one may go on, feet.
 */
export function trimmed(
  { strips, connectors }: Circulation,
  ways: readonly { readonly strip: number; readonly at: Interval }[],
  deadEnd: number,
): Circulation {
  const joins = strips.map(() => ({ count: 0, from: Infinity, to: -Infinity }));
  const join = (strip: number, from: number, to: number) => {
    const own = joins[strip];
    if (!own) return;
    own.count++;
    own.from = Math.min(own.from, from);
    own.to = Math.max(own.to, to);
  };
  for (const { from, to, rect } of connectors) {
    join(from, rect.x0, rect.x1);
    join(to, rect.x0, rect.x1);
  }
  for (const { strip, at } of ways) join(strip, at[0], at[1]);
  return {
    connectors,
    strips: strips.map((strip, index) => {
      const own = joins[index];
      if (!own || own.count < 2 || strip.kind === "court") return strip;
      const { rect } = strip;
      const x0 = Math.max(rect.x0, own.from - deadEnd);
      const x1 = Math.min(rect.x1, own.to + deadEnd);
      return x0 === rect.x0 && x1 === rect.x1 ? strip : { ...strip, rect: { ...rect, x0, x1 } };
    }),
  };
}
