import { createCanvas } from "@napi-rs/canvas";
import { framePlan } from "../../../api/land/plan-exports/picture-frame.ts";
import { accessBoxes, type LabelBox, placedLabels } from "../../../api/land/plan-exports/plan-labels.ts";
import type { PlanObject } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import { intersection, squareFeet } from "../../../api/land/site-plan/engine/kernel.ts";
import { loadPictureFonts, pictureFont } from "../../../api/pictures/fonts.ts";

/** Grid units for a point of the sheet: areas that are too small for the kernel to keep are no overlap. */
const unitsPerPoint = 20_000;
/** Square points that two texts may share, from rounding. */
const tolerance = 0.01;
/** The window of the plan on a sheet, points. */
const window = { left: 56, top: 56, width: 720, height: 680 };

/** Returns the texts of the picture of a plan that lie on another text or on the symbol of an access; measured with its font. */
export function labelOverlaps(objects: readonly PlanObject[]): string[] {
  loadPictureFonts();
  const context = createCanvas(10, 10).getContext("2d");
  const frame = framePlan(objects, window);
  const labels = placedLabels(objects, frame, ({ text, size, isBold }) => {
    context.font = `${isBold ? "bold " : ""}${size}px "${pictureFont}"`;
    return context.measureText(text).width;
  });
  const boxes = [
    ...labels.map(({ lines, box }) => ({ name: lines.map(({ text }) => text).join(" / "), box })),
    ...accessBoxes(objects, frame).map((box) => ({ name: "the symbol of an access", box })),
  ];
  return labels.flatMap((_, at) => {
    const one = boxes[at];
    return boxes
      .slice(at + 1)
      .flatMap((other) =>
        one && sharedPoints(one.box, other.box) > tolerance ? [`"${one.name}" lies on ${other.name}`] : [],
      );
  });
}

const sharedPoints = (one: LabelBox, other: LabelBox) =>
  squareFeet(intersection(regionOf(one), regionOf(other))) / (unitsPerPoint / 1000) ** 2;

function regionOf({ x, y, halfWidth, halfHeight, angle }: LabelBox) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (across: number, up: number) => ({
    x: Math.round((x + across * halfWidth * cos - up * halfHeight * sin) * unitsPerPoint),
    y: Math.round((y + across * halfWidth * sin + up * halfHeight * cos) * unitsPerPoint),
  });
  return { rings: [[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]] };
}
