/** The CPU-bound work of reading elevations: contours around a site, and the slopes inside of it. */
import { fromArrayBuffer } from "geotiff";
import type { Box } from "../../geometry/box.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import { isInDegrees, isWebMercator } from "../arcgis/layer-info.ts";
import type { SiteFeature } from "../site-features.ts";
import type { TerrainSummary } from "../site-layer.ts";
import { contoursOf } from "./contour-lines.ts";
import { cellsInside, type ElevationGrid, feetFromMeters, intervalFor, smoothed } from "./elevation-grid.ts";
import { slopesOf } from "./slopes.ts";

/** A GeoTIFF of metres, and what is read out of it. */
export interface TerrainQuestion {
  readonly bytes: Uint8Array;
  readonly site: AreaGeometry;
  /** In degrees; contours are cut at it. */
  readonly box: Box;
}

/** Contours and terrain; `summary` is null where nothing is known of the site, `fault` says why the file cannot be read. */
export interface ReadTerrain {
  readonly fault: string | null;
  readonly features: readonly SiteFeature[];
  readonly summary: TerrainSummary | null;
}

const datum = "NAVD88";
const nothing = { features: [], summary: null };

/** Reads the elevations of a place. */
export async function readTerrain({ bytes, site, box }: TerrainQuestion): Promise<ReadTerrain> {
  const grid = await readGrid(bytes);
  if (typeof grid === "string") return { fault: grid, ...nothing };
  const inside = cellsInside(grid, site).filter((at) => Number.isFinite(grid.feet[at]));
  if (inside.length === 0) return { fault: null, ...nothing };
  const ground = smoothed(grid);
  const [least, most] = rangeOf(ground.feet);
  const interval = intervalFor(most - least, ground.cellMeters);
  const [lowest, highest] = rangeOf(inside.map((at) => ground.feet[at] ?? Number.NaN));
  const rounded = (feet: number) => Math.round(feet * 100) / 100;
  return {
    fault: null,
    features: contoursOf(ground, { interval, box }),
    summary: {
      ...{ interval_ft: interval, resolution_m: rounded(ground.cellMeters), vertical_datum: datum },
      ...{ elevation_min_ft: rounded(lowest), elevation_max_ft: rounded(highest) },
      ...slopesOf(ground, inside),
    },
  };
}

function rangeOf(values: ArrayLike<number>): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** No place on land is lower or higher, in metres. */
const [lowestMeters, highestMeters] = [-450, 9_000];

async function readGrid(bytes: Uint8Array): Promise<ElevationGrid | string> {
  try {
    const copy = new Uint8Array(bytes);
    const image = await (await fromArrayBuffer(copy.buffer)).getImage();
    const keys = image.getGeoKeys();
    const reference = Number(keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey);
    if (isInDegrees(reference) || !isWebMercator(reference)) return "is not in Web Mercator";
    const [values] = await image.readRasters({ samples: [0] });
    if (!(values instanceof Float32Array)) return "holds no elevations";
    const noData = image.getGDALNoData();
    const feet = Float64Array.from(values, (meters) => {
      const isKnown = meters !== noData && meters > lowestMeters && meters < highestMeters;
      return isKnown ? meters * feetFromMeters : Number.NaN;
    });
    const [left = 0, bottom = 0, right = 0, top = 0] = image.getBoundingBox();
    const [width, height] = [image.getWidth(), image.getHeight()];
    const stretch = Math.cosh((top + bottom) / 2 / 6_378_137);
    return {
      feet,
      width,
      height,
      left,
      top,
      pixel: (right - left) / width,
      cellMeters: (right - left) / width / stretch,
    };
  } catch {
    return "cannot be read";
  }
}
