import { describe, expect, it } from "vitest";
import { decidingBodyIn, isSameBody } from "../../../../api/delivery/reports/evidence/deciding-body.ts";
import { readDistrictBuffers } from "../../../../api/delivery/reports/evidence/district-buffers.ts";
import { readOverlayRules } from "../../../../api/delivery/reports/evidence/overlay-rules.ts";
import { approvalSpecs, isAboutRequiring, rankOf } from "../../../../api/delivery/reports/evidence/procedure-words.ts";
import { readProcedures } from "../../../../api/delivery/reports/evidence/procedures.ts";
import { readUseRows } from "../../../../api/delivery/reports/evidence/use-row.ts";
import { readUseStandards } from "../../../../api/delivery/reports/evidence/use-standards.ts";
import { readWetlandAgency, readWetlandReviews } from "../../../../api/delivery/reports/evidence/wetland-buffers.ts";
import { isOfSize, statusOfRow, useStatusOf } from "../../../../api/delivery/reports/findings/proposed-use-status.ts";
import { bufferText } from "../../../../api/delivery/reports/sections/buffer-text.ts";
import { lawPassage, lawReader } from "../../../support/law-passage.ts";

const legendText = "S means that the use is allowed only by special permit.";
const rowText = "Two-family dwelling | – | S (1)";
const noteText = "Only on a corner lot.";
const text = `${legendText}\n${rowText}\n${noteText}`;
const spanOf = (part: string) => ({ charStart: text.indexOf(part), charEnd: text.indexOf(part) + part.length });
const legend = [{ symbol: "S", meaning: "that the use is allowed only by special permit", ...spanOf(legendText) }];
const row = (label: string, mark: string) => ({
  ...{ ...spanOf(rowText), sentence: rowText, label, legend },
  cells: [
    { column: "Residential districts / R-1", value: "–", ...spanOf("–") },
    {
      column: "Residential districts / R-2",
      value: mark,
      ...spanOf("S (1)"),
      notes: [{ marker: "1", text: noteText, ...spanOf(noteText) }],
    },
  ],
});
const table = (...rows: ReturnType<typeof row>[]) =>
  lawReader([lawPassage(text, ["Article 4 Uses", "4.1 Table of Uses"], rows)]);

