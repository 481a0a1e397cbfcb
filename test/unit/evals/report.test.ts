import { describe, expect, it } from "vitest";
import { reportPage } from "../../../evals/report/html-report.ts";
import { html } from "../../../evals/report/markup.ts";
import type { RunRecord } from "../../../evals/run-record.ts";
import { summarise } from "../../../evals/summarise.ts";

const queries = [
  {
    id: "q1",
    text: "<script>alert(1)</script> how tall may a fence be",
    jurisdiction: "a",
    splits: ["lay"],
    wanted: [{ id: "a#5.5", grade: 1, heading: "5.5 Fences & walls", excerpt: "no taller than six feet" }],
  },
  { id: "q2", text: "definition of setback", jurisdiction: "a", splits: ["term"], wanted: [] },
];
const ranking = (query: string, score: number) => ({
  query,
  ranked: ["a#1"],
  measures: { "nDCG@10": score },
  coverage: 0.5,
  tookMs: 2,
  shown: [{ records: ["a#1"], heading: "1 Title", excerpt: "the wrong passage", score: 0.7, origins: ["dense"] }],
});
const retrieval = [
  { name: "hybrid+rerank", what: "what the service runs", rankings: [ranking("q1", 0), ranking("q2", 1)] },
];
const answers = [
  {
    query: "q1",
    answer: "At most 8 feet [1].",
    status: "answered",
    marks: { "value right": false, "every number cited": true },
    citations: [{ section: "5.5", page: 3, heading: "5.5 Fences", quote: "eight feet" }],
    tookMs: 5,
  },
];
const run: RunRecord = {
  format: "groundwork-evals/1",
  startedAt: "2026-11-21T00:00:00.000Z",
  seconds: 1,
  commit: { id: "0123456789abcdef", isClean: true },
  node: "v24",
  configurationHash: "abc",
  configuration: {},
  suites: [
    {
      name: "small",
      scope: "jurisdiction",
      data: {},
      documents: 1,
      chunks: 2,
      warnings: [],
      queries,
      retrieval,
      answers,
      ...summarise({ queries, retrieval, answers }),
      citations: { checked: 3, misquoted: 0 },
    },
  ],
};

describe("the report of a run", () => {
  const page = reportPage(run, []);

  it("shows the worst questions with what was wanted, where it ranked, and what was retrieved instead", () => {
    const worst = page.slice(page.indexOf("Worst questions"));
    expect(worst).toContain("not among the first 1");
    expect(worst).toContain("5.5 Fences &amp; walls");
    expect(worst).toContain("the wrong passage");
    expect(worst.slice(0, worst.indexOf("Answers"))).not.toContain("definition of setback");
  });

  it("shows answers that missed something with their citations", () => {
    expect(page).toContain("Answers that missed something: 1");
    expect(page).toContain("At most 8 feet [1].");
    expect(page).toContain(", page 3");
  });

  it("takes nothing from elsewhere and runs no script, whatever the questions hold", () => {
    expect(page).not.toMatch(/<script|<link|src=|https?:/);
    expect(page).toContain("&lt;script&gt;");
  });

  it("closes every element it opens", () => {
    const open: string[] = [];
    const empty = new Set(["meta", "br", "line", "circle"]);
    for (const [, slash, name = "", rest = ""] of page.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/g)) {
      if (slash) expect(open.pop()).toBe(name);
      else if (!empty.has(name) && !rest.endsWith("/")) open.push(name);
    }
    expect(open).toEqual([]);
  });
});

describe("markup", () => {
  it("escapes what is put in, and keeps markup as it is", () => {
    expect(html`<b title="${'"quoted"'}">${"a < b & c"}</b>${[html`<i>${1}</i>`, null]}`.markup).toBe(
      '<b title="&quot;quoted&quot;">a &lt; b &amp; c</b><i>1</i>',
    );
  });
});
