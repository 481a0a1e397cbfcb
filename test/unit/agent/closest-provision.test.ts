import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const coops: PassageSource = {
  headings: ["Article 10", "10.2 Accessory structures"],
  page: 41,
  text: "A chicken coop is a structure for the keeping of chickens. A coop must be at least fifteen (15) feet from every side lot line.",
};
const lighting: PassageSource = {
  headings: ["Article 10", "10.6 Lighting standards"],
  page: 52,
  text: "All outdoor luminaires must be fully shielded so that no light shines on neighboring property.",
};
const appeals: PassageSource = {
  headings: ["Article 15", "15.5 Administrative appeals"],
  page: 90,
  text: "An appeal from a decision of the building inspector must be filed with the clerk within thirty (30) days after notice of the decision is served.",
};
const fire: PassageSource = {
  headings: ["Article 14", "14.1 Casualty"],
  page: 80,
  text: "A nonconforming building destroyed by fire, explosion or flood may be reconstructed within two years as it stood before.",
};
const definitions: PassageSource = {
  headings: ["Article 2", "2.1 Definitions"],
  page: 5,
  text: "Outdoor lighting fixture: any lamp that is mounted outside and is meant to shine on grounds or walls.",
};
const law = [coops, lighting, appeals, fire, definitions];

describe("a question that no rule of reading answers", () => {
  it.each([
    ["porch light shining into my neighbor's window", "fully shielded", 52, [lighting, coops]],
    ["can I put my building back up after a fire burned it", "reconstructed within two years", 80, [fire, appeals]],
  ])("is told the provision that comes closest, cited and called so: %s", async (question, words, page, found) => {
    const turn = await ask(found, question);
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/^The closest provision located, under “[^”]+”, says: “/);
    expect(turn.answer).toContain(words);
    expect(turn.citations[0]?.page).toBe(page);
  });

  it.each(["", "Section "])("is not told a title, whatever its words, printed as “%s15.9 …”", async (before) => {
    const title = "15.9 When the outdoor storage of firewood is allowed";
    const text = `${before}${title}\n\nSee the schedule of fees.`;
    const storage: PassageSource = { headings: ["Article 15", title], text };
    expect((await ask([storage], "outdoor storage of my firewood")).answerStatus).toBe("not_located");
  });

  it.each([
    ["what nothing found comes near to", "On which day is trash collected?"],
    ["a use the provision does not name", "Can I open a car wash behind the building that burned down?"],
    ["an amount the provision does not state", "What does it cost to appeal the building inspector's decision?"],
    ["a district no document speaks of", "What is the minimum lot area in the R-77 district?"],
  ])("is told nothing of %s", async (_, question) => {
    const turn = await ask(law, question);
    expect(turn.answerStatus).toBe("not_located");
    expect(turn.citations).toEqual([]);
  });
});

it("a quote is kept where the title above it holds a number, which no text that it cites holds", async () => {
  const uses: PassageSource = {
    headings: ["Appendix A", "Exhibit IV 15 Authorized Uses in B-3 District"],
    text: "Oil change, light repair and car wash | C",
  };
  const turn = await ask([uses], "Can I open a car wash in the B-3 district?");
  expect([turn.answerStatus, turn.answer]).toEqual(["partial", expect.stringContaining("car wash")]);
});
