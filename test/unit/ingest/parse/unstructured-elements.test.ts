import { describe, expect, it } from "vitest";
import { assembleDocument } from "../../../../ingest/parse/assemble-document.ts";
import type { UnstructuredElement } from "../../../../ingest/parse/unstructured-client.ts";
import { rawFromElements } from "../../../../ingest/parse/unstructured-elements.ts";

function element(type: string, text: string, pageNumber: number | null = 1, tableHtml: string | null = null) {
  return { type, text, pageNumber, tableHtml } satisfies UnstructuredElement;
}

const table = `<table><thead><tr><th>District</th><th>Minimum lot area</th></tr></thead>
  <tbody><tr><td>R-1</td><td>10,000 sq. ft.</td></tr><tr><td>R-2</td><td>7,000 sq. ft.</td></tr></tbody></table>`;

const documentOf = (elements: readonly UnstructuredElement[], pages = 0) =>
  assembleDocument(rawFromElements(elements, pages, "unstructured-hi_res"));

describe("elements of Unstructured as a document", () => {
  it("become text with an outline from titles and their section numbers", () => {
    const document = documentOf([
      element("Title", "ARTICLE 3. DIMENSIONAL STANDARDS"),
      element("Title", "3.1 Lot Area"),
      element("NarrativeText", "Every lot in the R-1 district shall have an area of at least 10,000 square feet."),
      element("Title", "3.2 Yards"),
      element("NarrativeText", "Every lot shall have a front yard of at least 25 feet."),
    ]);
    expect(document.outline.map(({ number, title, parent }) => ({ number, title, parent }))).toEqual([
      { number: "ARTICLE 3", title: "DIMENSIONAL STANDARDS", parent: null },
      { number: "3.1", title: "Lot Area", parent: 0 },
      { number: "3.2", title: "Yards", parent: 0 },
    ]);
    for (const node of document.outline)
      expect(document.text.slice(node.heading.charStart, node.heading.charEnd)).toContain(node.title);
    expect(document.text).toContain("a front yard of at least 25 feet.");
  });

  it("become tables whose cells stand in the text at their spans", () => {
    const document = documentOf([element("Table", "District Minimum lot area R-1 10,000", 1, table)]);
    const [only] = document.tables;
    expect(only?.columns).toEqual(["District", "Minimum lot area"]);
    expect(only?.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ["District", "Minimum lot area"],
      ["R-1", "10,000 sq. ft."],
      ["R-2", "7,000 sq. ft."],
    ]);
    for (const row of only?.rows ?? [])
      for (const cell of row.cells) expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.text);
  });

  it("keep the words of a table that came without its cells", () => {
    const document = documentOf([element("Table", "R-1 10,000 sq. ft.", 1, null)]);
    expect(document.text).toBe("R-1 10,000 sq. ft.");
    expect(document.tables).toEqual([]);
  });

  it("stand on the pages of the file, pages without elements included", () => {
    const document = documentOf(
      [element("NarrativeText", "On the first page.", 1), element("NarrativeText", "On the third page.", 3)],
      4,
    );
    const texts = document.pages.map((page) => document.text.slice(page.charStart, page.charEnd).trim());
    expect(document.pages.map((page) => page.page)).toEqual([1, 2, 3, 4]);
    expect(texts).toEqual(["On the first page.", "", "On the third page.", ""]);
    expect(document.pages.at(-1)?.charEnd).toBe(document.text.length);
  });

  it("lose what was printed on every page, whose numbers are kept as printed page numbers", () => {
    const elements = [12, 13, 14, 15].flatMap((printed, at) => [
      element("Header", "Town of Alder Falls Zoning Ordinance", at + 1),
      element(
        "NarrativeText",
        `The rules of sheet ${"abcd"[at]} apply to every building that is erected here.`,
        at + 1,
      ),
      element("PageNumber", `${printed}`, at + 1),
    ]);
    const document = documentOf(elements, 4);
    expect(document.text).not.toContain("Alder Falls");
    expect(document.text).not.toMatch(/\b1[2-5]\b/);
    expect(document.pages.map((page) => page.printedPage)).toEqual(["12", "13", "14", "15"]);
  });

  it("keep numbered titles that differ in their number only, page after page", () => {
    const elements = [4, 5, 6, 7].flatMap((number, at) => [
      element("Title", `${number}.1 Purpose`, at + 1),
      element("NarrativeText", "This article protects the use of land.", at + 1),
    ]);
    expect(documentOf(elements, 4).outline.map((node) => node.number)).toEqual(["4.1", "5.1", "6.1", "7.1"]);
  });

  it("go on over the turn of a page where a sentence does", () => {
    const document = documentOf(
      [
        element("NarrativeText", "A building may not be higher than", 1),
        element("NarrativeText", "thirty-five feet above grade.", 2),
      ],
      2,
    );
    expect(document.text).toBe("A building may not be higher than thirty-five feet above grade.");
    expect(document.pages[1]?.charStart).toBe(document.text.indexOf("thirty-five"));
  });

  it("do not believe a page number that no file has", () => {
    const document = documentOf([element("NarrativeText", "Here.", 1), element("NarrativeText", "There.", 2 ** 40)], 2);
    expect(document.pages.map((page) => page.page)).toEqual([1, 2]);
    expect(document.text).toBe("Here.\n\nThere.");
  });

  it("have no pages where the format has none", () => {
    expect(documentOf([element("NarrativeText", "One.", 1), element("NarrativeText", "Two.", 2)]).pages).toEqual([]);
  });
});
