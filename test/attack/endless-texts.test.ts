import { describe, expect, it } from "vitest";
import { asSentence } from "../../agent/extractive/answers/answer.ts";
import { namesAnyDistrict } from "../../agent/extractive/question/districts.ts";
import { readQuestion } from "../../agent/extractive/question/read-question.ts";
import { withoutLinks } from "../../agent/grounding/links.ts";
import { repeatedMember } from "../../api/http/json-members.ts";
import { detectMediaType } from "../../ingest/parse/media-type.ts";
import { parseMarkdown } from "../../ingest/parse/parse-markdown.ts";
import { makeGrid } from "../../ingest/parse/table-grid.ts";
import { ask } from "../support/passages.ts";

const read = (text: string) => readQuestion(text, { zoningCodes: [], jurisdiction: null });
const markdown = (text: string) => parseMarkdown(Buffer.from(text));
const typeOf = (text: string) => detectMediaType(Buffer.from(text), "application/octet-stream", "a");

describe("a text made so that a reader tries every way to read it", () => {
  it.each<[string, () => unknown]>([
    ["marks of items that are letters and numerals too", () => asSentence(`${"i)".repeat(4_000)}x`)],
    ["names joined by hyphens", () => namesAnyDistrict(`Aa${" 0-".repeat(4_000)}`)],
    ["verdicts before spaces", () => read(`it is ok${" ".repeat(3_900)}x`)],
    ["approvals in a row", () => read(`which approval does a ${"x ".repeat(1_000)}need`)],
    ["verdicts in a row", () => read(`a kennel in R-1: ${"by right, or ".repeat(320)}?`)],
    ["names of terms without an end", () => read(`does it count as ${"a-".repeat(1_900)}`)],
    ["a definition asked for after spaces", () => read(`what is${" ".repeat(3_900)}"x ,y`)],
    ["a use before spaces", () => read(`is a${" x".repeat(1_900)}`)],
    ["zones that allow and allow", () => read(`zone${" is a".repeat(700)}\n?`)],
    ["spaces where a verdict ends", () => read(`may i open a shop${" ".repeat(3_900)}x`)],
    ["links that do not end", () => withoutLinks("[](a:".repeat(4_000))],
    ["references that do not end", () => withoutLinks(`${"[:".repeat(4_000)}]:`)],
    ["a long name in JSON", () => repeatedMember(JSON.stringify({ ["a\\".repeat(200_000)]: 1 }))],
    ["comments before a page", () => typeOf("<!--!--><!--".repeat(340))],
    ["a title of quotes and spaces", () => markdown(`---\ntitle: "${"\t ".repeat(2_000)}\u0000\n---\ntext`)],
    ["cells of spaces", () => makeGrid([rowOf("a", "b"), rowOf(...Array(2).fill(`AAA${"\t\u0000".repeat(4_000)}`))])],
  ])("is read to its end: %s", (_, readIt) => {
    readIt();
  });

  it("is read to its end: rows of bedrooms", async () => {
    const text = `${"1-- ".repeat(38)}x`;
    await ask([{ headings: ["1 Parking"], text }], "parking for a two bedroom unit");
  });
});

function rowOf(...texts: string[]) {
  const cells = texts.map((text, column) => ({ text, column, columnSpan: 1, rowSpan: 1, isHeader: false }));
  return { cells, isHead: null };
}

describe("the same readers still read what is written for people", () => {
  it("items, links, titles, comments and repeated members", () => {
    expect(asSentence("(iv) Fences are walls.")).toBe("Fences are walls.");
    expect(asSentence("a) b) Fences are walls.")).toBe("Fences are walls.");
    expect(namesAnyDistrict("the Lower-Mill East 2 District")).toBe(true);
    expect(withoutLinks("see [the code](https://a.example/b 'title'), [a (b)](c d)")).toBe(
      "see the code, [a (b)](c d)",
    );
    expect(withoutLinks("[x]: https://a.example\nkept")).toBe("\nkept");
    expect(markdown("---\ntitle: 'A code'  \n---\ntext").title).toBe("A code");
    expect(typeOf("<!-- a - b -- c ---> <!----><html><p>x</p></html>")).toBe("text/html");
    expect(repeatedMember('{"a\\"":1,"b":{"a\\"":2}}')).toBeUndefined();
    expect(repeatedMember('{"a\\"":1,"\\u0061\\"":2}')).toBe('a"');
  });

  it("questions for uses and terms", () => {
    expect(read('What is  a "porte cochere"?').term).toBe("porte cochere");
    expect(read("Which zones allow a kennel?").use).toBe("kennel");
    expect(read("Is a  kennel  permitted here?").use).toBe("kennel");
    expect(read("A kennel there, is that allowed in my zone?!").kind).toBe("permission");
  });
});
