import { accessibleFor, type MarkedRow, vansFor, withAccessible } from "./accessible.ts";
import { areaDraft, type Draft, rounded, stallOfHome } from "./drafts.ts";
import type { Driveway } from "./driveway.ts";
import { bandAround, difference, intersection, opened, piecesOf, squareFeet, union } from "./kernel.ts";
import { feetBetween, type Rect, regionOf } from "./local-frame.ts";
import { type GridRegion, gridUnitsPerFoot } from "./plan-geometry.ts";
import type { PlannedBuilding, Program } from "./programs/program.ts";
import type { ZonePlan } from "./zone-search.ts";

/** Least width of open space and of planted strips, feet. */
const openWidth = 20;
const stripWidth = 2;
/** Smallest pieces that are drawn, square feet. */
const leastOpen = 400;
const leastStrip = 40;
/** Of the distance between a building and a drive, what is planted; the rest is walk. */
const foundationStrip = 3;
/**
 * How far a truck court keeps from the docks of its building, feet: each of the two sides lies at most half a grid unit in x and
 * in y from its true place, so that both together never cross.
 */
const besideDocks = Math.SQRT2 / gridUnitsPerFoot;

/** Where a plan is drawn. */
interface Drawn {
  readonly zone: GridRegion;
  /** The zone without land that stays as it is, such as wetlands. */
  readonly free: GridRegion;
  readonly program: Program;
}

/**
 * Returns what a plan draws in its zone and what it leaves. The drafts are made when they are asked for: most plans are measured
 * and never drawn.
 */
export function drawZone(
  plan: ZonePlan,
  { zone, free, program }: Drawn,
): { readonly drafts: () => Draft[]; readonly rest: GridRegion; readonly imperviousSf: number } {
  const { frame, layout } = plan;
  const { walk, module } = program;
  const onGrid = (rect: Rect) => regionOf(frame, rect);
  const buildings = plan.buildings.flatMap((building) => buildingDrafts(building, plan));
  const drives = driveDrafts(plan);
  const driveways = [plan.driveway, ...(plan.second ? [plan.second] : [])];
  const rows = withAccessible(layout.rows, plan.buildings, module);
  const ownStalls = plan.buildings.flatMap(({ stalls }) => stalls);
  const hard = [
    ...[...buildings, ...drives].map(regionIn),
    ...driveways.map(({ region }) => region),
    ...layout.rows.map(({ rect }) => onGrid(rect)),
    ...ownStalls.map(onGrid),
  ];
  const around = buildings.map((building) => walkAround(regionIn(building), walk));
  const rest = difference(free, ...hard, ...around);
  const planted = rows.flatMap(islandsOf).reduce((sum, rect) => sum + squareFeet(onGrid(rect)), 0);
  const drafts = () => {
    // One area taken out of another leaves no slits where many parts meet.
    const walks = difference(intersection(union(around), free), union(hard));
    return [
      ...buildings,
      ...drives,
      ...plan.buildings.flatMap(({ docks }) =>
        docks.map((rect) => areaDraft("loading_dock", "Dock", onGrid(rect), sizeOf(rect))),
      ),
      ...entryDrafts(driveways, union(drives.map(regionIn)), zone, program),
      ...driveways.map((driveway) => accessDraft(driveway, driveways, program)),
      ...rows.flatMap((row) => rowDrafts(row, plan)),
      ...ownStalls.map((rect) => ({ ...stallDraft(rect, plan), label: stallOfHome })),
      ...piecesOf(walks).map((piece) => areaDraft("sidewalk", "Walk", piece)),
    ];
  };
  return { drafts, rest, imperviousSf: squareFeet(free) - squareFeet(rest) - planted };
}

