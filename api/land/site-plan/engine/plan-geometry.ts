/** An integer number of thousandths of a foot in the local frame of the site. Source: `siteplan.md` section 8, grid choice. */
export type GridLength = number;

/** A place on the grid of the site: x points east, y points north. */
export interface GridPoint {
  readonly x: GridLength;
  readonly y: GridLength;
}

/** A ring without its closing point: outer rings run counter-clockwise, holes clockwise. */
export type GridRing = readonly GridPoint[];

/** An area: rings that do not cross each other; which are holes follows from their direction. */
export interface GridRegion {
  readonly rings: readonly GridRing[];
}

/** What a plan object is drawn as. */
export type PlanShape =
  | { readonly type: "region"; readonly region: GridRegion }
  | { readonly type: "line"; readonly points: readonly GridPoint[] }
  | { readonly type: "point"; readonly point: GridPoint };

/** Square feet in one acre. */
export const squareFeetPerAcre = 43_560;

/** Grid units in one foot. */
export const gridUnitsPerFoot = 1000;
