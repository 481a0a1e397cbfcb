import { describe, expect, it } from "vitest";
import { accessibleFor, vansFor } from "../../../api/land/site-plan/engine/accessible.ts";

describe("the accessible stalls of a facility", () => {
  // 2010 ADA Standards, 208.2 and 208.2.4: stalls of the facility, accessible stalls, of these for vans.
  it.each([
    [0, 0, 0],
    [1, 1, 1],
    [25, 1, 1],
    [26, 2, 1],
    [100, 4, 1],
    [101, 5, 1],
    [300, 7, 2],
    [401, 9, 2],
    [500, 9, 2],
    [501, 11, 2],
    [601, 13, 3],
    [1000, 20, 4],
    [1001, 21, 4],
    [1101, 22, 4],
    [1500, 25, 5],
  ])("of %i stalls are %i, and %i of them take vans", (stalls, accessible, vans) => {
    expect([accessibleFor(stalls), vansFor(accessible)]).toEqual([accessible, vans]);
  });
});
