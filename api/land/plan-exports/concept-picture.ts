import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { loadPictureFonts, pictureFont } from "../../pictures/fonts.ts";
import { scaleBar } from "../scale-bar.ts";
import type { PlanObject } from "../site-plan/engine/compiled-plan.ts";
import { disclosuresOf, disclosureText, isDisclosed } from "./disclosures.ts";
import { drawObjects } from "./draw-objects.ts";
import { fitPanel, type PanelLine, type PanelText } from "./fit-panel.ts";
import { besideLegend, drawLegend, legendEntries, legendPlace, legendSize } from "./legend.ts";
import { framePlan, type PlanFrame, type SheetBox } from "./picture-frame.ts";
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
  const { objects } = content.concept.plan;
  const { frame, legend } = placedPlan(objects, plan);
  drawPlan(context, content, { plan, frame });
  drawLegend(context, legendEntries(objects), legend);
  const left = plan.left + plan.width + sheet.gap;
  drawLines(context, panel.lines, { left, top: sheet.margin });
  drawFoot(context, { left, width: panel.width, frame, generatedAt: content.generatedAt });
  const { notesLeftOut } = panel;
  const warnings =
    notesLeftOut === 0 ? [] : [`${notesLeftOut} of ${text.notes.length} notes were left out to make room.`];
  return { bytes: await canvas.encode("png"), warnings, crs: { name: "Picture", epsg: null, unit: "pixel" } };
}

/** Distance of the plan from the edges of its window, and what the lengths beside its outlines take of that, points. */
const inner = 30;
const lengthsRoom = 8;

/** Where a window shows the plan and its legend. A legend that would cover something gets a separate column. */
function placedPlan(
  objects: readonly PlanObject[],
  window: SheetBox,
): { readonly frame: PlanFrame; readonly legend: SheetBox } {
  const entries = legendEntries(objects);
  const frame = framePlan(objects, within(window));
  const legend = legendPlace(objects, { window, frame, entries, room: lengthsRoom });
  if (legend) return { frame, legend };
  const { left, top, height } = window;
  const size = legendSize(entries);
  return {
    frame: framePlan(objects, within(besideLegend(window))),
    legend: { left: left + 6, top: top + height - size.height - 6, ...size },
  };
}

const within = ({ left, top, width, height }: SheetBox): SheetBox => ({
  ...{ left: left + inner, top: top + inner },
  ...{ width: width - 2 * inner, height: height - 2 * inner },
});

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
    notes: plan.notes.filter((note) => !isDisclosed(note)).map(({ text }) => text),
  };
}

function drawPlan(
  context: SKRSContext2D,
  { concept }: PlanFileContent,
  { plan, frame }: { readonly plan: SheetBox; readonly frame: PlanFrame },
): void {
  context.save();
  context.beginPath();
  context.rect(plan.left, plan.top, plan.width, plan.height);
  context.clip();
  context.fillStyle = "#fbfaf7";
  context.fillRect(plan.left, plan.top, plan.width, plan.height);
  drawObjects(context, concept.plan.objects, frame);
  context.restore();
  context.strokeStyle = ink;
  context.lineWidth = 0.8;
  context.strokeRect(plan.left, plan.top, plan.width, plan.height);
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
