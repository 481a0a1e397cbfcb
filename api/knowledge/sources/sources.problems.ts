import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Error codes of sources. */
export const sourceProblems = {
  governing_source_suggested: {
    status: 409,
    title: "Conflict",
    detail: "This address looks like the governing ordinance, which is never added without being confirmed.",
    retryable: false,
    recovery:
      'Upload the document with category "ordinance" to make it the governing ordinance, or add the address again with category "supplemental" to have it beside the governing one.',
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof sourceProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