/** The drives of a plan but its driveways: along its bands, across them, to garages and beside dead ends. */
function driveDrafts({ frame, layout, buildings }: ZonePlan): Draft[] {
  const aisleDraft = (label: string, rect: Rect, measures: Draft["measurements"]) =>
    areaDraft("drive_aisle", label, regionOf(frame, rect), measures);
  const strips = layout.strips.map(({ rect }) => {
    const measures = { width_ft: rounded(rect.y1 - rect.y0), length_ft: rounded(rect.x1 - rect.x0) };
    return layout.bands.some(({ kind, y0 }) => kind === "court" && y0 === rect.y0)
      ? areaDraft("truck_court", "Truck court", regionOf(frame, courtBeside(buildings, rect)), measures)
      : aisleDraft("Drive aisle", rect, measures);
  });
  const ways = layout.connectors.map(({ rect }) =>
    aisleDraft("Cross drive", rect, { width_ft: rounded(rect.x1 - rect.x0), length_ft: rounded(rect.y1 - rect.y0) }),
  );
  const garageWays = buildings.flatMap((building) =>
    building.ways.map((rect) => areaDraft("driveway", "Garage drive", regionOf(frame, rect), sizeOf(rect))),
  );
  return [
    ...strips,
    ...ways,
    ...garageWays,
    ...layout.turnarounds.map((rect) => aisleDraft("Turnaround", rect, sizeOf(rect))),
  ];
}

/** The driveways up to the drives that they meet. */
function entryDrafts(
  driveways: readonly Driveway[],
  drives: GridRegion,
  zone: GridRegion,
  { wayWidth }: Program,
): Draft[] {
  return driveways
    .map(({ region, lengthFt, widthFt = wayWidth }) =>
      areaDraft("driveway", "Driveway", intersection(difference(region, drives), zone), {
        width_ft: rounded(widthFt),
        length_ft: rounded(lengthFt),
      }),
    )
    .filter((entry) => regionIn(entry).rings.length > 0);
}

/** Returns a truck court as it is drawn: shortened by `besideDocks` on each side where it touches a building. */
function courtBeside(buildings: readonly PlannedBuilding[], court: Rect): Rect {
  const isAt = (y: number) =>
    buildings.some(({ rect }) => Math.abs(rect.y0 - y) < 0.01 || Math.abs(rect.y1 - y) < 0.01);
  const gapAt = (y: number) => (isAt(y) ? besideDocks : 0);
  return { ...court, y0: court.y0 + gapAt(court.y0), y1: court.y1 - gapAt(court.y1) };
}

/** Returns the area that a draft covers. */
export const regionIn = ({ shape }: Draft): GridRegion => (shape.type === "region" ? shape.region : { rings: [] });

const sizeOf = ({ x0, y0, x1, y1 }: Rect) => ({
  width_ft: rounded(Math.min(x1 - x0, y1 - y0)),
  length_ft: rounded(Math.max(x1 - x0, y1 - y0)),
});

function buildingDrafts(building: PlannedBuilding, { frame }: ZonePlan): Draft[] {
  const { garage, structuredStalls: stalls, parkingGfaSf } = building;
  const region = union((building.parts ?? [building.rect]).map((rect) => regionOf(frame, rect)));
  const parking = {
    ...(parkingGfaSf > 0 ? { parking_gfa_sf: rounded(parkingGfaSf) } : {}),
    ...(stalls > 0 ? { stall_count: stalls } : {}),
    // Garages of single homes are no facility of the accessibility standards.
    ...(stalls > 0 && parkingGfaSf > 0
      ? { accessible_stall_count: accessibleFor(stalls), van_stall_count: vansFor(accessibleFor(stalls)) }
      : {}),
  };
  const main = areaDraft(building.type, building.label, region, {
    footprint_sf: rounded(squareFeet(region)),
    floors: building.floors,
    height_ft: rounded(building.heightFt),
    gfa_sf: rounded(building.gfaSf),
    ...(building.units > 0 ? { units: building.units } : {}),
    ...(building.keys > 0 ? { key_count: building.keys } : {}),
    ...(garage ? {} : parking),
  });
  if (!garage) return [main];
  const structure = regionOf(frame, garage.rect);
  return [
    main,
    areaDraft("building", "Parking garage", structure, {
      footprint_sf: rounded(squareFeet(structure)),
      floors: garage.levels,
      height_ft: rounded(garage.heightFt),
      gfa_sf: 0,
      ...parking,
    }),
  ];
}

