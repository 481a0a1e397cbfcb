import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const matrixWith = (legend: string): PassageSource => ({
  headings: ["Chapter 3", "3.2 Use matrix"],
  text: [
    legend,
    "",
    "Use | V-1 | V-2 | Use standards",
    "Day care center | L | S | 5.4.1.C",
    "Day care, home | L | L | 5.4.1.B",
    "Boarding kennel | L | S | Sec. 5-108",
    "Library | P | P | ",
  ].join("\n"),
});

const legend =
  "P = permitted by right, L = limited use, permitted subject to the use standards in the last column, S = special permit required";
const standards: PassageSource = {
  headings: ["Chapter 5", "5.4 Care", "5.4.1 Day care"],
  text: [
    "B. Day care, home.",
    "a. Care may be given to no more than 8 children at one time.",
    "C. Day care center.",
    "a. A day care center shall have no more than 40 children and no more than six employees.",
    "b. An outdoor play area of at least 75 square feet for each child shall be fenced.",
  ].join("\n"),
};
const kennels: PassageSource = {
  headings: ["Chapter 5", "5-108 Boarding kennels"],
  text: "A boarding kennel shall be on a lot of at least three acres, unless the Board of Appeals grants a special permit.",
};
const law = [matrixWith(legend), standards, kennels];

describe("a mark whose legend permits under conditions", () => {
  it.each([
    "L = permitted subject to the use standards",
    "L = permitted with conditions",
    "L = by right, with standards in Section 5.4",
    "L = permitted as a limited use",
  ])("is no permission by right: %s", async (meaning) => {
    const turn = await ask(
      [matrixWith(`${meaning}, S = special permit required`)],
      "Is a day care center allowed in the V-1 district?",
    );
    expect(turn.answer).toMatch(/^Yes, under conditions: in the V-1 district “Day care center” is marked “L”/);
  });

  it("is one by right where it only says what every use must meet", async () => {
    const general =
      "P = permitted by right, subject to all other applicable regulations of this code, S = special permit required";
    const turn = await ask([matrixWith(general)], "Is a library allowed in the V-1 district?");
    expect(turn.answer).toMatch(/^Yes, by right: in the V-1 district “Library” is marked “P”/);
  });

  it("is stated with the section that the row refers to", async () => {
    const turn = await ask(law, "Is a day care center allowed in the V-1 district?");
    expect(turn.answer).toMatch(/^Yes, under conditions: .*permitted subject to the use standards.*; see 5\.4\.1\.C/);
  });
});

describe("a limit in the section that a row refers to", () => {
  it("denies a greater number, and names the section", async () => {
    const turn = await ask(law, "Can we open a day care center with 60 kids in the V-1 district?");
    expect(turn.answer).toMatch(
      /^No, not at this size under Section 5\.4\.1\.C: A day care center shall have no more than 40 children/,
    );
    expect(turn.answer).toContain("“Day care center”");
  });

  it("leaves the permission where the number is kept: neither the limit of another item nor that of employees is one", async () => {
    const turn = await ask(law, "Can we open a day care center with 30 children in the V-1 district?");
    expect(turn.answer).toMatch(/^Yes, under conditions/);
  });

  it("is only quoted where it is set for some lots", async () => {
    const bySize: PassageSource = {
      headings: ["Chapter 5", "5-108 Boarding kennels"],
      text: "On lots of three acres or more a boarding kennel shall keep no more than 20 dogs in a boarding kennel of at most 4,000 square feet.",
    };
    const turn = await ask(
      [matrixWith(legend), bySize],
      "Can I open a boarding kennel of 6,000 square feet in the V-1 district?",
    );
    expect(turn.answer).not.toMatch(/^No\b/);
  });

  it("is only quoted where it leaves room for exceptions", async () => {
    const turn = await ask(law, "Can I open a boarding kennel on my two acre lot in the V-1 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/at least three acres, unless/);
  });
});
