import type { PlanObject, PlanObjectType } from "./compiled-plan.ts";
import { perimeterFt, squareFeet } from "./kernel.ts";
import { type GridRegion, type PlanShape, squareFeetPerAcre } from "./plan-geometry.ts";

/** An object before it has its number. */
export interface Draft {
  readonly type: PlanObjectType;
  readonly label: string;
  readonly shape: PlanShape;
  readonly status: PlanObject["status"];
  readonly measurements: PlanObject["measurements"];
}

/** What a stall is called that belongs to one home: it is no part of a parking lot. */
export const stallOfHome = "Stall of a home";

/** The CAD layer of each kind of object. Source: `siteplan.md` section 11. */
const layers: Readonly<Record<PlanObjectType, string>> = {
  site_boundary: "C-PROP",
  parcel: "C-PROP",
  setback_line: "C-PROP-BRNG",
  buildable_area: "C-PROP-BLDA",
  wetland: "C-ENVR-WETL",
  wetland_buffer: "C-ENVR-WETB",
  floodway: "C-ENVR-FLDW",
  floodplain: "C-ENVR-FLDP",
  steep_slope: "C-ENVR-SLOP",
  easement: "C-ENVR-ESMT",
  zone: "C-ZONE",
  building: "C-BLDG",
  parking_field: "C-PRKG-FLD",
  parking_row: "C-PRKG-ROW",
  parking_stall: "C-PRKG-STAL",
  accessible_stall: "C-PRKG-ACCS",
  ev_stall: "C-PRKG-EV",
  bicycle_parking: "C-PRKG-BIKE",
  access_aisle: "C-PRKG-AISL",
  drive_aisle: "C-ROAD-AISL",
  driveway: "C-ROAD-DRWY",
  fire_lane: "C-ROAD-FIRE",
  truck_court: "C-ROAD-TRCK",
  loading_dock: "C-ROAD-DOCK",
  loading_space: "C-ROAD-LOAD",
  access_point: "C-ROAD-ACCS",
  sidewalk: "C-LAND-WALK",
  open_space: "C-LAND-OPEN",
  landscape_buffer: "C-LAND-BUFR",
  island: "C-LAND-ISLD",
  stormwater_basin: "C-STRM",
  dumpster: "C-MISC-DUMP",
  utility: "C-MISC-UTIL",
  sign: "C-MISC-SIGN",
  amenity: "C-MISC-AMEN",
};

const editable: ReadonlySet<PlanObjectType> = new Set([
  "building",
  "parking_field",
  "drive_aisle",
  "driveway",
  "stormwater_basin",
  "open_space",
]);

/** Returns a number with two decimals: a hundredth of a foot or square foot. */
export const rounded = (number: number) => Math.round(number * 100) / 100;

/** Returns a proposed object that covers an area. */
export function areaDraft(
  type: PlanObjectType,
  label: string,
  region: GridRegion,
  measurements: PlanObject["measurements"] = {},
): Draft {
  const own = Object.keys(measurements).length > 0 ? measurements : { area_sf: rounded(squareFeet(region)) };
  return { type, label, shape: { type: "region", region }, status: "proposed", measurements: own };
}

/** Returns drafts as objects of a zone, numbered by kind in their order. */
export function numbered(drafts: readonly Draft[], zoneId: string | null): PlanObject[] {
  const counts = new Map<string, number>();
  return drafts.map(({ type, label, shape, status, measurements }): PlanObject => {
    const number = (counts.get(type) ?? 0) + 1;
    counts.set(type, number);
    return {
      id: `${zoneId ?? "site"}/${type}/${number}`,
      objectType: type,
      zoneId,
      label,
      layer: layers[type],
      status,
      editable: status === "proposed" && editable.has(type),
      shape,
      measurements,
    };
  });
}

/** Returns the size of an area in the measures of a boundary. */
export function boundaryMeasures(region: GridRegion): PlanObject["measurements"] {
  const area = squareFeet(region);
  return {
    area_sf: rounded(area),
    area_ac: Math.round((area / squareFeetPerAcre) * 1e4) / 1e4,
    perimeter_ft: rounded(perimeterFt(region)),
  };
}
