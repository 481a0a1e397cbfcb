import { describe, expect, it } from "vitest";
import type { StoredPassage } from "../../../../api/delivery/reports/evidence/answers.ts";
import { verbatimEvidence } from "../../../../api/delivery/reports/evidence/verbatim-evidence.ts";
import { writeReport } from "../../../../api/delivery/reports/write-report.ts";
import { answerOf, reportEvidence } from "../../../support/report-evidence.ts";

const passage = (quote: string): StoredPassage => {
  const [found] = answerOf("", quote).sentences[0]?.passages ?? [];
  if (!found) throw new Error("no passage");
  return found;
};
const value = (quote: string, notes: readonly string[] = []) => ({
  ...{ value: 8000, unit: "sq ft", condition: null, passages: [passage(quote)] },
  notes: notes.map((text) => ({ text, passage: passage(text) })),
});
const ordinance = (quote: string, notes: readonly string[] = []) => ({
  ...{ kind: "ordinance" as const, values: [value(quote, notes)], cases: [] },
});
const base = reportEvidence();
const row = (mark: string, notes: readonly string[] = []) => ({
  ...{ label: "Two-family dwelling", mark, passage: passage(`Two-family dwelling | ${mark}`), meaning: null },
  ...{ notes: notes.map((text) => ({ text, passage: passage(text) })), unread_note: null, refers_to: null },
});
const decider = (name: string) => ({ name, passage: passage(`The ${name} may grant a special permit.`) });
const evidence = {
  ...base,
  use: { typology: "two_family", words: "two-family dwelling", isConfirmed: true },
  law: {
    ...base.law,
    use_rows: { "R-2": [row("P", ["Only on a corner lot."])] },
    floor_rules: [passage("The lowest floor shall be one foot above the base flood.")],
    procedures: {
      special_permit: {
        steps: { hearing: [passage("A public hearing shall be held within 65 days.")] },
        ...{ deciders: [decider("Commission"), decider("Board")], fees: [], fee_rule: undefined },
      },
    },
  },
  districts: [
    {
      zoning_code: "R-2",
      fields: { lot_area_min: ordinance("Lot area 8,000", ["More on a slope."]), height_max: ordinance("Height 35") },
    },
  ],
};
const withoutPassage = (quote: string) => verbatimEvidence(evidence, async (one) => one.quote !== quote);

describe("evidence whose stored text is compared again", () => {
  it("is kept whole where every quote is still at its place", async () => {
    const { dropped, ...kept } = await verbatimEvidence(evidence, async () => true);
    expect(dropped).toBe(0);
    expect(kept).toEqual({ law: evidence.law, districts: evidence.districts, concept: evidence.concept });
  });

  it("loses a row of uses with any of its texts, and with it the verdict on the use", async () => {
    for (const quote of ["Two-family dwelling | P", "Only on a corner lot."]) {
      const { law, dropped } = await withoutPassage(quote);
      expect(law.use_rows).toEqual({});
      expect(dropped).toBe(1);
      const report = writeReport({ ...evidence, law }, {});
      const use = report.findings.find(({ rule_id: id }) => id === "DD-USE-01");
      expect(use?.statement.text).not.toContain("is permitted by right");
      expect(JSON.stringify(report)).not.toContain(quote);
    }
  });

  it("loses a step or a decider of a procedure, and not the others", async () => {
    const heard = (await withoutPassage("A public hearing shall be held within 65 days.")).law.procedures
      .special_permit;
    expect(heard).toMatchObject({ steps: {}, deciders: [{ name: "Commission" }, { name: "Board" }] });
    const { law } = await withoutPassage("The Board may grant a special permit.");
    expect(law.procedures.special_permit).toMatchObject({
      steps: { hearing: [{}] },
      deciders: [{ name: "Commission" }],
    });
    const floors = await withoutPassage("The lowest floor shall be one foot above the base flood.");
    expect(floors.law.floor_rules).toEqual([]);
  });

  it("has a standard as not located when its value or a note of it has changed", async () => {
    for (const quote of ["Lot area 8,000", "More on a slope."]) {
      const [district] = (await withoutPassage(quote)).districts;
      expect(district?.fields.lot_area_min).toEqual({ kind: "absent", marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" });
      expect(district?.fields.height_max).toMatchObject({ kind: "ordinance" });
    }
  });
});