describe("the row of a use in a table of uses", () => {
  it("is found by the words that distinguish the use, with its mark, the legend's meaning and its notes", async () => {
    const [found] = await readUseRows(
      table(row("Dwellings and lodging, Two family dwellings", "S")),
      "R2",
      "two-family dwelling",
    );
    expect(found).toMatchObject({
      mark: "S",
      passage: { quote: rowText },
      meaning: { passage: { quote: legendText } },
    });
    expect(found?.notes.map(({ text: note }) => note)).toEqual([noteText]);
  });

  it("is read without the number of its note, which is kept where the note was not found", async () => {
    const found = row("Two-family dwelling", "S (1)");
    const cells = found.cells.map(({ notes: _, ...cell }: { notes?: unknown; [member: string]: unknown }) => cell);
    const law = table({ ...found, cells } as ReturnType<typeof row>);
    expect(await readUseRows(law, "R-2", "two-family dwelling")).toMatchObject([
      { ...{ mark: "S", notes: [], unread_note: "1" }, meaning: { passage: { quote: legendText } } },
    ]);
    expect((await readUseRows(table(found), "R-2", "two-family dwelling"))[0]?.unread_note).toBeNull();
  });

  it("is not taken from a use that only shares words", async () => {
    const law = table(row("Conversion to a two-family dwelling", "P"));
    expect(await readUseRows(law, "R-2", "two-family dwelling")).toEqual([]);
    const office = table(row("Conversion to a dwelling or office", "P"));
    expect(await readUseRows(office, "R-2", "office")).toEqual([]);
  });

  it("is left open where two rows of the same name have different marks", async () => {
    const law = table(row("Two-family dwelling", "S"), row("Two-family dwelling", "P"));
    expect(await readUseRows(law, "R-2", "two-family dwelling")).toEqual([]);
  });

  it("is found where it names another use beside it, and is each row of a use that is divided by size", async () => {
    const law = table(row("Warehouse or distribution", "SP"));
    expect((await readUseRows(law, "R-2", "warehouse")).map(({ mark }) => mark)).toEqual(["SP"]);
    const sized = table(
      row("Shops, Retail store up to 5,000 square feet", "P"),
      row("Shops, Retail store over 5,000 and up to 40,000 square feet", "SP"),
      row("Shops, Retail store over 40,000 square feet", "S"),
    );
    const rows = await readUseRows(sized, "R-2", "retail store");
    expect(rows.map(({ mark }) => mark)).toEqual(["P", "SP", "S"]);
    expect(rows.map((one) => isOfSize(one, 19_950))).toEqual([true, true, false]);
    expect(rows.every((one) => isOfSize(one, null))).toBe(true);
    const width = table(row("Townhouse, multifamily or senior living in the RM district", "20"));
    expect(await readUseRows(width, "R-2", "multifamily dwelling")).toEqual([]);
    expect(isOfSize({ label: "Store of not more than 5,000 square feet" }, 3000)).toBe(true);
  });

  it("is read by the legend of its mark, so that S may stand for a site plan", () => {
    const meaning = (words: string) => ({ text: words, passage: {} as never });
    expect(statusOfRow({ mark: "S", meaning: meaning("permitted after approval of a site plan") })).toBe("site_plan");
    expect(statusOfRow({ mark: "S", meaning: meaning("allowed by special permit with a site plan") })).toBe(
      "special_permit",
    );
    expect(statusOfRow({ mark: "P", meaning: meaning("prohibited") })).toBe("prohibited");
    expect(statusOfRow({ mark: "S", meaning: null })).toBe("with_approval");
    expect(statusOfRow({ mark: "A", meaning: meaning("permitted only as an accessory use") })).toBe("accessory");
    const told =
      "In the LI district “Warehouse” is marked “SP”, that the use is permitted after the Commission has approved a site plan. Note: A larger building needs a special permit.";
    expect(useStatusOf({ sentences: [{ text: told, passages: [] }] }, "warehouse")).toBe("site_plan");
  });
});

describe("the standards of a use", () => {
  const parking = "Multifamily dwelling, studio | 1.25\nMultifamily dwelling, larger | 1.75\nSenior living | 0.5";
  const section =
    "A. Dwellings shall be served by public sewer.\nB. In the RA district a dwelling needs 120,000 square feet.\nC. A building shall be no more than 180 feet long.\nD. A single-family dwelling shall have two stories.";
  const provisions = parking.split("\n").map((line) => {
    const [words = "", required = ""] = line.split(" | ");
    const charStart = parking.indexOf(line);
    return { words, required, notes: [], documentId: "doc_1", charStart, charEnd: charStart + line.length };
  });
  const spaces = lawPassage(parking, ["8.2 Number of Parking Spaces"]);
  const law = {
    ...lawReader([
      { ...lawPassage(section, ["4.9 Multifamily Dwellings"]), section: "4.9" },
      lawPassage(section, ["4.8"]),
    ]),
    parkingOf: async () => ({ parking: provisions, passages: [spaces] }),
  };

  it("are the parking rows that name it and the items of the section to which its row leads", async () => {
    const row = { label: "Multifamily dwelling", refers_to: "4.9" } as never;
    const found = await readUseStandards(law, { use: "multifamily dwelling", rows: [row], zoningCodes: ["R-2"] });
    expect(found.parking.map(({ required }) => required.text)).toEqual(["1.25", "1.75"]);
    expect(found.parking[0]?.required.passage.quote).toBe("Multifamily dwelling, studio | 1.25");
    expect(found.sections.map(({ text: item }) => item)).toEqual([
      "Dwellings shall be served by public sewer.",
      "A building shall be no more than 180 feet long.",
    ]);
  });

  it("are read from a cell that consists of a section, and not from a mark", async () => {
    const own = row("Two-family dwelling", "S");
    const led = { ...own, cells: [...own.cells, { column: "Standards", value: "See § 4.8.", ...spanOf("S (1)") }] };
    expect((await readUseRows(table(led), "R-2", "two-family dwelling"))[0]?.refers_to).toBe("4.8");
    expect((await readUseRows(table(own), "R-2", "two-family dwelling"))[0]?.refers_to).toBeNull();
  });
});

