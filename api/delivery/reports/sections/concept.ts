import { ruleName } from "../../../../ingest/index.ts";
import { notRecorded } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, joined, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { date, named } from "../document/values.ts";
import type { ReportConcept } from "../evidence/plan-evidence.ts";
import { paragraph } from "./blocks.ts";
import { conceptKey, measureOf, metricLabels } from "./concept-words.ts";
import { label, notLocated, passageKey, type SectionContext } from "./context.ts";
import { onMappedLand } from "./mapped-land.ts";
import { isStandardLocated, standardCell } from "./standards.ts";
import { useRuling } from "./use.ts";

/** Returns an override as a sentence: the rule, what is asked for, and the limit. */
export function overrideText(
  rule: { readonly name: string; readonly limit: string; readonly proposed: string },
  key: SourceKey,
): Statement {
  const asked = fact`${label(ruleName(rule.name))}: ${named(rule.proposed, key)}`;
  return rule.limit === "none" ? fact`${asked}.` : fact`${asked}, where the limit is ${named(rule.limit, key)}.`;
}

const parkingMetrics = [
  "parking_required",
  "parking_provided",
  "parking_structured",
  "accessible",
  "van",
  "ev",
  "bicycle",
  "loading",
];
const statusWords = { pass: "Pass", fail: "Fail", not_evaluated: "Not evaluated" } as const;
const unitWords: Readonly<Record<string, string>> = {
  sf: "sq ft",
  du_per_acre: "units per acre",
  count: "",
  ratio: "",
  cf: "cu ft",
  "du/ac": "units per acre",
  "sf/unit": "sq ft",
  buildings: "",
};

type Metric = ReportConcept["metrics"][string];
type Rule = Metric["source"];

function ruleKey(context: SectionContext, concept: ReportConcept, source: Rule): SourceKey {
  const passage = source?.ref ? concept.citations[source.ref] : undefined;
  return passage ? passageKey(context, passage) : conceptKey(context, concept);
}

const wholeUnits: ReadonlySet<string> = new Set(["sf", "cf", "stalls", "units"]);
/** Writes a measure with its unit. */
export const amount = (value: number | string, unit: string | null): string => {
  const told =
    typeof value === "number"
      ? value.toLocaleString("en-US", {
          minimumFractionDigits: unit === "ratio" ? 2 : 0,
          maximumFractionDigits: wholeUnits.has(unit ?? "") ? 0 : unit === "ft" ? 1 : 2,
        })
      : value;
  if (unit === "percent" || unit === "%") return `${told}%`;
  if (unit === "stories" && value === 1) return "1 story";
  return `${told} ${unit === null ? "" : (unitWords[unit] ?? unit.replaceAll("_", " "))}`.trim();
};

/** Measures that a limit bounds from below. */
const atLeast =
  /^(?:site_area|open_space(?:_per_unit)?|landscape|(?:parking_)?setback_\w+|building_spacing_min|neighbor_(?:setback|buffer)_min|driveway_spacing_min|parking_provided|basin_capacity)$/;
/** Measures that are printed under another name where they are checked. */
const checkedLabels: Readonly<Record<string, string>> = { site_area: "Lot area" };
/** Standards of the district that a measure is compared with. */
const standardOf: Readonly<Record<string, string>> = {
  ...{ setback_front_min: "setback_front", setback_side_min: "setback_side", setback_rear_min: "setback_rear" },
  ...{
    site_area: "min_lot_area",
    height: "max_height",
    coverage: "max_lot_coverage",
    density: "max_density",
    far: "max_far",
  },
};

/** Whether a measure has a limit, or lacks one that the ordinance may have. */
const isChecked = ({ limit, marker }: Metric): boolean => limit !== null || marker !== null;
/** Whether a limit was chosen for the concept and was not read from the ordinance. */
const isChosen = ({ limit, source }: Metric): boolean =>
  limit !== null && (source === null || source.kind === "user" || source.kind === "assumption");

/** Whether the plan was compared with the limit that the ordinance has for a rule. */
export function isMeasured({ metrics }: ReportConcept, rule: string): boolean {
  const metric = metrics[measureOf[rule] ?? ""];
  return metric !== undefined && metric.limit !== null && !isChosen(metric);
}

/** Names of the checked measures whose limit was chosen for the concept, leaving out those that are no rules of the law. */
export const chosenLimits = ({ metrics }: ReportConcept): readonly string[] =>
  Object.entries(metrics).flatMap(([name, metric]) =>
    isChosen(metric) && name !== "basin_capacity" ? [(metricLabels[name] ?? name).toLowerCase()] : [],
  );

