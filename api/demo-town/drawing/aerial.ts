import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import sharp from "sharp";
import { loadPictureFonts, pictureFont } from "../../pictures/fonts.ts";
import { fromMercator } from "../arcgis/feature.ts";
import { boxOf, centerOf, type FeetArea, grown, intersection } from "../clip.ts";
import { type Feet, toFeet } from "../frame.ts";
import { type Building, buildings } from "../land/buildings.ts";
import type { Parcel } from "../land/parcels.ts";
import { rightOfWay, streets } from "../land/streets.ts";
import { openWater, wetlands } from "../land/waters.ts";
import { once } from "../once.ts";
import { townCadastre } from "../town.ts";
import { canopy, crownPictures, groundOf, specks, trace, traceLine, treesIn } from "./ground.ts";

type Box = readonly [number, number, number, number];

/** Where the picture lies and how large it is. */
export interface AerialView {
  /** Web Mercator metres: min x, min y, max x, max y. */
  readonly box: Box;
  readonly width: number;
  readonly height: number;
}

/** With so many feet in a pixel, single trees are not seen. */
const treelessFeet = 4;

/** Draws the town from above, out of its own data, and writes across the picture that it is invented. Returns PNG. */
export function drawAerial({ box, width, height }: AerialView): Promise<Buffer> {
  const [left, bottom] = toFeet(fromMercator([box[0], box[1]]));
  const [right, top] = toFeet(fromMercator([box[2], box[3]]));
  const view: Box = [left, bottom, right, top];
  const feetPerPixel = (right - left) / width;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const [scaleX, scaleY] = [width / (right - left), height / (top - bottom)];
  context.setTransform(scaleX, 0, 0, -scaleY, -left * scaleX, top * scaleY);
  const isSeen = (area: FeetArea, margin = 0) => overlap(boxOf(area.flat(2)), view, margin);
  drawGround(context, view, isSeen);
  drawStreets(context, isSeen);
  const seen = buildings().filter(({ ring }) => isSeen([[ring]], 60));
  for (const building of seen) drawYard(context, building);
  for (const building of seen) drawRoof(context, building);
  if (feetPerPixel < treelessFeet) drawTrees(context, view);
  else drawCanopy(context);
  context.resetTransform();
  drawNotice(context, width, height);
  const picture = sharp(canvas.data(), { raw: { width, height, channels: 4 } }).removeAlpha();
  // The canvas's own encoder takes twice as long.
  return picture.png({ compressionLevel: 1 }).toBuffer();
}

function overlap(one: Box, other: Box, margin: number): boolean {
  return (
    one[0] - margin < other[2] && one[2] + margin > other[0] && one[1] - margin < other[3] && one[3] + margin > other[1]
  );
}

type IsSeen = (area: FeetArea, margin?: number) => boolean;

function drawGround(context: SKRSContext2D, [left, bottom, right, top]: Box, isSeen: IsSeen): void {
  const fillView = () => context.fillRect(left, bottom, right - left, top - bottom);
  context.fillStyle = "#4d6a3f";
  fillView();
  for (const parcel of townCadastre().parcels) {
    if (!isSeen(parcel.area)) continue;
    trace(context, parcel.area);
    context.fillStyle = groundOf(parcel);
    context.fill();
    if (parcel.use === "Farm") drawFurrows(context, parcel);
  }
  for (const { code, area } of wetlandAreas()) {
    if (code === "R2UBH" || !isSeen(area)) continue;
    trace(context, area);
    context.fillStyle = code.startsWith("PEM") ? "rgba(96,104,52,0.75)" : "rgba(38,66,48,0.7)";
    context.fill();
  }
  context.fillStyle = context.createPattern(specks(), "repeat");
  fillView();
  if (!isSeen(openWater)) return;
  trace(context, openWater);
  context.fillStyle = "#2f4a52";
  context.strokeStyle = "#57604a";
  context.lineWidth = 7;
  context.fill();
  context.stroke();
}

const wetlandAreas = once(wetlands);

/** Rows of a crop, along the street of the farm. */
function drawFurrows(context: SKRSContext2D, { area, fronts, id }: Parcel): void {
  const [front] = fronts;
  if (!front) return;
  const [x, y] = centerOf(area);
  const angle = Math.atan2(front.to[1] - front.from[1], front.to[0] - front.from[0]);
  const [left, bottom, right, top] = boxOf(area.flat(2));
  const reach = Math.hypot(right - left, top - bottom) / 2;
  context.save();
  trace(context, area);
  context.clip();
  context.translate(x, y);
  context.rotate(angle);
  for (let band = -reach; band < reach; band += 130) {
    context.fillStyle = Math.round(band / 130 + id) % 2 === 0 ? "rgba(120,100,50,0.22)" : "rgba(70,110,40,0.18)";
    context.fillRect(-reach, band, 2 * reach, 130);
  }
  context.strokeStyle = "rgba(60,60,20,0.12)";
  context.lineWidth = 3;
  for (let row = -reach; row < reach; row += 12) {
    traceLine(context, [
      [-reach, row],
      [reach, row],
    ]);
    context.stroke();
  }
  context.restore();
}

const pavement = { primary: 56, secondary: 34, residential: 26, service: 18 } as const;
const landOfStreets = once(() => streets.map((street) => ({ street, land: rightOfWay(street) })));

