import { describe, expect, it } from "vitest";
import { coarseSearch, otherwiseJoined } from "../../../api/land/site-plan/engine/coarse-search.ts";
import { Field } from "../../../api/land/site-plan/engine/field.ts";
import { type Interval, without } from "../../../api/land/site-plan/engine/intervals.ts";
import { boundsOf, soundRegion, union } from "../../../api/land/site-plan/engine/kernel.ts";
import type { Layout, StallRow } from "../../../api/land/site-plan/engine/layout-parts.ts";
import { localFrame, type Rect } from "../../../api/land/site-plan/engine/local-frame.ts";
import { orientations } from "../../../api/land/site-plan/engine/orientations.ts";
import { stallsUnder } from "../../../api/land/site-plan/engine/parking-demand.ts";
import { usualBudget, type WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { programsOf } from "../../../api/land/site-plan/engine/programs/program-of.ts";
import { frontagesIn } from "../../../api/land/site-plan/engine/shared-drives.ts";
import { siteLand } from "../../../api/land/site-plan/engine/site-land.ts";
import { leanPlan, withDriveways } from "../../../api/land/site-plan/engine/zone-plan.ts";
import { fieldsOf, type Search, type ZonePlan } from "../../../api/land/site-plan/engine/zone-search.ts";
import { oneZone, ordinaryRules, sites } from "../../support/site-plan/plan-cases.ts";
import { caseNames } from "../../support/site-plan/public-cases.ts";

/** What is looked for on a public site, with the directions of its land. */
function searchesOn(name: string, workflow: WorkflowId) {
  const input = oneZone(sites[name] ?? expect.fail(name), workflow);
  const [zone = expect.fail()] = input.zones;
  const region = union(input.site.parcels.map(soundRegion));
  const land = siteLand(input.site, ordinaryRules);
  const { minX, minY, maxX, maxY } = boundsOf(region.rings.flat());
  const origin = { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) };
  const zoneLand = { ...land, frontages: frontagesIn(region, land), origin };
  const stallsFor = stallsUnder(ordinaryRules, {});
  const requiredFor: Search["requiredFor"] = (demands) => stallsFor(demands).total;
  const turned = orientations(land.pavable, zoneLand.frontages).map((direction) => {
    const frame = localFrame(origin, direction);
    return { frame, fields: fieldsOf(zoneLand, frame) };
  });
  const programs = programsOf(zone, region, input, requiredFor).flat();
  return {
    turned,
    searches: programs.map(
      (program): Search => ({ land: zoneLand, program, requiredFor, leastYield: 0, leastOther: 0 }),
    ),
  };
}

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
