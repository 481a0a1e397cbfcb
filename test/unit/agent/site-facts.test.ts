import { afterEach, describe, expect, it } from "vitest";
import { groundAnswer } from "../../../agent/grounding/ground-answer.ts";
import { type Fact, makeAgent, makeModelCatalogue } from "../../../agent/index.ts";
import { type ChatReply, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { anyScope, ask, citeSpanOf, passagesOf, retrieverOf, verifierOf } from "../../support/passages.ts";

const imported = { source: "FEMA National Flood Hazard Layer (sample)", sourceUrl: null, retrievedAt: new Date(0) };
const area: Fact = {
  ...imported,
  id: "parcel.1.area",
  statement: "Parcel 1 has an area of 87,120 square feet (2.00 acres).",
  value: 87_120,
  unit: "sqft",
  about: "area size big large",
  limitedBy: "minimum lot area",
};
const flood: Fact = {
  ...imported,
  id: "site.flood_share",
  statement: "12.5 percent of the site (10,890 square feet) is in the special flood hazard area.",
  value: 12.5,
  unit: "percent",
  about: "flood floods flooding floodplain floodway hazard",
};
const wetlands: Fact = {
  ...imported,
  id: "site.wetlands_area",
  statement: "Wetlands cover 0.4 acres of the site.",
  value: 0.4,
  unit: "acre",
  about: "wetland wetlands marsh swamp",
};
const frontage: Fact = {
  ...imported,
  id: "site.road_frontage",
  statement: "The site has 80 feet of frontage on Mill Street.",
  value: 80,
  unit: "ft",
  about: "frontage street road",
  limitedBy: "minimum lot frontage",
};
const slope: Fact = {
  ...imported,
  id: "site.slope",
  statement: "The steepest slope of the site is 18 percent.",
  value: 18,
  unit: "percent",
  about: "slope steep steepest grade",
};
const sewer: Fact = {
  ...imported,
  id: "site.sewer_distance",
  statement: "The nearest public sewer is 0.5 miles from the site.",
  value: 0.5,
  unit: "mile",
  about: "sewer utilities utility",
};
const facts = [area, flood, wetlands, frontage, slope, sewer];
const sources = [
  {
    headings: ["4 Dimensions", "4.3 Lot Frontage"],
    text: "The minimum lot frontage for a two-family dwelling in the R-2 district is one hundred (100) feet.",
  },
  {
    headings: ["7 Flood Hazard", "7.2 Construction"],
    text: "No building shall be constructed in the floodplain without a special permit from the planning board.",
  },
  {
    headings: ["8 Site Standards", "8.1 Limits"],
    text: "No site shall have a slope of more than 15 percent. Each dwelling shall be within 1,000 feet of a public sewer.",
  },
];
const law = passagesOf(sources);
/** Facts are 1 to 6, passages 7 to 9. */
function ground(text: string) {
  const { claims, removed } = groundAnswer(text, {
    passages: law.map((passage, at) => ({ marker: facts.length + 1 + at, passage })),
    facts: facts.map((fact, at) => ({ marker: at + 1, fact })),
  });
  const evidence = claims.flatMap((claim) => claim.evidence.map((one) => (one.kind === "fact" ? one.fact.id : "law")));
  return { kept: claims.map(({ claim }) => claim.text), reasons: removed.map(({ reason }) => reason), evidence };
}

describe("arithmetic on lengths, shares and counts", () => {
  it.each([
    ["The frontage of 80 feet is less than the required 100 feet [4][7].", ["site.road_frontage", "law"]],
    [
      "The frontage of 80 feet is narrower than the required 100 feet by 20 feet [4][7].",
      ["site.road_frontage", "law"],
    ],
    ["The site's frontage of 80 feet does not meet the minimum of 100 feet [4][7].", ["site.road_frontage", "law"]],
    ["The slope of 18 percent is steeper than the permitted 15 percent [5][9].", ["site.slope", "law"]],
    ["The public sewer at 0.5 miles is farther than the required 1,000 feet [6][9].", ["site.sewer_distance", "law"]],
    ["The nearest public sewer is 2,640 feet from the site [6].", ["site.sewer_distance"]],
    ["Wetlands cover 17,424 square feet of the site [3].", ["site.wetlands_area"]],
    ["Wetlands cover 20 percent of the site's 2.00 acres [1][3].", ["parcel.1.area", "site.wetlands_area"]],
    [
      "Wetlands of 0.4 acres and the flood hazard area of 10,890 square feet total 28,314 square feet [2][3].",
      ["site.flood_share", "site.wetlands_area"],
    ],
  ])("keeps what is true: %s", (sentence, cited) => {
    const { kept, reasons, evidence } = ground(sentence);
    expect(reasons).toEqual([]);
    expect(kept).toHaveLength(1);
    expect([...new Set(evidence)].sort()).toEqual([...cited].sort());
  });

  it.each([
    ["The frontage of 80 feet is wider than the required 100 feet [4][7].", /80 is not more than 100/],
    ["The frontage of 80 feet is narrower than the required 100 feet by 30 feet [4][7].", /30 is in no source/],
    ["The frontage of 80 feet complies with the required 100 feet [4][7].", /80 is not at least 100/],
    ["The slope of 18 percent is within the maximum of 15 percent [5][9].", /18 is not at most 15/],
    ["The public sewer at 0.5 miles is closer than the required 1,000 feet [6][9].", /0.5 is not less than 1000/],
    ["The nearest public sewer is 3,000 feet from the site [6].", /./],
    ["Wetlands cover 35 percent of the site's 2.00 acres [1][3].", /./],
    ["The frontage of 80 feet is more than the slope of 15 percent [4][9].", /different units/],
    ["Your frontage meets the minimum requirement [4][7].", /must state both amounts/],
  ])("removes what is false or cannot be checked: %s", (sentence, reason) => {
    const { kept, reasons } = ground(sentence);
    expect(kept).toEqual([]);
    expect(reasons[0]).toMatch(reason);
  });
});

describe("the local reader with facts of the site", () => {
  const asked = (question: string) => ask(sources, question, { facts, siteFacts: { zoningCodes: ["R-2"] } });

  it.each([
    ["How much of the site is in the floodplain?", flood],
    ["Is my property in a flood hazard area?", flood],
    ["Is any part of the site wetland?", wetlands],
    ["Are there wetlands on my lot?", wetlands],
    ["How much frontage does my lot have?", frontage],
    ["How steep is the site?", slope],
    ["How far is the nearest sewer?", sewer],
  ])("answers from the fact: %s", async (question, fact) => {
    const turn = await asked(question);
    expect(turn.answer).toBe(`${fact.statement.slice(0, -1)} [1].`);
    expect(turn.citations).toMatchObject([{ kind: "fact", quote: fact.statement, sourceDocument: fact.source }]);
    expect(turn.answerStatus).toBe("answered");
  });

  it.each([
    "May I build in the floodplain on my site?",
    "Is a special permit needed to build in the floodplain on my property?",
  ])("cites the law and the fact where the question needs both: %s", async (question) => {
    const turn = await asked(question);
    expect(turn.answer).toContain("without a special permit from the planning board");
    expect(turn.answer).toContain("12.5 percent of the site");
    expect(new Set(turn.citations.map(({ kind }) => kind))).toEqual(new Set(["fact", "passage"]));
  });

  it("quotes of the law what it says of the land of a condition, and not what it says of permits at large", async () => {
    const constrained = facts.map((one) => (one === flood ? { ...one, isConstraint: true } : one));
    const law = [
      { headings: ["18.2 Building Permits"], text: "No building shall be built without a building permit." },
      { headings: ["Section 7.3 Floodplain Permit"], text: "No work shall begin there without a floodplain permit." },
    ];
    const turn = await ask(law, "Do I need a permit to build in the floodplain?", { facts: constrained });
    expect(turn.answer).toContain("without a floodplain permit");
    expect(turn.answer).not.toContain("without a building permit");
  });

  it.each(["Is my frontage wide enough for a two-family dwelling?", "Does my lot meet the minimum frontage?"])(
    "compares a length with the limit of the law: %s",
    async (question) => {
      const turn = await asked(question);
      expect(turn.answer).toContain("frontage of 80 feet is less than the required 100 feet, by 20 feet");
      expect(new Set(turn.citations.map(({ kind }) => kind))).toEqual(new Set(["fact", "passage"]));
    },
  );

  it.each(["What is a floodplain?", "How tall may a fence on my lot be?"])(
    "does not answer a question about the law from a fact: %s",
    async (question) => {
      expect((await asked(question)).citations.filter(({ kind }) => kind === "fact")).toEqual([]);
    },
  );
});

describe("a language model with facts of the site", () => {
  let server: OpenAiServer | undefined;
  afterEach(async () => server?.close());
  const search: ChatReply = {
    kind: "tools",
    calls: [{ name: "search_knowledge", arguments: '{"query":"floodplain"}' }],
  };

  async function askModel(question: string, replies: readonly ChatReply[]) {
    server = await startOpenAiServer((_, call) => replies[call - 1] ?? { kind: "text", text: "None" });
    const agent = makeAgent({
      retriever: retrieverOf(law),
      catalogue: makeModelCatalogue({
        endpoint: { apiKey: "none", baseUrl: server.baseUrl, maxRetries: 0 },
        remoteModelIds: ["town-model"],
      }),
      citeSpan: citeSpanOf,
      verifyCitation: verifierOf(law),
    });
    return agent.answer({ question, scope: anyScope, modelId: "town-model", facts });
  }

  it.each([
    ["How much of the site is in the floodplain?", "About 12.5 percent of your site is in the floodplain [2].", flood],
    ["Is any part of the site wetland?", "Yes, part of the site is wetland: 0.4 acres [3].", wetlands],
  ])("answers from the fact without a search: %s", async (question, text, fact) => {
    const turn = await askModel(question, [{ kind: "text", text }]);
    expect(turn.citations).toMatchObject([{ kind: "fact", quote: fact.statement }]);
    expect(turn.answerStatus).toBe("answered");
  });

  it("cites the law and the fact where the question needs both", async () => {
    const text =
      "About 12.5 percent of the site is in the flood hazard area [2]. No building shall be constructed in the floodplain without a special permit [8].";
    const turn = await askModel("May I build in the floodplain on my site?", [search, { kind: "text", text }]);
    expect(turn.citations.map(({ kind }) => kind)).toEqual(["fact", "passage"]);
  });

  it("cannot state another share than the fact", async () => {
    const wrong = "About 2.5 percent of your site is in the floodplain [2].";
    const turn = await askModel("How much of the site is in the floodplain?", [{ kind: "text", text: wrong }]);
    expect(turn.answerStatus).toBe("not_located");
  });
});
