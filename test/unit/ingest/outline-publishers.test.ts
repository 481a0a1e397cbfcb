import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { headingOf, outlineLines, parseHtmlText, parseText } from "../../support/documents/parse.ts";

const body = "No building shall be erected or used on any lot except as this section allows.";

/** A chapter whose list of sections has group titles, no signs, and two spaces between number and title. */
const chapter = [
  "CHAPTER 62: LAND CODE",
  "",
  "Section",
  "",
  "General Provisions",
  "",
  "   62.001   Title",
  "   62.002   Purpose",
  "",
  "Lots and Yards",
  "",
  "   62.020   General rules",
  "   62.021   R-1 District",
  "   62.022   R-2 District",
  "",
  "   62.099   Penalty",
  "",
  "GENERAL PROVISIONS",
  "",
  "§ 62.001  TITLE.",
  "",
  "   This chapter shall be known as the Land Code.",
  "",
  "§ 62.002  PURPOSE.",
  "",
  `   ${body}`,
  "",
  "LOTS AND YARDS",
  "",
  "§ 62.020  GENERAL RULES.",
  "",
  `   ${body}`,
  "",
  "§ 62.021  R-1 DISTRICT.",
  "",
  "   (A)   Permitted uses.",
  "   (B)   Lot and yard requirements.",
  "",
  "Minimum lot area            9,000 square feet",
  "Minimum lot width           70 feet",
  "Front yard                  30 feet",
  "Rear yard                   25 feet",
  "",
  "   (C)   Height. 35 feet.",
  "   (D)   Parking. 2 spaces.",
  "",
  "§ 62.022  R-2 DISTRICT.",
  "",
  `   ${body}`,
  "",
  "§ 62.099  PENALTY.",
  "",
  "   Whoever violates this chapter shall be fined not more than $500.",
].join("\n");

describe("a chapter with a list of its sections in groups", () => {
  it("has each section once, where its text is, below its group", async () => {
    expect(outlineLines(await parseText(chapter))).toEqual([
      "CHAPTER 62 LAND CODE",
      "  GENERAL PROVISIONS",
      "    62.001 TITLE",
      "    62.002 PURPOSE",
      "  LOTS AND YARDS",
      "    62.020 GENERAL RULES",
      "    62.021 R-1 DISTRICT",
      "    62.022 R-2 DISTRICT",
      "    62.099 PENALTY",
    ]);
  });

  it("has the table of a section end where the section ends", async () => {
    const document = await parseText(chapter);
    expect(document.tables).toHaveLength(1);
    const chunks = chunkDocument(document);
    expect(chunks.flatMap((chunk) => chunk.rows.map((row) => row.sentence))).toEqual([
      "Minimum lot area: 9,000 square feet",
      "Minimum lot width: 70 feet",
      "Front yard: 30 feet",
      "Rear yard: 25 feet",
    ]);
    const penalty = chunks.find((chunk) => document.text.slice(chunk.charStart, chunk.charEnd).includes("$500"));
    expect(penalty?.section).toBe("62.099");
  });

  it("keeps sections that are hardly longer than their titles", async () => {
    const short = ["3.1 Farms", "Farms are free.", "3.2 Parks", "Parks are free.", "3.3 Ponds", "Ponds are free."];
    const document = await parseText([...short, "3.4 Roads", "Roads are free.", "3.5 Mills", body].join("\n\n"));
    expect(document.outline.map(headingOf)).toEqual(["3.1 Farms", "3.2 Parks", "3.3 Ponds", "3.4 Roads", "3.5 Mills"]);
  });
});

describe("a title that a colon closes", () => {
  it("is the section's, in capitals", async () => {
    const document = await parseText(
      [
        "CHAPTER 5",
        "RESIDENTIAL DISTRICTS",
        "10-5-1: PURPOSE:",
        body,
        "10-5-2: R-1 ONE-FAMILY DISTRICT:",
        "A. Permitted Uses: Dwellings and farms stand as of right in the district.",
        "10-5-3: R-2 TWO-FAMILY DISTRICT:",
        body,
      ].join("\n\n"),
    );
    expect(outlineLines(document)).toEqual([
      "CHAPTER 5 RESIDENTIAL DISTRICTS",
      "  10-5-1 PURPOSE",
      "  10-5-2 R-1 ONE-FAMILY DISTRICT",
      "  10-5-3 R-2 TWO-FAMILY DISTRICT",
    ]);
  });

  it("is none where the line only opens a list", async () => {
    const document = await parseText(
      [
        "10-5-1: PURPOSE:",
        body,
        "10-5-2: The following uses are permitted:",
        "1. Farms.",
        "2. Parks.",
        "10-5-3: LOTS:",
        body,
      ].join("\n\n"),
    );
    expect(document.outline.map(headingOf)).toEqual(["10-5-1 PURPOSE", "10-5-2", "10-5-3 LOTS"]);
  });
});

describe("small print of codes", () => {
  it.each(["17.20.030 -- 17.20.090", "17.20.030 --- 17.20.090", "17.20.030 - 17.20.090"])(
    "parts a run of reserved sections by hyphens: %s",
    async (run) => {
      const document = await parseText(
        ["17.20.010 Purpose.", body, "17.20.020 Yards.", body, `${run} Reserved.`, "17.20.100 Walls.", body].join(
          "\n\n",
        ),
      );
      expect(document.outline.map(headingOf)).toEqual([
        "17.20.010 Purpose",
        "17.20.020 Yards",
        "17.20.030–17.20.090 Reserved",
        "17.20.100 Walls",
      ]);
    },
  );

  it("marks a title with a footnote, which is no part of it", async () => {
    const document = await parseHtmlText(
      `<h3>§ 9-1. Signs.[2]</h3><p>${body}</p><h3>§ 9-2. WALLS[13]</h3><p>${body}</p><p>[2] Added later.</p>`,
    );
    expect(document.outline.map(headingOf)).toEqual(["9-1 Signs", "9-2 WALLS"]);
    expect(document.text).toContain("§ 9-1. Signs.[2]");
  });

  it("sets the terms of a list of definitions in capitals, and they are no headings", async () => {
    const document = await parseHtmlText(
      `<h3>§ 9-1. Definitions.</h3><dl><dt>SHED</dt><dd>A building for tools.</dd><dt>LOT, CORNER</dt><dd>A lot on two streets.</dd></dl><h3>§ 9-2. Yards.</h3><p>${body}</p>`,
    );
    expect(document.outline.map(headingOf)).toEqual(["9-1 Definitions", "9-2 Yards"]);
    expect(document.text).toContain("LOT, CORNER");
  });

  it("lists numbered sections as terms, and they are headings", async () => {
    const document = await parseHtmlText(
      `<dl><dt>§ 9-1. Yards.</dt><dd>${body}</dd><dt>§ 9-2. Walls.</dt><dd>${body}</dd></dl>`,
    );
    expect(document.outline.map(headingOf)).toEqual(["9-1 Yards", "9-2 Walls"]);
  });
});
