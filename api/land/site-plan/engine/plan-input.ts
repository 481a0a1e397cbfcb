import type { UncountedLandId } from "../../../../ingest/index.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";

/** Where a number or a restriction comes from. `ref` is the caller's key of the citation, decision or layer. */
export interface RuleSource {
  readonly kind: "ordinance" | "user" | "derived" | "assumption" | "dataset";
  readonly ref: string | null;
  /** Keys of further citations, where several places say it together. */
  readonly others?: readonly string[];
  readonly statement: string;
}

/** A number with its unit and source. */
export interface SourcedNumber {
  readonly value: number;
  readonly unit: string;
  readonly source: RuleSource;
}

/** A standard that has no number: the marker says whether the ordinance gives none or none was found. */
export interface AbsentNumber {
  readonly marker: "NOT_PROVIDED_IN_ORDINANCE" | "NOT_LOCATED_IN_INDEXED_ORDINANCE";
}

/** A limit of the plan. Every number that limits the plan carries its source. */
export type RuleValue = SourcedNumber | AbsentNumber;

/** The sides of a lot that setbacks distinguish. */
export type EdgeClass = "front" | "exterior_side" | "interior_side" | "rear" | "unknown";

/** What a mapped restriction forbids. */
export type ConstraintEffect = "exclude_all" | "exclude_buildings" | "exclude_paving" | "note";

/** A mapped or sketched restriction of the site. */
export interface SiteConstraint {
  readonly id: string;
  readonly kind:
    | "wetland"
    | "wetland_buffer"
    | "floodway"
    | "floodplain"
    | "steep_slope"
    | "easement"
    | "right_of_way"
    | "stream"
    | "tree"
    | "utility"
    | "user_keepout"
    | "neighbor_setback"
    | "neighbor_buffer";
  readonly label: string;
  readonly region: GridRegion;
  readonly effect: ConstraintEffect;
  readonly source: RuleSource;
}

/** A part of the boundary, with its class once the user or the classifier settled it. */
export interface SiteEdge {
  readonly from: GridPoint;
  readonly to: GridPoint;
  /** Null: the engine classifies it. */
  readonly edgeClass: EdgeClass | null;
  readonly road: string | null;
}

/** The land of one compile, on the grid. */
export interface SiteInput {
  readonly parcels: readonly GridRegion[];
  /** Whether touching parcels count as one lot for setbacks. */
  readonly mergeParcels: boolean;
  /** Empty: all edges are classified by the engine from the roads and neighbours. */
  readonly edges: readonly SiteEdge[];
  /** Centrelines near the site. */
  readonly roads: readonly { readonly name: string | null; readonly points: readonly GridPoint[] }[];
  /** Parcels beside the site; an edge shared with none and facing a road is frontage. */
  readonly neighbours: readonly GridRegion[];
  readonly constraints: readonly SiteConstraint[];
  /** Lot lines from which buildings keep more distance, or which are planted, because of the district beyond them. */
  readonly neighborLines: readonly NeighborLine[];
  /** Kinds of land of which the constraints hold all that the site has: a map was read, though it may show none. */
  readonly mapped: readonly UncountedLandId[];
  /** The street of the site's address, which makes its frontage the front. */
  readonly addressedStreet: string | null;
}

/** Land that a rule takes out of the area from which a limit is computed. */
export interface UncountedLand {
  readonly land: UncountedLandId;
  /** Percent: of slopes that from which they are taken out. */
  readonly value: number;
  readonly source: RuleSource;
}

/** A distance that holds along lot lines shared with lots of some districts: of buildings, or of everything as planted ground. */
export interface NeighborRule {
  readonly kind: "setback" | "buffer";
  readonly feet: number;
  /** Codes of the districts beyond the line, or the class of them. */
  readonly neighbors: readonly string[];
  readonly source: RuleSource;
}

/** A lot line along which such a rule holds. */
export interface NeighborLine extends NeighborRule {
  readonly points: readonly GridPoint[];
}

/** Stalls for each unit of a base such as dwelling units or 1,000 square feet of floor area. */
export interface ParkingRatio {
  readonly use: string;
  /** The zone whose dwellings it is weighted for; absent: any. */
  readonly zoneId?: string;
  readonly stalls: RuleValue;
  readonly base: "dwelling_unit" | "thousand_square_feet" | "key" | "bed" | "seat" | "employee" | "site";
  readonly rounding: "up" | "nearest" | "down";
}

/** Places for charging or bicycles: so many for each dwelling or stall, from a number of stalls on. */
export interface PlacesRule {
  readonly base: "dwelling_unit" | "stall";
  readonly ratio: number;
  readonly fromStalls: number;
  readonly source: RuleSource;
}

/** Loading spaces of a building over a floor area and up to another, square feet. */
export interface LoadingRule {
  readonly over: number;
  /** Null: no matter how large. */
  readonly upTo: number | null;
  readonly spaces: number;
  /** One more for each such area beyond `eachOver`; null: no more. */
  readonly each: number | null;
  readonly eachOver: number;
  readonly source: RuleSource;
}

