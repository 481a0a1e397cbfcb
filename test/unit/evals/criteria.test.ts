import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCommand } from "../../../evals/command-line.ts";
import { checkCriteria, criteriaFigures, writeCriteriaBaselines } from "../../../evals/criteria-baselines.ts";
import { readCriteriaSets } from "../../../evals/criteria-labels.ts";
import { measureCriteria, type TownCriteria } from "../../../evals/measure/measure-criteria.ts";
import { criteriaLines, missLines } from "../../../evals/report/print-criteria.ts";

let folder: string;
const law = [
  "<h1>Zoning Ordinance</h1><h2>5.1 R-1 Residential District</h2><p>Purpose of the R-1 district.</p>",
  "<table><tr><th>Standard</th><th>R-1</th><th>R-2</th></tr>",
  "<tr><td>Minimum lot area (sq. ft.)</td><td>10,000</td><td>7,500</td></tr>",
  "<tr><td>Front yard (feet)</td><td>30</td><td>25</td></tr></table>",
].join("");
const label = (district: string, field: string, value: number, quote: string) => ({
  ...{ source: "ct-zoning-pages/sprague", district, field, value, unit: "ft", marker: null, quote },
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-criteria-"));
  mkdirSync(join(folder, "rule-labels-dev"));
  mkdirSync(join(folder, "ct-zoning-pages/docs"), { recursive: true });
  writeFileSync(join(folder, "ct-zoning-pages/docs/ct-sprague.html"), law);
  const labels = [
    label("R-1", "setback_front", 30, "Front yard (feet) | 30"),
    label("R-2", "setback_front", 35, "Front yard (feet) | 25"),
    label("R-2", "height_max", 40, "Height | 40"),
  ];
  writeFileSync(
    join(folder, "rule-labels-dev/a-criteria.jsonl"),
    labels.map((each) => `${JSON.stringify(each)}\n`).join(""),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function measured(): Promise<TownCriteria[]> {
  const towns: TownCriteria[] = [];
  for await (const town of measureCriteria(readCriteriaSets(folder))) towns.push(town);
  return towns;
}

it("design criteria are judged by labels of the law, with the cause of what is missed", async () => {
  const [town] = await measured();
  expect(town?.judged.map(({ outcome }) => outcome)).toEqual(["right", "wrong", "missed"]);
  const lines = criteriaLines([...(town ? [town] : [])]);
  expect(lines[1]).toMatch(/^rule-labels-dev sprague\s+0\.500\s+0\.333\s+1\s+1\s+0\s+1$/);
  expect(lines[2]).toContain("words not in one piece");
  expect(missLines(town ? [town] : [])).toHaveLength(2);
});

it("a figure of the criteria that falls below its baseline is a regression; other labels are not compared", async () => {
  const figures = criteriaFigures(readCriteriaSets(folder), await measured());
  expect(checkCriteria(figures, folder)).toMatchObject([
    { hasRegressed: false, line: expect.stringContaining("not compared") },
  ]);
  writeCriteriaBaselines(
    figures.map((each) => ({ ...each, recall: 0.5 })),
    folder,
  );
  expect(checkCriteria(figures, folder).map(({ hasRegressed }) => hasRegressed)).toEqual([false, true]);
});

it("criteria takes one town, and baselines are of all towns", () => {
  expect(readCommand(["criteria", "sprague", "--misses"])).toEqual({
    ...{ command: "criteria", town: "sprague", listsMisses: true, writesBaselines: false },
  });
  expect(() => readCommand(["criteria", "one", "two"])).toThrow("one town");
  expect(() => readCommand(["criteria", "one", "--write-baselines"])).toThrow("all towns");
});
