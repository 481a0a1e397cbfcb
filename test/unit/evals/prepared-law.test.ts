import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAnswerLabels } from "../../../evals/answer-labels.ts";
import type { EvalDocument, EvalQuery } from "../../../evals/eval-folder.ts";
import { prepareSuite } from "../../../evals/measure/publish-suite.ts";
import type { SourceFile } from "../../../evals/source-folder.ts";
import { makeLongPdf } from "../../support/documents/long-pdf.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-evals-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const judging = (...ids: string[]): EvalQuery[] =>
  ids.map((id) => {
    const relevant = new Map([[id, 1]]);
    return { id: `q-${id}`, text: "?", jurisdiction: "a", splits: [], relevant, labels: readAnswerLabels({}) };
  });

async function recordsOf(parts: {
  documents?: readonly EvalDocument[];
  files?: readonly SourceFile[];
  queries: readonly EvalQuery[];
}) {
  const prepared = [];
  const suite = { name: "small", documents: [], files: [], checksums: {}, ...parts };
  for await (const document of prepareSuite(suite)) prepared.push(document);
  return prepared.flatMap(({ document, chunks, recordsOf: records }) =>
    chunks.map((chunk, at) => ({
      text: document.text.slice(chunk.charStart, chunk.charEnd),
      records: records[at] ?? [],
    })),
  );
}

const sentence = (what: string) => `The ${what} of a lot in this district shall be as the table of the district says.`;

describe("the law of a suite", () => {
  it("gives each chunk of pages the record of its own page, also where pages are missing between", async () => {
    const rules = new Map([
      [1, "No building shall stand closer to the street than its neighbors do."],
      [2, "Fences in a front yard are held to four feet; hedges are not counted."],
      [5, "The clerk keeps the map, and a copy of it hangs in the library."],
    ]);
    const sections = [...rules].map(([page, text]) => ({ headingPath: [`page ${page}`], section: null, page, text }));
    const found = await recordsOf({
      documents: [{ jurisdiction: "a", ids: ["a#p1", "a#p2", "a#p5"], sections }],
      queries: judging("a#p5"),
    });
    for (const [page, rule] of rules)
      expect(found.find(({ text }) => text.includes(rule))?.records).toContain(`a#p${page}`);
  });

  it("gives each section its own record, long ones in several chunks", async () => {
    const long = Array.from({ length: 60 }, (_, at) => sentence(`yard ${at}`)).join("\n");
    const sections = [long, sentence("height")].map((text, at) => ({
      headingPath: [`${at + 1} Rule`],
      section: `${at + 1}`,
      text,
    }));
    const found = await recordsOf({
      documents: [{ jurisdiction: "a", ids: ["s1", "s2"], sections }],
      queries: judging("s1"),
    });
    expect(found.filter(({ records }) => records.includes("s1")).length).toBeGreaterThan(1);
    expect(found.filter(({ records }) => records.includes("s2"))).toHaveLength(1);
  });

  it("counts a subsection of a file for the judged section around it, and only for that", async () => {
    const path = join(folder, "law.md");
    const headings = ["5.5 Fences", "5.5.1 Front yards", "5.50 Pools"];
    writeFileSync(path, headings.map((heading) => `# ${heading}\n\n${sentence(heading)}\n`).join("\n"));
    const file = { jurisdiction: "a", title: "Law", path, mediaType: "text/markdown" };
    const found = await recordsOf({ files: [file], queries: judging("a#5.5") });
    const of = (heading: string) => found.find(({ text }) => text.includes(`The ${heading}`))?.records;
    expect(of("5.5 Fences")).toEqual(["a#5.5"]);
    expect(of("5.5.1 Front yards")).toEqual(["a#5.5"]);
    expect(of("5.50 Pools")).toEqual(["a#5.50"]);
  });

  it("judges one file by its pages and another of the same suite by its sections", async () => {
    const sections = join(folder, "law.md");
    writeFileSync(sections, `# 5.5 Fences\n\n${sentence("fence")}\n`);
    const pages = join(folder, "law.pdf");
    writeFileSync(pages, await makeLongPdf(sentence("height"), 2));
    const files = [
      { jurisdiction: "a", title: "Law", path: sections, mediaType: "text/markdown" },
      { jurisdiction: "b", title: "Law", path: pages, mediaType: "application/pdf" },
    ];
    const found = await recordsOf({ files, queries: judging("a#5.5", "b#p2") });
    const records = new Set(found.flatMap((chunk) => chunk.records));
    expect([...records]).toEqual(expect.arrayContaining(["a#5.5", "b#p1", "b#p2"]));
  });
});
