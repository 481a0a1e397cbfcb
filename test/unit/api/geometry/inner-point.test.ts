import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceToArea } from "../../../../api/geometry/distance-to-area.ts";
import type { AreaGeometry, Position } from "../../../../api/geometry/geojson.ts";
import { innerPoint } from "../../../../api/geometry/inner-point.ts";

const polygon = (...rings: readonly (readonly Position[])[]): AreaGeometry => ({
  type: "Polygon",
  coordinates: rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(([x, y]) => [x, y])),
});

describe("the inner point of an area", () => {
  it("is in the body of a flag lot and not in its pole", () => {
    const flag = polygon([
      [0, 0],
      [60, 0],
      [60, 4],
      [30, 4],
      [30, 22],
      [0, 22],
    ]);
    const [x, y] = innerPoint(flag);
    expect(x).toBeGreaterThan(8);
    expect(x).toBeLessThan(22);
    expect(y).toBeGreaterThan(6);
    expect(y).toBeLessThan(16);
  });

  it("is on land and not in a hole", () => {
    const ring = polygon(
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      [
        [2, 2],
        [2, 8],
        [9, 8],
        [9, 2],
      ],
    );
    expect(innerPoint(ring)[0]).toBeLessThan(2);
  });

  it("is inside every star-shaped area", () => {
    const radii = fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 5, maxLength: 24 });
    fc.assert(
      fc.property(radii, (lengths) => {
        const points = lengths.map((length, at): Position => {
          const angle = (2 * Math.PI * at) / lengths.length;
          return [-72 + 0.01 * length * Math.cos(angle), 41 + 0.01 * length * Math.sin(angle)];
        });
        const area = polygon(points);
        expect(distanceToArea(innerPoint(area), area)).toBe(0);
      }),
    );
  });
});
