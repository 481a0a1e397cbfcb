import { describe, expect, it } from "vitest";
import { caseLine, caseNames, goldenMetrics, ruleKinds, workflows } from "../../support/site-plan/public-cases.ts";

/** With `-u` it writes the golden files anew. */
describe("every concept of the public cases", () => {
  it.each(workflows)("of %s is drawn without a fault, with the metrics of the golden file", async (workflow) => {
    const lines = caseNames.flatMap((name) => ruleKinds.map((kind) => caseLine(workflow, name, kind)));
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(goldenMetrics(workflow));
  });
});
