import type { SKRSContext2D } from "@napi-rs/canvas";
import { pictureFont } from "../../pictures/fonts.ts";
import type { PlanObject } from "../site-plan/engine/compiled-plan.ts";
import type { PlanFrame } from "./picture-frame.ts";
import { type PictureStyle, pictureStyles } from "./picture-style.ts";
import { accessRadius, type LabelLine, lineHeight, type PlacedLabel, placedLabels } from "./plan-labels.ts";

type SheetPoint = readonly [x: number, y: number];
const haloWidth = 2.4;

/** Draws the objects of a plan, with the lengths of the boundary and the names of buildings. */
export function drawObjects(context: SKRSContext2D, objects: readonly PlanObject[], frame: PlanFrame): void {
  for (const [type, style] of pictureStyles) {
    const ofType = objects.filter(({ objectType }) => objectType === type);
    for (const object of ofType) drawShape(context, object, { style, frame });
  }
  for (const label of placedLabels(objects, frame, (line) => widthOf(context, line))) drawLabel(context, label);
}

function widthOf(context: SKRSContext2D, { text, size, isBold }: LabelLine): number {
  context.font = fontOf({ size, isBold });
  return context.measureText(text).width;
}

const fontOf = ({ size, isBold }: Pick<LabelLine, "size" | "isBold">) =>
  `${isBold ? "bold " : ""}${size}px "${pictureFont}"`;

function drawLabel(context: SKRSContext2D, { lines, box }: PlacedLabel): void {
  context.save();
  context.translate(box.x, box.y);
  context.rotate(box.angle);
  lines.forEach((line, at) => {
    context.save();
    context.translate(0, (at - (lines.length - 1) / 2) * lineHeight);
    haloText(context, line);
    context.restore();
  });
  context.restore();
}

function drawShape(
  context: SKRSContext2D,
  { shape }: PlanObject,
  { style, frame }: { readonly style: PictureStyle; readonly frame: PlanFrame },
): void {
  if (shape.type === "point") {
    drawArrow(context, frame.toSheet(shape.point), style);
    return;
  }
  context.beginPath();
  const rings = shape.type === "line" ? [shape.points] : shape.region.rings;
  for (const ring of rings) {
    ring.forEach((point, at) => {
      const [x, y] = frame.toSheet(point);
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    if (shape.type === "region") context.closePath();
  }
  if (style.fill !== null && shape.type === "region") {
    context.fillStyle = style.fill;
    context.fill("evenodd");
  }
  if (style.stroke === null) return;
  context.strokeStyle = style.stroke;
  context.lineWidth = style.width;
  context.lineJoin = "round";
  context.setLineDash([...style.dash]);
  context.stroke();
  context.setLineDash([]);
}

function drawArrow(context: SKRSContext2D, [x, y]: SheetPoint, { fill }: PictureStyle): void {
  context.fillStyle = fill ?? "#000";
  context.beginPath();
  context.arc(x, y, accessRadius, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#fff";
  context.beginPath();
  context.arc(x, y, 1.3, 0, 2 * Math.PI);
  context.fill();
}

function haloText(context: SKRSContext2D, line: LabelLine): void {
  context.font = fontOf(line);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = haloWidth;
  context.strokeStyle = "rgba(255,255,255,0.85)";
  context.strokeText(line.text, 0, 0);
  context.fillStyle = line.colour;
  context.fillText(line.text, 0, 0);
}
