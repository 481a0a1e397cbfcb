import type { Box } from "../../geometry/box.ts";
import type { AerialImage, ImagerySource } from "../../providers/providers.ts";
import { isFailure, upstreamDown } from "../../providers/upstream-down.ts";
import { degreesOf } from "./web-mercator.ts";

/** Imagery that was drawn, and whether it is invented. */
export interface DrawnImagery {
  readonly image: AerialImage;
  readonly isSynthetic: boolean;
}

/**
 * Returns the imagery of a place; null where none is published.
 *
 * @throws Problem upstream_unavailable when it could not be asked
 */
export async function fetchImagery(
  imagery: ImagerySource,
  asked: { readonly box: Box; readonly widthPx: number; readonly heightPx: number },
  signal: AbortSignal,
): Promise<DrawnImagery | null> {
  const { box, widthPx, heightPx } = asked;
  const drawn = await imagery.draw({ bboxWebMercator: box, widthPx, heightPx }, signal);
  if (isFailure(drawn)) throw upstreamDown("The aerial imagery could not be read", drawn);
  return drawn.state === "ready" ? { image: drawn.value, isSynthetic: drawn.provenance.isSynthetic } : null;
}

/**
 * Returns how a picture lies on the earth. The world file has the size of a pixel and the middle of the upper left one.
 *
 * Source: Esri, "World files for raster datasets"
 */
export function georeferenceOf({ bboxWebMercator: box, widthPx, heightPx }: AerialImage, filename: string) {
  const [left, bottom, right, top] = box;
  const [wide, high] = [(right - left) / widthPx, (top - bottom) / heightPx];
  const lines = [wide, 0, 0, -high, left + wide / 2, top - high / 2];
  return {
    crs: "EPSG:3857",
    bbox_web_mercator: [...box],
    bbox_wgs84: [...degreesOf(box)],
    image_size_px: [widthPx, heightPx],
    world_file: `${lines.map((value) => value.toFixed(10)).join("\n")}\n`,
    world_file_name: filename.replace(/\.png$/, ".pgw"),
  };
}
