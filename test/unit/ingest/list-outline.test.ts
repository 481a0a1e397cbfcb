import { describe, expect, it } from "vitest";
import { makePdf, type PdfPart } from "../../support/documents/made-pdf.ts";
import { ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { outlineLines, parseHtmlText, parsePdfBytes, parseText } from "../../support/documents/parse.ts";

const body = (place: number) => ordinanceSentences(place, 2);
const item = (mark: string, title: string, text: string): PdfPart => ({ kind: "item", mark, title, text });

describe("the outline of a list", () => {
  it("is the same where the numbers before bold titles are set plain, and where a note of the amendment stands bold after them", async () => {
    const document = await parsePdfBytes(
      await makePdf([
        { kind: "heading", text: "SEC. 12.08. ONE-FAMILY ZONE." },
        {
          kind: "paragraph",
          text: "What Section 12.08 A says holds, as does what Section 12.08 B says and what Section 12.08 C says.",
        },
        item("A.", "Use.", body(2)),
        item("B.", "Restriction. (Amended by Ord. No. 173,268, Eff. 7/1/00.)", body(3)),
        item("C.", "Area.", body(4)),
        item("1.", "Front Yard.", body(5)),
        item("2.", "Side Yards. (Amended by Ord. No. 184,802.)", ""),
        { kind: "paragraph", text: body(6) },
        item("3.", "Rear Yard.", body(7)),
      ]),
    );
    expect(outlineLines(document)).toEqual([
      "12.08 ONE-FAMILY ZONE",
      "  12.08 A Use",
      "  12.08 B Restriction",
      "  12.08 C Area",
      "    12.08 C.1 Front Yard",
      "    12.08 C.2 Side Yards",
      "    12.08 C.3 Rear Yard",
    ]);
  });

  it("has an item without a title where it stands beside headings, so that none of them holds it", async () => {
    const document = await parseHtmlText(
      `<h2>§ 12.08 One-Family Zone</h2><p><b>A. Use.</b> ${body(1)}</p><p>B. ${body(2)}</p><p><b>C. Area.</b> Sec. 12.08 B and Sec. 12.08 C rule.</p>`,
    );
    expect(outlineLines(document)).toEqual(["12.08 One-Family Zone", "  12.08 A Use", "  12.08 B", "  12.08 C Area"]);
    const use = document.outline[1];
    expect(document.text.slice(use?.section.charStart, use?.section.charEnd)).not.toContain(body(2));
  });

  it("takes no “C.” for a sibling that a list of small letters goes on with", async () => {
    const document = await parseHtmlText(
      `<h2>§ 12.08 One-Family Zone</h2><p><b>A. Use.</b> ${body(1)}</p><p><b>B. Limits.</b> These hold:</p><p>a. ${body(2)}</p><p>b. ${body(3)}</p><p>C. ${body(4)}</p><p><b>D. Area.</b> ${body(5)}</p>`,
    );
    expect(document.outline.map((node) => node.title)).toEqual(["One-Family Zone", "A. Use", "B. Limits", "D. Area"]);
  });

  it("takes a letter with a title of its own for a sibling after small letters that do not lead to it", async () => {
    const document = await parseHtmlText(
      `<h2>3.1 Village Zone</h2><p><b>A. Purpose</b></p><p>${body(1)}</p><p><b>B. Permitted Uses</b></p><p>These are permitted:</p><p>a. ${body(2)}</p><p>b. ${body(3)}</p><p>C.</p><p>ACCESSORY USES</p><p>a. ${body(4)}</p><p>b. ${body(5)}</p><p>D.</p><p>Accessory Structures</p><p>${body(6)}</p>`,
    );
    expect(document.outline.map((node) => node.title).slice(1)).toEqual([
      "A. Purpose",
      "B. Permitted Uses",
      "C. ACCESSORY USES",
      "D. Accessory Structures",
    ]);
  });

  it("counts letters on over those that are numerals too", async () => {
    const letters = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    const items = letters.map((letter, at) => `<p><b>${letter}. Rule on Matter ${at}.</b> ${body(at)}</p>`).join("");
    const document = await parseHtmlText(
      `<h2>§ 12.08 One-Family Zone</h2><p>See Sec. 12.08 A, Sec. 12.08 B.</p>${items}`,
    );
    expect(document.outline.map((node) => node.number)).toEqual([
      "12.08",
      ...letters.map((letter) => `12.08 ${letter}`),
    ]);
  });

  it("leaves alone the items of a list inside a heading's text that look like it", async () => {
    const document = await parseHtmlText(
      `<h2>§ 12.08 One-Family Zone</h2><p><b>1. Use.</b> Lots are used for:</p><p>1. one dwelling of one family, and</p><p>2. the parking of the family's cars on the lot.</p><p><b>2. Area.</b> ${body(1)}</p>`,
    );
    expect(document.outline.map((node) => node.title)).toEqual(["One-Family Zone", "1. Use", "2. Area"]);
  });

  it("takes the title of a letter that stands in a line of its own", async () => {
    const lines = (letter: string, title: string) =>
      `<p>${letter}</p><p>${title}</p><p>${body(letter.charCodeAt(0))}</p>`;
    const document = await parseHtmlText(
      `<h2>3.2 Rural Business Zone</h2><p><b>A. Purpose</b></p><p>${body(1)}</p>${lines("B.", "Permitted Uses")}${lines("C.", "Area and Dimension Requirements")}`,
    );
    expect(document.outline.map((node) => node.title)).toEqual([
      "Rural Business Zone",
      "A. Purpose",
      "B. Permitted Uses",
      "C. Area and Dimension Requirements",
    ]);
  });

  it("keeps an item in its section that has the number of a chapter", async () => {
    const document = await parseText(
      [
        "2. DISTRICTS",
        "2.1 Districts",
        body(1),
        "3. PROCEDURES",
        "3.1 Applications",
        body(2),
        "1. SITE PLANS",
        body(3),
        "2. PLAN REQUIREMENTS",
        body(4),
        "3.2 Appeals",
        body(5),
      ].join("\n\n"),
    );
    expect(outlineLines(document)).toEqual([
      "2 DISTRICTS",
      "  2.1 Districts",
      "3 PROCEDURES",
      "  3.1 Applications",
      "    1. SITE PLANS",
      "    2. PLAN REQUIREMENTS",
      "  3.2 Appeals",
    ]);
  });
});

describe("a line that looks like a heading", () => {
  it("is one inside its part where it speaks of districts and names none", async () => {
    const document = await parseText(
      [
        "ARTICLE IV",
        "SIGNS",
        "4.1 Purpose",
        body(1),
        "4.2 Sizes",
        body(2),
        "SIGNS IN RESIDENTIAL DISTRICTS",
        body(3),
        "4.3 Permits",
        body(4),
      ].join("\n\n"),
    );
    expect(outlineLines(document)).toContain("    SIGNS IN RESIDENTIAL DISTRICTS");
  });

  it("is none where it ends in a sum or a measure", async () => {
    const document = await parseHtmlText(
      `<h2>§ 7. Fines</h2><p><b>Second offense - $100</b></p><p><b>Third and later offenses - $150</b></p><p>${body(1)}</p><p><b>Appeals</b></p><p>${body(2)}</p>`,
    );
    expect(document.outline.map((node) => node.title)).toEqual(["Fines", "Appeals"]);
  });
});

describe("a titled list", () => {
  it("may have an item whose title stands alone above the item's own list", async () => {
    const document = await parseText(
      [
        "3.1 Lighting",
        "These rules hold.",
        `A. Purpose: ${body(1)}`,
        "B. Definitions.",
        `1. Lamp: ${body(2)}`,
        `2. Fixture: ${body(3)}`,
        `C. Applicability: ${body(4)}`,
        "3.2 Signs",
        body(5),
      ].join("\n"),
    );
    expect(outlineLines(document)).toEqual([
      "3.1 Lighting",
      "  A. Purpose",
      "  B. Definitions",
      "    1. Lamp",
      "    2. Fixture",
      "  C. Applicability",
      "3.2 Signs",
    ]);
  });
});

describe("the items of a list in tight lines", () => {
  it("stand in lines of their own below one that ends in “and”", async () => {
    const text = "The owner shall keep the lot free of litter and of weeds that are high; and";
    const document = await parseText(
      [
        "4.1 Care",
        "The rules of care are these for every owner of a lot in the town, as it stands:",
        `(1) ${text}`,
        `(2) ${text}`,
        "(3) The owner shall mow the lot.",
      ].join("\n"),
    );
    expect(document.text).toContain(`(1) ${text}\n(2) ${text}\n(3) The owner`);
  });
});

describe("a list in which dots lead to the values", () => {
  const dots = ".".repeat(24);

  it("is a table of labels and values, with the names of their groups", async () => {
    const document = await parseText(
      [
        "5.1 Fees",
        "",
        "Residential",
        `Building permit ${dots} $50.00`,
        `Demolition permit ${dots} $25.00`,
        "Site plan of more than",
        `10,000 square feet ${dots} $500 per acre`,
        "Commercial",
        `Sign permit ${dots} No fee`,
      ].join("\n"),
    );
    expect(document.tables[0]?.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ["Building permit", "$50.00"],
      ["Demolition permit", "$25.00"],
      ["Site plan of more than 10,000 square feet", "$500 per acre"],
      ["Commercial"],
      ["Sign permit", "No fee"],
    ]);
  });

  it("is no table where they lead to pages", async () => {
    const document = await parseText(
      [
        "CONTENTS",
        "",
        `1.1 Purpose ${dots} 3`,
        `1.2 Districts ${dots} 5`,
        "",
        "1.1 Purpose",
        body(1),
        "1.2 Districts",
        body(2),
      ].join("\n"),
    );
    expect(document.tables).toEqual([]);
  });
});
