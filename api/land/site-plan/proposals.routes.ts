import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import type { ProblemCode } from "../../http/problem-catalogue.ts";
import type { Proposals } from "./proposals.service.ts";
import {
  ProposalApprovalBody,
  ProposalApprovalView,
  ProposalBody,
  ProposalListView,
  ProposalRejectionBody,
  ProposalView,
  proposalStatusFilter,
} from "./site-plan.model.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const ProposalParams = Type.Object({ project_id: Type.String(), proposal_id: Type.String() });
const session = { planning_session_id: "ps_0193e0a37c117a3c9d3e0a1b2c3d4e5f", state_version: 10 };
const writeFacts = {
  tag: "Site plan",
  auth: "api_key",
  scope: "siteplan:write",
  limit: { perMinute: 10 },
  idempotent: true,
  cost: "free",
} as const;
const writeProblems = [
  ...(["not_found", "bootstrap_not_ready", "zoning_verification_required", "site_plan_studio_not_enabled"] as const),
  "planning_session_conflict",
] as const satisfies readonly ProblemCode[];

/** Declares the operations on proposals. */
export function proposalsOperations({ proposals }: { readonly proposals: Proposals }): readonly Operation[] {
  return [
    createOperation(proposals),
    listOperation(proposals),
    approveOperation(proposals),
    rejectOperation(proposals),
  ];
}

function createOperation(proposals: Proposals): Operation {
  return defineOperation({
    ...writeFacts,
    operationId: "createProposal",
    method: "POST",
    path: "/v1/projects/{project_id}/site-plan/proposals",
    summary: "Propose a concept",
    description:
      "Creates a proposal from the approved program, or for one zone of a concept. Returns what is assumed, a recap and the rules that the plan would break. Nothing is compiled before approval.",
    params: ProjectParams,
    body: ProposalBody,
    responses: { 201: { schema: ProposalView, description: "The proposal", example: proposalExample } },
    problems: [...writeProblems, "program_not_approved", "concept_proposal_rejected"],
    example: { body: { planning_session_id: session.planning_session_id } },
    handler: async ({ principal, params, body }) =>
      reply(201, await proposals.create(principal, params.project_id, body)),
  });
}

function listOperation(proposals: Proposals): Operation {
  return defineOperation({
    operationId: "listProposals",
    method: "GET",
    path: "/v1/projects/{project_id}/site-plan/proposals",
    summary: "List proposals",
    description: "Lists the proposals of the active planning session, newest first.",
    tag: "Site plan",
    auth: "api_key",
    scope: "siteplan:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    query: Type.Composite(
      [
        PageQuery,
        Type.Object({
          status_filter: Type.Optional({ ...proposalStatusFilter, description: "Only proposals of this status" }),
        }),
      ],
      { additionalProperties: false },
    ),
    responses: {
      200: {
        schema: ProposalListView,
        description: "One page",
        example: { data: [proposalExample], limit: 20, offset: 0, next_cursor: null },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params, query }) => {
      const page = pageFrom(query);
      const status = query.status_filter;
      const { items, lastId } = await proposals.list(principal, params.project_id, { page, status });
      return reply(200, { data: items, ...pageView(page, lastId) });
    },
  });
}

function approveOperation(proposals: Proposals): Operation {
  return defineOperation({
    ...writeFacts,
    operationId: "approveProposal",
    method: "POST",
    path: "/v1/projects/{project_id}/site-plan/proposals/{proposal_id}/approve",
    summary: "Approve a proposal",
    description:
      "Compiles the concept and stores it as the next revision. A proposal with conflicts needs `override_reason`, the user's own words. An accepted approval uses up the state version even if the compile then fails; a repeat of an applied one answers the first outcome with `replayed` true.",
    params: ProposalParams,
    body: ProposalApprovalBody,
    responses: {
      200: {
        schema: ProposalApprovalView,
        description: "The concept is compiled",
        example: {
          ...{ proposal_id: proposalExample.proposal_id, status: "applied" as const },
          applied_revision_id: "rev_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
          ...{ zone_failures: [], metrics: {}, replayed: false, ...session },
        },
      },
    },
    problems: [
      ...writeProblems,
      ...(["proposal_override_reason_required", "proposal_expired", "proposal_blocked", "proposal_failed"] as const),
      ...(["proposal_decided", "proposal_execution_failed"] as const),
    ],
    example: {
      params: { proposal_id: "prop_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
      body: { planning_session_id: session.planning_session_id },
    },
    handler: async ({ principal, params, body, signal }) => {
      const at = { projectId: params.project_id, proposalId: params.proposal_id };
      return reply(200, await proposals.approve(principal, at, body, signal));
    },
  });
}

function rejectOperation(proposals: Proposals): Operation {
  return defineOperation({
    ...writeFacts,
    operationId: "rejectProposal",
    method: "POST",
    path: "/v1/projects/{project_id}/site-plan/proposals/{proposal_id}/reject",
    summary: "Reject a proposal",
    description: "Ends an open proposal. The reason, if any, stays in the ledger of the project.",
    params: ProposalParams,
    body: ProposalRejectionBody,
    responses: {
      200: {
        schema: ProposalView,
        description: "The proposal",
        example: { ...proposalExample, status: "rejected" as const, decided_at: "2026-11-21T09:05:00.000Z" },
      },
    },
    problems: [...writeProblems, "proposal_decided"],
    example: { body: { planning_session_id: session.planning_session_id, reason: "Too dense." } },
    handler: async ({ principal, params, body }) => {
      const at = { projectId: params.project_id, proposalId: params.proposal_id };
      return reply(200, await proposals.reject(principal, at, body));
    },
  });
}

const proposalExample = {
  proposal_id: "prop_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  kind: "generate_concept" as const,
  zone_id: null,
  status: "proposed" as const,
  notes: ["Limit of density: not located in the indexed ordinance, so it is not evaluated."],
  recap: [{ label: "How many floors?", value: "3 floors", unit: "floors", source: "user" }],
  conflicts: [],
  created_at: "2026-11-21T09:00:00.000Z",
  decided_at: null,
  ...session,
};
