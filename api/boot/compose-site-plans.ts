import type { Compute } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import type { Artifacts } from "../delivery/artifacts/artifacts.service.ts";
import type { Operation } from "../http/operation.ts";
import type { GetReadyProject, GetVisibleProject } from "../knowledge/project-gate.ts";
import type { Projects } from "../knowledge/projects/projects.service.ts";
import { interviewOperations } from "../land/interview/interview.routes.ts";
import { makeInterviews } from "../land/interview/interview.service.ts";
import type { ReadCriteria } from "../land/interview/interview-state.ts";
import { planExportsOperations } from "../land/plan-exports/plan-exports.routes.ts";
import { makePlanExports } from "../land/plan-exports/plan-exports.service.ts";
import type { SiteDigests } from "../land/site-digest/site-digest.service.ts";
import { makePrograms } from "../land/site-plan/program.service.ts";
import { proposalsOperations } from "../land/site-plan/proposals.routes.ts";
import { makeProposals } from "../land/site-plan/proposals.service.ts";
import { sitePlanOperations } from "../land/site-plan/site-plan.routes.ts";
import { makeSitePlans } from "../land/site-plan/site-plan.service.ts";
import type { ReadConcept } from "../land/site-plan/stored-concept.ts";
import { makeAssertStudio } from "../land/site-plan/studio.ts";
import { makeYields } from "../land/yield/yield.service.ts";

/** What site plans are made of. */
export interface SitePlanParts {
  readonly db: Database;
  readonly compute: Compute;
  readonly artifacts: Artifacts;
  readonly gate: { readonly getVisibleProject: GetVisibleProject; readonly getReadyProject: GetReadyProject };
  readonly projects: Pick<Projects, "get">;
  readonly digests: SiteDigests;
  readonly readCriteria: ReadCriteria;
}

/** Puts interview, programs, proposals, concepts and their exports together. */
export function composeSitePlans(parts: SitePlanParts): {
  readonly operations: readonly Operation[];
  readonly readConcept: ReadConcept;
} {
  const { db, compute, artifacts, readCriteria } = parts;
  const { getVisibleProject, getReadyProject } = parts.gate;
  const assertStudio = makeAssertStudio(db);
  const sources = { db, readCriteria, getProject: parts.projects.get, readDigest: parts.digests.read };
  const sitePlans = makeSitePlans({ db, getVisibleProject });
  const { readConcept } = sitePlans;
  return {
    readConcept,
    operations: [
      ...interviewOperations({ interviews: makeInterviews({ ...sources, getReadyProject, assertStudio }) }),
      ...sitePlanOperations({
        ...{ sitePlans, yields: makeYields(sources) },
        programs: makePrograms({ ...sources, getReadyProject, assertStudio }),
      }),
      ...proposalsOperations({
        proposals: makeProposals({ ...sources, compute, getReadyProject, getVisibleProject, assertStudio }),
      }),
      ...planExportsOperations({
        planExports: makePlanExports({ db, compute, artifacts, getVisibleProject, readConcept }),
      }),
    ],
  };
}
