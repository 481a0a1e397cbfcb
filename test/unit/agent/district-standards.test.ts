import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import type { DistrictStandard } from "../../../retrieval/index.ts";
import { ask as askOver, type PassageSource } from "../../support/passages.ts";

const section: PassageSource = {
  headings: ["Chapter 5", "5.7 Lot and building requirements"],
  text: "Smallest plot, B-1: 9,000 sq. ft.\nB-1 (see plate 4): 30 feet.\nWidth at the road, B-1: 80 feet.\nCorner lots, B-1: 15 feet.",
};
const spanOf = (words: string) => {
  const charStart = section.text.indexOf(words);
  return { charStart, charEnd: charStart + words.length };
};
const standard = (
  one: Partial<DistrictStandard> & Pick<DistrictStandard, "charStart" | "charEnd">,
): DistrictStandard => ({
  ...{
    dimension: "setback_front",
    limit: "min",
    value: 30,
    unit: "ft",
    districts: ["B-1"],
    conditions: [],
    notes: [],
    documentId: "doc_1",
  },
  ...one,
});
const front = standard(spanOf("B-1 (see plate 4): 30 feet."));

const ask = (question: string, standards: readonly DistrictStandard[], sources = [section]) =>
  askOver(sources, question, { standards });

describe("a standard that was read when the law was ingested", () => {
  it("answers with its value, and cites where it stands", async () => {
    const turn = await ask("What is the minimum front setback in the B-1 district?", [front]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^In the B-1 district the minimum front setback is 30 feet \[1\]/);
    expect(turn.citations[0]?.quote).toContain("B-1 (see plate 4): 30 feet");
  });

  it("holds for an office building, and not for a shopping center, for which a code may set its own", async () => {
    const asked = (building: string) => `What is the minimum front setback of ${building} in the B-1 district?`;
    const office = await ask(asked("an office building"), [front]);
    expect(office.answer).toMatch(/^In the B-1 district the minimum front setback is 30 feet/);
    expect((await ask(asked("a shopping center"), [front])).answerStatus).not.toBe("answered");
  });

  it("does not answer a question on a lot behind others", async () => {
    const asked = (lot: string) => `What is the minimum front setback of ${lot} lot in the B-1 district?`;
    expect((await ask(asked("a back"), [front])).answerStatus).not.toBe("answered");
    expect((await ask(asked("a rear"), [front])).answerStatus).not.toBe("answered");
  });

  it("answers a question that rules out lots of other kinds", async () => {
    const question =
      "What is the minimum front setback of an ordinary lot (not flag, not a corner lot) in the B-1 district?";
    const turn = await ask(question, [front]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^In the B-1 district the minimum front setback is 30 feet/);
  });

  it("is not the width of a planted strip along the line", async () => {
    const strip: PassageSource = {
      headings: ["Chapter 5", "5.9 B-1 Business District"],
      text: "In the B-1 district a landscaped area at least 40 feet in width shall be provided along the front property line.",
    };
    const turn = await ask("What is the minimum front setback in the B-1 district?", [], [strip]);
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("is part of an answer that lacks another thing that is asked", async () => {
    const question = "How far back does a house in B-1 go from the street, how wide is a lot, and how tall may it be?";
    const turn = await ask(question, [front]);
    expect(turn.answerStatus).toBe("partial");
  });

  it("is that of the district that is named, and not of the class of districts beside it", async () => {
    const question = "What front setback from an adjoining residence district applies in the B-1 district?";
    expect(
      readQuestion(question, { zoningCodes: [], jurisdiction: null }).districts.map(({ printed }) => printed),
    ).toEqual(["B-1"]);
    const other = "What height applies next to an adjoining residence district?";
    expect(readQuestion(other, { zoningCodes: [], jurisdiction: null }).districts).toEqual([]);
  });

  it("is stated together with its notes and with the cases in which another value holds", async () => {
    const wide = standard({ ...spanOf("Width at the road, B-1: 80 feet."), value: 80, conditions: ["at the road"] });
    const turn = await ask("What is the minimum front setback in the B-1 district?", [
      standard({ ...front, notes: ["note 1: see plate 4"] }),
      wide,
    ]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/is 30 feet[\s\S]*80 feet[\s\S]*Note: see plate 4/i);
  });

  it("is quoted where a note that it points to was not found", async () => {
    const turn = await ask("What is the minimum front setback in the B-1 district?", [
      standard({ ...front, notes: ["note 2: Thirty-five feet on arterial roads."] }),
    ]);
    expect(turn.answerStatus).not.toBe("answered");
    expect(turn.answer).not.toMatch(/the minimum front setback is/);
  });

  it("is stated where one clause sets it for two cases, of which the question names none", async () => {
    const served: PassageSource = {
      headings: ["10.1 Minimum Lot Size"],
      text: "River Village Zone: 7,500 square feet if served by public sewers, 40,000 square feet if not served by public sewers.",
    };
    const clause = { charStart: 0, charEnd: served.text.length, dimension: "lot_area_min", unit: "sq ft" } as const;
    const turn = await ask(
      "What is the minimum lot size in the River Village (RV) district?",
      [
        standard({ ...clause, districts: ["River Village Zone"], value: 7_500, conditions: ["if served"] }),
        standard({ ...clause, districts: ["River Village Zone"], value: 40_000, conditions: ["if not served"] }),
      ],
      [served],
    );
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("7,500 square feet if served by public sewers, 40,000 square feet if not served");
  });

  it("is stated for a district whose name has a number", async () => {
    const turn = await ask("What is the minimum front setback in the Business 1 (B-1) district?", [front]);
    expect(turn.answer).toMatch(/^In the Business 1 \(B-1\) district the minimum front setback is 30 feet \[1\]/);
  });

  it("of a density answers how many homes may be built, though it names none", async () => {
    const density = standard({ ...spanOf("Corner lots, B-1: 15 feet."), dimension: "density_max", limit: "max" });
    const turn = await ask("How many apartments may I build on a lot in the B-1 district?", [
      { ...density, value: 15, unit: "du/ac" },
    ]);
    expect(turn.answer).toMatch(/^In the B-1 district the maximum density is 15/);
  });

  it("of the very case that a question names is the one that is stated", async () => {
    const onCorners = standard({ ...spanOf("Corner lots, B-1: 15 feet."), value: 15, conditions: ["Corner lots"] });
    const turn = await ask("What is the minimum front setback of a corner lot in the B-1 district?", [
      front,
      onCorners,
    ]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("15 feet");
    expect(turn.answer).not.toContain("30 feet");
  });

  it("is answered in the words of the law where the law states that there is none", async () => {
    const waived: PassageSource = {
      headings: ["10.6 Minimum Side Yard"],
      text: "B-1 Zone - there is no minimum side yard requirement.",
    };
    const place = { charStart: 0, charEnd: waived.text.length };
    const none = standard({ ...place, dimension: "setback_side_interior", value: null });
    const turn = await ask("What is the minimum side yard in the B-1 district?", [none], [waived]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("there is no minimum side yard requirement");
  });

  it("of the side along a street is that of a corner lot", async () => {
    const street = standard({ ...spanOf("Corner lots, B-1: 15 feet."), value: 15, dimension: "setback_side_street" });
    const turn = await ask("What is the street side setback on a corner lot in the B-1 district?", [street]);
    expect(turn.answer).toMatch(/^In the B-1 district the minimum street side setback is 15 feet/);
  });

  it("of a case is not told beside the value where its words do not name the case", async () => {
    const shed = standard({
      ...spanOf("Width at the road, B-1: 80 feet."),
      value: 80,
      conditions: ["Accessory buildings"],
    });
    const turn = await ask("What is the minimum front setback in the B-1 district?", [front, shed]);
    expect(turn.answer).toContain("30 feet");
    expect(turn.answer).not.toContain("80 feet");
  });

  it.each([
    ["has two values", [front, standard({ ...front, value: 25 })]],
    ["is not printed as it was read", [standard({ ...front, value: 31 })]],
  ])("is not stated where it %s", async (_, standards) => {
    const turn = await ask("What is the minimum front setback in the B-1 district?", standards);
    expect(turn.answer).not.toMatch(/the minimum front setback is/);
  });

  describe("in the rows of a table", () => {
    const neighbors: PassageSource = {
      headings: ["Chapter 5", "5.9 Requirements"],
      text: [
        "Standard | B-1 | B-2",
        "Minimum lot area (sq. ft.) | 9,000 | 8,000",
        "Minimum side yard (ft.) | 12 | 12",
        "Abutting the RA district (ft.) | 75 | 75",
        "Not abutting the RA district (ft.) | 30 | 30",
      ].join("\n"),
    };
    const homes = (heading: string, lead: string, frontage: number): PassageSource => ({
      headings: ["R-2 General Residential District", heading],
      text: [
        lead,
        "",
        "Building | Lot frontage (ft.) | Lot area (sq. ft.)",
        `Duplex | ${frontage} | 5,000`,
        "Townhouse | 90 | 9,000",
      ].join("\n"),
    });
    const atLarge = homes("5.1 Requirements", "Homes in the R-2 district shall comply with these requirements.", 50);
    const inArea = homes(
      "5.2 North area",
      'Notwithstanding Section 5.1, homes in the "North Area" shall comply with the following requirements:',
      33,
    );

    it("is that of the neighboring district that a question names", async () => {
      const sideYard = (beside: string) => `What is the minimum side yard in the B-1 district where the lot ${beside}?`;
      const turn = await askOver([neighbors], sideYard("abuts the RA district"));
      expect(turn.answerStatus).toBe("answered");
      expect(turn.answer).toMatch(/^Minimum side yard \(ft\.\), Abutting the RA district \(ft\.\), B-1: 75 \[1\]\.$/);
      expect((await askOver([neighbors], sideYard("abuts the RB district"))).answerStatus).not.toBe("answered");
    });

    it("is that of the kind of home asked about, each dimension in turn", async () => {
      const turn = await askOver([atLarge], "to build a duplex in R-2, how wide and how big must the lot be");
      expect(turn.answerStatus).toBe("answered");
      expect(turn.answer).toMatch(
        /minimum frontage for “Duplex” is 50 feet[\s\S]*minimum lot area for “Duplex” is 5,000 square feet/,
      );
    });

    it("is not that of an exception for an area that a question does not name", async () => {
      const turn = await askOver([atLarge, inArea], "How much frontage does a duplex need in the R-2 district?");
      expect(turn.answer).toMatch(/^In the R-2 district the minimum frontage for “Duplex” is 50 feet/);
      const named = await askOver(
        [atLarge, inArea],
        "How much frontage does a duplex need in the R-2 district in the North Area?",
      );
      expect(named.answer).not.toMatch(/^In the R-2 district the minimum frontage for “Duplex” is 50 feet/);
    });
  });

  it("is not stated for a question about a case or another thing", async () => {
    for (const thing of ["for a corner lot", "of a shed", "where there is no public sewer"]) {
      const turn = await ask(`What is the minimum front setback ${thing} in the B-1 district?`, [front]);
      expect(turn.answer).not.toMatch(/the minimum front setback is/);
    }
  });
});

describe("two provisions that set different values for one district", () => {
  const twice: PassageSource[] = [
    {
      headings: ["Chapter 5", "5.2 R-2 Garden District"],
      text: "In the R-2 district the minimum front setback is 25 feet.",
    },
    {
      headings: ["Chapter 8", "8.4 R-2 Garden District yards"],
      text: "In the R-2 district the minimum front setback is 30 feet.",
    },
  ];
  const clause: PassageSource = {
    headings: ["Chapter 1", "1.6 Interpretation"],
    text: "Where provisions of this ordinance conflict, the more restrictive shall govern.",
  };
  const covenants: PassageSource = {
    headings: ["Chapter 1", "1.7 Private agreements"],
    text: "Where a private covenant is more restrictive than this ordinance, the covenant shall govern.",
  };
  const question = "What is the minimum front setback in the R-2 district?";

  it("are quoted with the one that controls where the law says which does", async () => {
    const turn = await askOver([...twice, clause], question);
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/25 feet[\s\S]*30 feet/);
    expect(turn.answer).toMatch(
      /Of these the stricter is 30 feet; where provisions differ, the law says: “Where provisions/,
    );
    expect(turn.citations.map(({ quote }) => quote)).toContain(clause.text);
  });

  it.each([
    covenants.text,
    "Where this ordinance sets different buffering requirements, the more restrictive provisions shall govern.",
    "The disposal of demolition waste shall meet the more stringent of the state and local standards, which shall govern.",
  ])("are only quoted where no clause decides between provisions of the law: %s", async (text) => {
    const turn = await askOver([...twice, { ...covenants, text }], question);
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).not.toMatch(/stricter/);
  });
});

describe("the layout of a site", () => {
  const lot: PassageSource = {
    headings: ["Article 8 Parking", "8.4 Design of parking"],
    text: [
      "Each parking space shall be at least nine (9) feet wide and eighteen (18) feet long.",
      "Aisles shall be at least 14 feet wide for one-way traffic and 24 feet wide for two-way traffic.",
      "Parking areas shall be at least 12 feet from any street right-of-way and 6 feet from any other lot line.",
    ].join("\n\n"),
  };
  const places: PassageSource = {
    headings: ["Article 9 Lots", "9.2 Buildings on a lot"],
    text: [
      "Principal buildings on one lot shall be at least 30 feet apart.",
      "No building or structure shall be located within 50 feet of an inland wetland.",
      "No manure shall be stored within 75 feet of a wetland.",
    ].join("\n\n"),
  };
  const of = (question: string, sources = [lot, places]) => askOver(sources, question);

  it.each([
    ["How wide must a parking space be?", /^The minimum width of a parking space is nine \(9\) feet \[1\]\.$/],
    [
      "what size do my parking spots have to be",
      /width of a parking space is nine[\s\S]*length of a parking space is eighteen/,
    ],
    [
      "how long and wide is a parking space",
      /width of a parking space is nine[\s\S]*length of a parking space is eighteen/,
    ],
    [
      "how wide and how long must my parking stall be",
      /width of a parking space is nine[\s\S]*length of a parking space is eighteen/,
    ],
    ["How far apart do two buildings have to be?", /^The minimum distance between buildings is 30 feet \[\d\]\.$/],
    ["how close to a swamp can I build a house", /^The minimum distance from wetlands is 50 feet \[\d\]\.$/],
    ["How wide must the lanes between rows of parked cars be?", /width of a parking aisle is 24 feet/],
    ["aisle width for perpendicular parking", /width of a parking aisle is 24 feet/],
    ["How far must parking be from the street right-of-way?", /distance of parking from the street is 12 feet/],
    [
      "How close to the lot line can a parking lot be?",
      /from side lot lines is 6 feet[\s\S]*from rear lot lines is 6 feet/,
    ],
  ])("is told in answer to %j", async (question, told) => {
    const turn = await of(question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(told);
  });

  it("is stated with the row label and the requested value where a table row has several values", async () => {
    const stalls: PassageSource = {
      headings: ["Article 8 Parking", "8.6 Parking Layout"],
      text: [
        "Angle | Stall width (ft) | Stall length (ft) | Aisle, one-way (ft) | Aisle, two-way (ft)",
        "45 degrees | 9 | 18 | 13 | 20",
        "90 degrees | 9 | 18 | 22 | 24",
      ].join("\n"),
    };
    const { answer } = await of("How wide must the aisle between parked cars be?", [stalls]);
    expect(answer).toMatch(/90 degrees, Aisle, one-way \(ft\): 22/);
    expect(answer).not.toMatch(/9: 18: 22/);
  });

  it.each(["How wide must an accessible parking space be?", "How close to a wetland can I dig a well?"])(
    "is not told of a special kind of stall or of what is no building: %j",
    async (question) => {
      expect((await of(question)).answerStatus).not.toBe("answered");
    },
  );

  it.each([
    [
      "What size does a parking space have to be?",
      "Aisles between parking spaces shall be at least fourteen feet wide for one-way traffic.",
    ],
    [
      "What size does a parking stall have to be?",
      "Horses shall have a box stall of at least ten feet by ten feet in size.",
    ],
    ["How big must a handicapped parking space be?", "Ramps for the handicapped may extend three feet into a yard."],
    ["How big can a small parking space be?", "Aisles which serve small parking spaces may be reduced by two feet."],
  ])("is not told by a sentence on something else: %j", async (question, text) => {
    expect((await of(question, [{ headings: ["8.9 Parking"], text }])).answerStatus).not.toBe("answered");
  });

  it("of a district applies to a use for which the district has no separate standard", async () => {
    const flats: PassageSource = {
      headings: ["Article 5 Districts", "5.4 R-M Multiple Residence District"],
      text: "Distance between buildings: not less than 45 feet.",
    };
    const turn = await of("How far apart must apartment buildings be in the R-M district?", [flats]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("distance between buildings is 45 feet");
  });

  it("is quoted where the law sets it for a share of the stalls, and where two rules disagree", async () => {
    const text = "Eighty percent of the required parking spaces must be at least nine feet by 18 feet.";
    expect((await of("How wide must a parking space be?", [{ ...lot, text }])).answerStatus).toBe("partial");
    const other = { ...lot, text: "Parking spaces shall be at least 10 feet wide and 20 feet long." };
    const turn = await of("How wide must a parking space be?", [
      lot,
      { ...other, headings: ["Article 12", "Parking"] },
    ]);
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/nine \(9\) feet wide[\s\S]*10 feet wide/);
  });
});

describe("the district of a question", () => {
  const codesIn = (question: string) =>
    readQuestion(question, { zoningCodes: [], jurisdiction: null }).districts.flatMap(({ codes }) => codes);

  it.each([
    ["could i build a duplex on my R 20 lot", ["R-20"]],
    ["Is a bank allowed in C 2?", ["C-2"]],
    ["What is the rear yard in District C?", ["C"]],
    ["Compare the lot widths of Districts AA and B.", ["AA", "B"]],
    ["Is a shed allowed in zone R-3?", ["R-3"]],
  ])("is read where its code has a space, or stands behind the word: %s", (question, codes) => {
    expect(codesIn(question)).toEqual(codes);
  });

  it.each([
    "Which is the zone I live in?",
    "My house stands in flood zone A. May I add a deck?",
    "We are four families on 20 lots. Who maintains the road?",
  ])("is none that only looks like a code: %s", (question) => {
    expect(codesIn(question)).toEqual([]);
  });
});
