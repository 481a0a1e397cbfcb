import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statementsOf } from "../../../api/delivery/reports/document/verify-document.ts";
import { printOrder } from "../../../api/delivery/reports/print/print-report.ts";
import { writeReport } from "../../../api/delivery/reports/write-report.ts";
import type { RenderedDocument } from "../../../api/drawing/typst-messages.ts";
import { makeTypstRenderer } from "../../../api/drawing/typst-renderer.ts";
import { answerOf, reportEvidence } from "../../support/report-evidence.ts";

const run = promisify(execFile);
const answers = (program: string, flag: string) =>
  run(program, [flag]).then(
    () => true,
    () => false,
  );
const [hasPoppler, hasQpdf] = await Promise.all([answers("pdftotext", "-v"), answers("qpdf", "--version")]);

/** Text that would be markup or code in the template, and characters that no font has. */
const hostile = '#panic("x") *b* $x^2$ @ref <label> `raw` \\u{41} 漢字 🏠 \uF0B7 \u0007 end of the quote.';
const document = writeReport(
  reportEvidence(
    { flood: "failed", wetlands: "skipped" },
    { flood: answerOf(hostile, hostile), slope: answerOf(hostile, hostile) },
  ),
  {},
);
const render = () => makeTypstRenderer().render(printOrder(document, {}));

