import type { SKRSContext2D } from "@napi-rs/canvas";
import { pictureFont } from "../../pictures/fonts.ts";
import { boxOf, centerOf, type FeetArea, intersection, squareFeetOf } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { type FloodZone, firmPanels, floodZones } from "../land/flood-map.ts";
import { rightOfWay, streets } from "../land/streets.ts";
import { openWater } from "../land/waters.ts";
import { once } from "../once.ts";
import { townCadastre } from "../town.ts";
import { trace, traceLine } from "./ground.ts";

/** Colours and words of the kinds of zones, as the legend lists them. */
export const zoneKinds = [
  { fill: "#8fd3ea", hatch: "#d8231f", title: "Regulatory Floodway", fits: (zone: FloodZone) => isFloodway(zone) },
  {
    ...{ fill: "#8fd3ea", hatch: null, title: "Special Flood Hazard Area, Zone AE" },
    fits: (zone: FloodZone) => zone.isSpecial && !isFloodway(zone),
  },
  {
    ...{ fill: "#f4b27a", hatch: null, title: "0.2% Annual Chance Flood Hazard, Zone X" },
    fits: (zone: FloodZone) => zone.zone === "X" && zone.subtype?.startsWith("0.2") === true,
  },
  {
    ...{ fill: "#fbfbf4", hatch: null, title: "Area of Minimal Flood Hazard, Zone X" },
    fits: (zone: FloodZone) => zone.zone === "X" && zone.subtype?.startsWith("0.2") !== true,
  },
] as const;
const isFloodway = ({ subtype }: FloodZone) => subtype === "FLOODWAY";

/** Where a map lies on its sheet, in points, and what it shows. */
export interface FloodMapView {
  /** The place in its middle. */
  readonly at: Feet;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly feetPerPoint: number;
}

/** Draws zones, panels, water, streets and lots; across them, that they are synthetic. */
export function drawFloodMap(context: SKRSContext2D, view: FloodMapView): void {
  const { at, feetPerPoint } = view;
  const half: Feet = [(view.width / 2) * feetPerPoint, (view.height / 2) * feetPerPoint];
  const [west, south, east, north] = [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]];
  const seenArea: FeetArea = [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
    ],
  ];
  context.save();
  context.beginPath();
  context.rect(view.left, view.top, view.width, view.height);
  context.clip();
  const toSheet = 1 / feetPerPoint;
  context.translate(view.left + view.width / 2, view.top + view.height / 2);
  context.scale(toSheet, -toSheet);
  context.translate(-at[0], -at[1]);
  context.fillStyle = "#e9e9e9";
  context.fillRect(west, south, east - west, north - south);
  const seen = floodZones().map((zone) => ({ ...zone, area: intersection(zone.area, seenArea) }));
  for (const zone of [...seen].reverse()) drawZone(context, zone, feetPerPoint);
  drawLand(context, seenArea, feetPerPoint);
  context.restore();
  const onSheet = ([x, y]: Feet): Feet => [
    view.left + view.width / 2 + (x - at[0]) * toSheet,
    view.top + view.height / 2 - (y - at[1]) * toSheet,
  ];
  drawLabels(context, { seen, view, onSheet });
  context.strokeStyle = "#000000";
  context.lineWidth = 1;
  context.strokeRect(view.left, view.top, view.width, view.height);
}

function drawZone(context: SKRSContext2D, zone: FloodZone, feetPerPoint: number): void {
  const kind = zoneKinds.find(({ fits }) => fits(zone));
  if (!kind || zone.area.length === 0) return;
  trace(context, zone.area);
  context.fillStyle = kind.fill;
  context.fill();
  if (kind.hatch !== null) hatch(context, zone.area, { color: kind.hatch, feetPerPoint });
  trace(context, zone.area);
  context.strokeStyle = "#4b6f80";
  context.lineWidth = 0.4 * feetPerPoint;
  context.stroke();
}

function hatch(
  context: SKRSContext2D,
  area: FeetArea,
  { color, feetPerPoint }: { readonly color: string; readonly feetPerPoint: number },
): void {
  const [west, south, east, north] = boxOf(area.flat(2));
  context.save();
  trace(context, area);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 0.8 * feetPerPoint;
  for (let x = west - (north - south); x < east; x += 6 * feetPerPoint) {
    traceLine(context, [
      [x, south],
      [x + north - south, north],
    ]);
    context.stroke();
  }
  context.restore();
}

