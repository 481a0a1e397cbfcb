import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import { oneZone, sites, tightRules } from "../../support/site-plan/plan-cases.ts";

const ordinary = Object.entries(sites).filter(([name]) => name !== "hundred_acres");

const workflows: readonly WorkflowId[] = [
  ...["mf_midrise_wrap", "mf_podium", "townhomes", "senior_living", "mixed_use", "retail_strip", "office"],
  ...["hotel", "industrial_warehouse", "self_storage", "mh_rv_park"],
] as WorkflowId[];

describe("a compiled concept", () => {
  it.each(workflows)("of %s keeps inside its land and apart from itself", (workflow) => {
    for (const name of ["flag", "turned", "floodplain"]) {
      const input = oneZone(sites[name] ?? expect.fail(), workflow);
      const plan = compilePlan(input);
      expect([name, plan.zoneFailures, faultsOf(plan, input)]).toEqual([name, [], []]);
      expect([name, plan.metrics.parking_provided?.status]).toEqual([name, "pass"]);
      expect(plan.metrics.gfa?.value).toBeGreaterThan(0);
    }
  });
});

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
