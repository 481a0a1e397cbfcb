import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { loadPictureFonts, pictureFont } from "../../pictures/fonts.ts";
import { scaleBar } from "../scale-bar.ts";
import { disclosuresOf, disclosureText } from "./disclosures.ts";
import { drawObjects } from "./draw-objects.ts";
import { fitPanel, type PanelLine, type PanelText } from "./fit-panel.ts";
import { cornersOf, framePlan, type PlanFrame, type SheetBox } from "./picture-frame.ts";
import type { PictureStyle } from "./picture-style.ts";
import type { PlanFile, PlanFileContent } from "./plan-file.ts";
import { planMetricRows } from "./plan-metrics.ts";

/** A sheet of 17 by 11 inches in points, at 150 pixels to an inch. */
const sheet = { width: 1224, height: 792, margin: 26, gap: 16 } as const;
const pixelsPerPoint = 150 / 72;
const footHeight = 92;
const ink = "#1d232b";
const quiet = "#59636e";

/**
 * Draws a concept as a PNG sheet of 17 by 11 inches: plan, lengths, legend, north arrow, scale bar, metrics with their
 * limits, and all required disclosures. Refused where the disclosures do not fit; the same revision is always refused.
 */
export async function drawConceptPicture(content: PlanFileContent): Promise<PlanFile> {
  loadPictureFonts();
  const canvas = createCanvas(Math.round(sheet.width * pixelsPerPoint), Math.round(sheet.height * pixelsPerPoint));
  const context = canvas.getContext("2d");
  context.scale(pixelsPerPoint, pixelsPerPoint);
  const text = panelText(content);
  const height = sheet.height - 2 * sheet.margin - footHeight;
  const panel = fitPanel(context, text, { sheetWidth: sheet.width, height });
  if (!panel) {
    const texts = text.disclosures.map((disclosure) => disclosureText(disclosure, true));
    const longest = texts.toSorted((one, other) => other.length - one.length)[0] ?? "";
    const count = text.disclosures.length;
    return { refusal: `${count} required disclosures do not fit the sheet beside the plan, among them: "${longest}"` };
  }
  context.fillStyle = "#fff";
  context.fillRect(0, 0, sheet.width, sheet.height);
  const plan: SheetBox = {
    ...{ left: sheet.margin, top: sheet.margin, height: sheet.height - 2 * sheet.margin },
    width: sheet.width - 2 * sheet.margin - sheet.gap - panel.width,
  };
  const inner = 30;
  const frame = framePlan(content.concept.plan.objects, {
    ...{ left: plan.left + inner, top: plan.top + inner },
    ...{ width: plan.width - 2 * inner, height: plan.height - 2 * inner },
  });
  const styles = drawPlan(context, content, { plan, frame });
  const left = plan.left + plan.width + sheet.gap;
  drawLines(context, panel.lines, { left, top: sheet.margin });
  drawFoot(context, { left, width: panel.width, frame, generatedAt: content.generatedAt });
  drawLegend(context, styles, { plan, taken: cornersOf(content.concept.plan.objects).map(frame.toSheet) });
  const warnings = panel.hasNotes || text.notes.length === 0 ? [] : ["Optional notes were left out to make room."];
  return { bytes: await canvas.encode("png"), warnings, crs: { name: "Picture", epsg: null, unit: "pixel" } };
}

function panelText({ projectName, address, concept, notice }: PlanFileContent): PanelText {
  const { governingDistrict: district, workflowLabel, revision, createdAt, plan } = concept;
  const basis =
    district.basis === "rezone_target"
      ? `rezone target; the parcel is in ${district.current_zoning_code ?? "an unknown district"}`
      : "current zoning";
  return {
    notice,
    title: `Concept: ${workflowLabel}`,
    place: [projectName, ...(address === null || address === projectName ? [] : [address])],
    facts: [
      `District ${district.zoning_code ?? "not known"} (${basis}). Revision ${revision}, compiled ${createdAt.toISOString().slice(0, 10)}.`,
    ],
    metrics: planMetricRows(plan.metrics),
    disclosures: disclosuresOf(concept),
    notes: plan.notes.map((note) => note.text),
  };
}

function drawPlan(
  context: SKRSContext2D,
  { concept }: PlanFileContent,
  { plan, frame }: { readonly plan: SheetBox; readonly frame: PlanFrame },
): (readonly [string, PictureStyle])[] {
  context.save();
  context.beginPath();
  context.rect(plan.left, plan.top, plan.width, plan.height);
  context.clip();
  context.fillStyle = "#fbfaf7";
  context.fillRect(plan.left, plan.top, plan.width, plan.height);
  const styles = drawObjects(context, concept.plan.objects, frame);
  context.restore();
  context.strokeStyle = ink;
  context.lineWidth = 0.8;
  context.strokeRect(plan.left, plan.top, plan.width, plan.height);
  return styles;
}

