import type { SKRSContext2D } from "@napi-rs/canvas";
import { pictureFont } from "../../pictures/fonts.ts";
import type { PlanObject } from "../site-plan/engine/compiled-plan.ts";
import type { PlanFrame, SheetBox } from "./picture-frame.ts";
import { type PictureStyle, pictureStyles } from "./picture-style.ts";

/** Height of an entry, width of the legend, its distance from the edge of the plan window and from what is drawn, points. */
const [row, width, inset, clearance] = [12, 132, 6, 6];
/** Steps at which places along the edges of the plan window are tried, points. */
const step = 12;
const ink = "#1d232b";

type Entry = readonly [type: string, style: PictureStyle];

/** Returns the styles of the objects that have an entry in the legend, in the order of drawing. */
export const legendEntries = (objects: readonly PlanObject[]): Entry[] =>
  pictureStyles.filter(([type, { legend }]) => {
    const drawn = objects.filter(({ objectType }) => objectType === type).length;
    // The outline of a single zone is that of the site.
    return legend !== null && drawn > (type === "zone" ? 1 : 0);
  });

/** Returns the size of a legend in points. */
export const legendSize = (entries: readonly Entry[]) => ({ width, height: entries.length * row + 8 });

/** The part of a plan window beside a legend column at its left edge. */
export const besideLegend = (window: SheetBox): SheetBox => {
  const taken = width + inset + clearance;
  return { ...window, left: window.left + taken, width: window.width - taken };
};

/**
 * Returns where a legend covers nothing that is drawn in a plan window: a corner, or another place along the edges. Undefined
 * where there is none. `room` is what the texts beside the outlines take, points.
 */
export function legendPlace(
  objects: readonly PlanObject[],
  {
    window,
    frame,
    entries,
    room,
  }: {
    readonly window: SheetBox;
    readonly frame: PlanFrame;
    readonly entries: readonly Entry[];
    readonly room: number;
  },
): SheetBox | undefined {
  const size = legendSize(entries);
  const [left, right] = [window.left + inset, window.left + window.width - size.width - inset];
  const [top, bottom] = [window.top + inset, window.top + window.height - size.height - inset];
  if (right < left || bottom < top) return undefined;
  const outlines = objects.flatMap(({ shape }) => {
    if (shape.type === "region") return shape.region.rings.map((ring) => ring.map(frame.toSheet));
    return [(shape.type === "line" ? shape.points : [shape.point]).map(frame.toSheet)];
  });
  const places: [number, number][] = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ];
  for (let y = bottom; y >= top; y -= step) places.push([left, y], [right, y]);
  for (let x = left; x <= right; x += step) places.push([x, bottom], [x, top]);
  const found = places.find(([x, y]) => {
    const [x0, y0] = [x - clearance - room, y - clearance - room];
    const [x1, y1] = [x + size.width + clearance + room, y + size.height + clearance + room];
    return !outlines.some((ring) => reaches(ring, { x0, y0, x1, y1 }));
  });
  return found && { left: found[0], top: found[1], ...size };
}

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Whether a closed outline crosses a box, lies inside it or surrounds it. */
function reaches(ring: readonly (readonly [number, number])[], box: Box): boolean {
  let isAround = false;
  const [x, y] = [box.x0, box.y0];
  return (
    ring.some(([ax, ay], at) => {
      const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay];
      if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) isAround = !isAround;
      return crosses(ax, ay, bx, by, box);
    }) || isAround
  );
}

/** Whether a line has a part in a box: what is left of it between both pairs of sides. */
function crosses(ax: number, ay: number, bx: number, by: number, { x0, y0, x1, y1 }: Box): boolean {
  let [from, to] = [0, 1];
  for (const [start, along, low, high] of [
    [ax, bx - ax, x0, x1],
    [ay, by - ay, y0, y1],
  ] as const) {
    if (along === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [one, other] = [(low - start) / along, (high - start) / along];
    [from, to] = [Math.max(from, Math.min(one, other)), Math.min(to, Math.max(one, other))];
  }
  return from <= to;
}

/** Draws the legend of some styles in a box. */
export function drawLegend(context: SKRSContext2D, entries: readonly Entry[], { left, top, height }: SheetBox): void {
  context.fillStyle = "#fff";
  context.fillRect(left, top, width, height);
  context.strokeStyle = "#c9ccd1";
  context.lineWidth = 0.5;
  context.strokeRect(left, top, width, height);
  context.font = `7.5px "${pictureFont}"`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  entries.forEach(([type, style], at) => {
    const y = top + 4 + row * (at + 0.5);
    drawSample(context, type, style, [left, y]);
    context.fillStyle = ink;
    context.fillText(style.legend ?? "", left + 29, y);
  });
}

function drawSample(
  context: SKRSContext2D,
  type: string,
  { fill, stroke, width: line, dash }: PictureStyle,
  [left, y]: readonly [number, number],
): void {
  if (fill !== null) {
    context.fillStyle = fill;
    if (type === "access_point") {
      context.beginPath();
      context.arc(left + 14, y, 3.2, 0, 2 * Math.PI);
      context.fill();
    } else context.fillRect(left + 6, y - 4, 17, 8);
  }
  if (stroke === null || type === "access_point") return;
  context.strokeStyle = stroke;
  context.lineWidth = line;
  context.setLineDash([...dash]);
  if (fill === null) {
    context.beginPath();
    context.moveTo(left + 6, y);
    context.lineTo(left + 23, y);
    context.stroke();
  } else context.strokeRect(left + 6, y - 4, 17, 8);
  context.setLineDash([]);
}
