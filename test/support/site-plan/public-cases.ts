import { join } from "node:path";
import { expect } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { labelOverlaps } from "./label-overlaps.ts";
import { faultsOf } from "./plan-audit.ts";
import { oneZone, ordinaryRules, sites, tightRules } from "./plan-cases.ts";

export const workflows: readonly WorkflowId[] = [
  ...["mf_garden", "mf_midrise_wrap", "mf_podium", "townhomes", "senior_living", "mixed_use"],
  ...["retail_strip", "office", "hotel", "industrial_warehouse", "self_storage", "mh_rv_park"],
] as WorkflowId[];
const rules = { ordinary: ordinaryRules, tight: tightRules };
export const ruleKinds = ["ordinary", "tight"] as const;
/** The sites. A hundred acres take as long as all others together: `npm run bench:plans` compiles them. */
export const caseNames: readonly string[] = Object.keys(sites).filter((name) => name !== "hundred_acres");
const names = ["units", "keys", "gfa", "parking_required", "parking_provided", "coverage", "impervious", "open_space"];

/** Returns the path of the file with one line for each case of a use. */
export const goldenMetrics = (workflow: WorkflowId) =>
  join(import.meta.dirname, "../../property/site-plan/golden-metrics", `${workflow}.txt`);

/** Compiles the concept of a case, holds it and the texts of its picture to be without a fault, and returns its metrics as a line of the golden file. */
export function caseLine(workflow: WorkflowId, name: string, kind: (typeof ruleKinds)[number]): string {
  const input = oneZone(sites[name] ?? expect.fail(name), workflow, { rules: rules[kind] });
  const plan = compilePlan(input);
  expect([name, kind, faultsOf(plan, input)]).toEqual([name, kind, []]);
  expect([name, kind, labelOverlaps(plan.objects)]).toEqual([name, kind, []]);
  const { metrics, zoneFailures, conflicts, notes } = plan;
  const values = names.flatMap((each) => (metrics[each] ? [`${each} ${metrics[each].value}`] : []));
  const remarks = [
    ...zoneFailures.map(({ code }) => code),
    ...conflicts.map(({ rule }) => `breaks ${rule}`),
    ...notes.filter(({ code }) => code === "dead_end_turnaround").map(({ code }) => code),
  ];
  return [name, kind, ...(zoneFailures.length > 0 ? [] : values), ...remarks].join(", ");
}
