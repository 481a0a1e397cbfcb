import { Type } from "@sinclair/typebox";
import { removeDocument } from "../../../ingest/index.ts";
import {
  defineJob,
  growingBackoff,
  type JobContext,
  JobFailure,
  type JobHandler,
  type PayloadOf,
} from "../../jobs/job.ts";
import { documentFailure } from "../document-failure.ts";
import { type FileToIngest, type IngestFileDeps, ingestFile, type SaveMapLayers } from "../ingest-file.ts";
import * as corpora from "../project-corpora.repository.ts";
import { type FetchSourceDeps, fetchSource } from "./fetch-source.ts";
import { assertNotFailedLately, fetchedFile, takeFreshCopy } from "./source-document.ts";
import * as repository from "./sources.repository.ts";

/** Fetches the address of a source, reads what it gives and publishes it. */
export const sourceIngestJob = defineJob({
  name: "source-ingest",
  lane: "bulk",
  payload: Type.Object({ source_id: Type.String() }),
  maxAttempts: 4,
  backoffMs: growingBackoff(5_000),
});

type Payload = PayloadOf<typeof sourceIngestJob>;

export interface SourceIngestDeps extends FetchSourceDeps, IngestFileDeps {
  readonly saveMapLayers: SaveMapLayers;
}

/**
 * Makes the handler of {@link sourceIngestJob}. An attempt continues where the last one was interrupted: what was fetched is
 * not fetched again. Nothing of a document can be found before all of it can.
 */
export function makeSourceIngestHandler(deps: SourceIngestDeps): JobHandler<Payload> {
  const { db } = deps;
  const findOwn = async (sourceId: string, jobId: string) => {
    const source = await repository.findSource(db, sourceId);
    return source?.job_id === jobId ? source : undefined;
  };

  async function findFile(context: JobContext<Payload>): Promise<FileToIngest | undefined> {
    const source = await findOwn(context.payload.source_id, context.jobId);
    if (!source) throw overtaken();
    if (await takeFreshCopy(db, source, context)) return undefined;
    await assertNotFailedLately(db, source);
    return fetchedFile(deps, { ...source, ...(await fetchSource(deps, source, context)) });
  }

  return {
    process: (context) => ingestFile(deps, { findFile: () => findFile(context), asFailure }, context),
    async onEnd(transaction, { jobId, payload }) {
      const source = await findOwn(payload.source_id, jobId);
      if (!source) return;
      // Joins the transaction that ends the job: a source that failed leaves nothing that could be found.
      if (source.document_id !== null && !(await corpora.isLive(transaction, source.document_id))) {
        await removeDocument(db, source.document_id);
      }
      await repository.forgetIngest(transaction, source.id);
    },
    async onRetry() {
      // What the failed job began was dropped when it ended.
    },
  };
}

const asFailure = (error: unknown) => documentFailure(error, "Add the address again later.");

const overtaken = () =>
  new JobFailure(
    { code: "source_added_anew", detail: "The address was added again; the later registration replaces this one." },
    { isPermanent: true },
  );
