import type { Box } from "../../geometry/box.ts";
import type { AreaGeometry, GeometryFault, Position } from "../../geometry/geojson.ts";

/** A place of Web Mercator (EPSG:3857), in metres. */
export type MercatorPoint = readonly [x: number, y: number];

/** A parcel that was read, in Web Mercator. */
export interface FramedParcel {
  /** Each polygon: its outer ring, then its holes. */
  readonly polygons: readonly (readonly (readonly MercatorPoint[])[])[];
  readonly label: string | null;
}

/** Parcels that were read and the picture that shows them, or what is wrong with them by the index of the parcel. */
export type Framing =
  | { readonly faults: readonly (GeometryFault & { readonly parcel: number | null })[] }
  | {
      readonly parcels: readonly FramedParcel[];
      /** Web Mercator metres, in the shape of the picture. */
      readonly box: Box;
      readonly widthPx: number;
      readonly heightPx: number;
    };

/** What is framed. */
export interface FramingInput {
  readonly parcels: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: unknown };
    readonly label: string | null;
  }[];
  readonly widthPx: number;
  /** Null fits the parcels. */
  readonly heightPx: number | null;
}

const radius = 6_378_137;
const radians = Math.PI / 180;
/** Ground around the parcels on every side, as a share of their extent. */
const marginShare = 0.35;
const leastMeters = 80;
const mostMeters = 20_000;
/** Web Mercator ends there. */
const furthestLatitude = 85;
const leastPixels = 256;
const mostPixels = 2048;

const toMercator = ([longitude, latitude]: Position): MercatorPoint => [
  longitude * radians * radius,
  Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2)) * radius,
];

/** Returns the picture that shows areas with some ground around them, or why there is none. */
export function framed(
  areas: readonly { readonly geometry: AreaGeometry; readonly label: string | null }[],
  { widthPx, heightPx }: Pick<FramingInput, "widthPx" | "heightPx">,
): Framing {
  const polygonsOf = (area: AreaGeometry) => (area.type === "Polygon" ? [area.coordinates] : area.coordinates);
  const positions = areas.flatMap(({ geometry }) => polygonsOf(geometry).flat(2));
  const [west, south, east, north] = extentOf(positions);
  if (Math.max(Math.abs(south), Math.abs(north)) > furthestLatitude) {
    return refused("out_of_range", `must lie between ${furthestLatitude} degrees south and north`);
  }
  const parcels = areas.map(({ geometry, label }) => ({
    label,
    polygons: polygonsOf(geometry).map((rings) => rings.map((ring) => ring.map(toMercator))),
  }));
  const [left, bottom] = toMercator([west, south]);
  const [right, top] = toMercator([east, north]);
  // A metre of the ground is longer on this map the further it lies from the equator.
  const stretch = 1 / Math.cos(((south + north) / 2) * radians);
  if (Math.max(right - left, top - bottom) / stretch > mostMeters) {
    return refused("too_far_apart", `must lie within ${mostMeters / 1_000} kilometers of each other to be drawn`);
  }
  const wanted = (extent: number) => Math.max(extent * (1 + 2 * marginShare), leastMeters * stretch);
  const [width, height] = [wanted(right - left), wanted(top - bottom)];
  const fitting = Math.round(widthPx * Math.min(1.25, Math.max(0.6, height / width)));
  const rows = heightPx ?? Math.min(mostPixels, Math.max(leastPixels, fitting));
  const metersPerPixel = Math.max(width / widthPx, height / rows);
  const [reachX, reachY] = [(metersPerPixel * widthPx) / 2, (metersPerPixel * rows) / 2];
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return { parcels, box: [x - reachX, y - reachY, x + reachX, y + reachY], widthPx, heightPx: rows };
}

const refused = (code: string, message: string): Framing => ({ faults: [{ parcel: null, path: "", code, message }] });

function extentOf(positions: readonly Position[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positions) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return [west, south, east, north];
}
