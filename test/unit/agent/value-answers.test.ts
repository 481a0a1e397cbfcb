import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const notLocated = /not located/i;

const perUse: PassageSource = {
  headings: ["Article 4", "4.2 Schedule of Intensity"],
  text: [
    "District | Use | Lot Area (sq ft) | Side Yard (ft) | Height (stories/ft)",
    "Residence B | One-family dwelling | 10,000 | 10 | 2½ / 35",
    "Residence B | Two-family dwelling | 14,000 | 12 | 2½ / 35",
    "Business 1 | All uses | None | None | 3 / 40",
  ].join("\n"),
};

const bySide: PassageSource = {
  headings: ["Chapter 3", "3.4 Table of Standards"],
  text: [
    "Standard | S-1 | S-2",
    "Min. side yard (feet) | 20 | 15",
    "Abutting a railroad (feet) | 40 | 30",
    "Max. building height (feet) | 38 | 42",
  ].join("\n"),
};

describe("a value of a row", () => {
  it("is not given for a district that has no row", async () => {
    expect((await ask([perUse], "What is the minimum lot area in the Residence C district?")).answer).toMatch(
      notLocated,
    );
  });

  it("is only quoted where its table is of a chapter on some form of development", async () => {
    const special: PassageSource = {
      headings: ["1050 Special uses with special standards", "1052 Land kept open"],
      text: "Standard | R-1 | R-2\nMinimum Lot Width | 160 | 120",
    };
    const turn = await ask([special], "What is the minimum lot width in the R-1 zone?");
    expect(turn.answerStatus).not.toBe("answered");
    expect(turn.answer).toMatch(/column “R-1”: “160”/);
  });

  it("is printed as 2 1/2 where the extracted text says 21/2", async () => {
    const stories: PassageSource = { ...bySide, text: "Standard | S-1 | S-2\nNumber of stories | 21/2 | 3" };
    const turn = await ask([stories], "How many stories are allowed in the S-1 district?");
    expect(turn.answer).toMatch(/: 2 1\/2(?: stories)?\b/);
  });
});

