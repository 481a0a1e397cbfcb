import { describe, expect, it } from "vitest";
import { offset, opened, piecesOf, squareFeet } from "../../../api/land/site-plan/engine/kernel.ts";
import type { GridRegion } from "../../../api/land/site-plan/engine/plan-geometry.ts";
import { area, grid } from "../../support/site-plan/plan-cases.ts";

const triangle = area([0, 0], [400, 0], [200, 300]).rings;
const clockwise = area([200, 300], [230, 100], [170, 100]).rings;
/** The same hole, which ends a rounding of coordinates beyond its outer ring. */
const beyond = clockwise.map((ring) => ring.map(({ x, y }) => ({ x, y: y === 300_000 ? y + 1 : y })));
const regions: readonly GridRegion[] = [clockwise, beyond].flatMap((hole) => [
  { rings: [...triangle, ...hole] },
  { rings: [...hole, ...triangle] },
]);

describe("an area whose hole reaches its outer ring", () => {
  it.each(regions)("keeps the hole when it is split, made smaller and grown", (region) => {
    const size = squareFeet(region);
    expect(size).toBeCloseTo(54_000, 0);
    expect(piecesOf(region).map(squareFeet)).toEqual([size]);
    expect(squareFeet(offset(region, -5))).toBeCloseTo(46_331, 0);
    expect(squareFeet(offset(region, 5))).toBeCloseTo(61_801, 0);
  });

  it("keeps a hole that a rounding of coordinates moves across its outer ring, in one piece or among several", () => {
    const outer = area([0, 0], [300, 0], [300, 300], [0, 300]).rings;
    const hole = [
      [grid([0, 100]), grid([0, 200]), grid([200, 200]), grid([200, 100])].map(({ x, y }) => ({ x: x - 1, y })),
    ];
    const other = area([400, 0], [500, 0], [500, 100], [400, 100]).rings;
    const island = area([50, 120], [150, 120], [150, 180], [50, 180]).rings;
    for (const rings of [
      [...outer, ...hole],
      [...outer, ...hole, ...other, ...island],
    ]) {
      const region = { rings };
      const [largest] = piecesOf(region);
      expect(largest && squareFeet(largest)).toBeCloseTo(70_000, -1);
      expect(squareFeet(opened(largest ?? region, 10))).toBeLessThan(70_001);
    }
  });
});
