import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceToArea } from "../../../api/geometry/distance-to-area.ts";
import { areaOf } from "../../../api/geometry/ellipsoid-area.ts";
import { type AreaGeometry, type Position, polygonsOf } from "../../../api/geometry/geojson.ts";
import { intersectAreas, subtractArea, uniteAreas } from "../../../api/geometry/repair-area.ts";
import { SiteShape } from "../../../api/geometry/site-shape.ts";

const west = -72.7;
const south = 41.6;
const offset = fc.double({ min: -0.01, max: 0.01, noNaN: true });
const position = fc.tuple(offset, offset).map(([x, y]): Position => [west + x, south + y]);
const size = fc.double({ min: 0.0002, max: 0.004, noNaN: true });
const rectangle = fc.tuple(position, size, size).map(([[x, y], width, height]): AreaGeometry => {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ] as const;
  return { type: "Polygon", coordinates: [corners] };
});
const squareMetres = (area: AreaGeometry | undefined) => (area ? areaOf(polygonsOf(area)) : 0);

describe("the distance from a site", () => {
  it("to a point is that of a second computation on a sphere, to 0.7 percent", () => {
    fc.assert(
      fc.property(rectangle, position, (site, point) => {
        const shape = new SiteShape(site);
        const metres = shape.distanceTo({ lines: [[shape.plane.forward(point)]], isArea: false });
        const other = distanceToArea(point, site);
        expect(Math.abs(metres - other)).toBeLessThanOrEqual(0.007 * other + 0.002);
      }),
    );
  });

  it("to a line is at most that to each of its points, and reaches it along the line", () => {
    fc.assert(
      fc.property(rectangle, position, position, (site, from, to) => {
        const shape = new SiteShape(site);
        const line = [shape.plane.forward(from), shape.plane.forward(to)] as const;
        const metres = shape.distanceTo({ lines: [line], isArea: false });
        const steps = Array.from({ length: 201 }, (_, at) => {
          const share = at / 200;
          const point = [0, 1].map((axis) => (line[0][axis] ?? 0) * (1 - share) + (line[1][axis] ?? 0) * share);
          return shape.distanceTo({ lines: [[[point[0] ?? 0, point[1] ?? 0]]], isArea: false });
        });
        const step = Math.hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]) / 200;
        const nearest = Math.min(...steps);
        expect(metres).toBeLessThanOrEqual(nearest + 1e-6);
        expect(metres).toBeGreaterThanOrEqual(nearest - step);
      }),
      { numRuns: 50 },
    );
  });

  it("is 0 to land around it, and to land that it surrounds", () => {
    const ring = (half: number): Position[] => [
      [west - half, south - half],
      [west + half, south - half],
      [west + half, south + half],
      [west - half, south + half],
      [west - half, south - half],
    ];
    for (const [own, other] of [
      [0.001, 0.005],
      [0.005, 0.001],
    ] as const) {
      const shape = new SiteShape({ type: "Polygon", coordinates: [ring(own)] });
      const lines = [ring(other).map((corner) => shape.plane.forward(corner))];
      expect(shape.distanceTo({ lines, isArea: true })).toBe(0);
    }
  });

  it("to a site of 60,000 edges is found without comparing each with each", () => {
    const circle = Array.from({ length: 60_001 }, (_, at): Position => {
      const angle = ((at % 60_000) / 60_000) * 2 * Math.PI;
      return [west + 0.002 * Math.cos(angle), south + 0.002 * Math.sin(angle)];
    });
    const shape = new SiteShape({ type: "Polygon", coordinates: [circle] });
    const far = circle.map(([x, y]) => shape.plane.forward([x + 0.01, y]));
    expect(shape.distanceTo({ lines: [far], isArea: true })).toBeGreaterThan(400);
  }, 60_000);
});

/** A millimetre along the longest boundaries of these rectangles, in square metres: coordinates are rounded to it. */
const rounding = 4;

describe("areas", () => {
  it("that are united and cut add up", () => {
    fc.assert(
      fc.property(rectangle, rectangle, (one, other) => {
        const whole = squareMetres(uniteAreas([one, other]));
        const shared = squareMetres(intersectAreas(one, other));
        const rest = squareMetres(subtractArea(one, other));
        const sum = squareMetres(one) + squareMetres(other);
        expect(Math.abs(whole + shared - sum)).toBeLessThan(rounding);
        expect(Math.abs(rest + shared - squareMetres(one))).toBeLessThan(rounding);
      }),
    );
  });
});