function drawLines(
  context: SKRSContext2D,
  lines: readonly PanelLine[],
  { left, top }: { readonly left: number; readonly top: number },
): void {
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  for (const { text, x, y, size, isBold, colour } of lines) {
    context.font = `${isBold ? "bold " : ""}${size}px "${pictureFont}"`;
    context.fillStyle = colour;
    context.fillText(text, left + x, top + y);
  }
}

interface Foot {
  readonly left: number;
  readonly width: number;
  readonly frame: PlanFrame;
  readonly generatedAt: string;
}

function drawFoot(context: SKRSContext2D, { left, width, frame, generatedAt }: Foot): void {
  const bottom = sheet.height - sheet.margin;
  drawNorth(context, left + width - 20, bottom - 56);
  const bar = scaleBar(frame.feetPerInch, width - 80);
  const y = bottom - 42;
  context.strokeStyle = ink;
  context.lineWidth = 0.7;
  for (const half of [0, 1]) {
    context.fillStyle = half === 0 ? ink : "#fff";
    const x = left + (half * bar.points) / 2;
    context.fillRect(x, y, bar.points / 2, 5);
    context.strokeRect(x, y, bar.points / 2, 5);
  }
  context.fillStyle = ink;
  context.font = `8px "${pictureFont}"`;
  context.textBaseline = "top";
  context.textAlign = "left";
  context.fillText("0", left, y + 8);
  context.textAlign = "center";
  context.fillText((bar.feet / 2).toLocaleString("en-US"), left + bar.points / 2, y + 8);
  context.fillText(`${bar.feet.toLocaleString("en-US")} ft`, left + bar.points, y + 8);
  context.textAlign = "left";
  context.fillStyle = quiet;
  const scale = `1 inch = ${frame.feetPerInch.toLocaleString("en-US")} feet on a sheet of 17 by 11 inches`;
  context.fillText(`${scale}. Drawn ${generatedAt.slice(0, 10)}.`, left, bottom - 12);
}

function drawNorth(context: SKRSContext2D, x: number, y: number): void {
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.lineWidth = 0.7;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + side * 9, y + 32);
    context.lineTo(x, y + 25);
    context.closePath();
    if (side < 0) context.fill();
    context.stroke();
  }
  context.font = `bold 11px "${pictureFont}"`;
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.fillText("N", x, y - 2);
}

/** Writes the legend into the corner of the plan that has the fewest corners of objects. */
function drawLegend(
  context: SKRSContext2D,
  styles: readonly (readonly [string, PictureStyle])[],
  { plan, taken }: { readonly plan: SheetBox; readonly taken: readonly (readonly [x: number, y: number])[] },
): void {
  const entries = styles.flatMap(([type, style]) =>
    style.legend === null ? [] : [{ type, style, text: style.legend }],
  );
  const [row, wide] = [12, 132];
  const height = entries.length * row + 8;
  const [near, far] = [plan.left + 6, plan.left + plan.width - wide - 6];
  const [high, low] = [plan.top + 6, plan.top + plan.height - height - 6];
  const covered = ([x0, y0]: readonly [number, number]) =>
    taken.filter(([x, y]) => x > x0 - 6 && x < x0 + wide + 6 && y > y0 - 6 && y < y0 + height + 6).length;
  const corners: [number, number][] = [
    [near, low],
    [far, low],
    [near, high],
    [far, high],
  ];
  const [left, top] = corners.toSorted((one, other) => covered(one) - covered(other))[0] ?? [near, low];
  context.fillStyle = "rgba(255,255,255,0.88)";
  context.fillRect(left, top, wide, height);
  context.strokeStyle = "#c9ccd1";
  context.lineWidth = 0.5;
  context.strokeRect(left, top, wide, height);
  context.font = `7.5px "${pictureFont}"`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  entries.forEach(({ type, style, text }, at) => {
    const y = top + 4 + row * (at + 0.5);
    if (style.fill !== null) {
      context.fillStyle = style.fill;
      if (type === "access_point") {
        context.beginPath();
        context.arc(left + 14, y, 3.2, 0, 2 * Math.PI);
        context.fill();
      } else context.fillRect(left + 6, y - 4, 17, 8);
    }
    if (style.stroke !== null && type !== "access_point") {
      context.strokeStyle = style.stroke;
      context.lineWidth = style.width;
      context.setLineDash([...style.dash]);
      if (style.fill === null) {
        context.beginPath();
        context.moveTo(left + 6, y);
        context.lineTo(left + 23, y);
        context.stroke();
      } else context.strokeRect(left + 6, y - 4, 17, 8);
      context.setLineDash([]);
    }
    context.fillStyle = ink;
    context.fillText(text, left + 29, y);
  });
}
