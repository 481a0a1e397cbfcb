/** The CPU-bound work of reading a picture of a map or image service. */
import sharp from "sharp";

/** A picture as PNG. */
export interface ReadPicture {
  readonly isUnreadable: boolean;
  /** What a service draws where it has no imagery. */
  readonly isOneColor: boolean;
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

const mostPixels = 40_000_000;
const unreadable: ReadPicture = {
  ...{ isUnreadable: true, isOneColor: false, width: 0, height: 0 },
  png: new Uint8Array(),
};

/** Decodes a PNG or JPEG picture and tells its size and whether it shows anything; JPEG becomes PNG. */
export async function readPicture({ bytes }: { readonly bytes: Uint8Array }): Promise<ReadPicture> {
  sharp.concurrency(1);
  try {
    const input = Buffer.from(bytes);
    const picture = sharp(input, { limitInputPixels: mostPixels, failOn: "truncated" });
    const { width, height, format } = await picture.metadata();
    // A fifth of the pixels on a side tells whether all have one colour.
    const small = await picture
      .clone()
      .resize(Math.ceil(width / 5), Math.ceil(height / 5), { kernel: "nearest" })
      .toBuffer();
    const { channels, isOpaque } = await sharp(small).stats();
    const alpha = channels[3];
    const isTransparent = !isOpaque && alpha !== undefined && alpha.max === 0;
    const isOneColor = isTransparent || channels.every(({ min, max }) => min === max);
    const png = format === "png" ? input : await picture.png({ compressionLevel: 3 }).toBuffer();
    return { isUnreadable: false, isOneColor, width, height, png: new Uint8Array(png) };
  } catch {
    return unreadable;
  }
}
