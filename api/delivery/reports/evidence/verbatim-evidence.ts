import type { StoredPassage } from "./answers.ts";
import type { ReportCriterion, ReportDistrict } from "./criteria-evidence.ts";
import type { Procedure } from "./procedures.ts";
import type { ReportEvidence, ReportLaw } from "./report-evidence.ts";

/** The parts of a report's evidence that cite documents, beside the answers to questions. */
export type CitedEvidence = Pick<ReportEvidence, "law" | "districts" | "concept">;

type IsVerbatim = (passage: StoredPassage) => Promise<boolean>;

/**
 * Returns evidence without the records that quote a passage whose stored text has changed since it was read, and how many
 * such passages there were. A record is left out whole: without its note a row of a table would state something else.
 */
export async function verbatimEvidence(
  { law, districts, concept }: CitedEvidence,
  isVerbatim: IsVerbatim,
): Promise<CitedEvidence & { readonly dropped: number }> {
  const passages = new Map(passagesIn([law, districts, concept?.citations]).map((one) => [keyOf(one), one]));
  const changed = new Set<string>();
  for (const [key, passage] of passages) if (!(await isVerbatim(passage))) changed.add(key);
  const isKept = (part: unknown) => passagesIn(part).every((passage) => !changed.has(keyOf(passage)));
  return {
    law: keptLaw(law, isKept),
    districts: districts.map((district) => keptDistrict(district, isKept)),
    concept: concept && { ...concept, citations: keptMembers(concept.citations, isKept) },
    dropped: changed.size,
  };
}

type IsKept = (part: unknown) => boolean;

const keyOf = ({ document_id, document_revision, char_start, char_end, quote }: StoredPassage) =>
  JSON.stringify([document_id, document_revision, char_start, char_end, quote]);

/** Returns the passages anywhere inside of some evidence. */
function passagesIn(part: unknown): StoredPassage[] {
  if (typeof part !== "object" || part === null) return [];
  if ("quote" in part && "char_start" in part && "document_id" in part) return [part as StoredPassage];
  return Object.values(part).flatMap(passagesIn);
}

function keptLaw(law: ReportLaw, isKept: IsKept): ReportLaw {
  const lists = <Item>(of: Readonly<Record<string, readonly Item[]>>) => keptLists(of, isKept);
  return {
    use_rows: lists(law.use_rows),
    use_standards: {
      parking: law.use_standards.parking.filter(isKept),
      sections: law.use_standards.sections.filter(isKept),
    },
    overlay_rules: lists(law.overlay_rules),
    district_buffers: lists(law.district_buffers),
    wetland_buffers: law.wetland_buffers.filter(isKept),
    wetland_reviews: law.wetland_reviews.filter(isKept),
    wetland_agency: isKept(law.wetland_agency) ? law.wetland_agency : null,
    floor_rules: law.floor_rules.filter(isKept),
    procedures: Object.fromEntries(
      Object.entries(law.procedures).map(([kind, procedure]) => [kind, keptProcedure(procedure, isKept)]),
    ),
  };
}

const keptProcedure = ({ steps, deciders, fees, fee_rule: rule }: Procedure, isKept: IsKept): Procedure => ({
  steps: keptLists(steps, isKept),
  deciders: deciders.filter(isKept),
  fees: fees.filter(isKept),
  fee_rule: isKept(rule) ? rule : undefined,
});

/** Filters each list, and leaves out the lists of which nothing is left. */
function keptLists<Item>(of: Readonly<Record<string, readonly Item[]>>, isKept: IsKept) {
  const lists = Object.entries(of).map(([name, items]) => [name, items.filter(isKept)] as const);
  return Object.fromEntries(lists.filter(([, items]) => items.length > 0));
}

const keptMembers = <Member>(of: Readonly<Record<string, Member>>, isKept: IsKept) =>
  Object.fromEntries(Object.entries(of).filter(([, member]) => isKept(member)));

const keptDistrict = ({ zoning_code, fields }: ReportDistrict, isKept: IsKept): ReportDistrict => ({
  zoning_code,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, criterion]) => [name, keptCriterion(criterion, isKept)]),
  ),
});

/** A standard with a value, case or note that has changed is not located: the rest of it may not say the same. */
function keptCriterion(criterion: ReportCriterion, isKept: IsKept): ReportCriterion {
  if (isKept(criterion)) return criterion;
  return criterion.kind === "user"
    ? { ...criterion, value: { ...criterion.value, passages: [], notes: [] }, extracted: null }
    : { kind: "absent", marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };
}
