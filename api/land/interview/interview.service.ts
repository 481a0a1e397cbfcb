import type { Static } from "@sinclair/typebox";
import type { Queryable } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { GetReadyProject } from "../../knowledge/project-gate.ts";
import { decisionFrame } from "../site-plan/decision-frame.ts";
import { recordDecisions, supersede } from "../site-plan/plan-decisions.repository.ts";
import { programHash } from "../site-plan/planning.ts";
import {
  activeSession,
  advanceSession,
  type PlanningSession,
  setProgram,
} from "../site-plan/planning-session.repository.ts";
import type { AssertStudio } from "../site-plan/studio.ts";
import { answerWords } from "./answer-words.ts";
import { checkBatch } from "./check-answers.ts";
import type { InterviewAnswersBody, InterviewStepView, WorkflowListView } from "./interview.model.ts";
import {
  answersIn,
  type InterviewSources,
  readContext,
  readDecisions,
  subjectOf,
  suspendMoved,
} from "./interview-state.ts";
import { stepView, workflowsView } from "./interview-view.ts";
import { walkOf } from "./walk.ts";
import { studioOnly } from "./workflows/workflows.ts";

type Step = Static<typeof InterviewStepView>;

/** The guided interview of a project. */
export interface Interviews {
  /** @throws Problem not_found */
  workflows(principal: Principal, projectId: string): Promise<Static<typeof WorkflowListView>>;
  /** Returns the next questions. @throws Problem not_found */
  step(principal: Principal, projectId: string): Promise<Step>;
  /**
   * Records a batch of answers whole, or nothing of it, and returns the next step.
   *
   * @throws Problem not_found, bootstrap_not_ready, zoning_verification_required, site_plan_studio_not_enabled,
   *   planning_session_conflict, typology_not_supported_via_api, invalid_interview_answer
   */
  answer(principal: Principal, projectId: string, body: Static<typeof InterviewAnswersBody>): Promise<Step>;
}

/** What interviews are made of. */
export interface InterviewsDeps extends InterviewSources {
  readonly getReadyProject: GetReadyProject;
  readonly assertStudio: AssertStudio;
}

/** Makes the interviews of the service. */
export function makeInterviews(deps: InterviewsDeps): Interviews {
  const { db } = deps;
  async function standing(principal: Principal, projectId: string) {
    const { context } = await readContext(deps, principal, projectId);
    const session = await activeSession(db, projectId);
    const answers = answersIn(await readDecisions(db, projectId, context));
    return { session, answers, walk: walkOf(context, answers) };
  }
  return {
    async workflows(principal, projectId) {
      const { walk, session } = await standing(principal, projectId);
      return workflowsView(walk, session);
    },
    async step(principal, projectId) {
      const { walk, answers, session } = await standing(principal, projectId);
      return stepView(walk, answers, session);
    },
    async answer(principal, projectId, body) {
      const { orgId } = await deps.getReadyProject(principal, projectId);
      await deps.assertStudio(orgId);
      refuseStudioTypologies(body.answers);
      const subject = await readContext(deps, principal, projectId);
      const { context } = subject;
      const { planning_session_id: sessionId, state_version: expected } = body;
      return db.transaction(async (tx) => {
        const session = await advanceSession(tx, { projectId, sessionId, expected });
        if (!session) throw problem("planning_session_conflict");
        await suspendMoved(tx, projectId, context);
        const given = answersIn(await readDecisions(tx, projectId, context));
        const checked = checkBatch(context, given, body.answers);
        if ("faults" in checked) throw problem("invalid_interview_answer", { errors: checked.faults });
        const frame = decisionFrame(principal, { projectId, session });
        await supersede(
          tx,
          projectId,
          checked.dropped.map(({ questionId, zoneId }) => ({ key: questionId, zoneId })),
        );
        await recordDecisions(
          tx,
          frame,
          checked.accepted.map(({ question, value }) => ({
            ...{ kind: "answer" as const, key: question.questionId, zoneId: question.zoneId, value, reason: null },
            ...{ unit: question.data.unit, statement: answerWords(question, value) },
            subject: subjectOf(question.questionId, context),
          })),
        );
        const reopened = await reopenProgram(tx, session, programHash({ ...subject, walk: checked.walk }));
        return stepView(checked.walk, answersIn(await readDecisions(tx, projectId, context)), reopened);
      });
    },
  };
}

/** A changed answer opens an approved program again; an answer that is repeated changes nothing. */
const reopenProgram = async (tx: Queryable, session: PlanningSession, hash: string): Promise<PlanningSession> =>
  session.program_hash === null || session.program_hash === hash ? session : setProgram(tx, session.id, null);

/** @throws Problem typology_not_supported_via_api */
function refuseStudioTypologies(answers: Readonly<Record<string, unknown>>): void {
  const zones = answers["site.zones"];
  const asked = [
    answers["program.typology"],
    ...(Array.isArray(zones) ? zones.map((zone: { typology?: unknown } | null) => zone?.typology) : []),
  ];
  const refused = asked.find((typology) => typeof typology === "string" && studioOnly.includes(typology));
  if (refused !== undefined) {
    throw problem("typology_not_supported_via_api", {
      detail: `The typology ${String(refused)} can be planned only in the studio of the application. Nothing was recorded.`,
    });
  }
}