const landOfStreets = once(() => streets.map(rightOfWay));

function drawLand(context: SKRSContext2D, view: FeetArea, feetPerPoint: number): void {
  const [west, south, east, north] = boxOf(view.flat(2));
  const isSeen = (area: FeetArea) => {
    const [left, bottom, right, top] = boxOf(area.flat(2));
    return left < east && right > west && bottom < north && top > south;
  };
  context.fillStyle = "#3f8fc4";
  trace(context, openWater);
  context.fill();
  for (const land of landOfStreets().filter(isSeen)) {
    trace(context, land);
    context.fillStyle = "rgba(255,255,255,0.75)";
    context.fill();
    context.strokeStyle = "#8a8a8a";
    context.lineWidth = 0.3 * feetPerPoint;
    context.stroke();
  }
  context.strokeStyle = "rgba(90,90,90,0.7)";
  context.lineWidth = 0.3 * feetPerPoint;
  for (const { area } of townCadastre().parcels) {
    if (!isSeen(area)) continue;
    trace(context, area);
    context.stroke();
  }
  context.strokeStyle = "#000000";
  context.lineWidth = 1.4 * feetPerPoint;
  for (const { area } of firmPanels()) {
    trace(context, area);
    context.stroke();
  }
}

interface Labels {
  readonly seen: readonly FloodZone[];
  readonly view: FloodMapView;
  readonly onSheet: (feet: Feet) => Feet;
}

/** The smallest part of a zone that has room for its name, in square feet. */
const roomForName = 60_000;

function drawLabels(context: SKRSContext2D, { seen, view, onSheet }: Labels): void {
  const center: Feet = [view.left + view.width / 2, view.top + view.height / 2];
  for (const zone of seen) {
    const sized = zone.area.map((polygon) => ({ polygon, size: squareFeetOf([polygon]) }));
    const roomy = sized.filter(({ size }) => size > roomForName).sort((one, other) => other.size - one.size);
    // A reach lies on both sides of the river; its elevation is written on one of them.
    for (const { polygon } of zone.elevationFt === null ? roomy : roomy.slice(0, 1)) {
      const [x, y] = onSheet(centerOf([polygon]));
      const name = isFloodway(zone) ? "FLOODWAY" : `ZONE ${zone.zone}`;
      lettered(context, name, [x, y], { size: 7, isBold: true, isCentered: true });
      if (zone.elevationFt === null) continue;
      lettered(context, `(EL ${zone.elevationFt})`, [x, y + 8], { size: 7, isBold: true, isCentered: true });
    }
  }
  for (const { name, line } of streets) {
    const middle = line[Math.floor(line.length / 2)] as Feet;
    const [x, y] = onSheet(middle);
    const isSeen = Math.abs(x - center[0]) < view.width / 2 - 20 && Math.abs(y - center[1]) < view.height / 2 - 10;
    if (isSeen) lettered(context, name, [x, y], { size: 6, isCentered: true });
  }
  context.save();
  context.translate(...center);
  context.rotate(-Math.PI / 6);
  context.font = `bold 64px "${pictureFont}"`;
  context.textAlign = "center";
  context.fillStyle = "rgba(160,0,0,0.13)";
  for (const row of [-150, 0, 150]) context.fillText("SYNTHETIC", 0, row);
  context.restore();
}

/** How a text is set. */
export interface Lettering {
  readonly size: number;
  readonly isBold?: boolean;
  readonly isCentered?: boolean;
  readonly color?: string;
}

/** Writes a text; a centered one gets a light edge, to be read on a map. */
export function lettered(context: SKRSContext2D, text: string, [x, y]: Feet, style: Lettering): void {
  const { size, isBold = false, isCentered = false, color = "#111111" } = style;
  context.font = `${isBold ? "bold " : ""}${size}px "${pictureFont}"`;
  context.textAlign = isCentered ? "center" : "left";
  if (isCentered) {
    context.strokeStyle = "rgba(255,255,255,0.85)";
    context.lineWidth = Math.max(2, size * 0.3);
    context.lineJoin = "round";
    context.strokeText(text, x, y);
  }
  context.fillStyle = color;
  context.fillText(text, x, y);
}
