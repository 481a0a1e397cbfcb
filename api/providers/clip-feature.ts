import { type Box, boxOf, isInBox } from "../geometry/box.ts";
import { clipLine } from "../geometry/clip-line.ts";
import type { AreaGeometry, Position } from "../geometry/geojson.ts";
import { clipArea } from "../geometry/repair-area.ts";
import type { SiteGeometry } from "./site-features.ts";

/** Returns the part of a geometry inside a box; undefined when nothing of it is. */
export function clipToBox(geometry: SiteGeometry, box: Box): SiteGeometry | undefined {
  switch (geometry.type) {
    case "Point":
      return isInBox(geometry.coordinates, box) ? geometry : undefined;
    case "MultiPoint": {
      const coordinates = geometry.coordinates.filter((position) => isInBox(position, box));
      return coordinates.length === 0 ? undefined : { type: "MultiPoint", coordinates };
    }
    case "LineString":
      return linesFrom(clipLine(geometry.coordinates, box));
    case "MultiLineString":
      return linesFrom(geometry.coordinates.flatMap((line) => clipLine(line, box)));
    default:
      return isWithin(geometry, box) ? geometry : clipArea(geometry, box);
  }
}

function linesFrom(lines: readonly (readonly Position[])[]): SiteGeometry | undefined {
  const [only, ...others] = lines;
  if (!only) return undefined;
  if (others.length === 0) return { type: "LineString", coordinates: only };
  return { type: "MultiLineString", coordinates: lines };
}

function isWithin(area: AreaGeometry, box: Box): boolean {
  const [west, south, east, north] = boxOf(area);
  return isInBox([west, south], box) && isInBox([east, north], box);
}
