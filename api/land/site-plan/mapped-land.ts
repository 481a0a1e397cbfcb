import type { PlanObject, PlanObjectType } from "./engine/compiled-plan.ts";
import { difference, intersection, squareFeet, union } from "./engine/kernel.ts";
import type { GridRegion } from "./engine/plan-geometry.ts";
import { areasIn } from "./site-areas.ts";
import { siteFrame } from "./site-frame.ts";
import type { StoredConcept } from "./stored-concept.ts";

/** Square feet of a mapped constraint under the buildings of a plan, and under its paving outside of them. */
export interface BuiltOn {
  readonly buildings: number;
  readonly paving: number;
}

/** What stands or is mapped where a plan builds. */
export interface MappedLand {
  readonly wetland: BuiltOn;
  readonly floodplain: BuiltOn;
  /** Buildings of the map that lie under something drawn, and square feet of theirs that do. */
  readonly standing: { readonly count: number; readonly area: number };
}

const buildings: ReadonlySet<PlanObjectType> = new Set<PlanObjectType>(["building", "amenity"]);
const paving: ReadonlySet<PlanObjectType> = new Set<PlanObjectType>([
  ...(["parking_field", "drive_aisle", "driveway", "fire_lane"] as const),
  ...(["truck_court", "loading_dock", "loading_space", "sidewalk", "bicycle_parking"] as const),
]);
const flooded: ReadonlySet<PlanObjectType> = new Set<PlanObjectType>(["floodplain", "floodway"]);

/**
 * Returns how much mapped land lies under the buildings and the paving of a plan, and which standing buildings lie under
 * these or its basin.
 *
 * @param standing features of the layer of buildings as GeoJSON text; null where there is none
 */
export function mappedLandUnder(
  { plan: { objects }, origin }: Pick<StoredConcept, "plan" | "origin">,
  standing: string | null,
): MappedLand {
  const regionOf = (isMeant: (type: PlanObjectType) => boolean) => union(regionsOf(objects, isMeant));
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
  const drawn = union([built, paved, ...regionsOf(objects, (type) => type === "stormwater_basin")]);
  const areas = areasIn(standing, siteFrame(origin))
    .map(({ region }) => Math.round(squareFeet(intersection(region, drawn))))
    .filter((area) => area > 0);
  return {
    ...{ wetland: under((type) => type === "wetland"), floodplain: under((type) => flooded.has(type)) },
    standing: { count: areas.length, area: areas.reduce((sum, area) => sum + area, 0) },
  };
}

function regionsOf(objects: readonly PlanObject[], isMeant: (type: PlanObjectType) => boolean): GridRegion[] {
  return objects.flatMap(({ objectType, shape }) =>
    isMeant(objectType) && shape.type === "region" ? [shape.region] : [],
  );
}
