import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { parseText } from "../../support/documents/parse.ts";

const numbersOf = ({ items = [] }: ParsedDocument) => items.map((item) => item.number);
const textOf = ({ text, items = [] }: ParsedDocument, number: string) => {
  const item = items.find((each) => each.number === number);
  return item && text.slice(item.charStart, item.charEnd);
};
const section = (number: string, ...lines: string[]) =>
  parseText(
    [`§ ${number} Fences.`, ...lines, "§ 30-43 Signs.", `A sign needs a permit. ${ordinanceSentences(1, 2)}`].join(
      "\n\n",
    ),
  );

describe("items below a section are cited by their place", () => {
  it("in brackets, as deep as they stand", async () => {
    const document = await section(
      "30-42",
      "(a) A fence stands on its own lot.",
      "(b) Height:",
      "(1) In a front yard, four feet.",
      "(2) In a rear yard:",
      "(i) six feet; or",
      "(ii) eight feet beside a railway.",
      "(c) A fence is kept in repair.",
    );
    expect(numbersOf(document)).toEqual([
      "30-42(a)",
      "30-42(b)",
      "30-42(b)(1)",
      "30-42(b)(2)",
      "30-42(b)(2)(i)",
      "30-42(b)(2)(ii)",
      "30-42(c)",
    ]);
    expect(textOf(document, "30-42(b)(1)")).toBe("(1) In a front yard, four feet.");
    expect(textOf(document, "30-42(b)")).toMatch(/^\(b\) Height:[\s\S]*railway\.$/);
  });

  it("in the form in which the code refers to its letters", async () => {
    const lines = [
      "A. A fence stands on its own lot.",
      "B. Height:",
      "1. In front, four feet.",
      "2. Behind, six feet.",
    ];
    const dotted = ["4.3 Fences", ...lines, "4.4 Signs", "See Section 4.3.B. A sign under Section 4.3.A is small."];
    expect(numbersOf(await parseText(dotted.join("\n\n")))).toEqual(["4.3.A", "4.3.B", "4.3.B.1", "4.3.B.2"]);
    const hyphened = ["A. A fence stands on its own lot.", "B. Height:", "(1) In front, four feet.", "(2) Six feet."];
    expect(numbersOf(await section("30-42", ...hyphened))).toEqual(["30-42 A", "30-42 B", "30-42 B(1)", "30-42 B(2)"]);
  });

  it("with marks of two levels in one line, and with the first of them printed again", async () => {
    const twice = ["(a) A fence stands.", "(b)(1) In front, four feet.", "(2) Behind, six feet.", "(c) Paint."];
    const again = ["(a) A fence stands.", "(b)(1) In front, four feet.", "(b)(2) Behind, six feet.", "(c) Paint."];
    const numbers = ["30-42(a)", "30-42(b)", "30-42(b)(1)", "30-42(b)(2)", "30-42(c)"];
    expect(numbersOf(await section("30-42", ...twice))).toEqual(numbers);
    expect(numbersOf(await section("30-42", ...again))).toEqual(numbers);
  });

  it("the letter (i) after (h), and the numeral (i) where (ii) follows", async () => {
    const letters = [..."abcdefghij"].map((letter) => `(${letter}) Fence ${letter} stands.`);
    expect(numbersOf(await section("30-42", ...letters)).slice(-2)).toEqual(["30-42(i)", "30-42(j)"]);
    const numerals = [..."abcdefgh"].map((letter) => `(${letter}) Fence ${letter}:`);
    const found = numbersOf(await section("30-42", ...numerals, "(i) of wood.", "(ii) of stone.", "(i) Gates close."));
    expect(found).toContain("30-42(h)(ii)");
  });
});

describe("what is uncertain is cited by what is around it", () => {
  it.each([
    ["a sentence that only begins with a mark", ["(a) and (b) above apply to every fence.", "A fence is low."], []],
    ["an item alone", ["(a) A fence stands on its own lot.", "A fence is low."], []],
    [
      "a mark that a line before names",
      ["A fence is built as told in subsection", "(a) of wood.", "(b) of stone."],
      [],
    ],
    [
      "lists that begin again",
      ["(1) Wood.", "(2) Stone.", "A gate is made of:", "(1) Iron.", "(2) Wood.", "(3) Brass."],
      ["30-42(3)"],
    ],
    [
      "what stands below a mark that fits nowhere",
      ["(a) A fence stands.", "(b) It is low.", "(x) Torn from its list:", "(1) Wood.", "(2) Stone."],
      ["30-42(a)", "30-42(b)"],
    ],
  ])("%s", async (_, lines, numbers) => {
    expect(numbersOf(await section("30-42", ...lines))).toEqual(numbers);
  });

  it("a paragraph after the last item of a list, but not one between two items", async () => {
    const document = await section(
      "30-42",
      "(a) A fence stands on its own lot, behind the line of the street.",
      "The line is that of the town's map.",
      "(b) A fence is no higher than four feet in a front yard.",
      "This section does not hold for farms.",
    );
    expect(textOf(document, "30-42(a)")).toMatch(/town's map\.$/);
    expect(textOf(document, "30-42(b)")).toMatch(/front yard\.$/);
  });

  it("the notes of a table", async () => {
    const rows = ["District | Height", "--- | ---", "R-1 | 30 feet (1)", "R-2 | 35 feet (2)"];
    const notes = ["(1) Or the height of the next house.", "(2) Less on a slope.", ordinanceSentences(2, 2)];
    const document = await parseText(["4.3 Height", ...rows, "", ...notes, "4.4 Signs", "A sign is low."].join("\n"));
    if ((document.tables[0]?.notes ?? []).length > 0) expect(numbersOf(document)).toEqual([]);
  });
});

describe("a chunk", () => {
  it("carries the items that reach into it, and keeps the number of its section", async () => {
    const long = (letter: string, place: number) => `(${letter}) ${ordinanceSentences(place, 14)}`;
    const chunks = chunkDocument(await section("30-42", long("a", 1), long("b", 2), long("c", 3)));
    const own = chunks.filter((chunk) => chunk.section === "30-42");
    expect(own.length).toBeGreaterThan(1);
    expect(new Set(own.flatMap((chunk) => (chunk.items ?? []).map((item) => item.number)))).toEqual(
      new Set(["30-42(a)", "30-42(b)", "30-42(c)"]),
    );
    for (const chunk of own) {
      for (const item of chunk.items ?? []) {
        expect(item.charStart < chunk.charEnd && item.charEnd > chunk.charStart).toBe(true);
      }
    }
  });
});
