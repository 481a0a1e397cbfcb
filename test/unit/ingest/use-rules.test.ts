import { describe, expect, it } from "vitest";
import type { Rule, UseRule } from "../../../ingest/rules/rule.ts";
import { parseMarkdownText } from "../../support/documents/parse.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const uses = (rules: readonly Rule[]) => rules.filter((rule): rule is UseRule => rule.kind === "use");
const verdicts = (rules: readonly Rule[], district: string) =>
  uses(rules)
    .filter(({ districts }) => districts.includes(district))
    .map(({ words, verdict }) => [words, verdict]);

const table = (legend: string) => `# 4 Use regulations

${legend}

| Use | R-1 | R-2 |
|---|---|---|
| Bank | | P |
| Duplex | SP | P |
| Kennel | SE | Q |
| Shop | P | P |
`;

describe("a table of uses", () => {
  it("rules by the legend: by right with a site plan is permitted, an exception is conditional", async () => {
    const { rules } = await rulesOfMarkdown(
      table(
        "P = permitted by right\n\nSP = permitted by right, site plan approval required\n\nSE = special exception required",
      ),
    );
    expect(verdicts(rules, "R-1")).toEqual([
      ["Duplex", "permitted"],
      ["Kennel", "conditional"],
      ["Shop", "permitted"],
    ]);
    const [duplex] = uses(rules).filter(({ words }) => words === "Duplex");
    expect(duplex?.source?.said).toMatch(/permitted by right/);
  });

  it("rules by a legend that a scan tore apart, and not by a mark for what is allowed beside another use only", async () => {
    const torn = [
      "P Permitted Use (1) See 5.2. ACC Accessory Use",
      "SE\n\nSpecial Exception Permit\n\nACC\n\nAccessory Use\n\nP\n\nPermitted Use",
    ];
    for (const legend of torn) {
      const marked = table("").replace("| Kennel | SE |", "| Kennel | ACC |");
      const { rules } = await rulesOfMarkdown(`${marked}\nLEGEND AND NOTES\n\n${legend}\n`);
      expect(verdicts(rules, "R-1")).toEqual([["Shop", "permitted"]]);
    }
  });

  it("rules by what a legend says of two marks in one cell, and not by what it says of one of them", async () => {
    const legend = "| P = | Permitted by right |\n| SP/SE = | Special permit required |\n| ACC = | Accessory use |";
    const marked = table(legend).replace("| Duplex | SP | P |", "| Duplex | SP/SE | P |");
    const { rules } = await rulesOfMarkdown(marked);
    expect(verdicts(rules, "R-1")).toEqual([
      ["Duplex", "conditional"],
      ["Shop", "permitted"],
    ]);
  });

  it("rules by marks in small letters that the legend prints in capitals, and by what a series calls them", async () => {
    const legend =
      "Principal Uses, Accessory Uses, and Temporary Uses are Permitted by Right (“P”), Permitted Subject to Limited Use Standards (“PL”), as Conditional Uses (“CU”), or Not Permitted (“NP”).";
    const marked = table(legend).replace("| Bank | | P |", "| Bank | np | P |").replace("| SE | Q |", "| CU | ft |");
    const { rules } = await rulesOfMarkdown(marked);
    expect(verdicts(rules, "R-1")).toEqual([
      ["Bank", "prohibited"],
      ["Kennel", "conditional"],
      ["Shop", "permitted"],
    ]);
    const [bank, , kennel] = uses(rules);
    expect(bank?.source?.said).toBe("Not Permitted");
    expect(kennel?.source?.said).toBe("Permitted by Right");
  });

  it("rules by the words behind a mark that a sentence on it explains", async () => {
    const legend =
      "Those uses shown as “P” (Permitted Use) are permitted if all standards are met. Those shown as “SP” (Special Permit) are permitted if the Board approves.";
    const { rules } = await rulesOfMarkdown(table(legend));
    expect(uses(rules).map(({ words, source }) => [words, source?.said])).toContainEqual(["Duplex", "Special Permit"]);
  });

  it("names the accessory or temporary uses that its caption is of as the group of its rows", async () => {
    const legend = "P = permitted, SP = special permit, SE = special exception";
    const captioned = table(legend).replace(
      "| Use | R-1 | R-2 |",
      "| TABLE 4: TEMPORARY USES | | |\n|---|---|---|\n| Use | R-1 | R-2 |",
    );
    const { rules } = await rulesOfMarkdown(captioned.replace("|---|---|---|\n| Bank", "| Bank"));
    expect(uses(rules).length).toBeGreaterThan(0);
    expect(new Set(uses(rules).map(({ group }) => group))).toEqual(new Set(["TEMPORARY USES"]));
  });

  it("permits what needs no permit by its legend", async () => {
    const { rules } = await rulesOfMarkdown(table("P = Allowed / No Zoning Permit Required\n\nSE = special exception"));
    expect(verdicts(rules, "R-1")).toContainEqual(["Shop", "permitted"]);
  });

  it("rules by the one section that says what marks mean, wherever it stands, and by none where two do", async () => {
    const section = (number: number) =>
      `# ${number} Marks\n\n“P” means a use permitted by right; “SE” means a use that needs a special exception.\n\n“SP” means a use that needs a special permit.\n\n`;
    const between = "# 3 Purposes\n\nThese regulations serve the health and the welfare of the town.\n\n";
    const one = await rulesOfMarkdown(`${section(2)}${between}${table("")}`);
    expect(verdicts(one.rules, "R-1").map(([, verdict]) => verdict)).toEqual([
      "conditional",
      "conditional",
      "permitted",
    ]);
    const two = await rulesOfMarkdown(`${section(1)}${section(2)}${between}${table("")}`);
    expect(verdicts(two.rules, "R-1")).toEqual([]);
  });

  it("has a column for each of the codes that one head lists over as many columns", async () => {
    const rows = [
      ["", "USES", "R-1 R-2 GC", "R-1 R-2 GC", "R-1 R-2 GC"],
      ["A-1", "One dwelling on a lot", "P", "P", ""],
      ["A-2", "Offices of a town", "SE", "SE", "P"],
      ["A-2a", "Offices of a firm", "", "SE", "P"],
    ];
    const text = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
    const { rules } = await rulesOfMarkdown(
      `# 4 Use regulations\n\nP = permitted by right\n\nSE = special exception required\n\n${text}\n\n# 5 GC District\n\nText.\n`,
    );
    expect(verdicts(rules, "R-1")).toEqual([
      ["One dwelling on a lot", "permitted"],
      ["Offices of a town", "conditional"],
    ]);
    expect(verdicts(rules, "GC")).toContainEqual(["Offices of a firm", "permitted"]);
  });

  it("begins with its first use where no row has heads: marks that come again below are none", async () => {
    const text = "| Bank | P | P | SE |\n| Duplex | SE | P | SE |\n| Kennel | P | P | SE |\n| Shop | P | SE | SE |";
    const document = await parseMarkdownText(`# 4 Use regulations\n\n${text}\n`);
    expect(document.tables[0]?.columns).toEqual(["", "", "", ""]);
  });

  it("rules on a district of one letter among several codes in the heads", async () => {
    const text =
      "| Use | TC | RC | C | OP | BP-1 |\n|---|---|---|---|---|---|\n| Bank | P | P | P | P | P |\n| Car wash | | P | SE | | |";
    const { rules } = await rulesOfMarkdown(
      `# 4 Use regulations\n\nP = permitted by right\n\nSE = special exception required\n\n${text}\n\n## 4.A.2 Regional Commercial (RC) District\n\nText.\n\n## 4.A.3 Commercial (C) District\n\nText.\n`,
    );
    expect(verdicts(rules, "C")).toContainEqual(["Car wash", "conditional"]);
    expect(verdicts(rules, "RC")).toContainEqual(["Car wash", "permitted"]);
  });

  it("rules on no mark that the legend leaves unexplained", async () => {
    const { rules } = await rulesOfMarkdown(table("P = permitted by right\n\nSE = special exception required"));
    expect(verdicts(rules, "R-2").map(([words]) => words)).not.toContain("Kennel");
    expect(verdicts(rules, "R-1").map(([words]) => words)).not.toContain("Duplex");
  });

  it("rules on a blank only where the legend says what a blank means", async () => {
    const legend = "P = permitted by right\n\nSE = special exception required";
    const silent = await rulesOfMarkdown(table(legend));
    expect(verdicts(silent.rules, "R-1").map(([words]) => words)).not.toContain("Bank");
    const explained = await rulesOfMarkdown(table(`${legend}\n\nBlank = not permitted`));
    expect(verdicts(explained.rules, "R-1")).toContainEqual(["Bank", "prohibited"]);
    expect(verdicts(explained.rules, "R-2")).toContainEqual(["Bank", "permitted"]);
  });
});

