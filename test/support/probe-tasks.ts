import { join } from "node:path";
import { computeTask } from "../../ingest/index.ts";
import type * as work from "./probe.task.ts";

const place = { module: join(import.meta.dirname, "probe.task.ts"), lane: "interactive", deadlineMs: 10_000 } as const;

/** The tasks of `probe.task.ts`. */
export const probe = {
  double: computeTask<typeof work, "double">({ ...place, name: "double" }),
  countCalls: computeTask<typeof work, "countCalls">({ ...place, name: "countCalls" }),
  refuse: computeTask<typeof work, "refuse">({ ...place, name: "refuse" }),
  spin: computeTask<typeof work, "spin">({ ...place, name: "spin" }),
  hoard: computeTask<typeof work, "hoard">({ ...place, name: "hoard" }),
  litter: computeTask<typeof work, "litter">({ ...place, name: "litter" }),
  countBuffers: computeTask<typeof work, "countBuffers">({ ...place, name: "countBuffers" }),
  die: computeTask<typeof work, "die">({ ...place, name: "die" }),
};
