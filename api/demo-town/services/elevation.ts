import { writeArrayBuffer } from "geotiff";
import { fromMercator } from "../arcgis/feature.ts";
import { refusal } from "../arcgis/server.ts";
import { toFeet } from "../frame.ts";
import { surveyedElevation } from "../land/elevation-grid.ts";
import { credit, notice } from "../town.ts";

const base = "/arcgis/rest/services/3DEPElevation/ImageServer";
const mostPixels = 2_000;
/** The value that stands for no data. */
const noData = -999_999;
const metersPerFoot = 0.3048;

/** Answers the elevation service: its definition, and `/exportImage` with metres as a GeoTIFF of 32-bit numbers. */
export async function answerElevation(path: string, query: URLSearchParams): Promise<Response> {
  if (path === base) {
    return Response.json({
      ...{ currentVersion: 11.3, name: "3DEPElevation", description: notice, copyrightText: credit, bandCount: 1 },
      ...{ pixelType: "F32", maxImageWidth: mostPixels, maxImageHeight: mostPixels, capabilities: "Image" },
    });
  }
  if (path !== `${base}/exportImage`) return refusal(400, "Requested operation is not supported");
  const corners = (query.get("bbox") ?? "").split(",").map(Number);
  const [width = 0, height = 0] = (query.get("size") ?? "").split(",").map(Number);
  const isMercator = [query.get("bboxSR"), query.get("imageSR")].every((each) => /^(?:3857|102100)$/.test(each ?? ""));
  const isTiff = query.get("format") === "tiff" && query.get("pixelType") === "F32" && query.get("f") === "image";
  if (corners.length !== 4 || !corners.every(Number.isFinite) || !isMercator || !isTiff) {
    return refusal(400, "The town exports metres as 32-bit TIFF in Web Mercator only.");
  }
  if (!(width >= 1 && height >= 1) || width > mostPixels || height > mostPixels) {
    return refusal(400, `The requested image exceeds the size limit of ${mostPixels} by ${mostPixels} pixels.`);
  }
  const tiff = await writeArrayBuffer(heightsIn(corners, width, height), geoKeys(corners, width, height));
  return new Response(new Uint8Array(tiff as ArrayBuffer), { headers: { "content-type": "image/tiff" } });
}

function heightsIn([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], width: number, height: number) {
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const y = top - ((row + 0.5) / height) * (top - bottom);
    for (let column = 0; column < width; column++) {
      const x = left + ((column + 0.5) / width) * (right - left);
      const feet = surveyedElevation(toFeet(fromMercator([x, y])));
      values[row * width + column] = feet === undefined ? noData : feet * metersPerFoot;
    }
  }
  return values;
}

function geoKeys([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], width: number, height: number) {
  return {
    ...{ width, height, SampleFormat: [3], BitsPerSample: [32], GDAL_NODATA: `${noData}\0` },
    ...{
      ModelPixelScale: [(right - left) / width, (top - bottom) / height, 0],
      ModelTiepoint: [0, 0, 0, left, top, 0],
    },
    ...{ GTModelTypeGeoKey: 1, GTRasterTypeGeoKey: 1, ProjectedCSTypeGeoKey: 3857 },
    ImageDescription: notice,
  };
}
