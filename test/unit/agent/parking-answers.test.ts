import { describe, expect, it } from "vitest";
import type { ParkingProvision } from "../../../retrieval/index.ts";
import { ask as askOver, type PassageSource } from "../../support/passages.ts";

const section: PassageSource = {
  headings: ["Chapter 8 Off-street parking", "8.2 Spaces required"],
  text: `Uses Required spaces
Restaurants, taverns 1 for each 4 seats plus

1 for each 2 employees
Stores and shops 1 for each 250 sq. ft.
Bank 1 for each 300 sq. ft.
Bank, drive-in 1 for each 200 sq. ft. and 5 waiting spaces`,
};

function entry(words: string, required: string, printed = `${words} ${required}`): ParkingProvision {
  const charStart = section.text.indexOf(printed);
  return { words, required, notes: [], documentId: "doc_1", charStart, charEnd: charStart + printed.length };
}
const restaurants = entry(
  "Restaurants, taverns",
  "1 for each 4 seats plus 1 for each 2 employees",
  "Restaurants, taverns 1 for each 4 seats plus\n\n1 for each 2 employees",
);
const stores = entry("Stores and shops", "1 for each 250 sq. ft.");
const ask = (question: string, parking: readonly ParkingProvision[]) => askOver([section], question, { parking });

