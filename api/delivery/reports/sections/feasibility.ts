import { notRecorded, notStated } from "../document/absence.ts";
import { exhibitsOf } from "../document/exhibits.ts";
import type { Block, Finding, ReportDraft, Section, SummaryItem } from "../document/report-document.ts";
import { citing, fact, joined, type Statement, wording } from "../document/statement.ts";
import { findingLines, topicLine } from "../document/summary-lines.ts";
import { acres, date, fixed, named, share, squareFeet } from "../document/values.ts";
import { districtsOf } from "../evidence/questions.ts";
import { findingsOf } from "../findings/rule.ts";
import { feasibilityRules } from "../findings/rule-table.ts";
import { limitationsSection, reviewSection, scopeSection, vintageSection } from "./back-matter.ts";
import { itemColumns, paragraph, tableOr } from "./blocks.ts";
import { conceptSection, conceptSize, conceptVerdict, parkingBlocks } from "./concept.ts";
import { sentenceCase } from "./concept-words.ts";
import { answerCell, isSynthetic, label, layerBrief, passageKey, recordKey, type SectionContext } from "./context.ts";
import { existingBuildingBlocks } from "./existing-buildings.ts";
import { soilsSection, terrainSection } from "./hazards.ts";
import { noticesOf } from "./notices.ts";
import { pathLine, pathSection } from "./path.ts";
import { overlaysSection } from "./rules-and-records.ts";
import { scenarioBlocks } from "./scenarios.ts";
import { accessSection, utilitiesSection } from "./surroundings.ts";
import { titleFacts } from "./title-block.ts";
import { useRuling, useVerdict } from "./use.ts";
import { bindingYields, yieldsOfUse, yieldTables } from "./yield-by-limit.ts";
import { parkingCell, zoningSection } from "./zoning.ts";

/** Returns a feasibility report. */
export function feasibilityReport(context: SectionContext): ReportDraft {
  const findings = findingsOf(feasibilityRules, context);
  const { title, project } = context.evidence;
  return {
    report_type: "feasibility",
    type_label: "Feasibility report",
    title: title ?? project.name,
    facts_of_title: titleFacts(context),
    is_synthetic: isSynthetic(context),
    summary: summaryOf(context, findings),
    findings,
    sections: [
      scopeSection(context),
      programSection(context),
      { ...zoningSection(context), section_id: "rules", heading: "Rules" },
      overlaysSection(context),
      buildableSection(context),
      yieldSection(context),
      conceptSection(context),
      parkingSection(context),
      stormwaterSection(context),
      terrainSection(context),
      accessSection(context),
      utilitiesSection(context),
      pathSection(context, { id: "path", heading: "Path of approvals, time and fees" }),
      risksSection(findings),
      nextStepsSection(findings),
      vintageSection(context),
      limitationsSection(context),
      reviewSection(),
    ],
    exhibits: exhibitsOf(context),
    notices: noticesOf(context),
  };
}

function programSection(context: SectionContext): Section {
  const { project, use } = context.evidence;
  const record = recordKey(context);
  const settled = Object.entries(project.project_goal_context).map(([key, answer]) => [
    label(sentenceCase(key.replaceAll("_", " "))),
    answer === undefined ? notRecorded : fact`${named(String(answer.value), record)}`,
    label(answer?.provenance === "user_confirmed" ? "Confirmed by the user." : "Derived from the goal."),
  ]);
  const read =
    use === null
      ? []
      : [
          [
            label(use.isConfirmed ? "Building type" : "Building type read from the goal"),
            fact`${named(sentenceCase(use.words), record)}`,
            label(use.isConfirmed ? "Settled by the user." : "Derived from the goal."),
          ],
        ];
  return {
    section_id: "program",
    heading: "Program",
    blocks: [
      { type: "paragraph", statements: [fact`Goal as stated: ${named(project.goal_text, record)}`] },
      {
        type: "table",
        caption: "What the program states",
        columns: [
          { label: "Item", share: 1.2 },
          { label: "Value", share: 1.6 },
          { label: "Where it is from", share: 1.2 },
        ],
        rows: settled.length + read.length > 0 ? [...settled, ...read] : [[label("Program"), notRecorded, notRecorded]],
      },
      interviewTable(context),
    ],
  };
}

/** Returns what the interview of the site plan has settled. */
function interviewTable(context: SectionContext): Block {
  const record = recordKey(context);
  return tableOr(wording`No question of the site-plan interview has been answered.`, {
    caption: "Answers of the interview, and what follows from the goal",
    columns: [
      { label: "Question", share: 1.8 },
      { label: "Answer", share: 1.6 },
      { label: "Where it is from", share: 1.2 },
    ],
    rows: context.evidence.interview.map(({ statement, answered_at: at }) => {
      const end = statement.indexOf("?") + 1;
      const [question, answer] = [statement.slice(0, end).trim(), statement.slice(end).trim()];
      return [
        question === "" ? label("Settled") : fact`${named(question, record)}`,
        answer === "" ? notRecorded : fact`${named(answer, record)}`,
        at === null ? label("Follows from the goal") : fact`User, ${date(at, record)}`,
      ];
    }),
  });
}