describe("sections without titles", () => {
  it("are the entries of the list that the section above them introduces", async () => {
    const { rules } = await rulesOfMarkdown(
      "# 6 B-1 Business District\n\n## 6.1\n\nThe following uses are permitted in the B-1 district:\n\n## 6.1.1\n\nBanks.\n\n## 6.1.2\n\nBakeries.\n\n## 6.2 Lots\n\nKennels.\n",
    );
    expect(verdicts(rules, "B-1")).toEqual([
      ["Banks.", "permitted"],
      ["Bakeries.", "permitted"],
    ]);
  });
});

describe("a list of uses", () => {
  const section = (body: string) =>
    `# 5 R-1 Residential District\n\n${body}\n\n# 6 R-2 Residential District\n\nBanks.\n`;

  it("rules by its heading or lead, and the stricter of list and entry counts", async () => {
    const { rules } = await rulesOfMarkdown(
      section(`## 5.1 Permitted uses

(a) Farms.

(b) Home occupations, upon approval by the governing authority.

## 5.2 Special permit uses

(a) Churches.

## 5.3 Prohibited uses

(a) Junkyards.`),
    );
    expect(verdicts(rules, "R-1")).toEqual([
      ["Farms.", "permitted"],
      ["Home occupations, upon approval by the governing authority.", "conditional"],
      ["Churches.", "conditional"],
      ["Junkyards.", "prohibited"],
    ]);
    expect(verdicts(rules, "R-2")).toEqual([]);
  });

  it("gives nothing for an entry that is reserved or that is the title of the list", async () => {
    const { rules } = await rulesOfMarkdown(
      section("## 5.2 Special exception uses\n\nSPECIAL EXCEPTION USES\n\n(a) [Reserved]\n\n(b) Day camps."),
    );
    expect(uses(rules).map(({ words }) => words)).toEqual(["Day camps."]);
  });

  it("opens below a title that names its approval, and ends at the next title", async () => {
    const { rules } = await rulesOfMarkdown(
      section(`5.2. Other Permitted Uses with Site Plan Approval by the Commission per Section 9, unless property abuts the R-2 District, then by Special Permit per Section 10.

1. Tea rooms

2. Warehouses; frontage on a main road is required

5.3. Permitted Uses with Special Permit Approval by the Commission per Section 10.

1. Taverns; drive-throughs are not permitted

5.4 Standards

1. Parking behind the building`),
    );
    expect(verdicts(rules, "R-1")).toEqual([
      ["Tea rooms", "conditional"],
      ["Warehouses; frontage on a main road is required", "conditional"],
      ["Taverns; drive-throughs are not permitted", "conditional"],
    ]);
  });

  it("goes on below a title within it, and has no entry for a freed place or a number", async () => {
    const { rules } = await rulesOfMarkdown(
      section(`The following uses shall be permitted in any R-1 Zone:

(a) Farms;

(b) (Deleted, Nov 18/14)

(c) uses of the church; and

OTHER USES:

(d) Mills;

27(2)`),
    );
    expect(verdicts(rules, "R-1")).toEqual([
      ["Farms;", "permitted"],
      ["uses of the church", "permitted"],
      ["Mills;", "permitted"],
    ]);
  });

  it("is lettered below a numbered line, and conditional below a title that says what is permitted by exception", async () => {
    const { rules } = await rulesOfMarkdown(
      section(`## 5.1 Uses permitted in R-1

1. The following uses are permitted in the R-1 District:

a. Farms.

b. Mills.

2. Special exceptions permitted in R-1 Residential Districts.

The following uses are declared to possess such special characteristics that each must be considered as an individual case:

a. Kennels.

b. Be the subject of a further application.`),
    );
    expect(verdicts(rules, "R-1")).toEqual([
      ["Farms.", "permitted"],
      ["Mills.", "permitted"],
      ["Kennels.", "conditional"],
    ]);
  });

  it("is of the districts that its lead names", async () => {
    const { rules } = await rulesOfMarkdown(
      section("The following uses shall be permitted in any R-2 Zone:\n\n(a) Dairies.\n\n(b) Mills."),
    );
    expect(verdicts(rules, "R-2")).toEqual([
      ["Dairies.", "permitted"],
      ["Mills.", "permitted"],
    ]);
    expect(verdicts(rules, "R-1")).toEqual([]);
  });

  it("keeps what an entry leaves out with the entry, and gives nothing for a case or an accessory use", async () => {
    const { rules } = await rulesOfMarkdown(
      section(`The following uses shall be permitted in any R-1 Zone:

(a) Stores, excluding:

(i) pawn shops;

(ii) gun shops;

(b) Offices.

## 5.2 Permitted accessory uses

(a) Stables.

## 5.3 Other uses

The following uses are permitted only if located in an apartment house:

(a) Barbers.`),
    );
    expect(verdicts(rules, "R-1").map(([words]) => words)).toEqual([
      "Stores, excluding: (i) pawn shops; (ii) gun shops;",
      "Offices.",
    ]);
  });

  it("is read where it runs on in one line, in a division that is named after its district", async () => {
    const { rules } = await rulesOfMarkdown(`# Article III. - District regulations > Division 6. - C-1 Commercial office

## 78-2 Uses permitted

The following uses are permitted in the C-1 commercial office district: (1) General offices. (2) Banks, provided that: a. No drive-in window faces a street. (3) Libraries.
`);
    expect(verdicts(rules, "C-1")).toEqual([
      ["General offices.", "permitted"],
      ["Banks, provided that: a. No drive-in window faces a street.", "permitted"],
      ["Libraries.", "permitted"],
    ]);
  });
});

