import type { Citation, CitedNote } from "../../../../retrieval/index.ts";
import type { CriterionField, DistrictCriteria } from "../../../land/design-criteria/criteria.ts";
import { type StoredPassage, storedPassage } from "./answers.ts";

/** A value of a standard with the passages that state it. */
export interface ReportValue {
  readonly value: number | string;
  readonly unit: string | null;
  readonly condition: string | null;
  readonly passages: readonly StoredPassage[];
  /** Notes that qualify the value. */
  readonly notes: readonly ReportNote[];
}

/** A note of a table; without a passage where its text was not found as it was read. */
export interface ReportNote {
  readonly text: string;
  readonly passage: StoredPassage | null;
}

/** A standard of a district as reports tell of it. */
export type ReportCriterion =
  | { readonly kind: "ordinance"; readonly values: readonly ReportValue[]; readonly cases: readonly ReportValue[] }
  | { readonly kind: "user"; readonly value: ReportValue; readonly extracted: ReportValue | null }
  | { readonly kind: "absent"; readonly marker: "NOT_PROVIDED_IN_ORDINANCE" | "NOT_LOCATED_IN_INDEXED_ORDINANCE" };

/** The standards of a district by the name of their field; standards by use are left out. */
export interface ReportDistrict {
  readonly zoning_code: string;
  readonly fields: Readonly<Record<string, ReportCriterion>>;
}

/** Returns what reports tell of the standards of districts. */
export function reportDistricts(districts: readonly DistrictCriteria[]): readonly ReportDistrict[] {
  return districts.map(({ zoning_code, fields }) => ({
    zoning_code,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => (isField(field) ? [[name, criterionOf(field)]] : [])),
    ),
  }));
}

type Field = DistrictCriteria["fields"][string];

const isField = (field: Field): field is CriterionField => "value" in field || "values" in field || "marker" in field;

function criterionOf(field: CriterionField): ReportCriterion {
  if ("marker" in field) return { kind: "absent", marker: field.marker };
  if ("values" in field) return { kind: "ordinance", values: field.values.map(reportValue), cases: [] };
  const { value, unit, notes, cases, provenance } = field;
  const own = reportValue({ value, unit, condition: null, citations: provenance.citations, notes });
  if (provenance.kind === "ordinance") return { kind: "ordinance", values: [own], cases: cases.map(reportValue) };
  const { extracted = null } = provenance;
  return { kind: "user", value: own, extracted: extracted === null ? null : reportValue(extracted) };
}

function reportValue({
  value,
  unit,
  condition,
  citations,
  notes,
}: Omit<ReportValue, "passages" | "notes"> & {
  readonly citations: readonly Citation[];
  readonly notes: readonly CitedNote[];
}): ReportValue {
  return {
    ...{ value, unit, condition, passages: citations.map(storedPassage) },
    notes: notes.map(({ text, citation }) => ({ text, passage: citation === null ? null : storedPassage(citation) })),
  };
}
