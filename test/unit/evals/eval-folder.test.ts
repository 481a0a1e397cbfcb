import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asksForAnswer } from "../../../evals/answer-labels.ts";
import { readEvalFolder, readJudgedQueries } from "../../../evals/eval-folder.ts";
import { readSourceFolder } from "../../../evals/source-folder.ts";
import { limitTo, onlyOf, readSuite, SuiteMissing, suiteFolder } from "../../../evals/suites.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-evals-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const record = { _id: "a#1", title: "Chapter 1 > 1.1 Fences", text: "Six feet.", metadata: { jurisdiction: "a" } };
const query = { _id: "q1", text: "how tall may a fence be", metadata: { jurisdiction: "a", style: "lay" } };

function write(files: { corpus?: string; queries?: string; qrels?: string }) {
  writeFileSync(join(folder, "corpus.jsonl"), files.corpus ?? line(record));
  writeFileSync(join(folder, "queries.jsonl"), files.queries ?? line(query));
  writeFileSync(join(folder, "qrels.tsv"), files.qrels ?? "query-id\tcorpus-id\tscore\nq1\ta#1\t2\n");
}

describe("an eval folder", () => {
  it("gives questions with their grades, splits and labels", () => {
    const metadata = { ...query.metadata, kind: "value", answer_values: [6], answer_span: "Six feet" };
    write({ queries: line({ ...query, metadata }) });
    const { documents, queries } = readEvalFolder(folder);
    expect(documents[0]?.sections[0]).toMatchObject({ headingPath: ["Chapter 1", "1.1 Fences"], section: "1.1" });
    expect(queries[0]).toMatchObject({ splits: ["lay", "value", "a"], jurisdiction: "a" });
    expect(queries[0]?.relevant).toEqual(new Map([["a#1", 2]]));
    expect(queries[0]?.labels).toMatchObject({ values: [6], span: "Six feet", shouldAbstain: false });
  });

  it("takes qrels with or without a header line, and Windows line ends", () => {
    write({ qrels: "q1\ta#1\t1\r\n" });
    expect(readEvalFolder(folder).queries[0]?.relevant).toEqual(new Map([["a#1", 1]]));
  });

  it("keeps a question without a judged record only when nothing is meant to answer it", () => {
    const absent = { _id: "q2", text: "noise at night", metadata: { should_abstain: true } };
    write({ queries: line(query) + line(absent) + line({ _id: "q3", text: "forgotten" }) });
    expect(readEvalFolder(folder).queries.map(({ id }) => id)).toEqual(["q1", "q2"]);
  });

  it.each([
    ["a line that is no JSON", { corpus: "{]\n" }, /corpus\.jsonl, line 1: each line must be one JSON object/],
    ["an id twice", { corpus: line(record) + line(record) }, /line 2: the id a#1 is there twice/],
    ["a record without text", { corpus: line({ _id: "a#1" }) }, /line 1: text must be a text/],
    ["a judgement parted by blanks", { qrels: "q1 a#1 1\n" }, /line 1: write query id, record id and grade/],
    [
      "a label of the wrong kind",
      { queries: line({ ...query, metadata: { answer_values: "6" } }) },
      /queries\.jsonl, line 1: metadata\.answer_values must be a list of numbers/,
    ],
    [
      "a decision that is none",
      { queries: line({ ...query, metadata: { decision_in: ["maybe"] } }) },
      /decision_in holds "maybe"; write allowed/,
    ],
  ])("names file, line and fix for %s", (_, files, message) => {
    write(files);
    expect(() => readEvalFolder(folder)).toThrow(message);
  });
});

describe("a folder of whole files", () => {
  it("names its files from the folder and from the data folder", () => {
    write({});
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "own.md"), "# 1.1 Fences\n");
    writeFileSync(join(folder, "data", "big.txt"), "text");
    const list = [
      { jurisdiction: "a", title: "Own", file: "own.md" },
      { jurisdiction: "b", file: "data:big.txt" },
    ];
    writeFileSync(join(folder, "sources.json"), JSON.stringify(list));
    const { files } = readSourceFolder(folder, join(folder, "data"));
    expect(files.map(({ title, mediaType }) => [title, mediaType])).toEqual([
      ["Own", "text/markdown"],
      ["big.txt", "text/plain"],
    ]);
  });

  it("takes one jurisdiction's records of a corpus, with their ids", () => {
    write({ corpus: line(record) + line({ ...record, _id: "b#1", metadata: { jurisdiction: "b" } }) });
    mkdirSync(join(folder, "data"));
    writeFileSync(
      join(folder, "data", "corpus.jsonl"),
      line({ ...record, _id: "c#1", metadata: { jurisdiction: "c" } }),
    );
    const list = [
      { jurisdiction: "b", file: "corpus.jsonl" },
      { jurisdiction: "c", file: "data:corpus.jsonl" },
    ];
    writeFileSync(join(folder, "sources.json"), JSON.stringify(list));
    const { files, documents, paths } = readSourceFolder(folder, join(folder, "data"));
    expect(files).toEqual([]);
    expect(documents.map(({ jurisdiction, ids }) => [jurisdiction, ids])).toEqual([
      ["b", ["b#1"]],
      ["c", ["c#1"]],
    ]);
    expect(paths).toEqual([join(folder, "corpus.jsonl"), join(folder, "data", "corpus.jsonl")]);
    writeFileSync(join(folder, "sources.json"), JSON.stringify([{ jurisdiction: "d", file: "corpus.jsonl" }]));
    expect(() => readSourceFolder(folder, folder)).toThrow(/corpus\.jsonl holds no record of d/);
  });

  it("says which file is not there, and which kinds it reads", () => {
    write({});
    const say = (file: string) => {
      writeFileSync(join(folder, "sources.json"), JSON.stringify([{ jurisdiction: "a", file }]));
      return () => readSourceFolder(folder, folder);
    };
    expect(say("none.pdf")).toThrow(/the file none\.pdf is not there/);
    expect(say("law.xyz")).toThrow(/law\.xyz: use one of txt, md/);
  });
});

