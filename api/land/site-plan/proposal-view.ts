import type { Static } from "@sinclair/typebox";
import type { Citation } from "../../../retrieval/index.ts";
import { citationView } from "../../http/citation.model.ts";
import { valueWords } from "../interview/answer-words.ts";
import type { CompiledPlan } from "./engine/compiled-plan.ts";
import { squareFeetPerAcre } from "./engine/plan-geometry.ts";
import type { RuleSource } from "./engine/plan-input.ts";
import type { Program } from "./planning.ts";
import type { PlanningSession } from "./planning-session.repository.ts";
import type { Conflict } from "./program-conflicts.ts";
import type { ProposalRow } from "./proposals.repository.ts";
import type { RuleInputs } from "./rule-inputs.ts";
import type { ConflictView, MetricView, ProposalView } from "./site-plan.model.ts";
import { permitNotes } from "./use-standing.ts";

/** Returns a conflict as callers see it. */
export function conflictView(conflict: Conflict): Static<typeof ConflictView> {
  const { zoneId, citations, ...rest } = conflict;
  return { ...rest, zone_id: zoneId, citations: citations.map(citationView) };
}

/** Returns the breaches that a compile found as conflicts, with the citations of their limits. */
export function compiledConflicts({ conflicts }: CompiledPlan, citations: RuleInputs["citations"]): Conflict[] {
  return conflicts.map(({ source, ...conflict }) => ({ ...conflict, citations: citationsOf(source, citations) }));
}

const citationsOf = (source: RuleSource | null, known: Readonly<Record<string, Citation>>): readonly Citation[] =>
  [source?.ref, ...(source?.others ?? [])].flatMap((ref) => (ref ? (known[ref] ?? []) : []));

/** Returns metrics as callers see them, each limit with its citation. */
export function metricsView(
  metrics: CompiledPlan["metrics"],
  citations: Readonly<Record<string, Citation>>,
): Record<string, Static<typeof MetricView>> {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, { source, ...metric }]) => [
      name,
      {
        ...metric,
        source: source?.statement ?? null,
        citations: citationsOf(source, citations).map(citationView),
      },
    ]),
  );
}

/** Returns what a program settles, in words, with where each value comes from. */
export function recapOf({ walk }: Program): ProposalRow["recap"] {
  return walk.questions.flatMap(({ questionId, zoneId, data }) => {
    const value = walk.settled(questionId, zoneId);
    if (value === undefined) return [];
    const isInferred = walk.inferred.some((each) => each.questionId === questionId && each.zoneId === zoneId);
    const zone = zoneId === null ? "" : ` (${walk.zones.find((each) => each.zoneId === zoneId)?.name ?? zoneId})`;
    return [
      {
        label: `${data.title}${zone}`,
        value: valueWords(value, data.schema, data.unit),
        ...{ unit: data.unit, source: isInferred ? "goal" : "user" },
      },
    ];
  });
}

/** Returns what the user should know before a compile: permits that the use needs, assumptions, and standards that were not located. */
export function notesOf(inputs: RuleInputs, program: Program): string[] {
  const { walk, context } = program;
  const { rules, assumptions, unevaluated } = inputs;
  const limits = {
    "building height": rules.heightMax,
    "floor area ratio": rules.floorAreaRatioMax,
    "building coverage": rules.coverageMax,
    "impervious surface": rules.imperviousMax,
    density: rules.densityMax,
    "open space": "value" in rules.openSpacePerUnit ? rules.openSpacePerUnit : rules.openSpaceMin,
    "landscaped area": rules.landscapeMin,
  };
  const absent = Object.entries(limits).flatMap(([name, value]) => {
    if ("value" in value) return [];
    return value.marker === "NOT_PROVIDED_IN_ORDINANCE"
      ? [`Limit of ${name}: not provided in ordinance, so it is not evaluated.`]
      : [`Limit of ${name}: not located in the indexed ordinance, so it is not evaluated.`];
  });
  const open = walk.open.filter(({ recommended }) => recommended !== null);
  const unanswered =
    open.length === 0
      ? []
      : [`Not answered, so the engine's own values are used: ${open.map(({ data }) => data.title).join(" ")}`];
  return [
    ...permitNotes(program),
    ...assumptions,
    ...oneBuilding(inputs, walk.settled("rules.principal_buildings", null)),
    ...smallLot(inputs, context.siteAcres),
    ...absent,
    ...unevaluated,
    ...unanswered,
  ];
}

/** The rule that limits a concept most where it holds; asking for more buildings is a conflict. */
function oneBuilding({ rules: { principalBuildingsMax: rule } }: RuleInputs, asked: unknown): string[] {
  if (!("value" in rule) || (typeof asked === "number" && asked > rule.value)) return [];
  return [`A lot has at most ${rule.value} principal building (${rule.source.statement}): the concept draws no more.`];
}

/** A lot below the least area is no choice of the program: whether it may be built on is told, not checked. */
function smallLot({ rules: { lotAreaMin } }: RuleInputs, siteAcres: number): string[] {
  const siteSf = Math.round(siteAcres * squareFeetPerAcre);
  if (!("value" in lotAreaMin) || siteSf === 0 || siteSf >= lotAreaMin.value) return [];
  const [own, least] = [siteSf, lotAreaMin.value].map((area) => area.toLocaleString("en-US"));
  return [
    `The site has ${own} sq ft; a lot has at least ${least} sq ft. Ask the town whether a smaller one may be built on.`,
  ];
}

/** Returns a proposal as callers see it. */
export function proposalView(row: ProposalRow, session: PlanningSession): Static<typeof ProposalView> {
  return {
    ...{ proposal_id: row.id, kind: row.kind, zone_id: row.zone_id, status: row.status },
    ...{ notes: [...row.notes], recap: [...row.recap] },
    conflicts: row.conflicts as unknown as Static<typeof ConflictView>[],
    ...{ created_at: row.created_at.toISOString(), decided_at: row.decided_at?.toISOString() ?? null },
    ...{ planning_session_id: session.id, state_version: session.state_version },
  };
}