describe("the parking of a use that was read when the law was ingested", () => {
  it("answers with the whole requirement, and cites the entry", async () => {
    const turn = await ask("How many parking spaces does a restaurant need?", [restaurants, stores]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/“Restaurants, taverns” .*1 for each 4 seats plus 1 for each 2 employees \[1\]/);
    expect(turn.citations[0]?.quote).toContain("1 for each 2 employees");
  });

  it("counts the spaces for the amounts that the question tells, by the rule of the law on fractions", async () => {
    const rule =
      "In counting parking spaces a fraction of less than one-half is dropped, and a larger one is one space.";
    const sources = [section, { headings: ["Chapter 8 Off-street parking", "8.1 General"], text: rule }];
    const of = (question: string) => askOver(sources, question, { parking: [restaurants, stores] });
    const turn = await of("How many parking spaces for a restaurant with 61 seats and 8 employees?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(
      /That is 15\.25 spaces for 61 seats and 4 spaces for 8 employees, 19\.25 in all, 19 with a /,
    );
    expect(turn.citations.map(({ quote }) => quote)).toContain(rule);
    const whole = await of("How many parking spaces does a store of 2,000 square feet need?");
    expect(whole.answer).toMatch(/That is 8 spaces for 2,000 square feet \[1\]\.$/);
    expect(whole.citations).toHaveLength(1);
  });

  it("states the most that is allowed where a column has it, and is partial where a question asks for it and none has", async () => {
    const text = "Bowling alleys | 3 spaces for each lane | 5 spaces for each lane";
    const column = (name: string, value: string) => (charStart: number) => ({
      ...{ column: name, value, charStart: charStart + text.indexOf(value) },
      charEnd: charStart + text.indexOf(value) + value.length,
    });
    const rowsWith = (most: string) => (charStart: number) => [
      {
        ...{ charStart, charEnd: charStart + text.length, label: "Bowling alleys", sentence: text },
        cells: [
          column("Minimum", "3 spaces for each lane")(charStart),
          column(most, "5 spaces for each lane")(charStart),
        ],
      },
    ];
    const of = (most: string, question: string) =>
      askOver([{ headings: section.headings, text, rows: rowsWith(most) }], question, {
        parking: [
          {
            ...{ words: "Bowling alleys", required: "3 spaces for each lane", notes: [], documentId: "doc_1" },
            ...{ charStart: 0, charEnd: text.length },
          },
        ],
      });
    const both =
      "I'd like to open a bowling alley with 20 lanes. What's the least number of parking spots I need and what's the most I'm allowed?";
    const turn = await of("Maximum", both);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(
      /required is: 3 .* 60 spaces for 20 lanes[\s\S]*allowed at most is: 5 .* 100 spaces for 20 lanes/,
    );
    expect((await of("", both)).answerStatus).toBe("partial");
    const least = "How many parking spaces must a bowling alley with 20 lanes have? It seats 40 people at most.";
    expect((await of("Maximum", least)).answer).not.toContain("at most");
  });

  it("is counted for the question also where only a sentence states the rate", async () => {
    const text = "For a restaurant, one (1) parking space shall be provided for every three (3) seats.";
    const turn = await askOver([{ headings: section.headings, text }], "parking for a restaurant with 60 seats");
    expect(turn.answer).toMatch(/three \(3\) seats\. That is 20 spaces for 60 seats \[1\]\.$/);
  });

  describe("that only a section on the use states", () => {
    const inn: PassageSource = {
      headings: ["Chapter 8 Off-street parking", "8.9 Country Inn"],
      text: `There shall be at least two (2) parking spaces for the owner and one
(1) additional parking space for each guest room. In addition, there shall be one (1) additional parking space for each employee.`,
    };
    const question =
      "How many parking spaces does a country inn with 10 guest rooms, no restaurant and 4 employees need?";

    it("is stated in full and counted where a line wraps before a number in brackets", async () => {
      const turn = await askOver([inn], question);
      expect(turn.answerStatus).toBe("answered");
      expect(turn.answer).toMatch(/10 spaces for 10 guest rooms and 4 spaces for 4 employees, 16 in all/);
    });

    const ofRooms = "Two (2) parking spaces shall be provided for each guest room.";
    const elsewhere = {
      headings: ["Chapter 9 Inns and signs", "9.1 Country Inn"],
      text: ofRooms.replace("Two (2)", "Three (3)"),
    };
    it.each([
      ["two sections on it differ", [{ ...inn, text: ofRooms }, elsewhere]],
      ["it sets cases apart", [{ ...inn, text: `${ofRooms} By a lake ${elsewhere.text.toLowerCase()}` }]],
      ["it is on another use", [{ ...inn, headings: ["Chapter 8 Off-street parking", "8.9 Kennels"] }]],
    ])("is not asserted where %s", async (_, sources) => {
      expect((await askOver(sources, question, { parking: [] })).answerStatus).not.toBe("answered");
    });
  });

  it("is only quoted where a question tells the amount that the rate counts by, and the spaces cannot be counted", async () => {
    const required = "4 for the first 1,000 square feet and 1 for each further 250 square feet";
    const text = `Stores and shops ${required}`;
    const parking = [{ ...stores, required, charStart: 0, charEnd: text.length }];
    const of = (question: string) => askOver([{ ...section, text }], question, { parking });
    expect((await of("How many parking spaces does a store need?")).answerStatus).toBe("answered");
    expect((await of("How many parking spaces does a store of 3,000 square feet need?")).answerStatus).toBe("partial");
  });

  it("is not taken from a table of loading spaces, nor asked of what the question leaves aside", async () => {
    const loading = { ...section, headings: ["Chapter 8 Site layout", "8.4 Loading spaces required"] };
    const of = (source: PassageSource, question: string) => askOver([source], question, { parking: [stores] });
    const question = "How many parking spaces does a store of 2,000 square feet, apart from the apartment, need?";
    expect((await of(loading, question)).answerStatus).not.toBe("answered");
    expect((await of(section, question)).answer).toMatch(/That is 8 spaces for 2,000 square feet/);
  });

  it("is only quoted where it is set for another district than the question's", async () => {
    const ofDistrict = { ...section, headings: ["Chapter 5", "5.9 FB Form-Based District", "5.9.4 Parking"] };
    const of = (question: string) => askOver([ofDistrict], question, { parking: [restaurants, stores] });
    expect((await of("How many parking spaces does a restaurant need in the FB district?")).answerStatus).toBe(
      "answered",
    );
    for (const place of ["", " in the C-1 district"]) {
      const turn = await of(`How many parking spaces does a restaurant need${place}?`);
      expect([place, turn.answerStatus]).toEqual([place, "partial"]);
      expect(turn.answer).toContain("closest provision located");
    }
  });

  it("is not quoted to a question on chargers", async () => {
    const text = "There shall be at least one off-street parking space for each 200 square feet of floor space.";
    const near = { headings: ["8.3 Parking"], text, score: 0.9 };
    const question = "How many electric car chargers do I have to put in for a new parking lot with 80 spaces?";
    expect((await askOver([near], question)).answerStatus).toBe("not_located");
    const own = { ...near, text: `${text} Each parking lot shall have one electric car charger for 20 spaces.` };
    expect((await askOver([own], question)).answer).toMatch(/charger/);
  });

  it.each([
    "What is the minimum number of spaces for a store?",
    "We own a store. How many car spaces do we have to have?",
    "A store on Main Street: how many off-street spaces are required?",
  ])("answers %s", async (question) => {
    expect((await ask(question, [restaurants, stores])).answer).toMatch(/^For “Stores and shops”/);
  });

  it("answers a question for how it is computed", async () => {
    const { answer } = await ask("How are parking spaces for a restaurant computed?", [restaurants, stores]);
    expect(answer).toMatch(/^For “Restaurants, taverns” the parking required is/);
  });

  it("answers for each of two uses, and is partial where one of them has no entry", async () => {
    const both = await ask("What parking is required for a restaurant and for a store?", [restaurants, stores]);
    expect(both.answerStatus).toBe("answered");
    expect(both.answer).toMatch(/4 seats[\s\S]*250 sq/);
    const one = await ask("What parking is required for a store and for a warehouse?", [restaurants, stores]);
    expect(one.answerStatus).not.toBe("answered");
  });

  it("is stated together with the ratio that the law sets for the same use in a certain place", async () => {
    const places: PassageSource = {
      headings: section.headings,
      text: "Diners 1 for each 4 seats\nDiners in the Mill District 1 for each 5 seats\nDiners with a bar 1 for each 2 seats",
    };
    const of = (words: string, required: string): ParkingProvision => {
      const charStart = places.text.indexOf(`${words} ${required}`);
      return { ...restaurants, words, required, charStart, charEnd: charStart + `${words} ${required}`.length };
    };
    const diners = [
      of("Diners", "1 for each 4 seats"),
      of("Diners in the Mill District", "1 for each 5 seats"),
      of("Diners with a bar", "1 for each 2 seats"),
    ];
    const turn = await askOver([places], "Required parking for diners?", { parking: diners });
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^For “Diners” .*4 seats \[1\]\.\nFor “Diners in the Mill District” .*5 seats/);
    expect(turn.answer).not.toContain("2 seats");
  });

  it("is of the entry that names just the use where others name a form of it", async () => {
    const banks = [
      entry("Bank", "1 for each 300 sq. ft."),
      entry("Bank, drive-in", "1 for each 200 sq. ft. and 5 waiting spaces"),
    ];
    const turn = await ask("How many parking spaces must a bank have?", banks);
    expect(turn.answer).toContain("300");
    expect(turn.answer).not.toContain("200");
  });

  it("of a house is that of all dwellings where no entry is for houses", async () => {
    const dwellings = entry("Bank", "1 for each 300 sq. ft.");
    const turn = await ask("parking spots needed for a house", [{ ...dwellings, words: "Dwellings" }]);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("For “Dwellings”");
  });

  it("per dwelling unit is stated for each kind of dwelling, and not for what is in one", async () => {
    const homes: PassageSource = {
      headings: ["Chapter 8 Off-street parking"],
      text: "(1) One and two family dwellings 2 per dwelling unit\nMulti-family dwellings 2.5 per dwelling unit\nDwelling with a home occupation 4\nFactory 1 per worker",
    };
    const at = (words: string, required: string, printed: string): ParkingProvision => ({
      ...{ words, required, notes: [], documentId: "doc_1", charStart: homes.text.indexOf(printed) },
      charEnd: homes.text.indexOf(printed) + printed.length,
    });
    const parking = [
      at(
        "(1) One and two family dwellings",
        "2 per dwelling unit",
        "(1) One and two family dwellings 2 per dwelling unit",
      ),
      at("Multi-family dwellings", "2.5 per dwelling unit", "Multi-family dwellings 2.5 per dwelling unit"),
      at("Dwelling with a home occupation", "4", "Dwelling with a home occupation 4"),
    ];
    const question = "How many parking spaces are needed per dwelling unit in the Industrial (I) district?";
    const turn = await askOver([homes], question, { parking });
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer.split("\n").map((line) => line.replace(/ \[\d\]\.$/, ""))).toEqual([
      "For “One and two family dwellings” the parking required is: 2 per dwelling unit",
      "For “Multi-family dwellings” the parking required is: 2.5 per dwelling unit",
    ]);
  });

  it("is not taken from the entry of another use", async () => {
    const turn = await ask("How many parking spaces does a bowling alley need?", [restaurants, stores]);
    expect(turn.answer).not.toMatch(/4 seats|250/);
  });

  it("is of the entry that alone says what the question tells of the use", async () => {
    const text = "Elementary school 2 for each classroom\nHigh school 4 for each classroom";
    const schools = ["Elementary school", "High school"].map((words, at): ParkingProvision => {
      const required = `${(at + 1) * 2} for each classroom`;
      const charStart = text.indexOf(words);
      const charEnd = charStart + `${words} ${required}`.length;
      return { words, required, notes: [], documentId: "doc_1", charStart, charEnd };
    });
    const asked = (use: string) =>
      askOver([{ ...section, text }], `How many parking spaces per classroom are required for a ${use}?`, {
        parking: schools,
      });
    const high = await asked("high school");
    expect(high.answerStatus).toBe("answered");
    expect(high.answer).toContain("4 for each classroom");
    expect((await asked("school")).answerStatus).toBe("partial");
  });

  it("is not that of an entry which leaves the use out, or of which the use is only a place", async () => {
    const others = [
      entry("Restaurants excluding taverns", "1 for each 4 seats", "Restaurants, taverns 1 for each 4 seats plus"),
      entry("Offices accessory to a tavern", "1 for each 250 sq. ft.", "Stores and shops 1 for each 250 sq. ft."),
    ];
    const turn = await ask("How many parking spaces does a tavern need?", others);
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("is not taken from an entry that lacks a distinctive word of the name: a vet's clinic is not a medical clinic", async () => {
    const clinics = entry("Medical clinics", "1 for each 300 sq. ft.", "Bank 1 for each 300 sq. ft.");
    expect((await ask("How many parking spaces does a clinic need?", [clinics])).answerStatus).toBe("answered");
    expect((await ask("How many parking spaces does a vet clinic need?", [clinics])).answerStatus).not.toBe("answered");
  });

  it.each([
    ["whose requirement has the telling word", "1 per unit of one bedroom; 2 per unit of two bedrooms", "answered"],
    ["that does not have it only as a quote", "2 per unit", "partial"],
  ])("is that of an entry %s: a two-bedroom apartment", async (_, required, status) => {
    const flats: PassageSource = { headings: section.headings, text: `Multiple-family dwellings: ${required}` };
    const words = "Multiple-family dwellings";
    const whole = { documentId: "doc_1", charStart: 0, charEnd: flats.text.length };
    const turn = await askOver([flats], "How many spaces does a two-bedroom apartment need?", {
      parking: [{ words, required, notes: [], ...whole }],
    });
    expect(turn.answerStatus).toBe(status);
  });
});