/** Returns the rows of the check of a concept: what is drawn, the limit, and the outcome. */
function checkRows(context: SectionContext, concept: ReportConcept, names: readonly string[]): Statement[][] {
  const key = conceptKey(context, concept);
  return names.flatMap((name) => {
    const metric = concept.metrics[name];
    if (!metric || !isChecked(metric)) return [];
    const { value, unit, status } = metric;
    return [
      [
        label(checkedLabels[name] ?? metricLabels[name] ?? name.replaceAll("_", " ")),
        fact`${named(amount(value, unit), key)}`,
        limitCell(context, concept, name),
        citing(label(isChosen(metric) && status === "pass" ? "Meets the chosen value" : statusWords[status]), key),
      ],
    ];
  });
}

function limitCell(context: SectionContext, concept: ReportConcept, name: string): Statement {
  const metric = concept.metrics[name];
  const { limit = null, marker = null, unit = null, source = null } = metric ?? {};
  if (limit === null) {
    if (marker === "NOT_PROVIDED_IN_ORDINANCE") {
      return citing(wording`Not provided in ordinance.`, conceptKey(context, concept));
    }
    const stated = statedByLaw(context, concept, name) ?? statedForUse(context, name);
    return stated === undefined ? notLocated(context) : fact`No limit was applied. ${stated}`;
  }
  const bound = label(atLeast.test(name) ? "At least " : "At most ");
  const told = fact`${bound}${named(amount(limit, unit), ruleKey(context, concept, source))}`;
  if (metric === undefined || !isChosen(metric)) return told;
  if (name === "basin_capacity") return fact`${told}, the volume of this concept`;
  const chosen = fact`${told}, chosen for the concept.`;
  const isRatioStated = name === "parking_provided" && context.evidence.law.use_standards.parking.length > 0;
  if (isRatioStated) return fact`${chosen} ${wording`The ratio of the ordinance was not applied to the concept.`}`;
  const stated = statedByLaw(context, concept, name);
  return stated === undefined ? chosen : fact`${chosen} ${stated}`;
}

/** Returns what the ordinance states for a measure; undefined where nothing was located. */
function statedByLaw(context: SectionContext, concept: ReportConcept, name: string): Statement | undefined {
  const standard = standardOf[name];
  const district = concept.governing_district.zoning_code;
  if (standard === undefined || district === null || !isStandardLocated(context, standard, district)) return undefined;
  return fact`The ordinance: ${standardCell(context, standard, district)}`;
}

/** Names the item among the standards of the use that is about a measure; undefined where there is none. */
function statedForUse(context: SectionContext, name: string): Statement | undefined {
  const words = (metricLabels[name] ?? "").toLowerCase();
  const { sections } = context.evidence.law.use_standards;
  const found = sections.find(
    ({ text, passage }) => words !== "" && passage.section !== null && text.toLowerCase().includes(words),
  );
  return (
    found &&
    fact`The standards of the use have one: Section ${named(found.passage.section ?? "", passageKey(context, found.passage))}.`
  );
}

/** Returns the rows of what is measured in a concept and is compared with no limit; what a plan has none of is left out. */
function measureRows(context: SectionContext, concept: ReportConcept, names: readonly string[]): Statement[][] {
  const key = conceptKey(context, concept);
  return names.flatMap((name) => {
    const metric = concept.metrics[name];
    if (!metric || isChecked(metric) || metric.value === 0) return [];
    const told = fact`${named(amount(metric.value, metric.unit), key)}`;
    return [[label(metricLabels[name] ?? name.replaceAll("_", " ")), told]];
  });
}

const checkColumns = [
  { label: "Rule", share: 1.2 },
  { label: "Plan", share: 1, align: "right" as const },
  { label: "Limit", share: 2.6 },
  { label: "Outcome", share: 0.9 },
];
const measureColumns = [
  { label: "Measure", share: 2 },
  { label: "Plan", share: 1.4, align: "right" as const },
];

/** Returns the tables of some measures: those with a limit, then the others. */
function metricTables(
  context: SectionContext,
  concept: ReportConcept,
  { names, check, measured }: { readonly names: readonly string[]; readonly check: string; readonly measured: string },
): Block[] {
  const checks = checkRows(context, concept, names);
  const measures = measureRows(context, concept, names);
  return [
    ...(checks.length > 0 ? [{ type: "table" as const, caption: check, columns: checkColumns, rows: checks }] : []),
    ...(measures.length > 0
      ? [{ type: "table" as const, caption: measured, columns: measureColumns, rows: measures }]
      : []),
  ];
}

