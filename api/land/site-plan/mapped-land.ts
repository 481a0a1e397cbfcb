import type { PlanObject, PlanObjectType } from "./engine/compiled-plan.ts";
import { intersection, squareFeet, union } from "./engine/kernel.ts";

/** Square feet of each mapped constraint. */
export interface MappedLand {
  readonly wetland: number;
  readonly floodplain: number;
}

const built: ReadonlySet<PlanObjectType> = new Set<PlanObjectType>([
  ...(["building", "parking_field", "drive_aisle", "driveway", "fire_lane"] as const),
  ...(["truck_court", "loading_dock", "sidewalk", "amenity"] as const),
]);
const flooded: ReadonlySet<PlanObjectType> = new Set<PlanObjectType>(["floodplain", "floodway"]);

/** Returns how much mapped land lies under the buildings and the paving of a plan. */
export function mappedLandUnder(objects: readonly PlanObject[]): MappedLand {
  const regionOf = (isMeant: (type: PlanObjectType) => boolean) =>
    union(
      objects.flatMap(({ objectType, shape }) =>
        isMeant(objectType) && shape.type === "region" ? [shape.region] : [],
      ),
    );
  const drawn = regionOf((type) => built.has(type));
  const under = (isMeant: (type: PlanObjectType) => boolean) =>
    Math.round(squareFeet(intersection(drawn, regionOf(isMeant))));
  return { wetland: under((type) => type === "wetland"), floodplain: under((type) => flooded.has(type)) };
}
