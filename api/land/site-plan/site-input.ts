import type { AreaGeometry, Position } from "../../geometry/geojson.ts";
import type { NeighborRule, SiteInput, SourcedNumber } from "./engine/plan-input.ts";

/** A side of a site. */
export type CompassSide = "north" | "east" | "south" | "west";

/** What the user says lies beyond a side of a site. */
export type NeighborKind = "residential" | "other" | "street";

/** What the land of a compile is made from. */
export interface SiteInputQuestion {
  readonly parcels: readonly AreaGeometry[];
  /** Features of layers as GeoJSON text; null where there are none. */
  readonly layers: {
    readonly roads: string | null;
    readonly wetlands: string | null;
    readonly flood: string | null;
    readonly adjacency: string | null;
    readonly zoning: string | null;
  };
  /** Names of the datasets, for the sources of constraints. */
  readonly datasets: Readonly<Record<"wetlands" | "flood", string>>;
  readonly address: string | null;
  readonly mergeParcels: boolean;
  /** Sides of the site that face a street, the front first; empty where the map has the streets. */
  readonly frontSides: readonly CompassSide[];
  readonly wetland: {
    readonly treatment: "exclude_with_buffer" | "exclude_no_buffer" | "delineation_pending" | "not_wetland_per_survey";
    readonly bufferFt: number;
    /** Least distance of buildings from a wetland by the ordinance; null where it was not located. */
    readonly setback: SourcedNumber | null;
  };
  /** Kinds of land whose map was read. */
  readonly mapped: SiteInput["mapped"];
  readonly floodplain: "avoid" | "retain_fringe" | "retain_with_fill";
  /** Rules on lot lines shared with other districts, and what the user said lies there. */
  readonly neighbors: {
    readonly rules: readonly NeighborRule[];
    readonly answered: Readonly<Partial<Record<CompassSide, NeighborKind>>>;
  };
  /** Boundaries of zones by id. */
  readonly zones: Readonly<Record<string, AreaGeometry>>;
}

/** The land of a compile on the grid, and the frame it lies in. */
export interface SiteInputAnswer {
  readonly origin: Position;
  readonly site: SiteInput;
  /** Length of lot lines beyond which no map or answer tells the district, feet; 0 where no rule asks for it. */
  readonly unknownNeighborFt: number;
  readonly zones: Readonly<Record<string, SiteInput["parcels"][number]>>;
}
