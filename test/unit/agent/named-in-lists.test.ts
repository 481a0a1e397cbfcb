import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];
const district = (title: string, text: string): PassageSource => ({
  headings: ["Chapter 5", "5.1 Mill MV District", title],
  text,
});
const permitted = (text: string) => district("5.1.1 Permitted uses", text);
const special = (text: string) => district("5.1.2 Special permit uses", text);

describe("an entry for a dwelling by the number of its homes", () => {
  it.each([
    [
      "Can I build a duplex in the MV District?",
      "A dwelling containing two (2) dwelling units and not more than one dwelling per lot",
    ],
    ["Can I build a single-family house in the MV District?", "Detached dwelling for one (1) family"],
  ])("is one for the kind of home that has so many: %s", async (question, entry) => {
    const { answer } = await ask([permitted(`${entry}\n\nFarm`)], question);
    expect(first(answer)).toMatch(/^Yes, permitted in the MV district: /);
  });

  it("is none for more homes", async () => {
    const homes = permitted("Dwelling for two families\n\nFarm");
    expect((await ask([homes], "Can I build an apartment building in the MV District?")).answer).not.toMatch(/^Yes/);
  });
});

describe("care of children at the home of the carer", () => {
  const family = permitted("Child Care Home, Family\n\nFarm");
  const centers = special("Child care centers\n\nTheater");

  it("is answered by the entry on family care, and not by that on centers", async () => {
    const question = "Can I look after four toddlers at home in the MV District?";
    expect(first((await ask([family, centers], question)).answer)).toMatch(/^Yes, permitted .*Child Care Home, Family/);
    expect((await ask([centers], question)).answer).not.toMatch(/^Yes/);
  });

  it("is not answered by it for more children than a family home has", async () => {
    const question = "Can I look after ten children at home in the MV District?";
    expect((await ask([family, centers], question)).answer).not.toMatch(/^Yes/);
  });

  it("leaves a center to its own entry", async () => {
    const question = "Can I open a child care center in the MV District?";
    expect(first((await ask([family, centers], question)).answer)).toMatch(
      /^Yes, with a special permit .*Child care centers/,
    );
  });
});

describe("a use of which only the forms are listed", () => {
  const question = "Can I open a sit-down restaurant in the MV District?";

  it("needs an approval where each form does", async () => {
    const { answer } = await ask([special("Full-service restaurants\n\nQuick-service restaurants")], question);
    expect(first(answer)).toMatch(/^Yes, with a special permit in the MV district: Full-service restaurants/);
  });

  it.each([
    [[special("Full-service restaurants\n\nTheater")]],
    [[permitted("Quick-service restaurants\n\nFarm"), special("Full-service restaurants\n\nTheater")]],
  ])("is not decided by one form, nor where the forms differ", async (law) => {
    expect((await ask(law, question)).answer).not.toMatch(/^Yes/);
  });
});

describe("a use that a definition takes into another one", () => {
  it("is answered by the rule on that one, though the list has another form of the use", async () => {
    const definition: PassageSource = {
      headings: ["Chapter 2", "2.1 Definitions"],
      text: "Personal service business. A business which provides a service such as a barber, hair salon or day spa.",
    };
    const { answer } = await ask(
      [special("Personal service businesses\n\nTheater"), definition],
      "Can I open a hair salon in the MV District?",
    );
    expect(first(answer)).toMatch(/^Yes, with a special permit in the MV district: Personal service businesses/);
    expect(answer).toContain("such as a barber, hair salon or day spa");
  });
});

describe("rooms of a house that are let", () => {
  it("are rooms for lodgers", async () => {
    const turn = await ask(
      [permitted("Keeping of roomers or boarders\n\nFarm")],
      "We have two spare bedrooms in the MV District and want to rent them to teachers. Are we allowed?",
    );
    expect(first(turn.answer)).toMatch(/^Yes, permitted in the MV district: Keeping of roomers/);
  });
});

describe("a clause by which every use needs an approval above a floor area", () => {
  const law = [
    permitted("Store or other building where goods are sold primarily at retail\n\nFarm"),
    special(
      "Any use listed in Section 5.1.1 that occupies a floor area greater than 20,000 square feet will need a special permit",
    ),
  ];

  it("decides on a use of a larger size", async () => {
    const { answer } = await ask(
      law,
      "A retailer proposes a store of 30,000 sf gross floor area in the MV District. Is that permitted?",
    );
    expect(first(answer)).toMatch(/^Yes, with a special permit in the MV district: Any use listed in Section 5\.1\.1/);
  });

  it.each([
    "A retailer proposes a store of 8,000 sf gross floor area in the MV District. Is that permitted?",
    "Is a store permitted in the MV District?",
  ])("leaves a smaller use, or one of no stated size, to its entry: %s", async (question) => {
    expect(first((await ask(law, question)).answer)).toMatch(
      /^Yes, permitted in the MV district: Store or other building/,
    );
  });
});

describe("a question about a series of uses", () => {
  it("is answered by the entry that names each of them", async () => {
    const law = [permitted("Painting, carpentry, blacksmith, welding or machine shop\n\nFarm")];
    const both = await ask(
      law,
      "Is a welding and machine shop of roughly 12,000 sf a use by right in the MV District?",
    );
    expect(first(both.answer)).toMatch(/^Yes, permitted in the MV district: Painting/);
    const other = await ask(law, "Is a tire and machine shop a use by right in the MV District?");
    expect(other.answer).not.toMatch(/^Yes/);
  });
});

describe("a riding school", () => {
  it("is the use of an entry on riding stables, and not of one on private stables", async () => {
    const question = "Can I turn a field into a horse boarding and riding lesson place in the MV District?";
    const riding = await ask([special("Riding stable or academy\n\nTheater")], question);
    expect(first(riding.answer)).toMatch(/^Yes, with a special permit in the MV district: Riding stable/);
    expect((await ask([permitted("Private stables\n\nFarm")], question)).answer).not.toMatch(/^Yes/);
  });
});
