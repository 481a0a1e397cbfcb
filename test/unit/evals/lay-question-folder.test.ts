import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSuite, suiteFolder } from "../../../evals/suites.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "groundwork-lay-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const lines = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).join("\n");

function write(path: string, text: string): void {
  const whole = join(data, path);
  mkdirSync(join(whole, ".."), { recursive: true });
  writeFileSync(whole, text);
}

const steps =
  "the steps of a main building may stand in a yard of the front but never beyond the street line of the lot";

describe("a folder of residents' questions", () => {
  it("judges each question by the record, section or page that answers it, and leaves out questions without law", () => {
    write(
      "ct-zoning-pages/corpus.jsonl",
      lines([{ _id: "ct-a#p1", text: "Fences.", metadata: { jurisdiction: "a", page: 1 } }]),
    );
    write(
      "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.txt",
      "Sec. 3.1. - Cemeteries.\nOne acre.\nSec. 3.2. - Fences and walls.\nSix feet.\n",
    );
    write("ord-halifax-peninsula-ns/halifax-peninsula-land-use-by-law-2017.txt", `Contents\f${steps}`);
    const home = "lay-questions-train";
    write(`${home}/halifax-sections.jsonl`, lines([{ _id: "8 STEPS", text: steps.toUpperCase() }]));
    const record = (source: string, section_id: string) => ({
      question: "how tall",
      kind: "dimension",
      source,
      section_id,
    });
    write(`${home}/part1.jsonl`, lines([record("ct-zoning-pages", "ct-a#p1"), record("ct-zoning-pages", "ct-b#p9")]));
    write(
      `${home}/part2.jsonl`,
      lines([record("ord-georgia-codes", "3.2 Fences and walls"), record("ord-halifax-peninsula-ns", "8 STEPS")]),
    );
    const { queries, documents } = readSuite(suiteFolder(home, data), data);
    expect(queries.map(({ jurisdiction, relevant }) => [jurisdiction, ...relevant.keys()])).toEqual([
      ["a", "ct-a#p1"],
      ["walthourville", "walthourville#3.2"],
      ["halifax", "halifax#p2"],
    ]);
    expect(documents.map(({ jurisdiction }) => jurisdiction).toSorted()).toEqual(["a", "halifax", "walthourville"]);
    expect(queries[0]?.splits).toEqual(["dimension", "a"]);
  });
});
