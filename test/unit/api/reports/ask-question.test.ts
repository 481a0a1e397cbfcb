import { describe, expect, it } from "vitest";
import type { TurnOutcome } from "../../../../agent/index.ts";
import { documentItems } from "../../../../api/delivery/reports/evidence/document-items.ts";
import {
  askQuestion,
  type ReportPorts,
  type ReportQuestion,
} from "../../../../api/delivery/reports/evidence/gather.ts";
import { withModifiedRules } from "../../../../api/delivery/reports/evidence/modified-rules.ts";
import {
  isOfOtherDistricts,
  isOfOtherDwellings,
  isOfOtherKinds,
} from "../../../../api/delivery/reports/evidence/other-subjects.ts";
import { questionsOf } from "../../../../api/delivery/reports/evidence/questions.ts";
import { writeReport } from "../../../../api/delivery/reports/write-report.ts";
import { lawPassage, lawReader } from "../../../support/law-passage.ts";
import { answerOf, reportEvidence } from "../../../support/report-evidence.ts";

const { project } = reportEvidence();
const question = { id: "flood", text: "How high?", searched: "law" } as const;
const outcome: TurnOutcome = {
  ...{ answer: "It is two feet [1].", answerStatus: "answered", searched: [], toolUsage: [], artifacts: [] },
  citations: [
    {
      ...{
        kind: "passage" as const,
        marker: 1,
        documentId: "doc_1",
        documentRevision: 1,
        sourceDocument: "Law",
        sourceUrl: null,
      },
      ...{ section: null, headingPath: [], page: null, pageEnd: null, printedPage: null, charStart: 0, charEnd: 16 },
      ...{ quote: "It is two feet.", relevanceScore: 1 },
    },
  ],
  modelSelection: { requested: "auto", resolved: "m", served: "m" },
  usage: { inputTokens: 10, outputTokens: 5 },
};
const portsOf = (ask: ReportPorts["ask"]) => ({ ask, law: {}, localModelId: "local" }) as ReportPorts;
const context = {
  project,
  use: null,
  modelId: "writer",
  beforeModelCall: async () => {},
  signal: new AbortController().signal,
};

