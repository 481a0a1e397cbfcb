import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const catchAll: PassageSource = {
  headings: ["Chapter 9", "9.1 Uses not listed"],
  text: "A use that is not listed as a permitted or special use in a district is prohibited in that district.",
};
const cottageDistrict: PassageSource = {
  headings: ["Chapter 5", "5.1 R-1 Cottage District"],
  text: "The following uses are permitted in the R-1 district:\n(1) Single-family dwellings.\n(2) Churches and other places of worship.\n(3) Family gardens.",
};
const gardenDistrict: PassageSource = {
  headings: ["Chapter 5", "5.2 R-2 Garden District"],
  text: "The following uses are permitted in the R-2 district:\n(1) Any use permitted in the R-1 district, except that no church shall be permitted.\n(2) Two-family dwellings.",
};
const quayDistrict: PassageSource = {
  headings: ["Chapter 6", "6.1 Quay Mixed Zone (QX)"],
  text: "A. The following uses are permitted in the QX zone:\n(1) Trade and hospitality, up to 4,000 square feet of floor area.\n(2) Offices.\nB. The following uses are allowed in the QX zone with a conditional use permit:\n(1) Trade and hospitality of more than 4,000 square feet of floor area.",
};
const definitions: PassageSource = {
  headings: ["Chapter 2", "2.1 Definitions"],
  text: '"Trade and hospitality" means the sale of goods or of food to the public. It includes shops, restaurants and bakeries. It does not include car washes.\n"Duplex" means a building with two dwellings.',
};
const matrix: PassageSource = {
  headings: ["Chapter 7", "7.1 Use matrix"],
  text: [
    "Use | C-1 | C-2",
    "Restaurant, without drive-through | P | P",
    "Restaurant, with drive-through | N | S",
    "Light manufacturing | N | P",
    "Tattoo studio | P | P",
    "Retail store | P | P",
    "Vape shop | N | S",
  ].join("\n"),
};
const homeWork: PassageSource = {
  headings: ["Chapter 8", "8.1 Home occupations"],
  text: "Home occupations are permitted in all residential districts. The repair of motor vehicles shall not be permitted as home occupations in any district.",
};
const hens: PassageSource = {
  headings: ["Chapter 8", "8.2 Hens"],
  text: "Up to four hens may be kept in the rear yard of a dwelling.",
};