function drawStreets(context: SKRSContext2D, isSeen: IsSeen): void {
  const seen = landOfStreets().filter(({ land }) => isSeen(land));
  for (const { land } of seen) {
    trace(context, land);
    context.fillStyle = "#7c9160";
    context.fill();
  }
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { street } of seen) {
    context.strokeStyle = context.fillStyle = "#8b8983";
    context.lineWidth = pavement[street.class];
    traceLine(context, street.line);
    context.stroke();
    const [x, y] = street.line[street.line.length - 1] as Feet;
    context.beginPath();
    context.arc(x, y, Math.max(0, street.bulb - 12), 0, 7);
    context.fill();
  }
  for (const { street } of seen) {
    if (street.class === "residential") continue;
    context.strokeStyle = "rgba(226,205,120,0.8)";
    context.lineWidth = 1.2;
    traceLine(context, street.line);
    context.stroke();
  }
}

const paved = new Set(["retail", "commercial", "office", "warehouse", "industrial", "apartments"]);

/** The parking lot of a building, or its driveway. */
function drawYard(context: SKRSContext2D, { parcel, kind, ring }: Building): void {
  if (paved.has(kind)) {
    trace(context, intersection(grown([[ring]], kind === "warehouse" ? 70 : 42), grown(parcel.area, -5)));
    context.fillStyle = "#96948f";
    context.fill();
    return;
  }
  const [front] = parcel.fronts;
  const [corner] = ring;
  if (!front || !corner) return;
  const length = Math.hypot(front.to[0] - front.from[0], front.to[1] - front.from[1]);
  const along: Feet = [(front.to[0] - front.from[0]) / length, (front.to[1] - front.from[1]) / length];
  const station = (corner[0] - front.from[0]) * along[0] + (corner[1] - front.from[1]) * along[1] - 8;
  const at: Feet = [front.from[0] + along[0] * station, front.from[1] + along[1] * station];
  const inward: Feet = [corner[0] - along[0] * 8 - at[0], corner[1] - along[1] * 8 - at[1]];
  context.strokeStyle = "#a19d94";
  context.lineWidth = 10;
  context.lineCap = "butt";
  traceLine(context, [
    [at[0] - inward[0] * 0.3, at[1] - inward[1] * 0.3],
    [at[0] + inward[0] * 1.2, at[1] + inward[1] * 1.2],
  ]);
  context.stroke();
}

const shingles = ["#6d625b", "#7d6f66", "#5b5f66", "#84776a", "#6b5149"];
const membranes = ["#d9d7d0", "#bfc0bd", "#c9c5ba"];

function drawRoof(context: SKRSContext2D, { parcel, kind, ring, heightFeet }: Building): void {
  const shadow = heightFeet * 0.45;
  trace(context, [[ring.map(([x, y]): Feet => [x + shadow * 0.7, y + shadow])]]);
  context.fillStyle = "rgba(10,18,10,0.45)";
  context.fill();
  const isFlat = paved.has(kind);
  const colors = isFlat ? membranes : shingles;
  trace(context, [[ring]]);
  context.fillStyle = colors[parcel.id % colors.length] ?? "#777";
  context.fill();
  context.strokeStyle = isFlat ? "#efeeea" : "rgba(0,0,0,0.35)";
  context.lineWidth = isFlat ? 2.5 : 1;
  context.stroke();
  if (isFlat) return;
  // The side of the roof toward the street lies in the sun.
  const [a, b, c] = ring as unknown as readonly [Feet, Feet, Feet];
  const depth: Feet = [(c[0] - b[0]) / 2, (c[1] - b[1]) / 2];
  trace(context, [[[a, b, [b[0] + depth[0], b[1] + depth[1]], [a[0] + depth[0], a[1] + depth[1]]]]]);
  context.fillStyle = "rgba(255,245,225,0.16)";
  context.fill();
}

function drawTrees(context: SKRSContext2D, [left, bottom, right, top]: Box): void {
  const pictures = crownPictures();
  for (const { at, radius, shade } of treesIn([left - 20, bottom - 20, right + 20, top + 20])) {
    const picture = pictures[Math.floor(shade * pictures.length)];
    const side = radius * 3;
    if (picture) context.drawImage(picture, at[0] - side * 0.4, at[1] - side * 0.4, side, side);
  }
}

/** The trees as one green cover. */
function drawCanopy(context: SKRSContext2D): void {
  const { picture, box } = canopy();
  context.save();
  context.translate(box[0], box[3]);
  context.scale(1, -1);
  context.drawImage(picture, 0, 0, box[2] - box[0], box[3] - box[1]);
  context.restore();
}

/** Says across the picture, faintly, that nothing of this exists. */
function drawNotice(context: SKRSContext2D, width: number, height: number): void {
  loadPictureFonts();
  const size = Math.max(14, Math.round(Math.min(width, height) / 22));
  context.font = `bold ${size}px "${pictureFont}"`;
  context.textAlign = "center";
  context.fillStyle = "rgba(255,255,255,0.20)";
  context.translate(width / 2, height / 2);
  context.rotate(-Math.PI / 7);
  const step = size * 9;
  const reach = Math.hypot(width, height) / 2;
  for (let y = -reach, row = 0; y < reach; y += step, row++) {
    for (let x = -reach - (row % 2) * step; x < reach + step; x += step * 2) context.fillText("SYNTHETIC", x, y);
  }
  context.resetTransform();
}
