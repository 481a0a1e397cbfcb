import { isResidentialDistrict, isSameCode, residentialDistricts } from "../../../ingest/index.ts";
import { around, holds, intersection } from "./engine/kernel.ts";
import { feetBetween } from "./engine/local-frame.ts";
import type { GridPoint, GridRegion } from "./engine/plan-geometry.ts";
import type { NeighborLine, NeighborRule, SiteConstraint } from "./engine/plan-input.ts";
import type { CompassSide, NeighborKind } from "./site-input.ts";

/** An area of a map with the district that it has there; null where the map has none. */
export interface DistrictArea {
  readonly region: GridRegion;
  readonly code: string | null;
  readonly name: string | null;
}

/** What is known of the land around a site. */
export interface Surroundings {
  /** Parcels beside the site. */
  readonly parcels: readonly DistrictArea[];
  /** Districts of the zoning map, without overlays. */
  readonly zones: readonly DistrictArea[];
  /** What the user said lies beyond each side; empty where the map was enough. */
  readonly answered: Readonly<Partial<Record<CompassSide, NeighborKind>>>;
}

/** Lot lines are looked beyond in pieces of this length, this far outward, feet. */
const pieceFt = 10;
const beyondFt = 4;

/** Returns the lot lines along which each rule on neighbors holds, and the length of line of which no map or answer tells the district, feet. */
export function neighborLines(
  lots: readonly GridRegion[],
  { parcels, zones, answered }: Surroundings,
  rules: readonly NeighborRule[],
): { readonly lines: readonly NeighborLine[]; readonly unknownFt: number } {
  if (rules.length === 0) return { lines: [], unknownFt: 0 };
  const pieces = lots.flatMap((lot) => piecesOf(lot)).filter(({ beyond }) => !lots.some((lot) => holds(lot, beyond)));
  let unknownFt = 0;
  const told = pieces.flatMap((piece) => {
    const parcel = parcels.find(({ region }) => holds(region, piece.beyond));
    // A line that no parcel adjoins is along a street, where parcels are mapped.
    if (!parcel && parcels.length > 0) return [];
    const zone = parcel?.code ? parcel : (zones.find(({ region }) => holds(region, piece.beyond)) ?? parcel);
    const kind = zone?.code ? undefined : answered[piece.side];
    if (!zone?.code && kind === undefined) unknownFt += feetBetween(piece.from, piece.to);
    return [{ ...piece, code: zone?.code ?? null, name: zone?.name ?? null, kind }];
  });
  const lines = rules.flatMap((rule): NeighborLine[] => {
    const points = joined(told.filter((piece) => isMeant(rule, piece)));
    return points.map((line) => ({ ...rule, points: line }));
  });
  return { lines, unknownFt: Math.round(unknownFt) };
}

/** Returns the strips along these lines that stay free of buildings, or of everything where they are planted. */
export function neighborStrips(lines: readonly NeighborLine[], land: GridRegion): SiteConstraint[] {
  return lines.flatMap(({ kind, feet, points, source }, at) => {
    const region = intersection(around([points], feet), land);
    const isBuffer = kind === "buffer";
    return region.rings.length === 0
      ? []
      : [
          {
            ...{ id: `neighbor-${at + 1}`, region, source },
            ...{ kind: isBuffer ? ("neighbor_buffer" as const) : ("neighbor_setback" as const) },
            label: isBuffer ? `Buffer of ${feet} ft` : `Buildings ${feet} ft from the lot line`,
            effect: isBuffer ? ("exclude_all" as const) : ("exclude_buildings" as const),
          },
        ];
  });
}

interface Told {
  readonly code: string | null;
  readonly name: string | null;
  readonly kind: NeighborKind | undefined;
}

function isMeant({ neighbors }: NeighborRule, { code, name, kind }: Told): boolean {
  if (code === null) {
    return (
      kind === "residential" &&
      neighbors.some((one) => one === residentialDistricts || isResidentialDistrict(one, null))
    );
  }
  return (
    neighbors.some((one) => isSameCode(one, code)) ||
    (neighbors.includes(residentialDistricts) && isResidentialDistrict(code, name))
  );
}

interface Piece {
  readonly from: GridPoint;
  readonly to: GridPoint;
  readonly beyond: GridPoint;
  readonly side: CompassSide;
}

/** The boundary of a lot in short pieces, in order: outer rings run counter-clockwise. */
function piecesOf({ rings }: GridRegion): Piece[] {
  return rings.flatMap((ring) =>
    ring.flatMap((start, at) => {
      const end = ring[(at + 1) % ring.length] ?? start;
      const length = feetBetween(start, end);
      const count = Math.ceil(length / pieceFt);
      const along = (share: number): GridPoint => ({
        x: Math.round(start.x + share * (end.x - start.x)),
        y: Math.round(start.y + share * (end.y - start.y)),
      });
      // Outward, in grid units for each foot.
      const [east, north] = [(end.y - start.y) / (length || 1), (start.x - end.x) / (length || 1)];
      return Array.from({ length: count }, (_, index): Piece => {
        const middle = along((index + 0.5) / count);
        const beyond = { x: Math.round(middle.x + beyondFt * east), y: Math.round(middle.y + beyondFt * north) };
        return { from: along(index / count), to: along((index + 1) / count), beyond, side: facing(east, north) };
      });
    }),
  );
}

const facing = (east: number, north: number): CompassSide =>
  Math.abs(north) >= Math.abs(east) ? (north > 0 ? "north" : "south") : east > 0 ? "east" : "west";

/** Pieces that follow each other as one line. */
function joined(pieces: readonly Piece[]): GridPoint[][] {
  const lines: GridPoint[][] = [];
  for (const { from, to } of pieces) {
    const last = lines.at(-1);
    const end = last?.at(-1);
    if (last && end && end.x === from.x && end.y === from.y) last.push(to);
    else lines.push([from, to]);
  }
  return lines;
}
