import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const districtsAsRows: PassageSource = {
  headings: ["Article IV", "28 Table of Area and Dimensional Requirements"],
  page: 20,
  text: [
    "Zone | Minimum Lot Area (acres) | Minimum Front Yard (feet) | Maximum Lot Coverage (percent)",
    "RA-2 | 2 | 50 | 25",
    "B-1 | 1 | 45 | 40",
    "RC | NA | 30 | 40",
  ].join("\n"),
};
const districtsAsColumns: PassageSource = {
  headings: ["Article 5", "5.2 Area and Dimensional Requirements"],
  page: 47,
  text: [
    "Standard | R-40 | R-25 | R-15",
    "a. Minimum Lot Area, in square feet | 40,000 | 25,000 | 15,000",
    "b. Minimum Front Yard | 50 | 40 | 25",
    "c. Maximum Building Height | 35 | 35 | 30*",
    "* Thirty-five (35) feet on lots of more than one acre.",
  ].join("\n"),
};
const villageDistrict: PassageSource = {
  headings: ["Chapter 3", "3.4 Village Commercial District (VC)"],
  page: 9,
  text: "A. Dimensions.\n(1) Minimum lot area: five acres.\n(2) Minimum setback, front lot: 100 feet.\n(3) Maximum building height: two stories; 30 feet.\nB. Permitted uses:\n(1) Retail stores.\n(2) Banks and offices.\nC. Uses by special permit:\n(1) Restaurants, provided that seating is outdoors.\nD. Drive-through windows are prohibited.",
};
const otherDistrict: PassageSource = {
  headings: ["Chapter 3", "3.5 Light Industrial District (LI)"],
  page: 11,
  text: "A. Minimum lot area: two acres.\nB. Permitted uses:\n(1) Warehouses.\n(2) Two-family dwellings for caretakers.",
};
const definitions: PassageSource = {
  headings: ["Chapter 2", "2.1 Definitions"],
  page: 3,
  text: "Building: any structure with a roof.\nLot, corner: a lot at the junction of two streets.\nKennel means a place where more than three dogs are kept.",
};
const code = [districtsAsRows, districtsAsColumns, villageDistrict, otherDistrict, definitions];

