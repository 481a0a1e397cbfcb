import { describe, expect, it } from "vitest";
import { DocumentUnreadable, readDocument } from "../../ingest/index.ts";

const types = { txt: "text/plain", md: "text/markdown", html: "text/html", csv: "text/csv" } as const;

/** Reads in the process that serves uploads; a reading that fails in a way that is tried again throws on. */
async function read(extension: keyof typeof types, text: string) {
  const bytes = new TextEncoder().encode(text);
  const info = { mediaType: types[extension], filename: `hostile.${extension}` };
  try {
    return await readDocument({ bytes }, info);
  } catch (error) {
    if (error instanceof DocumentUnreadable && error.isFinal) return error;
    throw error;
  }
}

describe("a text whose layout is made to exhaust its reader", () => {
  it.each<[string, keyof typeof types, string]>([
    ["one line of pipes", "txt", `A code\n${"|---|---|".repeat(200_000)}`],
    ["one line of pipes in Markdown", "md", `A code\n\n${"|---|---|".repeat(200_000)}`],
    ["rows of pipes", "md", `A code\n\n${"|x|---|\n".repeat(150_000)}`],
    ["nested formatting", "html", `${"<i>a".repeat(50_000)} end`],
    ["nested blocks", "html", `${"<div>a".repeat(50_000)} end`],
    ["nested lists", "html", `${"<ul><li>a".repeat(30_000)} end`],
    ["nested tables", "html", `${"<table><tr><td>a".repeat(20_000)} end`],
    ["line breaks", "html", `<p>a${"<br>".repeat(150_000)} end</p>`],
    ["a row of cells", "html", `<table><tr>${"<td>v</td>".repeat(50_000)}</tr></table>`],
    ["underscores", "txt", `a${"_".repeat(300_000)} end`],
    ["lines of one word", "txt", "a\t".repeat(200_000)],
    ["form feeds", "txt", `Page one.\n${"\f".repeat(150_000)}Page two.\nEnd.`],
    ["a column", "csv", `Lot\n${Array.from({ length: 100_000 }, (_, at) => at).join("\n")}`],
  ])("is read to its end: %s", async (_, extension, text) => {
    const result = await read(extension, text);
    expect(result).not.toBeInstanceOf(Error);
    if (result instanceof Error) return;
    const ends = text.includes("end") ? /end$/ : /./;
    expect(result.document.text).toMatch(ends);
    expect(Math.max(...result.chunks.map((chunk) => chunk.indexText.length))).toBeLessThan(50_000);
    const widest = result.document.tables.flatMap((table) => table.rows.map((row) => row.cells.length));
    expect(widest.every((cells) => cells <= 1_000)).toBe(true);
  });

  it("is refused for good when a row of a sheet is too wide to be stored", async () => {
    expect(await read("csv", `${"v,".repeat(1_001)}\n${"1,".repeat(1_001)}`)).toMatchObject({
      code: "document.too-large",
      detail: expect.stringContaining("1,001 filled fields; the maximum is 1,000"),
    });
  });

  it("keeps a paragraph in a heading's tags out of the heading path of every passage below it", async () => {
    const title = "a long title ".repeat(5_000);
    const result = await read("md", `# ${title}\n\n${"Every lot has a front.\n\n## Lots\n\n".repeat(400)}`);
    if (result instanceof Error) throw result;
    expect(result.document.text).toContain(title.trim());
    expect(result.chunks.every((chunk) => chunk.headingPath.join("").length < 5_000)).toBe(true);
  });
});
