import type { PlanShape } from "./plan-geometry.ts";
import type { RuleSource } from "./plan-input.ts";

/** The kinds of object of a plan. Source: `siteplan.md` section 11. */
export type PlanObjectType =
  | "site_boundary"
  | "parcel"
  | "setback_line"
  | "buildable_area"
  | "wetland"
  | "wetland_buffer"
  | "floodway"
  | "floodplain"
  | "steep_slope"
  | "easement"
  | "zone"
  | "building"
  | "parking_field"
  | "parking_row"
  | "parking_stall"
  | "accessible_stall"
  | "ev_stall"
  | "bicycle_parking"
  | "access_aisle"
  | "drive_aisle"
  | "driveway"
  | "fire_lane"
  | "truck_court"
  | "loading_dock"
  | "loading_space"
  | "access_point"
  | "sidewalk"
  | "open_space"
  | "landscape_buffer"
  | "island"
  | "stormwater_basin"
  | "dumpster"
  | "utility"
  | "sign"
  | "amenity";

/** One drawn object. `id` is stable for the same input; `layer` is the CAD layer such as "C-BLDG". */
export interface PlanObject {
  readonly id: string;
  readonly objectType: PlanObjectType;
  readonly zoneId: string | null;
  readonly label: string;
  readonly layer: string;
  readonly status: "existing" | "proposed" | "constraint" | "reserved";
  readonly editable: boolean;
  readonly shape: PlanShape;
  /** Site numbers only; every name ends in its unit: `_sf`, `_ft`, `_ac`, `_cf`, `_deg`, or counts `units`, `floors`, `stall_count`. */
  readonly measurements: Readonly<Record<string, number | string>>;
}

/** A metric of the plan: what was drawn, the limit it was checked against, and the outcome. */
export interface PlanMetric {
  readonly value: number;
  readonly unit: string;
  readonly limit: number | null;
  readonly status: "pass" | "fail" | "not_evaluated";
  readonly marker: "NOT_PROVIDED_IN_ORDINANCE" | "NOT_LOCATED_IN_INDEXED_ORDINANCE" | null;
  /** Source of the limit. */
  readonly source: RuleSource | null;
}

/** A rule that the program or the plan breaks. Codes: `siteplan.md` D4. */
export interface PlanConflict {
  readonly code: string;
  readonly rule: string;
  readonly zoneId: string | null;
  readonly limit: number | string | null;
  readonly proposed: number | string | null;
  readonly unit: string | null;
  readonly severity: "hard" | "overridable";
  readonly statement: string;
  readonly source: RuleSource | null;
  readonly remedy: string;
}

/** Why a zone could not be compiled. */
export interface ZoneFailure {
  readonly zoneId: string;
  readonly code:
    | "zone_too_small"
    | "no_access"
    | "program_does_not_fit"
    | "parking_infeasible"
    | "constraint_consumes_zone"
    | "boundary_invalid"
    | "compute_budget"
    | "zone_needs_shared_change";
  readonly message: string;
  readonly needed: number | null;
  readonly available: number | null;
}

/** A compiled concept. `hash` covers objects and metrics: the same input gives the same hash on every machine. */
export interface CompiledPlan {
  readonly objects: readonly PlanObject[];
  readonly metrics: Readonly<Record<string, PlanMetric>>;
  readonly conflicts: readonly PlanConflict[];
  readonly zoneFailures: readonly ZoneFailure[];
  readonly notes: readonly { readonly code: string; readonly text: string }[];
  /** Where the parking ratios of each zone come from. */
  readonly parkingSources: Readonly<Record<string, readonly RuleSource[]>>;
  readonly hash: string;
}
