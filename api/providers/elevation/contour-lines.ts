import { Clipper } from "clipper2-ts";
import { contours } from "d3-contour";
import type { Box } from "../../geometry/box.ts";
import { clipLine } from "../../geometry/clip-line.ts";
import type { Position } from "../../geometry/geojson.ts";
import { degreesAt } from "../arcgis/web-mercator.ts";
import type { SiteFeature } from "../site-features.ts";
import type { ContourProperties } from "../site-layer.ts";
import type { ElevationGrid } from "./elevation-grid.ts";

/** Every fifth contour is an index contour. */
const indexEvery = 5;
/** Pixels by which a line may be simplified, and the grid on which that is computed. */
const tolerance = 0.25;
const unitsPerPixel = 1_000;

/** Returns the contours of a grid inside a box of degrees, at multiples of the interval; none beside unknown ground. */
export function contoursOf(
  grid: ElevationGrid,
  { interval, box }: { readonly interval: number; readonly box: Box },
): SiteFeature[] {
  const { width, height, feet } = grid;
  const filled = withoutGaps(grid);
  const thresholds = levelsBetween(filled, interval);
  const inner: Box = [1, 1, width - 1, height - 1];
  const isKnown = ([x, y]: Position) => Number.isFinite(feet[Math.floor(y) * width + Math.floor(x)]);
  const drawn = contours().size([width, height]).smooth(true).thresholds(thresholds)([...filled]);
  return drawn.flatMap(({ coordinates, value }) => {
    const lines = coordinates
      .flat()
      // Rings of d3 follow the edge of the grid where the ground goes on; that is no contour.
      .flatMap((ring) => clipLine(ring as unknown as Position[], inner))
      .flatMap((line) => split(line, isKnown))
      .map((line) => simplified(line).map((place) => toDegrees(grid, place)))
      .flatMap((line) => clipLine(line, box))
      .filter((line) => line.length >= 2);
    const properties: ContourProperties = {
      elevation_ft: value,
      is_index: Math.round(value / interval) % indexEvery === 0,
    };
    return lines.map(
      (coordinates): SiteFeature => ({
        ...{ type: "Feature", geometry: { type: "LineString", coordinates }, properties: { ...properties } },
      }),
    );
  });
}

function levelsBetween(values: Float64Array, interval: number): number[] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const levels: number[] = [];
  for (let at = Math.floor(least / interval) + 1; at * interval < most; at++) levels.push(at * interval);
  return levels;
}

/** Returns the elevations with every gap closed from its edge inward; lines in a gap are taken out afterwards. */
function withoutGaps({ feet, width }: ElevationGrid): Float64Array {
  const filled = Float64Array.from(feet);
  let edge = [...filled.keys()].filter((at) => !Number.isNaN(filled[at]));
  if (edge.length === filled.length) return filled;
  while (edge.length > 0) {
    const next: number[] = [];
    for (const at of edge) {
      const column = at % width;
      const neighbours = [
        at - width,
        at + width,
        ...(column > 0 ? [at - 1] : []),
        ...(column < width - 1 ? [at + 1] : []),
      ];
      for (const neighbour of neighbours) {
        if (!(neighbour in filled) || !Number.isNaN(filled[neighbour])) continue;
        filled[neighbour] = filled[at] ?? Number.NaN;
        next.push(neighbour);
      }
    }
    edge = next;
  }
  return filled;
}

/** The parts of a line whose places all pass. */
function split(line: readonly Position[], passes: (place: Position) => boolean): Position[][] {
  const parts: Position[][] = [];
  let open: Position[] = [];
  for (const place of line) {
    if (passes(place)) open.push(place);
    else {
      parts.push(open);
      open = [];
    }
  }
  return [...parts, open].filter(({ length }) => length >= 2);
}

function simplified(line: readonly Position[]): Position[] {
  const path = line.map(([x, y]) => ({ x: Math.round(x * unitsPerPixel), y: Math.round(y * unitsPerPixel) }));
  const kept = Clipper.ramerDouglasPeucker(path, tolerance * unitsPerPixel);
  const places = kept.map(({ x, y }): Position => [x / unitsPerPixel, y / unitsPerPixel]);
  const [first] = places;
  // The end of a ring, which is its beginning, is taken out with what can be spared.
  const isRing = line[0]?.[0] === line.at(-1)?.[0] && line[0]?.[1] === line.at(-1)?.[1];
  return isRing && first && places.length > 1
    ? [...places.filter((each, at) => at === 0 || each !== first), first]
    : places;
}

/** About a centimetre. */
const digits = 1e7;
const rounded = (degrees: number) => Math.round(degrees * digits) / digits;

function toDegrees({ left, top, pixel }: ElevationGrid, [x, y]: Position): Position {
  const [longitude, latitude] = degreesAt([left + x * pixel, top - y * pixel]);
  return [rounded(longitude), rounded(latitude)];
}