describe("a value question", () => {
  it("is answered from a table whose rows are districts, with the unit of the column", async () => {
    const turn = await ask(code, "What is the minimum lot area in the B-1 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^In the B-1 district: Minimum Lot Area \(acres\): 1 acre \[\d\]/);
    expect(turn.citations[0]?.quote).toContain("B-1 | 1 | 45 | 40");
    expect(turn.citations[0]?.page).toBe(20);
  });

  it("is answered from a table whose columns are districts", async () => {
    const turn = await ask(code, "What is the minimum lot size in the R-25 zone?");
    expect(turn.answer).toContain("25,000");
    expect(turn.answer).not.toContain("40,000");
    expect(turn.citations[0]?.page).toBe(47);
  });

  it("brings the footnote of a starred value with it", async () => {
    const turn = await ask(code, "How tall can a building be in R-15?");
    expect(turn.answer).toMatch(/^In the R-15 district the maximum height is 30 feet \[/);
    expect(turn.answer).toContain("Thirty-five (35) feet on lots of more than one acre");
  });

  it("is answered from a district's own section, and says which district", async () => {
    const turn = await ask(code, "What is the minimum lot area in the Village Commercial (VC) district?");
    expect(turn.answer).toMatch(/Village Commercial \(VC\) district .*five acres/);
    expect(turn.answer).not.toContain("two acres");
  });

  it("is about the site's own district when it names none", async () => {
    const turn = await ask(code, "What is the minimum front yard on my lot?", { siteFacts: { zoningCodes: ["R-40"] } });
    expect(turn.answer).toContain("50");
    expect(turn.answer).not.toContain("100 feet");
  });

  it("is not answered with another district's value", async () => {
    const turn = await ask([districtsAsColumns, otherDistrict], "What is the minimum lot area in the R-80 district?");
    expect(turn.answerStatus).toBe("not_located");
    expect(turn.answer).toMatch(/^Not located in the indexed documents/);
    expect(turn.citations).toEqual([]);
    expect(turn.searched.length).toBeGreaterThan(0);
  });

  it("is not answered with another dimension's value", async () => {
    const turn = await ask([districtsAsColumns], "What is the minimum lot frontage in the R-25 district?");
    expect(turn.answerStatus).toBe("not_located");
  });
});

describe("a question whether a use is allowed", () => {
  it("is answered from the list of permitted uses", async () => {
    const turn = await ask(code, "Are retail stores allowed in the VC district?");
    expect(turn.answer).toMatch(/^Yes, permitted/);
    expect(turn.answer).toContain("Retail stores");
  });

  it("tells a special permit from a right", async () => {
    const turn = await ask(code, "Can I open a restaurant in the VC district?");
    expect(turn.answer).toMatch(/^Yes, with a special permit in the VC district: Restaurants/);
  });

  it("is answered by a prohibition that is a sentence", async () => {
    const turn = await ask(code, "Is a drive-through allowed in the VC district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^No, not permitted: .*Drive-through windows are prohibited/);
  });

  it("abstains for a use that only another district's list names", async () => {
    const turn = await ask(code, "Can I build a duplex in the VC district?");
    expect(turn.answerStatus).toBe("not_located");
  });

  it("abstains when the ordinance never speaks of the use", async () => {
    const turn = await ask(code, "Can I open a cannabis dispensary in the VC district?");
    expect(turn.answerStatus).toBe("not_located");
  });
});

describe("an entry that speaks of a use", () => {
  const within = (text: string): PassageSource => ({ headings: ["Chapter 3", "3.6 Highway District (HD)"], text });

  it("without what the question wants is quoted", async () => {
    const sources = [within("B. Uses by special permit:\n(1) Animal hospitals without outdoor kennels.\n(2) Motels.")];
    const turn = await ask(sources, "Can I open an animal hospital with an outdoor kennel in the HD district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("Animal hospitals without outdoor kennels");
  });

  it.each([
    "Livestock shall be permitted in the A-1 and A-2 districts and shall be prohibited in all other districts.",
    "Livestock is allowed in the A-1 and A-2 districts only.",
  ])("in other districts only decides nothing in the one asked about: %s", async (text) => {
    const turn = await ask([within(text)], "Can I keep goats and other livestock in the HD district?");
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("in the yard that is asked about is quoted", async () => {
    const turn = await ask([within("A shed may not stand in a front yard.")], "Can my shed stand in the front yard?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("A shed may not stand in a front yard");
  });

  it("is no ruling where the words stand in a district's name or a person's trade", async () => {
    const sources = [
      within(
        "B. Permitted uses:\n(1) Offices of a manufacturer's agent.\n" +
          "Uses not listed are prohibited in the Light Manufacturing District.",
      ),
    ];
    const turn = await ask(sources, "Can I open a manufacturing plant in the HD district?");
    expect(turn.answer).not.toMatch(/^(?:Yes|No, not permitted)/);
  });

  it("of the plain use goes before one of a narrower use", async () => {
    const sources = [within("B. Permitted uses:\n(1) Dental and medical offices.\nC. Prohibited:\n(1) Offices.")];
    const turn = await ask(sources, "Can I open an office in the HD district?");
    expect(turn.answer).toMatch(/^No, not permitted/);
  });
});

describe("a question in everyday words", () => {
  const everyday: readonly PassageSource[] = [
    {
      headings: ["Chapter 4", "4.4 Short-Term Rentals"],
      text: "No dwelling unit shall be let as a short-term rental for more than ninety (90) nights in a calendar year.",
    },
    {
      headings: ["Chapter 6", "6.4 Buffers"],
      text: "Where a lot in the LI district abuts a dwelling, a planted buffer at least 30 feet wide shall be kept.",
    },
    { headings: ["Chapter 4", "4.7 Home Occupations"], text: "A home occupation is permitted in every dwelling." },
    ...code,
  ];

  it("is answered in the ordinance's own", async () => {
    expect((await ask(everyday, "how many nights a year can my house be an airbnb")).answer).toContain("90");
  });

  it("keeps to what is asked to be wide, which need not be the lot", async () => {
    const turn = await ask(everyday, "How wide a planted buffer is required where a lot abuts a dwelling?");
    expect(turn.answer).toContain("30 feet wide");
  });

  it("is answered for a district with the rule for all of them", async () => {
    const turn = await ask(everyday, "Is a home occupation allowed in the B-1 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^Yes, permitted .*A home occupation is permitted in every dwelling/);
  });
});

describe("a question what a term means", () => {
  it("is answered with its definition, inverted headwords included", async () => {
    expect((await ask(code, "What is a kennel?")).answer).toContain("more than three dogs");
    expect((await ask(code, "What is a corner lot?")).answer).toContain("junction of two streets");
  });
});

const useTable: PassageSource = {
  headings: ["Article 4", "4.1 Table of Uses"],
  page: 15,
  text: "Use | R-1 | GC\nRetail store | N | P\nSelf-storage facility | N | SP\nOne-family dwelling | P | N\n\nP = Permitted by right. SP = Allowed by special permit. N = Not permitted.",
};

describe("a use table", () => {
  it("is read under the district asked about, by the document's own letters", async () => {
    const turn = await ask([useTable], "Is a self-storage facility allowed in the GC district?");
    expect(turn.answer).toMatch(
      /^Yes, with a special permit: in the GC district “Self-storage facility” is marked “SP”, allowed by special permit/i,
    );
    expect(turn.citations.map((citation) => citation.quote)).toContain("Use | R-1 | GC");
  });

  it("has a caption that names the district for the parts of it that stand in other passages", async () => {
    const text = "Bakery | P\nCar wash | C";
    const rows = (charStart: number) => [
      {
        charStart: charStart + text.indexOf("Car"),
        charEnd: charStart + text.length,
        sentence: "Car wash: C",
        label: "Car wash",
        caption: "Table 3: Uses authorized in the V-2 District",
        cells: [{ column: "", value: "C", charStart: charStart + text.length - 1, charEnd: charStart + text.length }],
      },
    ];
    const sources: PassageSource[] = [{ headings: ["Article 4", "4.2 Authorized uses"], text, rows }];
    const turn = await ask(sources, "Can I open a car wash in the V-2 district?");
    expect(turn.answer).toMatch(/is a table entry, row “Car wash”: “C”/);
  });
});

describe("a question that goes on from the one before", () => {
  it("keeps the dimension and takes the new district", async () => {
    const first = "What is the minimum front yard in the R-40 district?";
    const turn = await ask([districtsAsColumns], "And in the R-15 district?", {
      previousTurns: [{ question: first, answer: "Minimum Front Yard, R-40: 50 [1].", citations: [] }],
    });
    expect(turn.answer).toMatch(/^In the R-15 district the minimum front setback is 25 feet \[/);
  });
});
