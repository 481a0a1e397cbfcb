import { describe, expect, it } from "vitest";
import { headingOf, outlineLines, parseHtmlText, parseMarkdownText, parseText } from "../../support/documents/parse.ts";

const body =
  "No building shall be erected or used on any lot except as this section allows, and no lot shall be made smaller.";

describe("the outline of a plain text code", () => {
  it("nests sections with § under articles and chapters, whatever the spelling of their words", async () => {
    const document = await parseText(
      [
        "Chapter 240. Zoning",
        "ARTICLE I",
        "Purposes",
        "§ 240-1. Statement of purposes.",
        body,
        "§ 240-2. Classes of districts.",
        body,
        "Article II. Districts",
        "§ 240-3. Zoning map.",
        body,
      ].join("\n"),
    );
    expect(outlineLines(document)).toEqual([
      "Chapter 240 Zoning",
      "  ARTICLE I Purposes",
      "    240-1 Statement of purposes",
      "    240-2 Classes of districts",
      "  Article II Districts",
      "    240-3 Zoning map",
    ]);
  });

  it("takes an article whose number a scan lost for an article, and not for a part of the section before it", async () => {
    const article = (number: string, title: string) => [`ARTICLE ${number}- ${title}`, body];
    const document = await parseText(
      [
        ...article("VIII ", "SIGNS"),
        ...article("IX ", "ADMINISTRATION"),
        ...["SECTION 3 - NON-CONFORMING USES", body, "9.03.100 Purpose", body, "9.03.510 Lots", body],
        ...article("", "SITE DEVELOPMENT PLANS"),
        ...["10.01.100 Purpose and Intent", body, "10.01.200 Applicability", body],
        ...article("XI ", "SPECIAL EXCEPTIONS"),
      ].join("\n"),
    );
    const lines = outlineLines(document);
    const at = lines.indexOf("ARTICLE - SITE DEVELOPMENT PLANS");
    expect(at).toBeGreaterThan(0);
    expect(lines.slice(at + 1, at + 4)).toEqual([
      "  10.01.100 Purpose and Intent",
      "  10.01.200 Applicability",
      "ARTICLE XI SPECIAL EXCEPTIONS",
    ]);
  });

  it("keeps a loud line inside of its chapter, whose sections go on after it before the next Roman numeral", async () => {
    const document = await parseText(
      [
        ...["II. INTERPRETATION", body, "LOTS", "1.1 Size", body, "YARDS", "1.2 Depth", body],
        ...["III. GENERAL REGULATIONS", "A. APPLICABILITY", body],
        ...["B. FLOOD PLAIN", body, "BASE FLOOD ELEVATIONS AND MAPPING", body, "C. MORATORIUM", body],
        ...["IV. RESIDENTIAL ZONES", body, "V. BUSINESS ZONES", body],
      ].join("\n"),
    );
    const lines = outlineLines(document).map((line) => [line.search(/\S/), line.trim()] as const);
    const depthOf = (title: string) => lines.find(([, line]) => line.includes(title))?.[0] ?? -1;
    expect(depthOf("BASE FLOOD")).toBeGreaterThan(depthOf("FLOOD PLAIN"));
    expect(depthOf("MORATORIUM")).toBe(depthOf("FLOOD PLAIN"));
    expect(depthOf("RESIDENTIAL ZONES")).toBe(depthOf("GENERAL REGULATIONS"));
  });

  it("reads dotted, dashed and four-digit numbers as what they are in their family of codes", async () => {
    const dotted = await parseText(
      [
        "3. RESIDENCE DISTRICTS",
        "3.1 General",
        body,
        "3.1.1 Purpose",
        body,
        "3.1.2 Lots",
        body,
        "3.2 Yards",
        body,
      ].join("\n"),
    );
    expect(outlineLines(dotted)).toEqual([
      "3 RESIDENCE DISTRICTS",
      "  3.1 General",
      "    3.1.1 Purpose",
      "    3.1.2 Lots",
      "  3.2 Yards",
    ]);
    const grouped = await parseText(
      [
        "17-2-0300 BULK STANDARDS",
        body,
        "17-2-0301 Lot Area",
        body,
        "17-2-0302 Lot Frontage",
        body,
        "17-2-0400 PARKING",
        body,
      ].join("\n"),
    );
    expect(outlineLines(grouped)).toEqual([
      "17-2-0300 BULK STANDARDS",
      "  17-2-0301 Lot Area",
      "  17-2-0302 Lot Frontage",
      "17-2-0400 PARKING",
    ]);
    const chapters = await parseText(
      ["CHAPTER 1125", "Residential Districts", "1125.01 PURPOSE.", body, "1125.02 PERMITTED USES.", body].join("\n"),
    );
    expect(outlineLines(chapters)).toEqual([
      "CHAPTER 1125 Residential Districts",
      "  1125.01 PURPOSE",
      "  1125.02 PERMITTED USES",
    ]);
  });

  it("builds section numbers of roman, letter and figure where a code has no others", async () => {
    const document = await parseText(
      [
        "I. INTRODUCTION",
        "A. AUTHORITY",
        body,
        "B. PURPOSES",
        body,
        "II. INTERPRETATION",
        "A. GENERAL",
        "1. MINIMUM STANDARDS",
        body,
        "2. CONFLICT",
        body,
        "B. TERMS",
        body,
      ].join("\n"),
    );
    expect(document.outline.map((node) => node.number)).toEqual([
      "I",
      "I.A",
      "I.B",
      "II",
      "II.A",
      "II.A.1",
      "II.A.2",
      "II.B",
    ]);
  });

  it("puts a number back before its title when extraction parted the two lines", async () => {
    const document = await parseText(
      ["2.", "RESIDENTIAL ZONES", "2.1.", "Purposes", body, "2.2.", "Permitted Uses", body].join("\n"),
    );
    expect(outlineLines(document)).toEqual(["2 RESIDENTIAL ZONES", "  2.1 Purposes", "  2.2 Permitted Uses"]);
  });

  it("takes the run-in title of a section and leaves its sentence to the body", async () => {
    const document = await parseText(
      [
        "1.1 Purpose. These regulations are enacted to promote the health of the town.",
        "1.2 Title. They may be cited as the zoning regulations of the town.",
      ].join("\n"),
    );
    expect(outlineLines(document)).toEqual(["1.1 Purpose", "1.2 Title"]);
    const [first] = document.outline;
    expect(document.text.slice(first?.heading.charStart, first?.heading.charEnd)).toBe("1.1 Purpose.");
    expect(document.text).toContain("1.1 Purpose. These regulations");
  });

  it("makes each zone the parent of its sections, whatever schedules are listed before it", async () => {
    const zones = [
      "GENERAL PROVISIONS",
      "",
      `2(1) ${body}`,
      "",
      "RC-1 ZONE",
      "",
      "NEIGHBOURHOOD COMMERCIAL ZONE",
      "",
      `27(1) ${body}`,
      `27(2) ${body}`,
      "",
      "R-1 USES IN RC-1 ZONE",
      "",
      `27(3) ${body}`,
      "",
      "R-2 ZONE",
      "",
      "GENERAL RESIDENTIAL ZONE",
      "",
      `28(1) ${body}`,
      `28(2) ${body}`,
      "",
      'SCHEDULE "A"',
      "",
      body,
    ];
    const expected = [
      "RC-1 ZONE NEIGHBOURHOOD COMMERCIAL ZONE",
      "  27(1)",
      "  R-1 USES IN RC-1 ZONE",
      "R-2 ZONE GENERAL RESIDENTIAL ZONE",
      "  28(1)",
    ];
    for (const schedules of [
      ["SCHEDULES", "", "Schedule ZM-1 – Zoning Map", "Schedule ZM-23 – Wind Energy Zoning"],
      ["Schedule ZM-23 – Wind Energy Zoning"],
      [],
    ]) {
      const lines = outlineLines(await parseText([...schedules, "", ...zones].join("\n")));
      expect(lines).toEqual(expect.arrayContaining(expected));
      expect(lines.at(-1)).toBe("SCHEDULE A");
    }
  });

  it("knows reserved sections, one or a run of them", async () => {
    const document = await parseText(
      [
        "Sec. 117-153. - Permits.",
        body,
        "Secs. 117-154—117-176. - Reserved.",
        "ARTICLE VII. - DESIGN STANDARDS",
        "Sec. 117-177. - Scope.",
        body,
      ].join("\n"),
    );
    expect(document.outline.map(headingOf)).toEqual([
      "117-153 Permits",
      "117-154—117-176 Reserved",
      "ARTICLE VII DESIGN STANDARDS",
      "117-177 Scope",
    ]);
  });

  it("takes no table of contents for sections", async () => {
    const document = await parseText(
      [
        "TABLE OF CONTENTS",
        "SECTION 1 PURPOSE",
        "3",
        "SECTION 2 DEFINITIONS",
        "5",
        "SECTION 3 DISTRICTS .......... 9",
        "SECTION 1 PURPOSE",
        body,
        "SECTION 2 DEFINITIONS",
        body,
        "SECTION 3 DISTRICTS",
        body,
      ].join("\n"),
    );
    expect(document.outline.map(headingOf)).toEqual(["1 PURPOSE", "2 DEFINITIONS", "3 DISTRICTS"]);
    expect(document.outline[0]?.section.charStart).toBeGreaterThan(document.text.indexOf("9"));
  });

  it("takes no cross-reference at the start of a line for a heading", async () => {
    const wrapped =
      "Any sign that was lawfully erected before the adoption of these regulations may remain as provided in";
    const document = await parseText(
      [
        "4.1 Signs",
        wrapped,
        "Section 17.3.2 of this code, and any sign that is listed in the schedule of signs kept by the town under",
        "17.3.4 Temporary signs may be replaced once.",
        "4.2 Lights",
        body,
      ].join("\n"),
    );
    expect(document.outline.map(headingOf)).toEqual(["4.1 Signs", "4.2 Lights"]);
  });

  it("takes no measure, date or list item for a section number", async () => {
    const document = await parseText(
      [
        "5.1 Fences",
        "The following apply to a fence in a front yard of any lot in the district:",
        "1. A fence shall not exceed",
        "3.5 feet in height.",
        "2. The rule took effect on",
        "12-31-2004 and was amended later.",
        "5.2 Walls",
        body,
      ].join("\n"),
    );
    expect(document.outline.map(headingOf)).toEqual(["5.1 Fences", "5.2 Walls"]);
  });

  it("extends a section by letters only where the code itself cites them so", async () => {
    const parts = (reference: string) =>
      [
        "2.5 Lots",
        body,
        "2.6 Accessory Uses",
        "A. HOME BUSINESS",
        body,
        "B. APARTMENTS",
        `See ${reference} for the rules. ${body}`,
        `As ${reference} says. ${body}`,
      ].join("\n");
    expect((await parseText(parts("Section 2.6.A"))).outline.map((node) => node.number)).toEqual([
      "2.5",
      "2.6",
      "2.6.A",
      "2.6.B",
    ]);
    expect((await parseText(parts("Section 2.5"))).outline.map(headingOf)).toEqual([
      "2.5 Lots",
      "2.6 Accessory Uses",
      "A. HOME BUSINESS",
      "B. APARTMENTS",
    ]);
  });

  it("keeps a schedule at the end of a chapter from swallowing the next, whose numeral was misread", async () => {
    const document = await parseText(
      [
        ...["CHAPTER II", "DISTRICT REQUIREMENTS", "SECTION 24 - LOTS", "24.1 Area", body],
        ...["SCHEDULE A - PERMITTED USES", body, "CHAPTER Ill", "SITE PLANS", "SECTION 31 - PLANS", "31.1 Scope", body],
      ].join("\n"),
    );
    expect(outlineLines(document).filter((line) => !/\d/.test(line))).toEqual([
      "CHAPTER II DISTRICT REQUIREMENTS",
      "  SCHEDULE A PERMITTED USES",
      "CHAPTER III SITE PLANS",
    ]);
  });

  it("nests numbers that count by hundreds, tens and ones, and no others", async () => {
    const code = (numbers: readonly string[]) =>
      parseText(numbers.flatMap((number) => [`${number} Title of a rule`, body]).join("\n"));
    const article = (at: number) => [100, 200, 210, 211, 220, 300, 400, 410].map((number) => `4.0${at}.${number}`);
    const lines = outlineLines(await code([...article(1), ...article(2), ...article(3)])).slice(0, 8);
    expect(lines.map((line) => line.length - line.trimStart().length)).toEqual([0, 0, 2, 4, 2, 0, 0, 2]);
    const tens = Array.from({ length: 24 }, (_, at) => `17.20.${String((at + 1) * 10).padStart(3, "0")}`);
    expect(outlineLines(await code(tens)).every((line) => !line.startsWith(" "))).toBe(true);
  });

  it("numbers sections that count from 501 on, under the SECTION of their ten that names a zone, and no list of a hundred entries", async () => {
    const zone = (ten: number) => [
      `SECTION ${ten}. ZONE OF TEN ${ten}`,
      ...[1, 2, 3].flatMap((one) => [`${ten + one}. Title of a Rule`, body]),
      `${ten + 3}.1 Part of a Rule`,
      body,
    ];
    const code = await parseText([400, 500, 510].flatMap(zone).join("\n"));
    expect(outlineLines(code).slice(0, 6)).toEqual([
      "400 ZONE OF TEN 400",
      "  401 Title of a Rule",
      "  402 Title of a Rule",
      "  403 Title of a Rule",
      "    403.1 Part of a Rule",
      "500 ZONE OF TEN 500",
    ]);
    const uses = Array.from({ length: 230 }, (_, at) => `${at + 1}. Use of Land`);
    const list = outlineLines(
      await parseText(["1.1 Permitted Uses", body, ...uses, "1.2 Other Uses", body].join("\n")),
    );
    expect(list).toEqual(["1.1 Permitted Uses", "1.2 Other Uses"]);
  });

  it("nests sections under the chapter that counts as number 0, where the code has no other chapters", async () => {
    const chapter = (at: number, title: string) => [
      `${at}.0 ${title}`,
      body,
      `${at}.1 Purpose`,
      body,
      `${at}.2 Uses`,
      body,
    ];
    const named = [...chapter(3, "RURAL DISTRICT"), ...chapter(4, "VILLAGE DISTRICT"), ...chapter(5, "PARKING AREAS")];
    const lines = outlineLines(await parseText([...named, "7.3 Yards", body, "7.4 Lots", body].join("\n")));
    expect(lines.slice(0, 4)).toEqual(["3.0 RURAL DISTRICT", "  3.1 Purpose", "  3.2 Uses", "4.0 VILLAGE DISTRICT"]);
    expect(lines.at(-1)).toBe("7.4 Lots");
    const flat = await parseText([3, 4, 5].flatMap((at) => chapter(at, "Reserved")).join("\n"));
    expect(outlineLines(flat).every((line) => !line.startsWith(" "))).toBe(true);
  });

  it("reads the number that a scan lost out of the first section below", async () => {
    const sections = [
      "SECTION 4 - APPEALS",
      "4.1 Board",
      body,
      "SECTION - DEFINITIONS",
      "5.1 General",
      body,
      "5.2 Family",
      body,
    ];
    const lines = outlineLines(await parseText(sections.join("\n")));
    expect(lines).toEqual(["4 APPEALS", "  4.1 Board", "5 DEFINITIONS", "  5.1 General", "  5.2 Family"]);
  });

  it("keeps a running head as the title of the schedule that it first stands over", async () => {
    const pages = [1, 2, 3, 4].map(
      (at) => `SCHEDULE B - STANDARDS\nDISTRICT CODES\nRow ${"ABCD"[at - 1]} of the schedule. ${body}\nII-${at + 8}`,
    );
    const document = await parseText([`SECTION 24 - LOTS\n24.1 Area\n${body}\nII-8`, ...pages].join("\f\n"));
    expect(outlineLines(document).filter((line) => /SCHEDULE/.test(line))).toHaveLength(1);
    expect(document.text.match(/DISTRICT CODES/g)).toBeNull();
  });

  it("reads numbered paragraphs that were recognized as a table as sections", async () => {
    const rows = [
      "| 9.1.1 | Size: Any hall shall contain not less than 500 square feet. |",
      "| 9.1.2 | Parking: One space shall be provided for each ten seats and located |",
    ];
    const document = await parseText(
      ["9.1 Halls", body, "", ...rows, "\f", "on the same lot as the hall.", "9.2 Barns", body].join("\n"),
    );
    expect(outlineLines(document)).toEqual(["9.1 Halls", "  9.1.1 Size", "  9.1.2 Parking", "9.2 Barns"]);
    expect(document.text).toContain("for each ten seats and located on the same lot as the hall.");
  });

  describe("of a page that is read across its columns", () => {
    const parentsIn = async (...lines: readonly string[]) => {
      const { outline } = await parseText(lines.join("\n\n"));
      return outline.map(({ number, title, parent }) => [
        number ?? title,
        parent === null ? null : (outline[parent]?.number ?? outline[parent]?.title),
      ]);
    };

    it("puts a section under the one that its number names", async () => {
      const left = ["SECTION 24 RESIDENCE DISTRICT", "24.1 PERMITTED USES", "24.2 SPECIAL USES", "24.2.1 Day Camps"];
      expect(await parentsIn(...left, "24.1.1 Farms", "24.1.2 Parks", "24.1.3 Schools", "24.3 LOT AREA", body)).toEqual(
        [
          ["24", null],
          ["24.1", "24"],
          ["24.2", "24"],
          ["24.2.1", "24.2"],
          ["24.1.1", "24.1"],
          ["24.1.2", "24.1"],
          ["24.1.3", "24.1"],
          ["24.3", "24"],
        ],
      );
    });

    it("keeps the head of a page that names a district from holding the items after it", async () => {
      const before = ["SECTION 21 RESIDENCE AAA DISTRICT", "21.2 SPECIAL USES", "21.2.1 Day Camps"];
      const after = ["21.2.2 Farms", body, "SECTION 22 RESIDENCE AA DISTRICT", "22.1 PERMITTED USES", body];
      const parents = await parentsIn(...before, "AAA DISTRICT", ...after);
      expect(parents).toEqual(
        expect.arrayContaining([
          ["21.2.2", "21.2"],
          ["22", null],
          ["22.1", "22"],
        ]),
      );
    });
  });

  it("keeps a schedule printed between two sections from swallowing what follows", async () => {
    const document = await parseText(
      ["§ 9-1. Lighting.", body, "SCHEDULE A", "Lamp Types", body, "§ 9-2. Signs.", body].join("\n"),
    );
    const signs = document.outline.find((node) => node.number === "9-2");
    expect(signs?.parent).toBeNull();
  });
});