describe("the procedure of an approval", () => {
  const permits = lawPassage(
    [
      "A. The application shall include a site plan.",
      "B. Notice of the public hearing shall be published twice in a newspaper.",
      "C. The public hearing shall begin within sixty-five (65) days. The applicant may agree to extend the period.",
      "D. The Commission shall decide within thirty (30) days after the hearing.",
      "E. The Commission may grant a special permit only if it finds that:",
      "(1) streets can carry the traffic;",
      "(2) the neighborhood is not harmed.",
    ].join("\n"),
    ["Article 12 Special Permits", "12.1 General"],
  );
  const floods = lawPassage("The Board may grant a variance only if it finds that the floodway is free.", [
    "Article 7 Overlay Districts",
    "7.8 Floodplain Variances",
  ]);
  const appeals = lawPassage(
    "A person aggrieved by a decision may appeal to the Superior Court within fifteen (15) days.",
    ["Article 19 Board of Appeals", "19.7 Appeals to Court"],
  );
  const fees = lawPassage(
    "Special permit | $500",
    ["Appendix B Fees"],
    [
      {
        ...{ charStart: 0, charEnd: 21, sentence: "", label: "Special permit" },
        cells: [{ column: "Fee", value: "$500", charStart: 17, charEnd: 21 }],
      },
    ],
  );

  it("consists of verbatim items of the chapter that is named after it, with exceptions and findings", async () => {
    const { special_permit: permit } = await readProcedures(lawReader([permits, floods, appeals, fees]));
    const quotes = Object.fromEntries(
      Object.entries(permit?.steps ?? {}).map(([step, passages]) => [step, passages[0]?.quote]),
    );
    expect(quotes).toMatchObject({
      application: "The application shall include a site plan.",
      notice: "Notice of the public hearing shall be published twice in a newspaper.",
      hearing:
        "The public hearing shall begin within sixty-five (65) days. The applicant may agree to extend the period.",
      decision: "The Commission shall decide within thirty (30) days after the hearing.",
      appeal: "A person aggrieved by a decision may appeal to the Superior Court within fifteen (15) days.",
    });
    expect(quotes.criteria).toContain("(2) the neighborhood is not harmed.");
    expect(permit?.fees).toMatchObject([{ label: "Special permit", amount: "$500" }]);
  });

  it("quotes a list of lettered items without the numbered item after it, and takes no costs in court for an appeal", async () => {
    const text = [
      "1. A Special Permit Application shall be submitted:",
      "a. for any use that requires one,",
      "b. for any change of such a use.",
      "2. The cost of transcribing an appeal shall be paid by the applicant, such as for court action.",
    ].join("\n");
    const own = lawPassage(text, ["Article 12 Special Permits", "12.2 Application"]);
    const { special_permit: permit } = await readProcedures(lawReader([own]));
    expect(permit?.steps.when?.[0]?.quote).toMatch(/^A Special Permit Application [^2]+such a use\.$/);
    expect(permit?.steps.appeal).toBeUndefined();
  });

  it("is quoted without the title that runs into a sentence, and names the title among the headings", async () => {
    const text =
      "A. Applicability This section applies to all land. C. Requirement for Development Permit A development permit shall be required in conformity with this ordinance prior to any development. D. Compliance No land shall be used without it.";
    const floods = lawPassage(text, ["Chapter A-9 - FLOODPLAIN DISTRICTS", "A-903 General Provisions"]);
    const { floodplain_permit: permit } = await readProcedures(lawReader([floods]));
    expect(permit?.steps.when).toMatchObject([
      {
        quote: "A development permit shall be required in conformity with this ordinance prior to any development.",
        heading_path: [expect.any(String), "A-903 General Provisions", "Requirement for Development Permit"],
      },
    ]);
    const zone =
      "Zone A is the land of the base flood. No variance shall be granted there unless the Board finds a hardship.";
    const [own] = (await readProcedures(lawReader([lawPassage(zone, ["19.4 Variances"])]))).variance?.deciders ?? [];
    expect(own?.passage.quote).toMatch(/^No variance shall be granted/);
  });

  it("quotes a list to its end, with the lists inside of its items, and not the provision after it in the same line", async () => {
    const lines = [
      "The Commission may grant a special permit only if it finds that:",
      "a. streets can carry the traffic, together with:",
      "(1) its trucks, and",
      "(2) its buses; and",
      "b. the neighborhood is not harmed.",
      "B. Fees are due with the application.",
    ];
    const criteriaOf = async (text: string) => {
      const own = lawPassage(text, ["Article 12 Special Permits", "12.5 Standards"]);
      return (await readProcedures(lawReader([own]))).special_permit?.steps.criteria?.map(({ quote }) => quote) ?? [];
    };
    expect(await criteriaOf(lines.join("\n"))).toEqual([lines.slice(0, 5).join("\n")]);
    const inLine =
      "A special permit shall be granted provided the board makes findings that it: (1) is safe; and (2) meets the standards below. E. Day Care The use shall: (1) have a yard; (2) have a fence; and (3) be quiet.";
    expect(await criteriaOf(inLine)).toEqual([inLine.slice(0, inLine.indexOf(" E. Day Care"))]);
    expect(await criteriaOf("The Commission may grant a special permit only if it finds that:\n\nTable 3")).toEqual([]);
    expect(await criteriaOf(`${lines[0]}\na. streets can carry the traffic, and`)).toEqual([]);
    const marked = "The Commission may grant a special permit only if it finds that it is safe. b.";
    expect(await criteriaOf(marked)).toEqual([marked.slice(0, -3)]);
  });

  it("takes a term for the decision whether or not there is a hearing for the decision, and quotes no mark of the next item", async () => {
    const decision =
      "A decision on the application shall be rendered within 65 days, regardless of whether a public hearing is held.";
    const hearing = "The public hearing shall commence within 30 days after receipt of the application.";
    const record = `The Commission keeps a record ${"of every paper ".repeat(45)}of the case.`;
    const own = lawPassage(`${decision}\n${hearing} b. ${record}`, ["9.4 Site Plan Review"]);
    const { site_plan: plan } = await readProcedures(lawReader([own]));
    expect(plan?.steps.decision).toMatchObject([{ quote: decision }]);
    expect(plan?.steps.hearing).toMatchObject([{ quote: hearing }]);
  });

  it("is not taken from provisions on modifications of what was approved, nor from what need not be heard", async () => {
    const rules = [
      "A. If the Commission believes that any such proposal is of public interest, the Commission may hold a public hearing on it within 65 days.",
      "B. Proposed modifications to approved site plans shall be submitted to the Zoning Officer for review.",
    ];
    const { site_plan: plan } = await readProcedures(
      lawReader([lawPassage(rules.join("\n"), ["9.4 SITE PLAN APPLICATION PROCEDURES", "9.4.G Proceedings"])]),
    );
    expect(plan?.steps).toEqual({});
  });

  it("has the sentence on its fee, also where it only says who sets it, and not that of another application", async () => {
    const rules = [
      "a. If a lot is critical, the fee is set by the engineer.",
      "b. The fee for a variance shall be set by the Board.",
      "c. A fee established by the Council by ordinance shall be charged for each application. 3.",
    ];
    const own = lawPassage(rules.join("\n"), ["Article 12 Special Permits", "12.2 Application"]);
    const { special_permit: permit } = await readProcedures(lawReader([own]));
    expect(permit?.fee_rule?.quote).toBe(
      "A fee established by the Council by ordinance shall be charged for each application.",
    );
  });

  it("is not taken from a definition", async () => {
    const words = lawPassage("Street: a way shown on a subdivision plan approved by the Commission.", [
      "2 Definitions",
    ]);
    expect((await readProcedures(lawReader([words]))).subdivision?.deciders).toEqual([]);
  });

  it("does not name who decides only in place of another body", async () => {
    const plans = lawPassage(
      "A. The Zoning Officer may approve a site plan in place of the Commission for a small addition.",
      ["Article 11 Site Plan Review"],
    );
    const { site_plan: plan } = await readProcedures(lawReader([plans]));
    expect(plan?.deciders).toEqual([]);
  });

  it("is not taken from a chapter on a special kind of it", async () => {
    const { variance } = await readProcedures(lawReader([permits, floods]));
    expect(variance?.steps).toEqual({});
  });

  it("has no appeal from decisions in general where the law states nothing else of it", async () => {
    const { special_permit: permit, rezone } = await readProcedures(lawReader([permits, appeals]));
    expect(permit?.steps.appeal).toHaveLength(1);
    expect(rezone?.steps.appeal).toBeUndefined();
  });
});

