import type { Compute } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import type { RuleReader } from "../../retrieval/index.ts";
import type { Artifacts } from "../delivery/artifacts/artifacts.service.ts";
import type { Operation } from "../http/operation.ts";
import type { ListFacts } from "../knowledge/project-facts.ts";
import type { GetReadyProject, GetVisibleProject } from "../knowledge/project-gate.ts";
import type { Projects } from "../knowledge/projects/projects.service.ts";
import { designCriteriaOperations } from "../land/design-criteria/design-criteria.routes.ts";
import { type DesignCriteria, makeDesignCriteria } from "../land/design-criteria/design-criteria.service.ts";
import { userStandards } from "../land/design-criteria/user-standards.ts";
import { interviewOperations } from "../land/interview/interview.routes.ts";
import { type Interviews, makeInterviews } from "../land/interview/interview.service.ts";
import { answersIn, readContext, readDecisions } from "../land/interview/interview-state.ts";
import { governingCode } from "../land/interview/recommend.ts";
import { planExportsOperations } from "../land/plan-exports/plan-exports.routes.ts";
import { type ConceptPicture, drawConceptPicture, makePlanExports } from "../land/plan-exports/plan-exports.service.ts";
import type { SiteDigests } from "../land/site-digest/site-digest.service.ts";
import { findLatestRevision } from "../land/site-plan/plan-revisions.repository.ts";
import { makePrograms } from "../land/site-plan/program.service.ts";
import { proposalsOperations } from "../land/site-plan/proposals.routes.ts";
import { makeProposals } from "../land/site-plan/proposals.service.ts";
import { sitePlanOperations } from "../land/site-plan/site-plan.routes.ts";
import { makeSitePlans } from "../land/site-plan/site-plan.service.ts";
import type { ReadConcept } from "../land/site-plan/stored-concept.ts";
import { makeAssertStudio } from "../land/site-plan/studio.ts";
import { makeYields, type Yields } from "../land/yield/yield.service.ts";

/** What site plans are made of. */
export interface SitePlanParts {
  readonly db: Database;
  readonly compute: Compute;
  readonly rules: RuleReader;
  readonly artifacts: Artifacts;
  readonly gate: { readonly getVisibleProject: GetVisibleProject; readonly getReadyProject: GetReadyProject };
  readonly projects: Pick<Projects, "get">;
  readonly digests: SiteDigests;
}

/** Puts interview, programs, proposals, concepts and their exports together. */
export function composeSitePlans(parts: SitePlanParts): {
  readonly operations: readonly Operation[];
  readonly readConcept: ReadConcept;
  readonly listFacts: ListFacts;
  readonly criteria: DesignCriteria;
  readonly readYield: Yields["read"];
  readonly readInterview: Interviews["step"];
  readonly drawConcept: (projectId: string, signal: AbortSignal) => Promise<ConceptPicture | undefined>;
} {
  const { db, compute, rules, artifacts } = parts;
  const { getVisibleProject, getReadyProject } = parts.gate;
  const assertStudio = makeAssertStudio(db);
  const criteria: DesignCriteria = makeDesignCriteria({
    rules,
    getProject: parts.projects.get,
    async readPlanning(principal, projectId) {
      // The standards themselves are what the caller is about to read: they do not decide which district governs.
      const withoutCriteria = { ...sources, readCriteria: async () => [] };
      const { context } = await readContext(withoutCriteria, principal, projectId);
      const decisions = await readDecisions(db, projectId, context);
      const answers = answersIn(decisions);
      return {
        governingCode: governingCode({
          context,
          settled: (id) => answers.find(({ questionId, zoneId }) => questionId === id && zoneId === null)?.value,
        }),
        currentCode: context.zoningCode,
        latest: await findLatestRevision(db, projectId),
        userStandards: userStandards(
          answers.map(({ questionId, value, decision }) => ({
            ...{ questionId, value, confirmedBy: decision.actor, confirmedAt: decision.decided_at },
          })),
        ),
      };
    },
  });
  const sources = {
    db,
    readCriteria: criteria.ofOrdinance,
    getProject: parts.projects.get,
    readDigest: parts.digests.read,
  };
  const sitePlans = makeSitePlans({ db, getVisibleProject });
  const { readConcept, listFacts } = sitePlans;
  const yields = makeYields(sources);
  const interviews = makeInterviews({ ...sources, getReadyProject, assertStudio });
  return {
    ...{ readConcept, listFacts },
    criteria,
    readYield: yields.read,
    readInterview: interviews.step,
    drawConcept: (projectId, signal) => drawConceptPicture({ db, compute, readConcept }, projectId, signal),
    operations: [
      ...designCriteriaOperations({ criteria }),
      ...interviewOperations({ interviews }),
      ...sitePlanOperations({
        ...{ sitePlans, yields },
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