describe("a fixed question of a report", () => {
  it("is answered by extracts where the model cannot write, and a notice says so", async () => {
    const asked: string[] = [];
    const ask = async ({ modelId }: ReportQuestion) => {
      asked.push(modelId);
      if (modelId === "writer") throw new Error("payment required");
      return outcome;
    };
    const { answer } = await askQuestion(portsOf(ask), question, context);
    expect(asked).toEqual(["writer", "local"]);
    expect(answer).toMatchObject({ status: "answered", is_narrative: false, is_fallback: true });
    const report = writeReport(reportEvidence({}, { slope: answer }), {});
    expect(report.notices.map(({ code }) => code)).toContain("narrative_fallback");
  });

  it("has extracts where nothing is left of what a model wrote, and still counts its tokens", async () => {
    const ask = async ({ modelId }: ReportQuestion) =>
      modelId === "writer" ? { ...outcome, answer: "It is approved for the castle [1]." } : outcome;
    const { answer, usage } = await askQuestion(portsOf(ask), question, context);
    expect(answer).toMatchObject({ status: "answered", is_narrative: false, dropped: 1 });
    expect(usage).toEqual({ inputTokens: 10, outputTokens: 5 });
  });

  it("keeps no provision on other districts than those of the site", () => {
    expect(isOfOtherDistricts("In the GC and LI districts a driveway shall be wide.", ["R-2"])).toBe(true);
    expect(isOfOtherDistricts("A driveway in the GC and LI districts shall be wide.", ["R-2"])).toBe(true);
    expect(isOfOtherDistricts("A driveway in the GC, LI, and R-2 districts shall be wide.", ["R-2"])).toBe(false);
    expect(isOfOtherDistricts("A driveway in all districts shall be wide.", ["R-2"])).toBe(false);
    expect(isOfOtherDistricts("A driveway in the GC district shall be wide.", [])).toBe(false);
    const [parcel] = project.parcels;
    if (!parcel) throw new Error("no parcel");
    const under = (heading: string, description: string | null) =>
      isOfOtherKinds([heading], { parcels: [{ ...parcel, zoning: { ...parcel.zoning, description } }] });
    const business = "8.9 Driveways in Business and Multifamily Districts";
    expect(under(business, "Village Residential District")).toBe(true);
    expect(under(business, "General Commercial District")).toBe(false);
    expect(under(business, "Light Industrial District")).toBe(false);
    expect(under(business, "Multifamily Residential District")).toBe(false);
    expect(under(business, "Village Center District")).toBe(false);
    expect(under(business, null)).toBe(false);
    expect(under("10.3 Buffers between Districts and Uses", "Village Residential District")).toBe(false);
  });

  it("keeps no provision on other dwellings than the stated use", () => {
    const houses = "A driveway to a single-family or two-family dwelling shall be ten (10) feet wide.";
    const use = (words: string) => ({ typology: "use", words, isConfirmed: true });
    expect(isOfOtherDwellings(houses, use("multifamily dwelling"))).toBe(true);
    expect(isOfOtherDwellings(houses, use("retail store"))).toBe(true);
    expect(isOfOtherDwellings(houses, use("two-family dwelling"))).toBe(false);
    expect(isOfOtherDwellings(houses, null)).toBe(false);
    expect(isOfOtherDwellings("A driveway shall be ten (10) feet wide.", use("retail store"))).toBe(false);
  });

  it("to title documents is answered by every entry of their schedule, with its number and recording reference", async () => {
    const schedule = lawPassage(
      "1. Easement for a power line, recorded in Volume 212, Page 34.\n2. Rights of others along the east line.",
      ["Commitment for Title Insurance", "Schedule B: Exceptions"],
    );
    const beside = lawPassage("The premium is due. A mortgage recorded in Book 9, page 2 was released.", ["Invoice"]);
    const asked = questionsOf({ project, use: null, overlays: [] }).find(({ id }) => id === "title_exceptions");
    if (!asked?.items) throw new Error("no items");
    const found = await documentItems(
      lawReader([schedule, { ...beside, documentId: "doc_2" }]),
      asked.text,
      asked.items,
    );
    expect(found.map(({ text }) => text.slice(0, 13))).toEqual(["1. Easement f", "2. Rights of ", "The premium i"]);
    const answer = { question: asked.text, status: "answered", sentences: found, is_narrative: false } as const;
    const { sections } = writeReport(reportEvidence({}, { title_exceptions: answer }), {});
    const told = JSON.stringify(sections.find(({ section_id: id }) => id === "title"));
    expect(told).toContain('"text":"Volume 212, Page 34"');
    expect(told).toContain('"text":"Easement for a power line, recorded in Volume 212, Page 34."');
  });

  it("has a sentence that changes a rule after the sentence that states it", async () => {
    const base = "A buffer shall be twenty (20) feet wide along a lot line.";
    const change = "The width may be reduced by half if a wall is built.";
    const law = lawPassage(`A. ${base}\nB. A buffer shall contain trees.\nC. ${change}`, ["10.3 Buffers"]);
    const start = law.text.indexOf(change);
    const [sentence] = answerOf(change, change).sentences;
    const [passage] = sentence?.passages ?? [];
    if (!passage) throw new Error("no passage");
    const at = { ...passage, char_start: start, char_end: start + change.length };
    let searches = 0;
    const reader = {
      ...lawReader([law]),
      search: async () => {
        searches += 1;
        return [law];
      },
    };
    const changing = { text: change, passages: [at] };
    const found = await withModifiedRules(reader, "Which buffer?", [changing]);
    expect(found.map(({ passages }) => passages[0]?.quote)).toEqual([base, change]);
    const plain = answerOf(base, base).sentences;
    expect(await withModifiedRules(reader, "Which buffer?", plain)).toEqual(plain);
    await withModifiedRules(reader, "Which buffer?", [changing, changing]);
    expect(searches, "one search for each answer that changes a rule").toBe(2);
  });

  it("keeps only provisions that are about the question", async () => {
    const ask = async () => outcome;
    const statusOf = async (...about: RegExp[]) =>
      (await askQuestion(portsOf(ask), { ...question, about }, context)).answer.status;
    expect(await statusOf(/\bfeet\b/)).toBe("answered");
    expect(await statusOf(/\bfeet\b/, /\bdriveways?\b/)).toBe("not_located");
  });

  it("that could not be searched at all is told as such, never as not located", async () => {
    const ask = async () => {
      throw new Error("search is down");
    };
    const { answer } = await askQuestion(portsOf(ask), question, context);
    expect(answer.status).toBe("failed");
    const report = writeReport(reportEvidence({}, { slope: answer }), {});
    expect(JSON.stringify(report.sections)).toContain("the documents could not be searched");
    expect(report.notices.map(({ code }) => code)).toContain("search_failed");
  });

  it("to uploaded documents of a project without any is answered by their absence", async () => {
    const ask = async () => outcome;
    const { answer } = await askQuestion(portsOf(ask), { ...question, searched: "uploads" }, context);
    expect(answer.status).toBe("no_document");
  });

  it("is given up when the run is", async () => {
    const controller = new AbortController();
    const ask = async () => {
      controller.abort(new Error("the project is deleted"));
      throw new Error("aborted");
    };
    const asking = askQuestion(portsOf(ask), question, { ...context, signal: controller.signal });
    await expect(asking).rejects.toThrow("the project is deleted");
  });
});
