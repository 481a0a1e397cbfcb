import { describe, expect, it } from "vitest";
import { addsNothing } from "../../../../agent/index.ts";
import { faultsOf, statementsOf, traceable } from "../../../../api/delivery/reports/document/verify-document.ts";
import { sentencesOf } from "../../../../api/delivery/reports/evidence/answers.ts";
import { useStatusOf } from "../../../../api/delivery/reports/findings/proposed-use-status.ts";
import { comparable } from "../../../../api/delivery/reports/findings/rule.ts";
import { writeReport } from "../../../../api/delivery/reports/write-report.ts";
import { answerOf, reportEvidence } from "../../../support/report-evidence.ts";

/** Layers with the rules that rate them, and the section that tells of them. */
const layers = [
  ["flood", "DD-FLOOD-01", "flood"],
  ["wetlands", "DD-WET-01", "wetlands"],
  ["contours", "DD-SLOPE-01", "terrain"],
  ["roads", "DD-ACCESS-01", "access"],
  ["utilities", "DD-UTIL-01", "utilities"],
  ["environmental", "DD-ENV-01", "environmental"],
] as const;
const wordings = {
  failed: "did not respond on",
  unavailable: "did not respond on",
  skipped: "Not requested",
  not_published: "This does not mean low hazard",
} as const;
const sectionText = (report: ReturnType<typeof writeReport>, id: string) =>
  statementsOf(report.sections.find(({ section_id: section }) => section === id))
    .map(({ text }) => text)
    .join(" ");

describe("a layer that has nothing to show", () => {
  for (const [layer, rule, section] of layers) {
    for (const [state, words] of Object.entries(wordings)) {
      it(`is told in the words of its state and is not rated green: ${layer} ${state}`, () => {
        const report = writeReport(reportEvidence({ [layer]: state }), {});
        expect(sectionText(report, section)).toContain(words);
        const ratings = report.findings.filter(({ rule_id: id }) => id === rule).map(({ rating }) => rating);
        expect(ratings.length).toBeGreaterThan(0);
        expect(ratings).not.toContain("green");
      });
    }
    it(`is not rated green where its publisher maps nothing: ${layer} empty`, () => {
      const report = writeReport(reportEvidence({ [layer]: "empty" }), {});
      const ratings = report.findings.filter(({ rule_id: id }) => id === rule).map(({ rating }) => rating);
      expect(ratings).not.toContain("green");
      expect(sectionText(report, section)).toMatch(/None mapped|no data|no map|No mapped/);
    });
  }
});

it("a site that reaches beyond the flood map is not rated green, and the land beyond is told", () => {
  const evidence = reportEvidence();
  const { flood } = evidence.digest;
  if (flood === null) throw new Error("the evidence has no flood section");
  const unmapped = { area_acres: 0.5, area_square_feet: 21_780, share_of_site: 0.5 };
  const report = writeReport({ ...evidence, digest: { ...evidence.digest, flood: { ...flood, unmapped } } }, {});
  expect(sectionText(report, "flood")).toContain("The flood map does not cover");
  expect(report.findings.find(({ rule_id: id }) => id === "DD-FLOOD-01")?.rating).toBe("amber");
});

