import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Error codes of limits of a plan. */
export const planProblems = {
  free_tier_limit: {
    status: 402,
    title: "Payment Required",
    detail: "The free plan does not include this, or its allowance is used up.",
    retryable: false,
    recovery: "Move the organization to the standard plan.",
  },
  house_paid_daily_limit: {
    status: 429,
    title: "Too Many Requests",
    detail: "This credential has added as many cost-bearing sources today as it may.",
    retryable: true,
    recovery: "Wait until 00:00 UTC.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof planProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
