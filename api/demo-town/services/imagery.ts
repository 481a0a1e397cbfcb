import { toMercator } from "../arcgis/feature.ts";
import { refusal } from "../arcgis/server.ts";
import { boxOf } from "../clip.ts";
import { drawAerial } from "../drawing/aerial.ts";
import { toDegrees } from "../frame.ts";
import { townLand } from "../land/waters.ts";
import { credit, notice } from "../town.ts";

type Box = readonly [number, number, number, number];

const base = "/arcgis/rest/services/Imagery/MapServer";
const mostPixels = 4096;
const mercator = { wkid: 102_100, latestWkid: 3857 };

/** Answers the imagery service: its definition, `/export`, and the pictures that an export has drawn. */
export async function answerImagery(path: string, query: URLSearchParams, origin: string): Promise<Response> {
  if (path === base) return Response.json(serviceBody());
  if (path !== `${base}/export`) return refusal(400, "Requested operation is not supported");
  const asked = readExport(query);
  if (typeof asked === "string") return refusal(400, asked);
  const { box, width, height } = asked;
  if (query.get("f") === "image") {
    const png = await drawAerial({ box, width, height });
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
    href: `${origin}/imagery${base}/export?${drawn}&format=png&f=image`,
    ...{ width, height, extent: { xmin, ymin, xmax, ymax, spatialReference: mercator } },
    scale: ((xmax - xmin) / width / 0.0254) * 96,
  });
}

function serviceBody(): unknown {
  const [west, south, east, north] = boxOf(townLand.flat(2));
  const [xmin, ymin] = toMercator(toDegrees([west, south]));
  const [xmax, ymax] = toMercator(toDegrees([east, north]));
  const fullExtent = { xmin, ymin, xmax, ymax, spatialReference: mercator };
  return {
    ...{ currentVersion: 11.3, serviceDescription: `Aerial imagery. ${notice}`, mapName: "Imagery" },
    ...{ copyrightText: credit, layers: [], tables: [], spatialReference: mercator, fullExtent },
    ...{ supportedImageFormatTypes: "PNG32,PNG24,PNG", maxImageWidth: mostPixels, maxImageHeight: mostPixels },
    capabilities: "Map",
  };
}

/** Reads what is to be drawn, or says what is wrong. As ArcGIS does, the box grows to the shape of the picture. */
function readExport(query: URLSearchParams): { box: Box; width: number; height: number } | string {
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
