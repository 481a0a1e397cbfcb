import type { Queryable } from "../../../migrations/index.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { OrdinanceTarget } from "./governing-ordinances.ts";
import { freshMs } from "./source-document.ts";
import { sourceIngestJob } from "./sources.jobs.ts";
import * as repository from "./sources.repository.ts";

/** How far the governing ordinance of a project is. */
export type OrdinanceProgress =
  | { readonly state: "waiting"; readonly jobId: string | null }
  | { readonly state: "done"; readonly detail: string; readonly isFetched: boolean }
  | { readonly state: "failed"; readonly detail: string }
  /** The project was not created with one. */
  | { readonly state: "absent" };

/**
 * Takes the ordinance of a project one step on, in the caller's transaction: a fresh text that its jurisdiction has is
 * searched from now on; one that another project reads is waited for; otherwise it is fetched by a job, which the caller
 * announces after the commit.
 */
export async function advanceOrdinance(
  transaction: Queryable,
  jobs: Pick<Jobs, "enqueue">,
  { projectId, target }: { readonly projectId: string; readonly target: OrdinanceTarget },
): Promise<OrdinanceProgress> {
  const sources = await repository.listOrdinanceStandings(transaction, projectId);
  const source = sources.find((one) => one.target === target);
  if (!source) return { state: "absent" };
  if (source.job_id !== null) return progressOf(source);
  const { jurisdiction_key: jurisdictionKey, url } = source;
  if (jurisdictionKey !== null) {
    const shared = { jurisdictionKey, url };
    await repository.lockSharedLaw(transaction, shared);
    if (await takeShared(transaction, source, shared)) {
      return { state: "done", detail: "The jurisdiction's copy is used.", isFetched: false };
    }
    if (await repository.isReadElsewhere(transaction, { ...shared, projectId })) {
      return { state: "waiting", jobId: null };
    }
  }
  const place = { orgId: source.org_id, projectId };
  const jobId = await jobs.enqueue(transaction, sourceIngestJob, { source_id: source.id }, place);
  await repository.setJob(transaction, source.id, jobId);
  return { state: "waiting", jobId };
}

function progressOf(source: repository.SourceStandingRow): OrdinanceProgress {
  if (source.state === "failed" || source.state === "canceled") {
    return { state: "failed", detail: source.error?.detail ?? "The work was canceled." };
  }
  if (source.state !== "succeeded") return { state: "waiting", jobId: null };
  const isFetched = source.storage_key !== null;
  return { state: "done", detail: isFetched ? "Fetched and read." : "The jurisdiction's copy is used.", isFetched };
}

async function takeShared(
  transaction: Queryable,
  { id, project_id: projectId, target }: repository.SourceRow,
  shared: { readonly jurisdictionKey: string; readonly url: string },
): Promise<boolean> {
  const corpusId = await repository.findSharedCorpus(transaction, shared);
  const document = corpusId === undefined ? undefined : await repository.findSharedDocument(transaction, corpusId);
  const isFresh = document?.published_at && Date.now() - document.published_at.getTime() <= freshMs;
  if (corpusId === undefined || !document || !isFresh) return false;
  await repository.setDocument(transaction, id, { corpusId, documentId: document.id, isDuplicate: false });
  await repository.joinCorpus(transaction, projectId, corpusId, target ?? "supplemental");
  return true;
}
