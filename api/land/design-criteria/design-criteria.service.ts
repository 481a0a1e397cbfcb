import type { Static } from "@sinclair/typebox";
import { isSameCode, type MeasuredRule, type UseRule, uncountedStandardIds } from "../../../ingest/index.ts";
import type { Citation, CitedRule, RuleReader } from "../../../retrieval/index.ts";
import { citationView } from "../../http/citation.model.ts";
import type { Principal } from "../../http/principal.ts";
import type { ProjectView } from "../../knowledge/projects/projects.model.ts";
import type { PlanRevisionRow } from "../site-plan/plan-revisions.repository.ts";
import type { AbsenceMarker, CriterionField, CriterionValue, DistrictCriteria } from "./criteria.ts";
import { criteriaOf } from "./criteria-fields.ts";
import type { DesignCriteriaView } from "./design-criteria.model.ts";
import { typologiesNamed } from "./typology-status.ts";

/** A standard that the user settled in the interview. */
export interface UserStandard {
  readonly field: string;
  readonly value: number;
  readonly unit: string | null;
  readonly questionId: string;
  readonly confirmedBy: string;
  readonly confirmedAt: Date;
}

/** What the interview knows of the governing district and of the user's values. */
export interface PlanningView {
  readonly governingCode: string | null;
  readonly currentCode: string | null;
  readonly userStandards: readonly UserStandard[];
  readonly latest: PlanRevisionRow | undefined;
}

/** The zoning standards of a project. */
export interface DesignCriteria {
  /**
   * Returns the standards of the districts of the project and of its rezone target.
   *
   * @param districts "all", codes with commas between them, or undefined
   * @throws Problem not_found
   */
  read(
    principal: Principal,
    projectId: string,
    districts: string | undefined,
  ): Promise<Static<typeof DesignCriteriaView>>;
  /** Returns what the ordinances state for districts, without values of the user. @throws Problem not_found */
  ofOrdinance(
    principal: Principal,
    projectId: string,
    zoningCodes: readonly string[],
  ): Promise<readonly DistrictCriteria[]>;
}

/** What criteria are read from. */
export interface DesignCriteriaDeps {
  readonly rules: RuleReader;
  getProject(principal: Principal, projectId: string): Promise<ProjectView>;
  readPlanning(principal: Principal, projectId: string): Promise<PlanningView>;
}

const mostDistricts = 60;

/** Makes the criteria of the service. */
export function makeDesignCriteria({ rules, getProject, readPlanning }: DesignCriteriaDeps): DesignCriteria {
  async function citedRules(project: ProjectView, wants: (codes: readonly string[]) => boolean) {
    const corpusIds = project.knowledge_base.corpora.map(({ corpus_id }) => corpus_id);
    const documents = await rules.read(corpusIds);
    const cited: CitedRule<MeasuredRule>[] = [];
    const uses: CitedRule<UseRule>[] = [];
    for (const { document, rules: found } of documents) {
      const wanted = found.flatMap((rule): (MeasuredRule | UseRule)[] =>
        rule.kind === "parking" ||
        (rule.kind === "dimension" && wants(rule.districts)) ||
        (rule.kind === "site" && (rule.districts.length === 0 || wants(rule.districts))) ||
        (rule.kind === "use" && wants(rule.districts) && typologiesNamed(rule).length > 0)
          ? [rule]
          : [],
      );
      for (const { rule, ...cites } of await rules.cite(document, wanted)) {
        if (rule.kind === "use") uses.push({ rule, ...cites });
        else cited.push({ rule, ...cites });
      }
    }
    return { cited, uses, registered: documents.flatMap(({ districts }) => districts.map(({ code }) => code)) };
  }
  const ofOrdinance: DesignCriteria["ofOrdinance"] = async (principal, projectId, zoningCodes) => {
    const project = await getProject(principal, projectId);
    const wants = (codes: readonly string[]) =>
      codes.some((code) => zoningCodes.some((asked) => isSameCode(asked, code)));
    const { cited, uses } = await citedRules(project, wants);
    return zoningCodes.map((code) => criteriaOf(code, cited, uses));
  };
  return {
    ofOrdinance,
    async read(principal, projectId, asked) {
      const project = await getProject(principal, projectId);
      const planning = await readPlanning(principal, projectId);
      const own = [
        ...project.parcels.flatMap(({ zoning }) => zoning.code ?? []),
        ...(planning.governingCode === null ? [] : [planning.governingCode]),
      ];
      const listed = asked === undefined ? own : asked.split(",").map((code) => code.trim());
      const isWanted = (codes: readonly string[]) =>
        asked === "all" || codes.some((code) => listed.some((each) => isSameCode(each, code)));
      const { cited, uses, registered } = await citedRules(project, isWanted);
      const codes = asked === "all" ? registered : listed;
      const districts = [...new Set(codes)].filter((code) => code !== "").slice(0, mostDistricts);
      const read = districts.map((code) => withUserValues(criteriaOf(code, cited, uses), planning));
      return viewOf(read, planning);
    },
  };
}

