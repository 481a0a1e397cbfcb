import { describe, expect, it } from "vitest";
import type { NeighborRule } from "../../../../api/land/site-plan/engine/plan-input.ts";
import { neighborLines, neighborStrips } from "../../../../api/land/site-plan/neighbor-lines.ts";
import { area, rectangle } from "../../../support/site-plan/plan-cases.ts";

const source = { kind: "ordinance", ref: null, statement: "Zoning, 5.8" } as const;
const setback: NeighborRule = { kind: "setback", feet: 40, neighbors: ["R-1"], source };
const buffer: NeighborRule = { kind: "buffer", feet: 25, neighbors: ["residential districts"], source };
const lot = area(...rectangle(300, 200));
const north = area([0, 200], [300, 200], [300, 400], [0, 400]);
const east = area([300, 0], [500, 0], [500, 200], [300, 200]);
const coded = (region: typeof lot, code: string | null, name: string | null = null) => ({ region, code, name });
const lengthOf = (lines: readonly { readonly points: readonly { readonly x: number; readonly y: number }[] }[]) =>
  lines.map(({ points }) => {
    const [first, last] = [points[0], points.at(-1)];
    return first && last ? Math.hypot(first.x - last.x, first.y - last.y) / 1000 : 0;
  });

describe("the lot lines of a rule on neighbors", () => {
  it("are those beyond which the map has one of its districts", () => {
    const parcels = [coded(north, "R-1"), coded(east, "GC")];
    const { lines, unknownFt } = neighborLines([lot], { parcels, zones: [], answered: {} }, [setback, buffer]);
    expect(lines.map(({ kind }) => kind)).toEqual(["setback", "buffer"]);
    expect(lengthOf(lines)).toEqual([300, 300]);
    expect(lines[0]?.points.every(({ y }) => y === 200_000)).toBe(true);
    expect(unknownFt).toBe(0);
  });

  it("are told by the zoning map where parcels come without their district, by the name of a district of dwellings too", () => {
    const zones = [coded(north, "TN", "Town Neighborhood Residence"), coded(east, "TB", "Town Business")];
    const parcels = [coded(north, null), coded(east, null)];
    const { lines } = neighborLines([lot], { parcels, zones, answered: {} }, [setback, buffer]);
    expect(lines.map(({ kind }) => kind)).toEqual(["buffer"]);
  });

  it("are told by the answer of the user where no map does, and are not known without one", () => {
    const parcels = [coded(north, null), coded(east, null)];
    const beside = (answered: object) => neighborLines([lot], { parcels, zones: [], answered }, [setback]);
    expect(beside({})).toEqual({ lines: [], unknownFt: 500 });
    const answered = beside({ north: "other", east: "residential" });
    expect(lengthOf(answered.lines)).toEqual([200]);
    expect(answered.unknownFt).toBe(0);
  });

  it("are none inside of a site of several parcels, and none without a rule", () => {
    const surroundings = { parcels: [coded(east, "R-1")], zones: [], answered: {} };
    expect(neighborLines([lot, east], surroundings, [setback]).lines).toEqual([]);
    expect(neighborLines([lot], surroundings, []).lines).toEqual([]);
  });

  it("have strips that keep buildings out, or everything where they are planted", () => {
    const parcels = [coded(north, "R-1")];
    const { lines } = neighborLines([lot], { parcels, zones: [], answered: {} }, [setback, buffer]);
    expect(neighborStrips(lines, lot).map(({ kind, effect, label }) => [kind, effect, label])).toEqual([
      ["neighbor_setback", "exclude_buildings", "Buildings 40 ft from the lot line"],
      ["neighbor_buffer", "exclude_all", "Buffer of 25 ft"],
    ]);
  });
});
