import { answerExport, mercator, mostPixels } from "../arcgis/export.ts";
import { toMercator } from "../arcgis/feature.ts";
import { refusal } from "../arcgis/server.ts";
import { boxOf } from "../clip.ts";
import { drawAerial } from "../drawing/aerial.ts";
import { toDegrees } from "../frame.ts";
import { townLand } from "../land/waters.ts";
import { credit, notice } from "../town.ts";

const base = "/arcgis/rest/services/Imagery/MapServer";

/** Answers the imagery service: its definition, `/export`, and the pictures that an export has drawn. */
export async function answerImagery(path: string, query: URLSearchParams, origin: string): Promise<Response> {
  if (path === base) return Response.json(serviceBody());
  if (path !== `${base}/export`) return refusal(400, "Requested operation is not supported");
  return answerExport(query, { address: `${origin}/imagery${base}/export`, draw: drawAerial });
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