describe("the outline of a document with heading tags", () => {
  it("reads numbers and words out of the tags' text", async () => {
    const document = await parseHtmlText(
      `<h1>Code</h1><h2>Article 3. Districts</h2><h3>Section 3.1 Map</h3><p>${body}</p><h3>§ 3.2 – Lots</h3><p>${body}</p>`,
    );
    expect(outlineLines(document)).toEqual(["Code", "  Article 3 Districts", "    3.1 Map", "    3.2 Lots"]);
  });

  it("nests by number where one tag serves two depths", async () => {
    const document = await parseMarkdownText(
      `# Code\n\n## 3.1 General\n\n${body}\n\n## 3.1.8 Detached House\n\n${body}\n\n## 3.2 Yards\n\n${body}`,
    );
    expect(outlineLines(document)).toEqual(["Code", "  3.1 General", "    3.1.8 Detached House", "  3.2 Yards"]);
  });

  it("finds numbered sections that are only bold below the tagged headings", async () => {
    const document = await parseHtmlText(
      `<h2>ARTICLE V</h2><p><strong>Section 5.1 Purpose</strong></p><p>${body}</p><p><strong>Section 5.2 Uses</strong></p><p>${body}</p>`,
    );
    expect(outlineLines(document)).toEqual(["ARTICLE V", "  5.1 Purpose", "  5.2 Uses"]);
  });
});
