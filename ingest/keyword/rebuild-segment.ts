import { join } from "node:path";
import { type Compute, computeTask } from "../compute/compute.ts";
import { type KeywordSegment, type KeywordSource, openKeywordSegment } from "./keyword-segment.ts";
import type * as work from "./segment.task.ts";

const buildTask = computeTask<typeof work, "buildKeywordSegment">({
  module: join(import.meta.dirname, "segment.task.ts"),
  name: "buildKeywordSegment",
  lane: "background",
  deadlineMs: 120_000,
});

/** Returns the keyword segment of chunks whose stored one cannot be opened; it is built on the pool. */
export async function rebuildKeywordSegment(
  compute: Compute,
  chunks: readonly KeywordSource[],
): Promise<KeywordSegment> {
  const sources = chunks.map(({ headingPath, indexText, section }) => ({ headingPath, indexText, section }));
  const segment = await openKeywordSegment(await compute.run(buildTask, sources));
  if (segment === undefined) throw new Error("a keyword segment of this version could not be opened");
  return segment;
}
