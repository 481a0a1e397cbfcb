import { join } from "node:path";
import { computeTask } from "../../ingest/index.ts";
import type * as work from "./rewrite-question.task.ts";

/** Rewrites a follow-up question in a worker thread. */
export const rewriteTask = computeTask<typeof work, "rewriteQuestion">({
  module: join(import.meta.dirname, "rewrite-question.task.ts"),
  name: "rewriteQuestion",
  lane: "interactive",
  deadlineMs: 2_000,
});
