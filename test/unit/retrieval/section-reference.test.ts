import { describe, expect, it } from "vitest";
import {
  announcedReferences,
  namedReferences,
  readSection,
  type SectionReference,
  waysToWrite,
} from "../../../ingest/outline/section-reference.ts";
import { isWithin } from "../../../retrieval/section-lookup.ts";

const plain = ({ division, parts, through }: SectionReference) =>
  [...(division ? [division] : []), parts.join("."), ...(through ? [`to ${through.join(".")}`] : [])].join(" ");
const named = (query: string) => namedReferences(query).map(plain);

describe("parts of a code that a question names", () => {
  it.each([
    ["what does section 3.1.8 say", ["3.1.8"]],
    ["§ 240-15(B) fences", ["240.15.b"]],
    ["Sec. 35.2-42.4. uses", ["35.2.42.4"]],
    ["is 17-2-0303 still in force", ["17.2.0303"]],
    ["12-204", ["12.204"]],
    ["what does 155-44 say", ["155.44"]],
    ["does 30-42(b) hold for barns", ["30.42.b"]],
    ["§ 30-42(b)(1)", ["30.42.b.1"]],
    ["Section 205–15", ["205.15"]],
    ["Section 205‑15", ["205.15"]],
    ["Section IV", ["iv"]],
  ])("are sections: %s", (query, expected) => {
    expect(named(query)).toEqual(expected);
  });

  it.each([
    ["what is in Article IV", ["article iv"]],
    ["division 3 of article iv", ["division 3", "article iv"]],
    ["Chapter 5", ["chapter 5"]],
    ["uses under Chapter 17.20", ["chapter 17.20"]],
    ["see appendix b", ["appendix b"]],
    ["Art. 4 and Ch. 7", ["article 4", "chapter 7"]],
    ["Article 5 and section 6.2", ["article 5", "6.2"]],
  ])("are divisions: %s", (query, expected) => {
    expect(named(query)).toEqual(expected);
  });

  it.each([
    ["compare sections 4.2 and 4.3", ["4.2", "4.3"]],
    ["§§ 155-40, 155-41, and 155-44", ["155.40", "155.41", "155.44"]],
    ["section 4.2 or 4.3", ["4.2", "4.3"]],
    ["Articles IV and V", ["article iv", "article v"]],
    ["Sections 4.2 through 4.5", ["4.2 to 4.5"]],
    ["Sections 4.2–4.5", ["4.2 to 4.5"]],
    ["§§ 155-40 – 155-44", ["155.40 to 155.44"]],
    ["Chapters 3-5", ["chapter 3 to 5"]],
  ])("come in lists and ranges: %s", (query, expected) => {
    expect(named(query)).toEqual(expected);
  });

  it.each([
    "2.5 stories",
    "a 5-foot setback in R-20",
    "0.25 acre lot minimum",
    "section of a fence",
    "35 feet",
    "what changed on 12-04-2023",
    "adopted 2023-12-04",
    "a shop with 10-15 employees",
    "lots of 100-200 feet",
    "in which chapter i find fences",
    "is part a of my lot wetland",
  ])("are not taken from measures, dates and districts: %s", (query) => {
    expect(named(query)).toEqual([]);
  });

  it("end where a measure begins", () => {
    expect(named("does section 4.2 and 5 feet of clearance apply")).toEqual(["4.2"]);
    expect(named("sections 4.2, 4.3 and 10 feet")).toEqual(["4.2", "4.3"]);
  });
});

describe("parts of a code that a text refers to", () => {
  it("are told with their places and never read from bare numbers", () => {
    const text = "A barn of 4.2.1 units is subject to the limits in § 155-44 and Article IV.";
    expect(announcedReferences(text).map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      "§ 155-44",
      "Article IV",
    ]);
  });
});

describe("a section number that stands alone", () => {
  it.each([
    ["17.20.050–17.20.090", "17.20.050 to 17.20.090"],
    ["17.20.050 -- 17.20.090", "17.20.050 to 17.20.090"],
    ["155-60 through 155-69", "155.60 to 155.69"],
    ["Article V", "article v"],
    ["12.21 A", "12.21.a"],
    ["35.2-42.4", "35.2.42.4"],
    ["A", "a"],
  ])("is read whole: %s", (written, expected) => {
    expect(plain(readSection(written))).toBe(expected);
  });

  it("holds its subsections and not its longer-numbered neighbours", () => {
    const isInside = (section: string) => isWithin(readSection(section), readSection("3.1"));
    expect(["3.1", "3.1.8", "3.1(a)", "3.1-2"].every(isInside)).toBe(true);
    expect(["3.10", "3.11.2", "13.1"].some(isInside)).toBe(false);
  });

  it("is the same in Roman numerals, in figures and in words", () => {
    expect(waysToWrite("iv")).toEqual(["iv", "4", "four"]);
    expect(waysToWrite("4")).toEqual(["4", "iv", "four"]);
    expect(waysToWrite("b")).toEqual(["b"]);
  });
});
