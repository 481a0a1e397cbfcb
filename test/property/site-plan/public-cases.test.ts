import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { caseLine, caseNames, goldenMetrics, ruleKinds, workflows } from "../../support/site-plan/public-cases.ts";

/**
 * Half of the cases, in which every two of use, land and rules occur together; `whole-public-cases.test.ts` draws the
 * other half too.
 */
const chosen = workflows.map((workflow, row) => ({
  workflow,
  cases: caseNames.map((name, column) => ({ name, kind: ruleKinds[(row + column) % 2] ?? ruleKinds[0] })),
}));

describe("the concepts of the public cases", () => {
  it.each(chosen)(
    "of $workflow are drawn without a fault, with the metrics of the golden file",
    ({ workflow, cases }) => {
      const golden = readFileSync(goldenMetrics(workflow), "utf8").split("\n");
      const expected = cases.map(({ name, kind }) => golden.find((line) => line.startsWith(`${name}, ${kind},`)));
      expect(cases.map(({ name, kind }) => caseLine(workflow, name, kind))).toEqual(expected);
    },
  );
});
