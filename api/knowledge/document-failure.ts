import { DocumentUnreadable } from "../../ingest/index.ts";
import { JobFailure } from "../jobs/job.ts";

/** Returns a code of a lower module as callers see it: `document_encrypted`. */
export function publicCode(error: { readonly code: string }): string {
  return error.code.replaceAll(/[.-]/g, "_");
}

/**
 * Returns the job failure for an error of reading or indexing a document. A failure that depends on the bytes alone is
 * permanent. Errors that callers can do nothing about are returned unchanged.
 *
 * @param next what the caller can do once the embedding model answers again
 */
export function documentFailure(error: unknown, next: string): unknown {
  if (error instanceof DocumentUnreadable) {
    const { isFinal: isPermanent, detail } = error;
    return new JobFailure({ code: publicCode(error), detail }, { isPermanent, cause: error });
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "embedder.unavailable") {
    const detail = `The embedding model could not be reached. ${next}`;
    return new JobFailure({ code: "embedding_unavailable", detail }, { isPermanent: false, cause: error });
  }
  return error;
}