describe("a report", () => {
  it("leaves no section, cell or sentence empty", () => {
    const report = writeReport(reportEvidence(), {});
    for (const { blocks, heading } of report.sections) {
      expect(blocks.length, heading).toBeGreaterThan(0);
      for (const block of blocks) {
        if (block.type === "table") for (const cell of block.rows.flat()) expect(cell.text, heading).not.toBe("");
      }
    }
    expect(JSON.stringify(report)).not.toMatch(/undefined|NaN/);
  });

  it("is written where layers have no named source", () => {
    const evidence = reportEvidence();
    const spatial_layers = evidence.digest.spatial_layers.map((layer) => ({
      ...layer,
      source: null,
      retrieved_at: null,
    }));
    expect(() => writeReport({ ...evidence, digest: { ...evidence.digest, spatial_layers } }, {})).not.toThrow();
    expect(() => writeReport({ ...evidence, digest: { ...evidence.digest, spatial_layers: [] } }, {})).not.toThrow();
  });

  it("is the same for the same evidence", () => {
    const evidence = reportEvidence({ flood: "failed" });
    expect(JSON.stringify(writeReport(evidence, {}))).toBe(JSON.stringify(writeReport(evidence, {})));
  });

  it("marks the findings that the report before it did not state, with its date", () => {
    const first = writeReport(reportEvidence(), {});
    const previous = { report_time: "2026-10-02T09:00:00.000Z", findings: comparable(first.findings) };
    const same = writeReport(reportEvidence({}, {}, { previous }), {});
    expect(same.findings.map(({ changed_since: since }) => since)).toEqual(first.findings.map(() => null));
    const changed = writeReport(reportEvidence({ flood: "failed" }, {}, { previous }), {});
    const marked = changed.findings.filter(({ changed_since: since }) => since !== null);
    expect(marked.map(({ rule_id: id, changed_since: since }) => [id, since?.text])).toEqual([
      ["DD-FLOOD-01", "Changed since the report of October 2, 2026."],
    ]);
    const today = { ...previous, report_time: reportEvidence().report_time };
    const again = writeReport(reportEvidence({ flood: "failed" }, {}, { previous: today }), {});
    const told = again.findings.flatMap(({ changed_since: since }) => since?.text ?? []);
    expect(told).toEqual(["Changed since the earlier report of the same day."]);
  });

  it("states the red finding of a missing ordinance", () => {
    const evidence = reportEvidence();
    const { municipal } = evidence.project.readiness.ordinances;
    Object.assign(municipal, { status: "publisher_blocked" });
    const project = { ...evidence.project, knowledge_base: { ...evidence.project.knowledge_base, corpora: [] } };
    const report = writeReport({ ...evidence, project }, {});
    const finding = report.findings.find(({ rule_id: id }) => id === "DD-LAW-01");
    expect(finding).toMatchObject({ rating: "red" });
    expect(finding?.next_step?.text).toContain("does not allow automatic reading");
    const text = statementsOf(report).map(({ text: told }) => told);
    expect(text.join(" ")).not.toContain("Not located in the indexed ordinance");
    expect(sectionText(report, "zoning")).toContain("Minimum lot area The publisher does not allow automatic reading.");
    Object.assign(municipal, { status: "skipped" });
    const use = { typology: "office", words: "office", isConfirmed: true };
    const skipped = writeReport({ ...evidence, project, use }, {});
    expect(sectionText(skipped, "zoning")).toContain(
      "Maximum density Not checked: the governing ordinance is not indexed.",
    );
    expect(skipped.findings.find(({ rule_id: id }) => id === "DD-USE-01")?.statement.text).toContain(
      "could not be checked in district R-2",
    );
  });

  it("does not take the law of the county for the governing ordinance", () => {
    const { project } = reportEvidence();
    const { municipal, county } = project.readiness.ordinances;
    const ordinances = {
      municipal: { ...municipal, status: "not_found" as const },
      county: { ...county, status: "ready" as const },
    };
    const own = { ...project, readiness: { ...project.readiness, ordinances } };
    const report = writeReport(reportEvidence({}, {}, { project: own }), {});
    expect(report.findings.find(({ rule_id: id }) => id === "DD-LAW-01")?.rating).toBe("red");
    expect(sectionText(report, "zoning")).toContain("Not checked: the governing ordinance is not indexed.");
    const supplied = { ...county, corpus_id: "corp_2" };
    const uploaded = { ...own, readiness: { ...own.readiness, ordinances: { ...ordinances, county: supplied } } };
    const made = writeReport(reportEvidence({}, {}, { project: uploaded }), {});
    expect(made.findings.find(({ rule_id: id }) => id === "DD-LAW-01")?.rating).toBe("green");
  });

  it("does not say that a zoning map was read which was skipped", () => {
    const schedule = sectionText(writeReport(reportEvidence({ zoning: "skipped" }), {}), "zoning");
    expect(schedule).toContain("Source of the classification Not requested: the zoning map, skipped");
    expect(schedule).not.toContain("Zoning map read on");
  });

  it("is synthetic where only its maps are, and has no green age where nothing was read", () => {
    const skipped = Object.fromEntries(reportEvidence().digest.spatial_layers.map(({ layer }) => [layer, "skipped"]));
    const evidence = reportEvidence(skipped);
    const project = { ...evidence.project, knowledge_base: { ...evidence.project.knowledge_base, corpora: [] } };
    const file = { filename: "a.png", mime_type: "image/png", original: "o", picture: "p", attribution: "A" };
    const exhibit = { kind: "aerial", title: "Aerial imagery", missing: null };
    const exhibits = [true, false].map((is) => [
      { ...exhibit, file: { ...file, usage: "For display.", is_synthetic: is, world_file: null } },
    ]);
    const [made, real] = exhibits.map((own) => writeReport({ ...evidence, project, exhibits: own }, {}));
    expect([made?.is_synthetic, real?.is_synthetic]).toEqual([true, false]);
    expect(made?.findings.find(({ rule_id: id }) => id === "DD-AGE-01")?.rating).toBe("amber");
  });

  it("numbers a source once, in the order of the text, and lists every number that is cited", () => {
    const quote = "A front setback shall be twenty (20) feet.";
    const answers = {
      driveway: answerOf("A front setback shall be 20 feet.", quote),
      slope: answerOf("20 feet.", quote),
    };
    const report = writeReport(reportEvidence({}, answers), {});
    const cited = statementsOf(report).flatMap(({ evidence }) => evidence);
    expect(new Set(cited)).toEqual(new Set(report.endnotes.map(({ number }) => number)));
    expect(report.endnotes.filter(({ quote: found }) => found === quote)).toHaveLength(1);
    expect([...new Set(cited)]).toEqual(report.endnotes.map(({ number }) => number));
  });

  it("is refused where a number is in none of its sources", () => {
    const answers = { slope: answerOf("The setback shall be 30 feet.", "The setback shall be twenty (20) feet.") };
    expect(() => writeReport(reportEvidence({}, answers), {})).toThrow("30 is in none of its sources");
  });
});