describe("a list of uses for districts that it names together", () => {
  it("is of all residential districts where its heading says so, and of none that lies over others", async () => {
    const { rules } = await rulesOfMarkdown(`# 2 R-1 Residence Zone

The rules of this zone.

# 3 R-8 Residence Zone

The rules of this zone.

# 4 MK Market Zone

The rules of this zone.

# 5 RO Residential Overlay Zone

The rules of this zone.

# 6 Uses permitted in all residential zones

The following uses shall be permitted in all residential zones:

1. Farms.

7. Accessory apartments

A. Purpose: To provide a variety of housing.

B. Eligibility: The dwelling conforms to these rules.
`);
    expect(uses(rules).map(({ words, districts: codes }) => [words, codes])).toEqual([["Farms.", ["R-1", "R-8"]]]);
  });

  it("in a chapter on the residential districts is bound to each of them, and to none in a chapter on more", async () => {
    const chapterOn = (title: string) =>
      rulesOfMarkdown(`# 1 Districts

The town is divided into these districts: R-1 Residence, R-8 Residence, MK Market.

# 2 R-1 Residence District

The rules of this district.

# 3 R-8 Residence District

The rules of this district.

# 4 ${title}

## 4.A Other structures

### 4.A.1 Permitted By Right (No Permit Required)

1. Tents that stand for up to four days.

R-1 | R-8

2. Flagpoles.

### 4.A.2 Permitted By Special Permit (Commission)

1. Windmills.

### 4.A.3 Heights

1. Masts of up to thirty feet.
`);
    const { rules } = await chapterOn("Residential Districts");
    expect(uses(rules).map(({ words, verdict, districts }) => [words, verdict, districts])).toEqual([
      ["Tents that stand for up to four days.", "permitted", ["R-1", "R-8"]],
      ["Flagpoles.", "permitted", ["R-1", "R-8"]],
      ["Windmills.", "conditional", ["R-1", "R-8"]],
    ]);
    expect(uses((await chapterOn("Signs in Residential Districts")).rules)).toEqual([]);
  });

  it("is bound to the districts named in its chapter heading, and a heading that only mentions them binds none", async () => {
    const { rules } = await rulesOfMarkdown(`# 2 Districts

The town is divided into the following zones:

Farm and Residence - R-1

Farm and Residence - R-2 (Added 4/17/00)

Market - MK

# 3 Farm and Residence Zones

## 3.1 Permitted uses

The following uses are permitted within a single building:

1. Farms.

# 4 Lots in R-1 and R-2 Zones

Lots conform to these rules.

# 5 Streets in R-1 and R-2 Zones

Streets conform to these rules.

# 9 Appendix

## 9.1 List of permitted uses in Farm and Residence Zones

1. Hotels.
`);
    expect(uses(rules).map(({ words, verdict, districts: codes }) => [words, verdict, codes.toSorted()])).toEqual([
      ["Farms.", "permitted", ["R-1", "R-2"]],
    ]);
  });
});

