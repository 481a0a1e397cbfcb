import { describe, expect, it } from "vitest";
import { headingOf, parseText } from "../../support/documents/parse.ts";

const body = "No building shall be erected or used on any lot except as this section allows.";
const numbers = ["4(1)", "4(2)", "4(3)", "5(1)", "5(2)", "6(1)", "6(2)", "7(1)", "7(2)"];
const bylaw = numbers.flatMap((number) => [`${number} ${body}`, ""]);

describe("a register at the end of a by-law", () => {
  it("of amendments is text below its title, and each section is there once", async () => {
    const days = ["Jan 4/91", "Mar 12/93", "Oct 4/16", "Sept 30, 2002", "12 May 1988"];
    const register = numbers.flatMap((number, at) => [
      `${number} ${days[at % days.length]}`,
      "Feb 3/93",
      at % 2 === 0 ? "Housekeeping 4" : "Dwelling groups - deleted",
    ]);
    const document = await parseText([...bylaw, "AMENDMENTS TO THE BY-LAW", "", ...register].join("\n"));
    expect(document.outline.map(headingOf)).toEqual([...numbers, "AMENDMENTS TO THE BY-LAW"]);
    expect(document.text).toContain("Housekeeping 4");
  });

  it("that sets old numbers beside new ones names no sections", async () => {
    const register = numbers.flatMap((number, at) => [number, `${at + 2}.1`]);
    const document = await parseText([...bylaw, "FORMER NUMBERS OF SECTIONS", "", ...register].join("\n"));
    expect(document.outline.map(headingOf)).toEqual([...numbers, "FORMER NUMBERS OF SECTIONS"]);
  });

  it("is not seen in sections that open with a date or say little", async () => {
    const short = Array.from({ length: 9 }, (_, at) => [
      `8.${at + 1} Use ${"ABCDEFGHI"[at]}`,
      "",
      at === 4 ? "January 1, 1990 is the day from which this use is counted." : "Not more than two on a lot.",
      "",
    ]);
    const document = await parseText(short.flat().join("\n"));
    expect(document.outline.map((node) => node.number)).toEqual(short.map((_, at) => `8.${at + 1}`));
  });
});
