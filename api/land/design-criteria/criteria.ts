import { type FloorAreaBand, usesNamed } from "../../../ingest/index.ts";
import type { Citation, CitedNote } from "../../../retrieval/index.ts";

/** Why a standard has no value. The first claims an absence that was corroborated; the second claims nothing about the law. */
export type AbsenceMarker = "NOT_PROVIDED_IN_ORDINANCE" | "NOT_LOCATED_IN_INDEXED_ORDINANCE";

/** The setback of each side of a lot among the standards. */
export const setbackFields = {
  front: "setback_front",
  interior_side: "setback_side_interior",
  exterior_side: "setback_side_street",
  rear: "setback_rear",
} as const;

/** One value of a standard, with the case it holds for. */
export interface CriterionValue {
  readonly value: number | string;
  readonly unit: string | null;
  /** Such as "corner lot" or "with public sewer"; null: without condition. */
  readonly condition: string | null;
  readonly citations: readonly Citation[];
  /** Districts beside which the value holds; absent where it holds along every lot line. */
  readonly neighbors?: readonly string[];
  /** Of loading spaces: the floor area of the buildings that need them. */
  readonly floorArea?: FloorAreaBand;
  /** Notes of the table that qualify the value. */
  readonly notes: readonly CitedNote[];
}

/** A standard of a district: a value with its provenance, several values of which none is chosen, or a marker. */
export type CriterionField =
  | {
      readonly value: number | string;
      readonly unit: string | null;
      readonly basis: string | null;
      readonly notes: readonly CitedNote[];
      /** Values of the same standard that hold in special cases only. */
      readonly cases: readonly CriterionValue[];
      readonly provenance: {
        readonly kind: "ordinance" | "user";
        readonly citations: readonly Citation[];
        readonly confirmed_by?: string;
        /** The value read from the ordinance where the user gave another one. */
        readonly extracted?: CriterionValue | null;
      };
    }
  | { readonly values: readonly CriterionValue[]; readonly basis: string | null }
  | { readonly marker: AbsenceMarker };

/** The standards of one district. `parking_ratio` holds one field for each use, `use_status` one for each building type. */
export interface DistrictCriteria {
  readonly zoning_code: string;
  readonly resolution: "read" | "partly_read" | "not_located";
  readonly fields: Readonly<Record<string, CriterionField | Readonly<Record<string, CriterionField>>>>;
}

/** Returns a standard as it holds for uses: where a case of it names one of them the greatest value of these cases, else the field as it is. */
export function fieldForUses(field: CriterionField, uses: readonly string[]): CriterionField {
  const cases = "values" in field ? field.values : "value" in field ? field.cases : [];
  const [strictest] = cases
    .filter(
      ({ value, condition }) =>
        typeof value === "number" && usesNamed(condition ?? "").some((use) => uses.includes(use)),
    )
    .toSorted((one, other) => Number(other.value) - Number(one.value));
  if (strictest === undefined || ("value" in field && field.provenance.kind === "user")) return field;
  const { value, unit, condition, notes, citations } = strictest;
  return { value, unit, basis: condition, notes, cases: [], provenance: { kind: "ordinance", citations } };
}
