import { Type } from "@sinclair/typebox";
import type { Queryable } from "../../../migrations/index.ts";
import { defineJob, growingBackoff, type JobHandler, type PayloadOf } from "../../jobs/job.ts";
import * as parcelsRepository from "../projects/project-parcels.repository.ts";
import type { BootstrapView } from "../projects/projects.model.ts";
import * as projects from "../projects/projects.repository.ts";
import * as repository from "./bootstrap.repository.ts";
import { type BootstrapDeps, runSteps } from "./run-steps.ts";

/** Sets up a project that was just created. */
export const bootstrapJob = defineJob({
  name: "project-bootstrap",
  lane: "steps",
  payload: Type.Object({
    project_id: Type.String(),
    /** How often the project has waited for a text before. */
    waits: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  maxAttempts: 5,
  backoffMs: growingBackoff(1_000),
  isForgotten: true,
});

/** The bootstrap of a project that nobody has begun to set up; its steps have rows of their own. */
export function firstBootstrap(): BootstrapView {
  return { percent: 0, stage: "queued", started_at: null, finished_at: null, steps: [] };
}

/** Status of a project once its bootstrap has ended: questions wait until every parcel's zoning is verified. */
export function statusAfterBootstrap(
  parcels: readonly Pick<parcelsRepository.ParcelRow, "is_zoning_verified">[],
): projects.ProjectStatus {
  return parcels.every((parcel) => parcel.is_zoning_verified) ? "ready" : "zoning_verification_required";
}

const firstWaitMs = 500;
const longestWaitMs = 4_000;

/** Milliseconds after which a project that waits for a text is looked at again: longer when it has waited often. */
const waitMs = (waits: number) => Math.min(longestWaitMs, firstWaitMs * 2 ** Math.floor(waits / 4));

/**
 * Makes the handler of {@link bootstrapJob}: it takes the steps that have not ended, and settles what they cost in the
 * transaction that makes the project ready. While an ordinance or a source is read by another job, this job
 * ends and enqueues itself again with a delay, so that no worker waits.
 */
export function makeBootstrapHandler(deps: BootstrapDeps): JobHandler<PayloadOf<typeof bootstrapJob>> {
  const { db, jobs } = deps;
  return {
    async process(context) {
      const projectId = context.payload.project_id;
      await context.progress(10, "setting up");
      const project = await repository.findBootstrapProject(db, projectId);
      const isOpen = project?.status === "bootstrapping";
      const isWaiting = isOpen && (await runSteps(deps, { projectId, project, context })) === "waiting";
      await db.transaction(async (transaction) => {
        await context.isStillMine(transaction);
        if (isWaiting && project) {
          const { waits = 0 } = context.payload;
          const place = { orgId: project.org_id, projectId, delayMs: waitMs(waits) };
          await jobs.enqueue(transaction, bootstrapJob, { project_id: projectId, waits: waits + 1 }, place);
        } else await settle(deps, transaction, projectId);
        await context.complete(transaction);
      });
    },
    async onEnd(transaction, { payload, error }) {
      const projectId = payload.project_id;
      const reservation = await repository.findReservation(transaction, projectId);
      if (reservation !== undefined) await deps.charge.release(reservation);
      const project = await projects.lockProject(transaction, projectId);
      if (project?.status !== "bootstrapping") return;
      await repository.failOpenStep(transaction, projectId, error.detail);
      const ended = { ...project.bootstrap, stage: "failed", finished_at: new Date().toISOString() };
      await projects.updateBootstrap(transaction, projectId, "failed", ended);
    },
    async onRetry(transaction, { payload }) {
      const project = await projects.lockProject(transaction, payload.project_id);
      if (project?.status !== "failed") return;
      await repository.reopenFailedSteps(transaction, payload.project_id);
      await projects.updateBootstrap(transaction, payload.project_id, "bootstrapping", firstBootstrap());
    },
  };
}

/** Makes the project ready, or asks for its zoning, and charges what its steps cost; once. */
async function settle({ charge }: BootstrapDeps, transaction: Queryable, projectId: string): Promise<void> {
  const project = await projects.lockProject(transaction, projectId);
  const reservation = await repository.findReservation(transaction, projectId);
  // A project that was deleted meanwhile is not paid for.
  if (!project && reservation !== undefined) await charge.release(reservation);
  if (project?.status !== "bootstrapping") return;
  const steps = await repository.listSteps(transaction, projectId);
  const used = steps.reduce((sum, { credits }) => sum + credits, 0);
  const charged = reservation === undefined ? 0 : await charge.settle(reservation, used);
  if (reservation !== undefined) await repository.setCharged(transaction, projectId, charged);
  const detail = charged === 0 ? "Nothing was charged." : `${charged} credits were charged.`;
  await repository.finishStep(transaction, projectId, { name: "settle", state: "done", detail, credits: 0 });
  const parcels = await parcelsRepository.listParcels(transaction, projectId);
  const now = new Date().toISOString();
  const started = project.bootstrap.started_at ?? now;
  const ended = { ...project.bootstrap, percent: 100, stage: "done", started_at: started, finished_at: now };
  await projects.updateBootstrap(transaction, projectId, statusAfterBootstrap(parcels), ended);
}
