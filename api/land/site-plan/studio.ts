import type { Queryable } from "../../../migrations/index.ts";
import { problem } from "../../http/problem.ts";
import { hasStudio } from "./studio.repository.ts";

/** Lets writes of site plans through. @throws Problem site_plan_studio_not_enabled */
export type AssertStudio = (orgId: string) => Promise<void>;

/** Makes the check of the site-planning studio, which operators switch for each organization. */
export function makeAssertStudio(db: Queryable): AssertStudio {
  return async (orgId) => {
    if (!(await hasStudio(db, orgId))) throw problem("site_plan_studio_not_enabled");
  };
}
