import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Error codes of deleting documents and projects. */
export const deletionProblems = {
  not_project_owner: {
    status: 403,
    title: "Forbidden",
    detail: "Only the person who created the project and owners of the organization can do this.",
    retryable: false,
    recovery: "Ask the project's creator or an owner of the organization to do it.",
  },
  shared_document: {
    status: 409,
    title: "Conflict",
    detail: "The document is part of a published code that other projects search too; it cannot be deleted by itself.",
    retryable: false,
    recovery: "Limit searches to other documents with filters.document_ids.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof deletionProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