describe("sentences that are not carried by their sources", () => {
  const quote = "The minimum lot area in the R-2 district is 8,000 square feet, and 70 feet of frontage are required.";
  const [passage] = answerOf("", quote).sentences[0]?.passages ?? [];
  const passages = passage ? [passage] : [];

  it("are found among 200 with planted numbers, and true ones are kept", () => {
    const planted = Array.from({ length: 200 }, (_, at) => 8_001 + at * 37);
    const kept = planted.filter((number) =>
      traceable({ text: `The minimum lot area is ${number.toLocaleString("en-US")} square feet.`, passages }),
    );
    expect(kept).toEqual([]);
    expect(traceable({ text: "In the R-2 district the minimum lot area is 8,000 square feet.", passages })).toBe(true);
  });

  it("are faults of a document also where they stand in a cell", () => {
    const statement = { kind: "narrative", text: "It is 9 ft.", values: [], evidence: [1] };
    const endnotes = [{ number: 1, quote: "It is 8 ft.", place: null, section: null }];
    expect(faultsOf({ endnotes, cell: statement } as never)).toHaveLength(1);
    expect(faultsOf({ endnotes, cell: { ...statement, text: "It is 8 ft." } } as never)).toEqual([]);
    expect(faultsOf({ endnotes, cell: { ...statement, text: "It is high.", evidence: [] } } as never)).toHaveLength(1);
  });
});

describe("the sentences of an answer", () => {
  const citation = {
    ...{
      kind: "passage" as const,
      marker: 1,
      documentId: "doc_1",
      documentRevision: 1,
      sourceDocument: "Law",
      sourceUrl: null,
    },
    ...{ section: null, headingPath: [], page: null, pageEnd: null, printedPage: null, charStart: 0, charEnd: 4 },
    ...{ quote: "Text", relevanceScore: 1 },
  } as const;

  it("are cut at their markers; what carries none is left out", () => {
    const answer = "A fence is low [1]. A wall is high [1][2].\nNot located.";
    const sentences = sentencesOf({ answer, citations: [citation, { ...citation, marker: 2, quote: "More" }] });
    expect(sentences.map(({ text }) => text)).toEqual(["A fence is low.", "A wall is high."]);
    expect(sentences.map(({ passages }) => passages.length)).toEqual([1, 2]);
  });
});

describe("what a table of uses states", () => {
  const of = (text: string) => useStatusOf(answerOf(text, text));
  it("is read from its mark; an unknown mark says nothing", () => {
    expect(of("Table entry “Dwelling”, column “R-2”: “P”.")).toBe("by_right");
    expect(of("Yes, but only with a special approval: “Townhouse” is marked “SP”.")).toBe("with_approval");
    expect(of("table entry, column “R-2”: “–”")).toBe("prohibited");
    expect(of("The uses located for the GC district have no entry for “x”.")).toBe("not_listed");
    expect(of("table entry, column “R-2”: “Q7”")).toBe("not_known");
  });

  it("is not read from the row of another use", () => {
    const row = "table entry “Manufactured home park”, column “LI”: “–”";
    expect(useStatusOf(answerOf(row, row), "light manufacturing")).toBe("not_known");
    const own = "table entry “Light manufacturing”, column “LI”: “P”";
    expect(useStatusOf(answerOf(own, own), "light manufacturing")).toBe("by_right");
  });
});

describe("a sentence that a model wrote", () => {
  const quote =
    "A driveway shall be twelve feet wide. Slopes made by earlier grading are not counted. Fences may be permitted if the Board agrees. Fill is prohibited in the floodway.";
  const carried = (text: string) => addsNothing(text, [quote]);

  it.each([
    "A driveway shall be twelve feet wide.",
    "The ordinance requires that a driveway be twelve feet wide.",
    "Slopes made by earlier grading are not counted.",
    "Fill is not allowed in the floodway.",
    "Fences may be permitted if the Board agrees, and each driveway must be twelve feet wide.",
  ])("is kept where its passage says the same: %s", (text) => {
    expect(carried(text)).toBe(true);
  });

  it.each([
    ["adds something", "A driveway shall be twelve feet wide, and this has been approved for the site."],
    ["turns a duty into a permission", "A driveway may be twelve feet wide."],
    ["turns a permission into a duty", "Fences must be permitted if the Board agrees."],
    ["drops a negation", "Slopes made by earlier grading are counted."],
    ["denies twice", "Slopes made by earlier grading are not not counted."],
    ["adds a negation", "A driveway shall not be twelve feet wide."],
    ["allows what is prohibited", "Fill is allowed in the floodway."],
  ])("is dropped where it %s", (_, text) => {
    expect(carried(text)).toBe(false);
  });
});
