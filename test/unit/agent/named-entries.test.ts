import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];
const tableOf = (...rows: string[]): PassageSource => ({
  headings: ["Chapter 5", "5.3 Use Table"],
  text: [
    "P = Permitted, C = Conditional use permit, N = Not permitted",
    "",
    "Use | V-1 | V-2",
    "Office | P | P",
    "Kennel | N | N",
    ...rows,
  ].join("\n"),
});
const table = tableOf(
  "Multi-unit dwelling, 2 to 4 units | P | N",
  "Multi-unit dwelling, 5 or more units | C | N",
  "Lodging - Bed and breakfast inn | C | N",
  "Lodging - Hotel or motel | N | P",
  "Child care - Small day care home, up to 6 children | P | N",
  "Child care - Day care home, 7 to 14 children | C | N",
  "Medical: All medical | N | P",
  "Bank, with or without drive-in windows | N | P",
  "Rural commercial and retail | N | C",
);

describe("a row of a use table", () => {
  it.each([
    ["Is a triplex allowed in the V-1 district?", /^Yes, by right: .*“Multi-unit dwelling, 2 to 4 units”/],
    ["Could we build a 12-unit apartment building in the V-1 district?", /^Yes, .*“Multi-unit dwelling, 5 or more/],
    [
      "Is a day care home for ten children allowed in the V-1 district?",
      /^Yes, .*“Child care - Day care home, 7 to 14/,
    ],
  ])("is chosen by the number of homes or people that it is for: %s", async (question, answer) => {
    expect(first((await ask([table], question)).answer)).toMatch(answer);
  });

  it("says nothing of a number that it is not for", async () => {
    const small = tableOf("Multi-unit dwelling, 2 to 4 units | P | N");
    const { answer, answerStatus } = await ask([small], "Can I build eight apartments in the V-1 district?");
    expect(answerStatus).toBe("partial");
    expect(answer).not.toMatch(/^(?:Yes|No),/);
  });

  it.each([
    ["can i run a b&b in the V-1 district", /^Yes, with .*“Lodging - Bed and breakfast inn”/],
    ["Is a hotel allowed in the V-2 district?", /^Yes, by right: .*“Lodging - Hotel or motel”/],
    ["Is a medical clinic allowed in the V-2 district?", /^Yes, by right: .*“Medical: All medical”/],
  ])("names its use behind a group: %s", async (question, answer) => {
    expect(first((await ask([table], question)).answer)).toMatch(answer);
  });

  describe("with the number of a classification", () => {
    const numbered = tableOf(
      "gasoline service 2116a Gas stations with or without a car wash, excludes truck stops | P | N",
      "light repair 2117-2118 Includes oil changes, tailors and shoe repair | C | N",
      "research 2416 Studies matter in laboratories or bakeries | P | N",
      "orchards 9130 Fruit trees with sales limited to florists | P | N",
    );

    it.each([
      ["Is a gas station allowed in the V-1 district?", /^Yes, by right: .*“gasoline service 2116a/],
      ["Is a tailor authorized in the V-1 district?", /^Yes, with a conditional use permit: .*“light repair 2117/],
    ])("names its use behind the number too: %s", async (question, answer) => {
      expect(first((await ask([numbered], question)).answer)).toMatch(answer);
    });

    it.each([
      "Is a bakery allowed in the V-1 district?",
      "Is a florist allowed in the V-1 district?",
      "Is a truck stop allowed in the V-1 district?",
    ])("does not name what its description mentions in passing or leaves out: %s", async (question) => {
      expect((await ask([numbered], question)).answer).not.toMatch(/^Yes/);
    });
  });

  it("for a use with or without something leaves nothing out", async () => {
    const { answer } = await ask([table], "Is a bank with a drive-in window allowed in the V-2 district?");
    expect(answer).not.toMatch(/^No/);
    expect(first((await ask([table], "Is a bank allowed in the V-2 district?")).answer)).toMatch(/^Yes, by right/);
  });

  it("for rural shops does not decide on shops in general", async () => {
    const { answer } = await ask([table], "Is a retail store allowed in the V-1 district?");
    expect(answer).not.toMatch(/^No/);
  });
});

describe("a clause behind a semicolon", () => {
  it("forbids the animal that it names", async () => {
    const hens: PassageSource = {
      headings: ["Chapter 6", "6.7 Chickens"],
      text: "Up to six hens may be kept in a rear yard; roosters are not allowed.",
    };
    expect(first((await ask([hens], "Can I keep a rooster?")).answer)).toMatch(/^No, not permitted/);
  });
});

describe("an entry that forbids letting what it allows", () => {
  it("answers a question about letting it", async () => {
    const homes: PassageSource = {
      headings: ["Chapter 6", "6.1 V-1 Village district"],
      text: "Permitted accessory uses in the V-1 district:\n(1) Guesthouses, one to a lot, which shall not be rented.",
    };
    const { answer } = await ask([homes], "Can I rent out my guesthouse in the V-1 district?");
    expect(first(answer)).toMatch(/^No, not permitted: .*Guesthouses/);
  });
});

describe("an entry for something accessory to a dwelling", () => {
  it("is not quoted for accessory dwellings", async () => {
    const docks: PassageSource = {
      headings: ["Chapter 6", "6.1 V-1 Village district"],
      text: "Permitted uses in the V-1 district:\n(1) Boat docks accessory to a dwelling.\n(2) Granny flats of less than 600 square feet.",
    };
    const { answer } = await ask([docks], "Can I build an accessory dwelling in the V-1 district?");
    expect(answer).toContain("Granny flats");
    expect(answer).not.toContain("Boat docks");
  });
});

