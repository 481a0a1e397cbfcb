import { type Box, boxOf, metersBetween } from "../../geometry/box.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";

const metersPerMile = 1_609.344;
/** A layer that begins farther from the site shows nothing that concerns it. */
const farMiles = 2;

/** Returns a note for the reader where a layer is far from all parcels; null where it is near or no parcel has a boundary. */
export function farNote(
  title: string,
  { west, south, east, north }: Readonly<Record<"west" | "south" | "east" | "north", number>>,
  parcels: readonly { readonly geometry: AreaGeometry | null }[],
): string | null {
  const sites = parcels.flatMap(({ geometry }) => (geometry === null ? [] : [boxOf(geometry)]));
  const box: Box = [west, south, east, north];
  const miles = Math.min(...sites.map((site) => metersBetween(site, box))) / metersPerMile;
  if (sites.length === 0 || miles <= farMiles) return null;
  const distance = miles.toLocaleString("en-US", { maximumFractionDigits: miles < 100 ? 1 : 0 });
  return `The layer "${title}" is ${distance} miles from the site. Check that its file is of this place and in the coordinate system that it names.`;
}