/** How far the stormwater basin keeps from lot lines other than those of streets, and from buildings. */
export interface BasinRules {
  readonly lotLine: RuleValue;
  readonly building: RuleValue;
}

/** Parking lies behind the front of the nearest building. */
export interface FrontParkingRule {
  /** Feet behind it. */
  readonly feet: number;
  /** A lot with fewer stalls may lie in front. */
  readonly fromStalls: number;
  readonly source: RuleSource;
}

/** The limits that a plan must respect. Feet, square feet, percent as 0..100, dwelling units per acre. */
export interface PlanRules {
  readonly setbacks: Readonly<Record<Exclude<EdgeClass, "unknown">, RuleValue>>;
  /**
   * Setbacks that the user chose, feet: they are drawn in place of the limits, which the plan is still measured against. A
   * shorter one is a conflict that the user gave a reason for.
   */
  readonly chosenSetbacks: Readonly<Partial<Record<Exclude<EdgeClass, "unknown">, number>>>;
  /** Distance of the buildings of a flag lot from each of its lot lines, where it is more than the setback. */
  readonly flagLotSetback: RuleValue;
  /** Least area of a flag lot without its strip for access, square feet. */
  readonly flagLotArea: RuleValue;
  /** Distance of paving from each lot line; null: the engine uses its stated assumption. */
  readonly parkingSetbacks: Readonly<Record<Exclude<EdgeClass, "unknown">, RuleValue>> | null;
  /** Null where parking may lie before buildings. */
  readonly frontParking: FrontParkingRule | null;
  readonly heightMax: RuleValue;
  readonly storiesMax: RuleValue;
  readonly floorAreaRatioMax: RuleValue;
  readonly coverageMax: RuleValue;
  readonly imperviousMax: RuleValue;
  readonly densityMax: RuleValue;
  /** Land on which no density and no floor area ratio is counted. */
  readonly uncounted: Readonly<Record<"density" | "far", readonly UncountedLand[]>>;
  /** Principal buildings on each lot. */
  readonly principalBuildingsMax: RuleValue;
  /** Townhomes of a row. */
  readonly townhouseRowMin: RuleValue;
  readonly townhouseRowMax: RuleValue;
  readonly openSpaceMin: RuleValue;
  /** Square feet of open space for each dwelling unit. */
  readonly openSpacePerUnit: RuleValue;
  /** Share of the site that is planted: open space, strips, islands and rain gardens. */
  readonly landscapeMin: RuleValue;
  readonly lotAreaMin: RuleValue;
  readonly parkingRatios: readonly ParkingRatio[];
  /** Percent of the stalls that are required. */
  readonly parkingMax: RuleValue;
  readonly charging: readonly PlacesRule[];
  readonly bicycles: readonly PlacesRule[];
  readonly loading: readonly LoadingRule[];
  readonly loadingSize: { readonly width: SourcedNumber; readonly length: SourcedNumber };
  /** Distance between two driveways of the site. */
  readonly drivewaySpacing: RuleValue;
  readonly stall: {
    readonly angle: 90 | 60 | 45;
    readonly width: SourcedNumber;
    readonly length: SourcedNumber;
    readonly aisle: SourcedNumber;
  };
  /** An island after this many stalls. */
  readonly islandEvery: SourcedNumber;
  readonly buildingSpacing: SourcedNumber;
  /** Rain depth of the water-quality volume, inches. */
  readonly waterQualityDepth: RuleValue;
  readonly basin: BasinRules;
}

/** The workflows of the interview that the engine compiles. Source: `siteplan.md` D1. */
export type WorkflowId =
  | "mf_garden"
  | "mf_midrise_wrap"
  | "mf_podium"
  | "townhomes"
  | "senior_living"
  | "mixed_use"
  | "retail_strip"
  | "office"
  | "hotel"
  | "industrial_warehouse"
  | "self_storage"
  | "mh_rv_park";

/** What one zone shall hold. Answers are the settled answers of the interview by question id without the zone. */
export interface ZoneProgram {
  readonly zoneId: string;
  readonly name: string;
  readonly workflow: WorkflowId;
  /** Null: all land that no other zone takes. */
  readonly boundary: GridRegion | null;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Everything a compile depends on: the same input always gives the same plan. */
export interface PlanInput {
  readonly site: SiteInput;
  readonly rules: PlanRules;
  readonly zones: readonly ZoneProgram[];
  /** Objects of these zones are kept byte for byte; only the others are compiled. */
  readonly keep: {
    readonly zoneIds: readonly string[];
    readonly objects: readonly unknown[];
    /** Where the parking ratios of the kept plan came from, by zone. */
    readonly parkingSources: Readonly<Record<string, readonly RuleSource[]>>;
  } | null;
  /** Rules that the user overrode with a reason: their breach is drawn and reported, not refused. */
  readonly overridden: readonly string[];
  readonly budget: { readonly evaluations: number; readonly seed: number };
}

/**
 * The budget of a compile, counted in evaluations, so that a slow machine is slower and not different. Half as much again finds
 * at most 1 % more floor area on the public cases.
 */
export const usualBudget = { evaluations: 2000, seed: 1 } as const;
