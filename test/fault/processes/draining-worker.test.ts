import { PDFDocument } from "pdf-lib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import type { Engine, Misbehaviour } from "../../support/engines/engine-server.ts";
import { startUnstructuredServer } from "../../support/engines/unstructured-server.ts";
import { type Fleet, missingForFleet, startFleet } from "./fleet.ts";
import { createFleetProject, insist, oneOf, sendFile } from "./fleet-client.ts";

/** The reader of scans: whoever waits for it holds a job for as long as the test wants. */
let scans: Engine;
let fleet: Fleet | undefined;
beforeEach(async () => {
  scans = await startUnstructuredServer((page) => [
    { type: "NarrativeText", text: `Page ${page}: a lot in the harbour district has at least 6,000 square feet.` },
  ]);
});
afterEach(async () => {
  await fleet?.stop();
  await scans.close();
});

describe.skipIf(missingForFleet)(
  `a worker that is asked to end${missingForFleet ? `: ${missingForFleet}` : ""}`,
  () => {
    it("hands on what it cannot finish in time, and another worker goes on with it", { timeout: 300_000 }, async () => {
      const { running, jobId } = await startWithJobHeldBy({ kind: "hang" });
      await oneOf(running.workers, 1).start();
      expect(await oneOf(running.workers, 0).drain()).toBe(0);
      expect(await untilEnded(running, jobId)).toMatchObject({ status: "ready", error: null });
      expect(await jobRow(running, jobId)).toMatchObject({ state: "succeeded", attempt: 1, interruptions: 0 });
      const [stored] = await running.db.query(sql`-- stored_revisions
      select count(*)::integer as revisions, count(published_at)::integer as published from document_revision`);
      expect(stored).toEqual({ revisions: 1, published: 1 });
    });
  },
);

/** Starts an API and one worker, which holds a job that waits for the reader of scans to behave as told. */
async function startWithJobHeldBy(misbehaviour: Misbehaviour): Promise<{ running: Fleet; jobId: string }> {
  const running = await startFleet(
    { apis: 1, workers: 2 },
    { UNSTRUCTURED_API_KEY: "un-test", UNSTRUCTURED_API_URL: scans.url },
  );
  fleet = running;
  await oneOf(running.workers, 1).kill();
  scans.misbehave(misbehaviour);
  const projectId = await createFleetProject(running);
  const jobId = await sendFile(running, projectId, await blankScan(), "application/pdf");
  await scans.whenCalled(1);
  return { running, jobId };
}

/** A PDF of one page that holds no text. */
async function blankScan(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([300, 400]);
  return pdf.save();
}

async function jobRow(running: Fleet, jobId: string) {
  const [row] = await running.db.query(sql`-- job_row
    select state, attempt, interruptions from background_job where id = ${jobId}`);
  return row;
}

async function untilEnded(running: Fleet, jobId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { json } = await insist(running, "GET", `/v1/uploads/${jobId}`);
    if (json.status === "ready" || json.status === "failed") return json;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
