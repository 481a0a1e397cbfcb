import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply, shared, uncommitted } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import {
  dryRunExample,
  geometryExample,
  projectCreatedExample,
  projectExample,
  projectListExample,
  zoningSettledExample,
} from "./projects.examples.ts";
import {
  CreateProjectBody,
  DryRunView,
  GoalBody,
  ProjectCreatedView,
  ProjectListView,
  ProjectView,
  ZoningBody,
  ZoningSettledView,
} from "./projects.model.ts";
import type { Projects } from "./projects.service.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const ParcelParams = Type.Object({
  project_id: Type.String(),
  parcel_index: Type.Integer({ minimum: 0, description: "Position of the parcel in the project, counted from 0." }),
});

/** Declares the operations on projects: create, list, poll, change the goal, settle zoning. */
export function projectsOperations({ projects }: { readonly projects: Projects }): readonly Operation[] {
  return [
    createOperation(projects),
    listOperation(projects),
    getOperation(projects),
    replaceGoalOperation(projects),
    settleZoningOperation(projects),
  ];
}

function createOperation(projects: Projects): Operation {
  return defineOperation({
    operationId: "createProject",
    method: "POST",
    path: "/v1/projects",
    summary: "Create a project",
    description:
      "Finds the parcels (`parcels`, or `site` as a selector of `resolveParcels`; `parcels` counts when both are given) and, unless `setup_mode` is `provided`, the ordinances that govern them, holds the credits of the estimate and returns 202; layers, ordinances and zoning follow in the background. Poll the project until `chat_ready` is true. A choice that only a person can make is answered with 422 `confirmation_required`: send the same body with the field of the chosen option. With `dry_run` the service returns the estimate, what it found, and the gaps with the fields that fill them, and creates nothing.",
    tag: "Projects",
    auth: "api_key",
    scope: "project:create",
    limit: { perMinute: 8 },
    idempotent: true,
    cost: "reserved",
    body: CreateProjectBody,
    responses: {
      200: { schema: DryRunView, description: "What creating it would take", example: dryRunExample },
      202: {
        schema: ProjectCreatedView,
        description: "Created and being set up",
        headers: { "Retry-After": "Seconds", Location: "Where to poll" },
        example: projectCreatedExample,
      },
    },
    problems: ["confirmation_required", "upstream_unavailable", "free_tier_limit", "house_paid_daily_limit"],
    example: {
      body: {
        name: "12 Mill Street",
        goal_text: "Build a two-family house",
        setup_mode: "provided",
        parcels: [
          {
            address: "12 Mill Street",
            zoning_code: "R-2",
            geometry: geometryExample,
          },
        ],
      },
    },
    handler: async ({ principal, body, idempotency, signal }) => {
      const request = { principal, body, idempotency, signal };
      if (body.dry_run === true) return uncommitted(reply(200, await projects.estimate(request)));
      const created = await projects.create(request);
      const headers = { "retry-after": String(created.retry_after_seconds), location: created.poll };
      return reply(202, created, headers);
    },
  });
}

function listOperation(projects: Projects): Operation {
  return defineOperation({
    operationId: "listProjects",
    method: "GET",
    path: "/v1/projects",
    summary: "List projects, newest first",
    description: "The list omits readiness; read a single project for it.",
    tag: "Projects",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    query: PageQuery,
    responses: { 200: { schema: ProjectListView, description: "One page of projects", example: projectListExample } },
    problems: [],
    handler: async ({ principal, query }) => {
      const page = pageFrom(query);
      const { items, lastId } = await projects.list(principal, page);
      return reply(200, { data: items, ...pageView(page, lastId) });
    },
  });
}

function getOperation(projects: Projects): Operation {
  return defineOperation({
    operationId: "getProject",
    method: "GET",
    path: "/v1/projects/{project_id}",
    summary: "Read a project with its readiness",
    description: "Poll every 5 to 15 seconds until `chat_ready` is true.",
    tag: "Projects",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    responses: {
      200: {
        schema: ProjectView,
        description: "The project",
        headers: { "Retry-After": "Seconds" },
        example: projectExample,
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params }) => {
      const project = await projects.get(principal, params.project_id);
      const wait = project.retry_after_seconds;
      return shared(reply(200, project, wait === undefined ? {} : { "retry-after": String(wait) }));
    },
  });
}

function replaceGoalOperation(projects: Projects): Operation {
  return defineOperation({
    operationId: "replaceProjectGoal",
    method: "PATCH",
    path: "/v1/projects/{project_id}",
    summary: "Replace the goal of a project",
    description:
      "The goal is replaced whole: settled answers that are left out are gone. Needs the revision or hash that was read.",
    tag: "Projects",
    auth: "api_key",
    scope: "project:create",
    limit: { perMinute: 30 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    body: GoalBody,
    responses: { 200: { schema: ProjectView, description: "The project with its new goal", example: projectExample } },
    problems: ["not_found", "goal_version_required", "goal_version_conflict"],
    example: { body: { goal_text: "Build a three-family house", expected_goal_revision: 1 } },
    handler: async ({ principal, params, body }) =>
      reply(200, await projects.replaceGoal(principal, params.project_id, body)),
  });
}

function settleZoningOperation(projects: Projects): Operation {
  return defineOperation({
    operationId: "settleParcelZoning",
    method: "PATCH",
    path: "/v1/projects/{project_id}/parcels/{parcel_index}/zoning",
    summary: "Confirm or correct the zoning of a parcel",
    description:
      "Once every parcel is verified, the project leaves `zoning_verification_required` and accepts questions.",
    tag: "Projects",
    auth: "api_key",
    scope: "project:create",
    limit: { perMinute: 30 },
    idempotent: false,
    cost: "free",
    params: ParcelParams,
    body: ZoningBody,
    responses: {
      200: {
        schema: ZoningSettledView,
        description: "The parcel, and what is left to verify",
        example: zoningSettledExample,
      },
    },
    problems: ["not_found"],
    example: { body: { action: "correct", zoning_code: "R-2" } },
    handler: async ({ principal, params, body }) =>
      reply(200, await projects.settleZoning(principal, params.project_id, params.parcel_index, body)),
  });
}
