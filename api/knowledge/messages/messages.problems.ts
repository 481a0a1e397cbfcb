import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Error codes of agent turns. */
export const messageProblems = {
  concurrency_limit_exceeded: {
    status: 429,
    title: "Too Many Requests",
    detail: "This credential already has as many agent turns running as it may.",
    retryable: true,
    recovery: "Send the question again when one of the running turns has finished.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof messageProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
