import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const uses: PassageSource = {
  headings: ["Article 3", "3.4 R-1 Residential District", "3.4.2 Permitted uses"],
  text: [
    "The following uses are permitted in the R-1 district:",
    "a. Fences which are not over six (6) feet in height.",
    "b. Greenhouses of less than 200 square feet.",
    "c. Keeping of not more than two horses on lots of at least two acres.",
    "d. Farm stands not exceeding 100 square feet in area.",
    "e. Two-family dwellings on lots with a minimum area of 20,000 square feet.",
    "f. Bee hives, provided that the lot contains at least one acre.",
    "g. Rabbits, not more than 12.",
    "h. Bed and breakfast inns with no more than four guest rooms.",
    "k. A day care facility for not more than 14 children in conjunction with a dwelling.",
    "j. Community residential homes for six or fewer residents.",
  ].join("\n"),
};
describe("an entry with a limit", () => {
  it.each([
    ["Is a five foot high fence allowed in R-1?", /^Yes, within the limit/],
    ["Is a five foot high picket fence allowed in R-1?", /^Yes, within the limit/],
    ["Is a five foot high electric fence allowed in R-1?", /^(?!Yes|No)/],
    ["Is a 6-foot tall fence permitted in the R-1 district?", /^Yes/],
    ["Is an eight foot high fence allowed in R-1?", /^(?!Yes)/],
    ["Can I put up a greenhouse of 8 by 10 feet in R-1?", /^Yes/],
    ["Can I build a 12x20 foot greenhouse in R-1?", /^(?!Yes)/],
    ["May I keep two horses on three acres in R-1?", /^Yes/],
    ["May I keep a horse on my 3 acre lot in R-1?", /^Yes/],
    ["May I keep horses on one acre in R-1?", /^No, not at this size/],
    ["May I keep three horses on five acres in R-1?", /^No, not at this size/],
    ["My lot in R-1 has 15,000 square feet. Can I build a two-family dwelling on it?", /^No, not at this size/],
    ["My lot in R-1 has 25,000 square feet. Can I build a two-family dwelling on it?", /^Yes/],
    ["Can I build a 1,200 square foot two-family dwelling in R-1?", /^Yes, within its limits/],
    ["May we keep bees on half an acre in R-1?", /^No, not at this size/],
    ["May we keep 20 rabbits in R-1?", /^No, not at this size/],
    ["May we keep six rabbits in R-1?", /^Yes/],
    ["Can I open a bed and breakfast with three guest rooms in R-1?", /^Yes/],
    ["Can I open a bed and breakfast with six guest rooms in R-1?", /^(?!Yes)/],
    ["Is a group home for five people allowed in R-1?", /^Yes, within the limit/],
    ["Is a group home for nine people allowed in R-1?", /^(?!Yes|No)/],
    ["My house is 2,000 square feet. Can I put up a greenhouse in R-1?", /^Yes, within its limits/],
    ["Can I run a day care for ten kids out of my R-1 house?", /^Yes, within the limit/],
    ["Can I run a day care for 20 kids out of my R-1 house?", /^(?!Yes|No)/],
    ["Can I put a farm stand of 80 square feet on our land in R-1?", /^Yes/],
  ])(
    "allows what keeps it, denies a smaller lot or more things, and decides nothing else: %s",
    async (question, head) => {
      expect((await ask([uses], question)).answer).toMatch(head);
    },
  );
});

const sentences: PassageSource = {
  headings: ["Article 3", "3.6 R-2 District", "3.6.4 Animals and vehicles"],
  text: [
    "Up to six hens, but no roosters, may be kept on a lot of at least half an acre in the R-2 District.",
    "The keeping of goats shall be permitted only on lots having an area of two acres or more.",
    "Recreational vehicles longer than 30 feet may not be parked in the R-2 District.",
    "Barbed wire fences shall be permitted for agricultural uses on tracts that are a minimum size of three acres in the R-2 District.",
    "Greenhouses larger than 200 square feet are allowed in the R-2 District.",
    "No dumpster larger than 20 cubic yards shall be kept in the R-2 District.",
  ].join("\n\n"),
};
describe("a sentence with a limit", () => {
  it.each([
    ["May I keep four hens on an acre in R-2?", /^Yes, within the limit/],
    ["May I keep hens in R-2?", /^Yes, within its limits/],
    ["May I keep eight hens on an acre in R-2?", /^No, not at this size/],
    ["May I keep four hens on a quarter acre in R-2?", /^No, not at this size/],
    ["May I keep goats on my one-acre lot in R-2?", /^No, not at this size/],
    ["May I keep goats on my three-acre lot in R-2?", /^Yes, within/],
    ["Is a barbed wire fence permitted for agricultural use on a five-acre tract in R-2?", /^Yes, within the limit/],
    ["Is a barbed wire fence permitted on a five-acre tract in R-2?", /^(?!Yes|No)/],
    ["Is an 80 square foot greenhouse allowed in R-2?", /^(?!Yes|No)/],
    ["Is a 300 square foot greenhouse allowed in R-2?", /^Yes, within the limit/],
    ["Can I park my 36 foot recreational vehicle in R-2?", /^No/],
    ["Can I park my 24 foot recreational vehicle in R-2?", /^(?!Yes|No)/],
  ])("permits what keeps it and forbids what breaks it: %s", async (question, head) => {
    expect((await ask([sentences], question)).answer).toMatch(head);
  });
});

