import sharp, { type Sharp } from "sharp";

/** A page as a picture without colour: one byte a pixel, row by row, 0 black to 255 white. */
export interface PageImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Quarter turns clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;

const white = { background: "#ffffff" } as const;

// A document is read once, by one process among others: nothing is kept, and the other cores belong to the others.
sharp.cache(false);
sharp.concurrency(1);

/** Makes a picture without colour; what is transparent becomes paper. */
export async function greyOf(picture: Sharp): Promise<PageImage> {
  const { data, info } = await picture
    .flatten(white)
    .toColourspace("b-w")
    .extractChannel(0)
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Makes a picture without colour out of pixels of four bytes: red, green, blue, opacity. */
export function greyOfPixels(data: Uint8Array, width: number, height: number): Promise<PageImage> {
  return greyOf(sharp(data, { raw: { width, height, channels: 4 } }));
}

/** Turns a picture by quarters. */
export async function turned(image: PageImage, quarters: QuarterTurns): Promise<PageImage> {
  return quarters === 0 ? image : greyOf(pictureOf(image).rotate(quarters * 90));
}

/** Turns a picture by a few degrees, clockwise; the corners that come up are white. */
export function straightened(image: PageImage, degrees: number): Promise<PageImage> {
  return greyOf(pictureOf(image).rotate(degrees, white));
}

/** Makes a picture smaller until its longer side has at most so many pixels. */
export async function shrunk(image: PageImage, longestSide: number): Promise<PageImage> {
  if (Math.max(image.width, image.height) <= longestSide) return image;
  return greyOf(pictureOf(image).resize({ width: longestSide, height: longestSide, fit: "inside" }));
}

/** Writes a picture as a portable greymap (PGM), which costs nothing to write or to read. */
export function greymapOf({ width, height, data }: PageImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1"), data]);
}

function pictureOf({ width, height, data }: PageImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

/**
 * The grey that parts ink from paper best: it makes the variance between the two groups largest.
 *
 * @see N. Otsu, "A Threshold Selection Method from Gray-Level Histograms", IEEE Trans. SMC 9 (1979)
 */
export function inkThreshold({ data }: PageImage): number {
  const counts = new Float64Array(256);
  for (const grey of data) counts[grey] = (counts[grey] ?? 0) + 1;
  let all = 0;
  counts.forEach((count, grey) => {
    all += count * grey;
  });
  let [dark, darkSum, best, threshold] = [0, 0, -1, 128];
  for (let grey = 0; grey < 255; grey += 1) {
    const count = counts[grey] ?? 0;
    dark += count;
    darkSum += count * grey;
    const light = data.length - dark;
    if (dark === 0 || light === 0) continue;
    const between = dark * light * (darkSum / dark - (all - darkSum) / light) ** 2;
    if (between > best) [best, threshold] = [between, grey];
  }
  return threshold;
}
