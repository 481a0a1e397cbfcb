import type { Database } from "../../../migrations/index.ts";
import { problem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { noBoundary, readSite } from "./drawn-map.ts";
import { mapRecordJob } from "./recorded-maps.jobs.ts";
import * as repository from "./recorded-maps.repository.ts";

/** What is at hand of an official map. */
export type RecordedMap = { readonly artifactId: string } | { readonly renderingSeconds: number };

/** What official maps are recorded with. */
export interface RecordedMapsDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce" | "find">;
}

interface Owner {
  readonly orgId: string;
  readonly projectId: string;
}
type OfficialKind = "flood" | "wetlands";

const pollSeconds = 5;
const usualRetrySeconds = 30;
/** A failure that nobody asked about for so long is not told of: the agency is asked anew. */
const staleSeconds = 600;
const unavailable = { flood: "flood_map_unavailable", wetlands: "wetlands_map_unavailable" } as const;

/**
 * Returns the official map of a project, or for how long to wait for it. Calls at the same time start one job; after a
 * failure the first call is told of it, and the next one after the wait asks the agency again.
 *
 * @throws Problem map_layer_unavailable, flood_map_not_published, flood_map_unavailable, wetlands_map_unavailable
 */
export async function recordedMap(deps: RecordedMapsDeps, owner: Owner, kind: OfficialKind): Promise<RecordedMap> {
  const { db, jobs } = deps;
  const { projectId } = owner;
  if ((await readSite(db, projectId)).subject.parcels.length === 0) throw noBoundary();
  const decided = await db.transaction(async (transaction) => {
    await repository.holdKeptMap(transaction, projectId, kind);
    const kept = await repository.findKeptMap(transaction, projectId, kind);
    if (kept?.state === "failed" && waitOf(kept) > 0) {
      await repository.markTold(transaction, projectId, kind);
      return { kept, jobId: undefined };
    }
    if (kept && (await isSettled(deps, kept))) return { kept, jobId: undefined };
    const payload = { project_id: projectId, org_id: owner.orgId, kind };
    const jobId = await jobs.enqueue(transaction, mapRecordJob, payload, owner);
    await repository.markRendering(transaction, projectId, kind, jobId);
    return { kept: undefined, jobId };
  });
  if (decided.jobId !== undefined) jobs.announce(decided.jobId);
  return answerFor(decided.kept, kind);
}

/** Whether a map is drawn, is being drawn, or is not published: nothing is to be started. */
async function isSettled({ jobs }: RecordedMapsDeps, kept: repository.KeptMap): Promise<boolean> {
  if (kept.state === "ready" || kept.state === "not_published") return true;
  if (kept.state !== "rendering" || kept.job_id === null) return false;
  const job = await jobs.find(kept.job_id);
  return job?.state === "queued" || job?.state === "running";
}

function answerFor(kept: repository.KeptMap | undefined, kind: OfficialKind): RecordedMap {
  if (kept?.state === "failed") {
    throw problem(unavailable[kind], {
      ...(kept.detail === null ? {} : { detail: `The agency returned no map: ${kept.detail}` }),
      retry_after_seconds: waitOf(kept),
    });
  }
  if (kept?.state === "not_published") {
    throw problem("flood_map_not_published", kept.detail === null ? {} : { detail: kept.detail });
  }
  if (kept?.state === "ready" && kept.artifact_id !== null) return { artifactId: kept.artifact_id };
  return { renderingSeconds: pollSeconds };
}

/** How long to wait after a failure before the agency is asked again, in seconds; 0 when it may be asked now. */
function waitOf({ age_seconds: age, told_seconds: told, retry_after_seconds: retry }: repository.KeptMap): number {
  const wait = Math.max(1, retry ?? usualRetrySeconds);
  if (told === null) return age > staleSeconds ? 0 : wait;
  return Math.max(0, Math.ceil(wait - told));
}
