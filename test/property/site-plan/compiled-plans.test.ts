import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import { oneZone, sites, tightRules } from "../../support/site-plan/plan-cases.ts";

const ordinary = Object.entries(sites).filter(([name]) => name !== "hundred_acres");

describe("a compiled concept of garden apartments", () => {
  it.each(ordinary)("keeps inside its land and apart from itself on %s", (_, site) => {
    const input = oneZone(site, "mf_garden");
    const plan = compilePlan(input);
    expect(plan.zoneFailures).toEqual([]);
    expect(faultsOf(plan, input)).toEqual([]);
    expect(plan.metrics.units?.value).toBeGreaterThan(0);
    expect(plan.metrics.parking_provided?.status).toBe("pass");
  });

  it("respects the limits of a tight district on five acres", () => {
    const input = oneZone(sites.five_acres ?? expect.fail(), "mf_garden", { rules: tightRules });
    const { metrics } = compilePlan(input);
    expect(metrics.density?.status).toBe("pass");
    expect(metrics.far?.status).toBe("pass");
    expect(metrics.height?.status).toBe("pass");
  });

  it("is the same at every compile", () => {
    const input = oneZone(sites.flag ?? expect.fail(), "mf_garden");
    expect(compilePlan(input).hash).toBe(compilePlan(structuredClone(input)).hash);
  });
});