/** What a mapped constraint is called, and the layer that it is from. */
const constraintNames: Readonly<Record<string, readonly [Statement, "flood" | "wetlands" | "contours"]>> = {
  special_flood_hazard_area: [label("Special flood hazard areas"), "flood"],
  floodway: [label("Regulatory floodway, part of them"), "flood"],
  wetlands: [label("Mapped wetlands"), "wetlands"],
  steep_slope: [wording`Slopes of ${fixed("25%", "class of the slope table")} and more`, "contours"],
};

function buildableSection(context: SectionContext): Section {
  const { feasibility } = context.evidence.digest;
  const parcels = layerBrief(context, "parcels").key ?? recordKey(context);
  const rows: Statement[][] = [];
  if (feasibility) {
    rows.push([
      label("Gross area"),
      fact`${acres(feasibility.site_area.acres, parcels)}`,
      fact`${squareFeet(feasibility.site_area.square_feet, parcels)}`,
      label("Inside the parcel boundaries."),
    ]);
    for (const one of feasibility.constraints) rows.push(constraintRow(context, one));
    const free = feasibility.unconstrained_area;
    const basis = "gross area minus special flood hazard areas and wetlands, overlaps counted once";
    rows.push([
      label("Outside of flood hazard areas and wetlands"),
      free === null ? label("Not known.") : fact`${acres(free.acres, parcels, basis)}`,
      free === null ? label("Not known.") : fact`${squareFeet(free.square_feet, parcels, basis)}`,
      label(
        free === null
          ? "A layer could not be read, or does not cover the whole site; nothing is implied."
          : "Setbacks and buffers are not deducted here.",
      ),
    ]);
  }
  const table: Block = {
    type: "table",
    caption: "From gross to unconstrained land; each constraint is measured by itself",
    columns: [
      { label: "Step", share: 1.8 },
      { label: "Acres", share: 0.9, align: "right" },
      { label: "Square feet", share: 1.1, align: "right" },
      { label: "Remark", share: 2 },
    ],
    rows,
  };
  const existing: Block[] = [{ type: "heading", text: "Existing buildings" }, ...existingBuildingBlocks(context)];
  return { section_id: "buildable_land", heading: "Buildable land", blocks: [table, ...existing] };
}

type Constraint = NonNullable<SectionContext["evidence"]["digest"]["feasibility"]>["constraints"][number];

function constraintRow(
  context: SectionContext,
  { constraint, area_acres, area_square_feet, share_of_site }: Constraint,
): Statement[] {
  const [name, layer] = constraintNames[constraint] ?? [label(constraint), "flood"];
  const { key } = layerBrief(context, layer);
  if (area_acres === null || area_square_feet === null || share_of_site === null) {
    return [name, label("Not known."), label("Not known."), label("The layer could not be read; nothing is implied.")];
  }
  return [
    name,
    fact`${acres(area_acres, key)}`,
    fact`${squareFeet(area_square_feet, key)}`,
    joined([fact`${share(share_of_site, key)} of the site.`, ...unmappedPart(context, layer)]),
  ];
}

/** Says how much of the site a flood map leaves out. */
function unmappedPart(context: SectionContext, layer: string): Statement[] {
  const unmapped = context.evidence.digest.flood?.unmapped ?? null;
  if (layer !== "flood" || unmapped === null || unmapped.area_square_feet === 0) return [];
  const { key } = layerBrief(context, "flood");
  return [fact`The map does not cover ${acres(unmapped.area_acres, key)}.`];
}

function yieldSection(context: SectionContext): Section {
  const blocks = [...yieldTables(context), ...scenarioBlocks(context)];
  const none = paragraph(wording`The district of the site is not known, so that no yield can be computed.`);
  return { section_id: "yield", heading: "Yield and scenarios", blocks: blocks.length === 0 ? [none] : blocks };
}

function parkingSection(context: SectionContext): Section {
  const own = parkingBlocks(context);
  return {
    section_id: "parking",
    heading: "Parking",
    blocks: [
      {
        type: "table",
        caption: "Parking by use",
        columns: itemColumns("What the ordinance states"),
        rows: [
          [label("Required for the stated use"), parkingCell(context)],
          ...(own.length > 0 ? [] : [[label("Provided"), wording`Not known: the project has no compiled concept.`]]),
        ],
      },
      ...own,
    ],
  };
}

function stormwaterSection(context: SectionContext): Section {
  const rules: Block = {
    type: "table",
    caption: "Stormwater rules",
    columns: itemColumns("What the ordinance states"),
    rows: [
      [label("When a plan is required"), answerCell(context, "stormwater_plan", 1)],
      [label("Rate and volume"), answerCell(context, "stormwater", 2)],
    ],
  };
  const { blocks } = soilsSection(context);
  return { section_id: "stormwater", heading: "Soils and stormwater", blocks: [rules, ...blocks] };
}

