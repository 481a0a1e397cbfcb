import { toMercator } from "./feature.ts";
import { refusal } from "./server.ts";

/** Web Mercator metres: min x, min y, max x, max y. */
export type MercatorBox = readonly [number, number, number, number];

/** What a service draws: an extent and the size of the picture. */
export interface ExportView {
  readonly box: MercatorBox;
  readonly width: number;
  readonly height: number;
}

/** Pictures are at most so wide and so high. */
export const mostPixels = 4096;
/** Web Mercator, as services name it. */
export const mercator = { wkid: 102_100, latestWkid: 3857 };

/** Answers `…/export`: with `f=image` the picture, else where it can be fetched and what it shows. */
export async function answerExport(
  query: URLSearchParams,
  { address, draw }: { readonly address: string; readonly draw: (view: ExportView) => Promise<Uint8Array> },
): Promise<Response> {
  const asked = readExport(query);
  if (typeof asked === "string") return refusal(400, asked);
  const { box, width, height } = asked;
  if (query.get("f") === "image") {
    const png = await draw(asked);
    return new Response(new Uint8Array(png), { headers: { "content-type": "image/png" } });
  }
  const [xmin, ymin, xmax, ymax] = box;
  const drawn = new URLSearchParams({
    bbox: box.join(","),
    bboxSR: "3857",
    imageSR: "3857",
    size: `${width},${height}`,
  });
  return Response.json({
    href: `${address}?${drawn}&format=png&f=image`,
    ...{ width, height, extent: { xmin, ymin, xmax, ymax, spatialReference: mercator } },
    scale: ((xmax - xmin) / width / 0.0254) * 96,
  });
}

/** Reads what is to be drawn, or says what is wrong. As ArcGIS does, the box grows to the shape of the picture. */
function readExport(query: URLSearchParams): ExportView | string {
  const corners = (query.get("bbox") ?? "").split(",").map(Number);
  const [width = 0, height = 0] = (query.get("size") ?? "400,400").split(",").map(Number);
  if (corners.length !== 4 || corners.some((each) => !Number.isFinite(each))) return "'bbox' parameter is invalid";
  if (!(width >= 1 && height >= 1) || width > mostPixels || height > mostPixels) {
    return `The requested image exceeds the size limit of ${mostPixels} by ${mostPixels} pixels.`;
  }
  const references = [query.get("bboxSR") ?? "3857", query.get("imageSR") ?? "3857"];
  if (!references.every((each) => /^(?:4326|3857|102100)$/.test(each)) || references[1] === "4326") {
    return "The town draws Web Mercator only.";
  }
  const [xmin = 0, ymin = 0, xmax = 0, ymax = 0] = corners;
  const [left, bottom] = references[0] === "4326" ? toMercator([xmin, ymin]) : [xmin, ymin];
  const [right, top] = references[0] === "4326" ? toMercator([xmax, ymax]) : [xmax, ymax];
  if (!(right > left && top > bottom)) return "'bbox' parameter is invalid";
  const meters = Math.max((right - left) / width, (top - bottom) / height);
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [reachX, reachY] = [(meters * width) / 2, (meters * height) / 2];
  return { box: [x - reachX, y - reachY, x + reachX, y + reachY], width, height };
}
