import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const notLocated = /not located/i;

const terms: PassageSource = {
  headings: ["Chapter 9 Zoning", "9.2 Definitions"],
  text: [
    "As used in this chapter, these terms have the meanings indicated:",
    "LOT, THROUGH",
    "A parcel with a street at its front and at its rear.",
    "PATIO",
    "A paved place beside a house, where it is:",
    "(a) without a roof; and",
    "(b) no higher than the ground.",
    "ARBOR",
    "An open frame that carries climbing plants.",
    "CISTERN A tank in which rain is kept.",
  ].join("\n\n"),
};

describe("a definition that a number decides", () => {
  const kennels: PassageSource = {
    headings: ["Chapter 9 Zoning", "9.2 Definitions"],
    text: "KENNEL: Any lot on which four or more dogs over six months of age are kept.",
  };
  const limit: PassageSource = {
    headings: ["Chapter 9 Zoning", "9.7 Kennels"],
    text: "Kennels of not more than eight dogs are permitted, if the runs are 200 feet from the nearest dwelling.",
  };

  it.each([
    "How many grown dogs does it take before the city says we're running a kennel?",
    "At how many dogs does the town start calling my place a kennel?",
    "how many dogs until it's a kennel",
  ])("answers from which number on a thing is called so, and no limit does: %s", async (question) => {
    const { answer, answerStatus } = await ask([limit, kennels], question);
    expect(answerStatus).toBe("answered");
    expect(answer).toMatch(/four or more dogs/);
    expect(answer).not.toContain("eight");
  });
});

describe("a definition under its term", () => {
  it.each([
    ["What is a through lot?", "A parcel with a street at its front and at its rear"],
    ["define arbor", "An open frame that carries climbing plants"],
    ["How do the regulations define an arbor?", "An open frame that carries climbing plants"],
    ["We grow roses. At what point would the town say it is an arbor?", "An open frame that carries climbing plants"],
    ["at what point does tying up roses make it an arbor", "An open frame that carries climbing plants"],
    ["What constitutes an arbor?", "An open frame that carries climbing plants"],
    [
      "How do you define an arbor, in particular for roses along a street?",
      "An open frame that carries climbing plants",
    ],
    ["By what do the definitions distinguish an arbor?", "An open frame that carries climbing plants"],
    ['What in a frame makes it an "arbor" under the definitions?', "An open frame that carries climbing plants"],
  ])("%s", async (question, definition) => {
    const turn = await ask([terms], question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain(definition);
    expect(turn.citations[0]?.quote).toContain(definition);
  });

  it.each([
    [
      "unmarked lines",
      "Yard area: Land of a lot, without:\nponds and streams,\nslopes over 20 percent, and\nroads.\nYard: Open land.",
    ],
    [
      "marks on lines of their own",
      '"Yard area" means a stretch of open land that\n(1)\nholds no ponds and streams; and\n(2)\nhas slopes up to 20 percent and no roads.\nYard: Open land.',
    ],
  ])("is told to the end of its sentence where that goes on in %s", async (_, text) => {
    const turn = await ask([{ headings: terms.headings, text }], "What is a yard area?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/ponds and streams.* 20 percent.* roads/);
    expect(turn.answer).not.toContain("Open land");
    const [first = ""] = text.split("\n");
    const cut = await ask([{ headings: terms.headings, text: first }], "What is a yard area?");
    expect(cut.answerStatus).toBe("partial");
  });

  it("goes on in its items, and ends at the next term", async () => {
    const { answer } = await ask([terms], "What is a patio?");
    expect(answer).toContain("no higher than the ground");
    expect(answer).not.toContain("ARBOR");
  });

  it("may open with its article and the term in quotation marks", async () => {
    const trailers: PassageSource = {
      headings: ["Chapter 6 Trailers", "6.4.2"],
      text: 'A "utility trailer" is a small flat trailer towed by a vehicle.\n\nThe parking of a utility trailer needs a permit.',
    };
    const turn = await ask([trailers], "What is a utility trailer?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^A "utility trailer" is a small flat trailer/);
  });

  it("may carry its abbreviation, and be asked for in a place", async () => {
    const ratio: PassageSource = {
      headings: ["Chapter 9", "9.3 Terms"],
      text: "Lot Coverage Ratio (LCR): The ground that roofs cover, divided by the area of the lot.",
    };
    const turn = await ask([ratio], "What does lot coverage ratio mean here?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^Lot Coverage Ratio \(LCR\): The ground that roofs cover/);
  });

  it("defines no other term", async () => {
    expect((await ask([terms], "What is a pergola?")).answer).toMatch(notLocated);
    expect((await ask([terms], "What is a corner lot?")).answer).not.toContain("A parcel with a street");
  });
});

const fences: PassageSource = {
  headings: ["Article 7", "7.12 Fences"],
  text: "A fence stands inside the lot line. It is kept in repair.",
};
const walls: PassageSource = { headings: ["Article 7", "7.13 Walls"], text: "A wall needs a footing." };

describe("a question what a section says", () => {
  it("is answered with its words", async () => {
    const { answer } = await ask([walls, fences], "What does section 7.12 say?");
    expect(answer).toContain("A fence stands inside the lot line");
    expect(answer).not.toContain("footing");
  });

  it("is not answered where there is no such section", async () => {
    expect((await ask([walls], "What does section 7.12 say?")).answer).toMatch(notLocated);
  });

  it("that is about more than the section is answered as any other", async () => {
    const { answer } = await ask([walls, fences], "How tall may a fence be under section 7.12?");
    expect(answer).not.toContain("kept in repair");
  });
});

it("a question how a term is defined is answered with the sentence that defines it", async () => {
  const inn: PassageSource = {
    headings: ["2.1", "2.1.5 Bed and Breakfast Inn"],
    text: "An accessory use of an owner-occupied building with guest rooms for overnight use.",
  };
  const turn = await ask([inn], "How is a bed and breakfast inn defined?");
  expect(turn.answerStatus).toBe("answered");
  expect(turn.answer).toContain("owner-occupied building");
});

describe("an entry of a list of terms that no heading calls definitions", () => {
  const entry = {
    headings: ["Article 1 General", "Section 8"],
    text: "Corner shop - A shop of less than 900 square feet with long hours.",
  };

  it("defines its term where an article opens what follows the dash", async () => {
    const turn = await ask([entry], "How do the regulations define a corner shop?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("less than 900 square feet");
  });

  it("defines nothing where the dash parts a title from a rule", async () => {
    const text = "Corner shop - Parking is required at its rear, and signs are limited.";
    const turn = await ask([{ ...entry, text }], "How do the regulations define a corner shop?");
    expect(turn.answerStatus).not.toBe("answered");
  });
});
