import type { PlanObject, PlanObjectType } from "./engine/compiled-plan.ts";
import { difference, intersection, squareFeet, union } from "./engine/kernel.ts";

/** Square feet of a mapped constraint under the buildings of a plan, and under its paving outside of them. */
export interface BuiltOn {
  readonly buildings: number;
  readonly paving: number;
}

/** Square feet of each mapped constraint that a plan builds on. */
export interface MappedLand {
  readonly wetland: BuiltOn;
  readonly floodplain: BuiltOn;
}

const buildings: ReadonlySet<PlanObjectType> = new Set<PlanObjectType>(["building", "amenity"]);
const paving: ReadonlySet<PlanObjectType> = new Set<PlanObjectType>([
  ...(["parking_field", "drive_aisle", "driveway", "fire_lane"] as const),
  ...(["truck_court", "loading_dock", "sidewalk"] as const),
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
  const built = regionOf((type) => buildings.has(type));
  const paved = difference(
    regionOf((type) => paving.has(type)),
    built,
  );
  const under = (isMeant: (type: PlanObjectType) => boolean): BuiltOn => {
    const mapped = regionOf(isMeant);
    const area = (drawn: typeof built) => Math.round(squareFeet(intersection(drawn, mapped)));
    return { buildings: area(built), paving: area(paved) };
  };
  return { wetland: under((type) => type === "wetland"), floodplain: under((type) => flooded.has(type)) };
}
