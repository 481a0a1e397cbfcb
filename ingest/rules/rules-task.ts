import { join } from "node:path";
import { computeTask } from "../compute/compute.ts";
import type * as work from "./extract-rules.task.ts";

/** Reads the rules of a document on the compute pool. */
export const rulesTask = computeTask<typeof work, "extractRules">({
  module: join(import.meta.dirname, "extract-rules.task.ts"),
  name: "extractRules",
  lane: "interactive",
  deadlineMs: 30_000,
});
