import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headingOf, parseText } from "../../support/documents/parse.ts";

const rule = (at: number) =>
  `The owner of lot ${at * 7 + 3} shall keep the ${["yard", "wall", "fence", "drive", "hedge"][at % 5]} whole and clear, as the code asks of\nevery owner, and the officer may look at it on any working day of the year ${1900 + at}.`;
/** Sections of a chapter, each with rules enough that some go over a page's end. */
const sectionsOf = (lengths: readonly number[]) =>
  lengths.flatMap((length, section) => [
    { section: section + 1, text: `§ 88-${section + 1}. Title ${"ABCDEFGHIJKLMNOP"[section] ?? ""}.` },
    ...Array.from({ length }, (_, at) => ({ section: section + 1, text: rule(section * 20 + at) })),
  ]);

/** Lays a chapter out on pages, each under the numbers of its first and its last section. */
function pagesOf(
  parts: readonly { readonly section: number; readonly text: string }[],
  sheet: (first: string, last: string, body: string, page: number) => string,
): string {
  const pages: string[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const own = parts.slice(at, at + 3);
    const [first, last] = [own[0]?.section ?? 0, own.at(-1)?.section ?? 0];
    pages.push(sheet(`§ 88-${first}`, `§ 88-${last}`, own.map((part) => part.text).join("\n"), pages.length + 1));
  }
  return pages.join("\f");
}

const lengths = [2, 4, 1, 6, 3, 2, 5];
const titles = lengths.map((_, at) => `88-${at + 1} Title ${"ABCDEFG"[at]}`);

describe("heads that name the sections on a page", () => {
  it.each<[string, (first: string, last: string, body: string, page: number) => string]>([
    ["in three lines", (first, last, body, page) => `${first}\nFERNDALE CODE\n${last}\n${body}\n88:${page}`],
    ["in one line", (first, last, body, page) => `${first} FERNDALE CODE ${last}\n${body}\n88:${page}`],
    ["one at the foot", (first, _, body, page) => `FERNDALE CODE\n${body}\n${first}\n88:${page}`],
  ])("are neither text nor headings: %s", async (_, sheet) => {
    const document = await parseText(pagesOf(sectionsOf(lengths), sheet));
    expect(document.outline.map(headingOf)).toEqual(titles);
    expect(document.text).not.toMatch(/FERNDALE|88:\d|§ 88-\d+(?!\.)/);
    expect(document.pages[4]?.printedPage).toBe("88:5");
  });

  it("leave sections alone that each begin a page with their number", async () => {
    const pages = Array.from({ length: 9 }, (_, at) => {
      const begin = `Section 44.${at + 1}\nRULES OF YARD ${"ABCDEFGHI"[at]}\n${rule(at)}`;
      return at % 2 === 0 ? `${begin}\f${rule(at + 20)}` : begin;
    });
    const document = await parseText(pages.join("\f"));
    expect(document.outline.map((node) => node.number)).toEqual(pages.map((_, at) => `44.${at + 1}`));
  });

  it("keep every rule and every section of a chapter, however long its sections are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 14 }), async (own) => {
        const parts = sectionsOf(own);
        const document = await parseText(
          pagesOf(parts, (first, last, body, page) => `${first}\nFERNDALE CODE\n${last}\n${body}\n88:${page}`),
        );
        const text = document.text.replace(/\s+/g, " ");
        for (const part of parts) expect(text).toContain(part.text.replace(/\s+/g, " "));
        const numbers = document.outline.map((node) => node.number);
        expect(numbers).toEqual(expect.arrayContaining(own.map((_, at) => `88-${at + 1}`)));
      }),
      { numRuns: 40 },
    );
  });
});

describe("printed page numbers", () => {
  const numbered = (foot: (page: number) => string) =>
    parseText(Array.from({ length: 12 }, (_, at) => `${rule(at)}\n${foot(at + 1)}`).join("\f"));

  it.each<[string, (page: number) => string, string]>([
    ["with the chapter before a colon", (page) => `205:${page + 4}`, "205:7"],
    ["of an attachment", (page) => `CDT205:${page}`, "CDT205:3"],
    ["counted within an article", (page) => `Article IV - Page ${page}`, "IV-3"],
    ["counted within a section of an article", (page) => `Art. II Sec. 8 pg. ${page}`, "II-8-3"],
    ["after a long numeral", (page) => `VIII-${page}`, "VIII-3"],
    ["out of a sum, between dashes", (page) => `- ${page} of 12 -`, "3"],
    ["closed by a full stop", (page) => `${page}.`, "3"],
  ])("are known and taken out of the text: %s", async (_, foot, third) => {
    const document = await numbered(foot);
    expect(document.pages[2]?.printedPage).toBe(third);
    expect(document.text).not.toContain(`\n${foot(3)}`);
  });

  it("with a full stop are a list's where its items alone stand so", async () => {
    const pages = ["The owner shall:", "6.", "Keep the yard.", "7.", "Keep the wall.", "The rest is free."];
    const document = await parseText(`${rule(1)}\f${pages.join("\n")}\f${rule(2)}\f${rule(3)}`);
    expect(document.text).toContain("6. Keep the yard.");
    expect(document.text).toContain("7. Keep the wall.");
  });

  it("with the chapter before a colon are taken out of text that lost its page breaks", async () => {
    const sheet = (page: number) => `FERNDALE CODE\n88:${page}\n${rule(page)}`;
    const document = await parseText([1, 2, 3, 4, 5, 6].map(sheet).join("\n"));
    expect(document.text).not.toMatch(/FERNDALE|88:\d/);
  });
});
