import type { Database, Queryable } from "../../migrations/index.ts";
import { recordAudit } from "../access/audit/audit.repository.ts";
import { type AuditAction, operatorActor } from "../access/audit/audit-event.ts";
import { accountPage } from "../access/pages/account-page.ts";
import { readCheckedForm } from "../access/pages/form.ts";
import { PageRefused } from "../access/pages/page-refused.ts";
import { redirect } from "../access/pages/page-routes.ts";
import type { PlainRoute } from "../http/app.ts";
import type { Exchange } from "../http/exchange.ts";
import { html } from "../http/pages/html.ts";
import { assertOperator } from "../http/service-routes.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { listBoardJobs } from "./queue-board.repository.ts";
import { queueBoardPage, queueBoardPath } from "./queue-board-page.ts";

/** What the board reads and moves. */
export interface QueueBoardDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "counts" | "oldestDueSeconds" | "find" | "canRetry" | "retry" | "announce" | "cancel">;
  readonly opsToken: string | null;
  /** Origin of the service's own pages. */
  readonly baseUrl: string;
}

const mostShown = 50;

const notices = {
  retried: { tone: "good", text: "The job waits to be run again." },
  canceled: { tone: "good", text: "The job was told to stop." },
  "not-retried": { tone: "bad", text: "Nothing was done: the job has not failed, or its kind is not run twice." },
  "not-canceled": { tone: "bad", text: "Nothing was done: the job has ended, or there is no such job." },
} as const;
type Notice = keyof typeof notices;

/**
 * Declares the queue board: what the rows of the jobs say, and the two things operators do with a job. It answers those
 * whom `/metrics` answers, and takes forms from its own page only.
 */
export function queueBoardRoutes(deps: QueueBoardDeps): PlainRoute[] {
  const { db, jobs } = deps;
  const origin = new URL(deps.baseUrl).origin;

  const board: PlainRoute = {
    method: "GET",
    path: queueBoardPath,
    async handle(exchange) {
      assertOperator(exchange, deps);
      const [counts, oldestDueSeconds, waiting, running, failed] = await Promise.all([
        jobs.counts(),
        jobs.oldestDueSeconds(),
        listBoardJobs(db, "queued", mostShown),
        listBoardJobs(db, "running", mostShown),
        listBoardJobs(db, "failed", mostShown),
      ]);
      const shown = { at: new Date(), counts, oldestDueSeconds, waiting, running, failed, canRetry: jobs.canRetry };
      return queueBoardPage(shown, noticeOf(exchange.url));
    },
  };

  const action = (
    name: "retry" | "cancel",
    move: (jobId: string, exchange: Exchange) => Promise<Notice>,
  ): PlainRoute => ({
    method: "POST",
    path: `${queueBoardPath}/{job_id}/${name}`,
    async handle(exchange, params) {
      assertOperator(exchange, deps);
      try {
        await readCheckedForm(exchange.request, null, origin);
      } catch (error) {
        return refusalPage(error);
      }
      return redirect(`${queueBoardPath}?notice=${await move(params.job_id ?? "", exchange)}`);
    },
  });

  async function record(written: Queryable, action: AuditAction, jobId: string, exchange: Exchange): Promise<void> {
    const job = await jobs.find(jobId);
    await recordAudit(written, {
      organizationId: job?.org_id ?? null,
      actor: { ...operatorActor, requestId: exchange.requestId, address: exchange.clientAddress },
      action,
      target: jobId,
      details: { job: job?.name ?? "" },
    });
  }

  return [
    board,
    action("retry", async (jobId, exchange) => {
      const isBack = await db.transaction(async (transaction) => {
        if (!(await jobs.retry(transaction, jobId))) return false;
        await record(transaction, "job-retried", jobId, exchange);
        return true;
      });
      if (isBack) jobs.announce(jobId);
      return isBack ? "retried" : "not-retried";
    }),
    action("cancel", async (jobId, exchange) => {
      const written = (transaction: Queryable) => record(transaction, "job-canceled", jobId, exchange);
      return (await jobs.cancel(jobId, written)) ? "canceled" : "not-canceled";
    }),
  ];
}

function noticeOf(url: URL): (typeof notices)[Notice] | null {
  const name = url.searchParams.get("notice");
  return name !== null && Object.hasOwn(notices, name) ? notices[name as Notice] : null;
}

function refusalPage(error: unknown): Response {
  if (!(error instanceof PageRefused)) throw error;
  return accountPage({
    title: error.title,
    session: null,
    status: error.status,
    headers: error.headers,
    body: html`<section class="card narrow"><h1>${error.title}</h1><p>${error.message}</p>
<p><a href="${queueBoardPath}">Back to the queue</a></p></section>`,
  });
}
