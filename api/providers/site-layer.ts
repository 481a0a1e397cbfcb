/**
 * The layers of a site, in the order in which exports write them. `parcels` are the project's own; the others come from
 * providers.
 */
export const siteLayerNames = [
  "parcels",
  "zoning",
  "flood",
  "wetlands",
  "soils",
  "contours",
  "roads",
  "utilities",
  "buildings",
  "environmental",
  "adjacency",
] as const;
export type SiteLayerName = (typeof siteLayerNames)[number];
export type ProvidedLayerName = Exclude<SiteLayerName, "parcels">;

/** `properties` of a zoning district polygon. */
export interface ZoningProperties {
  readonly code: string;
  readonly name: string | null;
  readonly is_overlay: boolean;
  readonly jurisdiction: string | null;
}

/** `properties` of a flood hazard area; the summary of the layer is `FloodSummary`. */
export interface FloodProperties {
  /** FEMA zone: "AE", "X". */
  readonly zone: string;
  readonly subtype: string | null;
  readonly is_special_flood_hazard_area: boolean;
  readonly is_floodway: boolean;
  readonly base_flood_elevation_ft: number | null;
}
export interface FloodSummary {
  /** Whether the agency maps this place digitally; where it does not, no features mean nothing. */
  readonly is_mapped: boolean;
  readonly panel: { readonly id: string; readonly effective_date: string | null; readonly is_printed: boolean } | null;
}

/** `properties` of a mapped wetland. */
export interface WetlandProperties {
  /** Cowardin code: "PFO1A". */
  readonly code: string;
  readonly type: string;
  readonly system: string | null;
}

/** `properties` of a soil map unit. */
export interface SoilProperties {
  readonly mukey: string;
  readonly symbol: string;
  readonly name: string;
  readonly hydrologic_group: string | null;
  readonly drainage_class: string | null;
  readonly slope_percent: number | null;
  readonly water_table_depth_cm: number | null;
  readonly bedrock_depth_cm: number | null;
  readonly farmland_class: string | null;
  readonly hydric_percent: number | null;
}

/** `properties` of a contour line; the summary of the layer is `TerrainSummary`. */
export interface ContourProperties {
  readonly elevation_ft: number;
  readonly is_index: boolean;
}
/** Terrain inside the site boundary, from the same grid as the contours. */
export interface TerrainSummary {
  readonly interval_ft: number;
  readonly resolution_m: number;
  readonly vertical_datum: string;
  readonly elevation_min_ft: number;
  readonly elevation_max_ft: number;
  readonly slope_mean_percent: number;
  readonly slope_max_percent: number;
  /** Shares of the site, 0..1, by slope; `to_percent` null means no upper limit. */
  readonly slope_classes: readonly {
    readonly from_percent: number;
    readonly to_percent: number | null;
    readonly share: number;
  }[];
}

/** `properties` of a street or road. */
export interface RoadProperties {
  readonly name: string | null;
  /** OpenStreetMap class: "residential", "primary". */
  readonly class: string;
  readonly lanes: number | null;
  readonly surface: string | null;
}

/** `properties` of a utility line or structure. */
export interface UtilityProperties {
  readonly kind:
    | "water_main"
    | "sewer_main"
    | "storm_drain"
    | "gas_main"
    | "power_line"
    | "substation"
    | "hydrant"
    | "water_tower"
    | "pipeline"
    | "other";
  readonly name: string | null;
  readonly operator: string | null;
}

/** `properties` of a building. */
export interface BuildingProperties {
  readonly name: string | null;
  readonly kind: string | null;
  readonly levels: number | null;
  readonly height_ft: number | null;
}

/** `properties` of a listed environmental site. */
export interface EnvironmentalProperties {
  /** Number in the facility registry, else in the program. */
  readonly id: string;
  /** Number in the program that lists it; null where it has none besides the registry's. */
  readonly program_id: string | null;
  readonly name: string;
  /** Program: "SEMS", "ACRES", "RCRAINFO". */
  readonly program: string;
  readonly status: string | null;
  readonly url: string | null;
}

/** How one source of environmental sites stands; `standings` of the layer's summary. */
export interface EnvironmentalStanding {
  /** What it lists, in words. */
  readonly listing: string;
  readonly state: "ready" | "empty" | "not_published" | "unavailable" | "failed";
  readonly detail: string | null;
}

/** `properties` of a neighbouring parcel. */
export interface AdjacencyProperties {
  readonly ll_uuid: string | null;
  readonly apn: string | null;
  readonly address: string | null;
  readonly zoning_code: string | null;
  readonly use: string | null;
}
