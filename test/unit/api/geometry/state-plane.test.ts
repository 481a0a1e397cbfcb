import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position } from "../../../../api/geometry/geojson.ts";
import { statePlaneAt } from "../../../../api/geometry/state-plane.ts";
import { statePlaneZones } from "../../../../api/geometry/state-plane-zones.ts";

/** Coordinates of these points by PROJ 9.1 (`cs2cs EPSG:4269 EPSG:<code>`). */
const checked = [
  ["Connecticut", [-72.7, 41.6], 2234, "us_survey_foot", [1013675.537, 779350.621]],
  ["Texas", [-96.8, 32.78], 2276, "us_survey_foot", [2490933.719, 6970936.792]],
  ["Oregon", [-122.68, 45.52], 2269, "foot", [7643409.381, 683217.12]],
  ["New York", [-73.98, 40.75], 2263, "us_survey_foot", [989791.457, 212522.519]],
] as const;

describe("the state plane zone of a point", () => {
  it.each(checked)(
    "in %s has the coordinates of PROJ, in the feet of the state's law",
    (state, point, epsg, unit, xy) => {
      const plane = statePlaneAt(point, { state, county: null });
      expect(plane).toMatchObject({ epsg, unit });
      const [x = 0, y = 0] = plane?.forward(point) ?? [];
      expect([x - xy[0], y - xy[1]].every((difference) => Math.abs(difference) < 0.02)).toBe(true);
    },
  );

  it("leads back to the point that was projected, for every zone", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statePlaneZones),
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        (zone, share) => {
          const [west, south, east, north] = zone.box;
          const width = east >= west ? east - west : east + 360 - west;
          const longitude = ((west + width * share + 540) % 360) - 180;
          const point = [longitude, south + (north - south) * share] as const;
          const plane = statePlaneAt(point, { state: zone.name, county: null });
          const back = plane?.inverse(plane.forward(point)) ?? [0, 0];
          expect(Math.hypot(back[0] - point[0], back[1] - point[1])).toBeLessThan(1e-8);
        },
      ),
    );
  });

  it("is the one of the county where zones of a state overlap", () => {
    // Both boxes contain both places: the line between the zones follows the counties.
    const [hays, bell] = [
      [-98.03, 30.05],
      [-97.48, 31.04],
    ] as const;
    const zoneOf = (point: Position, county: string) => statePlaneAt(point, { state: "Texas", county });
    expect(zoneOf(hays, "Hays County")).toMatchObject({ epsg: 2278, isApproximate: false });
    expect(zoneOf(bell, "Bell")).toMatchObject({ epsg: 2277, isApproximate: false });
    const stClair = statePlaneAt([-86.3, 33.7], { state: "Alabama", county: "Saint Clair" });
    expect(stClair).toMatchObject({ name: expect.stringContaining("Alabama East"), isApproximate: false });
  });

  it("is chosen by its middle where the county is not known, and says so; a place outside of all zones has none", () => {
    const at = (point: Position, state: string | null, county: string | null = null) =>
      statePlaneAt(point, { state, county });
    expect(at([-98, 31.9], "Texas")?.isApproximate).toBe(true);
    expect(at([-98, 31.9], "Texas", "Nowhere")?.isApproximate).toBe(true);
    expect(at([-72.7, 41.6], "Connecticut")?.isApproximate).toBe(false);
    expect(at([2.35, 48.85], null)).toBeUndefined();
  });
});
