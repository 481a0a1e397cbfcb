import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import type { SiteFeature } from "../../providers/site-features.ts";
import { soundRegion, union } from "./engine/kernel.ts";
import type { GridRegion } from "./engine/plan-geometry.ts";
import type { SiteFrame } from "./site-frame.ts";

/** Returns the features of a stored layer; an empty list without a layer. */
export const featuresIn = (json: string | null): readonly SiteFeature[] => (json === null ? [] : JSON.parse(json));

/** Returns the areas of a stored layer on the grid of a site, with the properties of each. */
export function areasIn(json: string | null, frame: SiteFrame) {
  return featuresIn(json).flatMap(({ geometry, properties }) =>
    geometry.type === "Polygon" || geometry.type === "MultiPolygon"
      ? [{ region: regionOf(geometry, frame), properties }]
      : [],
  );
}

/** Returns an area on the grid. Rings lose their closing position; what an odd number of rings encloses is land. */
export function regionOf(area: AreaGeometry, frame: SiteFrame): GridRegion {
  return union(
    polygonsOf(area).map((rings) => soundRegion({ rings: rings.map((ring) => ring.slice(0, -1).map(frame.toGrid)) })),
  );
}