function specOf(kind: string) {
  const spec = approvalSpecs.find((one) => one.kind === kind);
  if (!spec) throw new Error(`no ${kind}`);
  return spec;
}

describe("who decides on an approval", () => {
  const bodyOf = (kind: string, sentence: string, path: readonly string[] = []) =>
    decidingBodyIn(sentence, specOf(kind), { isOwn: path.length > 0, path })?.name;

  it.each([
    ["Commission", "special_permit", "The Commission may approve a special exception for specific uses."],
    [
      "board of appeals",
      "special_permit",
      "The board of appeals may hear and decide requests for conditional use permits.",
    ],
    [
      "City Council",
      "special_permit",
      "The City Council shall make its decision to approve or deny a conditional use permit in writing.",
    ],
    ["Commission", "special_permit", "The Commission may approve a farm store by granting of a Special Permit."],
    [
      "Zoning Administrator",
      "site_plan",
      "The Zoning Administrator shall be the Decision-Making Authority for Site Development Plans.",
    ],
    [
      "Zoning Commission",
      "site_plan",
      "Site plan approval by the Zoning Commission is required before a building permit.",
    ],
    [
      "Planning & Zoning Commission",
      "site_plan",
      "Site Plan Approval shall be granted where the Planning & Zoning Commission finds that:",
    ],
    [
      "Zoning Board of Appeals",
      "variance",
      "No variance shall be granted by the Zoning Board of Appeals unless it finds:",
    ],
    [
      "Board of Zoning Appeals",
      "variance",
      "The Board of Zoning Appeals shall not grant a Variance unless it makes these findings.",
    ],
    [
      "Director or the Planning Commission",
      "site_plan",
      "The Director or the Planning Commission shall approve or disapprove site plans.",
    ],
  ])("is the %s for a %s: %s", (name, kind, sentence) => {
    expect(bodyOf(kind, sentence)).toBe(name);
  });

  it("is read under the heading of the approval or of the board where the sentence leaves it to them", () => {
    const plans = ["Article VII Site Plans"];
    const sentence = "Plans shall be sent to the Planning Commission, which shall grant final approval or disapproval.";
    expect(bodyOf("site_plan", sentence, plans)).toBe("Planning Commission");
    expect(bodyOf("site_plan", sentence)).toBeUndefined();
    const power = "To authorize upon application in specific cases variances from these regulations.";
    expect(bodyOf("variance", power, ["11 Board of Appeals"])).toBe("Board of Appeals");
    expect(bodyOf("variance", power, ["11 Powers"])).toBeUndefined();
  });

  it.each([
    ["special_permit", "The Building Official may not issue a special permit."],
    ["site_plan", "The Building Official shall issue a building permit after the site plan is approved."],
    ["special_permit", "The Planning Commission shall recommend to the City Council to approve a special permit."],
    ["special_permit", "Applications for special permits may be obtained from the Zoning Officer."],
    ["site_plan", "An application to the Board shall include a site plan."],
    ["site_plan", "The engineer for the Planning Commission shall approve site plans."],
    ["site_plan", "The Commission may grant an extension of a site plan."],
    ["subdivision", "The Commission shall adopt subdivision standards."],
    ["rezone", "The Planning Commission may approve such amendment of the development plan."],
  ])("is not read for a %s from: %s", (kind, sentence) => {
    expect(bodyOf(kind, sentence)).toBeUndefined();
  });

  it("is not the body that gives it in one special case, nor one that the first name contains", async () => {
    const powers = lawPassage("To issue Special Permits for detached above ground water towers or tanks.", [
      "ARTICLE XII ZONING BOARD OF APPEALS",
      "12.01.230 Special Permits",
    ]);
    expect((await readProcedures(lawReader([powers]))).special_permit?.deciders).toEqual([]);
    const plans = [
      lawPassage("The Director, or the Planning Commission shall approve or disapprove site plans.", ["11 Site Plans"]),
      lawPassage("Every site plan is approved by the planning commission.", ["11.2 Site Plan Review"]),
    ];
    const deciders = (await readProcedures(lawReader(plans))).site_plan?.deciders.map(({ name }) => name);
    expect(deciders).toHaveLength(1);
    const official = lawPassage("No building permit shall be issued by the Building Official without a certificate.", [
      "3.2 Zoning Permit",
    ]);
    expect((await readProcedures(lawReader([official]))).zoning_permit?.deciders).toEqual([]);
  });

  it("is the body with most to say of it, with the plainest sentence; a body of another chapter does not count", async () => {
    const own = lawPassage(
      "A. The plan shall bear a seal. The Commission shall decide within 65 days. The Commission may approve a site plan with conditions.",
      ["Article 11 Site Plans", "11.5 Decision"],
    );
    const other = lawPassage("The Zoning Officer may approve a site plan of a sign.", ["Article 9 Uses"]);
    const { site_plan: plan } = await readProcedures(lawReader([other, own]));
    expect(plan?.deciders).toMatchObject([
      { name: "Commission", passage: { quote: "The Commission may approve a site plan with conditions." } },
    ]);
    const ended = lawPassage(
      "A site plan approved by the Commission and not filed is void. Each site plan, with its sheets of grading, drainage and planting, needs approval by the Commission in writing.",
      ["Article 11 Site Plans", "11.6 Effect"],
    );
    const { site_plan: late } = await readProcedures(lawReader([ended]));
    expect(late?.deciders).toMatchObject([{ passage: { quote: expect.stringMatching(/^Each site plan/) } }]);
  });
});

