import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { cleanValue } from "../../../../api/drawing/clean-text.ts";
import { glyphsOf, readDrawingFonts } from "../../../../api/drawing/drawing-font.ts";
import { compileByWebAssembly } from "../../../../api/drawing/typst-compiler.ts";
import { makeTypstRenderer } from "../../../../api/drawing/typst-renderer.ts";

const run = promisify(execFile);
const template = `#set document(title: "Test", date: datetime(year: 2026, month: 1, day: 2))
#set text(font: "Source Sans 3", lang: "en")
#let data = json(bytes(sys.inputs.data))
#data.text
#image("lines.svg", alt: "A line")`;
const lines = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0L10 10" stroke="red"/></svg>',
);
const order = (text: string, more: object = {}) => ({
  ...{ template, data: { text }, files: { "lines.svg": lines }, createdAt: 1_790_000_000, ...more },
});

async function textOf(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf) });
  const document = await loading.promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  await loading.destroy();
  return items.map((item) => ("str" in item ? item.str : "")).join("");
}

describe("the renderer of documents", () => {
  it("prints markup of the data as it is written, and the same data as the same bytes", async () => {
    const renderer = makeTypstRenderer();
    const [first, second] = await Promise.all(
      [1, 2].map(() => renderer.render(order('*b* #panic("x") #read("/etc/hosts")'))),
    );
    expect(first?.isAccessible).toBe(true);
    expect(await textOf(first?.pdf ?? new Uint8Array())).toContain('*b* #panic("x") #read("/etc/hosts")');
    expect(Buffer.from(first?.pdf ?? []).equals(Buffer.from(second?.pdf ?? []))).toBe(true);
  });

  it("prints [?] for characters without a glyph, counts them, and stays accessible", async () => {
    const { pdf, replacedCharacters, isAccessible } = await makeTypstRenderer().render(
      order("漢 \u{1F600} \uF0B7 caf\u0065\u0301 \u0000end"),
    );
    expect([replacedCharacters, isAccessible]).toEqual([2, true]);
    expect(await textOf(pdf)).toContain("[?] [?] • café end");
  });

  it("fails for a template that cannot be compiled, and for files that were not given", async () => {
    const renderer = makeTypstRenderer();
    await expect(renderer.render(order("x", { template: '#panic("broken")' }))).rejects.toMatchObject({
      code: "drawing.render-failed",
      message: expect.stringContaining("broken"),
    });
    await expect(renderer.render(order("x", { template: '#read("/etc/hosts")' }))).rejects.toMatchObject({
      code: "drawing.render-failed",
    });
  });

  it("ends a process that takes too long, and one whose caller goes away", async () => {
    const endless = order("x", {
      template: "#while true { let a = 1 }\n#let f(n) = if n > 0 { f(n - 1) + f(n - 1) } else { 0 }\n#f(40)",
    });
    const slow = order("x", { template: "#let n = 0\n#for i in range(100000000) { n += 1 }\n#n" });
    await expect(makeTypstRenderer({ timeoutMs: 700 }).render(slow)).rejects.toThrow("took longer than 700 ms");
    await expect(makeTypstRenderer({ timeoutMs: 5_000 }).render(endless)).rejects.toThrow();
    const gone = AbortSignal.timeout(300);
    await expect(makeTypstRenderer().render(slow, gone)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("draws the same text where there is no compiler for the machine", async () => {
    const [fonts, data] = [await readDrawingFonts(), JSON.stringify({ text: "plain words" })];
    const made = await compileByWebAssembly({ ...order(""), dataJson: data, fonts });
    expect(made.isAccessible).toBe(false);
    expect(await textOf(made.pdf)).toContain("plain words");
  });

  it("embeds its fonts and passes qpdf where it is installed", async ({ skip }) => {
    const isInstalled = await run("qpdf", ["--version"]).then(
      () => true,
      () => false,
    );
    if (!isInstalled) skip();
    const folder = await mkdtemp(join(tmpdir(), "groundwork-render-"));
    const { pdf } = await makeTypstRenderer().render(order("words"));
    await writeFile(join(folder, "a.pdf"), pdf);
    const { stdout } = await run("qpdf", ["--check", join(folder, "a.pdf")]);
    expect(stdout).toContain("No syntax or stream encoding errors found");
    await rm(folder, { recursive: true });
  });
});

describe("text for drawings", () => {
  it("keeps numbers and nesting, and changes only what the font cannot print", async () => {
    const [regular] = await readDrawingFonts();
    const hasGlyph = glyphsOf(regular as Buffer);
    expect(cleanValue({ a: [1, "ok – “x” ½ §"], b: null, c: { d: "tab\tline\u0007\ud800" } }, hasGlyph)).toEqual({
      value: { a: [1, "ok – “x” ½ §"], b: null, c: { d: expect.stringMatching(/^tab line/) } },
      replaced: expect.any(Number),
    });
  });
});
