import type { PlanObjectType } from "../site-plan/engine/compiled-plan.ts";

/** How a kind of object looks on the picture. Widths are in points of a sheet with 72 points to an inch. */
export interface PictureStyle {
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly width: number;
  readonly dash: readonly number[];
  /** Text of the legend; null where the object needs none. */
  readonly legend: string | null;
}

const style = (
  fill: string | null,
  stroke: string | null,
  width: number,
  legend: string | null,
  dash: readonly number[] = [],
): PictureStyle => ({ fill, stroke, width, dash, legend });

/** Styles in the order of drawing: what comes later lies above. */
export const pictureStyles: readonly (readonly [PlanObjectType, PictureStyle])[] = [
  ["parcel", style("#f7f6f1", "#9a9a90", 0.6, null)],
  ["open_space", style("#cfe3bd", null, 0, "Open space")],
  ["landscape_buffer", style("#b9d6a3", null, 0, "Landscape buffer")],
  ["floodplain", style("rgba(103,161,214,0.28)", "#4a87c0", 0.6, "Flood hazard area", [5, 2])],
  ["floodway", style("rgba(54,104,180,0.45)", "#2d5da8", 0.8, "Floodway")],
  ["wetland_buffer", style("rgba(111,183,168,0.22)", "#4d9886", 0.6, "Wetland buffer", [3, 2])],
  ["wetland", style("rgba(76,158,141,0.55)", "#2f7566", 0.8, "Wetland")],
  ["steep_slope", style("rgba(160,118,72,0.35)", "#8a6236", 0.5, "Steep slope")],
  ["easement", style("rgba(190,120,170,0.18)", "#a0558c", 0.7, "Easement", [6, 2, 1, 2])],
  ["parking_field", style("#dedfe2", null, 0, null)],
  ["driveway", style("#cfd1d5", "#8d9198", 0.4, "Drive")],
  ["drive_aisle", style("#cfd1d5", null, 0, null)],
  ["truck_court", style("#c3c6cc", "#8d9198", 0.4, "Truck court")],
  ["fire_lane", style("rgba(214,92,76,0.18)", "#c8402f", 0.6, "Fire lane", [4, 2])],
  ["parking_row", style("#e6e7ea", "#8d9198", 0.3, null)],
  ["parking_stall", style("#f2f3f5", "#7f848c", 0.35, "Parking stall")],
  ["ev_stall", style("#d9efdd", "#2f8a4a", 0.5, "Charging stall")],
  ["accessible_stall", style("#cfe0f7", "#2a5fb0", 0.5, "Accessible stall")],
  ["access_aisle", style("#e3ecf8", "#2a5fb0", 0.4, null)],
  ["island", style("#bfd9a6", "#7fa35f", 0.3, null)],
  ["sidewalk", style("#ebe4d3", "#b5aa8d", 0.3, "Walk")],
  ["bicycle_parking", style("#e7d8f2", "#6d3f96", 0.5, "Bicycle parking")],
  ["stormwater_basin", style("#b5d8ea", "#3b83a8", 0.8, "Stormwater basin")],
  ["loading_space", style("#d9c8a3", "#5d5348", 0.5, "Loading space")],
  ["loading_dock", style("#9c8f80", "#5d5348", 0.5, "Loading dock")],
  ["building", style("#d98c5f", "#7c3f1c", 1, "Building")],
  ["dumpster", style("#8a8174", "#5d5348", 0.4, "Refuse")],
  ["amenity", style("#e8cfe0", "#8c5a7c", 0.5, "Amenity")],
  ["utility", style("#d8d3a8", "#8a8247", 0.4, "Utility")],
  ["sign", style("#e2c14d", "#8a7320", 0.4, null)],
  ["buildable_area", style(null, "#b9862c", 0.8, "Buildable area", [2, 2])],
  ["zone", style(null, "#7a5fa8", 1.1, "Zone", [7, 3])],
  ["setback_line", style(null, "#b03a2e", 0.8, "Setback", [5, 3])],
  ["site_boundary", style(null, "#151515", 2.2, "Site boundary", [14, 3, 3, 3])],
  ["access_point", style("#151515", "#151515", 0.8, "Access")],
];