describe("an entry that takes over the uses of another district", () => {
  const law = `# Chapter 5 Districts

## 5.1 R-1 Cottage District

The following uses are permitted in the R-1 district:

(1) Single-family dwellings.

(2) Libraries.

## 5.2 R-2 Garden District

The following uses are permitted in the R-2 district:

(1) Any use permitted in the R-1 district, as set forth in section 5.1.

(2) Two-family dwellings.

## 5.3 B-1 Market District

The following uses may be allowed by special permit in the B-1 district:

(1) All uses permitted in the R-2 district.

(2) Any use permitted in the R-1 district, except libraries.
`;

  it("gives the district these uses, with the entry that takes them over", async () => {
    const { rules } = await rulesOfMarkdown(law);
    const taken = uses(rules).filter(({ districts, takenOver }) => districts.includes("R-2") && takenOver.length > 0);
    expect(taken.map(({ words, verdict }) => [words, verdict])).toEqual([
      ["Single-family dwellings.", "permitted"],
      ["Libraries.", "permitted"],
    ]);
    expect(taken[0]?.takenOver[0]?.words).toBe("Any use permitted in the R-1 district");
  });

  it("leads on from district to district, the strictest list deciding", async () => {
    const { rules } = await rulesOfMarkdown(law);
    const library = uses(rules).find(({ words, districts }) => words === "Libraries." && districts.includes("B-1"));
    expect(library?.verdict).toBe("conditional");
    expect(library?.takenOver.map(({ words }) => words)).toEqual([
      "All uses permitted in the R-2 district",
      "Any use permitted in the R-1 district",
    ]);
  });

  it("asks for no approval where it says only that one which the other district asks for holds too", async () => {
    const taking =
      "(1) All uses permitted in the R-1 district. If a special exception is required in said R-1 district, it is also required for the R-2 district unless otherwise stated herein.";
    const { rules } = await rulesOfMarkdown(
      law.replace("(1) Any use permitted in the R-1 district, as set forth in section 5.1.", taking),
    );
    const taken = uses(rules).filter(({ districts, takenOver }) => districts.includes("R-2") && takenOver.length > 0);
    expect(taken.map(({ words, verdict }) => [words, verdict])).toEqual([
      ["Single-family dwellings.", "permitted"],
      ["Libraries.", "permitted"],
    ]);
  });

  it.each([
    ["Any use permitted in the R-1 district, except libraries.", ["Single-family dwellings."]],
    [
      "All uses permitted in the R-1 District by Section 5.1, under the same conditions, other than dwelling units",
      ["Libraries."],
    ],
    ["All uses permitted in R-1 by Section 5.1, without the limits upon floor area, but not dwellings", []],
    ["Any use permitted in the R-1 district, except where the lot has a well", []],
    ["Any use permitted in the R-1 district, except those of Section 5.1(2)", []],
    ["Any use permitted in the R-1 district, provided that a hedge is planted", []],
  ])("takes over what it does not leave out by its name, and nothing on other terms: %s", async (entry, expected) => {
    const { rules } = await rulesOfMarkdown(
      law
        .replace("(1) All uses permitted in the R-2 district.\n\n", "")
        .replace("Any use permitted in the R-1 district, except libraries.", entry),
    );
    const taken = uses(rules).filter(({ districts, takenOver }) => districts.includes("B-1") && takenOver.length > 0);
    expect(taken.map(({ words }) => words)).toEqual(expected);
    for (const { takenOver } of taken) expect(takenOver[0]?.words).toBe(entry.replace(/\.$/, ""));
  });

  it("takes over the conditional uses of another district as conditional uses, except those that it leaves out by name", async () => {
    const { rules } = await rulesOfMarkdown(`# Chapter 4 Districts

## 402 R-1 Low Density District

### 402.03 Conditional Uses

A. Places of worship.

B. Private stables, on lots of three acres or more.

## 403 R-2 Medium Density District

### 403.03 Conditional Uses

A. The conditional uses of the R-1 District listed in Section 402.03, except stables and kennels.

B. Nursing homes.
`);
    const ofR2 = uses(rules).filter(({ districts, takenOver }) => districts.includes("R-2") && takenOver.length > 0);
    expect(ofR2.map(({ words, verdict }) => [words, verdict])).toEqual([["Places of worship.", "conditional"]]);
  });

  it.each([
    ["R-1 uses as hereinbefore set out;", "the codes alone"],
    ["all R-1 and R-4 uses", "several codes"],
    ["R-l uses", "a code with the letter l for the number 1"],
    ["Same as uses permitted by right as for R -1", "the same list of another district"],
  ])("may be named by its code: %s", async (entry) => {
    const { rules } = await rulesOfMarkdown(
      law.replace("Any use permitted in the R-1 district, as set forth in section 5.1.", entry),
    );
    const taken = uses(rules).filter(({ districts, takenOver }) => districts.includes("R-2") && takenOver.length > 0);
    expect(taken.map(({ words }) => words)).toEqual(["Single-family dwellings.", "Libraries."]);
  });

  it("takes over nothing by a code with other words beside it", async () => {
    const { rules } = await rulesOfMarkdown(
      law.replace("Any use permitted in the R-1 district, as set forth in section 5.1.", 'R-1 uses in the "South End"'),
    );
    expect(uses(rules).filter(({ districts, takenOver }) => districts.includes("R-2") && takenOver.length > 0)).toEqual(
      [],
    );
  });

  it("ends where all districts take over from each other", async () => {
    const codes = Array.from({ length: 60 }, (_, at) => `R-${at + 1}`);
    const sections = codes.map((code, at) => {
      const others = Array.from({ length: 8 }, (_, step) => codes[(at + step * 7 + 1) % codes.length]).join(", ");
      return `## 5.${at + 1} ${code} District\n\nThe following uses are permitted in the ${code} district:\n\n(1) Shops of kind ${at}.\n\n(2) Any use permitted in the ${others} districts.\n`;
    });
    const { rules } = await rulesOfMarkdown(`# Chapter 5 Districts\n\n${sections.join("\n")}`);
    const first = uses(rules).filter(({ districts }) => districts.includes("R-1"));
    expect(new Set(first.map(({ words }) => words)).size).toBe(first.length);
    expect(first.length).toBeGreaterThan(8);
  });
});

