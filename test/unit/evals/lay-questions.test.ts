import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readFold } from "../../../evals/train/fold.ts";
import type { LawSection } from "../../../evals/train/law-text.ts";
import { readLayQuestions, townsOfFold } from "../../../evals/train/lay-questions.ts";
import { nearestWindow } from "../../../evals/train/training-pairs.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lay-questions-"));
  mkdirSync(join(folder, "lay-questions-train"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const law: readonly LawSection[] = [
  { source: "codes/ashby", id: "ashby-1", heading: "Fences", text: "A fence may be six feet high.", isZoning: true },
  { source: "walthourville", heading: "Livestock", text: "Sec. 6-2 - Licenses. Every owner pays.", isZoning: true },
  { source: "walthourville", heading: "Livestock", text: "Sec. 6-2 - Livestock on ways. No cow.", isZoning: true },
];
const write = (name: string, lines: readonly object[]) =>
  writeFileSync(join(folder, "lay-questions-train", name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const question = (source: string, section_id: string) => ({ question: "q", formal: "f", source, section_id });

describe("readLayQuestions", () => {
  it("returns nothing where the question files are missing", () => {
    expect(readLayQuestions(join(folder, "elsewhere"), law)).toEqual([]);
  });

  it("joins a question to its section by id, and takes the town of the section", () => {
    write("part1.jsonl", [question("codes", "ashby-1")]);
    expect(readLayQuestions(folder, law)).toEqual([
      { source: "codes/ashby", question: "q", formal: "f", answer: "A fence may be six feet high." },
    ]);
  });

  it("tells two sections of one number apart by the heading", () => {
    write("part2.jsonl", [question("ord-georgia-codes", "6-2 Livestock on ways")]);
    expect(readLayQuestions(folder, law).map(({ answer }) => answer)).toEqual([law[2]?.text]);
  });

  it("leaves out questions whose law was excluded", () => {
    write("part1.jsonl", [question("codes", "ashby-1"), question("ord-halifax-peninsula-ns", "4H X")]);
    write("halifax-sections.jsonl", [{ _id: "4H X", text: "text" }]);
    expect(readLayQuestions(folder, law.slice(1))).toEqual([]);
  });
});

describe("townsOfFold", () => {
  it("puts every town into exactly one fold", () => {
    const asked = ["c", "a", "b", "a"].map((source) => ({ source, question: "", formal: "", answer: "" }));
    expect(townsOfFold(asked, { part: 0, of: 2 })).toEqual(["a", "c"]);
    expect(townsOfFold(asked, { part: 1, of: 2 })).toEqual(["b"]);
  });
});

describe("readFold", () => {
  it.each(["2/2", "-1/2", "1", "a/b"])("throws on %s and shows how a fold is written", (written) => {
    expect(() => readFold(written)).toThrow("such as 0/2");
  });
});

describe("nearestWindow", () => {
  it("returns the 140 terms that contain most of a wording's rare terms", () => {
    const section = Int32Array.from({ length: 400 }, (_, at) => (at === 300 ? 7 : 1));
    const rarity = new Float64Array(8).fill(0.1);
    rarity[7] = 5;
    const window = nearestWindow(section, Int32Array.from([1, 7]), rarity);
    expect(window).toHaveLength(140);
    expect(window).toContain(7);
  });

  it("returns a short section whole", () => {
    expect(nearestWindow(Int32Array.from([1, 2]), Int32Array.from([3]), new Float64Array(4))).toHaveLength(2);
  });
});
