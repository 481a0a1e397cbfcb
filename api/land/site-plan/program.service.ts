import type { Static } from "@sinclair/typebox";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { GetReadyProject } from "../../knowledge/project-gate.ts";
import { type InterviewSources, readContext, suspendMoved } from "../interview/interview-state.ts";
import { decisionFrame } from "./decision-frame.ts";
import { recordDecisions } from "./plan-decisions.repository.ts";
import { assertFence, type Program, programHash, programOf } from "./planning.ts";
import { advanceSession, lockSession, type PlanningSession, setProgram } from "./planning-session.repository.ts";
import type { ProgramApprovalBody, ProgramApprovalView } from "./site-plan.model.ts";
import type { AssertStudio } from "./studio.ts";

/** Approval of the development program. */
export interface Programs {
  /**
   * Approves the program as it stands; a repeat answers the first approval and changes nothing.
   *
   * @throws Problem not_found, bootstrap_not_ready, zoning_verification_required, site_plan_studio_not_enabled,
   *   planning_session_conflict, program_incomplete, invalid_program
   */
  approve(
    principal: Principal,
    projectId: string,
    body: Static<typeof ProgramApprovalBody>,
  ): Promise<Static<typeof ProgramApprovalView>>;
}

/** What programs are approved with. */
export interface ProgramsDeps extends InterviewSources {
  readonly getReadyProject: GetReadyProject;
  readonly assertStudio: AssertStudio;
}

/** Makes the approval of programs. */
export function makePrograms(deps: ProgramsDeps): Programs {
  const { db } = deps;
  return {
    async approve(principal, projectId, { planning_session_id: sessionId, state_version: expected }) {
      const { orgId } = await deps.getReadyProject(principal, projectId);
      await deps.assertStudio(orgId);
      const subject = await readContext(deps, principal, projectId);
      return db.transaction(async (tx) => {
        const held = assertFence(await lockSession(tx, { projectId, sessionId, expected: undefined }));
        const program = await programOf(tx, projectId, subject);
        const hash = programHash(program);
        await suspendMoved(tx, projectId, subject.context);
        // A retry carries the version of its first attempt, which the approval itself has used up.
        if (held.program_hash === hash) return approvalView(held, true);
        assertComplete(program);
        const session = assertFence(await advanceSession(tx, { projectId, sessionId, expected }));
        const approved = await setProgram(tx, session.id, { hash, at: new Date() });
        await recordDecisions(tx, decisionFrame(principal, { projectId, session: approved }), [
          {
            ...{ kind: "approval", key: "program", zoneId: null, unit: null, reason: null },
            ...{ value: { program_revision: approved.program_revision, hash }, statement: "The program was approved." },
          },
        ]);
        return approvalView(approved, false);
      });
    },
  };
}

function approvalView(session: PlanningSession, replayed: boolean): Static<typeof ProgramApprovalView> {
  return {
    ...{ status: "approved", program_revision: session.program_revision, replayed },
    approved_at: (session.approved_at ?? new Date(0)).toISOString(),
    ...{ planning_session_id: session.id, state_version: session.state_version },
  };
}

/** @throws Problem program_incomplete naming what is open for each zone; invalid_program for parking that contradicts itself */
export function assertComplete({ walk, project }: Program): void {
  const gaps = [
    ...walk.open
      .filter(({ data }) => data.required)
      .map(({ questionId, zoneId, data }) => ({
        code: gapCodes[questionId] ?? "answer_missing",
        ...{ detail: data.title, zone_id: zoneId, question_id: questionId },
      })),
    ...(project.parcels.some(({ geometry }) => geometry === null)
      ? [{ code: "parcel_boundary_missing", detail: "A parcel has no boundary.", zone_id: null, question_id: null }]
      : []),
  ];
  if (gaps.length > 0 || !walk.workflow) throw problem("program_incomplete", { gaps });
  const errors = walk.questions.flatMap(({ questionId, zoneId }) => {
    if (questionId !== "parking.ratio") return [];
    const reduction = walk.settled("parking.shared_reduction", zoneId);
    const isAlone = (walk.workflow?.uses.length ?? 0) < 2;
    return typeof reduction === "number" && reduction > 0 && isAlone
      ? [{ field: "parking.shared_reduction", code: "contradiction", message: "a shared reduction needs two uses" }]
      : [];
  });
  if (errors.length > 0) throw problem("invalid_program", { errors });
}

const gapCodes: Readonly<Record<string, string>> = {
  "site.zone_boundary": "zone_boundary_missing",
  "parking.ratio": "parking_ratio_unresolved",
  "rules.height_max": "height_unresolved",
  "site.front_edges": "front_edge_unresolved",
  "rules.setbacks": "setbacks_unresolved",
  "site.governing_basis": "governing_district_unresolved",
};