describe("a use that the definition of another one takes in", () => {
  const rows = tableOf("Meeting facility, public or private | C | N");
  const defined = (text: string): PassageSource => ({ headings: ["Chapter 9", "9.2 Definitions"], text });
  const meeting = defined(
    "Meeting facility. A place for meetings, including churches, synagogues and union halls.\nMotel. A building of guest rooms.",
  );
  const question = "Can our congregation open a church in the V-1 district?";

  it("is answered by the rule on that one, with the definition", async () => {
    const { answer, answerStatus, citations } = await ask([rows, meeting], question);
    expect(answer).toMatch(/^Yes, with .*“Meeting facility, public or private” is marked “C”/);
    expect(answer).toContain("including churches, synagogues and union halls");
    expect(answerStatus).toBe("answered");
    expect(citations.some(({ quote }) => quote.includes("including churches"))).toBe(true);
  });

  it("is not answered so where a rule names it", async () => {
    const own = tableOf("Meeting facility, public or private | C | N", "Church | P | N");
    expect((await ask([own, meeting], question)).answer).toMatch(/^Yes, by right: .*“Church”/);
  });

  it("is not answered by a definition that leaves it out", async () => {
    const without = defined("Meeting facility. A place for meetings, including union halls, but not churches.");
    expect((await ask([rows, without], question)).answer).not.toMatch(/^(?:Yes|No),/);
  });

  it("is not answered where two such uses are ruled otherwise", async () => {
    const two = tableOf("Meeting facility | C | N", "Cultural center | N | N");
    const both = defined(
      "Meeting facility. A place for meetings, including churches.\nCultural center. A place of culture, including churches.",
    );
    expect((await ask([two, both], question)).answer).not.toMatch(/^(?:Yes|No),/);
  });
});

describe("an everyday name of a use", () => {
  const list: PassageSource = {
    headings: ["Chapter 6", "6.2 V-3 District"],
    text: [
      "The following uses are permitted in the V-3 district:",
      "(1) Package stores for the sale of alcoholic beverages.",
      "(2) Antique stores.",
      "(3) Accessory buildings and structures.",
      "(4) Short-term rentals.",
      "(5) Accessory dwelling units.",
    ].join("\n"),
  };

  it.each([
    ["Can I open a liquor store in the V-3 district?", /: Package stores/],
    ["Is an antique shop allowed in the V-3 district?", /: Antique stores/],
    ["Can I put a garden shed on my V-3 lot?", /: Accessory buildings/],
    ["May we rent out our V-3 house by the night?", /: Short-term rentals/],
  ])("is that of its entry: %s", async (question, entry) => {
    const answer = first((await ask([list], question)).answer);
    expect(answer).toMatch(/^Yes, permitted in the V-3 district/);
    expect(answer).toMatch(entry);
  });

  it.each([
    ["a guest house is no accessory dwelling unit", "Is a guest house allowed in the V-3 district?"],
    [
      "an accessory dwelling unit let by the night is no house",
      "Can I rent my accessory house by the night in the V-3 district?",
    ],
    ["a shop that is not named is no antique store", "Is a shoe shop allowed in the V-3 district?"],
  ])("is not that of another one: %s", async (_, question) => {
    expect((await ask([list], question)).answer).not.toMatch(/^Yes/);
  });

  it("is not that of what belongs to other uses", async () => {
    const law = list.text.replace("(3) Accessory buildings", "(3) Farms and their accessory buildings");
    expect((await ask([{ ...list, text: law }], "Can I put a garden shed on my V-3 lot?")).answer).not.toMatch(/^Yes/);
  });

  it("is not that of what is done to things that stand there already", async () => {
    const repairs = {
      ...list,
      text: list.text.replace("(3) Accessory", "(3) Additions to existing dwellings or accessory"),
    };
    const { answer } = await ask([repairs], "Can I put a garden shed on my V-3 lot?");
    expect(answer).not.toMatch(/^Yes/);
  });
});

describe("a list of uses that a law permits", () => {
  it("rules on them, though its number makes it a part of the section on the intent of the district", async () => {
    const list: PassageSource = {
      headings: [
        "Chapter 30",
        "Division 2. V-4 Village District",
        "30-438 Intent of district",
        "30-438.1 Permitted uses",
      ],
      text: "The following uses are permitted in the V-4 district: (1) Museums; (2) Restaurants and cafes;",
    };
    expect(first((await ask([list], "Can I open a restaurant in the V-4 district?")).answer)).toMatch(
      /^Yes, permitted/,
    );
  });

  it("leaves out what an entry does not include", async () => {
    const list: PassageSource = {
      headings: ["Chapter 30", "Division 2. V-4 Village District", "30-438 Permitted uses"],
      text: "The following uses are permitted in the V-4 district:\n\n(1) Sales lots for Christmas trees and vegetable stands, but not including kennels;\n\n(2) Museums;",
    };
    expect(first((await ask([list], "Can I run a kennel in the V-4 district?")).answer)).toMatch(/^No, left out/);
    expect(first((await ask([list], "can i sell christmas trees in the V-4 district")).answer)).toMatch(
      /^Yes, permitted/,
    );
  });
});
