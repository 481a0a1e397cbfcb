import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const asked = async (sources: readonly PassageSource[], question: string) => {
  const { answer, answerStatus } = await ask(sources, question);
  return { first: answer.split("\n")[0] ?? "", answerStatus };
};

describe("an amount that a rival provision could contradict", () => {
  it("is asserted where the rival states the same amount of the kind asked for, with other numbers", async () => {
    const poles: PassageSource = {
      headings: ["Chapter 9", "9.4 Signs by district"],
      text: [
        "Residential districts: flag area 30 square feet; flag pole height shall not exceed 22 feet.",
        "Business districts: flag area 60 square feet; flag pole height shall not exceed 22 feet.",
      ].join("\n"),
    };
    const { first, answerStatus } = await asked([poles], "What is the tallest flag pole I may put up?");
    expect(answerStatus).toBe("answered");
    expect(first).toContain("22 feet");
  });

  it("is quoted where the rival states another amount of the kind asked for", async () => {
    const poles: PassageSource = {
      headings: ["Chapter 9", "9.4 Signs by district"],
      text: [
        "Residential districts: flag area 30 square feet; flag pole height shall not exceed 22 feet.",
        "Business districts: flag area 30 square feet; flag pole height shall not exceed 40 feet.",
      ].join("\n"),
    };
    expect((await asked([poles], "What is the tallest flag pole I may put up?")).answerStatus).toBe("partial");
  });

  it("is asserted of a label that says no more than is asked, beside one for a part of it", async () => {
    const heights: PassageSource = {
      headings: ["4.6 Building height in the MX-4 district"],
      text: ["Building | Max height (ft) | Max height, first story (ft)", "Principal structure | 55 | 16"].join("\n"),
    };
    const { first, answerStatus } = await asked(
      [heights],
      "What is the maximum height of a principal structure in the MX-4 district?",
    );
    expect(answerStatus).toBe("answered");
    expect(first).toMatch(/Max height \(ft\): 55/);
  });

  it("is none of a dimension of which it only is a share", async () => {
    const yards: PassageSource = {
      headings: ["12.9 Area of lots"],
      text: "A passage between houses shall be at least 10 percent of the width of the lot, but not less than four feet.",
    };
    expect((await asked([yards], "What is the minimum lot width?")).answerStatus).not.toBe("answered");
  });

  it("is asserted beside a rival for the other limit, which is named far before its amount", async () => {
    const signs: PassageSource = {
      headings: ["Chapter 10", "10.3 Freestanding signs"],
      text: [
        "Freestanding signs shall not exceed nine (9) feet in total height.",
        "The minimum height of a freestanding sign from the ground to the bottom of its sign area shall be thirty (30) inches.",
      ].join("\n"),
    };
    const { first, answerStatus } = await asked([signs], "Maximum overall height of a freestanding sign?");
    expect(answerStatus).toBe("answered");
    expect(first).toContain("nine (9) feet");
  });
});

describe("the case that an amount is set for", () => {
  it("is the one asked about where a clause of exception names it", async () => {
    const fences: PassageSource = {
      headings: ["Chapter 5", "5.8 Fences"],
      text: "Fences in side and rear yards shall not exceed six feet in height, except that a fence along an arterial street may be eight feet.",
    };
    const question = "How tall can a side yard fence be along an arterial street?";
    const { first, answerStatus } = await asked([fences], question);
    expect(answerStatus).toBe("answered");
    expect(first).toContain("eight feet");
  });

  it("is not taken for a rear lot where it names rear lot lines, nor for a case that was not asked where the question is about an ADU", async () => {
    const units: PassageSource = {
      headings: ["17.60", "17.60.020 Accessory dwelling units"],
      text: "A detached accessory dwelling unit shall not exceed eighteen feet in height and shall be at least five feet from side and rear lot lines.",
    };
    const stalls: PassageSource = {
      headings: ["17.52", "17.52.050 Stall dimensions"],
      text: "Standard parking stalls shall be at least nine feet wide and eighteen feet deep.",
    };
    const district: PassageSource = { headings: ["17.12 R-1 zone"], text: "The R-1 zone is for houses on large lots." };
    const { first, answerStatus } = await asked([units, stalls, district], "How tall can an ADU be in the R-1 zone?");
    expect(answerStatus).toBe("answered");
    expect(first).toContain("eighteen feet");
  });
});

