/** The CPU-bound work of telling neighbouring parcels from the site's own and from those further away. */
import { type Box, boxOf, grownBox } from "../../geometry/box.ts";
import { distanceToArea } from "../../geometry/distance-to-area.ts";
import { areaOf } from "../../geometry/ellipsoid-area.ts";
import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import { intersectAreas } from "../../geometry/repair-area.ts";

/** What is sorted. */
export interface NeighbourQuestion {
  readonly site: AreaGeometry;
  readonly marginMeters: number;
  readonly parcels: readonly AreaGeometry[];
}

/** A parcel with this share of its land inside the site is part of it; sources draw the same boundary with small differences. */
const ownShare = 0.5;

/** Returns the places in the list of the parcels that are not the site's own and lie within the margin around it. */
export function sortNeighbours({ site, marginMeters, parcels }: NeighbourQuestion): number[] {
  const around = grownBox(boxOf(site), marginMeters);
  return parcels.flatMap((parcel, at) => {
    if (!overlap(boxOf(parcel), around)) return [];
    const shared = intersectAreas(parcel, site);
    const share = shared ? areaOf(polygonsOf(shared)) / areaOf(polygonsOf(parcel)) : 0;
    if (share > ownShare) return [];
    return shared || isWithin(parcel, site, marginMeters) ? [at] : [];
  });
}

const overlap = ([west, south, east, north]: Box, [left, bottom, right, top]: Box) =>
  west <= right && east >= left && south <= top && north >= bottom;

/** Between areas that do not cross, the shortest way ends at a corner of one of them. */
function isWithin(one: AreaGeometry, other: AreaGeometry, meters: number): boolean {
  const cornersOf = (area: AreaGeometry) => polygonsOf(area).flat(2);
  const isNear = (area: AreaGeometry) => (corner: readonly [number, number]) => distanceToArea(corner, area) <= meters;
  return cornersOf(one).some(isNear(other)) || cornersOf(other).some(isNear(one));
}
