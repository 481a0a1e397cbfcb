import { type Database, newId } from "../../../migrations/index.ts";
import type { Page } from "../../http/pagination.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { GetReadyProject, GetVisibleProject } from "../../knowledge/project-gate.ts";
import type { Artifacts } from "../artifacts/artifacts.service.ts";
import { pollSeconds, progressOf, statusOf } from "../runs/run-view.ts";
import * as runs from "../runs/runs.repository.ts";
import type { ReportCharge } from "./report-charge.ts";
import { reportJob } from "./reports.jobs.ts";
import type { ReportAcceptedView, ReportBody, ReportEstimateView, ReportJobView } from "./reports.model.ts";

/** Reports as they are asked for and followed. */
export interface Reports {
  /**
   * Returns the job of a report: one that was begun for this request, or the one in flight of the same project and type.
   *
   * @throws Problem not_found, bootstrap_not_ready, zoning_verification_required, and those of credits
   */
  create(
    principal: Principal,
    projectId: string,
    body: ReportBody,
    idempotency?: { readonly key: string; saveReference(reference: string): Promise<void> },
  ): Promise<ReportAcceptedView>;
  /** Returns what a report would cost; writes nothing. @throws Problem as `create`, but those of credits */
  estimate(principal: Principal, projectId: string): Promise<ReportEstimateView>;
  /** Returns the answer to a request that was made before. */
  accepted(principal: Principal, runId: string): Promise<ReportAcceptedView | undefined>;
  /** Returns a report of a project with a fresh link to each of its files. */
  get(principal: Principal, projectId: string, jobId: string): Promise<ReportJobView>;
  list(
    principal: Principal,
    projectId: string,
    page: Page,
  ): Promise<{ readonly items: ReportJobView[]; readonly lastId: string | undefined }>;
}

/** Dependencies of reports. */
export interface ReportsDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
  readonly getReadyProject: GetReadyProject;
  readonly getVisibleProject: GetVisibleProject;
  readonly charge: ReportCharge;
  readonly artifacts: Pick<Artifacts, "summaries">;
  /** Returns the model that writes, by its id. */
  readonly chooseModel: () => string;
}

/** How often a request is repeated that met a run which ended at the same moment. */
const mostTries = 5;

/** Makes the reports of the service. */
export function makeReports(deps: ReportsDeps): Reports {
  const { db, jobs, charge, getVisibleProject } = deps;

  /** Adds a run with its hold and its job, all or nothing; undefined while another one is open. */
  async function open(principal: Principal, project: { orgId: string; projectId: string }, request: OpenRequest) {
    const { body, idempotency } = request;
    const modelId = deps.chooseModel();
    const [id, jobId] = [newId("run"), newId("job")];
    const { orgId, projectId } = project;
    const isOpened = await db.transaction(async (transaction) => {
      const { report_type: reportType, title = null } = body;
      const { credentialId, surface } = principal;
      const run = { id, jobId, orgId, projectId, reportType, title, credentialId, surface, modelId };
      if (!(await runs.insertRun(transaction, run))) return false;
      const paid = { projectId, modelId, idempotencyKey: idempotency?.key };
      await runs.setReservation(transaction, id, await charge.hold(principal, paid));
      await jobs.enqueue(transaction, reportJob, { run_id: id }, { jobId, orgId, projectId });
      await idempotency?.saveReference(id);
      return true;
    });
    if (!isOpened) return undefined;
    jobs.announce(jobId);
    return runs.findRun(db, id);
  }

  async function shown(principal: Principal, rows: readonly runs.RunRow[], links: boolean): Promise<ReportJobView[]> {
    const [first] = rows;
    if (!first) return [];
    const ids = rows.flatMap(({ result }) => result?.deliverable_ids ?? []);
    const files = await deps.artifacts.summaries(principal, first.project_id, { ids, links });
    return rows.map((run) => jobView(run, files));
  }

  return {
    async create(principal, projectId, body, idempotency) {
      const project = await deps.getReadyProject(principal, projectId);
      for (let tries = 0; tries < mostTries; tries++) {
        const run =
          (await open(principal, project, { body, idempotency })) ??
          (await attachTo(db, projectId, { body, idempotency }));
        if (run) return acceptedView(run, principal);
      }
      throw problem("internal_error");
    },
    async estimate(principal, projectId) {
      await deps.getReadyProject(principal, projectId);
      const { report, model } = charge.estimate(deps.chooseModel());
      const breakdown = [
        { item: "report", credits: report },
        { item: "model", credits: model },
      ];
      return { dry_run: true, estimate: { credits: report + model, breakdown } };
    },
    async accepted(principal, runId) {
      const run = await runs.findRun(db, runId);
      return run && acceptedView(run, principal);
    },
    async get(principal, projectId, jobId) {
      await getVisibleProject(principal, projectId);
      const run = await runs.findRunOfJob(db, projectId, jobId);
      const [view] = run ? await shown(principal, [run], true) : [];
      if (!view) throw problem("not_found", { detail: "The project has no such report." });
      return view;
    },
    async list(principal, projectId, page) {
      await getVisibleProject(principal, projectId);
      const rows = await runs.listRuns(db, projectId, page);
      const onPage = rows.slice(0, page.limit);
      return {
        items: await shown(principal, onPage, false),
        lastId: rows.length > page.limit ? onPage.at(-1)?.id : undefined,
      };
    },
  };
}

interface OpenRequest {
  readonly body: ReportBody;
  readonly idempotency: { readonly key: string; saveReference(reference: string): Promise<void> } | undefined;
}

/** Finds the run in flight; undefined when it has ended meanwhile. */
async function attachTo(db: Database, projectId: string, { body, idempotency }: OpenRequest) {
  const run = await runs.findOpenRun(db, projectId, body.report_type);
  if (run) await idempotency?.saveReference(run.id);
  return run;
}

function acceptedView(run: runs.RunRow, principal: Principal): ReportAcceptedView {
  const path = principal.scopes.has("project:read")
    ? `/v1/runs/${run.id}`
    : `/v1/projects/${run.project_id}/reports/${run.job_id}`;
  return {
    job_id: run.job_id,
    run_id: run.id,
    status: statusOf(run),
    poll: { path, retry_after_seconds: pollSeconds },
  };
}

function jobView(run: runs.RunRow, files: Awaited<ReturnType<Artifacts["summaries"]>>): ReportJobView {
  return {
    job_id: run.job_id,
    run_id: run.id,
    project_id: run.project_id,
    report_type: run.report_type,
    title: run.title,
    status: statusOf(run),
    progress: progressOf(run),
    artifacts: (run.result?.deliverable_ids ?? []).flatMap((id) => files.get(id) ?? []),
    error: run.error === null ? null : { code: run.error.code, detail: run.error.detail },
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    ...(run.status === "open" ? { retry_after_seconds: pollSeconds } : {}),
  };
}