const workshops: PassageSource[] = [
  {
    headings: ["Article 3", "3.8 R-3 District"],
    text: "The following uses are permitted in the R-3 district:\na. Greenhouses.\nb. Dwellings.",
  },
  {
    headings: ["Article 9", "9.2 Greenhouses"],
    text: "A greenhouse exceeding 650 square feet of floor area may be permitted by special permit.",
  },
];
describe("an approval for more than an amount", () => {
  it.each([
    ["Can I put up a 900 square foot greenhouse in R-3?", /^Yes, with a special permit/],
    ["Can I put up a 400 square foot greenhouse in R-3?", /^Yes, permitted/],
    ["Can I put up a greenhouse on a lot of 900 square feet in R-3?", /^Yes, permitted/],
  ])("is needed only by a question that tells of more: %s", async (question, head) => {
    expect((await ask(workshops, question)).answer).toMatch(head);
  });

  it("is read from a list of uses that need it", async () => {
    const laws: PassageSource[] = [
      {
        headings: ["3.8 B-1 District"],
        text: "The following uses are permitted in the B-1 district:\na. Retail stores.",
      },
      {
        headings: ["3.8 B-1 District"],
        text: "The following uses require a special permit in the B-1 district:\na. Any use with a gross floor area of more than 5,000 square feet.",
      },
    ];
    const large = await ask(laws, "Is an 8,000 square foot retail store allowed in the B-1 district?");
    expect(large.answer).toMatch(/^Yes, with a special permit/);
    const small = await ask(laws, "Is a 3,000 square foot retail store allowed in the B-1 district?");
    expect(small.answer).toMatch(/^Yes, permitted/);
  });
});

describe("an entry of a list by what it is limited to", () => {
  const homes: PassageSource[] = [
    {
      headings: ["Article 4", "4.4 R-M Residential District", "4.4.2 Permitted uses"],
      text: "A. Multi-family dwellings with not more than eight (8) dwelling units in a building.",
    },
    {
      headings: ["Article 4", "4.4 R-M Residential District", "4.4.3 Conditional uses"],
      text: [
        "A. Multi-family dwellings with nine (9) to twenty-four (24) dwelling units in a building.",
        "B. Kennels, not within 200 feet of Mill Road unless behind another building.",
      ].join("\n"),
    },
  ];

  it.each([
    ["Is an apartment building with 12 dwelling units permitted in the R-M district?", /^Yes, with a conditional use/],
    ["Is an apartment building with twelve dwelling units permitted in R-M?", /^Yes, with a conditional use/],
    ["Is an apartment building with six dwelling units permitted in the R-M district?", /^Yes, (?!with a conditional)/],
    ["Is an apartment building with 30 dwelling units permitted in the R-M district?", /^(?!Yes)/],
    ["Is a kennel permitted in R-M on a site more than 400 feet from Mill Road?", /^Yes, with a conditional use/],
  ])("takes in what a question tells between two numbers, or farther away than one: %s", async (question, head) => {
    expect((await ask(homes, question)).answer).toMatch(head);
  });
});

describe("a number that is allowed for each home", () => {
  const animals: PassageSource = {
    headings: ["Chapter 2 General", "2.3 Animals"],
    text: [
      "(s) 13 The keeping of no more than nine (9) hens shall be allowed for each single-family dwelling provided:",
      "(1) The hens are kept in a rear yard.",
    ].join("\n"),
  };

  it.each([
    ["We would like six hens behind our house, it is a one family house. Are we allowed?", /^Yes, within the limit/],
    ["We would like eleven hens behind our house, it is a one family house. Are we allowed?", /^(?!Yes)/],
  ])("decides on the number that a question tells: %s", async (question, opening) => {
    expect((await ask([animals], question)).answer).toMatch(opening);
  });
});