it("a body is the same by its initials", () => {
  expect(isSameBody("ZEO", "Zoning Enforcement Officer")).toBe(true);
  expect(isSameBody("Zoning Board of Appeals", "ZBA")).toBe(true);
  expect(isSameBody("ZBA", "Zoning Enforcement Officer")).toBe(false);
});

describe("the words of an approval", () => {
  it.each([
    ["variance", ["Article XIII", "A-1305. - Zoning Variances."]],
    ["variance", ["Variance Procedures"]],
    ["special_permit", ["A-1306. - Conditional Use Permits."]],
    ["special_permit", ["Sec. 4-12. Special exceptions; application procedure"]],
    ["site_plan", ["15.3.2 Site Plan Approval"]],
    ["site_plan", ["13 SITE PLAN REQUIREMENTS"]],
    ["zoning_permit", ["A-1303. - Zoning Permits and Use and Occupancy Permits."]],
    ["rezone", ["15.6.3 Zoning Map Amendment"]],
    ["floodplain_permit", ["Article 7 Flood Hazard", "7.3 Floodplain Development Permits"]],
  ])("are found in the headings of other towns: %s in %j", (kind, path) => {
    expect(rankOf(path, specOf(kind))).toBe(3);
  });

  it.each([
    ["variance", ["Article 7 Flood Hazard Areas", "7.8 Variances"]],
    ["variance", ["Sign Variances"]],
    ["rezone", ["15.6.2 Zoning Text Amendment"]],
    ["variance", ["Article X Non-conforming Uses, Buildings and Lots", "Variances"]],
    ["rezone", ["E. Zoning Amendments", "XIII Zoning Board of Appeals", "B. General Rules"]],
    ["special_permit", ["Article IV Special Permit Approval", "240-34 Apartments"]],
    ["site_plan", ["4.13 Technology Park District", "4.13.5 Site Plan"]],
    ["special_permit", ["Master Plan Special Permit for Civic Spaces"]],
    ["site_plan", ["Preliminary Site Plans"]],
  ])("are not taken from headings on something else: %s in %j", (kind, path) => {
    expect(rankOf(path, specOf(kind))).toBe(0);
  });

  it("require an approval only where it is what is required", () => {
    const plan = specOf("site_plan");
    expect(isAboutRequiring("A site plan is required for every new building.", plan)).toBe(true);
    expect(isAboutRequiring("Single-family dwellings need no site plan.", plan)).toBe(true);
    expect(isAboutRequiring("Farm buildings are exempt from site plan review.", plan)).toBe(true);
    expect(
      isAboutRequiring("A preliminary plan is not required but may precede the details of the site plan.", plan),
    ).toBe(false);
  });

  it.each([
    ["zoning_permit", "No building shall be erected or altered until a zoning permit therefor has been issued."],
    ["zoning_permit", "It shall be unlawful to alter a building until the officer has issued a building permit."],
    ["site_plan", "A site plan shall be required for all special exception uses."],
    ["site_plan", "A Site Plan Application shall be submitted:"],
    ["special_permit", "A Special Permit Application shall be submitted for any activity that requires one."],
    ["site_plan", "(2) Site Plan approval shall be obtained from the Commission prior to a change of use."],
    ["special_permit", "Larger uses shall be deemed to require a Special Permit from the Commission."],
    ["special_permit", "Notwithstanding the above, a special permit shall not be required for interior renovations."],
  ])("say when a %s is required: %s", (kind, sentence) => {
    expect(isAboutRequiring(sentence, specOf(kind))).toBe(true);
  });

  it.each([
    ["zoning_permit", "No zoning permit shall be issued until the lot has frontage on a street."],
    ["special_permit", "When a special permit is sought, a bond shall be required prior to construction."],
    ["zoning_permit", "Prior to granting a zoning permit, the Zoning Officer may require a survey of the land."],
    ["site_plan", "A site plan application shall be submitted in twelve (12) copies."],
    ["variance", "No variance shall be effective until a certified copy is recorded in the land records."],
  ])("do not say when a %s is required: %s", (kind, sentence) => {
    expect(isAboutRequiring(sentence, specOf(kind))).toBe(false);
  });
});

