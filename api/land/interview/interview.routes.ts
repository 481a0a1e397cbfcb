import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { InterviewAnswersBody, InterviewStepView, WorkflowListView } from "./interview.model.ts";
import type { Interviews } from "./interview.service.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const session = { planning_session_id: "ps_0193e0a37c117a3c9d3e0a1b2c3d4e5f", state_version: 2 };

/** Declares the operations of the guided interview. */
export function interviewOperations({ interviews }: { readonly interviews: Interviews }): readonly Operation[] {
  return [workflowsOperation(interviews), stepOperation(interviews), answerOperation(interviews)];
}

function workflowsOperation(interviews: Interviews): Operation {
  return defineOperation({
    operationId: "listInterviewWorkflows",
    method: "GET",
    path: "/v1/projects/{project_id}/interview/workflows",
    summary: "List the workflows of the interview",
    description: "Lists what can be planned and how far the project is. The first answer selects the workflow.",
    tag: "Site plan",
    auth: "api_key",
    scope: "siteplan:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    responses: {
      200: {
        schema: WorkflowListView,
        description: "The workflows",
        example: {
          data: [
            {
              ...{ workflow_id: "mf_garden", label: "Garden apartments", typology: "multifamily_garden" },
              ...{ available: true, unavailable_reason: null },
            },
          ],
          standing: { workflow_id: null, percent: 0, answered: 0, remaining: 1 },
          selected_workflow_id: null,
          ...session,
        },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params }) => reply(200, await interviews.workflows(principal, params.project_id)),
  });
}

function stepOperation(interviews: Interviews): Operation {
  return defineOperation({
    operationId: "getInterviewStep",
    method: "GET",
    path: "/v1/projects/{project_id}/interview/step",
    summary: "Read the next questions",
    description:
      "Returns the next one to three questions as JSON Schema with a recommended answer and its reason, what the user answered, and what follows from the goal. Nothing is asked twice. A recommended answer settles nothing until it is sent.",
    tag: "Site plan",
    auth: "api_key",
    scope: "siteplan:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    responses: { 200: { schema: InterviewStepView, description: "The step", example: stepExample } },
    problems: ["not_found"],
    handler: async ({ principal, params }) => reply(200, await interviews.step(principal, params.project_id)),
  });
}

function answerOperation(interviews: Interviews): Operation {
  return defineOperation({
    operationId: "answerInterview",
    method: "POST",
    path: "/v1/projects/{project_id}/interview/answers",
    summary: "Answer questions of the interview",
    description:
      "Records a batch of answers whole, or nothing of it: 400 `invalid_interview_answer` names every bad field. The answers are decisions of the user and stay in the ledger of the project; a changed answer opens an approved program again. Returns the next step.",
    tag: "Site plan",
    auth: "api_key",
    scope: "project:create",
    limit: { perMinute: 30 },
    idempotent: true,
    cost: "free",
    params: ProjectParams,
    body: InterviewAnswersBody,
    responses: { 200: { schema: InterviewStepView, description: "The next step", example: stepExample } },
    problems: [
      ...(["not_found", "bootstrap_not_ready", "zoning_verification_required", "invalid_interview_answer"] as const),
      ...(["planning_session_conflict", "site_plan_studio_not_enabled", "typology_not_supported_via_api"] as const),
    ],
    example: {
      body: { planning_session_id: session.planning_session_id, answers: { "program.typology": "multifamily_garden" } },
    },
    handler: async ({ principal, params, body }) =>
      reply(200, await interviews.answer(principal, params.project_id, body)),
  });
}

const stepExample = {
  questions: [
    {
      ...{ question_id: "mf.floors", zone_id: null, title: "How many floors?", unit: "floors", required: true },
      schema: { type: "integer", minimum: 1, maximum: 4, default: 3 },
      recommended: { value: 3, reason: "Usual for this type of building." },
    },
  ],
  answered: [
    {
      ...{ question_id: "program.typology", zone_id: null, value: "multifamily_garden", unit: null },
      ...{ source: "user" as const, statement: "What is to be built? Garden apartments" },
      answered_at: "2026-11-21T09:00:00.000Z",
    },
  ],
  inferred: [],
  remaining_question_ids: ["mf.floors", "parking.ratio"],
  complete: false,
  completeness: { ready: false, missing_required: [{ question_id: "mf.floors", zone_id: null }] },
  selected_workflow_id: "mf_garden",
  standing: { workflow_id: "mf_garden", percent: 33, answered: 1, remaining: 2 },
  ...session,
};
