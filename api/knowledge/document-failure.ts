import { DocumentUnreadable } from "../../ingest/index.ts";
import { JobFailure } from "../jobs/job.ts";

/** A code of a lower room as callers see it: `document_encrypted`. */
export function publicCode(error: { readonly code: string }): string {
  return error.code.replaceAll(/[.-]/g, "_");
}

/**
 * Puts what went wrong while a document was read or indexed into words for whoever brought it in; `next` is what they can
 * do once the embedding model answers again. What is nobody's fault but ours is given back as it is.
 */
export function documentFailure(error: unknown, next: string): unknown {
  if (error instanceof DocumentUnreadable) {
    // A reader that died may have met a crowded machine; a file that cannot be read stays so.
    const isPermanent = error.code !== "document.reader-failed";
    return new JobFailure({ code: publicCode(error), detail: error.detail }, { isPermanent, cause: error });
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "embedder.unavailable") {
    const detail = `The embedding model could not be reached. ${next}`;
    return new JobFailure({ code: "embedding_unavailable", detail }, { isPermanent: false, cause: error });
  }
  return error;
}
