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
  it("is quoted a sentence of the passage that was found first too, where a way of answering quotes another one", async () => {
    const tents: PassageSource = {
      headings: ["Article 1", "78-18 Erection of canopies"],
      text: "The building official may grant a permit for a canopy that stays longer than thirty days.",
    };
    const turn = await ask([tents, ...law], "Who has to approve that a coop stays up within thirty days after a fire?");
    expect(turn.citations.map(({ headingPath }) => headingPath.at(-1))).toContain("78-18 Erection of canopies");
  });

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

  describe("on an amount that a provision alone states", () => {
    const sales: PassageSource = {
      headings: ["Article 12", "12.4 Yard sales"],
      score: 0.5,
      text: "The permit shall be valid for not more than 6 consecutive days. The premises shall be cleared of goods.",
    };
    const question = "We are emptying the home of our late aunt. How many days in a row can a yard sale go on?";

    it("is answered with that amount by the words of the sentence that asks, whatever the sentences before it say", async () => {
      const turn = await ask([sales], question);
      expect([turn.answerStatus, turn.answer]).toEqual(["answered", expect.stringContaining("6 consecutive days")]);
    });

    it.each([
      ["the same amount", "A yard sale permit ends after 6 days.", "answered"],
      [
        "the things of which it holds by their amount",
        "A yard sale of more than 2 days shall be screened.",
        "answered",
      ],
      ["another amount", "A yard sale permit ends after 3 days.", "partial"],
    ])("beside another provision that states %s: %s", async (_, text, status) => {
      const other: PassageSource = { headings: ["Article 13", "13.2 Permits"], score: 0.49, text };
      expect((await ask([sales, other], question)).answerStatus).toBe(status);
    });
  });

  it("is quoted a passage that the search scores high, whatever its words; of a middling score it is not", async () => {
    const fees: PassageSource = {
      headings: ["Article 20", "20.9 Payments"],
      text: "The Township Board adopts the schedule by resolution.",
    };
    const question = "Who decides how much a zoning application costs?";
    const high = await ask([{ ...fees, score: 0.62 }, coops], question);
    expect(high.answerStatus).toBe("partial");
    expect(high.answer).toContain("adopts the schedule by resolution");
    expect((await ask([{ ...fees, score: 0.4 }, coops], question)).answerStatus).toBe("not_located");
  });

  it("is quoted the sentence closest to all of it beside what another way of answering quotes", async () => {
    const rentals: PassageSource = {
      headings: ["Article 17", "17.6 Short-term rentals"],
      text: "Renting a dwelling for fewer than thirty days is prohibited unless the owner holds a short-term rental license. The license fee is set by the clerk each year.",
    };
    const turn = await ask([rentals, coops], "How much is the short-term rental license?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("The license fee is set by the clerk each year");
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

describe("a question of permission on land whose district is known", () => {
  const chapter = "CHAPTER II DISTRICT REQUIREMENTS";
  const boats: PassageSource = {
    headings: [chapter, "24.14 Boats and Boat Trailers"],
    text: "Not more than one boat is permitted to be stored or parked on any residential lot. It shall be screened from view.",
  };
  const banned: PassageSource = {
    headings: [chapter, "23.2 Prohibited Uses"],
    text: "Land shall be used for the uses specified as permitted, and no other. The following uses are specifically prohibited:",
  };
  const junk: PassageSource = {
    headings: [chapter, "23.2 Prohibited Uses", "23.2.2"],
    text: "Junkyards; bulk storage of cement; concrete mixing plants.",
  };
  const livestock: PassageSource = {
    headings: [chapter, "45.8 Keeping of Livestock as an Accessory Use"],
    text: "The keeping of livestock, specifically excluding pigs, chickens and other fowl, is permitted and shall conform to the following standards:",
  };
  const hens: PassageSource = {
    headings: [chapter, "45.9 Keeping of Chickens"],
    text: "The keeping of chickens on a lot of less than five acres shall conform to the following standards:",
  };
  const onSite = { siteFacts: { zoningCodes: ["R-1"], jurisdiction: null } };

  it.each([
    [
      "the section that is entitled after the use",
      "Can I park my boat in my driveway?",
      [boats, banned],
      "Not more than one boat",
    ],
    [
      "a ban by the line that introduces its section",
      "Can I open a junkyard?",
      [banned, junk],
      "specifically prohibited: Junkyards",
    ],
    [
      "not the section that leaves the use out",
      "Can I keep chickens in my yard?",
      [livestock, hens],
      "The keeping of chickens on a lot",
    ],
  ])("is told %s", async (_, question, sources, words) => {
    const turn = await ask(sources, question, onSite);
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer.split("\n")[0]).toContain(words);
  });

  it("does not quote part of a sentence that a table interrupts", async () => {
    const torn: PassageSource = {
      headings: ["33.15 Storage halls"],
      text: "Parking | One space shall be provided for each ten units\nallow the future development of not less than three parking spaces for each 1,000 square feet of storage hall.",
    };
    const turn = await ask([torn], "How many parking spaces are required for a storage hall?");
    expect(turn.answer).not.toContain("allow the future");
  });
});
