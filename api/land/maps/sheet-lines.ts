import type { Box } from "../../geometry/box.ts";
import { clipLine } from "../../geometry/clip-line.ts";
import { type Position, polygonsOf } from "../../geometry/geojson.ts";
import type { SiteFeature, SiteGeometry } from "../../providers/site-features.ts";
import { sheetMap } from "./frame-map.ts";
import type { SheetPoint } from "./place-labels.ts";
import { toMercator } from "./web-mercator.ts";

/** Converts a position to points of the map of a sheet, from its upper left corner. */
export type ToSheet = (position: Position) => SheetPoint;

/** Returns the conversion for a map of a box in Web Mercator metres. */
export function sheetTransform([left, bottom, right, top]: Box): ToSheet {
  return (position) => {
    const [x, y] = toMercator(position);
    return [((x - left) / (right - left)) * sheetMap.width, ((top - y) / (top - bottom)) * sheetMap.height];
  };
}

/** Returns the parts of the lines of a feature, and of the boundaries of an area, that are on the map. */
export function linesOnSheet({ geometry }: SiteFeature, onSheet: ToSheet): (readonly SheetPoint[])[] {
  return linesOf(geometry).flatMap((line) => clipLine(line.map(onSheet), [0, 0, sheetMap.width, sheetMap.height]));
}

/** Returns the points of a feature that are on the map. */
export function pointsOnSheet({ geometry }: SiteFeature, onSheet: ToSheet): readonly SheetPoint[] {
  return positionsOf(geometry)
    .map(onSheet)
    .filter(([x, y]) => x >= 0 && x <= sheetMap.width && y >= 0 && y <= sheetMap.height);
}

/** Returns a line as path data of SVG. */
export const pathOf = (points: readonly SheetPoint[], end: "" | "Z"): string =>
  `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}${end}`;

function linesOf(geometry: SiteGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
      return geometry.coordinates;
    case "Polygon":
    case "MultiPolygon":
      return polygonsOf(geometry).flat();
    default:
      return [];
  }
}

function positionsOf(geometry: SiteGeometry): readonly Position[] {
  if (geometry.type === "Point") return [geometry.coordinates];
  return geometry.type === "MultiPoint" ? geometry.coordinates : [];
}
