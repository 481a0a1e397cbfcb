import { notRecorded } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { date, named } from "../document/values.ts";
import type { ReportConcept } from "../evidence/plan-evidence.ts";
import { label, passageKey, type SectionContext } from "./context.ts";

/** What a metric is called. */
const metricLabels: Readonly<Record<string, string>> = {
  ...{
    site_area: "Site area",
    net_site_area: "Net site area",
    buildable_area: "Buildable area",
    units: "Dwelling units",
  },
  ...{ density: "Density", gfa: "Gross floor area", far: "Floor area ratio", building_footprint: "Building footprint" },
  ...{ coverage: "Building coverage", height: "Building height", stories: "Stories", impervious: "Impervious surface" },
  ...{ open_space: "Open space", setback_front_min: "Front setback", setback_side_min: "Side setback" },
  ...{ setback_rear_min: "Rear setback", parking_required: "Parking required", parking_provided: "Parking provided" },
  ...{ parking_structured: "Parking in structures", accessible: "Accessible stalls", van: "Van-accessible stalls" },
  ...{ setback_street_side_min: "Street side setback", sf_per_stall: "Paving for each stall" },
  ...{ ev: "Stalls for electric vehicles", stormwater_volume: "Stormwater volume", basin_capacity: "Basin capacity" },
};
/** What a rule of the design criteria is called. */
const ruleLabels: Readonly<Record<string, string>> = {
  ...{ setback_side_interior: "Interior side setback", setback_side_street: "Street side setback" },
  ...{ setback_front: "Front setback", setback_rear: "Rear setback", height_max: "Building height" },
  ...{ stories_max: "Stories", density_max: "Density", coverage_max: "Building coverage", far_max: "Floor area ratio" },
  ...{ open_space_min: "Open space", impervious_max: "Impervious surface", parking_ratio: "Parking ratio" },
};
const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const ruleLabel = (rule: string) => ruleLabels[rule] ?? sentenceCase(rule.replaceAll("_", " "));

/** Returns an override as a sentence: the rule, what is asked for, and the limit. */
export function overrideText(
  rule: { readonly name: string; readonly limit: string; readonly proposed: string },
  key: SourceKey,
): Statement {
  const asked = fact`${label(ruleLabel(rule.name))}: ${named(rule.proposed, key)}`;
  return rule.limit === "none" ? fact`${asked}.` : fact`${asked}, where the limit is ${named(rule.limit, key)}.`;
}

const parkingMetrics = ["parking_required", "parking_provided", "parking_structured", "accessible", "van", "ev"];
const statusWords = { pass: "Pass", fail: "Fail", not_evaluated: "Not evaluated" } as const;
const unitWords: Readonly<Record<string, string>> = {
  sf: "sq ft",
  du_per_acre: "units per acre",
  count: "",
  ratio: "",
  cf: "cu ft",
  "du/ac": "units per acre",
};

/** Returns the endnote of the concept. */
export function conceptKey({ sources }: SectionContext, { revision, created_at: at, hash }: ReportConcept): SourceKey {
  return sources.add({
    ...{ key: "plan:concept", kind: "plan", title: "Site-plan concept of the project" },
    ...{ place: `Revision ${revision}, plan ${hash.slice(0, 12)}`, retrieved_at: at },
  });
}

type Rule = ReportConcept["metrics"][string]["source"];

function ruleKey(context: SectionContext, concept: ReportConcept, source: Rule): SourceKey {
  const passage = source?.ref ? concept.citations[source.ref] : undefined;
  return passage ? passageKey(context, passage) : conceptKey(context, concept);
}

const wholeUnits: ReadonlySet<string> = new Set(["sf", "cf", "stalls", "units"]);
const amount = (value: number | string, unit: string | null): string => {
  const told =
    typeof value === "number"
      ? value.toLocaleString("en-US", { maximumFractionDigits: wholeUnits.has(unit ?? "") ? 0 : 2 })
      : value;
  if (unit === "percent" || unit === "%") return `${told}%`;
  if (unit === "stories" && value === 1) return "1 story";
  return `${told} ${unit === null ? "" : (unitWords[unit] ?? unit.replaceAll("_", " "))}`.trim();
};

/** Returns the rows of the check of a concept: what is drawn, the limit, and the outcome. */
function metricRows(context: SectionContext, concept: ReportConcept, names: readonly string[]): Statement[][] {
  const key = conceptKey(context, concept);
  return names.flatMap((name) => {
    const metric = concept.metrics[name];
    if (!metric) return [];
    const { value, unit, limit, marker, status, source } = metric;
    const rule = ruleKey(context, concept, source);
    const absent =
      marker === "NOT_PROVIDED_IN_ORDINANCE"
        ? wording`Not provided in ordinance.`
        : marker === null
          ? wording`No limit applies.`
          : wording`Not located in the indexed ordinance. This says nothing about the law.`;
    return [
      [
        label(metricLabels[name] ?? name.replaceAll("_", " ")),
        fact`${named(amount(value, unit), key)}`,
        limit === null ? absent : fact`${named(amount(limit, unit), rule)}`,
        citing(label(statusWords[status]), key),
      ],
    ];
  });
}

