import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Error codes of uploads. */
export const uploadProblems = {
  upload_timeout: {
    status: 408,
    title: "Request Timeout",
    detail: "The upload sent nothing for too long and was given up.",
    retryable: true,
    recovery: "Initiate the upload again with the same body and key for a fresh link.",
  },
  upload_object_missing: {
    status: 409,
    title: "Conflict",
    detail: "No file has arrived for this upload.",
    retryable: false,
    recovery:
      "Initiate the upload again with the same body and key for a fresh link to the same job, and send the file.",
  },
  upload_too_large: {
    status: 413,
    title: "Content Too Large",
    detail: "The file is larger than 209715200 bytes (200 MiB), the maximum of an upload.",
    retryable: false,
    recovery: "Split the document, or upload a smaller copy.",
  },
  unsupported_file_type: {
    status: 422,
    title: "Unprocessable Content",
    detail: "Files of this type cannot be read.",
    retryable: false,
    recovery:
      "If the file is of an accepted type, set mime_type to that type. Otherwise convert the file, for example to PDF.",
  },
  upload_mismatch: {
    status: 422,
    title: "Unprocessable Content",
    detail: "The file that arrived is not the file that was declared.",
    retryable: false,
    recovery: "Initiate a new upload with the right size and hash.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof uploadProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