/** The walk around a building: behind a planted strip where that is wide enough to be drawn, else up to the wall. */
function walkAround(building: GridRegion, walk: number): GridRegion {
  const strip = Math.min(foundationStrip, walk - 4);
  return bandAround(building, strip >= stripWidth ? strip : 0, walk);
}

function accessDraft({ run, access, widthFt }: Driveway, all: readonly Driveway[], { wayWidth }: Program): Draft {
  const others = all.filter((other) => other.access !== access);
  const separation = others.map((other) => feetBetween(access, other.access));
  return {
    type: "access_point",
    label: run.road ? `Access from ${run.road}` : "Access",
    shape: { type: "point", point: access },
    status: "proposed",
    measurements: {
      width_ft: rounded(widthFt ?? wayWidth),
      ...(separation.length > 0 ? { separation_ft: rounded(Math.min(...separation)) } : {}),
    },
  };
}

const stallDraft = (rect: Rect, { frame }: ZonePlan, isAlongX = true) =>
  areaDraft("parking_stall", "Stall", regionOf(frame, rect), { ...stallSize(rect, isAlongX), angle_deg: 90 });

const stallSize = ({ x0, y0, x1, y1 }: Rect, isAlongX: boolean) => ({
  width_ft: rounded(isAlongX ? x1 - x0 : y1 - y0),
  length_ft: rounded(isAlongX ? y1 - y0 : x1 - x0),
});

/** The islands of a row that are large enough to be drawn. */
const islandsOf = ({ islands }: MarkedRow) =>
  islands.filter((rect) => rect.x1 - rect.x0 > 0.5 && rect.y1 - rect.y0 > 0.5);

function rowDrafts(row: MarkedRow, plan: ZonePlan): Draft[] {
  const { frame } = plan;
  const islands = islandsOf(row).map((rect) => areaDraft("island", "Island", regionOf(frame, rect)));
  const accessible = row.accessible.map(({ rect, isVan }) =>
    areaDraft("accessible_stall", isVan ? "Accessible van stall" : "Accessible stall", regionOf(frame, rect), {
      ...stallSize(rect, !row.isUpright),
      angle_deg: 90,
    }),
  );
  const aisles = row.accessAisles.map((rect) =>
    areaDraft("access_aisle", "Access aisle", regionOf(frame, rect), stallSize(rect, !row.isUpright)),
  );
  return [...row.stalls.map((rect) => stallDraft(rect, plan, !row.isUpright)), ...accessible, ...aisles, ...islands];
}

/** Returns the pieces of free land that are wide enough for open space, largest first. A rain garden in them narrows nothing. */
export function openSpaces(free: GridRegion, garden: GridRegion): GridRegion[] {
  const isLarge = (piece: GridRegion) => squareFeet(piece) >= leastOpen;
  const wide = opened(joined(piecesOf(free).filter(isLarge)), openWidth / 2);
  return piecesOf(difference(wide, garden)).filter(isLarge);
}

/** Returns what else of free land is planted: everything but its open space that is wide enough for a strip. */
export function plantedStrips(free: GridRegion, open: readonly GridRegion[]): GridRegion[] {
  const pieces = piecesOf(free);
  const large = pieces.filter((piece) => squareFeet(piece) >= leastOpen);
  const small = pieces.filter((piece) => squareFeet(piece) < leastOpen);
  return [...piecesOf(difference(joined(large), joined(open))), ...small]
    .flatMap((piece) => piecesOf(opened(piece, stripWidth / 2)))
    .filter((piece) => squareFeet(piece) >= leastStrip);
}

/** Returns a piece of open space as it is drawn. */
export const openDraft = (piece: GridRegion) =>
  areaDraft("open_space", "Open space", piece, { area_sf: rounded(squareFeet(piece)), min_width_ft: openWidth });

/** Returns a planted strip as it is drawn. */
export const plantedDraft = (piece: GridRegion) => areaDraft("landscape_buffer", "Planted strip", piece);

/** Pieces that do not touch each other as one area. */
const joined = (pieces: readonly GridRegion[]): GridRegion => ({ rings: pieces.flatMap(({ rings }) => rings) });
