import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const standards: PassageSource = {
  headings: ["Article 7", "7.1 Dimensional Requirements"],
  page: 30,
  text: [
    "District | Minimum lot size (square feet) | Minimum setback (feet) / Front | Maximum height (feet)",
    "A-1 | 60,000 | 45 | 32",
    "A-2 | 9,500 (1) | 18 | 32",
    "",
    "(1) For a semi-detached house in the A-2 district the minimum lot size is 12,500 square feet.",
  ].join("\n"),
};
const permits: PassageSource = {
  headings: ["Chapter 11", "11.4 Permits"],
  page: 60,
  text: "A permit lapses if construction has not started within nine (9) months. A garden shed under ninety (90) square feet needs no permit. A fence taller than seven feet requires a building permit.",
};
const special: PassageSource = {
  headings: ["Chapter 11", "11.6 Variances"],
  page: 61,
  text: "The Board of Adjustment shall hear the application. It lapses if it is not used within two (2) years.",
};

describe("a question for several dimensions", () => {
  it("is answered dimension by dimension", async () => {
    const turn = await ask([standards], "What are the front setback and the height in the A-1 district?");
    expect(turn.answer).toContain("the minimum front setback is 45 feet");
    expect(turn.answer).toContain("the maximum height is 32 feet");
    expect(turn.answerStatus).toBe("answered");
  });
});

describe("a question that words a matter otherwise than the law", () => {
  it("is answered when the law says lapses and the question says valid", async () => {
    expect((await ask([permits], "How long is a permit valid?")).answer).toContain("nine (9) months");
  });

  it("is told under its heading when the sentence begins with a pronoun", async () => {
    const turn = await ask([special], "When does a variance expire?");
    expect(turn.answer).toMatch(/^Variances: It lapses if it is not used within two \(2\) years/);
  });
});

describe("a question whether a permit is needed", () => {
  it("is answered by the sentence about that thing, one way or the other", async () => {
    expect((await ask([permits], "Do I need a permit for a garden shed?")).answer).toContain("needs no permit");
    expect((await ask([permits], "Do I need a permit to put up a fence?")).answer).toContain(
      "requires a building permit",
    );
  });

  it("is not located when nothing says so, whatever else is said of the thing", async () => {
    const turn = await ask([permits], "Do I need a permit for a swimming pool?");
    expect(turn.answerStatus).toBe("not_located");
  });
});

describe("a use", () => {
  const zone = (text: string): PassageSource => ({ headings: ["Chapter 3", "3.1 R-7 District"], page: 8, text });

  it("that is forbidden only together with something else is not forbidden", async () => {
    const turn = await ask(
      [zone("Lodging of tourists shall not be permitted simultaneously with a kennel.")],
      "Is a kennel allowed in the R-7 district?",
    );
    expect(turn.answer).not.toMatch(/^No/);
  });

  it("that a list leaves out by name is not permitted by it", async () => {
    const turn = await ask(
      [zone("Permitted uses:\n(1) Gardens and orchards, but not including the keeping of poultry.")],
      "Can I keep poultry in the R-7 district?",
    );
    expect(turn.answer).not.toMatch(/^Yes/);
  });
});

describe("a definition", () => {
  it("is found where a term in front of a sentence is closed by a period", async () => {
    const terms = {
      headings: ["Chapter 2", "2.1 Definitions"],
      page: 3,
      text: "Arcade. A covered walk open to a street.",
    };
    expect((await ask([terms], "What is an arcade?")).answer).toMatch(/^Arcade: A covered walk open to a street/);
  });
});