describe("a number in a definition", () => {
  const definitions: PassageSource = {
    headings: ["Chapter 2", "2.1 Definitions"],
    text: "Pet lodge: a home occupation for the temporary boarding of not more than nine dogs or cats.",
  };

  it("answers a question for the number of things", async () => {
    const { first, answerStatus } = await asked([definitions], "At most how many dogs or cats may a pet lodge board?");
    expect(answerStatus).toBe("answered");
    expect(first).toContain("nine dogs");
  });

  it("is quoted where a dimension of a lot is asked for", async () => {
    const width: PassageSource = {
      headings: ["Chapter 2", "2.1 Definitions"],
      text: "Lot width: the distance between the side lot lines, measured 40 feet behind the street line.",
    };
    expect((await asked([width], "What is the minimum lot width?")).answerStatus).not.toBe("answered");
  });
});

describe("the time for an appeal", () => {
  const ofBoard: PassageSource = {
    headings: ["Chapter 9", "9.8 Notices"],
    text: "Any person aggrieved may appeal a decision of the Zoning Board of Appeals within 15 days after it is published.",
  };
  const question = "The zoning officer sent me an order and I think he is wrong. How many days do I have to appeal it?";

  it("from an order of an officer is not that for an appeal from the decision of the board", async () => {
    expect((await asked([ofBoard], question)).answerStatus).not.toBe("answered");
  });

  it("from an order of an officer is answered by the provision on such an appeal", async () => {
    const ofOfficer: PassageSource = {
      headings: ["Chapter 9", "9.3 Appeals"],
      text: "An appeal from an order of the zoning officer shall be taken to the Zoning Board within 12 days of the order.",
    };
    const { first, answerStatus } = await asked([ofOfficer], question);
    expect(answerStatus).toBe("answered");
    expect(first).toContain("12 days");
  });

  it.each([
    [
      "only says from which amount on it holds, whatever other amounts it has",
      "No commercial vehicle parked at a house shall exceed a weight of 9,000 pounds.",
      "Any commercial vehicle over 4,000 pounds parked at a house shall be screened to six feet in height.",
      "What is the heaviest commercial vehicle I may park at my house?",
    ],
    [
      "says what a board may allow beyond it",
      "No antenna tower shall exceed a height of 90 feet.",
      "The Commission may permit an increase of the height of an antenna tower to 120 feet.",
      "What is the maximum height of an antenna tower?",
    ],
    [
      "only measures another distance by it",
      "The antenna of a radio amateur shall not exceed a height of 65 feet.",
      "The antenna of a radio amateur shall be set back 1 foot for each one (1) foot of height.",
      "How high may the antenna of a radio amateur be?",
    ],
  ])("is asserted beside a sentence that %s", async (_, rule, other, question) => {
    const source: PassageSource = { headings: ["Chapter 9", "9.8 General standards"], text: `${rule} ${other}` };
    expect((await asked([source], question)).answerStatus).toBe("answered");
    const rival = { ...source, text: `${rule} ${rule.replace(/\b(?:9,000|90|65)\b/, "77")}` };
    expect((await asked([rival], question)).answerStatus).not.toBe("answered");
  });

  it("is asserted for each of several things asked, where one sentence states them all", async () => {
    const fences: PassageSource = {
      headings: ["Chapter 9", "9.9 Fences"],
      text: "Fences shall not exceed four (4) feet in height in a front yard nor six (6) feet in side and rear yards.",
    };
    const question = "How tall can a fence be in the front yard, and how tall in the back yard?";
    expect((await asked([fences], question)).answerStatus).toBe("answered");
    const one = { ...fences, text: "Fences shall not exceed four (4) feet in height in any yard." };
    expect((await asked([one], question)).answerStatus).not.toBe("answered");
  });

  it("is the time for appeals, whatever was decided on", async () => {
    const appeals: PassageSource = {
      headings: ["Chapter 17", "17.4 Appeals to the Zoning Board of Appeals"],
      text: "An appeal shall be filed within fifteen (15) days of the decision of the zoning officer.",
    };
    const question = "The zoning officer ruled against my shed. How long do I have to file an appeal of the decision?";
    const { first, answerStatus } = await asked([appeals], question);
    expect(answerStatus).toBe("answered");
    expect(first).toContain("fifteen (15) days");
  });

  it("is a time and no distance where a yard is only the place where something stays", async () => {
    const sheds: PassageSource = {
      headings: ["Chapter 9", "9.3 Portable storage"],
      text: "A portable storage container may not remain in a front yard for more than ten days.",
    };
    const question = "We have a portable storage container in the front yard. How many days can it stay there?";
    expect((await asked([sheds], question)).answerStatus).toBe("answered");
  });

  it("is stated from an item of a list that was read as a table row with its mark as the label", async () => {
    const text = "2. | Window signs shall not exceed 15 percent of the window area.";
    const signs: PassageSource = {
      headings: ["Chapter 6", "6.3 Signs"],
      text,
      rows: (charStart) => {
        const at = charStart + text.indexOf("Window");
        const value = text.slice(text.indexOf("Window"));
        const cells = [{ column: "", value, charStart: at, charEnd: at + value.length }];
        return [{ charStart, charEnd: charStart + text.length, label: "2.", sentence: text, cells }];
      },
    };
    const { first } = await asked([signs], "What percent of the window area may window signs cover?");
    expect(first).toContain("Window signs shall not exceed 15 percent");
    expect(first).not.toContain("table entry");
  });
});