describe("what binds in an overlay district", () => {
  const chapter = "Article 9 Special Districts";
  const purpose = lawPassage("The airport overlay shall protect the approach to the runway.", [
    chapter,
    "9.1 Purpose of the Airport Overlay",
  ]);
  const limits = lawPassage(
    [
      "A. A building shall be lit at night.",
      "B. They shall be marked.",
      "C. No structure may exceed forty (40) feet; taller ones are prohibited.",
    ].join("\n"),
    [chapter, "9.2 Airport Overlay Zone"],
  );
  const other = lawPassage("Use of land in the AO zone shall be registered. Signs shall be small.", [
    chapter,
    "9.8 Registration",
  ]);
  const law = lawReader([purpose, limits, other]);
  const rulesOf = async (code: string, name: string | null) =>
    (await readOverlayRules(law, { code, name })).map(({ quote }) => quote);

  it("is quoted from provisions named after it or naming its code, prohibitions first", async () => {
    expect(await rulesOf("AO", "Airport Overlay")).toEqual([
      "No structure may exceed forty (40) feet; taller ones are prohibited.",
      "A building shall be lit at night.",
      "Use of land in the AO zone shall be registered. Signs shall be small.",
    ]);
  });

  it("is not taken from the purpose of a chapter, nor from another overlay", async () => {
    expect(await rulesOf("HO", "Historic Overlay")).toEqual([]);
    expect((await rulesOf("AO", "Airport Overlay")).join(" ")).not.toContain("runway");
  });
});

