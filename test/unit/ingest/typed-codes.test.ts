import { describe, expect, it } from "vitest";
import { chunkDocument, rulesOfDocument } from "../../../ingest/index.ts";
import type { DimensionRule, ParkingRule, UseRule } from "../../../ingest/rules/rule.ts";
import { parseText } from "../../support/documents/parse.ts";

async function rulesOf(...pages: string[]) {
  const document = await parseText(pages.join("\f"));
  return rulesOfDocument(document, chunkDocument(document)).rules;
}

const usesIn = async (district: string, ...pages: string[]) =>
  (await rulesOf(...pages))
    .filter((rule): rule is UseRule => rule.kind === "use" && rule.districts.includes(district))
    .map(({ verdict, words }) => `${verdict}: ${words}`);

const table = [
  "SECTION 4. LAND USES",
  "",
  "TABLE 4-1.  TABLE OF USES",
  "",
  "LAND USE                           VC   RF   WW   OI",
  "",
  "1. One-family dwelling             CEO  CEO  CEO1 N",
  "2. Housing for seasonal farm or",
  "   cannery workers, not more than",
  "   twelve persons                  N    PB   PB   N",
  "3. Apartment over a store          PB   N    PB2  N",
];
const furtherPart = [
  "TABLE 4-1.  TABLE OF USES (continued)",
  "",
  "LAND USE                           VC   RF   WW   OI",
  "",
  "4. Filling station                 N3   PB   N    N",
  "5. Boat yard                       S    N    CEO  N",
  "6. Bank                            S    S    N    N",
  "",
  "Notes to Table 4-1",
  "",
  "1  One to a lot.",
  "2  On an upper floor only.",
  "3  The station on Water Street may continue.",
  "",
  "KEY TO TABLE 4-1",
  "    CEO   Allowed with a permit from the Code Enforcement Officer.",
  "    S     Site plan approval by the Planning Board (7.6).",
  "    PB    Conditional use; Planning Board approval (Section 7).",
  "    N     Not allowed.",
  "Districts: VC Village Center; RF Rural and Farm; WW Working Waterfront; OI Outer Islands.",
];
const districts = [
  "SECTION 3. DISTRICTS",
  "",
  "3.1 Village Center District (VC)",
  "The streets around the landing.",
  "",
  "3.2 Rural and Farm District (RF)",
  "The fields.",
  "",
  "3.3 Working Waterfront District (WW)",
  "The shore.",
  "",
  "3.4 Outer Islands District (OI)",
  "The islands.",
];

describe("a table of uses on typed pages", () => {
  const pages = [districts, table, furtherPart].map((lines) => lines.join("\n"));

  it("rules by a key without signs, whose meanings refer to sections in brackets", async () => {
    expect(await usesIn("RF", ...pages)).toContain("conditional: 4. Filling station");
    expect(await usesIn("VC", ...pages)).toEqual(
      expect.arrayContaining(["conditional: 6. Bank", "prohibited: 4. Filling station"]),
    );
  });

  it("has the notes below its last part on the cells of every part", async () => {
    const rules = await rulesOf(...pages);
    const noted = rules.flatMap((rule) =>
      rule.kind === "use" && rule.notes.length > 0 ? [`${rule.districts} ${rule.words}: ${rule.notes}`] : [],
    );
    expect(noted).toEqual([
      "WW 1. One-family dwelling: note 1: One to a lot.",
      "WW 3. Apartment over a store: note 2: On an upper floor only.",
      "VC 4. Filling station: note 3: The station on Water Street may continue.",
    ]);
  });

  it("reads two marks with one space between them, and a label of three lines", async () => {
    expect(await usesIn("OI", ...pages)).toContain("prohibited: 1. One-family dwelling");
    expect(await usesIn("RF", ...pages)).toContain(
      "conditional: 2. Housing for seasonal farm or cannery workers, not more than twelve persons",
    );
  });
});

describe("a schedule of lots on a typed page", () => {
  it("reads figures with one space between them, and bare heads as those of lots and yards", async () => {
    const rules = await rulesOf(
      [
        ...districts,
        "",
        "SECTION 5. LOTS",
        "",
        "5.1  Table 5-1.",
        "",
        "            Lot area   Width   Front   Side   Rear",
        "VC          5,000      40      0       5      10",
        "RF          2 ac.      200     40      25     50",
        "WW          20,000 30  0       0      10",
        "",
        "5.2  Back lots.  In RF one lot without frontage may be reached by a 50",
        "foot right of way.",
      ].join("\n"),
    );
    const standards = rules
      .filter((rule): rule is DimensionRule => rule.kind === "dimension" && rule.districts.includes("RF"))
      .map(({ dimension, value }) => `${dimension} ${value}`);
    expect(standards).toEqual(
      expect.arrayContaining(["lot_width_min 200", "setback_front 40", "setback_side_interior 25", "setback_rear 50"]),
    );
    const ofShore = rules.filter((rule) => rule.kind === "dimension" && rule.districts.includes("WW"));
    expect(ofShore).toContainEqual(expect.objectContaining({ dimension: "lot_area_min", value: 20_000 }));
  });
});

