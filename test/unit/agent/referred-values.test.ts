import { describe, expect, it } from "vitest";
import { makeAgent, makeModelCatalogue } from "../../../agent/index.ts";
import { anyScope, ask, citeSpanOf, type PassageSource, passagesOf, verifierOf } from "../../support/passages.ts";

const notLocated = /not located/i;

const hill: PassageSource = {
  headings: ["Article III Districts", "3.4 H-1 Hillside District"],
  text: "(a) The minimum lot area is 30,000 square feet. (b) The front yard is at least 45 feet deep. (c) No building is higher than 32 feet.",
};
const valley: PassageSource = {
  headings: ["Article III Districts", "3.5 H-2 Valley District"],
  text: "(a) Lots and yards: the same as required in the H-1 Hillside District, except that the minimum lot area shall be 18,000 square feet. (b) Height. As permitted in the H-1 District.",
};
const slope: PassageSource = {
  headings: ["Article III Districts", "3.6 H-3 Slope District"],
  text: "Dimensional requirements. The requirements of the H-2 District shall apply. Where a lot abuts a park, the front yard shall be the same as in the M-9 District.",
};
const codes = [hill, valley, slope];

describe("a rule that refers to another district", () => {
  it("is told with the value it takes over, both cited", async () => {
    const turn = await ask(codes, "What is the minimum front yard in the H-2 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("the same as required in the H-1 Hillside District");
    expect(turn.answer).toContain("45 feet");
    expect(turn.citations.map(({ quote }) => quote).join(" ")).toMatch(/same as required[\s\S]*45 feet/);
  });

  it("carries nothing over for what it takes out again", async () => {
    const { answer } = await ask(codes, "What is the minimum lot area in the H-2 district?");
    expect(answer).toContain("18,000 square feet");
    expect(answer).not.toContain("30,000");
  });

  it("is followed where it stands behind a run-in title", async () => {
    expect((await ask(codes, "What is the maximum building height in the H-2 district?")).answer).toContain("32 feet");
  });

  it("is followed from district to district, and not for a case that is not asked about", async () => {
    const { answer } = await ask(codes, "What is the minimum front yard in the H-3 district?");
    expect(answer).toContain("45 feet");
    expect(answer).not.toContain("M-9");
  });

  it("says nothing of the district it names", async () => {
    const { answer } = await ask([valley], "What is the minimum lot area in the H-1 district?");
    expect(answer).toMatch(notLocated);
  });

  it("changed as a whole is told alone, as a partial answer", async () => {
    const doubled = {
      headings: ["3.7 H-4 Ridge District"],
      text: "Yards: as in the H-1 District, but twice as deep and wide.",
    };
    const turn = await ask([hill, doubled], "What is the minimum front yard in the H-4 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("twice as deep");
    expect(turn.answer).not.toContain("45 feet");
  });

  it("in a cell of a table is followed like one in a sentence", async () => {
    const table = {
      headings: ["4.1 Table of Dimensions"],
      text: "District | Minimum lot area | Maximum height\nH-1 | 30,000 sq. ft. | 32 feet\nH-5 | 9,000 sq. ft. | Same as H-1",
    };
    const { answer } = await ask([table], "What is the maximum height in the H-5 district?");
    expect(answer).toContain("32 feet");
  });
});

const sheds: PassageSource = {
  headings: ["Article VI Supplementary Rules", "§ 88-31 Accessory buildings"],
  text: "Sheds and garages stand behind the house. Their height is limited by § 88-36.",
};
const heights: PassageSource = {
  headings: ["Article VI Supplementary Rules", "§ 88-36 Height"],
  text: "A principal building is at most 38 feet high. Any other structure is at most 14 feet high.",
};
const other: PassageSource = {
  headings: ["Article VI Supplementary Rules", "§ 88-37 Antennas"],
  text: "An antenna is at most 55 feet high.",
};

describe("a rule that refers to another section", () => {
  it("is told with what that section sets for the thing asked about", async () => {
    const { answer } = await ask([sheds, heights, other], "How tall may a garage be?");
    expect(answer).toContain("§ 88-36");
    expect(answer).toContain("14 feet");
    expect(answer).not.toContain("38 feet");
    expect(answer).not.toContain("55 feet");
  });

  it("gives no value from another section than the one it names", async () => {
    const { answer } = await ask([sheds, other], "How tall may a garage be?");
    expect(answer).not.toContain("55 feet");
  });

  it("of a law outside the code is not followed", async () => {
    const state = {
      headings: ["§ 88-31 Accessory buildings"],
      text: "The height of a garage is limited by Section 88-37 of the General Statutes.",
    };
    expect((await ask([state, other], "How tall may a garage be?")).answer).not.toContain("55 feet");
  });

  it("that a stated value gives way to is told beside the value", async () => {
    const stated = {
      headings: ["§ 88-12 T-1 Town District"],
      text: "Buildings are at most 44 feet tall, less where § 88-40 says so.",
    };
    const lower = {
      headings: ["§ 88-40 Step down"],
      text: "Within 60 feet of a park no building is taller than 28 feet.",
    };
    const { answer } = await ask([stated, lower], "What is the maximum height in the T-1 district?");
    expect(answer).toContain("44 feet");
    expect(answer).toContain("28 feet");
  });

  it("is looked up by its number where the first search did not find it", async () => {
    const passages = passagesOf([sheds, heights]);
    const [first] = passages;
    const sections: (string | undefined)[] = [];
    const agent = makeAgent({
      retriever: {
        async search(_query, scope) {
          const prefix = scope.filters?.sectionPrefix;
          sections.push(prefix);
          const found = prefix === undefined ? [first] : passages.filter(({ section }) => section === "88-36");
          return {
            passages: found.flatMap((one) => one ?? []),
            coverage: 1,
            embeddingModel: null,
            reranker: "none",
            rerankerFellBack: false,
          };
        },
        ofDistrict: async () => ({ passages: [], named: [], standards: [], parking: [], uses: [] }),
        expand: async (passage) => passage,
      },
      catalogue: makeModelCatalogue(),
      citeSpan: citeSpanOf,
      verifyCitation: verifierOf(passages),
    });
    const { answer } = await agent.answer({ question: "How tall may a garage be?", scope: anyScope, modelId: null });
    expect(sections).toContain("§ 88-36");
    expect(answer).toContain("14 feet");
  });
});
