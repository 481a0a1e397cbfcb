import { describe, expect, it } from "vitest";
import { parkingBands, placed } from "../../../api/land/site-plan/engine/bands.ts";
import {
  circulate,
  hasLongBlock,
  largest,
  stripsOf,
  type UnjoinedStrips,
  usualJoining,
  type Ways,
} from "../../../api/land/site-plan/engine/circulation.ts";
import { Field } from "../../../api/land/site-plan/engine/field.ts";
import { localFrame } from "../../../api/land/site-plan/engine/local-frame.ts";
import { withMovedWays } from "../../../api/land/site-plan/engine/moved-plan.ts";
import { addLines, moveLines, moveWays, waysOf } from "../../../api/land/site-plan/engine/moved-ways.ts";
import { bestZonePlans, yieldWithAccess } from "../../../api/land/site-plan/engine/zone-plan.ts";
import { grid, rectangle } from "../../support/site-plan/plan-cases.ts";
import { searchesOn } from "../../support/site-plan/searches.ts";

const module = { width: 9, length: 18, aisle: 24, islandEvery: 12 };
const sizes = { width: 24, shift: 0, group: 117 };

/** Three drives with stalls on both sides, across land of a width, and the strips of them. */
function threeDrives(width: number) {
  const field = new Field(localFrame({ x: 0, y: 0 }, { x: 1, y: 0 }), { rings: [rectangle(width, 180).map(grid)] });
  const bay = parkingBands(module, { below: true, above: true });
  const bands = placed([...bay, ...bay, ...bay], 0);
  return { bands, unjoined: stripsOf(bands, field) };
}

const joined = (unjoined: UnjoinedStrips, ways: Ways) => circulate(unjoined, { ...usualJoining("ends"), ways }, sizes);
const startsIn = (ways: Ways, width = 300) =>
  joined(threeDrives(width).unjoined, ways).connectors.map(({ rect }) => rect.x0);

describe("the ways of a layout", () => {
  it("are drawn again where they were", () => {
    const { bands, unjoined } = threeDrives(300);
    for (const place of ["ends", "middle", "left", "pairs"] as const) {
      const joined = circulate(unjoined, usualJoining(place), sizes);
      const again = circulate(unjoined, { ...usualJoining(place), ways: waysOf(bands, joined) }, sizes);
      expect(again).toEqual(joined);
    }
  });

  it("lie between their drives where they would reach a little beyond, and are left out where they lie farther off", () => {
    expect(startsIn([[-20], [290]])).toEqual([0, 276]);
    expect(startsIn([[-25], [301]])).toEqual([]);
  });

  it("lie at least a stall apart", () => {
    expect(
      startsIn([
        [100, 132],
        [100, 133],
      ]),
    ).toEqual([100, 100, 133]);
  });

  it("have a long block where two of one drive lie farther apart than they may", () => {
    const blockOf = (ways: Ways) => {
      const { unjoined } = threeDrives(900);
      return hasLongBlock(joined(unjoined, ways));
    };
    expect(blockOf([[0, 640], [300]])).toBe(true);
    expect(blockOf([[0, 620], [300]])).toBe(false);
  });
});

describe("ways that are moved", () => {
  /** Moves ways as long as a cost falls. */
  function movedTo(start: Ways, costOf: (ways: Ways) => number, move: typeof moveWays): Ways {
    let ways = start;
    move({
      ways: () => ways,
      gains: (others) => {
        if (costOf(others) >= costOf(ways)) return false;
        ways = others;
        return true;
      },
    });
    return ways;
  }

  it("move together along a line, and each by itself", () => {
    const costOf = (place: number) => (ways: Ways) =>
      ways.flat().length < 2 ? Infinity : ways.flat().reduce((sum, x) => sum + Math.abs(x - place), 0);
    expect(movedTo([[0], [0.5]], costOf(45), moveLines)).toEqual([[45], [45.5]]);
    expect(movedTo([[0], [10]], costOf(44), moveWays)).toEqual([[44], [44]]);
  });

  it("are left out where that is a gain", () => {
    expect(movedTo([[0, 100], [0]], (ways) => ways.flat().length, moveLines)).toEqual([[], []]);
    expect(movedTo([[0, 100], [0]], (ways) => ways.flat().length + (ways[0]?.length === 0 ? 9 : 0), moveWays)).toEqual([
      [100],
      [],
    ]);
  });

  it("get a further line through all drives where that is a gain", () => {
    const isThere = (ways: Ways) => (ways.every((own) => own.includes(72)) ? 0 : 1);
    expect(movedTo([[0], []], isThere, (moved) => addLines(moved, 0, 100))).toEqual([[0, 72], [72]]);
  });
});

describe("a plan with its ways moved", () => {
  it.each([
    ["triangle", "hotel"],
    ["easement", "office"],
    ["wetland", "mixed_use"],
  ] as const)(
    "has drives that reach each other without a long block, keeps a loop, and often yields more: %s, %s",
    (name, use) => {
      const { searches, turned } = searchesOn(name, use);
      const directions = turned.map(({ frame }) => frame.direction);
      const plans = searches.flatMap(({ program, ...wanted }) => {
        const { usual, other } = bestZonePlans({ ...wanted, directions }, [program], 500);
        return [...usual, ...other];
      });
      const gains = plans.flatMap((found) => {
        expect(withMovedWays(found, 0)).toBeUndefined();
        const moved = withMovedWays(found, 100);
        if (!moved) return [];
        const { strips, connectors } = moved.plan.layout;
        const start = found.rejoined?.joinedBy(found.plan.joining).circulation ?? expect.fail();
        const ways = moved.rejoined?.joinedBy(moved.plan.joining).circulation ?? expect.fail();
        if (start.connectors.length >= start.strips.length)
          expect(ways.connectors.length).toBeGreaterThanOrEqual(ways.strips.length);
        expect(hasLongBlock({ strips, connectors })).toBe(false);
        expect(largest({ strips, connectors }).strips).toHaveLength(strips.length);
        return [yieldWithAccess(moved.plan, found.program) / yieldWithAccess(found.plan, found.program)];
      });
      expect(gains.filter((gain) => gain > 1).length).toBeGreaterThan(gains.length / 4);
      expect(gains.length).toBeGreaterThan(0);
    },
  );
});