describe("a use that no list names", () => {
  it("is prohibited where the law forbids what is not listed, with the rule and the list cited", async () => {
    const turn = await ask([cottageDistrict, catchAll], "Can I build a duplex in the R-1 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/^No, not permitted in the R-1 district/);
    const quotes = turn.citations.map((citation) => citation.quote).join("\n");
    expect(quotes).toContain("is prohibited in that district");
    expect(quotes).toContain("Single-family dwellings");
  });

  it.each([
    "Uses not listed in Section 7.4 are prohibited.",
    "No person shall in any zone use land for any purpose other than the uses set out in this chapter.",
    "Land and buildings shall be used for the purposes of Table 2 and for no other.",
    "Prohibited Uses. Any uses not of a kind specifically permitted here.",
  ])("is prohibited by a rule that closes the lists, however it is worded: %s", async (text) => {
    const closing = { headings: catchAll.headings, text };
    const turn = await ask([cottageDistrict, closing], "Can I build a duplex in the R-1 district?");
    expect(turn.answer).toMatch(/^No, not permitted in the R-1 district/);
  });

  it.each([
    "No building shall exceed 35 feet, except that chimneys shall be permitted above it.",
    "Tree funds shall be used only for planting.",
  ])("is not prohibited by a rule on something else: %s", async (text) => {
    const other = { headings: catchAll.headings, text };
    const turn = await ask([cottageDistrict, other], "Can I build a duplex in the R-1 district?");
    expect(turn.answer).not.toMatch(/^No,/);
  });

  it("is not decided when a wider word of the list may take it in", async () => {
    const wide = { ...cottageDistrict, text: `${cottageDistrict.text}\n(4) Residential uses.` };
    const turn = await ask([wide, catchAll], "Can I build a duplex in the R-1 district?");
    expect(turn.answerStatus).toBe("not_located");
  });

  it("is not taken in by the building that another use is to be in", async () => {
    const list = { ...cottageDistrict, text: `${cottageDistrict.text}\n(4) A studio in the dwelling of the artist.` };
    const turn = await ask([list, catchAll], "Can I build a duplex in the R-1 district?");
    expect(turn.answer).toMatch(/^No, not permitted/);
  });

  it("is not decided when the list takes over another district's list that was not found", async () => {
    const turn = await ask([gardenDistrict, catchAll], "Can I open a car wash in the R-2 district?");
    expect(turn.answerStatus).toBe("not_located");
  });

  it("is not prohibited when a rule for all districts allows it", async () => {
    const turn = await ask([cottageDistrict, catchAll, hens], "Can I keep hens in the R-1 district?");
    expect(turn.answer).not.toMatch(/^No|^Not listed/);
    expect(turn.answer).toContain("four hens");
  });
});

describe("a list that takes over another district's uses", () => {
  const law = [cottageDistrict, gardenDistrict, catchAll];

  it("allows them, with the reference and the entry it leads to cited", async () => {
    const turn = await ask(law, "Is a single-family house allowed in the R-2 district?");
    expect(turn.answer).toMatch(/^Yes, permitted in the R-2 district/);
    const quotes = turn.citations.map((citation) => citation.quote).join("\n");
    expect(quotes).toContain("Any use permitted in the R-1 district");
    expect(quotes).toContain("Single-family dwellings");
  });

  it("forbids what it leaves out again", async () => {
    const turn = await ask(law, "Can I open a church in the R-2 district?");
    expect(turn.answer).toMatch(/^No, not permitted/);
  });

  it("gives nothing to the district it names", async () => {
    const turn = await ask(law, "Is a duplex allowed in the R-1 district?");
    expect(turn.answer).toMatch(/^No, not permitted in the R-1 district/);
  });
});

describe("a wider use that the law defines", () => {
  const law = [quayDistrict, definitions];

  it("takes in what its definition names, with the definition cited", async () => {
    const turn = await ask(law, "Can I open a restaurant of 3,000 square feet in the QX zone?");
    expect(turn.answer).toMatch(/^Yes, permitted in the QX zone|^Yes, permitted in the QX district/);
    expect(turn.citations.some((citation) => citation.quote.includes("It includes shops, restaurants"))).toBe(true);
  });

  it("is held to the size its entry sets", async () => {
    const turn = await ask(law, "Can I open a restaurant of 9,000 square feet in the QX zone?");
    expect(turn.answer).toMatch(/^Yes, but only with a special approval/);
  });

  it("does not take in what its definition leaves out", async () => {
    const turn = await ask(law, "Can I open a car wash in the QX zone?");
    expect(turn.answer).not.toMatch(/^Yes/);
  });
});

describe("a row of a use table", () => {
  it.each([
    ["Is a restaurant with a drive-through allowed in the C-1 district?", /^No\b/],
    ["Can I open a drive-through restaurant in the C-2 district?", /^Yes, but only with a special approval/],
    ["Can I open a restaurant in the C-1 district?", /^Yes, by right/],
    ["Can I open a vape shop in the C-1 district?", /^No\b/],
    ["Can I open a tattoo shop in the C-1 district?", /^Yes, by right/],
  ])("answers %s by the row of that very case", async (question, head) => {
    expect((await ask([matrix], question)).answer).toMatch(head);
  });

  it("says nothing of the opposite case", async () => {
    const turn = await ask([matrix], "Can I build a heavy manufacturing plant in the C-2 district?");
    expect(turn.answer).not.toMatch(/^Yes/);
  });
});

describe("a rule on kinds of home occupations", () => {
  it("forbids the kind it names", async () => {
    const turn = await ask([homeWork], "Can I run a car repair business as a home occupation?");
    expect(turn.answer).toMatch(/^No, not permitted/);
  });

  it("does not forbid the others", async () => {
    const turn = await ask([homeWork], "Can I run a bookkeeping business as a home occupation?");
    expect(turn.answer).toMatch(/^Yes, permitted/);
  });
});

describe("a ban", () => {
  const bans: PassageSource = {
    headings: ["Article 5", "5.4 Vehicles and containers"],
    text: "No commercial vehicle that needs a special license to drive, or that carries dangerous goods, may be parked in a residential district. Shipping containers may not be placed in a front yard. No clearing of underbrush shall be allowed.",
  };

  it.each([
    "Can I park a commercial vehicle in a residential district?",
    "May I place a shipping container in the front yard?",
  ])("is one in whatever words: %s", async (question) => {
    expect((await ask([bans], question)).answer).toMatch(/^No, not permitted/);
  });
});

describe("a rule that names no district", () => {
  const everywhere = (text: string): PassageSource => ({ headings: ["Article 5", "5.8 Animals"], text });

  it("forbids in every district", async () => {
    const law = [cottageDistrict, everywhere("No bees may be kept.")];
    expect((await ask(law, "Can I keep bees in the R-1 district?")).answer).toMatch(/^No, not permitted/);
  });

  it("allows in none by itself", async () => {
    const law = [cottageDistrict, everywhere("Bees may be kept.")];
    expect((await ask(law, "Can I keep bees in the R-1 district?")).answerStatus).not.toBe("answered");
  });
});

describe("what a question asks about", () => {
  const rules: PassageSource = {
    headings: ["Article 5", "5.6 Vehicles and drives"],
    text: "No recreational vehicle shall be parked in the harbour. Internal drives and driveways are permitted. A single-family house is permitted.",
  };

  it.each([
    ["Can I park my camper in the driveway?", /^No, not permitted.*recreational vehicle/],
    ["Can my uncle leave his RV behind our house?", /^No, not permitted.*recreational vehicle/],
    ["May I put in a driveway?", /^Yes, permitted.*driveways/],
    ["Can I open a drive-through window?", /^(?!Yes)/],
  ])("is no place it names, and no word that only looks like it: %s", async (question, told) => {
    expect((await ask([rules], question)).answer).toMatch(told);
  });
});
