import { createCanvas } from "@napi-rs/canvas";
import { loadPictureFonts } from "../../pictures/fonts.ts";
import type { ExportView } from "../arcgis/export.ts";
import { fromMercator } from "../arcgis/feature.ts";
import { boxOf, centerOf, type FeetArea, intersection, squareFeetOf } from "../clip.ts";
import { type Feet, toFeet } from "../frame.ts";
import { wetlands } from "../land/waters.ts";
import { once } from "../once.ts";
import { lettered } from "./flood-map.ts";
import { trace } from "./ground.ts";

/** Colours of the kinds of wetlands, as the inventory draws them. */
const colors: Readonly<Record<string, string>> = {
  "Freshwater Forested/Shrub Wetland": "#008837",
  "Freshwater Emergent Wetland": "#7fc31c",
  "Freshwater Pond": "#688cc0",
  Riverine: "#0190bf",
};
const allWetlands = once(wetlands);

/** Draws the wetlands of an extent on a transparent ground, with their codes, and says that they are synthetic. Returns PNG. */
export async function drawWetlands({ box, width, height }: ExportView): Promise<Uint8Array> {
  loadPictureFonts();
  const [west, south] = toFeet(fromMercator([box[0], box[1]]));
  const [east, north] = toFeet(fromMercator([box[2], box[3]]));
  const onPicture = ([x, y]: Feet): Feet => [
    ((x - west) / (east - west)) * width,
    ((north - y) / (north - south)) * height,
  ];
  const view: FeetArea = [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
    ],
  ];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const seen = allWetlands().map((one) => ({ ...one, area: intersection(one.area, view) }));
  for (const { type, area } of seen) {
    trace(
      context,
      area.map((rings) => rings.map((ring) => ring.map(onPicture))),
    );
    context.globalAlpha = 0.62;
    context.fillStyle = colors[type] ?? "#b28653";
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colors[type] ?? "#b28653";
    context.lineWidth = 1.5;
    context.stroke();
  }
  const size = Math.max(9, Math.round(Math.min(width, height) / 60));
  for (const { code, area } of seen) {
    for (const polygon of area) {
      const [left, bottom, right, top] = boxOf(polygon.flat());
      const isRoomy = squareFeetOf([polygon]) > 2_000 && right - left > 0 && top - bottom > 0;
      if (isRoomy) lettered(context, code, onPicture(centerOf([polygon])), { size, isBold: true, isCentered: true });
    }
  }
  const words = "SYNTHETIC wetlands of an invented town";
  lettered(context, words, [width / 2, height - size], { size, isBold: true, isCentered: true, color: "#a00000" });
  return canvas.encode("png");
}
