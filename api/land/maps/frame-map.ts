import type { Box } from "../../geometry/box.ts";
import { type AreaGeometry, type Position, polygonsOf } from "../../geometry/geojson.ts";
import { degreesOf, furthestLatitude, type GroundFeet, groundFeetAt, toMercator } from "./web-mercator.ts";

/** What a map shows: the parcels, with so much ground around them, or the surroundings of a point. */
export interface MapSubject {
  readonly parcels: readonly AreaGeometry[];
  readonly center: { readonly latitude: number; readonly longitude: number } | null;
  readonly bufferMeters: number | null;
}

/** The ground of a map. */
export interface MapFrame {
  /** Web Mercator metres. */
  readonly box: Box;
  readonly feet: GroundFeet;
  /** Ground feet from left to right and from bottom to top. */
  readonly widthFeet: number;
  readonly heightFeet: number;
}

/** Size of the map on its sheet, in points of 1/72 inch. */
export const sheetMap = { width: 576, height: 548 } as const;
const pointsPerInch = 72;
/** Scales of engineers' and planners' drawings, in ground feet for an inch of paper. */
const scales = [
  10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_200, 1_500, 2_000, 2_500,
  3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 12_000, 15_000, 20_000,
];
/** Ground around the parcels on every side, as a share of their extent, where no distance is asked for. */
const marginShare = 0.4;
const leastMarginFeet = 80;
const aroundPointMeters = 150;
const feetPerMeter = 1 / 0.3048;
const widestShape = 1.6;
const mostPixels = 2_048;

/** A map cannot be framed: nothing to show, or too far apart. */
export type FrameFault = "nothing_to_show" | "too_large";

/** Returns the ground of a sheet at the largest usual scale that shows the subject, and that scale. */
export function frameSheet(subject: MapSubject): (MapFrame & { readonly feetPerInch: number }) | FrameFault {
  const wanted = groundOf(subject);
  if (typeof wanted === "string") return wanted;
  const needed = Math.max(wanted.widthFeet / sheetMap.width, wanted.heightFeet / sheetMap.height) * pointsPerInch;
  const feetPerInch = scales.find((scale) => scale >= needed);
  if (feetPerInch === undefined) return "too_large";
  const size = [sheetMap.width, sheetMap.height].map((points) => (points / pointsPerInch) * feetPerInch);
  return { ...around(wanted, size[0] ?? 0, size[1] ?? 0), feetPerInch };
}

/** Returns the ground of a bare picture and its size in pixels, which are square. */
export function framePicture(
  subject: MapSubject,
): (MapFrame & { readonly widthPx: number; readonly heightPx: number }) | FrameFault {
  const wanted = groundOf(subject);
  if (typeof wanted === "string") return wanted;
  const [longest, shortest] = [Math.max(wanted.widthFeet, wanted.heightFeet), 1 / widestShape];
  if (longest > (scales.at(-1) ?? 0) * 8) return "too_large";
  const width = Math.max(wanted.widthFeet, longest * shortest);
  const height = Math.max(wanted.heightFeet, longest * shortest);
  const frame = around(wanted, width, height);
  const [left, bottom, right, top] = frame.box;
  const pixelsPerMeter = mostPixels / Math.max(right - left, top - bottom);
  return {
    ...frame,
    widthPx: Math.round((right - left) * pixelsPerMeter),
    heightPx: Math.round((top - bottom) * pixelsPerMeter),
  };
}

type Ground = MapFrame;

function around({ box: [left, bottom, right, top], feet }: Ground, widthFeet: number, heightFeet: number): MapFrame {
  const [reachX, reachY] = [widthFeet / feet.perMeterX / 2, heightFeet / feet.perMeterY / 2];
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return { box: [x - reachX, y - reachY, x + reachX, y + reachY], feet, widthFeet, heightFeet };
}

/** Returns the ground that must be shown. */
function groundOf({ parcels, center, bufferMeters }: MapSubject): Ground | FrameFault {
  const positions = center === null ? parcels.flatMap((area) => polygonsOf(area).flat(2)) : [positionOf(center)];
  if (positions.length === 0) return "nothing_to_show";
  const extent = extentOf(positions);
  const [, south, , north] = degreesOf(extent);
  if (Math.max(Math.abs(south), Math.abs(north)) > furthestLatitude) return "too_large";
  const feet = groundFeetAt((south + north) / 2);
  const width = (extent[2] - extent[0]) * feet.perMeterX;
  const height = (extent[3] - extent[1]) * feet.perMeterY;
  const buffer = bufferMeters ?? (center === null ? null : aroundPointMeters);
  const margin =
    buffer === null ? Math.max(leastMarginFeet, marginShare * Math.max(width, height)) : buffer * feetPerMeter;
  return around({ box: extent, feet, widthFeet: width, heightFeet: height }, width + 2 * margin, height + 2 * margin);
}

const positionOf = ({ longitude, latitude }: { readonly longitude: number; readonly latitude: number }): Position => [
  longitude,
  latitude,
];

/** Box around positions, in Web Mercator. */
function extentOf(positions: readonly Position[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const position of positions) {
    const [x, y] = toMercator(position);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return [left, bottom, right, top];
}
