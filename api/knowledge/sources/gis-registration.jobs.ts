import { Type } from "@sinclair/typebox";
import { defineJob, growingBackoff } from "../../jobs/job.ts";

/** Looks at a GIS service and reads its layers around the site of a project. */
export const gisRegistrationJob = defineJob({
  name: "gis-register",
  lane: "bulk",
  payload: Type.Object({ source_id: Type.String() }),
  maxAttempts: 2,
  backoffMs: growingBackoff(3_000),
});
