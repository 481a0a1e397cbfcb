import type { Position } from "../../geometry/geojson.ts";
import { type PlaceNames, type StatePlane, statePlaneAt } from "../../geometry/state-plane.ts";
import { type GridPoint, gridUnitsPerFoot } from "../site-plan/engine/plan-geometry.ts";
import { siteFrame } from "../site-plan/site-frame.ts";
import type { PlanFileSystem } from "./plan-file.ts";

/** Where the points of a concept stand in a CAD file. */
export interface CadSystem {
  readonly system: PlanFileSystem;
  /** Null where no state plane zone covers the site: coordinates are feet from the origin of the concept. */
  readonly plane: StatePlane | null;
  /** Easting and northing, rounded to a thousandth of a foot. */
  toCad(point: GridPoint): readonly [easting: number, northing: number];
}

const thousandths = (feet: number) => Math.round(feet * 1000) / 1000;

/** Returns the state plane zone of a site, or else the frame of the concept with its origin in the name. */
export function cadSystemAt(origin: Position, place: PlaceNames): CadSystem {
  const plane = statePlaneAt(origin, place) ?? null;
  const frame = siteFrame(origin);
  if (plane === null) {
    const name = `Local transverse Mercator around ${origin[1].toFixed(6)}, ${origin[0].toFixed(6)} (GRS 80)`;
    return {
      ...{ system: { name, epsg: null, unit: "foot" }, plane },
      toCad: ({ x, y }) => [x / gridUnitsPerFoot, y / gridUnitsPerFoot],
    };
  }
  return {
    ...{ system: { name: plane.name, epsg: plane.epsg, unit: plane.unit }, plane },
    toCad(point) {
      const [easting, northing] = plane.forward(frame.toPosition(point));
      return [thousandths(easting), thousandths(northing)];
    },
  };
}