let printed: RenderedDocument;
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-print-"));
  path = join(folder, "report.pdf");
  printed = await render();
  await writeFile(path, printed.pdf);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface PdfObject {
  readonly value?: unknown;
  readonly stream?: { readonly dict: unknown };
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Dictionaries of a PDF, as qpdf lists them. */
async function dictionaries(): Promise<Record<string, unknown>[]> {
  const { stdout } = await run("qpdf", ["--json=2", "--json-key=qpdf", path], { maxBuffer: 200_000_000 });
  const { qpdf } = JSON.parse(stdout) as { qpdf: [unknown, Record<string, PdfObject>] };
  return Object.values(qpdf[1]).flatMap(({ value, stream }) => {
    const of = stream?.dict ?? value;
    return isRecord(of) ? [of] : [];
  });
}

describe("the print of a report", () => {
  it("is the same, byte for byte, for the same report", async () => {
    expect(Buffer.compare(printed.pdf, (await render()).pdf)).toBe(0);
  });

  it("meets PDF/UA-1 also where a quote has characters that no font has", () => {
    expect(printed.isAccessible).toBe(true);
    expect(printed.replacedCharacters).toBeGreaterThan(0);
  });

  it.skipIf(!hasPoppler)("prints markup of a quote as text (skipped where poppler-utils is missing)", async () => {
    const { stdout } = await run("pdftotext", [path, "-"], { maxBuffer: 20_000_000 });
    expect(stdout).toContain('#panic("x") *b* $x^2$ @ref <label> `raw`');
    expect(stdout).toContain("[?]");
  });

  it.skipIf(!hasPoppler)(
    "keeps summary and findings on the first page, whatever their length (skipped where poppler-utils is missing)",
    async () => {
      const pagesOf = async (report: typeof document) => {
        const file = join(folder, "first-page.pdf");
        await writeFile(file, (await makeTypstRenderer().render(printOrder(report, {}))).pdf);
        return (await run("pdftotext", ["-layout", file, "-"], { maxBuffer: 20_000_000 })).stdout.split("\f");
      };
      const long = document.findings.flatMap((finding, at) =>
        [0, 1].map((copy) => ({
          ...finding,
          finding_id: `${finding.finding_id}-${copy}`,
          headline: { ...finding.headline, text: `Headline ${at}-${copy}. ${"Words of a long headline. ".repeat(9)}` },
        })),
      );
      const [first = "", second = "", ...rest] = await pagesOf({ ...document, findings: long });
      expect(first).toContain("Headline 0-0.");
      expect(first).toContain("Other findings follow on a later page.");
      expect(second).toMatch(/^[^\n]*\n\s*Contents/);
      const later = rest.join(" ");
      for (const { headline } of long) {
        const [name = ""] = headline.text.split(".");
        expect(Number(first.includes(`${name}.`)) + Number(later.includes(`${name}.`)), name).toBe(1);
      }
    },
  );

  it.skipIf(!hasPoppler)(
    "leaves no row of a table alone on its page (skipped where poppler-utils is missing)",
    async () => {
      const cell = (text: string) => ({ kind: "wording" as const, text, values: [], evidence: [] });
      // Tables of 12 to 41 rows, so that the last row of some would be the first of a page.
      const tables = Array.from({ length: 30 }, (_, at) => ({
        type: "table" as const,
        caption: `Table ${at}`,
        columns: [
          { label: "Row", share: 1 },
          { label: "Text", share: 2 },
        ],
        rows: Array.from({ length: 12 + at }, (_row, row) => [cell(`t${at}r${row}.`), cell("Words.")]),
      }));
      const section = { section_id: "tables", heading: "Tables", blocks: tables };
      const order = printOrder({ ...document, sections: [...document.sections, section] }, {});
      const file = join(folder, "tables.pdf");
      const { pdf, isAccessible } = await makeTypstRenderer().render(order);
      await writeFile(file, pdf);
      expect(isAccessible).toBe(true);
      const { stdout } = await run("pdftotext", ["-layout", file, "-"], { maxBuffer: 20_000_000 });
      const pages = stdout.split("\f").map((page) => Array.from(page.matchAll(/\bt\d+r\d+\./g), ([name]) => name));
      const lonely = tables.filter(({ rows }, at) => {
        const own = (row: number) => pages.findIndex((page) => page.includes(`t${at}r${row}.`));
        return own(0) !== own(1) || own(rows.length - 1) !== own(rows.length - 2);
      });
      expect(pages.filter((page) => page.length > 0).length).toBeGreaterThan(10);
      expect(lonely.map(({ caption }) => caption)).toEqual([]);
    },
  );

  it("states the origin of a text once among its endnotes", () => {
    const note = (number: number) => ({
      ...{ number, kind: "passage" as const, title: "Code", place: null, section: "1", page: null, printed_page: null },
      ...{ quote: `Quote ${number}.`, url: null, retrieved_at: null, attribution: null, vintage: null },
      ...{ content_hash: "ab".repeat(32) },
      document: { document_id: "doc_9", document_revision: 1, char_start: number, char_end: number + 1 },
    });
    const order = printOrder({ ...document, endnotes: [note(1), note(2)] as typeof document.endnotes }, {});
    const { endnotes } = order.data as { endnotes: { origin: string }[] };
    expect(endnotes.map(({ origin }) => origin)).toEqual([expect.stringContaining("SHA-256 abababababab"), ""]);
  });

  it.skipIf(!hasPoppler)("prints every number of the JSON (skipped where poppler-utils is missing)", async () => {
    const { stdout } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 20_000_000 });
    const words = stdout.replaceAll(/\s+/g, "");
    const values = statementsOf(document).flatMap((statement) => statement.values.map(({ text }) => text));
    const numbers = [...new Set(values.flatMap((text) => text.match(/\d[\d,.]*\d|\d/g) ?? []))];
    expect(numbers.filter((number) => !words.includes(number))).toEqual([]);
  });

  it.skipIf(!hasPoppler)(
    "embeds every font with its Unicode map (skipped where poppler-utils is missing)",
    async () => {
      const fonts = (await run("pdffonts", [path])).stdout.trim().split("\n").slice(2);
      expect(fonts.length).toBeGreaterThan(0);
      for (const font of fonts) expect(font).toMatch(/ yes +yes +yes +\d+ +0$/);
    },
  );

  it.skipIf(!hasQpdf)(
    "has language, title, structure, bookmarks and described links (skipped where qpdf is missing)",
    async () => {
      const all = await dictionaries();
      const catalog = all.find((dictionary) => dictionary["/Type"] === "/Catalog") ?? {};
      expect(catalog["/Lang"]).toBe("u:en");
      expect(catalog["/MarkInfo"]).toMatchObject({ "/Marked": true });
      expect(catalog["/ViewerPreferences"]).toMatchObject({ "/DisplayDocTitle": true });
      for (const member of ["/StructTreeRoot", "/Outlines", "/Metadata"]) expect(catalog).toHaveProperty([member]);
      const kinds = new Set(
        all.flatMap((dictionary) => (typeof dictionary["/S"] === "string" ? [dictionary["/S"]] : [])),
      );
      for (const kind of ["/H1", "/Table", "/TH", "/TD", "/Link", "/LI"]) expect([...kinds]).toContain(kind);
      const links = all.filter((dictionary) => dictionary["/Subtype"] === "/Link");
      expect(links.length).toBeGreaterThan(50);
      expect(links.filter((link) => typeof link["/StructParent"] !== "number")).toEqual([]);
    },
  );

  it.skipIf(!hasQpdf)("links every mark to its endnote (skipped where qpdf is missing)", async () => {
    const all = await dictionaries();
    const targets = all.filter(
      (dictionary) =>
        dictionary["/Subtype"] === "/Link" &&
        !("/A" in dictionary && isRecord(dictionary["/A"]) && dictionary["/A"]["/S"] === "/URI"),
    );
    expect(targets.filter((link) => !("/Dest" in link) && !("/A" in link))).toEqual([]);
    // One link back from each endnote, and at least one mark for each.
    expect(targets.length).toBeGreaterThanOrEqual(document.endnotes.length * 2);
  });
});
