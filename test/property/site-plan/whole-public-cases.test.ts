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
  it("holds as many homes on land that lies at an angle as on the same land along the axes", () => {
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
    const unitsOn = (land: SiteInput) => compilePlan(oneZone(land, "mh_rv_park")).metrics.units?.value;
    expect(unitsOn(along)).toBeGreaterThan(250);
    expect(unitsOn(atAngle)).toBe(unitsOn(along));
  });
});
