import type { Queryable } from "../../../migrations/index.ts";
import { problem } from "../../http/problem.ts";
import { countOwnDocuments, countSources, lockPlan } from "./plan-limits.repository.ts";

/** Documents of its own that an organization on the free plan may have. */
export const freeDocuments = 3;
/** Sources from addresses that an organization on the free plan may have. */
export const freeSources = 3;

/**
 * Lets one more document of its own into an organization, by its plan.
 *
 * @throws Problem free_tier_limit
 */
export async function assertDocumentAllowed(db: Queryable, orgId: string): Promise<void> {
  if ((await lockPlan(db, orgId)) !== "free") return;
  if ((await countOwnDocuments(db, orgId)) < freeDocuments) return;
  throw problem("free_tier_limit", {
    limit: "documents",
    detail: `The free plan allows ${freeDocuments} documents of your own, and all of them are used.`,
  });
}

/**
 * Lets one more source from an address into an organization, by its plan.
 *
 * @throws Problem free_tier_limit
 */
export async function assertSourceAllowed(db: Queryable, orgId: string): Promise<void> {
  if ((await lockPlan(db, orgId)) !== "free") return;
  if ((await countSources(db, orgId)) < freeSources) return;
  throw problem("free_tier_limit", {
    limit: "sources",
    detail: `The free plan allows ${freeSources} sources from addresses, and all of them are used.`,
  });
}