describe("questions over law of the data folder", () => {
  const name = "answers-many-towns";

  it("are left out with a sentence where that folder does not hold the law", () => {
    const own = suiteFolder(name, folder);
    expect(() => readSuite(own, folder)).toThrow(SuiteMissing);
    expect(() => readSuite(own, folder)).toThrow(/does not hold ct-zoning-pages.corpus\.jsonl; set EVAL_DATA_DIR/);
  });

  it.each([
    [name, 150, ["value", "permission", "absent", "rule"]],
    ["answers-second-round", 120, ["value", "permission", "absent", "general"]],
  ])("%s: %i with labels, in two halves alike", (set, size, kinds) => {
    const queries = readJudgedQueries(suiteFolder(set, folder));
    expect(queries).toHaveLength(size);
    const count = (...splits: string[]) =>
      queries.filter((query) => splits.every((split) => query.splits.includes(split))).length;
    for (const kind of kinds)
      expect(Math.abs(count(kind, "dev") - count(kind, "held-out")), kind).toBeLessThanOrEqual(1);
    expect(queries.filter(({ labels }) => !asksForAnswer(labels))).toEqual([]);
  });
});

describe("a suite", () => {
  it("that is not there says what can be given in its place", () => {
    expect(() => suiteFolder("nowhere", folder)).toThrow(
      /nowhere is no eval folder: give a path that holds corpus\.jsonl/,
    );
    expect(() => suiteFolder("ct-zoning-pages", join(folder, "none"))).toThrow(/set EVAL_DATA_DIR/);
  });

  it("tells files of one name apart by their folder", () => {
    write({});
    for (const part of ["a", "b"]) {
      mkdirSync(join(folder, part));
      writeFileSync(join(folder, part, "corpus.jsonl"), line({ ...record, metadata: { jurisdiction: part } }));
    }
    const list = ["a", "b"].map((part) => ({ jurisdiction: part, file: `${part}/corpus.jsonl` }));
    writeFileSync(join(folder, "sources.json"), JSON.stringify(list));
    rmSync(join(folder, "corpus.jsonl"));
    const { checksums } = readSuite(folder, folder);
    expect(Object.keys(checksums)).toEqual(expect.arrayContaining(["a/corpus.jsonl", "b/corpus.jsonl"]));
  });

  it("carries the checksum of everything it was read from", () => {
    write({});
    const before = readSuite(folder, folder).checksums;
    expect(Object.keys(before)).toEqual(["corpus.jsonl", "queries.jsonl", "qrels.tsv"]);
    write({ queries: line({ ...query, text: "another question" }) });
    const after = readSuite(folder, folder).checksums;
    expect(after["queries.jsonl"]).not.toBe(before["queries.jsonl"]);
    expect(after["corpus.jsonl"]).toBe(before["corpus.jsonl"]);
  });

  it("has the same questions with the same limit, those of a smaller one among them, in any order of its file", () => {
    const ids = ["q0", "q1", "q2", "q3", "q4", "q5"];
    const chosen = (order: readonly string[], limit: number) => {
      write({
        queries: order.map((_id) => line({ ...query, _id })).join(""),
        qrels: ids.map((id) => `${id}\ta#1\t1\n`).join(""),
      });
      return limitTo(readSuite(folder, folder), limit)
        .queries.map(({ id }) => id)
        .sort();
    };
    const three = chosen(ids, 3);
    expect(three).toHaveLength(3);
    expect(chosen(ids.toReversed(), 3)).toEqual(three);
    expect(three).toEqual(expect.arrayContaining(chosen(ids, 2)));
  });

  it("can be narrowed to one jurisdiction, and names those it has when there is none of that name", () => {
    write({});
    const suite = readSuite(folder, folder);
    expect(onlyOf(suite, "a").queries).toHaveLength(1);
    expect(() => onlyOf(suite, "b")).toThrow(SuiteMissing);
    expect(() => onlyOf(suite, "b")).toThrow(/asks of a$/);
  });
});
