import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportEvidence } from "../../../api/delivery/reports/evidence/report-evidence.ts";
import { printOrder } from "../../../api/delivery/reports/print/print-report.ts";
import { writeReport } from "../../../api/delivery/reports/write-report.ts";
import { makeTypstRenderer } from "../../../api/drawing/typst-renderer.ts";
import { answerOf, reportEvidence } from "../../support/report-evidence.ts";

const run = promisify(execFile);
const hasPoppler = await run("pdftoppm", ["-v"]).then(
  () => true,
  () => false,
);

/** Pictures that a person has looked at. `APPROVE_PAGES=yes` takes the present ones in their place: look at them first. */
const approved = join(import.meta.dirname, "approved-pages");
const isApproving = process.env.APPROVE_PAGES === "yes";
const dotsPerInch = 50;

/** Fixed pages: summary and findings, scope, sections with tables, approvals, and endnotes. */
const pages = [
  ["due_diligence", 1],
  ["due_diligence", 2],
  ["due_diligence", 3],
  ["feasibility", 1],
  ["feasibility", 4],
  ["feasibility", 6],
] as const;
type ReportType = ReportEvidence["report_type"];

/** Evidence that never changes, so that a page changes only with its template or its wording. */
function evidenceOf(report_type: ReportType): ReportEvidence {
  const quote = "R-2 | 8,000 | 12 | 0.5";
  const [passage] = answerOf("", quote).sentences[0]?.passages ?? [];
  if (!passage) throw new Error("no passage");
  const value = (number: number, unit: string) => ({
    kind: "ordinance" as const,
    values: [{ value: number, unit, condition: null, passages: [passage], notes: [] }],
    cases: [],
  });
  const meaning = { text: "that the use is allowed only by special permit", passage };
  const clause = answerOf("", "The Commission may grant a special permit only if it finds that the use is safe.");
  const stated = clause.sentences[0]?.passages ?? [];
  const answers = { driveway: answerOf("A driveway shall be 12 feet wide.", "A driveway shall be 12 feet wide.") };
  return reportEvidence({ wetlands: "failed" }, answers, {
    report_type,
    use: { typology: "two_family_dwelling", words: "two-family dwelling", isConfirmed: true },
    law: {
      ...reportEvidence().law,
      use_rows: {
        "R-2": [
          {
            label: "Two-family dwelling",
            mark: "S",
            passage,
            meaning,
            notes: [],
            unread_note: null,
            refers_to: null,
          },
        ],
      },
      procedures: {
        special_permit: {
          steps: { criteria: stated },
          deciders: stated.map((at) => ({ name: "Commission", passage: at })),
          fees: [],
        },
      },
    },
    districts: [
      { zoning_code: "R-2", fields: { lot_area_min: value(8000, "sq ft"), density_max: value(12, "du/ac") } },
    ],
    records: { layers: {}, documents: { "doc_1:1": "ab".repeat(32) }, recorded_areas: [43_000] },
    interview: [{ statement: "How many floors? 2 floors", value: 2, answered_at: "2026-11-20T10:00:00.000Z" }],
  });
}

let folder: string;
const printed = new Map<ReportType, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-pages-"));
  for (const type of ["due_diligence", "feasibility"] as const) {
    const { pdf } = await makeTypstRenderer().render(printOrder(writeReport(evidenceOf(type), {}), {}));
    printed.set(type, join(folder, `${type}.pdf`));
    await writeFile(join(folder, `${type}.pdf`), pdf);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function pictureOf(type: ReportType, page: number): Promise<Buffer> {
  const to = join(folder, `${type}-${page}`);
  const options = ["-gray", "-png", "-singlefile", "-r", String(dotsPerInch), "-f", String(page), "-l", String(page)];
  await run("pdftoppm", [...options, printed.get(type) ?? "", to]);
  return readFile(`${to}.png`);
}

/** Returns the brightness of each pixel, blurred over neighbors: versions of a rasterizer smooth edges differently. */
async function brightness(png: Buffer): Promise<{ size: string; values: Float64Array }> {
  const image = await loadImage(png);
  const [width, height] = [Math.round(image.width / 4), Math.round(image.height / 4)];
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return {
    size: `${image.width}x${image.height}`,
    values: Float64Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0),
  };
}

/** Share of the blurred pixels that may differ visibly. */
const mostDifferent = 0.002;
const visibleDifference = 40;

function differentShare(one: Float64Array, other: Float64Array): number {
  const different = one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > visibleDifference);
  return different.length / one.length;
}

describe("a page of a report", () => {
  it.skipIf(!hasPoppler).each(pages)("looks as it was approved: %s, page %i", async (type, page) => {
    const file = join(approved, `${type}-${page}.png`);
    const picture = await pictureOf(type, page);
    if (isApproving) {
      await mkdir(approved, { recursive: true });
      await writeFile(file, picture);
    }
    const [now, then] = [await brightness(picture), await brightness(await readFile(file))];
    expect(now.size).toBe(then.size);
    expect(differentShare(now.values, then.values)).toBeLessThan(mostDifferent);
  });

  it.skipIf(!hasPoppler)("is not taken for approved where one finding is missing", async () => {
    const document = writeReport(evidenceOf("due_diligence"), {});
    const { pdf } = await makeTypstRenderer().render(
      printOrder({ ...document, findings: document.findings.slice(1) }, {}),
    );
    const whole = await brightness(await pictureOf("due_diligence", 1));
    await writeFile(printed.get("due_diligence") ?? "", pdf);
    const lacking = await brightness(await pictureOf("due_diligence", 1));
    expect(differentShare(whole.values, lacking.values)).toBeGreaterThan(mostDifferent);
  });
});
