import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { SiteInput } from "../../../api/land/site-plan/engine/plan-input.ts";
import { grid, oneZone, rectangle, site } from "../../support/site-plan/plan-cases.ts";
import { caseLine, caseNames, goldenMetrics, ruleKinds, workflows } from "../../support/site-plan/public-cases.ts";

/** With `-u` it writes the golden files anew. */
describe("every concept of the public cases", () => {
  it.each(workflows)("of %s is drawn without a fault, with the metrics of the golden file", async (workflow) => {
    const lines = caseNames.flatMap((name) => ruleKinds.map((kind) => caseLine(workflow, name, kind)));
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(goldenMetrics(workflow));
  });
});

describe("a concept of hundreds of homes", () => {
  it("takes on land that lies at an angle at most twice the time it takes on the same land along the axes", () => {
    const corners = rectangle(1500, 1100);
    const turned = ([x, y]: readonly [number, number]) => [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y] as const;
    const street = (
      [
        [-3000, -30],
        [4000, -30],
      ] as const
    ).map((point) => grid(turned(point)));
    const along = site(corners);
    const atAngle = site(corners.map(turned), { roads: [{ name: "Main Street", points: street }] });
    const compiled = (land: SiteInput) => {
      const before = process.cpuUsage();
      const { metrics } = compilePlan(oneZone(land, "mh_rv_park"));
      const { user, system } = process.cpuUsage(before);
      return { units: metrics.units?.value, seconds: (user + system) / 1e6 };
    };
    compiled(along);
    const [first, second] = [compiled(along), compiled(atAngle)];
    expect(first.units).toBeGreaterThan(250);
    expect(second.units).toBe(first.units);
    expect(second.seconds).toBeLessThan(2 * first.seconds);
  });
});
