import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const closing: PassageSource = {
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
const matrix: PassageSource = {
  headings: ["Chapter 7", "7.1 Use matrix"],
  text: [
    "P = permitted by right, S = special permit required, N = not permitted",
    "",
    "Use | C-1 | C-2",
    "Restaurant, without drive-through | P | P",
    "Restaurant, with drive-through | N | S",
    "Light manufacturing | N | P",
    "Tattoo studio | P | P",
    "Retail store | P | P",
    "Vape shop | N | S",
    "Bank | P | P",
  ].join("\n"),
};
const withoutLegend: PassageSource = { ...matrix, text: matrix.text.split("\n").slice(2).join("\n") };

const quoting = /^The closest provision located, under “[^”]+”, (?:says|is a table entry)/;

describe("a list that takes over the uses of another district", () => {
  const law: PassageSource[] = [
    {
      headings: ["Chapter 5", "5.1 E-1 Meadow District"],
      text: "The following uses are permitted in the E-1 district:\n(1) Boarding stables for riding schools.\n(2) Bakeries.",
    },
    {
      headings: ["Chapter 5", "5.2 E-2 Village District"],
      text: "The following uses are permitted in the E-2 district:\n(1) E-1 uses.\n(2) Banks.\n\nNo person shall in the E-2 district use any land for any purpose other than one or more of the uses set out in this section.",
    },
  ];

  it("allows what that district lists, by the entry that takes it over", async () => {
    const turn = await ask(law, "Is a bakery allowed in the E-2 district?");
    expect(turn.answer).toMatch(/^Yes, permitted in the E-2 district, which takes over “E-1 uses”: Bakeries/);
  });

  it("is not quoted for something like the use: the clause that closes the list is", async () => {
    const turn = await ask(law, "Is a riding school allowed in the E-2 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/have no entry for “riding school”.*No person shall in the E-2 district/);
  });
});

describe("a cell of a use table with a legend", () => {
  it.each([
    [
      "Can I open a vape shop in the C-1 district?",
      /^No, not permitted: in the C-1 district “Vape shop” is marked “N”/,
    ],
    ["Can I open a vape shop in the C-2 district?", /^Yes, with a special permit: in the C-2 district/],
    ["Is a bank allowed in the C-1 district?", /^Yes, by right: in the C-1 district “Bank” is marked “P”/],
  ])("decides %s", async (question, head) => {
    const turn = await ask([matrix], question);
    expect(turn.answer).toMatch(head);
    expect(turn.answerStatus).toBe("answered");
  });

  it.each([
    [
      "Does a vape shop in the C-2 district need board approval or is it allowed outright?",
      /^Yes, with a special permit/,
    ],
    ["A client wants to run a bank on a parcel zoned C-1. How is that treated?", /^Yes, by right: .*“Bank”/],
    [
      "We found a storefront in the C-1 zone. Any zoning trouble with opening a bank there?",
      /^Yes, by right: .*“Bank”/,
    ],
    ["We have a house in the C-1 district and want to put a tattoo studio beside it. Can we?", /“Tattoo studio”/],
  ])("decides a question that does not ask whether something is allowed: %s", async (question, head) => {
    expect((await ask([matrix], question)).answer).toMatch(head);
  });

  const offices = {
    ...matrix,
    text: `${matrix.text}\nClinic, Medical Office, Dental Office | N | P\nCottages | P | P\nAccessory dwelling unit | S | P`,
  };

  it.each([
    ["I'm a dentist. Can I open my practice in the C-2 district?", /^Yes, by right: .*“Clinic, Medical Office/],
    ["Can we put a cottage behind our house in the C-1 district?", /“Accessory dwelling unit”/],
  ])("is of the use by another name of it: %s", async (question, head) => {
    expect((await ask([offices], question)).answer).toMatch(head);
  });

  it("is quoted with the limit that the size in the question does not keep, where the standards of the use set one", async () => {
    const standards: PassageSource = {
      headings: ["Chapter 7", "7.2 Standards for certain uses"],
      text: "b. Accessory dwelling unit.\n(1) Only one is permitted on a lot.\n(2) The accessory dwelling unit or apartment shall be no larger than 600 square feet.",
    };
    const large = "On a C-2 lot we want to build an 800 square foot accessory dwelling unit. Can we?";
    const turn = await ask([offices, standards], large);
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/no larger than 600 square feet/);
    const small = await ask([offices, standards], large.replace("an 800", "a 500"));
    expect(small.answer).toMatch(/^Yes/);
  });

  it("decides nothing for good in a table of temporary uses", async () => {
    const temporary = {
      headings: ["Chapter 7", "7.3 Temporary uses"],
      text: matrix.text.replace("Bank | P | P", "Temporary circus | P | N"),
    };
    expect((await ask([temporary], "Is a circus allowed in the C-2 district?")).answer).not.toMatch(/^(?:Yes|No)\b/);
  });

  it("is quoted when no legend explains its mark", async () => {
    const turn = await ask([withoutLegend], "Is a bank allowed in the C-1 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/^The closest provision located.* is a table entry, row “Bank”, column “C-1”: “P”/);
  });

  it("is decided by the row in the words of the question, where one of the same kind says otherwise", async () => {
    const rows = matrix.text.replace("Bank | P | P", "Financial institution | S | S\nBank | P | P");
    const turn = await ask([{ ...matrix, text: rows }], "Are banks allowed in the C-1 district?");
    expect(turn.answer).toMatch(/^Yes, by right: in the C-1 district “Bank” is marked “P”/);
  });

  it("is quoted when its row names a narrower use", async () => {
    const turn = await ask([matrix], "Can I open a manufacturing plant in the C-2 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).not.toMatch(/^(?:Yes|No)\b/);
  });

  it("is quoted when no district is asked about and the districts differ", async () => {
    const turn = await ask([matrix], "Can I open a vape shop?");
    expect(turn.answerStatus).toBe("partial");
  });
});

describe("an item of a list of uses", () => {
  it("decides when it opens with exactly the use, under a lead for the district", async () => {
    const turn = await ask([cottageDistrict], "Is a church allowed in the R-1 district?");
    expect(turn.answer).toMatch(/^Yes, permitted in the R-1 district: Churches and other places of worship/);
    expect(turn.answerStatus).toBe("answered");
  });

  it("is conditional when its lead or its heading asks for an approval, the stricter of both deciding", async () => {
    const list: PassageSource = {
      headings: ["Chapter 5", "5.4 R-4 District", "Special permit uses"],
      text: "The following uses may be granted in the R-4 district:\n(1) Kennels.\n(2) Banks.",
    };
    const turn = await ask([list], "Is a bank allowed in the R-4 district?");
    expect(turn.answer).toMatch(/^Yes, with a special permit in the R-4 district/);
  });

  it("is asserted together with the place to which it limits the use", async () => {
    const list = { ...cottageDistrict, text: `${cottageDistrict.text}\n(4) Banks on corner lots.` };
    const turn = await ask([list], "Is a bank allowed in the R-1 district?");
    expect(turn.answer).toMatch(/^Yes, within its limits in the R-1 district: Banks on corner lots/);
  });

  it("is quoted when it limits the use, and another one rules otherwise on a form of it", async () => {
    const list: PassageSource = {
      headings: ["Chapter 5", "5.5 RM District"],
      text: [
        "Permitted uses in the RM district:",
        "(1) Apartments, up to 12 units per acre.",
        "(2) Townhouses and condominiums, no more than eight units in a row.",
        "Conditional uses in the RM district:",
        "(1) Apartments above 12 units per acre.",
      ].join("\n"),
    };
    const { answer } = await ask([list], "Is an apartment development at 16 units per acre permitted in RM?");
    expect(answer).not.toMatch(/^Yes, within its limits/);
  });

  it("is quoted when it forbids a part of the use", async () => {
    const list = {
      ...cottageDistrict,
      text: `${cottageDistrict.text}\n(4) Banks, but drive-in banks are prohibited.`,
    };
    const turn = await ask([list], "Is a bank allowed in the R-1 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).not.toMatch(/^(?:Yes|No)\b/);
    expect(turn.answer).toContain("Banks");
  });

  it("decides for the use it names, and tells what it leaves out", async () => {
    const list = { ...cottageDistrict, text: `${cottageDistrict.text}\n(4) Banks, except drive-in banks.` };
    const turn = await ask([list], "Is a bank allowed in the R-1 district?");
    expect(turn.answer).toMatch(/^Yes, permitted in the R-1 district: Banks, except drive-in banks/);
  });

  it.each([
    ["a drive-in bank", "(4) Banks, except drive-in banks."],
    ["a boarding house", "(4) All residential uses with the exception of rooming or boarding houses."],
  ])("decides nothing for the part that it leaves out: %s", async (use, item) => {
    const list = { ...cottageDistrict, text: `${cottageDistrict.text}\n${item}` };
    const turn = await ask([list], `Is ${use} allowed in the R-1 district?`);
    expect(turn.answer).not.toMatch(/^Yes/);
  });

  it("is quoted when a list of accessory uses holds it and the question asks for the main use", async () => {
    const accessory: PassageSource = {
      headings: ["Chapter 5", "5.5 R-5 District", "Accessory uses"],
      text: "The following accessory uses are permitted in the R-5 district:\n(1) Banks.",
    };
    const turn = await ask([accessory], "Is a bank allowed in the R-5 district?");
    expect(turn.answerStatus).toBe("partial");
  });
});

describe("provisions that contradict each other", () => {
  it("are both quoted", async () => {
    const other: PassageSource = {
      headings: ["Chapter 5", "5.1 R-1 Cottage District", "Prohibited uses"],
      text: "The following uses are prohibited in the R-1 district:\n(1) Churches.",
    };
    const turn = await ask([cottageDistrict, other], "Is a church allowed in the R-1 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(quoting);
    expect(turn.answer).toContain("Another provision");
  });

  it("are a list that permits and a ban in all districts", async () => {
    const ban: PassageSource = { headings: ["Article 5", "5.8 Worship"], text: "Churches are prohibited." };
    const turn = await ask([cottageDistrict, ban], "Is a church allowed in the R-1 district?");
    expect(turn.answerStatus).toBe("partial");
  });
});

describe("a use that no list names", () => {
  it.each([
    closing.text,
    "Uses not listed in Section 7.4 are prohibited.",
    "No person shall in any zone use land for any purpose other than the uses set out in this chapter.",
    "Land and buildings shall be used for the purposes of Table 2 and for no other.",
    "Prohibited Uses. Any uses not of a kind specifically permitted here.",
  ])("is answered with the clause that closes the lists, never with a no: %s", async (text) => {
    const turn = await ask([cottageDistrict, { ...closing, text }], "Can I build a duplex in the R-1 district?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/^The uses located for the R-1 district have no entry for “duplex”\. The closest/);
    expect(turn.citations.map(({ quote }) => quote).join("\n")).toContain(text.replace(/^Prohibited Uses\. /, ""));
  });

  it.each([
    ["Can I drill a well in the R-1 district?", "No well shall be drilled where a water main lies in the street."],
    ["May I have a basement in R-1?", "Basements are prohibited in new buildings beside the creek."],
  ])("and that is a part of a lot or building is answered with the rule on it: %s", async (question, text) => {
    const turn = await ask([cottageDistrict, closing, { headings: ["8.4 Works"], text }], question);
    expect(turn.answer).toContain(text.slice(0, -1));
    expect(turn.answer).not.toContain("have no entry");
    expect(turn.answerStatus).toBe("partial");
  });

  it.each([
    "No building shall exceed 35 feet, except that chimneys shall be permitted above it.",
    "Tree funds shall be used only for planting.",
  ])("is not answered with a rule on something else: %s", async (text) => {
    const other = { headings: closing.headings, text };
    const turn = await ask([cottageDistrict, other], "Can I build a duplex in the R-1 district?");
    expect(turn.answer).not.toContain(text.slice(0, 20));
  });

  it("is answered with the entry that takes over the uses of another district", async () => {
    const turn = await ask([cottageDistrict, gardenDistrict, closing], "Is a single-family house allowed in R-2?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("Any use permitted in the R-1 district");
  });
});

describe("a sentence on a use", () => {
  it.each([
    ["No drive-through service shall be permitted.", "Is a drive-through permitted?"],
    ["Shipping containers may not be placed in a front yard.", "May I place a shipping container on my lot?"],
    ["Home occupations are permitted in all residential districts.", "Can I run a home occupation?"],
  ])("is quoted and decides nothing: %s", async (text, question) => {
    const turn = await ask([{ headings: ["Article 8", "8.6 Rules"], text }], question);
    expect(turn.answerStatus).not.toBe("answered");
    expect(turn.answer).not.toMatch(/^(?:Yes|No)\b/);
  });

  it("that sets permitted uses aside is no permission", async () => {
    const source = {
      headings: ["Article 8", "8.8 Shores"],
      text: "Notwithstanding permitted uses, boat ramps and campgrounds, the buffer is not reduced in width.",
    };
    expect((await ask([source], "Is a campground permitted?")).answer).not.toMatch(/^Yes/);
    expect((await ask([source], "Is a sawmill permitted?")).answer).toMatch(/not located/i);
  });
});

describe("a question for a use that names no district", () => {
  it("is answered with what each district says about it, and without a verdict", async () => {
    const turn = await ask([matrix], "Can I open a vape shop?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toMatch(/Allowed with a special permit in the C-2 district: “Vape shop” is marked “S”/);
    expect(turn.answer).toMatch(/Not permitted in the C-1 district: “Vape shop” is marked “N”/);
  });

  it("is not answered by what a section on another use leaves out of it, nor by a schedule that lost its columns", async () => {
    const homes: PassageSource = {
      headings: ["Chapter 78", "78-166 Limitations on home occupation uses"],
      text: "The provisions of this section shall not be used under any circumstances to permit:\n(1) Gift shops.\n(2) Restaurants.",
    };
    const schedule: PassageSource = {
      headings: ["Chapter 3", "Schedule of permitted uses"],
      text: "The following uses are permitted:\n(1) Two family dwelling.\n(2) Gift shops.",
    };
    for (const [law, use] of [
      [homes, "a restaurant"],
      [schedule, "a duplex"],
    ] as const) {
      const turn = await ask([law], `Can I open ${use}?`);
      expect(turn.answerStatus).not.toBe("answered");
      expect(turn.answer).not.toMatch(/^(?:Yes|No)\b/);
    }
  });

  it.each([
    ["700", "partial"],
    ["400", "answered"],
  ])("is asserted only for a size that its entry is for: %s square feet is %s", async (size, status) => {
    const dining: PassageSource = {
      headings: ["Chapter 8", "8.2 C-1 District"],
      text: "The following uses are permitted in the C-1 district:\n(1) Outdoor dining areas of not more than 500 square feet.",
    };
    const turn = await ask([dining], `Is an outdoor dining area of ${size} square feet permitted in the C-1 district?`);
    if (status === "partial") expect(turn.answer).not.toMatch(/^(?:Yes|No)\b/);
    else expect(turn.answer).toMatch(/Outdoor dining areas of not more than 500 square feet/);
  });

  const poultry: PassageSource[] = [
    {
      headings: ["Chapter 8", "8.2 R-3 District"],
      text: "The following uses are permitted in the R-3 district:\n(1) Poultry, subject to Section 12.4.\n(2) Dwellings.",
    },
    {
      headings: ["Chapter 12", "12.4 Poultry"],
      text: "12.4.1 Poultry shall be kept on a lot of not less than three acres.\n12.4.2 Not more than 12 hens shall be kept.",
    },
  ];

  it.each([
    [
      "Can I keep six hens on our one acre lot in the R-3 district?",
      /^No, not at this size under Section 12\.4: .*three acres/,
    ],
    [
      "Can I keep 20 hens on a lot of 4 acres in the R-3 district?",
      /^No, not at this size under Section 12\.4: .*12 hens/,
    ],
    ["Can I keep six hens on a lot of 4 acres in the R-3 district?", /^Yes/],
    ["Can I keep hens in the R-3 district?", /^Yes/],
  ])("is allowed only within the limits of the section that its entry refers to: %s", async (question, head) => {
    const turn = await ask(poultry, question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(head);
  });

  it("is denied by a limit in a chapter that is named for another district, where the entry refers to it", async () => {
    const [entries, limits] = poultry;
    const chapter = { ...limits, headings: ["Chapter 12 R-9 District and others", "12.4 Poultry"] } as PassageSource;
    const turn = await ask(
      [entries ?? expect.fail(), chapter],
      "Can I keep six hens on our one acre lot in the R-3 district?",
    );
    expect(turn.answer).toMatch(/^No, not at this size under Section 12\.4/);
  });

  it.each([
    ["one that is set for lots of another size too", "Stables on lots of two acres, or of one acre by special permit."],
    ["one that may be waived", "Stables on lots of at least two acres, unless waived by the Board."],
    ["one for each further animal", "Stables on lots of two acres and a half acre for each additional horse."],
    ["the size of the building", "Stables not exceeding 500 square feet."],
  ])("is not refused for its size by %s", async (_, entry) => {
    const stables: PassageSource = {
      headings: ["Chapter 8", "8.2 R-3 District"],
      text: `The following uses are permitted in the R-3 district:\n(1) ${entry}\n(2) Dwellings.`,
    };
    const asked = "Is a stable of 700 square feet on a lot of one acre permitted in the R-3 district?";
    expect((await ask([stables], asked)).answer).not.toMatch(/^No\b/);
  });

  it("in all districts by a sentence holds in the one asked about, and not where the sentence is for some", async () => {
    const shelters = (where: string): PassageSource => ({
      headings: ["Chapter 9", "9.4 Fallout shelters"],
      text: `Fallout shelters are permitted ${where}, subject to the yard regulations of the district.`,
    });
    const asked = "Can I build a fallout shelter in the R-3 district?";
    expect((await ask([shelters("as accessory uses in any district"), ...poultry], asked)).answer).toMatch(
      /^Yes, permitted/,
    );
    expect((await ask([shelters("in the farm district"), ...poultry], asked)).answer).not.toMatch(/^Yes/);
  });

  it("is read as one where a story tells a size and what is asked is whether it is allowed", async () => {
    const shops: PassageSource = {
      headings: ["Chapter 8", "8.2 C-1 District"],
      text: "The following uses are permitted in the C-1 district:\n(1) Bakeries.",
    };
    const turn = await ask([shops], "We plan a bakery of 900 square feet in the C-1 district. Is that permitted?");
    expect(turn.answer).toMatch(/^Yes, permitted in the C-1 district/);
  });

  it("is partial where it also asks for an amount that was not located", async () => {
    const sales: PassageSource = {
      headings: ["Chapter 8", "8.1 Temporary uses in every district"],
      text: "The following uses are permitted in all districts:\n(1) Yard sales.",
    };
    const turn = await ask([sales], "Can I have a yard sale, and for how many days?");
    expect(turn.answerStatus).toBe("partial");
  });
});

describe("a list of special land uses", () => {
  it("allows its entries only with an approval", async () => {
    const rural: PassageSource = {
      headings: ["Chapter IV R-A Rural Agricultural District", "4.3 Special land uses"],
      text: "The following may be authorized by the Planning Commission as special land uses:\n(a) Campgrounds.\n(b) Gravel pits.",
    };
    const turn = await ask([rural], "Can I open a campground in the R-A district?");
    expect(turn.answer).not.toMatch(/^Yes, permitted/);
  });

  it("names no part of a wider use as allowed by itself", async () => {
    const golf: PassageSource = {
      headings: ["Chapter 5", "5.3 R-1 District"],
      text: "The following uses are permitted in the R-1 district:\n(1) Golf courses, including normal club house and pro shop activities.",
    };
    expect((await ask([golf], "Is a pro shop allowed in the R-1 district?")).answer).not.toMatch(/^Yes/);
  });
});

describe("the name of an entry", () => {
  const schools: PassageSource = {
    headings: ["Chapter 5", "5.4 SI District"],
    text: [
      "The following uses are permitted in the SI district:",
      "5A.4.1 Preschool, elementary, middle and high schools.",
      "5A.4.2 Warehouses, except not to include truck terminals.",
    ].join("\n"),
  };

  it.each([
    ["Are elementary schools allowed in the SI district?", /^Yes, permitted in the SI district/],
    ["Are warehouses allowed in the SI district?", /^Yes, permitted in the SI district/],
    ["Are truck terminals allowed in the SI district?", /^No, left out of what is allowed/],
  ])("shares a noun in a series, has no section number and ends at what is left out: %s", async (question, head) => {
    expect((await ask([schools], question)).answer).toMatch(head);
  });

  const inns: PassageSource = {
    headings: ["Chapter 5", "5.6 R-6 District", "Special permit uses"],
    text: [
      "The following uses may be permitted in the R-6 district by special permit:",
      "(1) Bed and breakfast inns.",
      "(2) Restaurants, sit- down/delicatessen.",
      "(3) Dwelling, two-family or three-family.",
    ].join("\n"),
  };

  it.each([
    ["adds nothing by a word for a house of guests", "Can I open a bed and breakfast in the R-6 district?"],
    ["is whole where a line broke a word at its hyphen", "Is a sit-down restaurant allowed in the R-6 district?"],
    ["has each of the forms behind its comma", "Is a two-family dwelling allowed in the R-6 district?"],
  ])("%s", async (_what, question) => {
    expect((await ask([inns], question)).answer).toMatch(/^Yes, with a special permit in the R-6 district/);
  });

  it("may say how many of the use are allowed", async () => {
    const text = "The following uses are permitted in the R-1 district:\n(1) The keeping of up to six chickens.";
    const { answer } = await ask([{ ...cottageDistrict, text }], "Can I keep chickens in the R-1 district?");
    expect(answer).toMatch(/^Yes, within its limits in the R-1 district: The keeping of up to six chickens/);
  });
});

describe("a list for every district", () => {
  it("rules in capitals as in small letters", async () => {
    const everywhere: PassageSource = {
      headings: ["ARTICLE 7", "USES PERMITTED AS A SPECIAL EXCEPTION IN ANY ZONE"],
      text: "7. Day care or child care facility.",
    };
    const { answer } = await ask([everywhere], "Can I open a day care?");
    expect(answer).toMatch(/^Yes, with a special exception/);
  });
});

describe("a list whose heading is on accessory uses", () => {
  const accessory = (list: string, text: string): PassageSource => ({
    headings: ["Chapter 5", "5.7 R-7 DISTRICT", list],
    text,
  });
  const special = accessory("Accessory Uses Requiring Special Permits", "a. Child care home.\nb. Kennels.");

  it("allows a use as an accessory one", async () => {
    const { answer, answerStatus } = await ask([special], "Is a child care home permitted in the R-7 district?");
    expect(answer).toMatch(/^Yes, as an accessory use, with a special permit in the R-7 district: Child care home/);
    expect(answerStatus).toBe("answered");
  });

  it("allows it as one too where the heading stands above that of the list", async () => {
    const below = {
      ...special,
      headings: ["5.7 R-7 DISTRICT", "5.7.C Accessory Uses", "2. Permitted by Special Permit"],
    };
    const { answer } = await ask([below], "Is a child care home permitted in the R-7 district?");
    expect(answer).toMatch(/^Yes, as an accessory use, with a special permit in the R-7 district: Child care home/);
  });

  it("decides nothing where a list of main uses names the use", async () => {
    const main = accessory("Prohibited Principal Uses", "a. Kennels.");
    const { answer } = await ask([special, main], "Is a kennel permitted in the R-7 district?");
    expect(answer).toMatch(/^No, not permitted in the R-7 district: Kennels/);
  });
});

describe("a list with a proviso on all of its uses", () => {
  const lead = (proviso: string) => `The following uses shall be permitted in the B-1 district, ${proviso}:`;
  const list = (proviso: string): PassageSource => ({
    headings: ["B-1 NEIGHBORHOOD DISTRICT", "30-1 Permitted principal and accessory uses"],
    text: `${lead(proviso)}\n(1) Art galleries;\n(2) Banks.`,
  });

  it("permits them", async () => {
    const source = list("provided that drive-up facilities shall not be permitted in conjunction with any of the uses");
    const { answer, citations } = await ask([source], "Is an art gallery permitted in the B-1 district?");
    expect(answer).toMatch(/^Yes, permitted in the B-1 district: Art galleries/);
    expect(citations.map(({ quote }) => quote).join("\n")).toContain("provided that drive-up facilities");
  });

  it("permits none of them at large where the line itself names a case", async () => {
    const source = list("within an existing shopping center");
    expect((await ask([source], "Is an art gallery permitted in the B-1 district?")).answer).not.toMatch(/^Yes/);
  });
});

describe("a question for permission in other words", () => {
  const uses: PassageSource = {
    headings: ["Chapter 4 Districts", "4.2 B-1 Business District", "Uses permitted by special permit"],
    text: "The following uses may be permitted in the B-1 district by special permit:\n(1) Taverns.\n(2) Driving ranges.",
  };
  const inDistrict = (question: string) => ask([uses], question);

  it.each([
    "Can I open a bar in B-1?",
    "Driving range in B-1?",
    "I own a lot in B-1 and want to open a tavern, possible?",
  ])("is answered: %s", async (question) => {
    const { answer, answerStatus } = await inDistrict(question);
    expect(answer.split("\n")[0]).toMatch(/^Yes, with a special permit/);
    expect(answerStatus).toBe("answered");
  });

  it("is not answered for a nightclub by the entry on taverns", async () => {
    expect((await inDistrict("Can I open a nightclub in B-1?")).answer).not.toMatch(/^(?:Yes|No)/);
  });

  it("is answered for a house where dwellings of every kind are prohibited", async () => {
    const industrial: PassageSource = {
      headings: ["Chapter 4 Districts", "4.6 M-1 Industrial District", "Prohibited uses"],
      text: "The following uses are prohibited in the M-1 district:\n(1) Dwellings.\n(2) Slaughterhouses.",
    };
    expect((await ask([industrial], "Can I build a house in M-1?")).answer).toMatch(/^No, not permitted/);
  });

  it("is not answered for renting by the week by a provision that permits what is rented", async () => {
    const unit: PassageSource = {
      headings: ["Chapter 8 Rules", "8.7 Accessory dwelling units"],
      text: "One accessory dwelling unit is allowed on a lot.\nIt shall not exceed 900 square feet.",
    };
    expect((await ask([unit], "Can I rent out my accessory dwelling unit by the week?")).answer).not.toMatch(/^Yes/);
  });
});

describe("a trade that the law calls by another form of its name", () => {
  const uses: PassageSource = {
    headings: ["Chapter 4 Districts", "4.2 B-1 Business District", "Permitted uses"],
    text: "The following uses are permitted in the B-1 district:\n(1) Distilleries.\n(2) Self-service laundries.\n(3) Package liquor stores.",
  };

  it.each(["We own a farm in B-1 and want to start a distillery, possible?", "can i open a liquor store in B-1"])(
    "is answered by the entry that names it: %s",
    async (question) => {
      expect((await ask([uses], question)).answer).toMatch(/^Yes, permitted in the B-1 district/);
    },
  );
});
