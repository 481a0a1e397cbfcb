import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply, uncommitted } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import {
  ReportAcceptedView as AcceptedSchema,
  type ReportAcceptedView,
  ReportBody,
  ReportEstimateView,
  ReportJobView,
  ReportListView,
} from "./reports.model.ts";
import type { Reports } from "./reports.service.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const JobParams = Type.Object({
  project_id: Type.String(),
  job_id: Type.String({ description: "Identifier of the report job" }),
});

/** The first shape of the report surface; runs and deliverables say the same and more. */
const retirement = { since: "2026-11-01T00:00:00Z", sunset: "2027-11-01T00:00:00Z" } as const;

const acceptedExample: ReportAcceptedView = {
  job_id: "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  run_id: "run_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  status: "queued",
  poll: { path: "/v1/runs/run_0193e0a37c117a3c9d3e0a1b2c3d4e5f", retry_after_seconds: 5 },
};
const estimateExample = {
  dry_run: true,
  estimate: {
    credits: 20,
    breakdown: [
      { item: "report", credits: 20 },
      { item: "model", credits: 0 },
    ],
  },
} as const;
const jobExample = {
  job_id: "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  run_id: "run_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  project_id: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  report_type: "due_diligence",
  title: null,
  status: "running",
  progress: { percent: 40, stage: "documents" },
  artifacts: [],
  error: null,
  created_at: "2026-11-21T09:00:00.000Z",
  finished_at: null,
  retry_after_seconds: 5,
} as const;

/** Declares the operations on reports. */
export function reportsOperations({ reports }: { readonly reports: Reports }): readonly Operation[] {
  return [createReportOperation(reports), listReportsOperation(reports), getReportOperation(reports)];
}

function createReportOperation(reports: Reports): Operation {
  return defineOperation({
    operationId: "createReport",
    method: "POST",
    path: "/v1/projects/{project_id}/reports",
    summary: "Write a due-diligence or feasibility report",
    description:
      "Returns 202 immediately; a worker writes the report. Poll `poll.path` until the status is final. The files of a finished report are a tagged PDF, the same content as JSON, and a ZIP of the maps. While a report of the same type is queued or running for the project, the request is attached to it: same `job_id`, charged once. Credits are held at the start and settled at the end; a report that fails costs nothing.",
    tag: "Reports",
    auth: "api_key",
    scope: "report:write",
    limit: { perMinute: 5 },
    idempotent: true,
    cost: "metered",
    params: ProjectParams,
    body: ReportBody,
    responses: {
      200: {
        schema: ReportEstimateView,
        description: "What the report would cost; nothing was written",
        example: estimateExample,
      },
      202: {
        schema: AcceptedSchema,
        description: "The report is being written",
        example: acceptedExample,
        headers: { "Retry-After": "Seconds", Location: "Where to poll" },
      },
    },
    problems: [
      "not_found",
      "bootstrap_not_ready",
      "zoning_verification_required",
      "model_unavailable",
      "insufficient_credits",
      "api_key_credit_cap_exceeded",
    ],
    example: { body: { report_type: "due_diligence" } },
    handler: async ({ principal, params, body, idempotency }) => {
      if (body.dry_run === true) return uncommitted(reply(200, await reports.estimate(principal, params.project_id)));
      return accepted(await reports.create(principal, params.project_id, body, idempotency));
    },
    replay: async ({ principal }, { reference = "" }) => {
      const view = await reports.accepted(principal, reference);
      return view && accepted(view);
    },
  });
}

const accepted = (view: ReportAcceptedView) =>
  reply(202, view, { "retry-after": String(view.poll.retry_after_seconds), location: view.poll.path });

function listReportsOperation(reports: Reports): Operation {
  return defineOperation({
    operationId: "listReports",
    method: "GET",
    path: "/v1/projects/{project_id}/reports",
    summary: "List the reports of a project, newest first",
    description: "The list contains no links; read one report, or mint a link with the deliverable.",
    tag: "Reports",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    deprecated: { ...retirement, successor: "/v1/projects/{project_id}/runs" },
    params: ProjectParams,
    query: PageQuery,
    responses: {
      200: {
        schema: ReportListView,
        description: "One page of reports",
        example: { data: [jobExample], limit: 20, offset: 0, next_cursor: null },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params, query }) => {
      const page = pageFrom(query);
      const { items, lastId } = await reports.list(principal, params.project_id, page);
      return reply(200, { data: items, ...pageView(page, lastId) });
    },
  });
}

function getReportOperation(reports: Reports): Operation {
  return defineOperation({
    operationId: "getReport",
    method: "GET",
    path: "/v1/projects/{project_id}/reports/{job_id}",
    summary: "Follow a report",
    description:
      "Returns status and progress; once it has succeeded, its files, each with a link that works once. Poll until the status is succeeded, failed or canceled.",
    tag: "Reports",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    deprecated: { ...retirement, successor: "/v1/projects/{project_id}/runs" },
    params: JobParams,
    responses: { 200: { schema: ReportJobView, description: "The report", example: jobExample } },
    problems: ["not_found"],
    handler: async ({ principal, params }) =>
      reply(200, await reports.get(principal, params.project_id, params.job_id)),
  });
}