/** Returns the section about the concept: check, conflicts, decisions. */
export function conceptSection(context: SectionContext): Section {
  const { concept } = context.evidence;
  if (concept === null) {
    const told = wording`The project has no compiled concept. The limits of this report are those of the land and the law, not of a plan.`;
    return { section_id: "concept", heading: "Concept", blocks: [{ type: "paragraph", statements: [told] }] };
  }
  const key = conceptKey(context, concept);
  const { zoning_code: district, basis } = concept.governing_district;
  const under = district === null ? wording`` : fact` under district ${named(district, key)}`;
  const rezoned = basis === "rezone_target" ? wording` (the target of a rezoning that was not granted yet)` : wording``;
  const lead = fact`The concept is revision ${named(String(concept.revision), key)} of ${named(concept.workflow, key)}${under}${rezoned}, compiled on ${date(concept.created_at, key)}.`;
  const names = Object.keys(metricLabels).filter((name) => !parkingMetrics.includes(name));
  const blocks: Block[] = [
    {
      type: "paragraph",
      statements: [lead, wording`It is conceptual: not for construction, not a survey, not an approval.`],
    },
    ...metricTables(context, concept, {
      names,
      check: "Check of the concept against the rules that were found",
      measured: "Measures of the concept, which are compared with no limit",
    }),
    conflictBlock(context, concept),
    ...decisionBlocks(concept, key),
    ...noteBlocks(concept, key),
  ];
  return { section_id: "concept", heading: "Concept", blocks };
}

function conflictBlock(context: SectionContext, concept: ReportConcept): Block {
  if (concept.conflicts.length === 0) {
    const told = citing(wording`The concept breaks no dimensional rule that was found.`, conceptKey(context, concept));
    return { type: "paragraph", statements: [told] };
  }
  const value = (told: number | string | null, unit: string | null, source: SourceKey) =>
    told === null ? notRecorded : fact`${named(amount(told, unit), source)}`;
  return {
    type: "table",
    caption: "Rules that the concept breaks",
    columns: [
      { label: "Rule", share: 1.2 },
      { label: "Limit", share: 0.9 },
      { label: "Plan", share: 0.9 },
      { label: "What it needs", share: 1.4 },
    ],
    rows: concept.conflicts.map(({ rule, limit, proposed, unit, severity, source }) => {
      const key = ruleKey(context, concept, source);
      return [
        fact`${named(ruleName(rule), key)}`,
        value(limit, unit, key),
        value(proposed, unit, conceptKey(context, concept)),
        severity === "hard" ? wording`Change the program or the plan.` : wording`Relief, or a change of the plan.`,
      ];
    }),
  };
}

function decisionBlocks({ decisions }: ReportConcept, key: SourceKey): Block[] {
  if (decisions.length === 0) return [];
  const isOverridden = (kind: string) => decisions.some(({ rule }) => rule?.name === kind);
  return [
    {
      type: "table",
      caption: "Decisions that are disclosed with the concept",
      columns: [
        { label: "Decision", share: 2.2 },
        { label: "Reason in the user's words", share: 2 },
        { label: "Date", share: 0.9 },
      ],
      rows: decisions.map(({ kind, statement, rule, reason, decided_at: at }) => [
        rule === null ? fact`${named(statement, key)}` : fact`Rule overridden: ${overrideText(rule, key)}`,
        reason === null
          ? label(isOverridden(kind) ? "See the override below." : "None given.")
          : fact`${named(`“${reason}”`, key)}`,
        fact`${date(at, key)}`,
      ]),
    },
  ];
}

/** Returns what was assumed while the concept was compiled, and what had no room in it. */
function noteBlocks({ notes }: ReportConcept, key: SourceKey): Block[] {
  if (notes.length === 0) return [];
  return [
    paragraph(citing(wording`What the concept assumes or leaves out:`, key)),
    { type: "list", items: notes.map((note) => fact`${named(note, key)}`) },
  ];
}

/** What a program may ask a number of, by the names of answers and of measures. */
const wished: Readonly<Record<string, string>> = { units: "dwelling units", keys: "keys" };

/** Says how far the concept falls short of the numbers that the program asks for. */
export function programGap({ evidence }: SectionContext, concept: ReportConcept, key: SourceKey): Statement[] {
  return Object.entries(wished).flatMap(([member, words]) => {
    const asked = evidence.interview.reduce((sum, { value }) => sum + (memberOf(value, member) ?? 0), 0);
    const drawn = concept.metrics[member]?.value;
    if (asked === 0 || typeof drawn !== "number" || drawn >= asked) return [];
    return [
      fact`The program asks for ${named(amount(asked, null), key)} ${label(words)}; the concept has ${named(amount(drawn, null), key)}.`,
    ];
  });
}

