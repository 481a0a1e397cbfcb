import type { Position } from "../../geometry/geojson.ts";
import { localPlane } from "../../geometry/local-plane.ts";
import { type GridPoint, gridUnitsPerFoot } from "./engine/plan-geometry.ts";

/** Metres in an international foot. Source: Federal Register, 1 July 1959. */
const metresPerFoot = 0.3048;

/** The frame of a concept: a plane around its origin, in thousandths of an international foot. */
export interface SiteFrame {
  /** Returns the nearest point of the grid. */
  toGrid(position: Position): GridPoint;
  /** Returns longitude and latitude with 8 decimals, about 1 mm. */
  toPosition(point: GridPoint): Position;
}

/** Returns the frame around an origin, which is stored with the concept. Source: `siteplan.md` section 10. */
export function siteFrame(origin: Position): SiteFrame {
  const plane = localPlane(origin);
  const perMetre = gridUnitsPerFoot / metresPerFoot;
  const rounded = (degrees: number) => Math.round(degrees * 1e8) / 1e8;
  return {
    toGrid(position) {
      const [x, y] = plane.forward(position);
      return { x: Math.round(x * perMetre), y: Math.round(y * perMetre) };
    },
    toPosition({ x, y }) {
      const [longitude, latitude] = plane.inverse([x / perMetre, y / perMetre]);
      return [rounded(longitude), rounded(latitude)];
    },
  };
}
