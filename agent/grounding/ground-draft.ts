import { join } from "node:path";
import { computeTask } from "../../ingest/index.ts";
import type * as work from "./ground.task.ts";

/** Grounds a draft in a worker thread. */
export const groundTask = computeTask<typeof work, "groundDraft">({
  module: join(import.meta.dirname, "ground.task.ts"),
  name: "groundDraft",
  lane: "interactive",
  deadlineMs: 20_000,
});