describe("the permit of a chapter on floods", () => {
  const required = "A development permit shall be required in conformance with this chapter prior to any development.";
  const under = async (...headings: readonly string[]) => {
    const { floodplain_permit: permit } = await readProcedures(lawReader([lawPassage(required, headings)]));
    return permit?.steps.when?.map(({ quote }) => quote) ?? [];
  };

  it("is a floodplain permit by whatever name the chapter requires it, and no permit of another chapter is one", async () => {
    expect(await under("Chapter 22 Flood Damage Prevention", "22-4 Establishment of Permit")).toEqual([required]);
    expect(await under("Chapter 9 Streets", "9-4 Permit Required")).toEqual([]);
    expect(await under("Chapter 22 Flood Damage Prevention", "22-2 Definitions")).toEqual([]);
    const other = "A zoning permit or special permit shall be required prior to construction in the flood hazard area.";
    const law = lawReader([lawPassage(other, ["11.14 Special Flood Hazard Area Requirements"])]);
    const { floodplain_permit: permit, site_plan: plan } = await readProcedures(law);
    expect(permit?.steps.when?.map(({ quote }) => quote)).toEqual([other]);
    expect(plan?.steps).toEqual({});
    const own =
      "No development shall take place in the FP district without a floodplain permit from the Zoning Officer.";
    const overlay = lawReader([lawPassage(own, ["Article 7 Overlay Districts", "7.3 Floodplain Permit"])]);
    expect((await readProcedures(overlay)).floodplain_permit).toMatchObject({
      ...{ steps: { when: [{ quote: own }] }, deciders: [{ name: "Zoning Officer" }] },
    });
    const general = "No building shall be erected until a Building Permit is issued.";
    const misplaced = lawReader([lawPassage(general, ["V Flood Plain District", "V.4 Permits"])]);
    expect((await readProcedures(misplaced)).floodplain_permit?.steps).toEqual({});
  });
});

