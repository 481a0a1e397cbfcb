import { describe, expect, it } from "vitest";
import { faultsOf, statementsOf } from "../../../../api/delivery/reports/document/verify-document.ts";
import type { ReportConcept } from "../../../../api/delivery/reports/evidence/plan-evidence.ts";
import { writeReport } from "../../../../api/delivery/reports/write-report.ts";
import { answerOf, reportEvidence } from "../../../support/report-evidence.ts";

const quote = "R-2 | 12 | 0.5";
const answers = {
  "standard.max_density.R-2": answerOf("In the R-2 district the maximum density is 12 units per acre.", quote),
  "standard.max_far.R-2": answerOf("In the R-2 district the maximum floor area ratio is 0.5.", quote),
};
/** No mapped land under the plan. */
const dry = { buildings: 0, paving: 0 };
/** No standing building under the plan. */
const none = { count: 0, area: 0 };
const metric = { unit: "units", limit: null, status: "not_evaluated", marker: null, source: null } as const;
const concept: ReportConcept = {
  ...{
    revision: 3,
    created_at: "2026-11-20T10:00:00.000Z",
    workflow: "Garden apartments",
    typology: "multifamily_garden",
    hash: "abcdef0123456789",
  },
  governing_district: { zoning_code: "R-2", basis: "current", current_zoning_code: "R-2" },
  metrics: {
    units: { ...metric, value: 11 },
    coverage: { ...metric, value: 41.5, unit: "percent", limit: 35, status: "fail" },
    density: { ...metric, value: 11, unit: "du/ac", marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" },
    parking_provided: { ...metric, value: 22, unit: "stalls" },
  },
  conflicts: [
    {
      ...{ code: "coverage_exceeded", rule: "coverage_max", zoneId: null, limit: 35, proposed: 41.5, unit: "percent" },
      ...{
        severity: "overridable",
        statement: "Coverage is 41.5 percent; 35 are allowed.",
        source: null,
        remedy: "Draw less.",
      },
    },
  ],
  ...{ zone_failures: [], notes: [], citations: {}, drawn_on: { wetland: dry, floodplain: dry, standing: none } },
  decisions: [
    {
      ...{
        seq: 7,
        kind: "override",
        statement: "Coverage of 41.5 percent is kept.",
        rule: { name: "coverage_max", limit: "35 percent", proposed: "41.5 percent" },
        reason: "The board said 45 is fine.",
      },
      decided_at: "2026-11-20T10:00:00.000Z",
    },
  ],
};
/** Returns a passage with the given text. */
function passageOf(text: string) {
  const [passage] = answerOf(text, text).sentences[0]?.passages ?? [];
  if (!passage) throw new Error("no passage");
  return passage;
}
const feasibility = (more: Parameters<typeof reportEvidence>[2]) =>
  writeReport(reportEvidence({}, answers, { report_type: "feasibility", ...more }), {});
const textOf = (report: ReturnType<typeof writeReport>, id: string) =>
  statementsOf(report.sections.find(({ section_id: section }) => section === id))
    .map(({ text }) => text)
    .join(" ");

describe("a feasibility report", () => {
  it("reckons what each located limit allows, names the one that binds, and excludes the others", () => {
    const report = feasibility({});
    const text = textOf(report, "yield");
    expect(text).toContain("12 dwelling units");
    expect(text).toContain("21,780 sq ft");
    expect(text).toContain("Excluded.");
    expect(text).toContain("at most what is stated");
    expect(text).toContain("If floor area ratio were relaxed, no other limit");
    expect(faultsOf(report)).toEqual([]);
  });

  it("reckons with the value that a note states for the stated use", () => {
    const criterion = (value: number, unit: string, text: string, note?: string) => ({
      ...{ kind: "ordinance" as const, cases: [] },
      values: [
        {
          ...{ value, unit, condition: null, passages: [passageOf(text)] },
          notes: note === undefined ? [] : [{ text: note, passage: passageOf(note) }],
        },
      ],
    });
    const fields = {
      coverage_max: criterion(
        35,
        "%",
        "R-2 | 35 (5)",
        "Forty (40) percent for a two-family dwelling. See Section 5.9.B.",
      ),
      stories_max: criterion(2, "stories", "R-2 | 2"),
    };
    const districts = [{ zoning_code: "R-2", fields }];
    const of = (words: string) =>
      textOf(feasibility({ districts, use: { typology: "house", words, isConfirmed: true } }), "yield");
    expect(of("two-family dwelling")).toContain("40 percent for the stated use, 2 stories");
    expect(of("two-family dwelling")).toContain("34,848 sq ft");
    expect(of("single-family dwelling")).toContain("30,492 sq ft");
  });

  it("states the size of stalls, aisles and the distance between buildings where the ordinance has them, with the case of a use", () => {
    const value = (amount: number, text: string, condition: string | null = null) => ({
      ...{ value: amount, unit: "ft", condition, passages: [passageOf(text)], notes: [] },
    });
    const apart = "Buildings on one lot shall be 20 feet apart.";
    const fields = {
      stall_w: { kind: "ordinance" as const, values: [value(9, "9 feet by 18 feet")], cases: [] },
      stall_l: { kind: "ordinance" as const, values: [value(18, "9 feet by 18 feet")], cases: [] },
      aisle: { kind: "absent" as const, marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" as const },
      building_spacing: {
        kind: "ordinance" as const,
        values: [value(20, apart)],
        cases: [value(30, apart, "Townhouse Dwellings")],
      },
    };
    const report = feasibility({ districts: [{ zoning_code: "R-2", fields }] });
    const text = textOf(report, "rules");
    expect(text).toContain("Size of a parking stall 9 ft (width); 18 ft (length).");
    expect(text).toContain("Distance between buildings 20 ft. Special cases: 30 ft (Townhouse Dwellings).");
    expect(text).not.toContain("Width of a parking aisle");
    expect(faultsOf(report)).toEqual([]);
  });

  it("tells which standing buildings lie under the concept, in the finding on them and beside their table", () => {
    const { digest } = reportEvidence();
    const house = { name: null, kind: "house", levels: 2, height_ft: 28, area_acres: 0.03, area_square_feet: 1320 };
    const shed = { ...house, kind: "shed", levels: 1, area_acres: 0.01, area_square_feet: 400 };
    const land = digest.feasibility && {
      ...digest.feasibility,
      existing_buildings: {
        ...digest.feasibility.existing_buildings,
        ...{ total: 2, covered: { area_acres: 0.04, area_square_feet: 1720, share_of_site: 0.04 } },
        buildings: [house, shed].map((one) => ({ ...one, share_of_site: 0.01 })),
      },
    };
    const told = (count: number, area: number) => {
      const drawn_on = { wetland: dry, floodplain: dry, standing: { count, area } };
      const report = feasibility({ digest: { ...digest, feasibility: land }, concept: { ...concept, drawn_on } });
      expect(faultsOf(report)).toEqual([]);
      return report;
    };
    const [some, free] = [told(1, 1180), told(0, 0)];
    expect(textOf(some, "buildable_land")).toContain("One of them lies under what it draws, with 1,180 sq ft.");
    expect(some.findings.find(({ rule_id: rule }) => rule === "DD-BLDG-01")?.statement.text).toContain(
      "One of them lies",
    );
    expect(textOf(free, "buildable_land")).toContain("None of them lies under what it draws.");
  });

  it("without a concept says so wherever it would be told", () => {
    const report = feasibility({});
    expect(textOf(report, "concept")).toContain("no compiled concept");
    expect(textOf(report, "parking")).toContain("no compiled concept");
    expect(report.findings.some(({ rule_id: id }) => id === "FE-CONCEPT-01")).toBe(false);
  });

  it("prints the answers of the interview with who settled them and when", () => {
    const interview = [
      { statement: "How many floors? 4 floors", value: 4, answered_at: "2026-11-20T10:00:00.000Z" },
      { statement: "What is to be built? Garden apartments", value: "multifamily_garden", answered_at: null },
    ];
    const report = feasibility({ interview });
    expect(textOf(report, "program")).toContain(
      "How many floors? 4 floors User, November 20, 2026 What is to be built? Garden apartments Follows from the goal",
    );
    expect(faultsOf(report)).toEqual([]);
    expect(textOf(feasibility({}), "program")).toContain("No question of the site-plan interview has been answered.");
  });

  it("states what each risk moves, and how to settle it only among the next steps", () => {
    const report = feasibility({ concept });
    const steps = report.findings.flatMap(({ next_step: next }) => next?.text ?? []);
    const risks = textOf(report, "risks");
    expect(risks).toContain("The plan and its path of approval.");
    for (const step of steps) {
      expect(textOf(report, "open_items")).toContain(step);
      expect(risks).not.toContain(step);
    }
  });

  it("tells a conflict of the concept with its limit, and an override with the user's own words", () => {
    const report = feasibility({ concept });
    const text = textOf(report, "concept");
    expect(text).toContain("“The board said 45 is fine.”");
    expect(text).toContain("Rule overridden: Building coverage: 41.5 percent, where the limit is 35 percent.");
    const [finding] = report.findings.filter(({ rule_id: id }) => id === "FE-CONCEPT-01");
    expect(finding?.statement.text).toContain(
      "The concept breaks the rule on building coverage: Coverage is 41.5 percent",
    );
    expect(finding?.statement.text).toContain("Kept by the user: “The board said 45 is fine.”");
    expect(text).toContain(
      "No limit was applied. The ordinance: In the R-2 district the maximum density is 12 units per acre.",
    );
    expect(report.findings.find(({ rule_id: id }) => id === "FE-CONCEPT-01")).toMatchObject({ rating: "amber" });
    expect(faultsOf(report)).toEqual([]);
  });

  it("tells an override of a rule that the plan keeps to apart from a conflict", () => {
    const report = feasibility({ concept: { ...concept, conflicts: [] } });
    const ids = report.findings.map(({ finding_id: id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["FE-CONCEPT-01", "FE-CONCEPT-01:override-coverage_max"]));
    expect(report.findings.find(({ rule_id: id }) => id === "FE-CONCEPT-01")?.rating).toBe("amber");
  });

  it("has a variance on the path of a lot below the minimum area, with the two areas", () => {
    const [own] = answerOf("", "R-2 | 60,000").sentences[0]?.passages ?? [];
    const value = { value: 60_000, unit: "sq ft", condition: null, passages: own ? [own] : [], notes: [] };
    const lot_area_min = { kind: "ordinance" as const, values: [value], cases: [] };
    const report = feasibility({ districts: [{ zoning_code: "R-2", fields: { lot_area_min } }] });
    expect(textOf(report, "path")).toMatch(/Variance Possible\. The 43,560 sq ft of the site .* 60,000 sq ft\./);
    expect(faultsOf(report)).toEqual([]);
  });

  it("tells the land on which the plan relies on an override in one finding", () => {
    const [decision] = concept.decisions;
    const decisions = decision
      ? [{ ...decision, rule: { name: "wetland", limit: "none", proposed: "none found" } }]
      : [];
    const drawn_on = {
      wetland: { buildings: 3012, paving: 500 },
      floodplain: { buildings: 0, paving: 81 },
      standing: none,
    };
    const report = feasibility({ concept: { ...concept, conflicts: [], decisions, drawn_on } });
    const found = report.findings.filter(({ rule_id: id }) => id === "FE-CONCEPT-01");
    expect(found.filter(({ statement }) => statement.text.includes("3,012 sq ft"))).toHaveLength(1);
    expect(found.find(({ finding_id: id }) => id === "FE-CONCEPT-01")?.statement.text).toContain("81 sq ft");
    expect(faultsOf(report)).toEqual([]);
  });

  it("says that a plan keeps to an overridden rule only where that was measured", () => {
    const toldOf = (name: string, more: Partial<ReportConcept> = {}) => {
      const [decision] = concept.decisions;
      const rule = { name, limit: "none", proposed: "not so" };
      const decisions = decision ? [{ ...decision, rule }] : [];
      const kept = { ...metric, value: 30, unit: "percent", limit: 35, status: "pass" } as const;
      const source = { kind: "ordinance", ref: "c1", statement: "Table 4.2" } as const;
      const metrics = { ...concept.metrics, coverage: { ...kept, source } };
      const report = feasibility({ concept: { ...concept, conflicts: [], decisions, metrics, ...more } });
      expect(faultsOf(report)).toEqual([]);
      return [
        report.findings.find(({ finding_id: id }) => id === `FE-CONCEPT-01:override-${name}`)?.statement.text,
        JSON.stringify(report.summary),
      ] as const;
    };
    expect(toldOf("wetland")[0]).toContain("builds on no mapped wetland; whether it keeps the buffer was not measured");
    const [built, summary] = toldOf("wetland", {
      drawn_on: { wetland: { buildings: 3012, paving: 500 }, floodplain: dry, standing: none },
    });
    const covers = "Its buildings cover 3,012 sq ft and its paving 500 sq ft of the mapped wetland.";
    expect(built).toContain(`the plan relies on it: ${covers}`);
    expect(summary).toContain(covers);
    expect(toldOf("coverage_max")[0]).toContain("the plan, as it is drawn, keeps");
    // The measure has no limit here, so that nothing was compared.
    expect(toldOf("parking_ratio")[0]).toContain("The program overrides a rule. Parking ratio: not so.");
  });

  it("says where the concept has fewer dwelling units than the program asks for", () => {
    const asked = (units: number) => {
      const statement = `How many dwelling units? ${units} units`;
      const report = feasibility({ concept, interview: [{ statement, value: { units }, answered_at: null }] });
      return report.findings.filter(({ finding_id: id }) => id.includes("program"));
    };
    expect(asked(14)).toMatchObject([{ rating: "amber" }]);
    expect(asked(14)[0]?.statement.text).toBe("The program asks for 14 dwelling units; the concept has 11.");
    expect(asked(11)).toEqual([]);
  });

  it("prints what the concept assumes, and the standards of the use with the one that was not compared", () => {
    const text = "At least 100 square feet of usable open space shall be provided for each dwelling unit.";
    const passage = { ...passageOf(text), section: "4.9.F" };
    const required = {
      text: "1.75 per dwelling unit",
      passage: passageOf("Multifamily dwelling | 1.75 per dwelling unit"),
    };
    const parking = [{ label: "Multifamily dwelling", required }];
    const open = { ...metric, value: 60, unit: "percent", marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" } as const;
    const report = feasibility({
      concept: {
        ...concept,
        metrics: { ...concept.metrics, open_space: open },
        notes: ["A width of 20 ft is assumed."],
      },
      law: { ...reportEvidence().law, use_standards: { parking, sections: [{ text, passage }] } },
    });
    expect(textOf(report, "concept")).toContain("What the concept assumes or leaves out: A width of 20 ft is assumed.");
    expect(textOf(report, "concept")).toContain("The standards of the use have one: Section 4.9.F.");
    expect(textOf(report, "rules")).toContain(`Section 4.9.F ${text}`);
    expect(textOf(report, "parking")).toContain("Multifamily dwelling: 1.75 per dwelling unit.");
    expect(faultsOf(report)).toEqual([]);
  });

  it("rates a hard conflict red", () => {
    const [conflict] = concept.conflicts;
    const conflicts = conflict ? [{ ...conflict, severity: "hard" as const }] : [];
    const [worst] = feasibility({ concept: { ...concept, conflicts } }).findings;
    expect(worst).toMatchObject({ rule_id: "FE-CONCEPT-01", rating: "red" });
  });

  it("prefers the design criteria, and tells a user's value beside the extracted one", () => {
    const passage = answerOf("", quote).sentences[0]?.passages ?? [];
    const value = (number: number) => ({
      value: number,
      unit: "du_per_acre",
      condition: null,
      passages: passage,
      notes: [],
    });
    const districts = [
      {
        zoning_code: "R-2",
        fields: {
          density_max: { kind: "user", value: value(12), extracted: value(12) },
          far_max: { kind: "absent", marker: "NOT_PROVIDED_IN_ORDINANCE" },
        },
      },
    ] as const;
    const text = textOf(feasibility({ districts }), "rules");
    expect(text).toContain("12 units per acre (provided by the user); the extracted value is 12 units per acre.");
  });

  it("prints the special cases and the notes of a standard beside it, each with an endnote of its own", () => {
    const at = (text: string) => answerOf(text, text).sentences[0]?.passages ?? [];
    const note = "10,000 square feet for a two-family dwelling.";
    const span = at(note).map((passage) => ({ ...passage, char_start: 900, char_end: 900 + note.length }));
    const value = { value: 7500, unit: "sqft", condition: null, passages: at("R-2 | 7,500 (1)") };
    const notes = [{ text: `note 1: ${note}`, passage: span[0] ?? null }];
    const corner = { ...value, value: 9000, condition: "corner lot", passages: at("corner lot 9,000"), notes: [] };
    const fields = { lot_area_min: { kind: "ordinance", values: [{ ...value, notes }], cases: [corner] } } as const;
    const report = feasibility({ districts: [{ zoning_code: "R-2", fields }] });
    expect(textOf(report, "rules")).toContain(
      "7,500 sq ft. Special cases: 9,000 sq ft (corner lot). Note 1: 10,000 square feet for a two-family dwelling.",
    );
    const both = { lot_area_min: { kind: "ordinance", values: [{ ...value, notes: [] }, corner], cases: [] } } as const;
    expect(textOf(feasibility({ districts: [{ zoning_code: "R-2", fields: both }] }), "rules")).toContain(
      "7,500 sq ft in Standards; 9,000 sq ft (corner lot) in Standards. The ordinance states more than one value; none is chosen here.",
    );
    expect(report.endnotes.map(({ quote: text }) => text)).toEqual(expect.arrayContaining([note]));
    expect(faultsOf(report)).toEqual([]);
  });
});

describe("the approvals of a report", () => {
  const at = (text: string) => answerOf(text, text).sentences[0]?.passages ?? [];
  const clause = at("The Commission may grant a special permit only if it finds that the use is safe.");
  const exempt = at("Single-family and two-family dwellings need no site plan.");
  const decidedBy = (name: string, [passage] = clause) => (passage ? [{ name, passage }] : []);
  const procedures = {
    special_permit: { steps: { criteria: clause }, deciders: decidedBy("Commission"), fees: [] },
    site_plan: { steps: { when: exempt }, deciders: [], fees: [] },
  };
  const lawOf = (mark: string, meaning: string) => {
    const [passage] = at(`Two-family dwelling | ${mark}`);
    if (!passage) throw new Error("no passage");
    const row = {
      ...{ label: "Two-family dwelling", mark, passage, meaning: { text: meaning, passage }, notes: [] },
      unread_note: null,
      refers_to: null,
    };
    return { ...reportEvidence().law, use_rows: { "R-2": [row] }, procedures };
  };
  const use = { typology: "two_family_dwelling", words: "two-family dwelling", isConfirmed: true };

  it("follow from the mark of the use, name who decides, and keep what is not located", () => {
    const report = feasibility({ use, law: lawOf("S", "allowed only by special permit") });
    const text = textOf(report, "path");
    expect(text).toContain(
      "Special or conditional permit Needed. Use in district R-2: Allowed only by special or conditional permit.",
    );
    expect(text).toContain("Commission Not located in the indexed ordinance.");
    expect(report.findings.find(({ rule_id: id }) => id === "DD-USE-01")?.rating).toBe("amber");
    expect(JSON.stringify(report.summary)).toContain(
      "special or conditional permit (needed, decided by the Commission)",
    );
    expect(faultsOf(report)).toEqual([]);
  });

  it("name both bodies where two decide, each in its cases, and neither in the summary", () => {
    const small = at("The Planner shall approve the site plan of a house.");
    const large = at("The Board shall approve the site plan of any other building.");
    const deciders = [...decidedBy("Planner", small), ...decidedBy("Board", large)];
    const law = {
      ...lawOf("S", "allowed after approval of a site plan"),
      procedures: { site_plan: { steps: {}, deciders, fees: [] } },
    };
    const report = feasibility({ use, law });
    expect(textOf(report, "path")).toContain("By the case: Planner; Board.");
    const quotes = report.endnotes.map(({ quote: text }) => text);
    expect(quotes).toEqual(expect.arrayContaining([small[0]?.quote, large[0]?.quote]));
    expect(JSON.stringify(report.summary)).toContain("site plan review (needed)");
    expect(faultsOf(report)).toEqual([]);
  });

  it("leave a permitted use open where the note of its mark is a condition", () => {
    const law = lawOf("P", "permitted by right");
    const rated = (unread_note: string | null) => {
      const rows = { "R-2": law.use_rows["R-2"].map((row) => ({ ...row, unread_note })) };
      const report = feasibility({ use, law: { ...law, use_rows: rows } });
      return report.findings.find(({ rule_id: id }) => id === "DD-USE-01");
    };
    expect(rated(null)?.rating).toBe("green");
    expect(rated("2")).toMatchObject({ rating: "amber" });
    expect(rated("2")?.statement.text).toContain("Its note 2 was not read.");
  });

  it("need an approval that a clause asks of every use with the mark of the stated use", () => {
    const when = at("Approval of a site plan is required for every use marked SP or S in Table 4.1.");
    const law = {
      ...lawOf("S", "allowed only by special permit"),
      procedures: { site_plan: { steps: { when }, deciders: [], fees: [] } },
    };
    expect(textOf(feasibility({ use, law }), "path")).toContain("Site plan review Needed. “Approval of a site plan");
    const other = { ...lawOf("P", "permitted by right"), procedures: law.procedures };
    expect(textOf(feasibility({ use, law: other }), "path")).toContain("Site plan review To be checked.");
  });

  it("leave permits for mapped wetlands and flood hazard areas to be checked where the law that was read has none", () => {
    const { digest } = reportEvidence();
    const { flood, wetlands } = digest;
    const some = { area_acres: 0.1, area_square_feet: 4356, share_of_site: 0.1 };
    const wet = {
      ...digest,
      flood: flood && { ...flood, special_flood_hazard_area: { ...flood.special_flood_hazard_area, ...some } },
      wetlands: wetlands && { ...wetlands, nearest_feet: 0 },
    };
    const text = textOf(feasibility({ use, digest: wet, law: lawOf("P", "permitted by right") }), "path");
    expect(text).toContain("Wetlands permit To be checked.");
    expect(text).toContain("Floodplain permit To be checked.");
    expect(text.split("Not indicated")[1]).not.toContain("wetlands permit");
    const reviews = at("The Inland Wetlands Agency requires a permit for work within 100 feet of a wetland.");
    const law = { ...lawOf("P", "permitted by right"), wetland_reviews: reviews };
    expect(textOf(feasibility({ use, digest: wet, law }), "path")).toContain("Wetlands permit Possible.");
  });

  it("are left to be checked where the map that leads to them was not read", () => {
    const states = { flood: "skipped", wetlands: "failed" } as const;
    const law = lawOf("P", "permitted by right");
    const report = writeReport(reportEvidence(states, answers, { report_type: "feasibility", use, law }), {});
    const text = textOf(report, "path");
    expect(text).toContain("Floodplain permit To be checked. Not requested: the flood hazard map, skipped");
    expect(text).toContain("Wetlands permit To be checked. Not available:");
    const told = JSON.stringify(writeReport(reportEvidence(states, answers, { use, law }), {}).summary);
    expect(told).toContain("Not known, because no map of it was read: flood hazard, wetlands.");
    expect(told).not.toContain("Amber: flood hazard");
  });

  it("do not count as needless what a new district may ask for", () => {
    const text = textOf(feasibility({ use, law: lawOf("–", "prohibited") }), "path");
    expect(text.split("Not indicated")[1]).not.toMatch(/site plan review,|special or conditional permit,/);
    expect(text).toContain("depends on the new district");
  });

  it("are those of each size that the concept can have, where the table of uses divides the use by size", () => {
    const sized = (label: string, mark: string, meaning: string) => ({
      ...{ label, mark, passage: passageOf(`${label} | ${mark}`), notes: [], unread_note: null, refers_to: null },
      meaning: { text: meaning, passage: passageOf(`${mark}: ${meaning}`) },
    });
    const rows = [
      sized("Retail store up to 5,000 square feet", "P", "permitted by right"),
      sized("Retail store over 40,000 square feet", "S", "allowed only by special permit"),
    ];
    const law = { ...lawOf("P", ""), use_rows: { "R-2": rows } };
    const shop = { typology: "retail", words: "retail store", isConfirmed: true };
    const report = feasibility({ use: shop, law });
    expect(textOf(report, "path")).toContain("Zoning permit Possible. Use in district R-2: It depends on the size.");
    expect(textOf(report, "path")).toContain("Special or conditional permit Possible.");
    expect(report.findings.find(({ rule_id: id }) => id === "DD-USE-01")).toMatchObject({ rating: "amber" });
    expect(textOf(report, "yield")).not.toContain("dwelling units");
    const small = { ...concept, metrics: { ...concept.metrics, gfa: { ...metric, value: 4000, unit: "sq ft" } } };
    const told = feasibility({ use: shop, law, concept: small });
    expect(told.findings.find(({ rule_id: id }) => id === "DD-USE-01")?.rating).toBe("green");
    expect([...faultsOf(report), ...faultsOf(told)]).toEqual([]);
  });

  it("are needed where the concept builds on mapped land, with the fees of the body that decides on a building", () => {
    const when = at("No development shall take place in the FP district without a floodplain permit.");
    const fee = (label: string, amount: string) => ({ label, amount, passage: passageOf(`${label} | ${amount}`) });
    const law = {
      ...lawOf("S", "allowed only by special permit"),
      procedures: {
        floodplain_permit: { steps: { when }, deciders: [], fees: [] },
        special_permit: {
          ...{ steps: {}, deciders: decidedBy("Commission") },
          fees: [
            fee("Special permit, Commission", "$600"),
            fee("Special permit, Zoning Officer", "$200"),
            fee("Special permit, accessory structure", "$50"),
          ],
        },
      },
    };
    const { digest } = reportEvidence();
    const { flood } = digest;
    const some = { area_acres: 0.1, area_square_feet: 4356, share_of_site: 0.1 };
    const wet = { ...digest, flood: flood && { ...flood, special_flood_hazard_area: some } };
    const built = {
      ...concept,
      drawn_on: { wetland: dry, floodplain: { buildings: 0, paving: 2000 }, standing: none },
    };
    const text = textOf(feasibility({ use, law, digest: wet, concept: built }), "path");
    expect(text.split("floodplain permit is required").length, "the clause is quoted once").toBeLessThanOrEqual(2);
    expect(text).toContain("Floodplain permit Needed. Concept: Its paving covers 2,000 sq ft");
    expect(text).toContain("Special permit, Commission: $600.");
    expect(text).not.toMatch(/\$200|\$50\b/);
    const beside = { ...concept, drawn_on: { wetland: dry, floodplain: dry, standing: none } };
    expect(textOf(feasibility({ use, law, digest: wet, concept: beside }), "path")).toContain(
      "Floodplain permit Possible.",
    );
  });

  it("to be checked point to their steps, which are quoted where the ordinance states some", () => {
    const law = {
      ...lawOf("P", "permitted by right"),
      procedures: { site_plan: { steps: { criteria: clause }, deciders: [], fees: [] } },
    };
    const text = textOf(feasibility({ use, law }), "path");
    expect(text).toContain(
      "Site plan review To be checked. When it is required was not located; the ordinance provides",
    );
    expect(text).toContain("Criteria The Commission may grant");
  });

  it("leave an approval out that a clause does not ask of the use", () => {
    const report = feasibility({ use, law: lawOf("P", "permitted by right") });
    const text = textOf(report, "path");
    expect(text).toContain("Site plan review Not needed. “Single-family and two-family dwellings need no site plan.”");
    expect(text).toContain("Not indicated by what was found: special or conditional permit");
    expect(report.findings.find(({ rule_id: id }) => id === "DD-USE-01")?.rating).toBe("green");
  });

  it("name a change of the zoning map where the use is prohibited, and a variance where the concept exceeds a limit", () => {
    const prohibited = textOf(feasibility({ use, law: lawOf("–", "the use is prohibited") }), "path");
    expect(prohibited).toContain("Change of the zoning map Needed.");
    const exceeded = textOf(feasibility({ use, law: lawOf("P", "permitted by right"), concept }), "path");
    expect(exceeded).toContain("Variance Needed. The concept exceeds these limits: building coverage.");
  });

  it("prefer a permit to a variance where a note of the standard offers one", () => {
    const note = "Up to 45 percent by special permit.";
    const value = {
      value: 35,
      unit: "%",
      condition: null,
      passages: at("R-2 | 35 (1)"),
      notes: [{ text: note, passage: at(note)[0] ?? null }],
    };
    const districts = [
      { zoning_code: "R-2", fields: { coverage_max: { kind: "ordinance", values: [value], cases: [] } } },
    ] as const;
    const text = textOf(feasibility({ use, law: lawOf("P", "permitted by right"), concept, districts }), "path");
    expect(text).toContain(`Special or conditional permit Possible. ${note}`);
    expect(text).toContain("Variance Possible.");
  });
});
