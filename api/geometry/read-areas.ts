import { join } from "node:path";
import { type Compute, computeTask } from "../../ingest/index.ts";
import type { AreaReading, GivenArea } from "./read-area.ts";
import type * as work from "./read-areas.task.ts";

const task = computeTask<typeof work, "readAreas">({
  module: join(import.meta.dirname, "read-areas.task.ts"),
  name: "readAreas",
  lane: "interactive",
  deadlineMs: 15_000,
});

/** Reads areas in a worker thread: a body has room for tens of thousands of positions. */
export function readAreas(
  compute: Compute,
  given: readonly GivenArea[],
  signal: AbortSignal | undefined,
): Promise<readonly AreaReading[]> {
  return compute.run(task, given, { signal });
}
