import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { oneZone, ordinaryRules, sites, tightRules } from "../../support/site-plan/plan-cases.ts";

const workflows: readonly WorkflowId[] = [
  ...["mf_garden", "mf_midrise_wrap", "mf_podium", "townhomes", "senior_living", "mixed_use"],
  ...["retail_strip", "office", "hotel", "industrial_warehouse", "self_storage", "mh_rv_park"],
] as WorkflowId[];
const cases = [
  ["trapezoid", "ordinary", ordinaryRules],
  ["one_acre", "tight", tightRules],
  ["corner", "tight", tightRules],
] as const;
const names = ["units", "keys", "gfa", "parking_required", "parking_provided", "coverage", "impervious", "open_space"];

describe("the metrics of the public cases", () => {
  it("are those of the golden file; what an engine change does to them is reviewed with it", async () => {
    const lines = workflows.flatMap((workflow) =>
      cases.map(([name, kind, rules]) => {
        const { metrics, zoneFailures, conflicts } = compilePlan(
          oneZone(sites[name] ?? expect.fail(), workflow, { rules }),
        );
        const values = names.flatMap((each) => (metrics[each] ? [`${each} ${metrics[each].value}`] : []));
        const broken = [...zoneFailures.map(({ code }) => code), ...conflicts.map(({ rule }) => `breaks ${rule}`)];
        return [workflow, name, kind, ...(zoneFailures.length > 0 ? [] : values), ...broken].join(", ");
      }),
    );
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("golden-metrics.txt");
  });
});
