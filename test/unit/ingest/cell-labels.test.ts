import { describe, expect, it } from "vitest";
import type { DocumentTable, ParsedDocument } from "../../../ingest/index.ts";
import { parseHtmlText, parseMarkdownText } from "../../support/documents/parse.ts";

/** The labels of the value with this text, as texts. */
function labelsOf(tables: readonly DocumentTable[], value: string) {
  const cell = tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)).find(({ text }) => text === value);
  const { row, group, column, unit } = cell?.labels ?? {};
  return { row: row?.text, group: group?.text, column: column?.text, unit: unit && `${unit.name} ${unit.from}` };
}

/** Every label that has a place stands there; a joined one ends with what stands there. */
function misplaced({ text, tables }: ParsedDocument): string[] {
  const labels = tables.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flatMap(({ labels: own = {} }) => [own.row, own.group, own.column])),
  );
  return labels.flatMap((label) => {
    if (!label || label.charStart === null || label.charEnd === null) return [];
    const printed = text.slice(label.charStart, label.charEnd);
    return label.text.includes(printed) && printed !== "" ? [] : [label.text];
  });
}

describe("a value of a table", () => {
  it("has the labels of its row, its group and its column, each with its place", async () => {
    const document = await parseHtmlText(`<table>
<tr><td rowspan="2">Standard</td><td colspan="2">Residential</td></tr><tr><td>R-1</td><td>R-2</td></tr>
<tr><td colspan="3">Minimum yards (ft)</td></tr>
<tr><td>Front</td><td>25</td><td>20</td></tr><tr><td>Side</td><td>10</td><td>8'</td></tr>
<tr><td>Lot area</td><td>7,000 sq. ft.</td><td>0.5 acres</td></tr></table>`);
    expect(labelsOf(document.tables, "20")).toEqual({
      row: "Front",
      group: "Minimum yards (ft)",
      column: "Residential / R-2",
      unit: "ft group",
    });
    expect(labelsOf(document.tables, "8'").unit).toBe("ft cell");
    expect(labelsOf(document.tables, "7,000 sq. ft.").unit).toBe("sq ft cell");
    expect(labelsOf(document.tables, "0.5 acres")).toMatchObject({ row: "Lot area", unit: "ac cell" });
    expect(misplaced(document)).toEqual([]);
  });

  it("has the label beside it for that of its row where labels and values stand side by side", async () => {
    const document = await parseHtmlText(`<table>
<tr><td>Lot width (min)</td><td>30 ft</td><td>Depth (min/max)</td><td>24 ft</td><td>32 ft</td></tr>
<tr><td>Lot coverage (max)</td><td>60%</td><td>Stories (max)</td><td>3</td></tr></table>`);
    expect(labelsOf(document.tables, "60%")).toEqual({
      row: "Lot coverage (max)",
      group: undefined,
      column: undefined,
      unit: "% cell",
    });
    expect(labelsOf(document.tables, "32 ft").row).toBe("Depth (min/max) (max)");
    expect(labelsOf(document.tables, "3")).toMatchObject({ row: "Stories (max)", unit: "stories row" });
    expect(misplaced(document)).toEqual([]);
  });

  it("is told from the columns that its row leaves blank, and from those that a cell above fills", async () => {
    const { tables } = await parseMarkdownText(`| Use | R-1 | R-2 | B-1 |
|---|---|---|---|
| Dwelling | P | P | |
| Shop | | | P |
`);
    expect(tables[0]?.rows.map(({ blanks }) => blanks)).toEqual([undefined, [3], [1, 2]]);
    const spanned = await parseHtmlText(
      "<table><tr><td>Use</td><td>R-1</td><td>R-2</td></tr><tr><td>House</td><td rowspan='2'>P</td><td>P</td></tr><tr><td>Shop</td><td>S</td></tr></table>",
    );
    expect(spanned.tables[0]?.rows.every(({ blanks }) => blanks === undefined)).toBe(true);
  });
});
