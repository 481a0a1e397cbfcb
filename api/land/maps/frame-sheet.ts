import { join } from "node:path";
import { computeTask } from "../../../ingest/index.ts";
import type * as work from "./map-sheet.task.ts";

const module = join(import.meta.dirname, "map-sheet.task.ts");

/** Chooses the ground and the scale of a sheet. */
export const frameSheetTask = computeTask<typeof work, "frameSheet">({
  ...{ module, name: "frameSheet", lane: "interactive", deadlineMs: 10_000 },
});

/** Chooses the ground and the size of a bare picture. */
export const framePictureTask = computeTask<typeof work, "framePicture">({
  ...{ module, name: "framePicture", lane: "interactive", deadlineMs: 10_000 },
});