function memberOf(value: unknown, member: string): number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found = Object.entries(value).find(([name]) => name === member)?.[1];
  return typeof found === "number" ? found : undefined;
}

/** Returns the parking of a concept; empty where there is none. */
export function parkingBlocks(context: SectionContext): Block[] {
  const { concept } = context.evidence;
  if (concept === null) return [];
  const { source } = concept.metrics.parking_provided ?? {};
  const basis: Block[] =
    source === undefined || source === null
      ? []
      : [
          paragraph(
            fact`Basis of the required parking: ${named(source.statement.replace(/\.$/, ""), ruleKey(context, concept, source))}.`,
          ),
        ];
  const tables = metricTables(context, concept, {
    names: parkingMetrics,
    check: "Parking of the concept against what it requires",
    measured: "Parking of the concept",
  });
  return [...tables, ...basis];
}

/** Returns the names of broken rules as a list in words. */
const namesOf = (rules: readonly { readonly rule: string }[]) =>
  label(rules.map(({ rule }) => ruleName(rule).toLowerCase()).join(", "));

/** Says how large the concept is; empty where there is none. */
export function conceptSize(context: SectionContext): Statement[] {
  const { concept } = context.evidence;
  const { units, gfa } = concept?.metrics ?? {};
  if (concept === null || gfa === undefined) return [];
  const key = conceptKey(context, concept);
  const told = (metric: Metric) => named(amount(metric.value, metric.unit), key);
  const homes = units && units.value > 0 ? fact`${told({ ...units, unit: "count" })} dwelling units and ` : wording``;
  return [fact`The concept has ${homes}${told(gfa)} of floor area.`];
}

/** Says where the district does not allow the use of the concept. */
export function useFault(context: SectionContext, concept: ReportConcept): Statement[] {
  const district = concept.governing_district.zoning_code;
  if (district === null || !["prohibited", "not_listed"].includes(useRuling(context, district).status)) return [];
  const [row] = context.evidence.law.use_rows[district] ?? [];
  const source = row ? passageKey(context, row.passage) : conceptKey(context, concept);
  return [citing(fact`Its use is not allowed in district ${named(district, source)}.`, source)];
}

/** Says whether the concept meets every rule that was found, and what the program asks for. */
export function conceptVerdict(context: SectionContext): Statement {
  const { concept } = context.evidence;
  if (concept === null) return wording`The project has no compiled concept.`;
  return joined([ruleVerdict(context, concept), ...programGap(context, concept, conceptKey(context, concept))]);
}

/** Says whether a concept meets every rule that was found; of the constraints that are told elsewhere it says nothing. */
export function ruleVerdict(
  context: SectionContext,
  concept: ReportConcept,
  toldElsewhere: readonly string[] = [],
): Statement {
  const key = conceptKey(context, concept);
  const { conflicts } = concept;
  const unknown = Object.values(concept.metrics).filter(({ marker }) => marker !== null).length;
  const open = fact`${named(String(unknown), key, "metrics whose limit has a marker")} ${label(unknown === 1 ? "limit has" : "limits have")} no value and ${label(unknown === 1 ? "was" : "were")} not evaluated.`;
  const chosen = chosenLimits(concept);
  const own =
    chosen.length === 0
      ? []
      : [fact`Limits chosen for the concept, not read from the ordinance: ${citing(label(chosen.join(", ")), key)}.`];
  const covered = Object.entries(onMappedLand(concept, key)).filter(([name]) => !toldElsewhere.includes(name));
  const use = [...useFault(context, concept), ...covered.map(([, statement]) => statement)];
  if (conflicts.length === 0) {
    const kept = citing(wording`It breaks no dimensional rule that was found.`, key);
    return joined([...use, kept, ...own, ...(unknown > 0 ? [open] : [])]);
  }
  const hard = conflicts.filter(({ severity }) => severity === "hard");
  const soft = conflicts.filter(({ severity }) => severity !== "hard");
  return joined([
    ...use,
    ...(hard.length > 0 ? [citing(fact`No relief is known for the rules it breaks: ${namesOf(hard)}.`, key)] : []),
    ...(soft.length > 0
      ? [citing(fact`It exceeds these limits and needs relief, or has to change: ${namesOf(soft)}.`, key)]
      : []),
    ...own,
    ...(unknown > 0 ? [open] : []),
  ]);
}
