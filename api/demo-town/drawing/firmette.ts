import { createCanvas, PDFDocument, type SKRSContext2D } from "@napi-rs/canvas";
import { loadPictureFonts } from "../../pictures/fonts.ts";
import { boxOf } from "../clip.ts";
import { type Feet, toDegrees } from "../frame.ts";
import { effectiveAt, type TownPanel } from "../land/flood-map.ts";
import { notice, place } from "../town.ts";
import { drawFloodMap, lettered, zoneKinds } from "./flood-map.ts";

/** Letter, lying, in points of 1/72 inch. */
const sheet = { width: 792, height: 612 } as const;
const frame = { left: 24, top: 66, width: 540, height: 486 } as const;
/** FIRMettes are printed at 1:6,000. */
const scale = 6000;
const feetPerPoint = scale / 72 / 12;

/** Draws the flood map around a place at 1:6,000 as a PDF of one sheet, labelled synthetic. */
export function drawFirmette(at: Feet, panel: TownPanel): Buffer {
  loadPictureFonts();
  const pdf = new PDFDocument({
    ...{
      title: `FIRMette of panel ${panel.id} (synthetic)`,
      subject: notice,
      author: `Town of ${place.town} (invented)`,
    },
  });
  // The declared type lacks the methods that draw pictures; the page has all of them.
  const context = pdf.beginPage(sheet.width, sheet.height) as unknown as SKRSContext2D;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, sheet.width, sheet.height);
  drawFloodMap(context, { at, ...frame, feetPerPoint });
  drawPin(context, [frame.left + frame.width / 2, frame.top + frame.height / 2]);
  drawTitle(context, panel);
  drawLegend(context, at, panel);
  pdf.endPage();
  return pdf.close();
}

/** Feet in a pixel of the picture of a panel. */
const feetPerPixel = 5;
const marginPixels = 40;

/** Draws a whole panel as a picture (PNG), labelled synthetic; its north-west corner and feet per pixel are those of its world file. */
export async function drawPanel(panel: TownPanel) {
  loadPictureFonts();
  const [west, south, east, north] = boxOf(panel.area.flat(2));
  const [width, height] = [Math.round((east - west) / feetPerPixel), Math.round((north - south) / feetPerPixel)];
  const canvas = createCanvas(width + 2 * marginPixels, height + 2 * marginPixels);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  const at: Feet = [(west + east) / 2, (south + north) / 2];
  drawFloodMap(context, { at, left: marginPixels, top: marginPixels, width, height, feetPerPoint: feetPerPixel });
  const title = `Flood Insurance Rate Map, panel ${panel.id}. SYNTHETIC. ${notice}`;
  lettered(context, title, [marginPixels, 26], { size: 18, isBold: true, color: "#a00000" });
  const corner = toDegrees([west - marginPixels * feetPerPixel, north + marginPixels * feetPerPixel]);
  const far = toDegrees([east + marginPixels * feetPerPixel, south - marginPixels * feetPerPixel]);
  const step = [(far[0] - corner[0]) / canvas.width, (far[1] - corner[1]) / canvas.height] as const;
  // World files name the middle of the first pixel.
  const worldFile = [step[0], 0, 0, step[1], corner[0] + step[0] / 2, corner[1] + step[1] / 2].join("\n");
  return { png: await canvas.encode("png"), worldFile };
}

function drawPin(context: SKRSContext2D, [x, y]: Feet): void {
  context.beginPath();
  context.arc(x, y - 9, 5, Math.PI, 0);
  context.lineTo(x, y);
  context.closePath();
  context.fillStyle = "#c40000";
  context.fill();
  context.beginPath();
  context.arc(x, y - 9, 1.8, 0, 2 * Math.PI);
  context.fillStyle = "#ffffff";
  context.fill();
}

function drawTitle(context: SKRSContext2D, panel: TownPanel): void {
  lettered(context, "Flood Hazard Layer FIRMette", [frame.left, 34], { size: 20, isBold: true, color: "#12395b" });
  const effective = new Date(effectiveAt).toISOString().slice(0, 10);
  const line = `${place.town}, ${place.county}, ${place.state}   Panel ${panel.id}   Effective ${effective}`;
  lettered(context, line, [frame.left, 52], { size: 10 });
  lettered(context, notice, [sheet.width - 252, 34], { size: 9, isBold: true, color: "#a00000" });
  lettered(context, "SYNTHETIC. Not a document of any agency.", [sheet.width - 252, 48], { size: 9, color: "#a00000" });
}

function drawLegend(context: SKRSContext2D, at: Feet, panel: TownPanel): void {
  const left = frame.left + frame.width + 16;
  lettered(context, "Legend", [left, frame.top + 12], { size: 12, isBold: true });
  for (const [row, { fill, hatch: stripes, title }] of zoneKinds.entries()) {
    const top = frame.top + 26 + row * 26;
    context.fillStyle = fill;
    context.fillRect(left, top, 22, 14);
    if (stripes !== null) {
      context.fillStyle = stripes;
      for (let x = left + 3; x < left + 22; x += 6) context.fillRect(x, top, 1.5, 14);
    }
    context.strokeStyle = "#4b6f80";
    context.lineWidth = 0.6;
    context.strokeRect(left, top, 22, 14);
    lettered(context, title, [left + 28, top + 10], { size: 7.5 });
  }
  const [longitude, latitude] = toDegrees(at);
  const facts = [
    `FIRM panel ${panel.id}`,
    `Scale 1:${scale.toLocaleString("en-US")} on letter paper`,
    `Pin at ${latitude.toFixed(5)} N, ${Math.abs(longitude).toFixed(5)} W`,
    "Elevations in feet, NAVD 88",
    "North is up; WGS 84",
    "Not mapped: grey",
    "",
    "This picture was drawn from the data of an",
    "invented town. It says nothing of any place.",
  ];
  for (const [row, fact] of facts.entries()) lettered(context, fact, [left, frame.top + 160 + row * 14], { size: 8 });
  drawNorth(context, left + 90, frame.top + 330);
  drawScaleBar(context);
}

function drawNorth(context: SKRSContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x, y - 26);
  context.lineTo(x + 8, y);
  context.lineTo(x, y - 6);
  context.lineTo(x - 8, y);
  context.closePath();
  context.fillStyle = "#111111";
  context.fill();
  lettered(context, "N", [x, y - 30], { size: 11, isBold: true, isCentered: true });
}

/** Bars of 0, 250, 500, 1,000, 1,500 and 2,000 feet. */
function drawScaleBar(context: SKRSContext2D): void {
  const marks = [0, 250, 500, 1000, 1500, 2000];
  const [left, top] = [frame.left + 10, frame.top + frame.height + 14];
  for (const [at, feet] of marks.entries()) {
    const x = left + feet / feetPerPoint;
    const next = marks[at + 1];
    if (next !== undefined) {
      context.fillStyle = at % 2 === 0 ? "#111111" : "#ffffff";
      context.fillRect(x, top, (next - feet) / feetPerPoint, 5);
    }
    lettered(context, feet.toLocaleString("en-US"), [x - 4, top + 15], { size: 8 });
  }
  context.strokeStyle = "#111111";
  context.lineWidth = 0.7;
  context.strokeRect(left, top, 2000 / feetPerPoint, 5);
  lettered(context, `Feet   1:${scale.toLocaleString("en-US")}`, [left + 2000 / feetPerPoint + 20, top + 8], {
    size: 9,
  });
}