describe("a provision that states another amount without contradicting the answer", () => {
  const limit: PassageSource = {
    headings: ["Chapter 4", "4.2 Animals"],
    text: "No more than six dogs shall be kept on a property.",
  };

  it("is a definition beside a limit", async () => {
    const definition: PassageSource = {
      headings: ["Chapter 2", "2.1 Definitions"],
      text: "Kennel - Any place in which a total of three or more dogs are kept for breeding or boarding.",
    };
    const { first, answerStatus } = await asked([limit, definition], "How many dogs may I have?");
    expect(answerStatus).toBe("answered");
    expect(first).toContain("six dogs");
  });

  it("is a rule on the sign for what is asked about", async () => {
    const sales: PassageSource = {
      headings: ["Chapter 4", "4.3 Tag sales"],
      text: "Tag sales are held not more than three times in a year.",
    };
    const signs: PassageSource = {
      headings: ["Chapter 7", "7.2 Sign table"],
      text: "Sign | Number in a year | Area (square feet)\nTag sale sign | 8 | 4",
    };
    const { first, answerStatus } = await asked([sales, signs], "how many tag sales a year can we have");
    expect(answerStatus).toBe("answered");
    expect(first).toContain("three times");
  });

  it("is the time that a board has, where a person asks for theirs", async () => {
    const appeals: PassageSource = {
      headings: ["Chapter 9", "9.4 Appeals"],
      text: [
        "An appeal shall be taken within ten (10) days of the issuance of the order by the officer.",
        "Notice of the decision shall be sent to any person who appeals within 15 days after it has been made.",
        "The Board shall hear an appeal within 40 days.",
      ].join("\n"),
    };
    const { first, answerStatus } = await asked(
      [appeals],
      "The zoning officer sent me an order. How many days have I got to appeal it?",
    );
    expect(answerStatus).toBe("answered");
    expect(first).toContain("ten (10) days");
  });

  it("is a limit in another quantity", async () => {
    const garages: PassageSource = {
      headings: ["Chapter 5", "5.6 Garages"],
      text: [
        "No detached garage shall exceed 24 feet in height.",
        "No detached garage shall have more than two stories of height.",
      ].join("\n"),
    };
    const { first, answerStatus } = await asked([garages], "How tall can a detached garage be?");
    expect(answerStatus).toBe("answered");
    expect(first).toContain("24 feet");
  });
});