describe("parking on a typed page", () => {
  const parkingOf = async (...lines: string[]) =>
    (await rulesOf(["§ 12-1. Off-street parking.", "", ...lines].join("\n")))
      .filter((rule): rule is ParkingRule => rule.kind === "parking")
      .map(({ words, value, unit }) => `${words}: ${value} ${unit}`);

  it("is read where dots lead to the spaces", async () => {
    expect(
      await parkingOf(
        "   Dwellings ..................... 2 spaces each",
        "   Churches and theaters ......... 1 for each 5 seats",
        "   Retail stores ................. 1 for each 200 sq. ft.",
      ),
    ).toEqual([
      "Dwellings: 2 stalls per dwelling unit",
      "Churches and theaters: 0.2 stalls per seat",
      "Retail stores: 5 stalls per 1,000 sq ft",
    ]);
  });

  it("is read of a bare number for a home in a column of spaces, and of none for another use", async () => {
    expect(
      await parkingOf(
        "Use                                  Spaces required",
        "Dwelling unit                        2",
        "Church or theater                    1 for each 4 seats",
        "Retail store                         1 for each 200 square feet",
        "Marina                               40",
      ),
    ).toEqual([
      "Dwelling unit: 2 stalls per dwelling unit",
      "Church or theater: 0.25 stalls per seat",
      "Retail store: 5 stalls per 1,000 sq ft",
    ]);
  });
});

const page = (number: number, head: string, body: readonly string[]) =>
  [head, "", ...body, "", `06 - 15 - 2017                                     170:${number}`].join("\n");
const inR1 = (lines: readonly string[]) =>
  ["§ 170-12. R-1 Residential District.", "In an R-1 Residential District:", ...lines].join("\n");

describe("a list of uses on typed pages", () => {
  it("keeps the entries behind which a publisher notes their amendment", async () => {
    expect(
      await usesIn(
        "R-1",
        inR1([
          "A.   Permitted uses:",
          "     (1)  One-family dwellings.",
          "     (2)  Fire stations. [Amended 6-12-2003 by L.L. No. 4-2003]",
          "C.   Uses requiring a special permit. [Amended 11-20-1990 by L.L. No. 9-1990]",
          "     (1)  Private schools.",
          "     (2)  Bed-and-breakfast. [Added 10-3-1991 by L.L. No. 5-1991]",
        ]),
      ),
    ).toEqual([
      "permitted: One-family dwellings.",
      "permitted: Fire stations.",
      "conditional: Private schools.",
      "conditional: Bed-and-breakfast.",
    ]);
  });

  it("goes on over heads of pages that name the code and two sections, and over the notes at the foot of a page", async () => {
    const filler = (section: number) => [
      `§ 170-${section}. Rules on matter ${section}.`,
      "No owner shall leave a matter of this kind without the care that it needs.",
    ];
    const uses = await usesIn(
      "B-1",
      page(1, "§ 170-1               FERNDALE CODE               § 170-2", [...filler(1), ...filler(2)]),
      page(2, "§ 170-3               FERNDALE CODE               § 170-4", [...filler(3), ...filler(4)]),
      page(3, "§ 170-5               FERNDALE CODE               § 170-15", [
        ...filler(5),
        "§ 170-15. B-1 Business District.",
        "A.   Permitted uses. In the B-1 District a building may be used, for any of the",
        "",
        "3. Editor's Note: The power to issue permits was moved to the",
        "   Board of Trustees by L.L. No. 3-1994.",
      ]),
      page(4, "§ 170-15              FERNDALE CODE               § 170-16", [
        "     following purposes and for no other:",
        "     (1)  Banks.",
        "     (2)  Theaters.",
        "§ 170-16. Signs.",
        "No sign shall flash.",
      ]),
    );
    expect(uses).toEqual(["permitted: Banks.", "permitted: Theaters."]);
  });

  it("gives the entries with a mark the verdict that its lead tells of them, and a mark that nothing explains none", async () => {
    const starred = (explanation: string) =>
      inR1([
        `Land and buildings shall be used only for the following.${explanation}`,
        "     (a) Banks; business offices; dance halls*.",
        "     (b) Funeral homes.",
      ]);
    expect(await usesIn("R-1", starred(" A use bearing an asterisk (*) requires a conditional use permit:"))).toEqual([
      "permitted: Banks",
      "permitted: business offices",
      "conditional: dance halls*.",
      "permitted: Funeral homes.",
    ]);
    const unexplained = await usesIn(
      "R-1",
      inR1(["A.   Permitted uses:", "     (1)  Banks.", "     (2)  Dance halls*."]),
    );
    expect(unexplained).toEqual(["permitted: Banks."]);
  });

  it("gives the entries with words that its lead explains the verdict of these words", async () => {
    expect(
      await usesIn(
        "R-1",
        inR1([
          'Land shall be used for one or more of the following uses. Those followed by the words "with permit" are allowed only after a conditional use permit has been granted by the board.',
          "  (1) Dwellings.",
          "  (2) Churches, with permit.",
        ]),
      ),
    ).toEqual(["permitted: Dwellings.", "conditional: Churches, with permit."]);
  });

  it("is conditional where its lead permits once a board has issued a permit", async () => {
    const lead =
      "The following uses may be permitted in the R-1 district when the board of supervisors has issued a conditional use permit:";
    expect(await usesIn("R-1", inR1([lead, "  (1) Primitive campgrounds.", "  (2) Portable sawmills."]))).toEqual([
      "conditional: Primitive campgrounds.",
      "conditional: Portable sawmills.",
    ]);
  });

  it.each(["E.   Not permitted:", "None of these shall be located in R-1:"])(
    "is read from one line behind the words: %s",
    async (lead) => {
      expect(await usesIn("R-1", inR1([`${lead} rental of jet skis; seaplane bases; floating homes.`]))).toEqual([
        "prohibited: rental of jet skis;",
        "prohibited: seaplane bases;",
        "prohibited: floating homes.",
      ]);
    },
  );
});

