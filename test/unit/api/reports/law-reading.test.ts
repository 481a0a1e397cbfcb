import { describe, expect, it } from "vitest";
import { readOverlayRules } from "../../../../api/delivery/reports/evidence/overlay-rules.ts";
import { approvalSpecs, isAboutRequiring, rankOf } from "../../../../api/delivery/reports/evidence/procedure-words.ts";
import { readProcedures } from "../../../../api/delivery/reports/evidence/procedures.ts";
import { readUseRow } from "../../../../api/delivery/reports/evidence/use-row.ts";
import { readUseStandards } from "../../../../api/delivery/reports/evidence/use-standards.ts";
import { statusOfRow } from "../../../../api/delivery/reports/findings/use-status.ts";
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
    const found = await readUseRow(
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
    expect(await readUseRow(law, "R-2", "two-family dwelling")).toMatchObject({
      ...{ mark: "S", notes: [], unread_note: "1" },
      meaning: { passage: { quote: legendText } },
    });
    expect((await readUseRow(table(found), "R-2", "two-family dwelling"))?.unread_note).toBeNull();
  });

  it("is not taken from a use that only shares words", async () => {
    const law = table(row("Conversion to a two-family dwelling", "P"));
    expect(await readUseRow(law, "R-2", "two-family dwelling")).toBeUndefined();
  });

  it("is left open where two rows of the same name have different marks", async () => {
    const law = table(row("Two-family dwelling", "S"), row("Two-family dwelling", "P"));
    expect(await readUseRow(law, "R-2", "two-family dwelling")).toBeUndefined();
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
  });
});

describe("the standards of a use", () => {
  const parking = "Multifamily dwelling, studio | 1.25\nMultifamily dwelling, larger | 1.75\nSenior living | 0.5";
  const section = "A. Dwellings shall be served by public sewer.\nB. A building shall be no more than 180 feet long.";
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
    const found = await readUseStandards(law, "multifamily dwelling", [row]);
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
    expect((await readUseRow(table(led), "R-2", "two-family dwelling"))?.refers_to).toBe("4.8");
    expect((await readUseRow(table(own), "R-2", "two-family dwelling"))?.refers_to).toBeNull();
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

  it("does not name who decides only in place of another body", async () => {
    const plans = lawPassage(
      "A. The Zoning Officer may approve a site plan in place of the Commission for a small addition.",
      ["Article 11 Site Plan Review"],
    );
    const { site_plan: plan } = await readProcedures(lawReader([plans]));
    expect(plan?.steps.decides).toBeUndefined();
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

describe("the words of an approval", () => {
  const specOf = (kind: string) => {
    const spec = approvalSpecs.find((one) => one.kind === kind);
    if (!spec) throw new Error(`no ${kind}`);
    return spec;
  };

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
