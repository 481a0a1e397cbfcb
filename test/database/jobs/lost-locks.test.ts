import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JobEngine, jobEngines } from "./job-engines.ts";

/** Longer than the round in which BullMQ renews its locks: a quarter of the 15 seconds that one lasts. */
const roundMs = 4_500;

describe.each(jobEngines)("a queue on $name", (choice) => {
  describe.skipIf(choice.missing !== undefined)(choice.missing ?? "that lost the locks of running jobs", () => {
    let engine: JobEngine;
    beforeAll(async () => {
      engine = await choice.open();
    });
    afterAll(() => engine.close());

    it("reports each lost lock once, however long the job runs", async () => {
      const reports: string[] = [];
      const queue = await engine.openQueue((error) => void reports.push(error.message));
      const taken = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      try {
        await queue.consume("bulk", 1, async () => {
          taken.resolve();
          await finish.promise;
        });
        await queue.send({ lane: "bulk", jobId: "job_long", fence: 1 });
        await taken.promise;
        await engine.emptyQueue();
        const lockReports = () => reports.filter((text) => text.includes("could not renew lock"));
        await expect.poll(lockReports).toEqual(["could not renew lock for job job_long.1"]);
        await sleep(roundMs);
        expect(lockReports()).toEqual(["could not renew lock for job job_long.1"]);
      } finally {
        finish.resolve();
        await queue.close();
      }
    });
  });
});
