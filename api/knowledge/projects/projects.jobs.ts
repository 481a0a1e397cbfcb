import { Type } from "@sinclair/typebox";
import type { Database } from "../../../migrations/index.ts";
import { defineJob, growingBackoff, type JobHandler, type PayloadOf } from "../../jobs/job.ts";
import type { BootstrapView } from "./projects.model.ts";
import * as repository from "./projects.repository.ts";

/** Sets up a project that was just created. */
export const bootstrapJob = defineJob({
  name: "project-bootstrap",
  lane: "interactive",
  payload: Type.Object({ project_id: Type.String() }),
  maxAttempts: 5,
  backoffMs: growingBackoff(1_000),
  isForgotten: true,
});

/** The bootstrap of a project that nobody has begun to set up. */
export function firstBootstrap(): BootstrapView {
  return {
    percent: 0,
    stage: "queued",
    started_at: null,
    finished_at: null,
    steps: [
      { name: "parcels", state: "pending", detail: null },
      { name: "zoning", state: "pending", detail: null },
      { name: "sources", state: "pending", detail: null },
    ],
  };
}

/** What a project is once its bootstrap has ended: questions wait until every parcel's zoning is verified. */
export function statusAfterBootstrap(
  parcels: readonly Pick<repository.ParcelRow, "is_zoning_verified">[],
): repository.ProjectStatus {
  return parcels.every((parcel) => parcel.is_zoning_verified) ? "ready" : "zoning_verification_required";
}

/** Makes the handler of {@link bootstrapJob}. */
export function makeBootstrapHandler({ db }: { db: Database }): JobHandler<PayloadOf<typeof bootstrapJob>> {
  return {
    async process({ payload, isStillMine, complete, progress }) {
      const projectId = payload.project_id;
      await progress(10, "setting up");
      await db.transaction(async (transaction) => {
        await isStillMine(transaction);
        const project = await repository.lockProject(transaction, projectId);
        if (project?.status === "bootstrapping") {
          const parcels = await repository.listParcels(transaction, projectId);
          const bootstrap = finished(project.bootstrap, parcels);
          await repository.updateBootstrap(transaction, projectId, statusAfterBootstrap(parcels), bootstrap);
        }
        await complete(transaction);
      });
    },
    async onEnd(transaction, { payload, error }) {
      const project = await repository.lockProject(transaction, payload.project_id);
      if (project?.status !== "bootstrapping") return;
      const bootstrap = failed(project.bootstrap, error.detail);
      await repository.updateBootstrap(transaction, payload.project_id, "failed", bootstrap);
    },
    async onRetry(transaction, { payload }) {
      const project = await repository.lockProject(transaction, payload.project_id);
      if (project?.status !== "failed") return;
      await repository.updateBootstrap(transaction, payload.project_id, "bootstrapping", firstBootstrap());
    },
  };
}

function finished(begun: BootstrapView, parcels: readonly repository.ParcelRow[]): BootstrapView {
  const now = new Date().toISOString();
  const unverified = parcels.filter((parcel) => !parcel.is_zoning_verified).length;
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return {
    percent: 100,
    stage: "done",
    started_at: begun.started_at ?? now,
    finished_at: now,
    steps: [
      { name: "parcels", state: "done", detail: `${count(parcels.length, "parcel")} as given` },
      {
        name: "zoning",
        state: "done",
        detail: unverified === 0 ? "verified" : `${count(unverified, "parcel")} to be verified`,
      },
      { name: "sources", state: "skipped", detail: "The caller provides the sources." },
    ],
  };
}

function failed(begun: BootstrapView, detail: string): BootstrapView {
  const at = begun.steps.findIndex((step) => step.state !== "done");
  const steps = begun.steps.map((step, index) => (index === at ? { ...step, state: "failed" as const, detail } : step));
  return { ...begun, stage: "failed", finished_at: new Date().toISOString(), steps };
}
