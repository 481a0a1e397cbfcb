import { describe, expect, it } from "vitest";
import { stallsIn, withIslands } from "../../../api/land/site-plan/engine/bands.ts";
import {
  groupedJoining,
  type Joining,
  type JoinPlace,
  largest,
  longestBlock,
  mostDeadEnd,
  usualJoining,
  wideJoining,
} from "../../../api/land/site-plan/engine/circulation.ts";
import { difference, squareFeet, union } from "../../../api/land/site-plan/engine/kernel.ts";
import type { Rect } from "../../../api/land/site-plan/engine/local-frame.ts";
import { regionOf } from "../../../api/land/site-plan/engine/local-frame.ts";
import { bestParkingLot, lotEffort } from "../../../api/land/site-plan/engine/parking-lot.ts";
import { siteLand } from "../../../api/land/site-plan/engine/site-land.ts";
import { longestDeadEnd } from "../../../api/land/site-plan/engine/turnaround.ts";
import { readBestKnown } from "../../bench/best-known-lots.ts";
import { ordinaryRules, sites } from "../../support/site-plan/plan-cases.ts";

const module = { width: 9, length: 18, aisle: 24, islandEvery: 12 };

const nothingMoved = { changes: 0, each: 0 };
const landOf = (name: string) => siteLand(sites[name] ?? expect.fail(name), ordinaryRules).pavable;

/** The most stalls of a public lot with its drives joined at some places. */
function lotOf(name: string, places: readonly JoinPlace[], hasSingleRows = true) {
  const land = landOf(name);
  const effort = { phases: 12, joinings: places.map(usualJoining), hasSingleRows, moved: nothingMoved };
  return { land, ...(bestParkingLot(land, module, effort) ?? expect.fail(name)) };
}

/** A public lot with the parts of its best layouts moved. */
function movedLotOf(name: string) {
  const land = landOf(name);
  return { land, ...(bestParkingLot(land, module, lotEffort) ?? expect.fail(name)) };
}

function expectSound({ land, frame, layout }: ReturnType<typeof lotOf>): void {
  const { rows, strips, connectors } = layout;
  const areaOf = (rects: readonly Rect[]) => {
    const regions = rects.map((rect) => regionOf(frame, rect));
    const sum = regions.reduce((total, region) => total + squareFeet(region), 0);
    return { sum, all: union(regions) };
  };
  const stalls = rows.flatMap((row) => row.stalls);
  const drives = [...strips, ...connectors].map(({ rect }) => rect);
  const { sum, all } = areaOf([...stalls, ...drives]);
  expect(stalls).toHaveLength(layout.stallCount);
  expect(sum - squareFeet(all)).toBeLessThan(0.002 * sum);
  expect(squareFeet(difference(all, land))).toBeLessThan(5);
  expect(largest({ strips, connectors }).strips).toHaveLength(strips.length);
  expect(longestDeadEnd(layout, [])).toBeLessThanOrEqual(mostDeadEnd + 0.01);
}

describe.each(["pairs", "half_pairs"] as const)("a lot whose drives are joined in %s", (place) => {
  it.each(["five_acres", "triangle", "trapezoid", "wetland", "cul_de_sac", "narrow"])(
    "has stalls and drives that lie apart on the land, reach each other and end near a way out: %s",
    (name) => expectSound(lotOf(name, [place])),
  );
});

describe("a lot whose parts are moved", () => {
  const publicLots = Object.keys(sites);
  const shares = new Map<string, number>();
  const known = readBestKnown();

  it.each(publicLots)(
    "has sound drives and stalls, ways no farther apart than the longest block, and at least 0.97 of the best known stalls: %s",
    (name) => {
      const lot = movedLotOf(name);
      expectSound(lot);
      const { strips, connectors, stallCount } = lot.layout;
      for (const index of strips.keys()) {
        const ways = connectors.filter(({ from, to }) => from === index || to === index);
        const places = ways.map(({ rect }) => rect.x0).sort((a, b) => a - b);
        const blocks = places.slice(1).map((x, at) => x - (places[at] ?? x));
        expect(Math.max(0, ...blocks)).toBeLessThanOrEqual(longestBlock + 1);
      }
      const { stalls } = known[name] ?? expect.fail(name);
      shares.set(name, stallCount / stalls);
      expect(stallCount / stalls).toBeGreaterThanOrEqual(0.97);
    },
  );

  it("has at least 0.99 of the best known stalls in the median of the public lots", () => {
    const sorted = [...shares.values()].sort((a, b) => a - b);
    expect(sorted).toHaveLength(publicLots.length);
    expect(sorted[sorted.length >> 1]).toBeGreaterThanOrEqual(0.99);
  });

  it("is the same for the same land and holds what it held before", () => {
    const [once, again] = [movedLotOf("one_acre"), movedLotOf("one_acre")];
    expect(again.layout).toEqual(once.layout);
    const still = bestParkingLot(once.land, module, { ...lotEffort, moved: nothingMoved });
    expect(once.layout.stallCount).toBeGreaterThan(still?.layout.stallCount ?? Infinity);
  });
});

describe("a row of stalls", () => {
  it("has an island at an end only where another drive runs by", () => {
    const { layout } = lotOf("five_acres", ["loop"]);
    const beside = layout.rows
      .filter(({ isUpright }) => !isUpright)
      .flatMap(({ rect, stalls }) =>
        layout.connectors.flatMap(({ rect: way }) =>
          way.y0 < rect.y1 - 1 && rect.y0 < way.y1 - 1
            ? stalls.map(({ x0, x1 }) => Math.max(x0 - way.x1, way.x0 - x1))
            : [],
        ),
      );
    expect(Math.min(...beside)).toBeGreaterThanOrEqual(4.49);
    expect(stallsIn(withIslands([0, 117]), module)).toBe(12);
    expect(stallsIn({ from: 0, to: 108, atFrom: 0, atTo: 0 }, module)).toBe(12);
    expect(stallsIn(withIslands([0, 108]), module)).toBe(11);
  });

  it("holds whole groups between side ways that lie for them", () => {
    const land = landOf("wide");
    const doubleRows = { phases: 12, hasSingleRows: false, moved: nothingMoved };
    const countOf = (joining: Joining) =>
      bestParkingLot(land, module, { ...doubleRows, joinings: [joining] })?.layout.stallCount ?? 0;
    expect(countOf(groupedJoining("loop"))).toBeGreaterThan(countOf(wideJoining("loop")));
  });
});

describe("a lot", () => {
  it.each(["five_acres", "l_shape", "flag", "two_parcels", "turned"])(
    "holds more stalls with its drives joined in pairs than in a loop: %s",
    (name) => {
      const [pairs, loop] = [lotOf(name, ["pairs"]), lotOf(name, ["loop"])];
      expect(pairs.layout.stallCount).toBeGreaterThan(loop.layout.stallCount);
    },
  );

  it("holds more stalls with a single row among double ones where its depth leaves room for one", () => {
    const [mixed, double] = [lotOf("narrow", ["loop"]), lotOf("narrow", ["loop"], false)];
    expect(mixed.layout.stallCount).toBeGreaterThanOrEqual(double.layout.stallCount);
    expect(lotOf("rect_300x180", ["loop"]).layout.stallCount).toBeGreaterThan(
      lotOf("rect_300x180", ["loop"], false).layout.stallCount,
    );
  });
});
