import type { AreaGeometry, Ring } from "./geojson.ts";

/** Returns an area whose outer rings run in one direction and whose holes run in the other, as file formats demand. */
export function orientArea(area: AreaGeometry, outer: "clockwise" | "counterclockwise"): AreaGeometry {
  const orientRings = (rings: readonly Ring[]) =>
    rings.map((ring, at) => {
      const isWanted = isCounterclockwise(ring) === ((outer === "counterclockwise") === (at === 0));
      return isWanted ? ring : ring.toReversed();
    });
  return area.type === "Polygon"
    ? { type: "Polygon", coordinates: orientRings(area.coordinates) }
    : { type: "MultiPolygon", coordinates: area.coordinates.map(orientRings) };
}

/** Source: the shoelace formula; relative to the first position, so that small rings far from the origin keep their sign. */
function isCounterclockwise(ring: Ring): boolean {
  const [first] = ring;
  if (!first) return true;
  let twice = 0;
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]];
    if (!from || !to) continue;
    twice += (from[0] - first[0]) * (to[1] - first[1]) - (to[0] - first[0]) * (from[1] - first[1]);
  }
  return twice > 0;
}
