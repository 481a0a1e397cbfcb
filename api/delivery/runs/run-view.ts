import type { RunView } from "./runs.model.ts";
import type { RunRow } from "./runs.repository.ts";

/** Seconds between two polls of a run. */
export const pollSeconds = 5;

/** Returns a run as its callers read it. */
export function runView(run: RunRow): RunView {
  const status = statusOf(run);
  const isOver = run.status !== "open";
  return {
    run_id: run.id,
    job_id: run.job_id,
    project_id: run.project_id,
    run_type: "report",
    report_type: run.report_type,
    title: run.title,
    status,
    progress: progressOf(run),
    inputs: run.manifest,
    result: run.result,
    error: run.error === null ? null : { code: run.error.code, detail: run.error.detail },
    credits: { reserved: run.credits_held, charged: run.credits_charged },
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    finished_at: run.finished_at?.toISOString() ?? null,
    ...(isOver ? {} : { retry_after_seconds: pollSeconds }),
  };
}

/** Returns the status of a run: that of its job while it is open. */
export function statusOf({ status, job_state: job }: RunRow): RunView["status"] {
  if (status !== "open") return status;
  return job === "running" ? "running" : "queued";
}

/** Returns how far a run is. */
export function progressOf(run: RunRow): RunView["progress"] {
  if (run.status === "succeeded") return { percent: 100, stage: "done" };
  const { percent, stage } = run;
  return { percent: percent ?? 0, stage: stage === null || stage === "" ? statusOf(run) : stage };
}