describe("the buffers of a district", () => {
  it("are the rows of a table of buffers for every use of it, or for the stated one", async () => {
    const lines = [
      "Any use in the GC district | 25",
      "Institution in the GC district | 15",
      "Any use in the LI district | 50",
    ];
    const rows = lines.map((line) => ({
      ...{ charStart: 0, charEnd: line.length, sentence: line, label: line.split(" | ")[0] ?? "" },
      ...{ caption: "Minimum width of buffers (feet)" },
      cells: [{ column: "Abutting district / R-1", value: line.slice(-2), charStart: 0, charEnd: 2 }],
    }));
    const law = lawReader([lawPassage(lines.join("\n"), ["10.3 Buffers"], rows)]);
    const labelsFor = async (use: string | null) =>
      (await readDistrictBuffers(law, "GC", use)).map(({ label }) => label.split(" ")[0]);
    expect(await labelsFor("retail store")).toEqual(["Any"]);
    expect(await labelsFor("institution")).toEqual(["Any", "Institution"]);
    const [buffer] = await readDistrictBuffers(law, "GC", null);
    if (!buffer) throw new Error("no buffer");
    expect(bufferText(buffer, "passage:1" as never).text).toBe(
      "Any use in the GC district: abutting district R-1: 25 feet.",
    );
  });
});

describe("the review of work near a wetland", () => {
  it("is quoted where an agency of wetlands is named with its permit, and not from a list of plans", async () => {
    const review =
      "It does not replace the permit that the Inland Wetlands Agency requires for a regulated activity within 100 feet.";
    const law = lawReader([
      lawPassage("The application shall show wetlands, and the building permit.", ["11.4 Contents"]),
      lawPassage(`A. Buffers shall be kept.\nB. ${review}`, ["15.1 Purpose"]),
    ]);
    expect((await readWetlandReviews(law)).map(({ quote }) => quote)).toEqual([review]);
    expect(await readWetlandAgency(law)).toMatchObject({ name: "Inland Wetlands Agency", passage: { quote: review } });
    const sought =
      "Where an activity is regulated, the applicant shall apply for a permit to the Milltown Inland Wetlands Commission.";
    const other = lawReader([lawPassage(sought, ["3.10 Inland Wetlands"])]);
    expect((await readWetlandAgency(other))?.name).toBe("Inland Wetlands Commission");
  });
});
