import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { boxOf, type FeetArea } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { buildings } from "../land/buildings.ts";
import type { Parcel } from "../land/parcels.ts";
import { seeded } from "../land/random.ts";
import { streets } from "../land/streets.ts";
import { openWater, townLand } from "../land/waters.ts";
import { once } from "../once.ts";
import { townCadastre } from "../town.ts";

type Box = readonly [number, number, number, number];

/** Colours of the ground by the use of a parcel; one of them by the parcel's number. */
const grounds: Readonly<Record<string, readonly string[]>> = {
  Farm: ["#8f9a55", "#a39a5e", "#7d8f4a", "#b0a26b"],
  Forest: ["#3d5a35", "#42603a", "#385432"],
  "Vacant land": ["#7f8f57", "#8b9660", "#76874f"],
};
const lawns = ["#6f8f4f", "#779653", "#688849", "#7f9a5c"];

/** Returns the colour of the ground of a parcel. */
export function groundOf({ id, use }: Parcel): string {
  const choice = grounds[use] ?? lawns;
  return choice[(id * 5) % choice.length] ?? "#6f8f4f";
}

/** Traces an area as a path of the canvas. */
export function trace(context: SKRSContext2D, area: FeetArea): void {
  context.beginPath();
  for (const ring of area.flat()) {
    ring.forEach(([x, y], at) => {
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  }
}

/** Traces a line as a path of the canvas. */
export function traceLine(context: SKRSContext2D, line: readonly Feet[]): void {
  context.beginPath();
  line.forEach(([x, y], at) => {
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

/** Unevenness of the ground: a square of grey specks that fits to itself on every side. */
export const specks = once((): Canvas => {
  const side = 256;
  const canvas = createCanvas(side, side);
  const context = canvas.getContext("2d");
  const random = seeded(11);
  for (let at = 0; at < 5_000; at++) {
    const [x, y, size] = [random() * side, random() * side, 1 + random() * 5];
    context.fillStyle = random() > 0.5 ? "rgba(255,255,230,0.10)" : "rgba(20,30,10,0.12)";
    for (const [right, down] of [
      [0, 0],
      [-side, 0],
      [0, -side],
    ] as const) {
      context.beginPath();
      context.ellipse(x + right, y + down, size, size * 0.7, random() * 3, 0, 7);
      context.fill();
    }
  }
  return canvas;
});

/** Feet of one cell of the map of trees. */
const cellFeet = 10;
const [west, south, east, north] = boxOf(townLand.flat(2));
const columns = Math.ceil((east - west) / cellFeet);
const rows = Math.ceil((north - south) / cellFeet);

/** How thick the trees stand by the use of a parcel, 0 to 255; lots that are built on have some. */
const thickness: Readonly<Record<string, number>> = { Forest: 235, Farm: 14, "Vacant land": 70 };
const usualThickness = 55;

/** How thick trees stand everywhere: one byte a cell, from the north-west; none in streets, water and near buildings. */
const treeMap = once((): Uint8ClampedArray => {
  const canvas = createCanvas(columns, rows);
  const context = canvas.getContext("2d");
  context.setTransform(1 / cellFeet, 0, 0, -1 / cellFeet, -west / cellFeet, north / cellFeet);
  const grey = (value: number) => `rgb(${value},${value},${value})`;
  context.fillStyle = grey(210);
  context.fillRect(west, south, east - west, north - south);
  for (const { area, use } of townCadastre().parcels) {
    trace(context, area);
    context.fillStyle = grey(thickness[use] ?? usualThickness);
    context.fill();
  }
  context.fillStyle = grey(0);
  context.strokeStyle = grey(0);
  context.lineWidth = 30;
  for (const { ring } of buildings()) {
    trace(context, [[ring]]);
    context.fill();
    context.stroke();
  }
  for (const { line, width } of streets) {
    traceLine(context, line);
    context.lineWidth = width - 8;
    context.stroke();
  }
  trace(context, openWater);
  context.fill();
  const pixels = context.getImageData(0, 0, columns, rows).data;
  return new Uint8ClampedArray(columns * rows).map((_, at) => pixels[at * 4] ?? 0);
});

function thicknessAt([x, y]: Feet): number {
  const [column, row] = [Math.floor((x - west) / cellFeet), Math.floor((north - y) / cellFeet)];
  const isInTown = column >= 0 && column < columns && row >= 0 && row < rows;
  return isInTown ? (treeMap()[row * columns + column] ?? 0) : 210;
}

/** The trees from far above: a green that is the more opaque the thicker they stand, and the box in feet that it covers. */
export const canopy = once(() => {
  const picture = createCanvas(columns, rows);
  const context = picture.getContext("2d");
  const pixels = context.createImageData(columns, rows);
  for (const [at, thick] of treeMap().entries()) {
    const shade = hashed(at % columns, Math.floor(at / columns), 6);
    pixels.data.set([44 + 18 * shade, 68 + 22 * shade, 40 + 12 * shade, thick * (0.7 + 0.3 * shade)], at * 4);
  }
  context.putImageData(pixels, 0, 0);
  return { picture, box: [west, north - rows * cellFeet, west + columns * cellFeet, north] as Box };
});

const crowns = ["#2f4a2a", "#3a5731", "#446239", "#4f6d3c"];
const crownPixels = 48;

/** Crowns of trees with their shadows, from above: the crown's middle lies at two fifths of the picture's side, and its radius is a third of it. */
export const crownPictures = once(() =>
  crowns.map((color) => {
    const picture = createCanvas(crownPixels, crownPixels);
    const context = picture.getContext("2d");
    const disc = (x: number, y: number, radius: number, fill: string) => {
      context.beginPath();
      context.arc(x * crownPixels, y * crownPixels, radius * crownPixels, 0, 7);
      context.fillStyle = fill;
      context.fill();
    };
    disc(0.6, 0.62, 0.32, "rgba(8,18,8,0.35)");
    disc(0.4, 0.4, 0.33, color);
    disc(0.32, 0.3, 0.17, "rgba(190,205,140,0.18)");
    return picture;
  }),
);

/** A tree: where it stands, the radius of its crown in feet, and its shade from 0 to 1. */
export interface Tree {
  readonly at: Feet;
  readonly radius: number;
  readonly shade: number;
}

const treeSpacing = 26;

/** Lists the trees in a box of feet. The same tree stands at the same place in every picture. */
export function* treesIn([left, bottom, right, top]: Box): Generator<Tree> {
  for (let column = Math.floor(left / treeSpacing); column <= right / treeSpacing; column++) {
    for (let row = Math.floor(bottom / treeSpacing); row <= top / treeSpacing; row++) {
      const [x, y, chance] = [hashed(column, row, 1), hashed(column, row, 2), hashed(column, row, 3)];
      const at: Feet = [(column + x) * treeSpacing, (row + y) * treeSpacing];
      if (chance * 255 >= thicknessAt(at)) continue;
      yield { at, radius: 8 + 9 * hashed(column, row, 4), shade: hashed(column, row, 5) };
    }
  }
}

/** A number from 0 up to 1 that belongs to a place. */
function hashed(column: number, row: number, salt: number): number {
  let value = Math.imul(column, 374_761_393) ^ Math.imul(row, 668_265_263) ^ Math.imul(salt, 2_246_822_519);
  value = Math.imul(value ^ (value >>> 13), 1_274_126_177);
  return ((value ^ (value >>> 16)) >>> 0) / 4_294_967_296;
}