describe("the districts of a document", () => {
  const codesOf = async (...sections: string[]) =>
    (await rulesOfMarkdown(sections.join("\n\nEvery use is allowed that this section names.\n\n"))).districts.map(
      ({ code }) => code,
    );

  it("are all of those that the heading of one chapter names by their codes", async () => {
    const { rules } = await rulesOfMarkdown(
      "# 5 MILL CENTER AND HILL VILLAGE DISTRICTS (MC OR HV)\n\n## 5.3 Uses\n\nThe following uses are permitted in the MC or HV Districts:\n\n1. Libraries;\n\n2. Hotel/Motel;\n\n3. Minimum lot size - 10,000 square feet\n",
    );
    for (const code of ["MC", "HV"])
      expect(verdicts(rules, code)).toEqual([
        ["Libraries;", "permitted"],
        ["Hotel/Motel;", "permitted"],
      ]);
  });

  it("have codes that mean something else too where these open the words of a name", async () => {
    const codes = await codesOf("# 7 ARTERIAL COMMERCIAL DISTRICT (AC)", "## 7.4 STANDARDS FOR THE AC DISTRICT");
    expect(codes).toContain("AC");
  });

  it("are no words of headings, boards or hazard areas", async () => {
    const codes = await codesOf(
      "# 3 LOTS IN TWO OR MORE ZONE DISTRICTS",
      "# 4 STANDARDS FOR NON-MIXED USES IN A DISTRICT",
      "# 5 Special Flood Hazard Area (SFHA)",
      "# 6 Design Review Board (DRB)",
      "# 7 SIGNS WITHIN THE HISTORIC DISTRICT",
    );
    expect(codes).toEqual([]);
  });
});

