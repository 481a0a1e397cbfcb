import type { Citation } from "../../../retrieval/index.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import {
  type CriterionField,
  type CriterionValue,
  type DistrictCriteria,
  fieldForUses,
} from "../design-criteria/criteria.ts";
import type { WorkflowUse } from "./workflow.ts";

/** What the interview knows of a site before anything is answered. */
export interface InterviewContext {
  readonly goal: Readonly<Record<string, { readonly value: unknown; readonly provenance: string }>>;
  readonly parcelCount: number;
  /** Whether the parcels touch each other. */
  readonly parcelsTouch: boolean;
  readonly siteAcres: number;
  /** The parcels of the site; empty where none has a boundary. */
  readonly parcels: readonly AreaGeometry[];
  /** Whether the map has streets at the site. */
  readonly hasStreets: boolean;
  /** Whether maps tell the district of every parcel that adjoins the site. */
  readonly neighborsMapped: boolean;
  readonly hasWetland: boolean;
  readonly hasFlood: boolean;
  /** Shares of the site, 0..1. */
  readonly flood: { readonly hazardArea: number; readonly floodway: number };
  /** Verified district of the first parcel. */
  readonly zoningCode: string | null;
  /** Name of that district: "General Commercial District". */
  readonly zoningName: string | null;
  /** Share of the site that is mapped wetland, 0..1. */
  readonly wetlandShare: number;
  /** What answers can be about beside the site itself, as it is now: an answer about another one does not count. */
  readonly subjects: Readonly<Record<"wetland" | "flood" | "district", string>>;
  /** Standards of the districts of the site and of the rezone target. */
  readonly criteria: readonly DistrictCriteria[];
}

/** A number that the ordinance or the user gives for a standard, with words for its source and the clauses it stands in. */
export interface CriterionNumber {
  readonly value: number;
  readonly unit: string | null;
  readonly basis: string;
  readonly citations: readonly Citation[];
}

/** Returns the one number of a standard of a district, that of a case where the uses are of it; undefined for a marker, a choice of values or words. */
export function criterionNumber(
  district: DistrictCriteria | undefined,
  field: string,
  uses: readonly WorkflowUse[] = [],
): CriterionNumber | undefined {
  const found = district?.fields[field] as CriterionField | undefined;
  const named = uses.flatMap(({ criteria }) => criteria);
  return found === undefined ? undefined : numberOf(fieldForUses(found, named), district?.zoning_code ?? "");
}

/** Returns the values that the ordinance states for a standard: one that holds in all cases, or those of cases. */
export function valuesOf(district: DistrictCriteria | undefined, field: string): readonly CriterionValue[] {
  const found = district?.fields[field] as CriterionField | undefined;
  if (!found || "marker" in found) return [];
  if ("values" in found) return found.values;
  return [{ ...found, condition: null, citations: found.provenance.citations }];
}

/** Returns the ratio of the first of the uses that has one. */
export function parkingRatio(district: DistrictCriteria | undefined, use: WorkflowUse): CriterionNumber | undefined {
  const ratios = fieldsByName(district, "parking_ratio");
  for (const name of use.criteria) {
    const ratio = ratios[name];
    const found = ratio === undefined ? undefined : numberOf(ratio, district?.zoning_code ?? "");
    if (found) return found;
  }
  return undefined;
}

/** Returns what the entries of an ordinance say alike of a building type: permitted, prohibited, or allowed with a permit. */
export function useStatus(district: DistrictCriteria | undefined, typology: string) {
  const field = fieldsByName(district, "use_status")[typology];
  return field !== undefined && "value" in field ? field : undefined;
}

/** The fields of a standard that has one for each use or building type. */
const fieldsByName = (district: DistrictCriteria | undefined, standard: "parking_ratio" | "use_status") =>
  (district?.fields[standard] ?? {}) as Readonly<Record<string, CriterionField>>;

/** Where the first of some citations stands, in brackets: " (4.1)"; "" for none. */
export function placeCited([first]: readonly Citation[]): string {
  return first ? ` (${first.section ?? first.sourceDocument})` : "";
}

/**
 * Returns the ratios of an ordinance for a use where none holds in all cases, such as one for each number of bedrooms; none where
 * one does.
 */
export function severalRatios(
  district: DistrictCriteria | undefined,
  names: readonly string[],
): readonly CriterionValue[] {
  const ratios = fieldsByName(district, "parking_ratio");
  const read = names.flatMap((name) => ratios[name] ?? []);
  if (read.some((ratio) => "value" in ratio)) return [];
  const first = read.find((ratio) => "values" in ratio);
  return first && "values" in first ? first.values : [];
}

function numberOf(field: CriterionField, zoningCode: string): CriterionNumber | undefined {
  if (!("value" in field) || typeof field.value !== "number") return undefined;
  const { citations } = field.provenance;
  const isOfUser = field.provenance.kind === "user";
  const basis = isOfUser ? "Confirmed by the user." : `The standard of district ${zoningCode}${placeCited(citations)}.`;
  return { value: field.value, unit: field.unit, basis, citations };
}

/** Returns the standards of one district. */
export function districtOf(context: InterviewContext, code: string | null): DistrictCriteria | undefined {
  return context.criteria.find(({ zoning_code }) => zoning_code === code);
}
