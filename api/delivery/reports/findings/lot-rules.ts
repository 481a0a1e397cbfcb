import { citing, fact, type SourceKey, wording } from "../document/statement.ts";
import { named, squareFeet } from "../document/values.ts";
import type { ReportValue } from "../evidence/criteria-evidence.ts";
import { valueForUse } from "../evidence/note-of-use.ts";
import { districtsOf } from "../evidence/questions.ts";
import { label, layerBrief, passageKey, recordKey, type SectionContext } from "../sections/context.ts";
import type { FindingRule, RuleOutcome } from "./rule.ts";

const squareFeetPerAcre = 43_560;

/** A minimum lot area in square feet, with the passage that states it. */
interface RequiredArea {
  readonly area: number;
  readonly source: SourceKey;
}

/** Whether the land of each district is as large as the smallest lot that is allowed there. */
export const lotLargeEnough: FindingRule = {
  id: "DD-LOT-01",
  section: "zoning",
  topic: "lot area",
  affects: "Whether the lot may be built on as it is.",
  evaluate: (context) =>
    districtsOf(context.evidence.project).flatMap((district) => lotOutcome(context, district) ?? []),
};

/** Compares the land of a district with its minimum; undefined where either is not known, or several minimums are stated. */
function lotOutcome(context: SectionContext, district: string): RuleOutcome | undefined {
  const { districts, project } = context.evidence;
  const criterion = districts.find(({ zoning_code: code }) => code === district)?.fields.lot_area_min;
  if (criterion?.kind !== "ordinance" || criterion.values.length !== 1) return undefined;
  const ofUse = areaForUse(context, criterion.values);
  const [required] = ofUse ? [ofUse] : criterion.values.flatMap((value) => requiredArea(context, value) ?? []);
  const special = criterion.cases.flatMap((value) => requiredArea(context, value) ?? []);
  const sizes = project.parcels.flatMap(({ zoning, size }) =>
    zoning.code === district ? [size?.square_feet ?? null] : [],
  );
  const known = sizes.filter((size) => size !== null);
  if (required === undefined || known.length < sizes.length || known.length === 0) return undefined;
  const key = layerBrief(context, "parcels").key ?? recordKey(context);
  const land = known.reduce((sum, size) => sum + size, 0);
  const has = fact`The ${squareFeet(land, key, known.length > 1 ? "sum of the parcels of the district" : null)} of the site in district ${named(district, recordKey(context))}`;
  const minimum = fact`the minimum lot area of ${squareFeet(required.area, required.source)}${label(ofUse ? " for the stated use" : "")}`;
  const next = wording`Ask the zoning authority whether the lot is lawful as it is, or apply for a variance.`;
  if (land < required.area) {
    const isCaseMet = special.some(({ area }) => area <= land);
    const rest = isCaseMet ? wording` A special case of the standard may apply.` : wording``;
    return {
      rating: isCaseMet ? "amber" : "red",
      subject: district,
      statement: fact`${has} are less than ${minimum}.${rest}`,
      next,
    };
  }
  const unmet = special.filter(({ area }) => area > land);
  if (unmet.length > 0 || hasOtherNotes(criterion.values, ofUse)) {
    const statement = citing(
      fact`${has} meet ${minimum}. ${unmet.length > 0 ? wording`They do not meet every special case of the standard.` : wording`Notes of the standard were not compared.`}`,
      ...unmet.map(({ source }) => source),
    );
    return {
      rating: "amber",
      subject: district,
      statement,
      next: wording`Check the special cases and notes of the standard against the stated use.`,
    };
  }
  if (Math.min(...known) < required.area) {
    const statement = fact`${has} meet ${minimum} only together: a parcel by itself is smaller.`;
    return {
      rating: "amber",
      subject: district,
      statement,
      next: wording`Ask the zoning authority whether the parcels count as one lot.`,
    };
  }
  return { rating: "green", subject: district, statement: fact`${has} meet ${minimum}.` };
}

const hasOtherNotes = (values: readonly ReportValue[], ofUse: RequiredArea | undefined) =>
  values.flatMap(({ notes }) => notes).length > (ofUse === undefined ? 0 : 1);

/** Returns the minimum that one note states for the stated use, instead of that of the district. */
function areaForUse(context: SectionContext, values: readonly ReportValue[]): RequiredArea | undefined {
  const found = valueForUse(values, context.evidence.use?.words);
  return found && { area: found.value, source: passageKey(context, found.passage) };
}

function requiredArea(context: SectionContext, { value, unit, passages }: ReportValue): RequiredArea | undefined {
  const [passage] = passages;
  if (typeof value !== "number" || passage === undefined) return undefined;
  const isAcres = /^(?:ac|acres?)$/.test(unit ?? "");
  if (!isAcres && !/^(?:sf|sqft|sq ft)$/.test(unit ?? "")) return undefined;
  return { area: isAcres ? value * squareFeetPerAcre : value, source: passageKey(context, passage) };
}
