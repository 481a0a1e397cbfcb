import type { AreaGeometry, Ring } from "./geojson.ts";
import { signedArea } from "./repair-area.ts";

/** Returns an area whose outer rings run in one direction and whose holes run in the other, as file formats demand. */
export function orientArea(area: AreaGeometry, outer: "clockwise" | "counterclockwise"): AreaGeometry {
  const orientRings = (rings: readonly Ring[]) =>
    rings.map((ring, at) => {
      const isWanted = signedArea(ring) > 0 === ((outer === "counterclockwise") === (at === 0));
      return isWanted ? ring : ring.toReversed();
    });
  return area.type === "Polygon"
    ? { type: "Polygon", coordinates: orientRings(area.coordinates) }
    : { type: "MultiPolygon", coordinates: area.coordinates.map(orientRings) };
}
