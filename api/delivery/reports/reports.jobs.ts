import { Type } from "@sinclair/typebox";
import { defineJob, growingBackoff } from "../../jobs/job.ts";

/** Writes a report. */
export const reportJob = defineJob({
  name: "report-write",
  lane: "steps",
  payload: Type.Object({ run_id: Type.String() }),
  maxAttempts: 3,
  backoffMs: growingBackoff(1_000),
  isForgotten: true,
});
