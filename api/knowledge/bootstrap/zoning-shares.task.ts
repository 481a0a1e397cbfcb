/** The CPU-bound work of comparing parcels with zoning districts. */
import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import { intersectAreas, repairArea, signedArea } from "../../geometry/repair-area.ts";

/** Returns for each parcel the share of it, 0..1, that each district covers. */
export function zoningShares({
  parcels,
  districts,
}: {
  readonly parcels: readonly AreaGeometry[];
  readonly districts: readonly AreaGeometry[];
}): number[][] {
  const sound = districts.map((district) => repairArea(polygonsOf(district))?.geometry);
  return parcels.map((given) => {
    const parcel = repairArea(polygonsOf(given))?.geometry;
    return sound.map((district) => (parcel && district ? shareOf(parcel, district) : 0));
  });
}

function shareOf(parcel: AreaGeometry, district: AreaGeometry): number {
  const common = intersectAreas(parcel, district);
  return common ? Math.min(1, extentOf(common) / extentOf(parcel)) : 0;
}

/** In square degrees: at one place the ratio of two such extents is that of the areas. Holes count as negative. */
const extentOf = (area: AreaGeometry) =>
  polygonsOf(area)
    .flat()
    .reduce((sum, ring) => sum + signedArea(ring), 0);