describe("a note of an editor on a typed page", () => {
  const noteOf = (below: readonly string[]) =>
    parseText(
      [
        ["§ 1-1. Kennels.", "A kennel shall keep its dogs", "", "1. Editor's Note: See Ch. 12.", "", ...below].join(
          "\n",
        ),
        ["indoors at night.", "", "01 - 2020                    1:2"].join("\n"),
        ["§ 1-2. Barns.", "A barn shall be dry.", "", "01 - 2020                    1:3"].join("\n"),
      ].join("\f"),
    );

  it("is placed before a sentence that continues on the next page, and the page number is still recognized", async () => {
    const document = await noteOf(["01 - 2020                    1:1"]);
    expect(document.text).toMatch(/Editor's Note: See Ch\. 12\.\s+A kennel shall keep its dogs\s+indoors at night\./);
    expect(document.text).not.toMatch(/01 - 2020/);
  });

  it("stays where it is when other text of the page stands below it", async () => {
    const document = await noteOf([
      "B. No kennel shall be noisy.",
      "C. It shall be clean.",
      "D. It shall be licensed.",
    ]);
    expect(document.text).toMatch(/keep its dogs.*Editor's Note.*No kennel shall be noisy/s);
  });
});

describe("uses that a list takes over from another one", () => {
  const code = (entry: string) =>
    [
      "§ 170-15. B-1 Business District.",
      "A.   Permitted uses:",
      "     (1)  Banks.",
      "     (2)  Barber shops.",
      "     (3)  Dwelling units above the first floor.",
      "C.   Uses requiring a special permit:",
      "     (1)  Hotels.",
      "D.   Conditional uses:",
      "     (1)  Laundromats.",
      "",
      "§ 170-16. B-2 Business District.",
      entry,
    ].join("\n");

  it("are those of the section that it names, from the first to the last entry that it names", async () => {
    const inPart = [
      "A.   Permitted uses. The uses listed in § 170-15A(1) through (2), and in addition:",
      "     (1)  Bowling alleys.",
    ];
    expect(await usesIn("B-2", code(inPart.join("\n")))).toEqual(
      expect.arrayContaining(["permitted: Bowling alleys.", "permitted: Banks.", "permitted: Barber shops."]),
    );
    expect((await usesIn("B-2", code(inPart.join("\n")))).join()).not.toMatch(/above the first floor/);
  });

  it("are those of the list of special permits where it names this approval, and none of a list of conditional uses", async () => {
    const entry = [
      "C.   Uses requiring a special permit:",
      "     (1)  Any use requiring a special permit in the B-1 District.",
    ];
    const uses = await usesIn("B-2", code(entry.join("\n")));
    expect(uses).toContain("conditional: Hotels.");
    expect(uses.join()).not.toMatch(/Laundromats/);
  });
});
