import type { Static } from "@sinclair/typebox";
import type { PlanningSession } from "../site-plan/planning-session.repository.ts";
import type { InterviewStepView, WorkflowListView } from "./interview.model.ts";
import type { answersIn } from "./interview-state.ts";
import { type AskedQuestion, keyText, type Walk } from "./walk.ts";
import { workflows } from "./workflows/workflows.ts";

const askedAtOnce = 3;
const studioWorkflows = [
  { id: "single_family", label: "Single-family homes" },
  { id: "subdivision", label: "Subdivision" },
] as const;

type Answers = ReturnType<typeof answersIn>;

/** Returns the next step of a walk as callers see it. */
export function stepView(walk: Walk, answers: Answers, session: PlanningSession): Static<typeof InterviewStepView> {
  const applying = new Set(walk.questions.map(keyText));
  return {
    questions: walk.askable.slice(0, askedAtOnce).map(questionView),
    answered: answers
      .filter((answer) => applying.has(keyText(answer)))
      .map(({ questionId, zoneId, value, decision }) => ({
        ...{ question_id: questionId, zone_id: zoneId, value, unit: decision.unit, source: "user" as const },
        ...{ statement: decision.statement, answered_at: decision.decided_at.toISOString() },
      })),
    inferred: walk.inferred.map(({ questionId, zoneId, value, unit, statement }) => ({
      ...{
        question_id: questionId,
        zone_id: zoneId,
        value,
        unit,
        source: "goal" as const,
        statement,
        answered_at: null,
      },
    })),
    remaining_question_ids: walk.open.map(keyText),
    complete: walk.workflow !== undefined && walk.open.length === 0,
    completeness: completenessOf(walk),
    selected_workflow_id: walk.workflow?.id ?? null,
    standing: standingOf(walk),
    planning_session_id: session.id,
    state_version: session.state_version,
  };
}

/** Returns which required questions are open. */
export function completenessOf(walk: Walk): Static<typeof InterviewStepView>["completeness"] {
  const missing = walk.open.filter(({ data }) => data.required);
  return {
    ready: walk.workflow !== undefined && missing.length === 0,
    missing_required: missing.map(({ questionId, zoneId }) => ({ question_id: questionId, zone_id: zoneId })),
  };
}

/** Returns the workflows and where the project stands. */
export function workflowsView(walk: Walk, session: PlanningSession): Static<typeof WorkflowListView> {
  const reason = "Compiles only in the studio of the application.";
  return {
    data: [
      ...workflows.map(({ id, label, typology }) => ({
        ...{ workflow_id: id, label, typology, available: true, unavailable_reason: null },
      })),
      ...studioWorkflows.map(({ id, label }) => ({
        ...{ workflow_id: id, label, typology: id, available: false, unavailable_reason: reason },
      })),
    ],
    standing: standingOf(walk),
    selected_workflow_id: walk.workflow?.id ?? null,
    planning_session_id: session.id,
    state_version: session.state_version,
  };
}

function standingOf(walk: Walk): Static<typeof InterviewStepView>["standing"] {
  const all = walk.questions.length;
  const remaining = walk.open.length;
  const answered = all - remaining;
  return {
    workflow_id: walk.workflow?.id ?? null,
    percent: walk.workflow ? Math.floor((100 * answered) / all) : 0,
    answered,
    remaining,
  };
}

function questionView({ questionId, zoneId, data, recommended }: AskedQuestion) {
  return {
    ...{ question_id: questionId, zone_id: zoneId, title: data.title, unit: data.unit, required: data.required },
    schema: recommended ? { ...data.schema, default: recommended.value } : { ...data.schema },
    recommended,
  };
}
