import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];
const harbour: PassageSource = {
  headings: ["Chapter 6 E-2 Harbour District", "6.2 Permitted uses"],
  text: [
    "The following uses are permitted in the E-2 district.",
    "(1) Institutions such as churches, libraries and museums.",
    "(2) Stores, except massage parlors and pawn shops.",
    "(3) Child day care centers.",
  ].join("\n"),
};
const ruled = (text: string): PassageSource => ({ headings: ["Chapter 6 E-2 Harbour District", "6.4 Limits"], text });

describe("a sentence whose subject is the use asked about", () => {
  it("decides for the district it names", async () => {
    const source = ruled("Sexually oriented businesses are specifically prohibited in the E-2 district.");
    const turn = await ask([harbour, source], "Are sexually oriented businesses permitted in the E-2 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^No, not permitted in the E-2 district: Sexually oriented businesses/);
  });

  it.each([
    "Car washes are prohibited in the E-2 district unless they recycle water.",
    "Car washes within 200 feet of a house are prohibited in the E-2 district.",
    "Banks, but not car washes, are permitted in the E-2 district.",
  ])("is quoted when it rules on some case of it: %s", async (text) => {
    const turn = await ask([ruled(text)], "Is a car wash allowed in the E-2 district?");
    expect(turn.answerStatus).not.toBe("answered");
  });
});

describe("an entry of a list of permitted uses", () => {
  it("permits the examples that it gives of a wider use", async () => {
    const { answer } = await ask([harbour], "Our congregation found a hall in E-2. Can we hold church there?");
    expect(first(answer)).toMatch(/^Yes, permitted in the E-2 district: Institutions such as churches/);
  });

  it("does not allow what it leaves out by its very name", async () => {
    const { answer } = await ask([harbour], "Are pawn shops allowed in the E-2 district?");
    expect(first(answer)).toMatch(/^No, left out of what is allowed in the E-2 district: Stores, except/);
  });

  it("is quoted for what it leaves out when another entry allows it on approval", async () => {
    const special = {
      headings: ["Chapter 6 E-2 Harbour District", "6.3 Special permit uses"],
      text: "The following may be granted in the E-2 district:\n(1) Pawn shops.\n(2) Kennels.",
    };
    const { answer } = await ask([harbour, special], "Are pawn shops allowed in the E-2 district?");
    expect(first(answer)).not.toMatch(/^No/);
  });

  it("is exact for a use of one name, whatever else the question tells of it", async () => {
    const { answer } = await ask([harbour], "Could I open a day care center for about 30 kids on E-2 land?");
    expect(first(answer)).toMatch(/^Yes, permitted in the E-2 district: Child day care centers/);
  });
});

describe("an entry of a list", () => {
  const mill: PassageSource = {
    headings: ["Chapter 5 MC Mill Center District", "5.3 Uses permitted"],
    text: [
      "The following uses are permitted in the MC district:",
      "(1) Single family and two family residential development.",
      "(2) Automobile gasoline stations.",
      "(3) Restaurant with drive through.",
      "(4) Commercial development except auto related uses (sales, service, repair, parts).",
      "(5) Fast food stands.",
    ].join("\n"),
  };
  it.each([
    ["Can I build a duplex in the MC district?", /^Yes, permitted in the MC district: Single family and two family/],
    ["Is a gas station allowed in the MC district?", /^Yes, permitted in the MC district: Automobile gasoline/],
    [
      "Can I open a restaurant with a drive-through in the MC district?",
      /^Yes, permitted in the MC district: Restaurant with/,
    ],
    ["Can I open an auto repair shop in the MC district?", /^No, left out of what is allowed in the MC district/],
    ["Is a restaurant allowed in the MC district?", /^(?!Yes)/],
  ])("names the use asked about in other words of its kind, and none that is narrower: %s", async (question, head) => {
    const { answer } = await ask([mill], question);
    expect(first(answer)).toMatch(head);
  });

  it("is of a district that the question calls by its name and the list by its code", async () => {
    const chapter: PassageSource = {
      headings: ["5 MILL CENTER AND HILL VILLAGE DISTRICTS (MC OR HV)", "5.3 Uses permitted"],
      text: "The following uses are permitted in the MC or HV Districts:\n(1) Libraries.\n(2) Hotel/Motel.",
    };
    const { answer } = await ask([chapter], "Is a motel permitted in the Mill Center district?");
    expect(first(answer)).toMatch(/^Yes, permitted in the Mill Center district: Hotel\/Motel/);
  });
});

describe("a row that is read twice from a broken table", () => {
  it("rules by its mark and not by the blank that was left of it", async () => {
    const marked: PassageSource = {
      headings: ["Article 4", "4.5 Use Table"],
      text: "P = Permitted, C = Conditional use\n\nUse | D-1 | D-2\nKennel | C | P\nBank | P | P",
    };
    const blank: PassageSource = {
      headings: ["Article 4", "4.5 Use Table (continued)"],
      text: "Use | D-1 | D-2\nKennel | | P\nBank | P | P",
    };
    const { answer } = await ask([marked, blank], "Is a kennel allowed in the D-1 district?");
    expect(first(answer)).toMatch(/^Yes, .*“Kennel” is marked “C”/);
  });
});

describe("a sentence that permits a thing in one part of its lot", () => {
  const fences: PassageSource = {
    headings: ["Article 5 General Provisions", "5.8 Fences"],
    text: "Fences not exceeding six feet in height are permitted in rear yards.",
  };

  it.each([
    ["Can I build a five foot fence in my back yard?", true],
    ["Can I build a five foot fence in my front yard?", false],
    ["Can I build a seven foot fence in my back yard?", false],
  ])("permits it there, and up to the height that it tells: %s", async (question, isPermitted) => {
    expect((await ask([fences], question)).answer.startsWith("Yes")).toBe(isPermitted);
  });
});
