import { describe, expect, it } from "vitest";
import type { Rule, UseRule } from "../../../ingest/rules/rule.ts";
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