const checkColumns = [
  { label: "Rule or measure", share: 1.4 },
  { label: "Plan", share: 1.2, align: "right" as const },
  { label: "Limit", share: 1.8 },
  { label: "Outcome", share: 0.9 },
];

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
    {
      type: "table",
      caption: "Check of the concept against the rules that were found",
      columns: checkColumns,
      rows: metricRows(context, concept, names),
    },
    conflictBlock(context, concept),
    ...decisionBlocks(concept, key),
  ];
  return { section_id: "concept", heading: "Concept", blocks };
}

function conflictBlock(context: SectionContext, concept: ReportConcept): Block {
  if (concept.conflicts.length === 0) {
    const told = citing(wording`The concept breaks no rule that was found.`, conceptKey(context, concept));
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
      { label: "Kind", share: 0.8 },
      { label: "What it means", share: 2.2 },
    ],
    rows: concept.conflicts.map(({ rule, limit, proposed, unit, severity, statement, source }) => {
      const key = ruleKey(context, concept, source);
      return [
        fact`${named(ruleLabel(rule), key)}`,
        value(limit, unit, key),
        value(proposed, unit, conceptKey(context, concept)),
        label(severity === "hard" ? "Hard" : "Can be overridden"),
        fact`${named(statement, key)}`,
      ];
    }),
  };
}

function decisionBlocks({ decisions }: ReportConcept, key: SourceKey): Block[] {
  if (decisions.length === 0) return [];
  return [
    {
      type: "table",
      caption: "Decisions that are disclosed with the concept",
      columns: [
        { label: "Decision", share: 2.2 },
        { label: "Reason in the user's words", share: 2 },
        { label: "Date", share: 0.9 },
      ],
      rows: decisions.map(({ statement, rule, reason, decided_at: at }) => [
        rule === null ? fact`${named(statement, key)}` : fact`Rule overridden: ${overrideText(rule, key)}`,
        reason === null ? label("None given.") : fact`${named(`“${reason}”`, key)}`,
        fact`${date(at, key)}`,
      ]),
    },
  ];
}

/** Returns the rows of the parking check of a concept. */
export function parkingRows(context: SectionContext): Statement[][] {
  const { concept } = context.evidence;
  if (concept === null) return [];
  return metricRows(context, concept, parkingMetrics);
}

/** Columns of the check of a concept. */
export const conceptCheckColumns = checkColumns;

/** Says whether the concept meets every rule that was found. */
export function conceptVerdict(context: SectionContext): Statement {
  const { concept } = context.evidence;
  if (concept === null) return wording`The project has no compiled concept.`;
  const key = conceptKey(context, concept);
  const { conflicts } = concept;
  const unknown = Object.values(concept.metrics).filter(({ marker }) => marker !== null).length;
  const open = fact`${named(String(unknown), key, "metrics whose limit has a marker")} ${label(unknown === 1 ? "limit was" : "limits were")} not located and therefore not evaluated.`;
  const overridden = concept.decisions.filter(({ rule }) => rule !== null).length;
  const program =
    overridden === 0
      ? wording``
      : fact` Its program overrides ${named(String(overridden), key, "overrides that are disclosed with the concept")} ${label(overridden === 1 ? "rule" : "rules")}, for which relief is needed.`;
  if (conflicts.length === 0 && overridden > 0) {
    return fact`What is drawn keeps to every rule that was found.${program} ${open}`;
  }
  if (conflicts.length === 0) return fact`It breaks no rule that was found. ${open}`;
  const hard = conflicts.filter(({ severity }) => severity === "hard").length;
  return fact`It breaks ${named(String(conflicts.length), key, "conflicts of the concept")} rules, ${named(String(hard), key, "hard conflicts of the concept")} of them without a possible override. ${open}`;
}

const mostScenarios = 4;

/** Returns the comparison of the compiled concepts, at most four. */
export function scenarioBlocks(context: SectionContext): Block[] {
  const { yields, concept } = context.evidence;
  const snapshots = (yields?.data ?? []).flatMap(({ snapshots: own, zoning_code: code }) =>
    own.map((one) => ({ ...one, code })),
  );
  if (concept === null || snapshots.length === 0) return [];
  const key = conceptKey(context, concept);
  const number = (value: number, unit = "") => fact`${named(amount(value, unit === "" ? null : unit), key)}`;
  const shown = snapshots.toSorted((one, other) => other.revision - one.revision).slice(0, mostScenarios);
  return [
    {
      type: "table",
      caption: "Compiled concepts, the newest first",
      columns: [
        { label: "Revision", share: 0.8 },
        { label: "District", share: 0.8 },
        { label: "Units", share: 0.7, align: "right" },
        { label: "Floor area", share: 1.1, align: "right" },
        { label: "FAR", share: 0.7, align: "right" },
        { label: "Coverage", share: 0.9, align: "right" },
        { label: "Open space", share: 0.9, align: "right" },
        { label: "Stalls", share: 0.7, align: "right" },
        { label: "Conflicts", share: 0.8, align: "right" },
      ],
      rows: shown.map((one) => [
        number(one.revision),
        one.code === null ? notRecorded : fact`${named(one.code, key)}`,
        ...[number(one.units), number(one.gfa_sf, "sf"), number(one.far), number(one.coverage, "percent")],
        ...[number(one.open_space, "percent"), number(one.stalls), number(one.conflicts_count)],
      ]),
    },
  ];
}
