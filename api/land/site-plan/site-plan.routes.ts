import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import type { Yields } from "../yield/yield.service.ts";
import type { Programs } from "./program.service.ts";
import { ProgramApprovalBody, ProgramApprovalView, SitePlanView, YieldScenarioView } from "./site-plan.model.ts";
import type { SitePlans } from "./site-plan.service.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const readFacts = {
  tag: "Site plan",
  auth: "api_key",
  scope: "siteplan:read",
  limit: { perMinute: 60 },
  idempotent: false,
  cost: "free",
  params: ProjectParams,
  problems: ["not_found"],
} as const;

/** Declares the reading of concepts and yields, and the approval of programs. */
export function sitePlanOperations({
  sitePlans,
  yields,
  programs,
}: {
  readonly sitePlans: SitePlans;
  readonly yields: Yields;
  readonly programs: Programs;
}): readonly Operation[] {
  return [readOperation(sitePlans), yieldOperation(yields), approveOperation(programs)];
}

function readOperation(sitePlans: SitePlans): Operation {
  return defineOperation({
    ...readFacts,
    operationId: "getSitePlan",
    method: "GET",
    path: "/v1/projects/{project_id}/site-plan",
    summary: "Read the concept",
    description:
      "Returns the latest compiled concept: counts, metrics with the limits they were checked against, and GeoJSON of at most 5,000 features. Without a concept `has_concept` is false.",
    query: Type.Object({
      include_geometry: Type.Optional(
        Type.Boolean({ default: true, description: "False leaves the features out; everything else stays" }),
      ),
    }),
    responses: {
      200: {
        schema: SitePlanView,
        description: "The concept",
        example: {
          ...{ has_concept: true, revision: 1, object_counts: { parking_stall: 42, building: 2 } },
          metrics: {
            far: {
              ...{ value: 0.42, unit: "ratio", limit: 0.5, status: "pass" as const, marker: null },
              ...{ source: "Zoning Ordinance, 5.2", citations: [] },
            },
          },
          scenario: {
            ...{ workflow_id: "mf_garden", typology: "multifamily_garden", governing_district: "R-3" },
            ...{ basis: "current" as const },
            zones: [{ zone_id: "z1", name: "Whole site", typology: "multifamily_garden" }],
          },
          features: { type: "FeatureCollection" as const, features: [] },
          ...{ feature_count: 0, truncated: false },
        },
      },
    },
    handler: async ({ principal, params, query }) =>
      reply(200, await sitePlans.read(principal, params.project_id, query.include_geometry ?? true)),
  });
}

function yieldOperation(yields: Yields): Operation {
  return defineOperation({
    ...readFacts,
    operationId: "getYieldScenario",
    method: "GET",
    path: "/v1/projects/{project_id}/yield-scenario",
    summary: "Read screening yields",
    description:
      "Returns for each district what was settled, how much each limit alone would allow and which one binds, and snapshots of compiled concepts. A value that was settled under another district is named in `inherited`.",
    responses: {
      200: {
        schema: YieldScenarioView,
        description: "The yields",
        example: {
          data: [
            {
              zoning_code: "R-3",
              facts: {
                units_by_right: {
                  ...{ value: 24, unit: "units", source: "Computed", settled_at: null, basis: "Density times acres." },
                },
              },
              ...{ inherited: {}, snapshots: [] },
            },
          ],
        },
      },
    },
    handler: async ({ principal, params }) => reply(200, await yields.read(principal, params.project_id)),
  });
}

function approveOperation(programs: Programs): Operation {
  return defineOperation({
    operationId: "approveProgram",
    method: "POST",
    path: "/v1/projects/{project_id}/site-plan/program/approve",
    summary: "Approve the program",
    description:
      "Approves the program that the interview settled. Open questions are refused with 409 `program_incomplete` and named in `gaps`. A repeat answers the first approval; a changed answer opens the program again.",
    tag: "Site plan",
    auth: "api_key",
    scope: "siteplan:write",
    limit: { perMinute: 30 },
    idempotent: true,
    cost: "free",
    params: ProjectParams,
    body: ProgramApprovalBody,
    responses: {
      200: {
        schema: ProgramApprovalView,
        description: "The approval",
        example: {
          ...{ status: "approved" as const, program_revision: 1, approved_at: "2026-11-21T09:00:00.000Z" },
          ...{ replayed: false, planning_session_id: "ps_0193e0a37c117a3c9d3e0a1b2c3d4e5f", state_version: 9 },
        },
      },
    },
    problems: [
      ...([
        "not_found",
        "bootstrap_not_ready",
        "zoning_verification_required",
        "site_plan_studio_not_enabled",
      ] as const),
      ...(["planning_session_conflict", "program_incomplete", "invalid_program"] as const),
    ],
    example: { body: { planning_session_id: "ps_0193e0a37c117a3c9d3e0a1b2c3d4e5f" } },
    handler: async ({ principal, params, body }) =>
      reply(200, await programs.approve(principal, params.project_id, body)),
  });
}
