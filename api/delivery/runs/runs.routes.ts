import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import { RunListView, RunView } from "./runs.model.ts";
import type { Runs } from "./runs.service.ts";

const RunParams = Type.Object({ run_id: Type.String() });
const ProjectParams = Type.Object({ project_id: Type.String() });

const runExample = {
  run_id: "run_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  job_id: "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  project_id: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  run_type: "report",
  report_type: "due_diligence",
  title: null,
  status: "succeeded",
  progress: { percent: 100, stage: "done" },
  inputs: { report_time: "2026-11-21T09:00:00.000Z", goal: { revision: 1 } },
  result: {
    deliverable_ids: [
      "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
      "art_0193e0a37c117a3c9d3e0a1b2c3d4e60",
      "art_0193e0a37c117a3c9d3e0a1b2c3d4e61",
    ],
    notices: [],
  },
  error: null,
  credits: { reserved: 0, charged: 20 },
  created_at: "2026-11-21T09:00:00.000Z",
  started_at: "2026-11-21T09:00:00.120Z",
  finished_at: "2026-11-21T09:00:11.400Z",
} as const;

/** Declares the operations that follow runs. */
export function runsOperations({ runs }: { readonly runs: Runs }): readonly Operation[] {
  return [getRunOperation(runs), listRunsOperation(runs)];
}

function getRunOperation(runs: Runs): Operation {
  return defineOperation({
    operationId: "getRun",
    method: "GET",
    path: "/v1/runs/{run_id}",
    summary: "Follow a run",
    description:
      "Returns status, progress and, once it has succeeded, the ids of its files. Poll until the status is succeeded, failed or canceled, waiting `retry_after_seconds` between two calls.",
    tag: "Reports",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 120 },
    idempotent: false,
    cost: "free",
    params: RunParams,
    responses: { 200: { schema: RunView, description: "The run", example: runExample } },
    problems: ["not_found"],
    handler: async ({ principal, params }) => reply(200, await runs.get(principal, params.run_id)),
  });
}

function listRunsOperation(runs: Runs): Operation {
  return defineOperation({
    operationId: "listRuns",
    method: "GET",
    path: "/v1/projects/{project_id}/runs",
    summary: "List the runs of a project, newest first",
    description: "Returns the report runs of a project with status, progress and files.",
    tag: "Reports",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    query: PageQuery,
    responses: {
      200: {
        schema: RunListView,
        description: "One page of runs",
        example: { data: [runExample], limit: 20, offset: 0, next_cursor: null },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params, query }) => {
      const page = pageFrom(query);
      const { items, lastId } = await runs.list(principal, params.project_id, page);
      return reply(200, { data: items, ...pageView(page, lastId) });
    },
  });
}