describe("a sentence that permits a use only in some districts", () => {
  it("forbids it in the others, and names its approval in its own", async () => {
    const { rules } = await rulesOfMarkdown(
      "# 3 Rural District (RU)\n\nThe rules of this district.\n\n# 4 Village District (VD)\n\nThe rules of this district.\n\n# 8 Uses\n\n8. Temporary Saw Mill - Such uses may be permitted by Special Permit only in the RU District subject to conditions.\n",
    );
    expect(verdicts(rules, "VD")).toEqual([["Temporary Saw Mill", "prohibited"]]);
    expect(verdicts(rules, "RU")).toEqual([["Temporary Saw Mill", "conditional"]]);
  });
});

describe("a list whose entries are titles of sections", () => {
  it("rules by the line of the section above that introduces it", async () => {
    const { rules } = await rulesOfMarkdown(
      [
        "# 5 R-120 District",
        "## 5.3 Environmental requirements",
        "The following uses are prohibited within this zone:",
        "### 5.3.1 Underground storage tanks",
        "### 5.3.2 Salt storage",
        "### 5.3.3 Drainage",
        "Every lot drains to the street.",
      ].join("\n\n"),
    );
    expect(verdicts(rules, "R-120")).toEqual([
      ["Underground storage tanks", "prohibited"],
      ["Salt storage", "prohibited"],
    ]);
  });
});

describe("a list with a proviso", () => {
  const list = (proviso: string) =>
    rulesOfMarkdown(
      [
        "# 5 R-120 District",
        "## 5.1 Uses",
        `The following uses shall be permitted in the R-120 district, ${proviso}:`,
        "1. Art galleries.",
        "2. Banks.",
      ].join("\n\n"),
    );

  it("permits its uses where the proviso is a clause on all of them", async () => {
    const { rules } = await list("provided that no drive-up shall be permitted in conjunction with any of the uses");
    expect(verdicts(rules, "R-120")).toEqual([
      ["Art galleries.", "permitted"],
      ["Banks.", "permitted"],
    ]);
  });

  it("permits nothing at large where the line names the one case in which it permits", async () => {
    const { rules } = await list("within an existing shopping center");
    expect(verdicts(rules, "R-120")).toEqual([]);
  });
});
