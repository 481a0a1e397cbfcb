import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];

const table: PassageSource = {
  headings: ["Article 4", "4.5 Use Table"],
  text: [
    "P = Permitted, C = Conditional use, N = Not permitted",
    "",
    "Use | D-1 | D-2",
    "Restaurant, drive-in | N | N",
    "Restaurant, carry-out | N | P",
    "Hotel, not including residence hotel | P | N",
    "Residence hotel | N | P",
    "Warehouse, refrigerated | N | N",
  ].join("\n"),
};

describe("a form that the question says is not meant", () => {
  const hotels: PassageSource = {
    headings: ["Article 4", "4.6 Lodging Table"],
    text: "P = Permitted, N = Not permitted\n\nUse | D-1 | D-2\nHotel, not including extended stay hotel | P | N\nExtended stay hotel | N | P\nWarehouse | N | N",
  };

  it("does not decide", async () => {
    const { answer } = await ask([hotels], "Is a hotel (not extended stay) permitted in the D-1 district?");
    expect(first(answer)).toMatch(/^Yes, by right: .*“Hotel, not including extended stay hotel”/);
  });
});

describe("a row for a narrower use", () => {
  it("does not decide for the wider one", async () => {
    const turn = await ask([table], "Is a warehouse allowed in the D-1 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(first(turn.answer)).toMatch(
      /^The closest provision located.* row “Warehouse, refrigerated”, column “D-1”: “N”/,
    );
  });

  it("is told beside another that is allowed", async () => {
    const turn = await ask([table], "Is a restaurant allowed in the D-2 district?");
    expect(turn.answer).toContain("carry-out");
    expect(first(turn.answer)).not.toMatch(/^No/);
  });

  it("decides for the use it names, and tells what it leaves out", async () => {
    const turn = await ask([table], "Is a hotel permitted in the D-1 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("Hotel, not including residence hotel");
  });
});

const uses: PassageSource = {
  headings: ["Chapter 6 E-2 Village District", "6.2 Permitted uses"],
  text: [
    "The following uses are permitted in the E-2 district.",
    "(1) Stores, excluding:",
    "(a) sale of vehicles;",
    "(b) amusement centres.",
    "(2) Banks and bakeries.",
    "(3) Gardens and crops, but not including the keeping of poultry.",
  ].join("\n"),
};
const forbidden: PassageSource = {
  headings: ["Chapter 6 E-2 Village District", "6.3 Prohibited uses"],
  text: "The following uses are prohibited: taverns; kennels.",
};

describe("an entry for buildings of up to a number of homes", () => {
  const homes: PassageSource = {
    headings: ["Chapter 6 E-2 Village District", "6.2 Permitted uses"],
    text: "The following uses are permitted in the E-2 district:\n(a) Churches;\n(b) Buildings containing not more than four apartments.",
  };

  it("allows the number asked about where it is no larger", async () => {
    for (const question of [
      "Is a building containing four apartments permitted in the E-2 district?",
      "can i put three apartments in one building in E-2",
    ])
      expect(first((await ask([homes], question)).answer)).toMatch(/^Yes, permitted in the E-2 district: Buildings/);
  });

  it("says nothing of a larger number, nor of apartments at large", async () => {
    for (const question of [
      "Is a building with six apartments allowed in E-2?",
      "Is an apartment house of more than four apartments allowed in E-2?",
      "Are apartments allowed in E-2?",
    ])
      expect(first((await ask([homes], question)).answer)).not.toMatch(/^(?:Yes|No)/);
  });
});

describe("an entry that forbids a part of its use", () => {
  const diners: PassageSource = {
    headings: ["Chapter 6 E-2 Village District", "6.2 Uses by special permit"],
    text: "The following uses are permitted by special permit in the E-2 district:\n(1) Restaurants and inns; drive-throughs are not permitted.\n(2) Banks.",
  };

  it("allows the use, and states what is not allowed in a sentence of its own", async () => {
    const turn = await ask([diners], "Is a restaurant permitted in the E-2 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(
      /^Yes, with a special permit in the E-2 district: Restaurants and inns \[[^\n]*\nDrive-throughs are not permitted/,
    );
  });

  it("does not allow the use with that part", async () => {
    const turn = await ask([diners], "Is a restaurant with a drive-through permitted in the E-2 district?");
    expect(first(turn.answer)).toMatch(/^No, left out of what is allowed in the E-2 district: Restaurants and inns/);
    const short = await ask([diners], "coffee shop with a drive through in the E-2 district?");
    expect(first(short.answer)).toMatch(/^No/);
  });
});

describe("a list of uses", () => {
  it("may be introduced by a sentence that ends in a period", async () => {
    expect(first((await ask([uses], "Is a bank permitted in the E-2 district?")).answer)).toMatch(/^Yes, permitted/);
  });

  it("goes on after a list inside it has ended", async () => {
    expect(first((await ask([uses], "Is a bakery permitted in the E-2 district?")).answer)).toMatch(/^Yes, permitted/);
    expect(first((await ask([uses], "Can I open a car dealership in the E-2 district?")).answer)).not.toMatch(/^Yes/);
  });

  it("denies what an entry leaves out by name", async () => {
    const turn = await ask([uses], "Can I keep chickens in the E-2 district?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(
      /^No, left out of what is allowed in the E-2 district: .*not including the keeping of poultry/,
    );
  });

  it("is read for each of several uses", async () => {
    const turn = await ask([uses, forbidden], "Can I open a bank and a tavern in the E-2 district?");
    expect(turn.answer).toMatch(/Yes, permitted[^\n]*[Bb]ank/);
    expect(turn.answer).toMatch(/No, not permitted[^\n]*taverns/);
  });

  it("may take over what another section lists", async () => {
    const other = {
      headings: ["Chapter 7 E-3 Harbour District", "7.2 Permitted uses"],
      text: "All uses permitted by section 6.2, and boat yards.",
    };
    const { answer } = await ask([uses, other], "Is a bank permitted in the E-3 district?");
    expect(first(answer)).not.toMatch(/^(?:Yes|No)\b/);
    expect(answer).toContain("section 6.2");
  });
});

describe("a district with a letter before its name", () => {
  const harbour: PassageSource = {
    headings: ["Article 9", "9.4 K Knoll District"],
    text: "Permitted uses: docks, and the uses of the J-2 District other than taverns.",
  };
  const joint: PassageSource = { headings: ["Article 9", "9.5 J-2 District"], text: "Permitted uses: banks; taverns." };

  it("is known by its letter", async () => {
    const { answer } = await ask([harbour, joint], "Are banks permitted in the K District?");
    expect(answer).toContain("the uses of the J-2 District");
    expect(first(answer)).not.toMatch(/^(?:Yes|No)\b/);
  });

  it("is no other district", async () => {
    expect((await ask([harbour, joint], "Are docks permitted in the M District?")).answer).not.toMatch(/^Yes/);
  });
});

describe("an entry in words that a question does not have", () => {
  const rooms: PassageSource = {
    headings: ["Chapter 6", "6.1 E-1 District"],
    text: [
      "The following uses are permitted in the E-1 district:",
      "(1) Dwellings for one family.",
      "(2) The letting of rooms in a dwelling to not more than three persons.",
      "(3) Orchards and nurseries.",
    ].join("\n"),
  };
  const works: PassageSource = {
    headings: ["Chapter 7", "7.1 L-1 District", "Accessory buildings and uses"],
    text: [
      "The following accessory buildings, structures and uses shall be permitted in the L-1 district:",
      "(1) A dwelling unit of the manager or caretaker of the premises.",
      "(2) Showrooms.",
    ].join("\n"),
  };
  const animals: PassageSource = {
    headings: ["Chapter 9", "9.4 Keeping of hens"],
    text: "(a) Hens shall be kept in a coop.\n(b) No roosters are allowed.",
  };

  it.each([
    ["We have two spare rooms in our E-1 house. Could we take in a lodger?", rooms, "letting of rooms"],
    ["May I plant an apple orchard there as the only use of my E-1 land?", rooms, "Orchards"],
    ["May a plant in the L-1 district have a dwelling unit for its caretaker?", works, "caretaker of the premises"],
  ])("allows the use it means: %s", async (question, source, words) => {
    const { answer } = await ask([source], question);
    expect(first(answer)).toMatch(/^Yes/);
    expect(first(answer)).toContain(words);
  });

  it("forbids the animal it names, and nothing else", async () => {
    expect(first((await ask([animals], "the house next door got a rooster, is that legal")).answer)).toMatch(
      /^No, not permitted[^\n]*No roosters are allowed/,
    );
    expect(first((await ask([animals], "Can I keep hens?")).answer)).not.toMatch(/^No/);
  });

  it("of a list of accessory uses allows no use by itself", async () => {
    expect(first((await ask([works], "Is a showroom allowed in the L-1 district?")).answer)).not.toMatch(/^Yes/);
  });
});

describe("entries for several forms of a use", () => {
  const care: PassageSource = {
    headings: ["Article 4", "4.5 Use Table"],
    text: [
      "P = Permitted, C = Conditional use, N = Not permitted",
      "",
      "Use | D-1 | D-2",
      "Family day care homes | P | P",
      "Group day care homes | C | C",
      "Child day care centers | N | P",
    ].join("\n"),
  };

  it("are decided by the one whose words the question says", async () => {
    const question =
      "Would a licensed group day care for eight children, in the house of the provider, be allowed in the D-1 district?";
    expect(first((await ask([care], question)).answer)).toMatch(
      /^Yes, with a conditional use[^\n]*Group day care homes/,
    );
  });
});

describe("a number that the entry of a use limits", () => {
  const hens: PassageSource = {
    headings: ["Chapter 6", "6.1 E-1 District"],
    text: "The following uses are permitted in the E-1 district:\n(1) Hens, provided that no more than 12 hens shall be kept.",
  };

  it.each([
    ["ten", /^Yes, within the limit in the E-1 district/],
    ["15", /^No, not at this size/],
  ])("allows no more of it than the question has: %s", async (count, answered) => {
    expect((await ask([hens], `Can I keep ${count} hens in the E-1 district?`)).answer).toMatch(answered);
  });

  it("is a condition where the question has no number", async () => {
    expect((await ask([hens], "Can I keep hens in the E-1 district?")).answer).toMatch(/^Yes, under conditions/);
  });
});

describe("a form of a use that has or lacks a part", () => {
  const forms: PassageSource = {
    headings: ["Chapter 7 C-2 District"],
    text: [
      "Permitted uses:",
      "(1) Veterinary clinics, without outdoor runs.",
      "(2) Banks without a drive-through.",
      "",
      "Conditional uses:",
      "(1) Veterinary clinics with outdoor runs.",
      "(2) Drive-through windows for banks and pharmacies.",
    ].join("\n"),
  };

  it.each([
    [
      "Is a veterinary clinic, entirely indoors with no outdoor runs, allowed in the C-2 district?",
      /^Yes, permitted in the C-2 district: Veterinary clinics, without outdoor runs/,
    ],
    [
      "How is a bank branch with a drive-through window classified in the C-2 district?",
      /^Yes, .*conditional.*: Drive-through windows for banks/,
    ],
  ])("is the one that the question tells: %s", async (question, head) => {
    expect(first((await ask([forms], question)).answer)).toMatch(head);
  });
});

describe("apartments above a business", () => {
  const list: PassageSource = {
    headings: ["Chapter 8 B-1 District", "8.2 Permitted uses"],
    text: "The following uses are permitted in the B-1 district:\n(1) Shops.\n(2) Dwelling unit(s) located above the ground floor.",
  };

  it.each([
    "Can I put two apartments over my shop in B-1?",
    "are apartments above a store allowed in the B-1 district",
  ])("are the dwellings that a list has above the ground floor: %s", async (question) => {
    expect(first((await ask([list], question)).answer)).toMatch(/^Yes.*: Dwelling unit\(s\) located above/);
  });
});

describe("a use that one has at home, on a farm or at a business", () => {
  const list: PassageSource = {
    headings: ["Chapter 9 A-1 District", "9.3 Accessory uses"],
    text: "The following accessory uses are permitted in the A-1 district:\n(1) Farm stands.\n(2) Restaurants.",
  };

  it("is decided by the list of accessory uses", async () => {
    const { answer } = await ask([list], "Can I put a farm stand on our farm in A-1?");
    expect(first(answer)).toMatch(/^Yes, as an accessory use.*Farm stands/);
  });

  it("is not where the question tells of none", async () => {
    expect((await ask([list], "Is a restaurant allowed in the A-1 district?")).answerStatus).toBe("partial");
  });
});
