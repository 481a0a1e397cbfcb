import { areaDraft, type Draft, rounded } from "./drafts.ts";
import { difference, intersection, offset, opened, piecesOf, squareFeet, union } from "./kernel.ts";
import type { StallRow } from "./layout.ts";
import { regionOf } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlannedBuilding } from "./programs/program.ts";
import type { ZonePlan } from "./zone-plan.ts";

/** Least width of open space and of planted strips, feet. */
const openWidth = 20;
const stripWidth = 2;
/** Smallest pieces that are drawn, square feet. */
const leastOpen = 400;
const leastStrip = 40;
/** Of the distance between a building and a drive, what is planted; the rest is walk. */
const foundationStrip = 3;

/** Returns what a plan draws in its zone. `taken` is land that stays as it is, such as wetlands. */
export function drawZone(
  plan: ZonePlan,
  { zone, taken, walk }: { readonly zone: GridRegion; readonly taken: GridRegion; readonly walk: number },
): Draft[] {
  const { frame, layout, driveway } = plan;
  const buildings = plan.buildings.map((building) => buildingDraft(building, plan));
  const footprint = union(buildings.map(regionIn));
  const strips = layout.strips.map(({ rect }) => {
    const measures = { width_ft: rounded(rect.y1 - rect.y0), length_ft: rounded(rect.x1 - rect.x0) };
    return layout.bands.some(({ kind, y0 }) => kind === "court" && y0 === rect.y0)
      ? areaDraft("truck_court", "Truck court", regionOf(frame, rect), measures)
      : areaDraft("drive_aisle", "Drive aisle", regionOf(frame, rect), measures);
  });
  const ways = layout.connectors.map(({ rect }) =>
    areaDraft("drive_aisle", "Cross drive", regionOf(frame, rect), {
      width_ft: rounded(rect.x1 - rect.x0),
      length_ft: rounded(rect.y1 - rect.y0),
    }),
  );
  const drives = union([...strips, ...ways].map(regionIn));
  const entry = intersection(difference(driveway.region, drives), zone);
  const width = layout.strips[0] ? 24 : 0;
  const entryDraft = areaDraft("driveway", "Driveway", entry, {
    width_ft: width,
    length_ft: rounded(driveway.lengthFt),
  });
  const rows = layout.rows.flatMap((row) => rowDrafts(row, plan));
  const stalls = union(rows.map(regionIn));
  const paved = union([drives, entry, stalls]);
  const walks = difference(
    intersection(union(buildings.map((building) => walkAround(regionIn(building), walk))), zone),
    union([footprint, paved, taken]),
  );
  const walkDrafts = piecesOf(walks).map((piece) => areaDraft("sidewalk", "Walk", piece));
  const rest = difference(zone, union([footprint, paved, walks, taken]));
  return [
    ...buildings,
    ...strips,
    ...ways,
    ...(entry.rings.length > 0 ? [entryDraft] : []),
    accessDraft(plan),
    ...rows,
    ...walkDrafts,
    ...openDrafts(rest),
  ];
}

/** Returns the area that a draft covers. */
export const regionIn = ({ shape }: Draft): GridRegion => (shape.type === "region" ? shape.region : { rings: [] });

function buildingDraft(building: PlannedBuilding, { frame }: ZonePlan): Draft {
  const region = union((building.parts ?? [building.rect]).map((rect) => regionOf(frame, rect)));
  return areaDraft("building", building.label, region, {
    footprint_sf: rounded(squareFeet(region)),
    floors: building.floors,
    height_ft: rounded(building.heightFt),
    gfa_sf: rounded(building.gfaSf),
    ...(building.units > 0 ? { units: building.units } : {}),
    ...(building.keys > 0 ? { key_count: building.keys } : {}),
    ...(building.parkingGfaSf > 0 ? { parking_gfa_sf: rounded(building.parkingGfaSf) } : {}),
    ...(building.structuredStalls > 0 ? { stall_count: building.structuredStalls } : {}),
  });
}

const walkAround = (building: GridRegion, walk: number) =>
  difference(offset(building, walk), offset(building, Math.min(foundationStrip, walk - 4)));

function accessDraft({ driveway }: ZonePlan): Draft {
  return {
    type: "access_point",
    label: driveway.run.road ? `Access from ${driveway.run.road}` : "Access",
    shape: { type: "point", point: driveway.access },
    status: "proposed",
    measurements: { width_ft: 24 },
  };
}

function rowDrafts(row: StallRow, { frame }: ZonePlan): Draft[] {
  const stalls = row.stalls.map((rect) =>
    areaDraft("parking_stall", "Stall", regionOf(frame, rect), {
      width_ft: rounded(rect.x1 - rect.x0),
      length_ft: rounded(rect.y1 - rect.y0),
      angle_deg: 90,
    }),
  );
  const islands = row.islands
    .filter((rect) => rect.x1 - rect.x0 > 0.5)
    .map((rect) => areaDraft("island", "Island", regionOf(frame, rect)));
  return [...stalls, ...islands];
}

/** What is left: wide pieces are open space, narrow ones are planted. */
function openDrafts(rest: GridRegion): Draft[] {
  const wide = opened(rest, openWidth / 2);
  const narrow = opened(difference(rest, wide), stripWidth / 2);
  return [
    ...piecesOf(wide)
      .filter((piece) => squareFeet(piece) >= leastOpen)
      .map((piece) =>
        areaDraft("open_space", "Open space", piece, { area_sf: rounded(squareFeet(piece)), min_width_ft: openWidth }),
      ),
    ...piecesOf(narrow)
      .filter((piece) => squareFeet(piece) >= leastStrip)
      .map((piece) => areaDraft("landscape_buffer", "Planted strip", piece)),
  ];
}
