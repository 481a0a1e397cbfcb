import { expect, test } from "vitest";
import { publishedCodes } from "../../../../api/demo-town/ordinance/codes.ts";
import { columnsOf, type LawTable } from "../../../../api/demo-town/ordinance/law-table.ts";
import type { LawCode } from "../../../../api/demo-town/ordinance/law-text.ts";

const { zoning, county } = publishedCodes();

const textOf = (code: LawCode) =>
  code.chapters
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.kind === "table" ? tableText(block.table) : block.text))
    .join("\n");
const tableText = ({ title, rows, legend = [], notes = [] }: LawTable) =>
  [title, ...rows.flat(), ...legend, ...notes].join("\n");
const tables = (code: LawCode) =>
  code.chapters.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "table" ? [block.table] : [])));

test("the zoning ordinance is long enough to fill sixty printed pages, and the county code six", () => {
  expect(textOf(zoning).split(/\s+/).length).toBeGreaterThan(24_000);
  expect(textOf(county).split(/\s+/).length).toBeGreaterThan(2_300);
});

test("the zoning ordinance defines at least sixty terms, each once and in alphabetical order within its section", () => {
  const article = zoning.chapters.find(({ title }) => title.includes("Definitions"));
  const bySection = new Map<string, string[]>();
  let section = "";
  for (const block of article?.blocks ?? []) {
    if (block.kind === "heading") section = block.text;
    if (block.kind === "paragraph" && block.lead !== "") {
      bySection.set(section, [...(bySection.get(section) ?? []), block.lead.replace(/\.$/, "").toLowerCase()]);
    }
  }
  const terms = [...bySection.values()].flat();
  expect(terms.length).toBeGreaterThan(60);
  expect(new Set(terms).size).toBe(terms.length);
  for (const own of bySection.values()) {
    const keys = own.map((term) => term.replaceAll(/[^a-z ]/g, ""));
    expect(keys).toEqual(keys.toSorted());
  }
});

test.each([
  ["zoning", zoning],
  ["county", county],
])("every reference of the %s code leads to a section, chapter or table that it has", (_name, code) => {
  const headings = code.chapters.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : [])),
  );
  const sections = new Set(headings.map((heading) => /^Section (\S+)/.exec(heading)?.[1]));
  const chapters = new Set(headings.map((heading) => /^((?:Article|Chapter|Appendix) \w+)/.exec(heading)?.[1]));
  const numbers = new Set(tables(code).map(({ number }) => number));
  const text = textOf(code);
  const isForeign = (at: number) => text.slice(at, at + 60).includes("Land Use Code");
  for (const { 1: number } of text.matchAll(/Sections? ([A-Z0-9]+\.\d+)/g)) expect(sections).toContain(number);
  for (const { 1: number } of text.matchAll(/Table ([A-Z0-9]+\.\d+)/g)) expect(numbers).toContain(number);
  for (const { 1: name, index } of text.matchAll(/((?:Article|Chapter|Appendix) (?:\d+|[A-Z]\b))/g)) {
    if (!isForeign(index)) expect(chapters).toContain(name);
  }
});

test("a subsection that another section refers to exists", () => {
  const subsections = new Set<string>();
  let section = "";
  for (const block of zoning.chapters.flatMap(({ blocks }) => blocks)) {
    if (block.kind === "heading") section = /^Section (\S+)/.exec(block.text)?.[1] ?? "";
    const letter = block.kind === "paragraph" ? /^([A-Z])\. /.exec(block.text)?.[1] : undefined;
    if (letter !== undefined) subsections.add(`${section}.${letter}`);
  }
  for (const { 1: name } of textOf(zoning).matchAll(/Section (\d+\.\d+\.[A-Z])\b/g))
    expect(subsections).toContain(name);
});

test("a number in words and its figures are the same number", () => {
  const pairs = [zoning, county].flatMap((code) => [
    ...textOf(code).matchAll(/((?:[a-z]+-?)+(?: [a-z]+(?:-[a-z]+)*){0,4}) (?:percent )?\(\$?(\d[\d,]*)[%°]?\)/gi),
  ]);
  const read = pairs.flatMap(({ 1: words = "", 2: figures = "" }) => {
    const value = numberInWords(words);
    return value === undefined ? [] : [{ words, value, figures: Number(figures.replaceAll(",", "")) }];
  });
  expect(read.length).toBeGreaterThan(400);
  for (const { words, value, figures } of read) expect({ words, value }).toEqual({ words, value: figures });
});

test("every row of a table has a cell for each of its columns, and every mark of the use table is in its legend", () => {
  for (const table of [...tables(zoning), ...tables(county)]) {
    for (const cells of table.rows) if (cells.length > 1) expect(cells).toHaveLength(columnsOf(table));
  }
  const [uses] = tables(zoning).filter(({ number }) => number === "4.1");
  const known = new Set(uses?.legend?.map((line) => line.split(" = ")[0]));
  for (const cells of uses?.rows ?? []) {
    for (const cell of cells.slice(1, 8)) expect(known).toContain(cell.replace(/ \(\d+\)$/, ""));
  }
});

test("every note of a table is referred to by a cell, and every reference has its note", () => {
  for (const table of [...tables(zoning), ...tables(county)]) {
    const cited = new Set(table.rows.flat().flatMap((cell) => /\((\d)\)$/.exec(cell)?.[1] ?? []));
    expect([...cited].map(Number).toSorted()).toEqual((table.notes ?? []).map((_, index) => index + 1));
  }
});

test("every use that needs parking spaces or a district of the use table is known to the tables that regulate it", () => {
  const codes = tables(zoning)
    .find(({ number }) => number === "3.1")
    ?.rows.map(([code]) => code);
  for (const number of ["5.1", "5.2"]) {
    expect(
      tables(zoning)
        .find((table) => table.number === number)
        ?.rows.map(([code]) => code),
    ).toEqual(codes);
  }
  const uses = tables(zoning).find(({ number }) => number === "4.1");
  expect(uses?.head[1]).toEqual(codes);
});

const small: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, at) => [word, (at + 2) * 10]),
);

/** Reads the number that a phrase ends with; undefined where it ends with none. */
function numberInWords(phrase: string): number | undefined {
  const words = phrase
    .toLowerCase()
    .replaceAll(/\b(?:percent|dollars|degrees)\b/g, "")
    .trim()
    .split(/[\s-]+/);
  const isNumber = (word: string) => word in small || word in tens || word === "hundred" || word === "thousand";
  const start = words.findLastIndex((word) => !isNumber(word)) + 1;
  if (start === words.length) return undefined;
  let total = 0;
  let part = 0;
  for (const word of words.slice(start)) {
    if (word === "thousand") {
      total += Math.max(part, 1) * 1_000;
      part = 0;
    } else if (word === "hundred") part = Math.max(part, 1) * 100;
    else part += small[word] ?? tens[word] ?? 0;
  }
  return total + part;
}