function risksSection(findings: readonly Finding[]): Section {
  const risks = findings.filter(({ rating }) => rating !== "green").slice(0, 8);
  const table = tableOr(wording`No rule found a risk.`, {
    caption:
      "Risks, the worst first; the next steps say how to settle each. This report scores neither probability nor money",
    columns: [
      { label: "Rule", share: 0.9 },
      { label: "Risk, cause and evidence", share: 2.6 },
      { label: "What it moves", share: 1.5 },
      { label: "Owner", share: 0.8 },
    ],
    rows: risks.map(({ statement, rule_id: rule, affects }) => [
      wording`${fixed(rule, "rule of the finding")}`,
      statement,
      label(affects),
      label("To be named."),
    ]),
  });
  return { section_id: "risks", heading: "Risks", blocks: [table] };
}

/** Returns what to do next, the worst finding first; each step once, with the rules whose findings it settles. */
function nextStepsSection(findings: readonly Finding[]): Section {
  const open = findings.filter(({ rating }) => rating !== "green");
  const steps = open.flatMap(({ next_step: next }) => next ?? []).filter(isFirst);
  const rows = steps.map((step, at) => {
    const settled = open.filter(({ next_step: next }) => next?.text === step.text).map(({ rule_id: rule }) => rule);
    return [
      wording`${fixed(String(at + 1), "order of the steps")}`,
      step,
      wording`${fixed([...new Set(settled)].join(", "), "rules of the findings")}`,
    ];
  });
  const table = tableOr(wording`No rule left an item open.`, {
    caption: "What to do next, and the findings that it settles",
    columns: [
      { label: "Step", share: 0.4 },
      { label: "What to do", share: 3 },
      { label: "Settles", share: 1.6 },
    ],
    rows,
  });
  return { section_id: "open_items", heading: "Next steps", blocks: [table] };
}

function summaryOf(context: SectionContext, findings: readonly Finding[]): SummaryItem[] {
  const { feasibility } = context.evidence.digest;
  const key = layerBrief(context, "parcels").key ?? recordKey(context);
  const free = feasibility?.unconstrained_area ?? null;
  const land =
    free === null
      ? wording`How much land is free of mapped constraints is not known: a layer could not be read, or does not cover the whole site.`
      : fact`${acres(free.acres, key, "gross area minus special flood hazard areas and wetlands")} of the site are outside of mapped flood hazard areas and wetlands.`;
  const worst = findings.filter(({ rating }) => rating !== "green").slice(0, 5);
  return [
    {
      question: "Can the stated program be approved, and by which path?",
      answer: [...useLines(context), pathLine(context)],
    },
    {
      question: "How much fits?",
      answer: [land, ...yieldLines(context), ...conceptSize(context)],
    },
    { question: "Which rule binds?", answer: [...bindingLines(context), ...findingLines(findings, ["DD-STD-01"], 1)] },
    {
      question: "Does the concept meet every rule that was found?",
      answer: [conceptVerdict(context)],
    },
    {
      question: "What are the worst risks?",
      answer: [worst.length === 0 ? wording`No rule found a risk.` : topicLine(worst)],
    },
    {
      question: "What comes next?",
      answer: worst
        .flatMap(({ next_step: next }) => next ?? [])
        .filter(isFirst)
        .slice(0, 4),
    },
  ];
}

/** Says for each district how the stated use is treated. */
function useLines(context: SectionContext): Statement[] {
  const record = recordKey(context);
  const { use } = context.evidence;
  return use === null
    ? [notStated]
    : districtsOf(context.evidence.project).map((district) => {
        const { status } = useRuling(context, district);
        const rows = context.evidence.law.use_rows[district] ?? [];
        const sources = rows.map(({ passage }) => passageKey(context, passage));
        const verdict = citing(useVerdict(context, district), ...sources);
        return status === "not_known"
          ? fact`Whether the use (${named(use.words, record)}) is allowed in district ${named(district, record)} was not decided by what was located.`
          : fact`Use (${named(use.words, record)}) in district ${named(district, record)}: ${verdict}`;
      });
}

/** Returns what the binding limits of each district allow; a fixed text where none was located. */
function yieldLines(context: SectionContext): Statement[] {
  const lines = districtsOf(context.evidence.project).flatMap((district) =>
    bindingYields(yieldsOfUse(context, district)).flatMap(({ name, result }) =>
      result === null
        ? []
        : [
            fact`District ${named(district, recordKey(context))} allows at most ${result.statement} by ${label(name.toLowerCase())}, computed from the gross area without permits or bonuses.`,
          ],
    ),
  );
  return lines.length > 0 ? lines : [wording`No limit with a value was located, so that no yield was computed.`];
}

function bindingLines(context: SectionContext): Statement[] {
  return districtsOf(context.evidence.project).flatMap((district) =>
    bindingYields(yieldsOfUse(context, district)).map(
      ({ name, limit }) =>
        fact`In district ${named(district, recordKey(context))}: ${label(name.toLowerCase())} (${limit}).`,
    ),
  );
}

const isFirst = (one: Statement, at: number, all: readonly Statement[]) =>
  all.findIndex(({ text }) => text === one.text) === at;