/** Values that the user settled win over those that were read; both are kept. */
function withUserValues(criteria: DistrictCriteria, { governingCode, userStandards }: PlanningView): DistrictCriteria {
  if (governingCode === null || !isSameCode(criteria.zoning_code, governingCode)) return criteria;
  const fields = { ...criteria.fields };
  for (const { field, value, unit, confirmedBy } of userStandards) {
    const extracted = fields[field] as CriterionField | undefined;
    if (extracted && "value" in extracted && extracted.value === value) continue;
    const kept: CriterionValue | null =
      extracted && "value" in extracted
        ? { ...extracted, condition: null, citations: extracted.provenance.citations }
        : null;
    fields[field] = {
      ...{ value, unit, basis: "Confirmed by the user.", notes: [], cases: [] },
      provenance: { kind: "user", citations: [], confirmed_by: confirmedBy, extracted: kept },
    };
  }
  return { ...criteria, fields };
}

const markerTexts: Readonly<Record<AbsenceMarker, string>> = {
  NOT_PROVIDED_IN_ORDINANCE: "Not provided in ordinance",
  NOT_LOCATED_IN_INDEXED_ORDINANCE: "Not located in the indexed ordinance",
};

/** Standards that concepts keep and that are no field of the contract. */
const unlisted = new Set(
  [
    "building_spacing",
    "wetland_setback",
    "flag_lot_setback",
    "landscape_island_every",
    "principal_buildings_max",
    "townhouse_row_min",
    "townhouse_row_max",
    "transition_setback",
    "parking_behind_building",
    "parking_behind_setback",
    "basin_lot_line",
    "flag_lot_area",
    "permit_above",
    "loading_w",
    "loading_l",
    "loading_asked",
    "basin_building",
    "basin_well",
    "basin_septic",
  ].concat(
    ["front", "side_street", "side_interior", "rear"].map((side) => `parking_setback_${side}`),
    uncountedStandardIds,
  ),
);

type View = Static<typeof DesignCriteriaView>;
type FieldView = Record<string, unknown>;

function fieldView(field: CriterionField | Readonly<Record<string, CriterionField>>): FieldView {
  if (isField(field)) {
    if ("marker" in field) return { value: field.marker, marker: field.marker, text: markerTexts[field.marker] };
    if ("values" in field) return { values: field.values.map(valueView), basis: field.basis };
    const { provenance, notes: _notes, cases: _cases, ...rest } = field;
    const { citations, extracted, ...kept } = provenance;
    return {
      ...rest,
      provenance: {
        ...kept,
        citations: citations.map(citationView),
        ...(extracted === undefined ? {} : { extracted: extracted === null ? null : valueView(extracted) }),
      },
    };
  }
  return Object.fromEntries(Object.entries(field).map(([use, each]) => [use, fieldView(each)]));
}

const isField = (field: object): field is CriterionField =>
  "marker" in field || "values" in field || "provenance" in field;

const valueView = ({ value, unit, condition, citations }: CriterionValue) => ({
  ...{ value, unit, condition, citations: citations.map(citationView) },
});

function viewOf(districts: readonly DistrictCriteria[], planning: PlanningView): View {
  const { governingCode, currentCode, latest, userStandards } = planning;
  const governing = districts.find(({ zoning_code }) => zoning_code === governingCode);
  const water = stormwater(governing);
  return {
    districts: districts.map(({ zoning_code, resolution, fields }) => ({
      ...{ zoning_code, resolution },
      fields: Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) => (unlisted.has(name) ? [] : [[name, fieldView(field)]])),
      ),
    })),
    governing_district: {
      ...{ zoning_code: governingCode, current_zoning_code: currentCode },
      basis: governingCode === currentCode ? "current" : "rezone_target",
    },
    user_provided_fields: Object.fromEntries(
      userStandards.map(({ field, value, unit, questionId, confirmedBy, confirmedAt }) => [
        field,
        { value, unit, question_id: questionId, confirmed_by: confirmedBy, confirmed_at: confirmedAt.toISOString() },
      ]),
    ),
    citations: citationsIn(districts).map(citationView),
    stormwater_context: water,
    rule_inputs: latest ? { ...latest.rule_inputs } : null,
    rule_evidence_snapshot: latest
      ? Object.fromEntries(
          Object.entries(latest.rule_evidence).map(([name, citation]) => [name, citationView(citation)]),
        )
      : null,
  };
}

function stormwater(district: DistrictCriteria | undefined): View["stormwater_context"] {
  const names = { stormwater_wq_depth: "Depth of the water-quality volume", release_rate: "Release rate" };
  const known: Record<string, FieldView> = {};
  const missing: string[] = [];
  for (const [name, label] of Object.entries(names)) {
    const field = district?.fields[name];
    if (field && !("marker" in field)) known[name] = fieldView(field);
    else missing.push(`${label}: not located in the indexed ordinance.`);
  }
  return { known, not_in_code: missing };
}

function citationsIn(districts: readonly DistrictCriteria[]): Citation[] {
  const found = new Map<string, Citation>();
  const add = (field: CriterionField | Readonly<Record<string, CriterionField>>): void => {
    if (!isField(field)) {
      for (const each of Object.values(field)) add(each);
      return;
    }
    if ("marker" in field) return;
    const citations =
      "values" in field ? field.values.flatMap(({ citations: all }) => all) : field.provenance.citations;
    for (const citation of citations) {
      found.set(`${citation.documentId} ${citation.charStart} ${citation.charEnd}`, citation);
    }
  };
  for (const { fields } of districts) for (const field of Object.values(fields)) add(field);
  return [...found.values()];
}