describe("the entries of a district in its table of standards", () => {
  const bulk: PassageSource = {
    headings: ["Article 3", "3.2 Bulk Standards"],
    text: [
      "Standard | S-1 | S-2",
      "Minimum lot area (square feet) | 20,000 | 9,000",
      "Minimum building setback from front lot line - County Road (feet) | 61 | 41",
      "Minimum building setback from front lot line - Town Road (feet) | 47 | 27",
      "Maximum height (feet) | 33 | 44",
    ].join("\n"),
  };

  it("are quoted together where one of several dimensions asked for has rows for several cases", async () => {
    const turn = await ask([bulk], "S-1: what are the lot area, the front setback and the height?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/The table of standards states for the S-1 district: .*Town Road \(feet\)”: “47”/);
    expect(turn.answer).not.toMatch(/“27”|“44”/);
  });

  it("are not quoted where they answer, nor for a district that the table lacks", async () => {
    const whole = await ask([bulk], "What is the minimum lot area in the S-2 district?");
    expect(whole.answer).not.toContain("The table of standards");
    const other = await ask([bulk], "What lot area and height does the S-9 district have?");
    expect(other.answer).not.toContain("The table of standards");
  });
});

it("a distance that only the model reads as a height is told of the building asked about", async () => {
  const fringe: PassageSource = {
    headings: ["Article 7", "7.6 Flood fringe"],
    text:
      "The lowest floor of a new or substantially improved dwelling shall be at least two (2) feet above the base flood elevation.\n" +
      "The lowest floor of a nonresidential building shall be at least one (1) foot above the base flood elevation.",
  };
  const turn = await ask([fringe], "How far above the base flood elevation must a dwelling be?");
  expect(turn.answer).toContain("two (2) feet");
  expect(turn.answer).not.toContain("one (1) foot");
});

describe("several measures asked for in one question", () => {
  const table: PassageSource = {
    headings: ["Chapter 5", "5.4 Table of lots"],
    text: [
      "Standard | R-4 | R-6",
      "Minimum lot area (sq ft) | 30,000 | 40,000",
      "Minimum dimension of square on the lot (ft) | 110 | 140",
      "Minimum lot frontage (ft) | 90 | 120",
      "Minimum front yard (ft) | 35 | 45",
    ].join("\n"),
  };

  it.each([
    "What lot area do I need in R-6, and how large a square must fit on it?",
    "In R-6: the required lot area, the frontage and the side of the square that has to fit on the lot?",
  ])("has the square that must fit on the lot among its answers: %s", async (question) => {
    const { answer, answerStatus } = await ask([table], question);
    expect(answerStatus).toBe("answered");
    expect(answer).toContain("40,000");
    expect(answer).toMatch(/square on the lot[^\n]*140/);
  });

  it("has the length along the street and the distance of the house from it", async () => {
    const question =
      "An R-4 lot: how much land do I need, how much of it along the street, and how far back must the house be?";
    const { answer, answerStatus } = await ask([table], question);
    expect(answerStatus).toBe("answered");
    expect(answer).toMatch(/30,000[\s\S]*90[\s\S]*35/);
  });

  it("is partial where one of them is of no known kind", async () => {
    const question = "In R-4, what are the lot area, the frontage and the length of the berm?";
    expect((await ask([table], question)).answerStatus).toBe("partial");
  });
});

describe("a table with the values of several kinds of lots in one cell", () => {
  const table: PassageSource = {
    headings: ["Chapter 5", "5.4 Table of lots"],
    text: [
      "Standard | R-4 | R-6",
      "Minimum lot area Interior or Corner Lot Rear Lot | 25,000 SF 35,000 SF | 45,000 SF 65,000 SF",
      "Minimum lot frontage Interior or Corner Lot Rear Lot | 110 feet 25 feet (accessway) | 160 feet 25 feet (accessway)",
      "Minimum front yard Interior or Corner Lot Rear Lot | 35 feet 55 feet | 45 feet 85 feet",
    ].join("\n"),
  };

  it("answers for the kind of lot that is asked about", async () => {
    const question =
      "How big must a rear lot be in R-4, how wide the strip out to the road, and how far back must the house be?";
    const { answer, answerStatus } = await ask([table], question);
    expect(answerStatus).toBe("answered");
    expect(answer).toMatch(/35,000 SF for “Rear Lot”[\s\S]*25 feet for “Rear Lot”[\s\S]*55 feet for “Rear Lot”/);
    expect(answer).not.toMatch(/25,000|110/);
  });

  it("answers for lots at large with the value of the plain ones", async () => {
    const { answer } = await ask([table], "What is the minimum lot area in R-6?");
    expect(answer).toMatch(/^In the R-6 district the minimum lot area is 45,000 SF/);
  });
});

const heightNearOthers: PassageSource = {
  headings: ["Chapter 24 R3 Multiple-Family Zone", "24.040 Standards"],
  text: "D. Height. The maximum height shall be three stories and shall in no event exceed 40 feet, except that within 100 feet of an R1 zone the maximum height shall be 28 feet.",
};

describe("a value of a sentence", () => {
  it("holds in the zone its section is about, not in the neighbour it speaks of", async () => {
    expect((await ask([heightNearOthers], "What is the maximum height in the R3 zone?")).answer).toContain("40 feet");
    expect((await ask([heightNearOthers], "How tall can a house be in the R1 zone?")).answer).toMatch(notLocated);
  });

  it("holds in every district of the family it names", async () => {
    const family: PassageSource = {
      headings: ["Part 7: ER Zones", "7.5 Setbacks"],
      text: "(3) The minimum required rear setback in any ER zone is 6.0 metres.",
    };
    expect((await ask([family], "What is the rear setback in the ER-2 zone?")).answer).toContain("6.0 metres");
    expect((await ask([family], "What is the rear setback in the R-2 zone?")).answer).toMatch(notLocated);
  });

  it("stands under a run-in title, in figures or in words", async () => {
    const yards: PassageSource = {
      headings: ["Chapter 20 R1 Zone", "20.040 Standards for the R1 zone"],
      text: "D. Yards.\n1. Front. Twenty feet, or the average of the block, whichever is less.\n2. Rear. Fifteen feet.\n3. Width: Interior lots, sixty feet; corner lots, seventy feet.",
    };
    const front = await ask([yards], "What is the front yard setback in the R1 zone?");
    expect(front.answer.split("\n")[0]).toContain("Twenty feet");
    expect((await ask([yards], "What is the rear yard setback in the R1 zone?")).answer.split("\n")[0]).toContain(
      "Fifteen feet",
    );
  });

  it("may go on from the sentence before it", async () => {
    const lots: PassageSource = {
      headings: ["Article 4 R-2 District", "4.1 Requirements of the R-2 District"],
      text: "The minimum lot size for a single-family dwelling is twelve thousand (12,000) square feet. For a two-family dwelling the minimum is eighteen thousand (18,000) square feet.",
    };
    const answer = await ask([lots], "What is the minimum lot size for a duplex in the R-2 district?");
    expect(answer.answer.split("\n")[0]).toContain("eighteen thousand (18,000) square feet");
  });

  it("of the front yard is none of the back yard", async () => {
    const fences: PassageSource = {
      headings: ["Chapter 40", "40.020 Fences"],
      text: "A. In a front yard no fence shall exceed forty-two inches in height.\nB. In a side or rear yard no fence shall exceed six feet in height.",
    };
    const back = await ask([fences], "How tall can a fence be in the back yard?");
    expect(back.answer).toContain("six feet");
    expect(back.answer).not.toContain("forty-two");
    expect((await ask([fences], "How high can a fence be in the front yard?")).answer).not.toContain("six feet");
  });

  it("is a distance from a line, not a mention of the line", async () => {
    const garages: PassageSource = {
      headings: ["Article 4", "4.3 Supplementary Rules"],
      text: "A detached garage or shed shall be located at least six (6) feet from any side or rear lot line and shall not exceed twenty (20) feet in height.",
    };
    expect((await ask([garages], "How far from the side lot line must a shed be?")).answer).toContain("six (6) feet");
    expect((await ask([garages], "How wide must a lot be in the R-1 district?")).answer).toMatch(notLocated);
  });

  it("counted by stories is no height", async () => {
    const yards: PassageSource = {
      headings: ["Chapter 24 R3 Zone", "24.040 Standards of the R3 zone"],
      text: "C. Yards. Front, fifteen feet; side, five feet plus one foot for each story over the first; rear, ten feet.",
    };
    expect((await ask([yards], "What is the maximum height in the R3 zone?")).answer).toMatch(notLocated);
  });
});

describe("an amount asked for in everyday words", () => {
  const source: PassageSource = {
    headings: ["Article 4", "4.2 Home Occupations"],
    text: "A home occupation shall occupy no more than twenty-five percent (25%) of the floor area.\nOne sign of up to two (2) square feet is allowed.",
  };
  const shops: PassageSource = {
    headings: ["Article 7", "7.1 Signs Allowed"],
    text: "In the VC district each business may have one wall sign of up to one (1) square foot for each foot of its building front.",
  };

  it("is that of the thing asked about, which its heading names", async () => {
    const answer = await ask([shops, source], "how big can a sign for my home business be");
    expect(answer.answer).toContain("two (2) square feet");
    expect(answer.answer).not.toContain("wall sign");
  });

  it("is found under the ordinance's own words", async () => {
    const signs: PassageSource = {
      headings: ["Article 7", "7.2 Temporary Signs"],
      text: "A temporary sign may stand for no more than thirty (30) days in a calendar year.",
    };
    expect((await ask([shops, signs], "how long can I leave a banner up")).answer).toContain("thirty (30) days");
  });

  it("is not located where only another thing has such an amount", async () => {
    expect((await ask([source], "What is the maximum size of a solar array?")).answer).toMatch(notLocated);
    expect((await ask([bySide], "What is the maximum sign area in the S-2 district?")).answer).toMatch(notLocated);
  });
});

describe("a value of one use", () => {
  it("is that of the lots of a park and not of the park where the question asks for a lot in it", async () => {
    const park: PassageSource = {
      headings: ["Chapter 8 Mobile home parks", "8.2 Standards"],
      text: "The minimum area for a mobile home park shall be five acres.",
    };
    const question = "What is the minimum area of a mobile home lot in a mobile home park?";
    expect((await ask([park], question)).answerStatus).not.toBe("answered");
    const lots = {
      ...park,
      text: `${park.text}\n\nAll mobile home lots shall have a minimum area of 6,000 square feet.`,
    };
    expect((await ask([lots], question)).answer).toMatch(/6,000 square feet/);
  });

  it("is not that of plants which the law calls a barrier where the question asks for a fence", async () => {
    const plants: PassageSource = {
      headings: ["Chapter 9 Lots", "9.4 Planting"],
      text: "Buffers shall be planted as an opaque, natural barrier to a height of ten (10) feet.",
    };
    expect((await ask([plants], "How tall can a fence be?")).answerStatus).not.toBe("answered");
  });

  it("is not asserted where the question names no use", async () => {
    const special: PassageSource = {
      headings: ["53 Special Standards for Specific Uses", "53.1 Nursing homes"],
      text: "In the B-4 District, the use will be located on a lot having a minimum area of ten (10) acres.",
    };
    const lot = await ask([special], "What is the minimum lot size in the B-4 district?");
    expect(lot.answerStatus).not.toBe("answered");
    const homes: PassageSource = {
      headings: ["10.8 Minimum Floor Area in Residences", "10.8.3 New multi-family dwellings"],
      text: "500 square feet per dwelling unit with one bedroom plus 150 square feet for each additional bedroom.",
    };
    const unit = await ask([homes], "What is the minimum dwelling unit size (floor area) in the R-80 district?");
    expect(unit.answerStatus).not.toBe("answered");
  });
});

describe("the title of a table", () => {
  const signs: PassageSource = {
    headings: ["Chapter 7", "7.1 Sign types"],
    text: [
      "In addition to all other standards, each monument sign allowed under this chapter:",
      "a. shall have a base of brick; and",
      "b. shall stand in the first layer.",
      "",
      "TABLE 7-C SIGN TYPES: DISPLAY CASE",
      "",
      "Dimensions",
      "Area | Max. 8 sf, except in the case of theaters, which may not exceed 20 sf",
      "Depth | Max. 5 in.",
    ].join("\n"),
  };

  it("ends the list above it, whose lead says nothing of its rows", async () => {
    const turn = await ask([signs], "What is the maximum sign area of a monument sign?");
    expect(turn.answerStatus).not.toBe("answered");
    expect(turn.answer).not.toMatch(/monument sign[^“”]*8 sf/);
  });
});

describe("a value for a case behind the one for all lots", () => {
  const list: PassageSource = {
    headings: ["Chapter 3", "3.6 H-2 District"],
    text: "Minimum requirements:\n(1) Lot area: 9,000 square feet.\n(2) Lot width: 70 feet; 90 feet for corner lots.",
  };

  it.each(["How wide must a corner lot be in the H-2 district?", "What is the minimum lot width in the H-2 district?"])(
    "is stated with it: %s",
    async (question) => {
      const turn = await ask([list], question);
      expect(turn.answerStatus).toBe("answered");
      expect(turn.answer).toContain("70 feet; 90 feet for corner lots");
    },
  );

  it("does not state one for another case", async () => {
    const turn = await ask([list], "How wide must a flag lot be in the H-2 district?");
    expect(turn.answerStatus).not.toBe("answered");
  });
});

describe("a setback from the primary street", () => {
  const placement: PassageSource = {
    headings: ["Chapter 3", "3.8 H-4 District", "3.8.2 Building setbacks"],
    text: "The following setbacks apply:\n(1) From primary street: at least 18 feet.\n(2) From side lot line: at least 7 feet.",
  };

  it("is that of the front", async () => {
    const turn = await ask([placement], "What is the front setback for a house in the H-4 district?");
    expect(turn.answer).toMatch(/From primary street: at least 18 feet/);
    expect(turn.answer).not.toContain("7 feet");
  });
});
