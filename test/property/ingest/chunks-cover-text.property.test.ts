import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { parseHtmlText, parseMarkdownText, parseText } from "../../support/documents/parse.ts";

const word = fc.oneof(
  fc.constantFrom(
    "lot",
    "Section",
    "R-2",
    "the",
    "of",
    "Yards",
    "§",
    "3.1",
    "2.",
    "(a)",
    "A.",
    "shall",
    "feet.",
    "PURPOSE",
    "Article",
    "IV",
    "|",
    "7,000",
    "😀",
    "é",
    "-",
    "…",
    "contents",
  ),
  fc.string({ maxLength: 12 }),
);
const line = fc.array(word, { maxLength: 14 }).map((words) => words.join(" "));
const numbered = fc
  .tuple(fc.constantFrom("1.1", "1.2", "2.1", "§ 4-1.", "ARTICLE II", "A.", "(1)", "12", "IX."), line)
  .map(([number, rest]) => `${number} ${rest}`);
const plainText = fc
  .array(fc.oneof(line, numbered, fc.constant(""), fc.constant("\f"), fc.constant("| a | b |")), { maxLength: 60 })
  .map((lines) => lines.join("\n"));
const cell = fc.constantFrom("R-1", "10 ft", "P", "", "Minimum lot area", "Front");
const table = fc
  .array(
    fc.array(fc.tuple(cell, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 5,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map(
    (rows) =>
      `<table>${rows.map((row) => `<tr>${row.map(([text, across, down]) => `<td colspan="${across}" rowspan="${down}">${text}</td>`).join("")}</tr>`).join("")}</table>`,
  );
const html = fc
  .array(
    fc.oneof(
      line.map((text) => `<p>${text.replace(/[<&]/g, "")}</p>`),
      line.map((text) => `<h3>${text.replace(/[<&]/g, "")}</h3>`),
      table,
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join("\n"));

/** A word that no generator makes, so that no document is empty. */
const anchor = "Foundation";

function expectSound(document: ParsedDocument): void {
  const { text, outline, tables, pages, contents = [] } = document;
  const chunks = chunkDocument(document);
  const covered = new Array<boolean>(text.length).fill(false);
  let end = 0;
  chunks.forEach((chunk, ordinal) => {
    expect(chunk.ordinal).toBe(ordinal);
    expect(chunk.charStart).toBeGreaterThanOrEqual(end);
    expect(chunk.charEnd).toBeGreaterThan(chunk.charStart);
    expect(chunk.parent.charStart).toBeLessThanOrEqual(chunk.charStart);
    expect(chunk.parent.charEnd).toBeGreaterThanOrEqual(chunk.charEnd);
    end = chunk.charEnd;
    covered.fill(true, chunk.charStart, chunk.charEnd);
    for (const row of chunk.rows) {
      expect(row.charStart).toBeGreaterThanOrEqual(chunk.charStart);
      expect(row.charEnd).toBeLessThanOrEqual(chunk.charEnd);
      for (const value of row.cells) expect(text.slice(value.charStart, value.charEnd)).toBe(value.value);
    }
  });
  expect(end).toBeLessThanOrEqual(text.length);
  for (const node of outline) covered.fill(true, node.heading.charStart, node.heading.charEnd);
  for (const list of contents) {
    expect(chunks.filter((chunk) => chunk.charStart < list.charEnd && chunk.charEnd > list.charStart)).toEqual([]);
    covered.fill(true, list.charStart, list.charEnd);
  }
  const missed = [...covered.keys()].filter((at) => !covered[at] && /\S/.test(text[at] ?? ""));
  expect(missed.map((at) => text[at]).join("")).toBe("");
  for (const each of tables) {
    for (const row of each.rows) {
      const isListed = contents.some((list) => list.charStart <= row.charStart && list.charEnd >= row.charEnd);
      const holders = chunks.filter((chunk) => chunk.charStart < row.charEnd && chunk.charEnd > row.charStart);
      expect(holders).toHaveLength(isListed ? 0 : 1);
      for (const own of row.cells) expect(text.slice(own.charStart, own.charEnd)).toBe(own.text);
    }
  }
  for (const [at, page] of pages.entries()) expect(page.charStart).toBe(at === 0 ? 0 : pages[at - 1]?.charEnd);
  if (pages.length > 0) expect(pages.at(-1)?.charEnd).toBe(text.length);
  expect(text).toBe(text.normalize("NFC"));
}

describe("for every document, chunks", () => {
  it("follow one another without overlap and, with the headings, cover all that can be read, in plain text", async () => {
    await fc.assert(
      fc.asyncProperty(plainText, async (source) => expectSound(await parseText(`${anchor}\n${source}`))),
      { numRuns: 300 },
    );
  });

  it("leave tables of contents out, whatever stands around them, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(plainText, plainText, async (before, after) => {
        const entries = ["1.1 Purpose", "1.2 Use of Land", "1.3 Yards", "1.4 Signs", "1.5 Appeals"];
        const list = ["TABLE OF CONTENTS", ...entries.map((entry, at) => `${entry} ........ ${at + 1}`)];
        const body = entries.map((entry) => `${entry}\n\n${anchor} walls shall be kept in good repair by the owner.\n`);
        expectSound(await parseText([before, ...list, "", ...body, after].join("\n")));
      }),
      { numRuns: 100 },
    );
  });

  it("do so in HTML with tables whose cells span rows and columns", async () => {
    await fc.assert(
      fc.asyncProperty(html, async (source) => expectSound(await parseHtmlText(`<p>${anchor}</p>${source}`))),
      { numRuns: 200 },
    );
  });

  it("do so in Markdown", async () => {
    await fc.assert(
      fc.asyncProperty(plainText, async (source) => expectSound(await parseMarkdownText(`${anchor}\n\n${source}`))),
      { numRuns: 150 },
    );
  });
});
