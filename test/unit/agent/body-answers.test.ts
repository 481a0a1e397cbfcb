import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const variances: PassageSource = {
  headings: ["Article 9", "9.4 Variances"],
  text: "The Board of Adjustment may grant a variance where the land itself is the cause of the hardship. An applicant for a variance pays for the notice.",
};
const permits: PassageSource = {
  headings: ["Article 9", "9.6 Special permits"],
  text: "Applications for a special permit shall be submitted to the town clerk. No special permit shall be granted by the Planning Board before the hearing. A special permit may be approved by the Planning Board.",
};
const enforcement: PassageSource = {
  headings: ["Article 10", "10.1 Enforcement"],
  text: "This chapter shall be enforced by the zoning inspector.",
};
const councilToo: PassageSource = {
  headings: ["Article 11", "11.2 Special permits for quarries"],
  text: "The Town Council approves a special permit for every quarry.",
};
const administration: PassageSource = {
  headings: ["General provisions", "2(1)"],
  text: "This code shall be administered by the Development Officer.",
};
const stoves: PassageSource = {
  headings: ["Article 12", "12.3 Stoves"],
  text: "The zoning agent may issue the permit for a wood stove.",
};
const law = [variances, permits, enforcement, administration, stoves];

describe("a question for who acts", () => {
  it.each([
    ["Who decides on a variance?", "The Board of Adjustment may grant a variance"],
    ["who has the final say on a special permit", "A special permit may be approved by the Planning Board"],
    [
      "Who do I hand my application for a special permit to? Where is it submitted?",
      "shall be submitted to the town clerk",
    ],
    ["who enforces the rules if my neighbor breaks them", "This chapter shall be enforced by the zoning inspector"],
    ["who at town hall runs the zoning code", "This code shall be administered by the Development Officer"],
    ["who do I get the permit from for a wood stove", "The zoning agent may issue the permit for a wood stove"],
  ])("is answered with the sentence that makes a body do it: %s", async (question, told) => {
    const turn = await ask(law, question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain(told);
  });

  it("is answered by the item in the list of the powers of a body, also where the list runs on in one line", async () => {
    const powers: PassageSource = {
      headings: ["Article 8", "8.2 Board of Zoning Appeals"],
      text: "The Board of Zoning Appeals shall have the following powers and duties: 1. Final decision on appeals of a decision of staff; 2. Final decision on a conditional use permit; and 3. Final decision on a variance.",
    };
    const turn = await ask([powers], "Which body makes the final decision on a conditional use permit?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("The Board of Zoning Appeals shall have the following powers and duties");
    expect(turn.answer).toContain("Final decision on a conditional use permit");
    expect(turn.answer).not.toContain("appeals of a decision");
  });

  it("is answered by what a body does in the procedure asked about, and not in one that comes after it", async () => {
    const hearings: PassageSource = {
      headings: ["Article 8", "8.3 Special exceptions"],
      text: "The Zoning Board hears requests for special exceptions. The Council hears appeals on special exceptions.",
    };
    const turn = await ask([hearings], "Who hears requests for special exceptions?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("The Zoning Board hears requests");
  });

  it("is answered with the name of the body where the sentence calls it by its noun alone", async () => {
    const hearings: PassageSource = {
      headings: ["Article 8", "8.4 Special uses"],
      text: "The Planning Commission shall hold a hearing on a special use. The Commission decides within 40 days after it.",
    };
    const turn = await ask([hearings], "Who decides on a special use?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/The Planning Commission shall hold[\s\S]*The Commission decides/);
  });

  it("is quoted where the law names two bodies for it", async () => {
    const turn = await ask([...law, councilToo], "Who approves a special permit?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("Planning Board");
    expect(turn.answer).toContain("Town Council");
  });

  it.each([
    ["of another procedure", variances],
    [
      "that only says what a body may not do",
      { ...permits, text: "No special permit shall be granted by the Planning Board." },
    ],
  ])("is not answered by a sentence %s", async (_, source) => {
    const turn = await ask([source], "Who approves a special permit?");
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("is answered for the approval that is asked for, and not for one that the question says is not needed", async () => {
    const both: PassageSource[] = [
      {
        headings: ["Article 9", "9.1 Special permits"],
        text: "A special permit approved by the Harbor Board shall require a site plan.",
      },
      {
        headings: ["Article 10", "10.1 Authority"],
        text: "Site plan approval shall be obtained from the Planning Commission before any use permitted by right is established.",
      },
    ];
    const turn = await ask(both, "A new store needs no special permit. Which body grants its site plan approval?");
    expect(turn.answer).toMatch(/^Site plan approval shall be obtained from the Planning Commission/);
    expect(turn.answer).not.toContain("Harbor");
  });

  it("names no body of another district", async () => {
    const yards: PassageSource = {
      headings: ["Article 14", "14.1 I-1 District"],
      text: "In the I-1 district the site plan of a store shall be approved by the Harbor Board.",
    };
    const turn = await ask([yards], "Who approves the site plan of a store in the B-2 district?");
    expect(turn.answerStatus).not.toBe("answered");
  });

  it.each([
    ["Who decides on a major use permit?", /^The Planning Board is the review authority for a Major Use Permit/],
    ["who approves a minor use permit", /^Minor Use Permits are approved by the Zoning Director/],
  ])("is answered by the clause on the grade of the approval that is asked for: %s", async (question, head) => {
    const grades: PassageSource[] = [
      {
        headings: ["Article 9", "9.8 Use permits"],
        text: "The Planning Board is the review authority for a Major Use Permit; the Clerk keeps the files.",
      },
      {
        headings: ["Article 9", "9.9 Minor use permits"],
        text: "Minor Use Permits are approved by the Zoning Director.",
      },
    ];
    const turn = await ask(grades, question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(head);
  });

  it("names the body from which the use needs a permit, whatever story surrounds the question", async () => {
    const home: PassageSource = {
      headings: ["Article 8", "8.6 Home occupations"],
      text: "A home occupation requires a permit from the Zoning Enforcement Officer.",
    };
    const story = "I want to fill in tax returns for clients in my den as a home occupation.";
    const turn = await ask([home], `${story} Who do I get the permit from?`);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("Zoning Enforcement Officer");
    const kennels = { headings: ["Article 8", "8.7 Kennels"], text: home.text.replace("home occupation", "kennel") };
    expect((await ask([kennels], `${story} Who do I get the permit from?`)).answerStatus).not.toBe("answered");
  });

  it("names the body by the title of its section, and decides on each of several matters", async () => {
    const board: PassageSource = {
      headings: ["ADMINISTRATION", "§ 12.017 BOARD OF ADJUSTMENT."],
      text: "The Board shall hear and decide requests for variances, and appeals from an order of the Zoning Administrator.",
    };
    const turn = await ask([board], "Which body hears and decides requests for variances?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^BOARD OF ADJUSTMENT.*: The Board shall hear and decide requests for variances/);
  });
});
