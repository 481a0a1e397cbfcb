import { describe, expect, it } from "vitest";
import { coarseSearch, otherwiseJoined } from "../../../api/land/site-plan/engine/coarse-search.ts";
import { Field } from "../../../api/land/site-plan/engine/field.ts";
import { type Interval, without } from "../../../api/land/site-plan/engine/intervals.ts";
import type { Layout, StallRow } from "../../../api/land/site-plan/engine/layout-parts.ts";
import type { Rect } from "../../../api/land/site-plan/engine/local-frame.ts";
import { usualBudget, type WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { leanPlan, withDriveways } from "../../../api/land/site-plan/engine/zone-plan.ts";
import type { ZonePlan } from "../../../api/land/site-plan/engine/zone-search.ts";
import { caseNames } from "../../support/site-plan/public-cases.ts";
import { searchesOn } from "../../support/site-plan/searches.ts";

/** Every plan that the candidates of a search lead to, as it is found and without the stalls that nobody needs. */
function* plansOf(name: string, workflow: WorkflowId): Generator<ZonePlan> {
  const { turned, searches } = searchesOn(name, workflow);
  for (const search of searches) {
    const candidates = coarseSearch(search, turned, usualBudget.evaluations);
    for (const candidate of [...candidates, ...otherwiseJoined(search, candidates)]) {
      for (const { drawn } of withDriveways(candidate, search, new Field(candidate.frame, search.land.drivable))) {
        const plan = drawn();
        yield plan;
        yield leanPlan({ plan, program: search.program }).plan;
      }
    }
  }
}

/** The stalls of a layout whose front is not a drive over its whole width; feet of the turned frame. */
function blockedIn({ rows, strips, connectors, turnarounds }: Layout, driveways: readonly Rect[]): Rect[] {
  const drives = [...[...strips, ...connectors].map(({ rect }) => rect), ...turnarounds, ...driveways];
  return rows.flatMap((row) =>
    row.stalls.filter((stall) => {
      const alongOf = ({ x0, y0, x1, y1 }: Rect): Interval => (row.isUpright ? [y0, y1] : [x0, x1]);
      const beside = drives.filter((drive) => isAtFront(row, stall, drive)).map(alongOf);
      return without([alongOf(stall)], beside).length > 0;
    }),
  );
}

function isAtFront({ isUpright, aisleSide }: StallRow, stall: Rect, drive: Rect): boolean {
  const front = isUpright ? (aisleSide === 1 ? stall.x1 : stall.x0) : aisleSide === 1 ? stall.y1 : stall.y0;
  const [from, to] = isUpright ? [drive.x0, drive.x1] : [drive.y0, drive.y1];
  return Math.abs((aisleSide === 1 ? from : to) - front) < 0.1;
}

describe("every candidate of a search, drawn by itself", () => {
  it("has a drive at the whole front of each stall", () => {
    const uses = ["retail_strip", "mf_garden", "hotel", "senior_living"] as const;
    let count = 0;
    for (const [at, name] of caseNames.entries()) {
      const use = uses[at % uses.length] ?? uses[0];
      for (const { layout, driveway } of plansOf(name, use)) {
        count += layout.stallCount;
        expect([name, use, blockedIn(layout, driveway.rects)]).toEqual([name, use, []]);
      }
    }
    expect(count).toBeGreaterThan(100_000);
  });
});
