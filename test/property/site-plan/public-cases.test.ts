import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import { oneZone, ordinaryRules, sites, tightRules } from "../../support/site-plan/plan-cases.ts";

const workflows: readonly WorkflowId[] = [
  ...["mf_garden", "mf_midrise_wrap", "mf_podium", "townhomes", "senior_living", "mixed_use"],
  ...["retail_strip", "office", "hotel", "industrial_warehouse", "self_storage", "mh_rv_park"],
] as WorkflowId[];
const rules = { ordinary: ordinaryRules, tight: tightRules };
const names = ["units", "keys", "gfa", "parking_required", "parking_provided", "coverage", "impervious", "open_space"];
/** A hundred acres take as long as all others together: `npm run bench:plans` compiles them. */
const cases = Object.entries(sites).filter(([name]) => name !== "hundred_acres");

describe("the concepts of the public cases", () => {
  it.each(workflows)("of %s are drawn without a fault, with the metrics of the golden file", async (workflow) => {
    const lines = cases.flatMap(([name, site]) =>
      Object.entries(rules).map(([kind, own]) => {
        const input = oneZone(site, workflow, { rules: own });
        const plan = compilePlan(input);
        expect([name, kind, faultsOf(plan, input)]).toEqual([name, kind, []]);
        const { metrics, zoneFailures, conflicts, notes } = plan;
        const values = names.flatMap((each) => (metrics[each] ? [`${each} ${metrics[each].value}`] : []));
        const remarks = [
          ...zoneFailures.map(({ code }) => code),
          ...conflicts.map(({ rule }) => `breaks ${rule}`),
          ...notes.filter(({ code }) => code === "dead_end_turnaround").map(({ code }) => code),
        ];
        return [name, kind, ...(zoneFailures.length > 0 ? [] : values), ...remarks].join(", ");
      }),
    );
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`golden-metrics/${workflow}.txt`);
  });
});
